#include "io/formats/describe.hpp"

#include "ask/common.hpp"
#include "io/formats/json_values.hpp"

namespace boxcars::io {
namespace {

Json described(const model::FieldInfo& field) {
  Json json;
  json["key"] = field.key;
  json["kind"] = name_of(field.kind);
  if (!field.group.empty()) json["group"] = field.group;
  json["help"] = field.help;
  if (!field.metavar.empty()) json["metavar"] = field.metavar;
  if (!field.choices.empty()) json["choices"] = field.choices;
  if (field.range.is_bounded()) {
    json["minimum"] = field.range.low;
    json["maximum"] = field.range.high;
  }
  if (field.standard) json["default"] = to_json(*field.standard);
  json["positional"] = field.positional;
  json["repeatable"] = field.repeatable;
  return json;
}

Json described(const model::Term& term) {
  Json json{{"key", term.field}};
  if (!term.values.empty()) json["values"] = term.values;
  return json;
}

Json described(const model::Clash& clash) {
  Json json = described(clash.what);
  json[clash.is == model::Clash::Is::with ? "not_with" : "not_without"] = described(clash.other);
  json["why"] = clash.why;
  return json;
}

template <class Items>
Json list(const Items& items) {
  Json json = Json::array();
  for (const auto& item : items) json.push_back(described(item));
  return json;
}

Json described(const ask::QuestionKind& kind) {
  Json json;
  json["name"] = kind.name;
  json["title"] = kind.title;
  json["examples"] = kind.examples;
  json["fields"] = list(kind.fields);
  json["clashes"] = list(kind.clashes);
  return json;
}

}  // namespace

std::string describe(const std::vector<ask::QuestionKind>& kinds) {
  Json root;
  root["schema"] = "boxcars/1";
  root["questions"] = Json::array();
  for (const ask::QuestionKind& kind : kinds) root["questions"].push_back(described(kind));
  root["common"] = Json::array();
  for (const auto& field : ask::common_questionnaire().fields) {
    model::FieldInfo info = field.info;
    if (!info.standard) info.standard = field.value(ask::Common{});
    root["common"].push_back(described(info));
  }
  return printed(root);
}

}  // namespace boxcars::io
