#include "ask/line.hpp"

#include <cmath>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "ask/input_json.hpp"
#include "ask/question_kinds.hpp"
#include "model/core/bad_input.hpp"
#include "model/core/choices.hpp"

namespace boxcars::ask {
namespace {

using model::BadInput;

constexpr const char* example_line = R"(give it like {"question": "attack", "inputs": {"fp": 8, "target": ["4-4-7"]}})";

constexpr std::size_t most_keys = 1000;  // of an object: no question has so many, and each is looked for among all before it

// A key that an object has twice, though JSON allows it: which of the two would count?
class KeysOnce {
 public:
  bool operator()(int, Json::parse_event_t event, const Json& parsed) {
    if (event == Json::parse_event_t::object_start) open_.emplace_back();
    if (event == Json::parse_event_t::object_end) open_.pop_back();
    if (event == Json::parse_event_t::key) add(parsed.get<std::string>());
    return true;
  }

 private:
  void add(const std::string& key) {
    if (open_.back().size() == most_keys)
      throw BadInput({}, "an object of more than " + std::to_string(most_keys) + " keys", "no question has so many inputs", example_line);
    if (!open_.back().insert(key).second) throw BadInput(key, "{" + key + "} is given twice", "it has one value", "leave one out");
  }

  std::vector<std::set<std::string>> open_;
};

Json parsed(std::string_view text) {
  KeysOnce keys;
  Json json;
  constexpr const char* no_json = "a line that is no JSON";
  if (text.find('\0') != std::string_view::npos)  // the parser would take it for the end
    throw BadInput({}, no_json, "it has a byte of 0", example_line);
  try {
    json = parse_json(text, [&](int depth, Json::parse_event_t event, const Json& part) { return keys(depth, event, part); });
  } catch (const Json::out_of_range&) {
    throw BadInput({}, "a number that is too large", "it cannot be read", example_line);
  } catch (const Json::parse_error&) {
    throw BadInput({}, no_json, "it cannot be read", example_line);
  }
  if (!json.is_object()) throw BadInput({}, "a line that is no JSON object", "a question has a name and inputs", example_line);
  return json;
}

model::InputValue value_at(const std::string& key, const Json& json) {
  // Of numbers that a double cannot hold the digits.
  if (json.is_number_integer() && std::abs(json.get<double>()) > 9e15) return to_text(json);
  auto value = value_of(json);
  if (!value)
    throw BadInput(key, "{" + key + "} cannot be used", "it is no value of an input",
                   "give a number, a text, true, or a list of numbers or texts");
  return *value;
}

const QuestionKind& kind_of_line(const Json& line) {
  const auto question = line.find("question");
  if (question == line.end() || !question->is_string())
    throw BadInput("question", question == line.end() ? "no question given" : "{question} cannot be used",
                   "which one? known: " + model::listed(model::names(question_kinds())), "give it like {question attack}");
  const auto name = question->get<std::string>();
  return *model::at_field("question", [&] { return &question_named(name); });
}

void set_common(Common& common, const std::string& key, const Json& value) {
  std::vector<std::string> known{"question", "inputs"};
  for (const auto& field : common_questionnaire().fields) {
    if (field.info.key == key) return model::at_field(key, [&] { field.read(&common, value_at(key, value), field.info); });
    known.emplace_back(field.info.key);
  }
  model::at_field(key, [&] { model::throw_unknown("key", key, known); });
}

}  // namespace

Line parse_line(std::string_view json) {
  const Json object = parsed(json);
  Line line{&kind_of_line(object)};
  for (const auto& [key, value] : object.items()) {
    if (key == "question") continue;
    if (key != "inputs") {
      set_common(line.common, key, value);
      continue;
    }
    if (!value.is_object()) throw BadInput("inputs", "{inputs} cannot be used", "they are an object", example_line);
    for (const auto& [name, given] : value.items()) line.inputs.push_back({name, value_at(name, given)});
  }
  return line;
}

}  // namespace boxcars::ask
