#include "ask/reading.hpp"

#include <algorithm>
#include <cctype>
#include <fstream>
#include <optional>
#include <random>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include "ask/everyday.hpp"
#include "ask/lexicon.hpp"
#include "model/core/bad_input.hpp"
#include "model/rules/terrain.hpp"
#include "model/rules/units.hpp"
#include "tests/support/cli.hpp"
#include "tests/support/effort.hpp"
#include "tests/support/places.hpp"

using namespace boxcars;
using namespace boxcars::test;
using nlohmann::json;

namespace {

struct Meant {
  std::string line;
  std::string command;  // "refused", or several behind "compare | "
};

std::vector<Meant> lines_of_players() {
  std::vector<Meant> all;
  std::ifstream file(source_path("tests/data/words.txt"));
  for (std::string row; std::getline(file, row);) {
    const auto arrow = row.find(" => ");
    if (!row.starts_with('#') && arrow != std::string::npos) all.push_back({row.substr(0, arrow), row.substr(arrow + 4)});
  }
  return all;
}

bool is_answered(const Meant& meant) { return meant.command != "refused"; }

// Readings without what is told of them.
std::optional<std::vector<std::pair<std::string, ask::GivenInputs>>> read(const std::string& line) {
  try {
    std::vector<std::pair<std::string, ask::GivenInputs>> all;
    for (const ask::PlainQuestion& asked : ask::read_line(line)) all.emplace_back(asked.question, asked.inputs);
    return all;
  } catch (const model::BadInput&) {
    return std::nullopt;
  }
}

bool same(const std::string& a, const std::string& b) {
  const auto one = read(a), other = read(b);
  if (!one || !other || one->size() != other->size()) return false;
  return std::equal(one->begin(), one->end(), other->begin(), [](const auto& x, const auto& y) {
    return x.first == y.first && std::equal(x.second.begin(), x.second.end(), y.second.begin(), y.second.end(),
                                            [](const auto& p, const auto& q) { return p.key == q.key && p.value == q.value; });
  });
}

std::vector<std::string> words_of(const std::string& line) {
  std::vector<std::string> words;
  std::istringstream text(line);
  for (std::string word; text >> word;) words.push_back(word);
  return words;
}

// The words of one line of so many; of every line in a thorough run.
std::vector<std::vector<std::string>> words_of_some_lines(std::size_t of) {
  OneOf some(of);
  std::vector<std::vector<std::string>> all;
  for (const Meant& meant : lines_of_players()) {
    if (some.takes_next()) all.push_back(words_of(meant.line));
  }
  return all;
}

std::string joined(const std::vector<std::string>& words) {
  std::string line;
  for (const std::string& word : words) line += (line.empty() ? "" : " ") + word;
  return line;
}

std::string quoted(const std::string& line) { return "\"" + line + "\""; }

// The odds of an answer, without what was typed.
json odds_of(const std::string& arguments) {
  const Called called = call(arguments + " --method exact --format json");
  INFO(arguments << ": " << called.err);
  CHECK(called.status == 0);
  if (called.status != 0) return {};
  const json answer = json::parse(called.out);
  return {answer["question"], answer["events"], answer["measures"]};
}

}  // namespace

TEST_CASE("a line as players write it is answered as the command that it means") {
  const auto lines = lines_of_players();
  CHECK(lines.size() > 275);
  OneOf some(11);
  for (const auto& [line, command] : lines) {
    if (!some.takes_next()) continue;
    INFO(line);
    if (command == "refused") {
      const Called called = call(quoted(line));
      CHECK(called.status == 2);
      CHECK(called.out.empty());
      CHECK(std::count(called.err.begin(), called.err.end(), '\n') == 1);
      continue;
    }
    std::string asked = command;
    if (command.starts_with("compare")) {
      asked.clear();
      for (std::string rest = command; !rest.empty();) {
        const auto bar = rest.find(" | ");
        const std::string one = rest.substr(0, bar);
        asked += asked.empty() ? one : " " + quoted(one);
        rest = bar == std::string::npos ? "" : rest.substr(bar + 3);
      }
    }
    CHECK(odds_of(quoted(line)) == odds_of(asked));
  }
}

TEST_CASE("an answer to a line begins with what was understood") {
  const auto first_line = [](const std::string& line) {
    return json::parse(call(quoted(line) + " --trials 1000 --format json").out)["understood"].get<std::string>();
  };
  CHECK_THAT(call("\"8+2 vs 548\" --trials 1000").out,
             Catch::Matchers::StartsWith("8 FP, +2, at a 5-4-8; no leader directs, so doubles cower\n"));
  CHECK(first_line("12 +1 vs two 467s and a 9-1 in stone") ==
        "12 FP, +1, +3 stone = +4, at two 4-6-7 and a 9-1; no leader directs, so doubles cower");
  CHECK(first_line("8+2 vs 548") == "8 FP, +2, at a 5-4-8; no leader directs, so doubles cower");
  CHECK(first_line("4-2-6,cowering=inexperienced vs 447") ==
        "fired by a 4-2-6,cowering=inexperienced, +0, at a 4-4-7; Inexperienced, so doubles cower two columns");
  CHECK(first_line("6-4-8,cowering=none vs 447") == "fired by a 6-4-8,cowering=none, +0, at a 4-4-7; nobody cowers");
  CHECK(first_line("8 -1 leader +3 stone vs 447") == "8 FP, +3 stone, -1 leader = +2, at a 4-4-7; a leader directs, so nobody cowers");
  CHECK(first_line("12 -1 vs 467 in stoen") ==
        "12 FP, -1, +3 stone = +2, at a 4-6-7; no leader directs, so doubles cower; stoen read as stone");
  CHECK(first_line("8 vs 447 in wood") ==
        "8 FP, +2 wood, at a 4-4-7; no leader directs, so doubles cower; wood: a wooden building +2 (woods are +1)");
  const json answer = json::parse(call("\"8+2 vs 548\" --trials 1000 --format json").out);
  CHECK(answer["understood"] == "8 FP, +2, at a 5-4-8; no leader directs, so doubles cower");
  CHECK(!json::parse(call("attack 8 --target 5-4-8 --trials 1000 --format json").out).contains("understood"));
  const json both = json::parse(call("\"16 or two 8s at a 467\" --method exact --format json").out);
  CHECK(both["understood"].get<std::string>().starts_with("A: 16 FP"));
}

TEST_CASE("options of how it is answered complete no line") {
  CHECK(odds_of("8-1 vs 447") == odds_of("attack 8 --drm -1 --target 4-4-7"));
  CHECK(odds_of("6+1 vs 237") == odds_of("attack 6 --drm 1 --target hs:2-3-7"));
  check_refused("12 +1 --trials 1000", "no target");
}

TEST_CASE("what changes nothing for a reader changes nothing in a reading") {
  OneOf some(3);
  for (const Meant& meant : lines_of_players()) {
    if (!is_answered(meant) || !some.takes_next()) continue;
    const std::string& line = meant.line;
    INFO(line);
    std::string large = line;
    std::transform(large.begin(), large.end(), large.begin(), [](unsigned char c) { return static_cast<char>(std::toupper(c)); });
    if (line.front() != '<') CHECK(same(line, large));
    CHECK(same(line, "please " + line));
    CHECK(same(line, "what are the odds of " + line + "?"));
    CHECK(same(line, "  " + line + " .  "));
    // 467 is 4-6-7
    std::vector<std::string> words = words_of(line);
    for (std::string& word : words) {
      const bool is_counter = word.size() == 3 &&
                              std::all_of(word.begin(), word.end(), [](unsigned char c) { return std::isdigit(c) != 0; }) &&
                              !ask::kind_of_counter(std::string{word[0], '-', word[1], '-', word[2]}).empty();
      if (is_counter) word = std::string{word[0], '-', word[1], '-', word[2]};
    }
    CHECK(same(line, joined(words)));
  }
}

TEST_CASE("a slip in a word is corrected to the same, or the line is refused") {
  OneOf some(13);
  for (const Meant& meant : lines_of_players()) {
    if (!is_answered(meant)) continue;
    const std::vector<std::string> words = words_of(meant.line);
    for (std::size_t i = 0; i < words.size(); ++i) {
      const bool is_word =
          words[i].size() > 4 && std::all_of(words[i].begin(), words[i].end(), [](unsigned char c) { return std::isalpha(c) != 0; });
      if (!is_word) continue;
      for (std::size_t at = 1; at + 1 < words[i].size(); ++at) {
        auto slipped = words;
        if (slipped[i][at] == slipped[i][at + 1]) continue;
        std::swap(slipped[i][at], slipped[i][at + 1]);
        if (ask::word_of(slipped[i])) continue;  // another word: there for three
        if (!some.takes_next()) continue;
        INFO(meant.line << " / " << joined(slipped));
        if (read(joined(slipped))) CHECK(same(meant.line, joined(slipped)));
      }
    }
  }
}

// Readers look at the words around one; the build with assertions says who looks beyond the line.
TEST_CASE("what is left of a line, when its begin, its end or a word is missing, is read or refused") {
  for (const std::vector<std::string>& words : words_of_some_lines(5)) {
    for (std::size_t i = 0; i < words.size(); ++i) {
      const auto at = words.begin() + static_cast<std::ptrdiff_t>(i);
      std::vector<std::string> others = words;
      others.erase(others.begin() + static_cast<std::ptrdiff_t>(i));
      for (const std::string& rest : {joined({words.begin(), at}), joined({at, words.end()}), joined(others)}) {
        INFO(rest);
        CHECK_NOTHROW(read(rest));  // anything but BadInput
      }
    }
  }
}

TEST_CASE("a line with a word that nobody knows is refused, and says which") {
  for (const std::vector<std::string>& words : words_of_some_lines(3)) {
    for (std::size_t i = 0; i < words.size(); ++i) {
      const bool says = std::any_of(words[i].begin(), words[i].end(), [](unsigned char c) { return std::isalnum(c) != 0; });
      if (!says || words[i].front() == '<' || words.size() < 3) continue;
      auto changed = words;
      changed[i] = "qzxwvk";
      INFO(joined(changed));
      try {
        ask::read_line(joined(changed));
        FAIL_CHECK("it is answered");
      } catch (const model::BadInput& bad) {
        CHECK_THAT(bad.what(), Catch::Matchers::StartsWith("not understood: ") && Catch::Matchers::Contains("'qzxwvk'"));
        CHECK(std::string_view(bad.what()).find('\n') == std::string_view::npos);
      }
    }
  }
}

// A line of each question, in three parts: a word may stand before and behind a unit, or at the end.
struct Asked {
  std::string before, unit, behind;
};
const std::vector<Asked> asked_of_each{{"12 +1 vs a", "467", "in stone"},
                                       {"two 628s at range 3 on a", "467", "in woods"},
                                       {"75L at a", "467", "in woods, range 8"},
                                       {"cc 628 vs", "467", "for 3 rounds"},
                                       {"150mm at a stone house with 2 levels,", "467", "on level 1"},
                                       {"breach a stone wall,", "467", "behind it"},
                                       {"105mm collapses a hut with a", "447", ""},
                                       {"rally of a", "467", "in woods"},
                                       {"1MC of a", "467", ""},
                                       {"clear rubble with a", "467", "until done"},
                                       {"kindle a stone building by a", "467", ""},
                                       {"tank enters a stone building, crew", "", ""}};

TEST_CASE("what is said not to be so is never read as if it were") {
  using enum ask::Means;
  const std::set<ask::Means> flags{state,     concealed, exhausted, fanatic,      fortified, moving, ffmo,   ffnam,    hinders,
                                   area_fire, cowering,  gun_case,  assault_fire, roof,      ambush, thrown, acquired, set};
  const std::vector<std::string> negations{"no ", "not ", "without ", "non-", "isn't ", "no longer "};
  std::size_t compared = 0, turn = 0;
  OneOf some(5);
  for (const ask::Word& word : ask::lexicon()) {
    if (!flags.contains(word.means) || !some.takes_next()) continue;
    const std::string flag(word.text);
    for (const Asked& asked : asked_of_each) {
      const std::string& negation = negations[turn++ % negations.size()];
      if (ask::word_of(negation + flag)) continue;  // "no ambush"
      const std::string plain = joined({asked.before, asked.unit, asked.behind});
      const bool is_behind = turn % 2 == 0;
      const auto with = [&](const std::string& how) {
        return is_behind ? plain + ", " + how : joined({asked.before, how, asked.unit, asked.behind});
      };
      const std::string said = with(negation + flag), is = with(flag);
      INFO(said << " / " << is);
      if (!read(said) || !read(is)) continue;
      ++compared;
      CHECK((same(said, plain) || !same(said, is)));
    }
  }
  CHECK(compared > effort<std::size_t>(100, 20));
}

TEST_CASE("how a unit is changes what is asked, or is refused, or is said to make no difference") {
  using enum ask::Means;
  const std::set<ask::Means> states{state, concealed, exhausted, fanatic};
  OneOf some(5);
  for (const ask::Word& word : ask::lexicon()) {
    if (!states.contains(word.means) || !some.takes_next()) continue;
    const std::string how(word.text);
    for (const Asked& asked : asked_of_each) {
      const std::string plain = joined({asked.before, asked.unit, asked.behind});
      if (!read(plain)) continue;
      for (const std::string& said :
           {joined({asked.before, how, asked.unit, asked.behind}), joined({asked.before, asked.unit, how, asked.behind}),
            joined({asked.before, asked.unit + ",", how + ",", asked.behind}), plain + ", " + how}) {
        INFO(said);
        if (!read(said)) continue;
        const bool is_told = ask::read_line(said).front().understood.find("makes no difference") != std::string::npos;
        const bool is_rallying = asked.before.starts_with("rally") && word.value == "broken";  // whoever rallies is
        CHECK((is_told || is_rallying || !same(said, plain)));
      }
    }
  }
}

TEST_CASE("words of everyday English are never taken for slips") {
  for (const std::string word : {"wait", "lands", "falling", "alone", "tired", "done", "become", "thats", "floor", "house", "lady"}) {
    const ask::Word* known = ask::word_of(word);
    if (known) continue;
    INFO(word);
    CHECK(!ask::nearly(word));
  }
}

TEST_CASE("an English word is passed over as it is written, and no slip of a word of the game is one") {
  // One by each ending, and words by themselves.
  for (const std::string word :
       {"nonchalantly", "toasted", "listeners", "chucks", "carries", "glasses", "hoping", "baked", "singing", "soup"}) {
    INFO(word);
    CHECK((ask::is_turning(word) || ask::is_idle(word) || ask::word_of(word)));
    CHECK(ask::is_everyday(word));
  }
  for (const std::string word : {"moveing", "shoting", "miens", "wods", "zzgl", "hexs", "concealled"}) {
    INFO(word);
    CHECK(!ask::is_turning(word));
  }
  for (const std::string word : {"nearly", "hills", "retreated", "basement", "exposed", "camouflaged", "smoked", "above"}) {
    INFO(word);  // which may change the odds
    CHECK(!ask::is_turning(word));
    CHECK(ask::is_everyday(word));
    CHECK_THROWS_AS(ask::read_line("8 at a 447, " + word), model::BadInput);
  }
  CHECK_THROWS_AS(ask::read_line("8 at a nonchalantly concealed 447"), model::BadInput);
  CHECK_NOTHROW(ask::read_line("8 at a 447, he grins nonchalantly"));
}

TEST_CASE("of a story who is whose says who fires at whom") {
  const auto told = [](const std::string& line) { return ask::read_line(line).front().understood; };
  struct Story {
    std::string mine, his, ends;
  };
  const std::vector<Story> stories{
      {"I have a 467 and a 9-1 in a house", "he has a 447 in woods three hexes away", "I fire."},
      {"I've got a 467 with a 9-1 directing, three hexes from the woods", "he has a 447 in there", "What are my odds?"},
      {"my 467 and my 9-1 are in L6", "your 447 is in the woods at L9", "I prep fire."}};
  for (const Story& story : stories) {
    for (const std::string& line : {story.mine + ", " + story.his + ". " + story.ends, story.his + ". " + story.mine + ". " + story.ends}) {
      INFO(line);
      CHECK_THAT(told(line), Catch::Matchers::StartsWith("fired by a 4-6-7, range 3") && Catch::Matchers::Contains("+1 woods") &&
                                 Catch::Matchers::Contains("-1 by the 9-1") && Catch::Matchers::Contains("at a 4-4-7"));
    }
  }
  // Told of the same two, the other one fires.
  CHECK_THAT(told("I have a 467 in a wooden house. He has a 447 in woods three hexes away. He fires."),
             Catch::Matchers::StartsWith("fired by a 4-4-7, range 3, +2 wood"));
  CHECK_THAT(told("my 447 runs across the street, his 467 sees it from 4 hexes"),
             Catch::Matchers::StartsWith("fired by a 4-6-7, range 4, -2"));
  for (const std::string line :
       {"I have a 467 and he has a 447 three hexes away. Bad?",  // who fires?
        "my 467 is in stone, his 447 is in woods 4 hexes away. It fires.", "my two 467s are in L6. His 447 is in woods at L9. They fire.",
        "my 467 fires at his 447 moving from L6 to L9",  // whose hexes are those?
        "my 467 fires at his 447 that fires back", "my 467 with LMG fires at a 447 at 3 hexes with no ammo"}) {
    INFO(line);
    CHECK_THROWS_AS(ask::read_line(line), model::BadInput);
  }
  CHECK_THAT(told("You have a 447, I have a 467 three hexes away, looking at woods. I shoot"),
             Catch::Matchers::StartsWith("fired by a 4-6-7, range 3, +1 woods") && Catch::Matchers::Contains("at a 4-4-7"));
  CHECK_THAT(told("8 FP at my hero, a 1-4-9, in woods"), Catch::Matchers::StartsWith("8 FP, +1 woods, at a 1-4-9 hero;"));
  CHECK_THROWS_AS(ask::read_line("?"), model::BadInput);
  CHECK_THROWS_AS(ask::read_line("?? 8"), model::BadInput);
  for (const std::string line :
       {"A 467 covers while a 447 fires at a 548 in stone at range 3", "his 9-1 directs, my 8 FP shoots at his 447",
        "a 467, its 9-1 dead, fires at a 447 in brush at range 3", "8 FP at a 447 heading for the woods", "8 at a 447 that may be pinned",
        "his 447 moves out of the woods and I shoot 8 FP at it", "8 at a 447 that was in woods and is in stone now",
        "467 whose LMG is out of ammo fires at a 447 at range 4", "my 467 shoots at his 447 with my LMG at 3 hexes"}) {
    INFO(line);
    CHECK_THROWS_AS(ask::read_line(line), model::BadInput);
  }
}

TEST_CASE("what is understood says what is true") {
  const auto told = [](const std::string& line) { return ask::read_line(line).front().understood; };
  CHECK_THAT(told("100mm OBA on a 447 in woods"), Catch::Matchers::Contains("-1 woods"));
  CHECK_THAT(told("81mm mortar on a 447 in woods"), Catch::Matchers::Contains("-1 woods"));
  CHECK_THAT(told("WP on a 447 in woods"), Catch::Matchers::Contains("-1 woods"));
  CHECK_THAT(told("75L at a 447 in woods"), Catch::Matchers::Contains("+1 woods"));
  CHECK_THAT(told("75mm at a 467 in stone, needs a 6 to hit"), Catch::Matchers::Contains("To Hit 6"));
  CHECK_THAT(told("SU-152 at a stone house with 2 levels, needs 7 to hit"), Catch::Matchers::Contains("To Hit 7"));
  CHECK_THAT(told("467 rof 2 mmg 5-12 vs 447 at 4 hexes"), Catch::Matchers::Contains("ROF 2"));
  CHECK_THAT(told("8 vs 467 with attacker san 4"), Catch::Matchers::Contains("attacker's SAN 4"));
  CHECK_THAT(told("12 on an encircled 447"), Catch::Matchers::Contains("an encircled 4-4-7"));
  check_refused("\"105 HE at a wood house with 1 upper level, crew 228 with 75mm gun on level 1\"", "two calibres");
}

TEST_CASE("a refusal offers no line that drops a part of what changes the odds") {
  for (const std::string line : {"20 +3 on 3 squads 447 and an 8-0, qzxwvk directing", "12 on a qzxwvk concealed 447",
                                 "rally 467 with 9-1 qzxwvk DM", "my 467 is broken and DM, 9-1 in the hex, qzxwvk odds it rallies"}) {
    INFO(line);
    try {
      ask::read_line(line);
      FAIL_CHECK("it is answered");
    } catch (const model::BadInput& bad) {
      CHECK(std::string_view(bad.what()).find("without that") == std::string_view::npos);
    }
  }
}

TEST_CASE("no order of words is too odd", "[fuzz]") {
  std::vector<std::string> words;
  for (const Meant& meant : lines_of_players()) {
    for (std::string& word : words_of(meant.line)) words.push_back(std::move(word));
  }
  for (const ask::Word& word : ask::lexicon()) words.emplace_back(word.text);
  CHECK_NOTHROW(read("is broken"));
  std::mt19937 random(7);
  for (int round = 0; round < effort(3000, 1000); ++round) {
    std::string line;
    const std::size_t length = round % 100 == 0 ? 200 : 1 + random() % 24;
    for (std::size_t i = 0; i < length; ++i) line += words[random() % words.size()] + (random() % 9 == 0 ? ", " : " ");
    INFO(line);
    CHECK_NOTHROW(read(line));
  }
}

TEST_CASE("every name that is known has a counter, and every terrain a TEM") {
  std::set<std::string> qualities, nations;
  for (const ask::Word& word : ask::lexicon()) {
    if (word.means == ask::Means::nation) nations.insert(std::string(word.value));
    if (word.means == ask::Means::quality) qualities.insert(std::string(word.value));
    if (word.means == ask::Means::terrain || word.means == ask::Means::fixed_tem)
      CHECK(model::find_choice(std::string(word.value), model::terrain_choices));
  }
  for (const std::string& nation : nations) {
    CHECK(!ask::counter_of(nation, "", ask::Means::squads).empty());
    for (const std::string& quality : qualities) {
      const std::string squad = ask::counter_of(nation, quality, ask::Means::squads);
      const std::string half = ask::counter_of(nation, quality, ask::Means::half_squads);
      INFO(nation << " " << quality << " " << squad << " " << half);
      if (!squad.empty()) CHECK_NOTHROW(model::parse_unit("squad:" + squad));
      if (!half.empty()) CHECK_NOTHROW(model::parse_unit("hs:" + half));
      if (!squad.empty()) CHECK(ask::kind_of_counter(squad).find("squad") != std::string::npos);
      if (!half.empty()) CHECK(ask::kind_of_counter(half) != "squad");
    }
  }
}

TEST_CASE("a name that several vehicles have says which is taken, and others are written as on their counters") {
  const auto told = [](const std::string& line) { return ask::read_line(line).front().understood; };
  CHECK(told("tiger kills a sherman at 10 hexes") == "Tiger at M4A1 at 10 hexes; Tiger: PzKpfw VIE; Sherman: M4A1");
  CHECK(told("88l kills a t-34/85 at 12 hexes") == "88L at T-34/85 at 12 hexes");
  CHECK(told("panther duels an is-2 at 8 hexes, is-2 fires first") == "Panther against IS-2 at 8 hexes, IS-2 first; Panther: PzKpfw VG");
}

TEST_CASE("what is not understood is refused with what would be") {
  check_refused("clear qzxwvk with two squads", "not understood: 'qzxwvk'");
  check_refused("\"12 +1 vs 467 in quicksand\"", "not understood: 'quicksand'");
  check_refused("zzz 8", "unknown question 'zzz'");
  check_refused("atack 8 --target 4-4-7", "did you mean attack?");
  check_refused("105 at 467", "105mm or 105fp");
  check_refused("\"8 PBF vs 447\"", "doubled");
  check_refused("\"12 9-1 467\"", "does he direct, or is he fired at?");
  check_refused("\"8 at a 347\"", "squad or half-squad?");
  check_refused("\"12 vs 467 in a building\"", "wood or stone?");
  check_refused("\"+1 stone 12 vs 467\"", "is +1 all, or more than that?");
}
