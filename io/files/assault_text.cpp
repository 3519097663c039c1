#include "io/files/assault_text.hpp"

#include <cstddef>
#include <string_view>
#include <variant>
#include <vector>

#include <fmt/format.h>

#include "model/core/bad_input.hpp"
#include "model/core/field.hpp"
#include "model/questions/assault_fields.hpp"
#include "model/rules/firepower.hpp"

namespace boxcars::io {
namespace {

std::string in_quotes(std::string_view text) {
  std::string result = "\"";
  for (const char c : model::printable(text)) result += c == '"' || c == '\\' ? std::string{'\\', c} : std::string(1, c);
  return result + "\"";
}

std::string in_toml(const model::InputValue& value) {
  if (const bool* set = std::get_if<bool>(&value)) return *set ? "true" : "false";
  if (const auto* number = std::get_if<double>(&value)) return model::without_zeros(*number);
  if (const auto* text = std::get_if<std::string>(&value)) return in_quotes(*text);
  std::string list;
  for (const std::string& text : std::get<std::vector<std::string>>(value)) list += (list.empty() ? "" : ", ") + in_quotes(text);
  return "[" + list + "]";
}

// A key a line, of those that say something.
template <class Item>
std::string lines_of(const model::Fields<Item>& fields, const Item& item) {
  std::string lines;
  const Item fresh{};
  for (const model::AnyField& field : fields) {
    if (const auto value = said(field, &item, &fresh)) lines += fmt::format("{} = {}\n", field.info.key, in_toml(*value));
  }
  return lines;
}

// With a remark behind the line of a key.
std::string with_remark(std::string lines, const std::string& key, const std::string& remark) {
  if (const auto line = lines.find(key + " = "); !remark.empty() && line != std::string::npos)
    lines.insert(lines.find('\n', line), "  # " + model::printable(remark));
  return lines;
}

template <class Item>
std::string keys_below(std::string_view head, const model::Fields<Item>& fields, const Item& item, const std::string& key = "",
                       const std::string& remark = "") {
  return fmt::format("\n{}\n", head) + with_remark(lines_of(fields, item), key, remark);
}

std::string head_of(const ask::AssaultDraft& draft) {
  const model::MapInput& map = draft.inputs.map;
  std::string text = fmt::format(
      "# To start from: the {} attack, the {} defend, as they are in {}.\n"
      "# What has been fired, and who is CX or TI, is forgotten: it begins with a turn. Concealment is not followed.\n",
      draft.sides[model::Side::attacker], draft.sides[model::Side::defender], model::printable(map.file));
  text += fmt::format("schema = 1\nquestion = \"assault\"\nturns = {}\n", draft.inputs.turns);
  text += map.option + " = " + in_quotes(map.file) + "  # its boards, SSR, and the SMOKE and wrecks on them\n";
  if (!map.set.empty()) text += "set = " + in_toml(map.set) + "\n";
  return text;
}

std::string what_is_left_out(const ask::AssaultDraft& draft) {
  if (draft.left_out.empty()) return "";
  std::string text = "\n# Left out:\n";
  for (const std::string& one : draft.left_out) text += "#   " + model::printable(one) + "\n";
  return text;
}

std::string remark_on_targets(const std::vector<std::string>& all) {
  return all.empty() ? "" : "to choose each time: target = " + in_toml(all);
}

}  // namespace

std::string assault_text(const ask::AssaultDraft& draft) {
  using namespace model;
  const AssaultInputs& in = draft.inputs;
  std::string text = head_of(draft) + what_is_left_out(draft);
  for (std::size_t i = 0; i < in.locations.size(); ++i)
    text += keys_below("[[location]]", location_fields(), in.locations[i], "name", in.locations[i].terrain ? "" : draft.of_locations[i]);
  for (const AssaultUnit& unit : in.defenders) text += keys_below("[[defender]]", unit_fields(), unit);
  for (const AssaultUnit& unit : in.attackers) text += keys_below("[[attacker]]", unit_fields(), unit);
  for (std::size_t i = 0; i < in.shots.size(); ++i)
    text += keys_below("[[shot]]", shot_fields(), in.shots[i], "target", remark_on_targets(draft.could_be_at[i]));
  if (in.rally_drm) text += fmt::format("\n[rally]\ndrm = {}\n", *in.rally_drm);
  text += keys_below("[goal]", goal_fields(), in.goal, in.goal.good_order ? "good_order" : "eliminated", "when the attacker has won");
  if (in.loss.good_order) text += keys_below("[loss]", loss_fields(), in.loss, "good_order", "when the defender has");
  return text;
}

}  // namespace boxcars::io
