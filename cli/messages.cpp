#include "cli/messages.hpp"

#include <array>
#include <ostream>
#include <string_view>
#include <utility>

#include "io/formats/json_values.hpp"

namespace boxcars::cli {
namespace {

std::string_view name_of(MessageKind kind) {
  static constexpr std::array<std::string_view, 6> names{"refused", "no exact odds", "failed", "interrupted", "note", "progress"};
  return names.at(static_cast<std::size_t>(kind));
}

std::string to_json(MessageKind kind, const model::Fault& fault) {
  io::Json object;
  object["kind"] = name_of(kind);
  object.update(io::fault_json(fault, model::as_option));
  if (!fault.file.empty()) {
    object["file"] = fault.file;
    object["line"] = fault.line;
    if (fault.column > 0) object["column"] = fault.column;
  }
  return io::on_one_line(object);
}

}  // namespace

void tell(const Environment& environment, MessageKind kind, const model::Fault& fault) {
  if (environment.messages == Messages::as_json)
    environment.err << to_json(kind, fault) << std::flush;
  else
    environment.err << "boxcars: " << model::printable(in_words(fault, model::as_option)) << "\n";
}

void tell(const Environment& environment, MessageKind kind, std::string line) { tell(environment, kind, model::fault_of(std::move(line))); }

void tell(const Environment& environment, const HowFar& how_far) {
  if (environment.messages == Messages::as_json)
    environment.err << message_of(how_far, Messages::as_json) << std::flush;
  else
    environment.err << "boxcars: " << how_far.text << std::endl;
}

std::string message_of(const HowFar& how_far, Messages messages) {
  if (messages == Messages::in_words) return how_far.text;
  io::Json object;
  object["kind"] = name_of(MessageKind::progress);
  object["text"] = how_far.text;
  object["part"] = io::number(how_far.part);
  return io::on_one_line(object);
}

}  // namespace boxcars::cli
