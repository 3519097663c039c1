// The rulebook's own examples, as questions (tests/data/examples.jsonl): each holds, or tests/data/examples_open.txt says why not yet.
#include <cmath>
#include <fstream>
#include <functional>
#include <map>
#include <optional>
#include <regex>
#include <set>
#include <sstream>
#include <string>

#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include "tests/support/cli.hpp"
#include "tests/support/effort.hpp"
#include "tests/support/folder.hpp"
#include "tests/support/real_boards.hpp"

using namespace boxcars::test;

namespace {

using Json = nlohmann::json;

// The names of those that are listed as open, each once.
std::set<std::string> open_examples() {
  std::ifstream file("tests/data/examples_open.txt");
  std::set<std::string> open;
  for (std::string line; std::getline(file, line);) {
    if (line.starts_with("#")) continue;  // why they are
    std::istringstream names(line);
    for (std::string name; names >> name;) CHECK(open.insert(name).second);
  }
  return open;
}

// The command, with its map, or where its board is on this machine; nothing if it is not there.
std::optional<std::string> on_this_machine(const Json& example, const Folder& folder) {
  std::string command = example["command"].get<std::string>().substr(std::string("boxcars ").size());
  if (example.contains("map")) {
    const std::string map = folder.file(std::to_string(std::hash<std::string>{}(example["map"])), example["map"]);
    command.replace(command.find("MAP"), 3, "\"" + map + "\"");
  }
  static const std::regex board("--board ([0-9]+)");
  std::smatch found;
  if (!std::regex_search(command, found, board)) return command;
  const std::string number = found[1];
  const auto file = real_board("bd" + std::string(number.size() < 2 ? "0" : "") + number);
  if (!file) return std::nullopt;
  return found.prefix().str() + "--board \"" + *file + "\"" + found.suffix().str();
}

// What the answer says of an event, measure or figure.
std::optional<double> said(const Json& answer, const std::string& name) {
  const auto of_list = [&](const char* list, const std::string& wanted, const char* key) -> std::optional<double> {
    for (const Json& item : answer.value(list, Json::array())) {
      if (item["name"] != wanted) continue;
      const Json& value = item.value(key, Json());
      return value.is_number() ? std::optional(value.get<double>()) : std::nullopt;
    }
    return std::nullopt;
  };
  if (const auto odds = of_list("events", name, "exact")) return odds;
  if (name.starts_with("mean ")) return of_list("measures", name.substr(5), "exact_mean");
  if (name == "drm") {
    double sum = 0;
    for (const Json& row : answer.value("modifiers", Json::array())) {
      const std::string reason = row["reason"];
      const auto is_on = [&](const char* other) { return reason.find(other) != std::string::npos; };
      if (!is_on("critical hit") && !is_on("rubble dr") && !is_on("Kindling DR") && !is_on("To Hit")) sum += row["amount"].get<double>();
    }
    return sum;
  }
  Json value = answer.value(name == "fp" ? "firepower" : name, Json());
  if (name == "fp" && value.is_null()) value = answer["inputs"].value("fp", Json());
  return value.is_number() ? std::optional(value.get<double>()) : std::nullopt;
}

// A cell that an attack cannot come to is no event of it: never.
bool is_cell(const std::string& event) {
  static const std::regex cell("(neighbour )?IFT ([1-7]KIA|K/[1-4]|[1-6]MC|NMC|PTC|-)");
  return std::regex_match(event, cell);
}

// Where a refusal names another rule than the example.
const std::map<std::string, std::string> rules_of_refusals{{"A24.4", "A6.7"}, {"A24.61", "A6.7"}};

}  // namespace

TEST_CASE("the examples of the rulebook hold", "[thorough]") {
  auto open = open_examples();
  std::ifstream file("tests/data/examples.jsonl");
  std::map<std::string, Called> asked;
  int held = 0, examples = 0;
  const Folder folder;
  OneOf some(7);
  for (std::string line; std::getline(file, line);) {
    const Json example = Json::parse(line);
    const std::string id = example["id"];
    ++examples;
    const bool is_listed = open.erase(id) > 0;
    if (!example.contains("command") || !example.contains("event")) {
      CHECK(is_listed);
      continue;
    }
    if (!some.takes_next()) continue;
    const auto command = on_this_machine(example, folder);
    if (!command) continue;
    const std::string event = example["event"];
    if (!asked.contains(*command)) asked[*command] = call(*command + " --method exact --format json");
    const Called& answer = asked[*command];
    INFO(id << ": " << *command << ": " << event << ", " << answer.err);
    std::optional<double> got;
    if (event != "refused" && answer.status == 0) got = said(Json::parse(answer.out), event);
    if (event != "refused" && answer.status == 0 && !got && is_cell(event)) got = 0;
    // It is refused with its rule, or has the odds.
    const std::string source = example["source"];
    const std::string rule = source.substr(0, source.find_first_of(" ,"));
    const bool is_refused =
        answer.status == 2 && answer.err.find(rules_of_refusals.contains(rule) ? rules_of_refusals.at(rule) : rule) != std::string::npos;
    const bool holds =
        event == "refused" ? is_refused : got && std::abs(*got - example["expected"].get<double>()) <= example["tolerance"].get<double>();
    INFO("got " << (got ? std::to_string(*got) : "nothing") << ", expected " << example.value("expected", Json()));
    if (is_listed)
      CHECK_FALSE(holds);  // it is open no more: leave it out of the list
    else
      CHECK(holds);
    held += holds ? 1 : 0;
  }
  CHECK(open.empty());  // each that is listed is an example
  CHECK(examples > 800);
  CHECK(held > effort(600, 80));  // of 681, and 51 need boards
}
