#include <algorithm>
#include <sstream>
#include <string>
#include <vector>

#include <catch2/catch.hpp>

#include "ask/plain_words.hpp"
#include "ask/question_kinds.hpp"
#include "model/core/bad_input.hpp"
#include "tests/support/cli.hpp"
#include "tests/support/effort.hpp"
#include "tests/support/folder.hpp"

using namespace boxcars;
using namespace boxcars::test;

namespace {

// What the line may become, without what is told of it.
std::vector<std::string> completed(const std::vector<std::string>& line) {
  std::vector<std::string> arguments{"complete", "--"};
  arguments.insert(arguments.end(), line.begin(), line.end());
  std::ostringstream out, err;
  CHECK(cli::run(arguments, {out, err, {}, never_stop}) == 0);
  CHECK(err.str().empty());
  std::vector<std::string> words;
  std::istringstream lines(out.str());
  for (std::string text; std::getline(lines, text);) words.push_back(text.substr(0, text.find('\t')));
  return words;
}

using Words = std::vector<std::string>;

bool has(const Words& words, const std::string& word) { return std::find(words.begin(), words.end(), word) != words.end(); }

const std::string chateau = "experiments/maps/chateau.toml";

}  // namespace

TEST_CASE("every command, every field of a question and every choice of it is completed") {
  const Words commands = completed({""});
  OneOf some(3);
  for (const ask::QuestionKind& kind : ask::question_kinds()) {
    const std::string name(kind.name);
    CHECK(has(commands, name));
    if (name == "assault") continue;  // its fields are those of a file
    const Words options = completed({name, "--"});
    for (const model::FieldInfo& field : kind.fields) {
      const std::string option = model::as_option(field.key, "");
      INFO(name << " " << option);
      CHECK(has(options, option));
      if (field.choices.empty() || !some.takes_next()) continue;
      CHECK(completed({name, option, ""}) == field.choices);
      CHECK(completed({name, option + "="}).front() == option + "=" + field.choices.front());
      CHECK(has(completed({name, option, field.choices.back().substr(0, 1)}), field.choices.back()));
    }
  }
  for (const std::string& command : commands) CHECK(completed({command.substr(0, command.size() - 1)}).size() >= 1);
}

TEST_CASE("units are completed to what can be read, with their attributes") {
  CHECK(completed({"attack", "--target", "hs"}) == Words{"hs:2-4-7"});
  CHECK(completed({"attack", "--target", "9-1", "her"}) == Words{"hero:1-4-9"});
  CHECK(completed({"attack", "--target", "5x4-6"}) == Words{"5x4-6-7"});
  CHECK(completed({"attack", "--target", "4-4-7,p"}) == Words{"4-4-7,pinned"});
  CHECK(completed({"attack", "--target", "4-4-7,w"}).empty());  // no squad is wounded
  CHECK(completed({"attack", "--target", "9-1,w"}) == Words{"9-1,wounded"});
  CHECK(completed({"attack", "--by", "mg"}) == Words{"mg:5-12"});
  CHECK(completed({"attack", "--target", "mg"}).empty());
  CHECK(completed({"he", "--occupant", "1=9-"}) == Words{"1=9-1"});
  for (const std::string& unit : completed({"cc", "--attacker", ""}))
    CHECK(call("cc --attacker " + unit + " --defender 4-4-7 --trials 1").status == 0);
}

TEST_CASE("hexes are those of the map that is given") {
  CHECK(completed({"chain", "--hex", ""}).empty());
  CHECK(completed({"chain", "--map", "no-such-file", "--hex", ""}).empty());
  const Words built = completed({"chain", "--map", chateau, "--hex", ""});
  CHECK(has(built, "J8"));
  CHECK(!has(built, "A1"));
  CHECK(has(completed({"chain", "--map=" + chateau, "--hex", "a"}), "A1"));
  const Words grounds = completed({"chain", "--map", chateau, "--set", "J8="});
  for (const char* ground : {"stone:3", "wood:0", "open", "water", "stone-rubble", "woods"})
    CHECK(has(grounds, std::string("J8=") + ground));
  CHECK(!has(grounds, "J8=rooftop"));  // no terrain of a hex
}

TEST_CASE("an attack in plain words, files, actions, settings of an assault and numbers are completed") {
  CHECK(completed({"12", "+1", "v"}) == Words{"vs"});
  CHECK(has(completed({"12", "vs", "4-"}), "4-4-7"));
  CHECK(completed({"12", "vs", "4-4-7", "in", "olive"}) == Words{"olive-grove"});
  CHECK(completed({"12", "vs", "4-4-7", "--cower"}) == Words{"--cowering"});
  CHECK(completed({"board", "x"}) == Words{":files"});
  CHECK(completed({"attack", "--output", ""}) == Words{":files"});
  CHECK(completed({"study", ""}) == Words{"run", "status", "show", "export", "merge"});
  CHECK(has(completed({"balance", "experiments/factory-hall.toml", "--vary", "shot.MGs"}), "shot.MGs.fp"));
  CHECK(completed({"he", "150", "stone", "--levels", ""}) == Words{"0", "1", "2", "3", "4"});
  CHECK(completed({"help", "atl"}) == Words{"atlas"});
  CHECK(completed({"nobody", ""}).empty());
}

TEST_CASE("what a text is made of is completed: from the fields, part by part") {
  CHECK(completed({"attack", "--then", "res"}) == Words{"residual"});
  const Words keys = completed({"attack", "--then", "4,"});
  for (const char* key : {"4,drm=", "4,hindrance=", "4,leadership=", "4,cowering=", "4,moving=", "4,weapon="}) CHECK(has(keys, key));
  CHECK(keys.size() == 6);
  CHECK(completed({"attack", "--then", "4,drm=-2,moving="}) ==
        Words{"4,drm=-2,moving=none", "4,drm=-2,moving=normal", "4,drm=-2,moving=assault", "4,drm=-2,moving=hazardous"});
  CHECK(!has(completed({"attack", "--then", "4,drm=-2,"}), "4,drm=-2,drm="));

  const Words cases = completed({"he", "--case", ""});
  CHECK(has(cases, "K"));
  CHECK(has(cases, "N="));
  CHECK(!has(cases, "Q"));  // the TEM is not given as a case
  CHECK(has(completed({"he", "--case", "K,"}), "K,N="));
  for (const std::string& word : cases) {  // each is one that can be read, with a number where it wants one
    const bool wants_number = word.back() == '=';
    const std::string line = "he 75 wood 1 --range 3 --case " + word + (wants_number ? "1" : "") + " --trials 1";
    INFO(line);
    CHECK_THAT(call(line).err, !Catch::Matchers::Contains("is no Case"));
  }

  CHECK(has(completed({"kindle", "--neighbor", ""}), "wood"));
  CHECK(!has(completed({"kindle", "--neighbor", ""}), "open"));
  CHECK(completed({"kindle", "--neighbor", "stone,f"}) == Words{"stone,fortified"});
  CHECK(completed({"kindle", "--neighbor", "stone,d"}) == Words{"stone,drm=", "stone,detached"});

  for (const char* question : {"he", "chain", "bombard", "enter"}) {
    INFO(question);
    CHECK(has(completed({question, "--map", chateau, "--afv", ""}), "J8"));
    CHECK(completed({question, "--afv", "h"}) == Words{"here"});
    CHECK(completed({question, "--afv", "J8,o"}) == Words{"J8,ot"});
    CHECK(completed({question, "--afv", "J8,ot,"}) == Words{"J8,ot,ce", "J8,ot,low", "J8,ot,high"});
  }
  CHECK(has(completed({"he", "--afv", ""}), "6"));
  CHECK(has(completed({"he", "--own", ""}), "6"));
  CHECK(!has(completed({"chain", "--own", ""}), "6"));  // it is on a map
}

TEST_CASE("events are completed from the store or the assault that the line names, and commands of the manual") {
  const Folder folder;
  const std::string store = folder / "s.sqlite";
  const std::string study =
      folder.file("s.toml", "question = \"clear\"\nmethod = \"exact\"\n[inputs]\ntask = \"mines\"\n[sweep]\nsquads = [1, 2]\n");
  REQUIRE(call("study run " + study + " --quiet --store " + store).status == 0);
  for (const char* action : {"show", "export"})
    CHECK(completed({"study", action, store, "--event", ""}) == Words{"cleared", "hampered", "casualty reduction"});
  CHECK(completed({"study", "show", study, "--event", ""}).empty());  // no store
  CHECK(has(completed({"balance", "experiments/factory-hall.toml", "--event", "1:9-1"}), "1:9-1 broken"));
  CHECK(completed({"assault", "experiments/factory-hall.toml", "--with", "shot.MGs.f"}) == Words{"shot.MGs.fp="});
  CHECK(completed({"man", "kin"}) == Words{"kindle"});
}

TEST_CASE("a question within quotes is completed as a line of its own, and goes on") {
  CHECK(completed({"compare", "att"}) == Words{"attack "});
  CHECK(!has(completed({"compare", ""}), "study "));
  CHECK(completed({"compare", "attack 8 --terr"}) == Words{"attack 8 --terrain "});
  CHECK(completed({"compare", "attack 8 --tri"}).empty());  // it is given to compare
  CHECK(completed({"compare", "attack 8 --target 4-4-7", "attack 8 --target 4-4-7,p"}) == Words{"attack 8 --target 4-4-7,pinned "});
  CHECK(completed({"compare", "he 150 stone 2 --occupant 1=9-"}) == Words{"he 150 stone 2 --occupant 1=9-1 "});
  CHECK(completed({"compare", "attack 8 --then 4,dr"}) == Words{"attack 8 --then 4,drm="});
  CHECK(completed({"compare", "12 vs 4-4-7 in olive"}) == Words{"12 vs 4-4-7 in olive-grove "});
}

TEST_CASE("complete without a line says how it is given") { check_refused("complete", "give it like boxcars complete -- "); }

TEST_CASE("every input that begins in plain words is one of an attack") {
  for (const ask::PlainWord& word : ask::plain_words()) CHECK(ask::question_named("attack").field(word.key));
}
