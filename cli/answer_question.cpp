#include "cli/answer_question.hpp"

#include <filesystem>
#include <fstream>
#include <ostream>

#include <fmt/format.h>

#include "io/percent.hpp"
#include "io/tables.hpp"
#include "io/text.hpp"
#include "model/bad_input.hpp"

namespace boxcars::cli {
namespace {

std::string rendered(const io::Report& report, Format format, const io::Style& style) {
  switch (format) {
    case Format::text:
      return io::to_text(report, style);
    case Format::json:
      return io::to_json(report);
    case Format::csv:
      return io::to_csv(report);
    case Format::markdown:
      return io::to_markdown(report);
  }
  return {};
}

// A new or ordinary file is written beside itself and then put in place, so that it is never half-written; a device or a pipe is not.
bool is_put_in_place(const std::filesystem::path& path) {
  std::error_code error;
  const auto status = std::filesystem::status(path, error);
  return !std::filesystem::exists(status) || std::filesystem::is_regular_file(status);
}

std::filesystem::path written_path(std::filesystem::path path) {
  if (is_put_in_place(path)) path += ".part";
  return path;
}

bool write_file(const std::string& name, const std::string& text) {
  const std::filesystem::path path(name);
  const auto written = written_path(path);
  std::ofstream file(written, std::ios::binary);
  file << text;
  file.close();
  std::error_code error;
  if (file && written != path) std::filesystem::rename(written, path, error);
  return file && !error;
}

}  // namespace

sim::Settings settings_of(const CommonOptions& options) {
  if (options.trials && options.precision) {
    throw model::BadInput("--trials and --precision together (either says when to stop); leave one out");
  }
  if (options.show > 0 && (options.format == Format::csv || options.format == Format::markdown)) {
    throw model::BadInput("--show with a table (single trials are no rows of it); give --format text or json");
  }
  sim::Settings settings;
  settings.method = options.method;
  settings.seed = options.seed;
  settings.threads = options.threads.value_or(sim::hardware_threads());
  if (options.precision) settings.stop_rule = sim::AtPrecision{*options.precision};
  if (options.trials) settings.stop_rule = sim::AfterTrials{*options.trials};
  return settings;
}

std::vector<std::string> notes_on(const sim::Findings& findings, const sim::Settings& settings) {
  if (findings.odds || settings.method == sim::Method::simulate) return {};
  if (findings.interrupted) return {"no exact odds: interrupted before they were solved"};
  return {fmt::format("no exact odds: the question has more than the {} states of the budget (they leave {:.2g} of the probability out)",
                      io::grouped(settings.budget.states), findings.neglected)};
}

void require_writable(const CommonOptions& options) {
  if (options.output.empty()) return;
  const auto written = written_path(options.output);
  const bool there = std::filesystem::exists(written);
  const bool opens = std::ofstream(written, std::ios::binary | std::ios::app).is_open();
  if (opens && !there) std::filesystem::remove(written);
  if (!opens)
    throw model::BadInput("--output '" + options.output + "' cannot be written (no such folder, or no permission); give another file");
}

ExitStatus print(const io::Report& report, const CommonOptions& options, const Environment& environment, bool was_interrupted) {
  io::Style style = environment.style;
  if (!options.output.empty()) style.color = io::Color::off;
  const std::string text = rendered(report, options.format, style);
  bool written = false;
  if (options.output.empty()) {
    environment.out << text << std::flush;
    written = static_cast<bool>(environment.out);
  } else {
    written = write_file(options.output, text);
  }
  if (!written) {
    environment.err << "boxcars: the answer could not be written (is the disk full?); give --output another file\n";
    return failed;
  }
  if (was_interrupted)
    environment.err << "boxcars: interrupted; these are the " << io::grouped(report.answer.trials) << " trials done so far\n";
  return was_interrupted ? interrupted : answered;
}

}  // namespace boxcars::cli
