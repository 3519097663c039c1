// Command lines made of the program's own options, words and examples, and mutated: whatever is typed, there is an answer that is none that
// cannot be, or one line. The same lines for the same seed; BOXCARS_FUZZ_SEED and BOXCARS_FUZZ_SECONDS ask for others, and for more:
//   BOXCARS_FUZZ_SECONDS=600 BOXCARS_FUZZ_SEED=7 build/release/tests/boxcars_tests "[fuzz]"
#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdlib>
#include <functional>
#include <map>
#include <mutex>
#include <optional>
#include <random>
#include <set>
#include <sstream>
#include <string>
#include <thread>
#include <vector>

#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include "cli/boxcars.hpp"
#include "cli/commands.hpp"
#include "cli/form.hpp"
#include "cli/questions.hpp"
#include "io/formats/words.hpp"
#include "tests/support/binomial.hpp"
#include "tests/support/cli.hpp"
#include "tests/support/effort.hpp"
#include "tests/support/folder.hpp"
#include "tests/support/garbage.hpp"

using namespace boxcars;
using namespace boxcars::test;
using nlohmann::json;

namespace {

using Words = std::vector<std::string>;

constexpr const char* trials = "3000";
constexpr sim::Budget budget{.states = 4000, .loop_states = 300, .visits = 1 << 18};
constexpr int lines_in_a_short_run = effort(3000, 200);
constexpr auto longest = std::chrono::minutes(8);  // beyond that it hangs, and the line is told before the test is ended

class Random {
 public:
  explicit Random(std::uint64_t seed) : engine_(seed) {}
  int below(int end) { return static_cast<int>(engine_() % static_cast<std::uint64_t>(end)); }
  int from_to(int low, int high) { return low + below(high - low + 1); }
  bool one_in(int n) { return below(n) == 0; }
  template <class Value>
  const Value& of(const std::vector<Value>& values) {
    return values[static_cast<std::size_t>(below(static_cast<int>(values.size())))];
  }
  std::string number(int low, int high) { return std::to_string(from_to(low, high)); }

 private:
  std::mt19937_64 engine_;
};

struct Option {
  std::string name;     // "--terrain"
  std::string metavar;  // "WORD"; empty: a flag
  Words words{};        // that it takes, if it takes words
};

// A command as it describes itself.
struct Grammar {
  std::string name;
  std::vector<Option> options{};
  std::vector<Words> examples{};
  bool has(const std::string& option) const {
    return std::any_of(options.begin(), options.end(), [&](const Option& o) { return o.name == option; });
  }
};

// A line of the program's list of what it knows: "(known: a, b or c)".
Words known_in(const std::string& refusal) {
  const std::string before = "(known: ";
  const auto at = refusal.find(before);
  if (at == std::string::npos) return {};
  std::string list = refusal.substr(at + before.size());
  list.resize(std::min(list.find(')'), list.size()));
  if (const auto last = list.rfind(" or "); last != std::string::npos) list.replace(last, 4, ", ");
  Words words;
  for (std::size_t begin = 0; begin < list.size();) {
    const auto end = std::min(list.find(", ", begin), list.size());
    words.push_back(list.substr(begin, end - begin));
    begin = end + 2;
  }
  return words;
}

// The examples in a description: its lines that begin with the program's name.
std::vector<Words> examples_in(std::string description) {
  for (std::size_t at; (at = description.find("\\\n")) != std::string::npos;) description.replace(at, 2, " ");
  std::istringstream lines(description);
  std::vector<Words> examples;
  for (std::string line; std::getline(lines, line);) {
    if (!line.starts_with("  boxcars ")) continue;
    Words words = io::words_of(line);
    words.erase(words.begin(), words.begin() + 2);
    examples.push_back(std::move(words));
  }
  return examples;
}

Grammar grammar_of(const std::function<cli::Command(const cli::Form&)>& add) {
  const cli::CommandLine line;
  const cli::Form form = add(line.form()).form;
  Grammar grammar{.name = form.name(), .examples = examples_in(form.description())};
  for (const cli::Shown& option : form.options()) {
    Option o{.name = option.names.front(), .metavar = option.type};
    if (o.metavar == "WORD") o.words = known_in(call(grammar.name + " " + o.name + " zzqqzz").err);
    grammar.options.push_back(std::move(o));
  }
  grammar.options.push_back({"--help", ""});
  if (grammar.examples.empty()) grammar.examples.emplace_back();
  return grammar;
}

// What writes files, takes long, or decides what is looked at: said on every line, in one way.
bool is_left_alone(const std::string& word) {
  return std::any_of(word.begin(), word.end(), [](char c) { return c == '>'; }) || word.find("--ou") != std::string::npos ||
         word.find("--pre") != std::string::npos || word.find("--tri") != std::string::npos || word.find("--thr") != std::string::npos ||
         word.find("--fo") == 0;
}

class Lines {
 public:
  Lines(std::uint64_t seed, std::string assault) : random_(seed), assault_(std::move(assault)) {
    for (const auto& question : cli::questions()) grammars_.push_back(grammar_of(question.add));
    for (auto* add : {cli::add_compare, cli::add_balance, cli::add_terrain, cli::add_board, cli::add_atlas})
      grammars_.push_back(grammar_of(add));
  }

  Words next() {
    const Grammar& grammar = random_.of(grammars_);
    Words line = grammar.name == "compare" ? comparison() : question(grammar);
    if (random_.one_in(3)) {
      for (int times = random_.from_to(1, 3); times > 0; --times) mutate(line);
    }
    std::erase_if(line, is_left_alone);
    const bool names_one =
        !line.empty() && std::any_of(grammars_.begin(), grammars_.end(), [&](const Grammar& g) { return g.name == line[0]; });
    if (!names_one) return line;
    if (grammar.has("--trials")) line.insert(line.end(), {"--trials", trials});
    if (grammar.has("--threads")) line.insert(line.end(), {"--threads", "1"});
    if (grammar.has("--format"))
      line.insert(line.end(), {"--format", random_.one_in(8) ? random_.of(Words{"text", "csv", "markdown"}) : "json"});
    return line;
  }

 private:
  Words question(const Grammar& grammar) {
    Words line{grammar.name};
    if (!random_.one_in(8)) {
      const Words& example = random_.of(grammar.examples);
      line.insert(line.end(), example.begin(), example.end());
    }
    for (std::string& word : line) {
      if (word.ends_with("chateau.toml") && word.find("maps") == std::string::npos) word = assault_;
    }
    for (int more = random_.below(4); more > 0; --more) {
      const Option& option = random_.of(grammar.options);
      line.push_back(option.name);
      if (option.metavar.empty()) continue;
      for (int values = option.metavar == "UNIT" || option.metavar == "L=UNIT" ? random_.from_to(1, 3) : 1; values > 0; --values)
        line.push_back(value(option));
    }
    return line;
  }

  // Two questions without what is said once for both, mostly the same one.
  Words comparison() {
    static const Words common = cli::common_options();
    const auto questions = static_cast<int>(cli::questions().size());
    const int which = random_.below(questions);
    Words line{"compare"};
    for (int side = 0; side < 2; ++side) {
      const int other = random_.one_in(3) ? random_.below(questions) : which;
      Grammar grammar = grammars_[static_cast<std::size_t>(other)];
      std::erase_if(grammar.options,
                    [](const Option& option) { return std::find(common.begin(), common.end(), option.name) != common.end(); });
      std::string text;
      for (const std::string& word : question(grammar)) text.append(text.empty() ? "" : " ").append(io::quoted(word));
      line.push_back(text);
    }
    return line;
  }

  std::string unit() {
    static const Words counters{"4-4-7", "4-6-7", "6-6-6", "squad:2-2-8", "hs:2-4-7", "hs:1-4-6", "crew:2-2-8", "9-1",       "8-0",
                                "10-3",  "6+1",   "7-0",   "hero:1-4-9",  "2-4-7",    "4-4-14",   "crew:1-1-7", "leader:8-1"};
    static const Words attributes{"broken",   "pinned",   "wounded",   "bml=6",          "elr=3", "elr=0",
                                  "hs_bml=5", "gun=75AT", "gun=81MTR", "gun=37AT-small", "bml=0", ""};
    std::string text = (random_.one_in(6) ? random_.number(1, 4) + "x" : "") + random_.of(counters);
    for (int more = random_.one_in(3) ? random_.from_to(1, 2) : 0; more > 0; --more) text += "," + random_.of(attributes);
    return text;
  }

  std::string hex() { return random_.of(Words{"J8", "K9", "J9", "K8", "N4", "A1", "GG10", "j8", "I8", "ZZ1"}); }
  std::string place() { return random_.one_in(2) ? hex() : random_.number(1, 6); }
  std::string afv() {
    return (random_.one_in(3) ? "here" : place()) + (random_.one_in(2) ? random_.of(Words{",ot", ",ce", ",low", ",high", ",ot,ce"}) : "");
  }

  // By what the help says that an option takes.
  std::string value(const Option& option) {
    if (random_.one_in(12)) return garbage();
    const std::string& metavar = option.metavar;
    if (!option.words.empty()) return random_.of(option.words);
    if (metavar == "N") return random_.one_in(10) ? random_.number(-99, 99) : random_.number(-3, 9);
    if (metavar == "MM") return random_.of(Words{"15", "20", "37", "50", "70", "75", "81", "105", "120", "150", "200", "250", "305"});
    if (metavar == "N[+N...]")
      return random_.of(Words{"1", "2", "4", "6", "8", "12", "16+4", "20", "24", "30", "36", "0.5", "1000", "4+4+3"});
    if (metavar == "UNIT") return unit();
    if (metavar == "L=UNIT") return (random_.one_in(6) ? "" : random_.of(Words{"0=", "1=", "2=", "rooftop=", "5="})) + unit();
    if (metavar == "9-1") return random_.of(Words{"9-1", "10-3", "6+1", "8-0", "4-4-7"});
    if (metavar.starts_with("HEX="))
      return hex() + "=" + random_.of(Words{"stone:3", "wood:0", "wood:1", "open", "water", "stone-rubble", "hut", "stone"});
    if (metavar.find("[,ot") != std::string::npos) return afv();
    if (metavar == "1-6" || metavar.starts_with("HEX")) return place();
    if (metavar == "NAME") return hex();
    if (metavar == "LEVELS") return random_.of(Words{"0", "1", "0,1", "2,1", "rooftop", "0,rooftop"});
    if (metavar == "L") return random_.of(Words{"0", "1", "2", "rooftop"});
    if (metavar == "T" || metavar == "N|until") return random_.one_in(3) ? "until" : random_.number(0, 6);
    if (metavar == "P") return random_.of(Words{"0.5", "0.3", "0", "1"});
    if (metavar == "PATH")
      return random_.of(Words{"turns", "shot.MGs.drm", "shot.SU-152.to_hit", "rally.drm", "goal.good_order", "shot.MGs"});
    if (metavar == "PATH=VALUE")
      return random_.of(Words{"turns=2", "shot.MGs.drm=-2", "rally.drm=0", "goal.good_order=1", "defender.1.unit=2x4-4-7", "x=1"});
    if (metavar == "N,N,...") return random_.of(Words{"1,2", "2", "-1,0,1", "3,3", ""});
    if (metavar == "FILE" || metavar == "BOARD")
      return random_.of(Words{"experiments/maps/chateau.toml", "experiments/maps/chateau.toml", assault_, "no-such-file"});
    return garbage();
  }

  std::string garbage() { return random_.of(garbage_words()); }

  void mutate(Words& line) {
    if (line.empty()) return;
    const auto at = static_cast<std::size_t>(random_.below(static_cast<int>(line.size())));
    const auto place = line.begin() + static_cast<std::ptrdiff_t>(at);
    std::string& word = line[at];
    const auto in_word = [&](std::size_t more) { return static_cast<std::size_t>(random_.below(static_cast<int>(word.size() + more))); };
    switch (random_.below(10)) {
      case 0:
        line.erase(place);
        break;
      case 1:
        line.insert(place, line[at]);
        break;
      case 2:
        std::swap(line[at], line[static_cast<std::size_t>(random_.below(static_cast<int>(line.size())))]);
        break;
      case 3:
        line.insert(place, garbage());
        break;
      case 4:
        word = garbage();
        break;
      case 5:
        if (!word.empty()) word.erase(in_word(0), 1);
        break;
      case 6:
        word.insert(in_word(1), 1,
                    random_.of(std::vector<char>{'-', '=', ',', ':', '0', '9', 'x', 'X', '+', '.', ' ', '\t', '\x1b', '\xc3'}));
        break;
      case 7:
        if (word.size() > 1) std::swap(word[0], word[in_word(0)]);
        break;
      case 8:
        for (char& c : word) c = static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
        break;
      default:
        if (const Grammar& other = random_.of(grammars_); !other.options.empty()) line.insert(place, random_.of(other.options).name);
        break;
    }
  }

  Random random_;
  std::string assault_;
  std::vector<Grammar> grammars_;
};

// Makes a flag true if it lives too long.
class Watch {
 public:
  explicit Watch(std::atomic<bool>& stop)
      : thread_([this, &stop](const std::stop_token& done) {
          std::unique_lock lock(mutex_);
          woken_.wait_for(lock, done, longest, [] { return false; });
          if (!done.stop_requested()) stop = true;
        }) {}

 private:
  std::mutex mutex_;
  std::condition_variable_any woken_;
  std::jthread thread_;
};

std::string in_one_line(const Words& line) {
  std::string text = "boxcars";
  for (const std::string& word : line) text.append(" ").append(io::quoted(word));
  return text;
}

// What is wrong with what the program gave; nothing if it is well.
class Faults {
 public:
  void require(bool is_so, const std::string& what) {
    if (!is_so) all_.push_back(where_ + what);
  }
  /// What follows is about it, until the next one.
  void about(const std::string& what) { where_ = what + ": "; }
  bool any() const { return !all_.empty(); }
  std::string in_words() const {
    std::string text;
    for (const std::string& fault : all_) text += fault + "\n";
    return text;
  }

 private:
  std::string where_;
  Words all_;
};

void look_at_refusal(const std::string& out, const std::string& err, const std::string& typed, Faults& faults) {
  faults.require(out.empty(), "something on standard output");
  faults.require(err.starts_with("boxcars: "), "it does not begin with boxcars:");
  faults.require(std::count(err.begin(), err.end(), '\n') == 1 && err.ends_with('\n'), "it is not one line");
  const auto is_control = [](char c) { return (static_cast<unsigned char>(c) < ' ' && c != '\n') || c == '\x7f'; };
  faults.require(std::none_of(err.begin(), err.end(), is_control), "a control character");
  for (const char* leak :
       {"std::", "CLI::", "toml::", "what()", "terminate", "basic_string", "TEXT", "Assertion", "nlohmann", "please report"})
    faults.require(err.find(leak) == std::string::npos || typed.find(leak) != std::string::npos, std::string("it says ") + leak);
}

void look_at_chance(const json& chance, std::uint64_t thrown, Faults& faults) {
  for (const char* key : {"exact", "estimate", "low", "high"}) {
    if (chance[key].is_number()) faults.require(chance[key] >= 0 && chance[key] <= 1, std::string(key) + " is no probability");
  }
  if (!chance["count"].is_number() || thrown == 0) return;
  const auto count = chance["count"].get<std::uint64_t>();
  if (count > thrown) return faults.require(false, "more often than thrown");
  faults.require(chance["low"] <= chance["estimate"] && chance["estimate"] <= chance["high"], "the interval does not hold the estimate");
  if (chance["exact"].is_number())
    faults.require(tail(count, thrown, chance["exact"].get<double>()) > false_alarm, "exact and simulated odds differ");
}

using ByName = std::map<std::string, double>;

// Calls look(odds, 1) with the exact odds of events, and look(counts, trials): what holds of one holds of the other.
template <class Look>
void look_at_each(const json& events, std::uint64_t thrown, Look look) {
  for (const auto& [key, all] : {std::pair("exact", 1.0), std::pair("count", static_cast<double>(thrown))}) {
    ByName odds;
    for (const auto& event : events) {
      if (event[key].is_number()) odds[event["name"]] = event[key].template get<double>();
    }
    if (odds.size() == events.size()) look(odds, all);
  }
}

// What cannot be otherwise of the fates of units (`all` is 1, or the trials).
void look_at_fates(const ByName& odds, double all, Faults& faults) {
  const auto at_most = [&](double a, double b, const char* what) { faults.require(a <= b + 1e-9 * all, what); };
  std::vector<double> eliminated;
  for (const auto& [name, value] : odds) {
    const std::string last = " unharmed";
    if (!name.ends_with(last) || name.find(':') == std::string::npos) continue;
    const std::string unit = name.substr(0, name.size() - last.size());
    faults.about(unit);
    const auto of = [&](const char* fate) { return odds.at(unit + " " + fate); };
    const double harmed = all - value, apart = of("eliminated") + of("broken") + of("pinned");
    at_most(apart, harmed, "eliminated, broken, pinned and unharmed are more than all");
    at_most(harmed, apart + of("reduced"), "harmed, but neither eliminated, broken, pinned nor reduced");
    at_most(of("eliminated") + of("reduced"), all, "eliminated and reduced");
    at_most(of("reduced"), harmed, "reduced and unharmed");
    eliminated.push_back(of("eliminated"));
  }
  if (!odds.contains("any eliminated")) return;
  faults.about("all units");
  const auto overall = [&](const char* event) { return odds.at(event); };
  faults.require(overall("some effect") + overall("no effect") == Approx(all), "some effect or no effect");
  at_most(overall("all eliminated"), overall("all broken or eliminated"), "all eliminated, but not broken or eliminated");
  at_most(overall("all eliminated"), overall("any eliminated"), "all, but not any eliminated");
  at_most(overall("any eliminated"), overall("some effect"), "one eliminated without an effect");
  for (const double one : eliminated) {
    at_most(one, overall("any eliminated"), "one eliminated, but not any");
    at_most(overall("all eliminated"), one, "all eliminated, but not one");
  }
}

void look_at_ift(const ByName& odds, double all, Faults& faults) {
  double sum = 0;
  bool any = false;
  for (const auto& [name, value] : odds) {
    if (!name.starts_with("IFT ")) continue;
    sum += value;
    any = true;
  }
  faults.about("IFT");
  const auto dud = odds.find("malfunctions");  // a DC's attack is none then
  const double without = dud == odds.end() ? 0 : dud->second;
  if (any) faults.require(sum == Approx(all).epsilon(1e-9) || sum == Approx(all - without).epsilon(1e-9), "its cells are not all");
}

void look_at_measure(const json& measure, std::uint64_t thrown, Faults& faults) {
  double exact = 0;
  std::uint64_t count = 0;
  faults.about(measure["name"]);
  for (const auto& value : measure["distribution"]) {
    look_at_chance(value, thrown, faults);
    if (value["exact"].is_number()) exact += value["exact"].get<double>();
    if (value["count"].is_number()) count += value["count"].get<std::uint64_t>();
  }
  if (measure["exact_mean"].is_number()) faults.require(exact == Approx(1).epsilon(1e-9), "its exact odds are not 1 in all");
  if (thrown > 0) faults.require(count == thrown, "its counts are not the trials");
}

void look_at_answer(const json& root, Faults& faults) {
  const auto thrown = root["trials"].get<std::uint64_t>();
  for (const auto& event : root["events"]) {
    faults.about(event["name"]);
    look_at_chance(event, thrown, faults);
  }
  for (const auto& measure : root["measures"]) look_at_measure(measure, thrown, faults);
  if (root["question"] != "assault")
    look_at_each(root["events"], thrown, [&](const ByName& odds, double all) { look_at_fates(odds, all, faults); });
  if (root["question"] == "attack")
    look_at_each(root["events"], thrown, [&](const ByName& odds, double all) { look_at_ift(odds, all, faults); });
}

void look_at_comparison(const json& root, Faults& faults) {
  for (const auto& event : root["events"]) {
    for (const char* side : {"a", "b"}) {
      faults.about(event["name"].get<std::string>() + " of " + side);
      look_at_chance(event[side], root[side]["trials"].get<std::uint64_t>(), faults);
    }
  }
}

void look_at_json(const std::string& out, Faults& faults) {
  const json root = json::parse(out, nullptr, false);
  faults.require(!root.is_discarded(), "no JSON");
  if (root.is_discarded() || !root.contains("question")) return;  // of a board, a card
  faults.require(root["schema"] == "boxcars/1", "another schema");
  if (root["question"] == "compare") return look_at_comparison(root, faults);
  if (root["question"] != "balance") return look_at_answer(root, faults);
  for (const auto& setting : root["settings"]) look_at_chance(setting, setting["trials"].get<std::uint64_t>(), faults);
}

// Runs a line and looks at what it gave; whether it was answered.
bool check_line(const Words& line) {
  INFO(in_one_line(line));
  std::atomic<bool> stop{false};
  std::ostringstream out, err;
  int status = 0;
  {
    const Watch watch(stop);
    status = cli::run(line, {out, err, {}, stop, cli::ShowProgress::never, {}, {}, budget});
  }
  Faults faults;
  faults.require(!stop, "it takes too long");
  faults.require(status == 0 || status == 1 || status == 2 || status == 130, "status " + std::to_string(status));
  if (status == 1 || status == 2) look_at_refusal(out.str(), err.str(), in_one_line(line), faults);
  if (status == 1) faults.require(err.str().starts_with("boxcars: no exact odds"), "it fails");
  if (status == 0 && out.str().starts_with('{')) look_at_json(out.str(), faults);
  seen(out.str());
  INFO(faults.in_words() << status << " " << err.str());
  CHECK_FALSE(faults.any());
  return status == 0;
}

std::optional<std::uint64_t> variable(const char* name) {
  const char* value = std::getenv(name);
  return value ? std::optional<std::uint64_t>(std::strtoull(value, nullptr, 10)) : std::nullopt;
}

}  // namespace

TEST_CASE("the fuzzer sees what is wrong", "[fuzz]") {
  const std::string line = "attack 8 --target \"9-1 4-6-7\" 2x4-4-7 --trials 20k --format json";
  const json good = json::parse(call(line).out);
  const auto faults_of = [](const json& root) {
    Faults faults;
    look_at_json(root.dump(), faults);
    return faults.in_words();
  };
  CHECK(faults_of(good).empty());
  const auto with = [&](auto change) {
    json changed = good;
    change(changed);
    return faults_of(changed);
  };
  const auto event = [](json& root, const std::string& name) -> json& {
    for (auto& one : root["events"]) {
      if (one["name"] == name) return one;
    }
    FAIL(name);
    return root;
  };
  const auto says = [](const std::string& what) { return Catch::Matchers::Contains(what); };
  CHECK_THAT(with([&](json& root) { event(root, "any eliminated")["exact"] = 1.0001; }), says("exact is no probability"));
  CHECK_THAT(with([&](json& root) { event(root, "any eliminated")["exact"] = 0.5; }), says("exact and simulated odds differ"));
  CHECK_THAT(with([&](json& root) { event(root, "any eliminated")["count"] = 20'001; }), says("more often than thrown"));
  CHECK_THAT(with([&](json& root) { event(root, "1:9-1 unharmed")["exact"] = 0.99; }),
             says("1:9-1: eliminated, broken, pinned and unharmed"));
  CHECK_THAT(with([&](json& root) { event(root, "1:9-1 unharmed")["count"] = 0; }), says("harmed, but neither"));
  CHECK_THAT(with([&](json& root) { event(root, "no effect")["count"] = 3; }), says("some effect or no effect"));
  CHECK_THAT(with([&](json& root) { event(root, "IFT PTC")["count"] = 0; }), says("IFT: its cells are not all"));
  CHECK_THAT(with([&](json& root) { root["measures"][0]["distribution"].erase(0); }), says("are not 1 in all"));
  CHECK_THAT(with([&](json& root) { root["measures"][0]["distribution"].erase(0); }), says("are not the trials"));
  const auto refused = [](const std::string& out, const std::string& err) {
    Faults faults;
    look_at_refusal(out, err, "boxcars attack", faults);
    return faults.in_words();
  };
  CHECK(refused("", "boxcars: no attack given\n").empty());
  for (const char* err :
       {"", "boxcars: two\nlines\n", "error: one\n", "boxcars: no end", "boxcars: \x1b[31m\n", "boxcars: std::bad_alloc\n"})
    CHECK_FALSE(refused("", err).empty());
  CHECK_FALSE(refused("data", "boxcars: one\n").empty());
}

TEST_CASE("whatever is typed, there is an answer that can be, or one line", "[fuzz]") {
  const std::uint64_t seed = variable("BOXCARS_FUZZ_SEED").value_or(1);
  const auto seconds = variable("BOXCARS_FUZZ_SECONDS");
  const auto begin = std::chrono::steady_clock::now();
  const Folder folder;
  Lines lines(seed, folder.file("chateau.toml", call("assault --example").out));
  int run = 0, answered = 0;
  const auto goes_on = [&] {
    if (!seconds) return run < lines_in_a_short_run;
    return std::chrono::steady_clock::now() - begin < std::chrono::seconds(*seconds);
  };
  for (; goes_on(); ++run) answered += check_line(lines.next()) ? 1 : 0;
  CHECK(answered > run / 5);  // else nothing is looked at
  CHECK(answered < run);
  if (seconds) WARN(run << " lines, " << answered << " answered, seed " << seed);
}
