#include "io/formats/describe.hpp"

#include <algorithm>
#include <string>

#include "ask/common.hpp"
#include "io/formats/json_values.hpp"
#include "model/core/bad_input.hpp"

namespace boxcars::io {
namespace {

std::string spelled(std::string_view words) { return model::spelled(words, model::as_member); }

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
  if (field.least) json["minimum"] = to_json(*field.least);
  if (field.most) json["maximum"] = to_json(*field.most);
  if (field.standard) json["default"] = to_json(*field.standard);
  json["positional"] = field.positional;
  json["repeatable"] = field.repeatable;
  return json;
}

Json described(const model::Term& term) {
  Json json{{"key", term.field}};
  if (!term.values.empty()) json["values"] = term.values;
  if (term.numbers && term.numbers->low != model::Numbers{}.low) json["minimum"] = term.numbers->low;
  if (term.numbers && term.numbers->high != model::Numbers{}.high) json["maximum"] = term.numbers->high;
  return json;
}

Json described(const model::Clash& clash) {
  Json json = described(clash.what);
  json[clash.is == model::Clash::Is::with ? "not_with" : "not_without"] = described(clash.other);
  if (!clash.told_by.empty()) json["told_by"] = clash.told_by;
  for (const model::Term& term : clash.unless) json["unless"].push_back(described(term));
  json["why"] = spelled(clash.why);
  json["instead"] = spelled(clash.instead);
  return json;
}

Json described(const model::Need& need) {
  Json json;
  json["one_of"] = need.one_of;
  if (!need.told_by.empty()) json["one_of"].push_back(need.told_by);
  if (need.when) json["when"] = described(*need.when);
  json["problem"] = spelled(need.problem);
  json["why"] = spelled(need.why);
  json["instead"] = spelled(need.instead);
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
  for (Json& field : json["fields"]) field["required"] = model::is_required(kind.needs, field["key"].get<std::string>());
  json["clashes"] = list(kind.clashes);
  json["needs"] = list(kind.needs);
  return json;
}

}  // namespace

std::string describe(const std::vector<ask::QuestionKind>& kinds) {
  Json root;
  root["schema"] = "boxcars/1";
  root["questions"] = Json::array();
  for (const ask::QuestionKind& kind : kinds) root["questions"].push_back(described(kind));
  root["common"] = Json::array();
  const ask::Common fresh;
  for (const auto& field : ask::common_questionnaire().fields) {
    model::FieldInfo info = field.info;
    if (!info.standard) info.standard = field.value(&fresh);
    root["common"].push_back(described(info));
    root["common"].back()["required"] = false;
  }
  root["common_clashes"] = list(ask::common_questionnaire().clashes);
  return printed(root);
}

}  // namespace boxcars::io
