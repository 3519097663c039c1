#include "model/questions/close_combat.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include <catch2/catch.hpp>

#include "model/core/bad_input.hpp"
#include "sim/run/chain_selection.hpp"
#include "tests/support/agreement.hpp"
#include "tests/support/ask.hpp"
#include "tests/support/dr.hpp"
#include "tests/support/effort.hpp"
#include "tests/support/faults.hpp"
#include "tests/support/paths.hpp"
#include "tests/support/scripted.hpp"

using namespace boxcars;
using namespace boxcars::model;
using namespace boxcars::test;
using Catch::Matchers::Contains;

static_assert(sim::Process<CloseCombat>);
static_assert(sim::EndsByLaps<CloseCombat>);

namespace {

using Words = std::vector<std::string>;

// A11 by hand, with units, tables and throws of its own.
struct Man {
  int firepower = 0;
  int halved = 0;  // of a squad's half-squad; 0: it has none
  bool smc = false;
  bool leader = false;
  int leadership = 0;
  bool broken = false, pinned = false, wounded = false, dead = false, lost = false;  // lost: a half-squad now, or newly wounded
  bool struck = false, away = false;                                                 // in this CC Phase; has withdrawn
  bool there() const { return !dead && !away; }
  bool fights() const { return there() && !broken; }
};
using Men = std::vector<Man>;

Man man(const std::string& typed) {
  static const std::map<std::string, Man> counters{
      {"4-6-7", {.firepower = 4, .halved = 2}},
      {"6-6-6", {.firepower = 6, .halved = 3}},
      {"5-3-8", {.firepower = 5, .halved = 2}},
      {"8-3-8", {.firepower = 8, .halved = 3}},
      {"hs:2-4-7", {.firepower = 2}},
      {"crew:1-2-7", {.firepower = 1}},
      {"9-1", {.firepower = 1, .smc = true, .leader = true, .leadership = -1}},
      {"9-2", {.firepower = 1, .smc = true, .leader = true, .leadership = -2}},
      {"6+1", {.firepower = 1, .smc = true, .leader = true, .leadership = 1}},
      {"hero:1-4-9", {.firepower = 1, .smc = true}},
  };
  const auto comma = typed.find(',');
  Man m = counters.at(typed.substr(0, comma));
  const std::string attribute = comma == std::string::npos ? "" : typed.substr(comma + 1);
  m.broken = attribute == "broken";
  m.pinned = attribute == "pinned";
  m.wounded = attribute == "wounded";
  return m;
}

int kill_number_of(double attack, double defense, bool hand_to_hand) {
  const std::vector<std::pair<double, int>> columns{{1.0 / 8, 1}, {1.0 / 6, 2}, {1.0 / 4, 3}, {1.0 / 2, 4}, {1, 5},  {3.0 / 2, 6},
                                                    {2, 7},       {3, 8},       {4, 9},       {6, 10},      {8, 11}, {10, 12}};
  int number = 0;
  for (const auto& [odds, kill] : columns) {
    if (attack >= odds * defense - 1e-9) number = kill;
  }
  if (attack > 10 * defense + 1e-9) number = 13;
  return number + (hand_to_hand ? 2 : 0);
}

struct Blow {
  int on_unbroken = 0;  // 0: nothing, 1: one reduced, 2: all eliminated
  int on_broken = 0;
  auto operator<=>(const Blow&) const = default;
};

Blow strike(Paths& paths, const Men& by, const Men& on, int drm, bool on_concealed, const CloseCombatInputs& in, int round) {
  double attack = 0, defense = 0;
  int fighting = 0, best = 99;
  for (const Man& m : by) {
    if (!m.fights()) continue;
    ++fighting;
    attack += m.pinned ? m.firepower / 2.0 : m.firepower;
    if (m.leader && !m.pinned) best = std::min(best, m.leadership + (m.wounded ? 1 : 0));
    if (m.smc && !m.leader) drm -= 1;
  }
  bool target = false;
  int staying = 0;
  for (const Man& m : on) {
    if (m.there()) defense += m.firepower, target = true;
    if (m.fights()) ++staying;
  }
  if (fighting == 0 || !target) return {};
  if (fighting > 1) drm += std::min(best, 0);  // a leader with a + need not direct
  if (on_concealed) attack /= 2;
  const int number = kill_number_of(attack, defense, in.hand_to_hand);
  const int on_broken = round == 1 ? -2 : -4 + staying;  // A11.16, A11.2
  const auto effect = [&](int dr) { return dr < number ? 2 : dr == number ? 1 : 0; };
  return paths.DR([&](int dr) { return Blow{effect(dr + drm), effect(dr + drm + on_broken)}; });
}

void suffer(Paths& paths, Men& men, Blow blow) {
  std::vector<Man*> drawn;
  for (Man& m : men) {
    const int effect = m.broken ? blow.on_broken : blow.on_unbroken;
    if (!m.there() || effect == 0) continue;
    m.struck = true;
    if (effect == 2)
      m.dead = true;
    else
      drawn.push_back(&m);
  }
  if (drawn.empty()) return;
  // Every dr of every unit: who has the highest.
  std::map<std::vector<bool>, int> ways;
  int all = 1;
  for (std::size_t i = 0; i < drawn.size(); ++i) all *= 6;
  for (int face = 0; face < all; ++face) {
    std::vector<int> dr;
    for (int rest = face; dr.size() < drawn.size(); rest /= 6) dr.push_back(rest % 6);
    std::vector<bool> highest;
    for (const int d : dr) highest.push_back(d == *std::max_element(dr.begin(), dr.end()));
    ++ways[highest];
  }
  const auto selected = paths.one_of(ways);
  for (std::size_t i = 0; i < drawn.size(); ++i) {
    Man& m = *drawn[i];
    m.struck = selected[i];
    if (!selected[i]) continue;
    if (m.smc) {
      const bool dies = paths.dr([&](int dr) { return dr + (m.wounded ? 1 : 0) >= 5; });
      if (dies)
        m.dead = true;
      else
        m.lost = m.lost || !m.wounded, m.wounded = true;
    } else if (m.halved > 0) {
      m.firepower = m.halved, m.halved = 0, m.lost = true;
    } else {
      m.dead = true;
    }
  }
}

struct Fought {
  Men attackers, defenders;
  int ambusher = 0;
  int rounds = 0;
};

bool gone(const Men& men) {
  return std::all_of(men.begin(), men.end(), [](const Man& m) { return m.dead; });
}
bool left(const Men& men) {
  return std::none_of(men.begin(), men.end(), [](const Man& m) { return m.there(); });
}
bool helpless(const Men& men) {
  return std::none_of(men.begin(), men.end(), [](const Man& m) { return m.fights(); });
}

Men men_of(const Words& typed) {
  Men men;
  for (const std::string& text : typed) {
    const bool group = text.size() > 1 && text[1] == 'x';
    for (int i = 0; i < (group ? text[0] - '0' : 1); ++i) men.push_back(man(group ? text.substr(2) : text));
  }
  return men;
}

Fought fight(Paths& paths, const CloseCombatInputs& in, std::pair<int, int> ambush_drm, int rounds) {
  Fought f{men_of(in.attackers), men_of(in.defenders)};
  if (in.ambush == Ambush::attacker) f.ambusher = 1;
  if (in.ambush == Ambush::defender) f.ambusher = 2;
  if (in.ambush == Ambush::roll) {
    std::map<int, int> ways;
    for (int a = 1; a <= 6; ++a) {
      for (int d = 1; d <= 6; ++d) {
        const int lead = d + ambush_drm.second - a - ambush_drm.first;
        ++ways[lead >= 3 && !helpless(f.attackers) ? 1 : lead <= -3 && !helpless(f.defenders) ? 2 : 0];
      }
    }
    f.ambusher = paths.one_of(ways);
  }
  int ambusher = f.ambusher;
  while (true) {
    ++f.rounds;
    const bool first = f.rounds == 1;
    const int a_drm = in.attacker_drm + (ambusher == 1 ? -1 : ambusher == 2 ? 1 : 0);
    const int d_drm = in.defender_drm + (ambusher == 2 ? -1 : ambusher == 1 ? 1 : 0);
    // Who holds is concealed and does nothing, unless he is ambushed.
    const bool attackers_hold = first && in.holds == Side::attacker && ambusher != 2;
    const bool defenders_hold = first && in.holds == Side::defender && ambusher != 1;
    const auto attacker_strikes = [&] {
      return attackers_hold ? Blow{} : strike(paths, f.attackers, f.defenders, a_drm, defenders_hold, in, f.rounds);
    };
    const auto defender_strikes = [&] {
      return defenders_hold ? Blow{} : strike(paths, f.defenders, f.attackers, d_drm, attackers_hold, in, f.rounds);
    };
    if (ambusher == 2) {
      suffer(paths, f.attackers, defender_strikes());
      suffer(paths, f.defenders, attacker_strikes());
    } else if (ambusher == 1) {
      suffer(paths, f.defenders, attacker_strikes());
      suffer(paths, f.attackers, defender_strikes());
    } else {
      const Blow on_defenders = attacker_strikes(), on_attackers = defender_strikes();
      suffer(paths, f.defenders, on_defenders);
      suffer(paths, f.attackers, on_attackers);
    }
    ambusher = 0;
    for (Men* men : {&f.attackers, &f.defenders}) {
      for (Man& m : *men) {
        m.pinned = false;
        if (!first && m.broken && !m.dead && !m.struck) m.away = true;
        m.struck = false;
      }
    }
    if (left(f.attackers) || left(f.defenders) || f.rounds == rounds) return f;
  }
}

void check(const CloseCombatInputs& in, std::pair<int, int> ambush_drm = {0, 0}) {
  std::map<std::string, double> events;
  std::map<std::string, std::map<int, double>> measures;
  const auto note = [&](const std::string& side, const Words& typed, const Men& men, double p) {
    std::size_t at = 0;
    for (std::size_t entry = 0; entry < typed.size(); ++entry) {
      const bool group = typed[entry][1] == 'x';
      const std::string name = side + std::to_string(entry + 1) + ":" + typed[entry].substr(0, typed[entry].find(','));
      int dead = 0, lost = 0, away = 0;
      for (int i = 0; i < (group ? typed[entry][0] - '0' : 1); ++i, ++at)
        dead += men[at].dead, lost += men[at].lost && !men[at].dead, away += men[at].away;
      const bool may_withdraw = !in.rounds.empty() && in.rounds != "1" && typed[entry].find("broken") != std::string::npos;
      if (group) {
        measures[name + " eliminated"][dead] += p;
        measures[name + " reduced"][lost] += p;
        if (may_withdraw) measures[name + " withdraws"][away] += p;
      } else {
        events[name + " eliminated"] += dead * p;
        events[name + " reduced"] += lost * p;
        if (may_withdraw) events[name + " withdraws"] += away * p;
      }
    }
  };
  Paths::enumerate([&](Paths& paths) { return fight(paths, in, ambush_drm, in.rounds.empty() ? 1 : std::stoi(in.rounds)); },
                   [&](const Fought& f, double p) {
                     events["attacker eliminated"] += gone(f.attackers) * p;
                     events["defender eliminated"] += gone(f.defenders) * p;
                     events["both eliminated"] += (gone(f.attackers) && gone(f.defenders)) * p;
                     events["melee goes on"] += (!left(f.attackers) && !left(f.defenders)) * p;
                     events["attacker ambushes"] += (f.ambusher == 1) * p;
                     events["defender ambushes"] += (f.ambusher == 2) * p;
                     measures["rounds fought"][f.rounds] += p;
                     note("a", in.attackers, f.attackers, p);
                     note("d", in.defenders, f.defenders, p);
                   });
  const CloseCombat question(in);
  const auto odds = exact_odds(question);
  CHECK(odds.size() == events.size());
  for (const auto& [name, expected] : events) {
    INFO(name);
    REQUIRE(odds.contains(name));
    CHECK(odds.at(name) == Approx(expected).margin(1e-12));
  }
  auto distributions = exact_measures(question);
  CHECK(distributions.size() == measures.size());
  for (const auto& [name, expected] : measures) {
    for (const auto& [value, p] : expected) {
      INFO(name << " " << value);
      CHECK(distributions[name][value] == Approx(p).margin(1e-12));
    }
  }
}

}  // namespace

TEST_CASE("Close Combat agrees with a naive enumeration of every throw: up to two units a side, one and two rounds") {
  const std::vector<Words> sides{{"4-6-7"},
                                 {"4-6-7", "9-1"},
                                 {"hs:2-4-7", "hero:1-4-9"},
                                 {"9-2"},
                                 {"9-1,wounded", "6-6-6,broken"},
                                 {"8-3-8,pinned", "crew:1-2-7"},
                                 {"6+1", "9-1,pinned"},
                                 {"5-3-8,broken"},
                                 {"2x4-6-7"},
                                 {"4-6-7", "4-6-7"}};
  OneOf some(47);
  for (const Words& attackers : sides) {
    for (const Words& defenders : sides) {
      if (attackers == Words{"5-3-8,broken"} && defenders == attackers) continue;
      for (const char* rounds : {"", "2"}) {
        if (!some.takes_next()) continue;
        INFO(attackers.back() << " " << attackers.size() << " against " << defenders.back() << " " << defenders.size() << ", " << rounds);
        check({.attackers = attackers, .defenders = defenders, .rounds = rounds});
      }
    }
  }
}

TEST_CASE("Close Combat with every option agrees with a naive enumeration") {
  const std::vector<std::pair<Words, Words>> fights{{{"4-6-7", "9-1"}, {"hs:2-4-7", "9-2,wounded"}},
                                                    {{"6-6-6", "hero:1-4-9"}, {"8-3-8,broken", "4-6-7,pinned"}},
                                                    {{"2x4-6-7"}, {"6+1", "4-6-7"}},
                                                    {{"4-6-7", "4-6-7,pinned"}, {"4-6-7", "4-6-7"}}};
  OneOf some(29);
  for (const auto& [attackers, defenders] : fights) {
    for (const char* rounds : {"1", "2"}) {
      if (!some.takes_next()) continue;
      INFO(attackers.back() << " against " << defenders.back() << ", " << rounds);
      const CloseCombatInputs in{.attackers = attackers, .defenders = defenders, .rounds = rounds};
      for (const auto side : {Side::attacker, Side::defender}) {
        auto concealed = in;
        concealed.concealed = side;
        check(concealed);
        concealed.holds = side;
        check(concealed);
        concealed.ambush = Ambush::attacker;
        concealed.hand_to_hand = true;
        check(concealed);
      }
      for (const auto ambush : {Ambush::attacker, Ambush::defender, Ambush::roll}) {
        auto ambushed = in;
        ambushed.ambush = ambush;
        check(ambushed);
      }
      for (const int drm : {-30, -2, 1, 30}) {
        auto modified = in;
        modified.attacker_drm = drm;
        check(modified);
        modified.attacker_drm = 1;
        modified.defender_drm = drm;
        check(modified);
      }
      auto rolled = in;
      rolled.ambush = Ambush::roll;
      rolled.ambush_drm = "-2,+1";
      rolled.concealed = rolled.holds = Side::attacker;
      check(rolled, {-2, 1});
    }
  }
}

TEST_CASE("who is concealed and attacks is not concealed any more, who holds is, and who is ambushed is not (A11.19, A11.4, A11.41)") {
  const auto odds = [](const CloseCombatInputs& in, const char* event) { return exact_odds(CloseCombat(in)).at(event); };
  CloseCombatInputs in{.attackers = {"6-5-8"}, .defenders = {"4-4-7"}, .concealed = Side::defender};
  CHECK(odds(in, "defender eliminated") == Approx(10.0 / 36));
  CHECK(odds(in, "attacker eliminated") == Approx(3.0 / 36));
  in.holds = Side::defender;
  CHECK(odds(in, "defender eliminated") == Approx(3.0 / 36));
  CHECK(odds(in, "d1:4-4-7 reduced") == Approx(3.0 / 36));
  CHECK(odds(in, "attacker eliminated") == 0);
  in.ambush = Ambush::attacker;
  CHECK(odds(in, "defender eliminated") == Approx(15.0 / 36));
  in.holds.reset();
  CHECK(odds(in, "defender eliminated") == Approx(15.0 / 36));
  in = {.attackers = {"hs:2-4-7"}, .defenders = {"4-4-7"}, .ambush = Ambush::attacker};
  in.concealed = Side::attacker;
  CHECK(odds(in, "attacker eliminated") == Approx(.319444).margin(1e-6));
  in.concealed = Side::defender;
  CHECK(odds(in, "defender eliminated") == Approx(6.0 / 36));
  CHECK_THROWS_WITH(CloseCombat({.attackers = {"4-4-7"}, .defenders = {"4-4-7"}, .holds = Side::attacker}), Contains("A11.41"));
  CHECK_THROWS_WITH(
      CloseCombat({.attackers = {"4-4-7"}, .defenders = {"4-4-7,broken"}, .concealed = Side::attacker, .holds = Side::attacker}),
      Contains("A11.16"));
  CHECK_THROWS_WITH(CloseCombat({.attackers = {"4-4-7"}, .defenders = {"4-4-7"}, .concealed = Side::attacker, .holds = Side::defender}),
                    Contains("A11.41"));
}

TEST_CASE("a leader with a + need not direct an attack (A11.141)") {
  const auto odds = [](const CloseCombatInputs& in, const char* event) { return exact_odds(CloseCombat(in)).at(event); };
  CHECK(odds({.attackers = {"4-6-7", "6+1"}, .defenders = {"4-4-7"}}, "defender eliminated") == Approx(6.0 / 36));
  CHECK(odds({.attackers = {"4-4-7"}, .defenders = {"4-6-7", "6+1"}}, "attacker eliminated") == Approx(6.0 / 36));
  CHECK(odds({.attackers = {"4-6-7", "6+1", "8-1"}, .defenders = {"4-4-7"}}, "defender eliminated") == Approx(15.0 / 36));
}

TEST_CASE("Close Combat of three units agrees with a naive enumeration", "[thorough]") {
  check({.attackers = {"4-6-7", "9-1", "4-6-7"}, .defenders = {"3x4-6-7"}});
  check({.attackers = {"4-6-7", "4-6-7", "4-6-7"}, .defenders = {"9-1", "9-1", "hero:1-4-9"}, .ambush = Ambush::defender});
  check({.attackers = {"4-6-7"}, .defenders = {"4-6-7", "hs:2-4-7"}, .rounds = "3"});
  check({.attackers = {"hs:2-4-7", "9-1,broken"}, .defenders = {"6-6-6,broken", "4-6-7"}, .rounds = "4"});
}

TEST_CASE("Ambush, cell by cell: the lower Final dr by three (A11.4)") {
  for (int attackers = -3; attackers <= 3; ++attackers) {
    for (int defenders = -3; defenders <= 3; ++defenders) {
      int by_attacker = 0, by_defender = 0;
      for (int a = 1; a <= 6; ++a) {
        for (int d = 1; d <= 6; ++d) by_attacker += a + attackers + 3 <= d + defenders, by_defender += d + defenders + 3 <= a + attackers;
      }
      const auto odds = exact_odds(CloseCombat({.attackers = {"4-6-7"},
                                                .defenders = {"4-4-7"},
                                                .ambush = Ambush::roll,
                                                .ambush_drm = std::to_string(attackers) + "," + std::to_string(defenders)}));
      CHECK(odds.at("attacker ambushes") == Approx(by_attacker / 36.0).margin(1e-12));
      CHECK(odds.at("defender ambushes") == Approx(by_defender / 36.0).margin(1e-12));
    }
  }
}

TEST_CASE("Close Combat, told throw by throw") {
  const CloseCombat question({.attackers = {"4-6-7", "9-1"}, .defenders = {"4-4-7"}, .rounds = "2"});
  // Who is eliminated has attacked all the same: 5 to 4 is 1-1, with the leader on 5 or less; 4 to 5 is 1-2, on 3 or less.
  const auto both = play(question, {{2, 3}, {1, 2}});
  CHECK(both.throws == Words{"Close Combat DR", "Close Combat DR"});
  CHECK(both.events == Words{"attacker eliminated", "defender eliminated", "both eliminated", "a1:4-6-7 eliminated", "a2:9-1 eliminated",
                             "d1:4-4-7 eliminated"});
  CHECK(both.measures == std::vector<std::pair<std::string, int>>{{"rounds fought", 1}});
  // A tie of the Random Selection: the squad is reduced, the leader wounded; then 3 to 2 is 3-2, without his leadership.
  const auto tied = play(question, {{3, 3}, {2, 2}, {5}, {5}, {4}, {3, 3}, {6, 6}});
  CHECK(tied.throws == Words{"Close Combat DR", "Close Combat DR", "Random Selection dr", "Random Selection dr", "Wound Severity dr",
                             "Close Combat DR", "Close Combat DR"});
  CHECK(tied.events == Words{"defender eliminated", "a1:4-6-7 reduced", "a2:9-1 reduced", "d1:4-4-7 eliminated"});
  CHECK(tied.measures == std::vector<std::pair<std::string, int>>{{"rounds fought", 2}});
  // Whom an ambusher eliminates does not attack; the ambusher's other enemies do.
  const CloseCombat ambush({.attackers = {"4-6-7"}, .defenders = {"4-4-7"}, .ambush = Ambush::defender});
  CHECK(play(ambush, {{3, 2}}).events == Words{"defender ambushes", "attacker eliminated", "a1:4-6-7 eliminated"});
  CHECK(play(ambush, {{3, 3}, {2, 2}}).throws.size() == 2);
  // Those who are equal are how they are by lot.
  const CloseCombat equals({.attackers = {"4-6-7", "4-6-7"}, .defenders = {"4-4-7"}});
  CHECK(play(equals, {{6, 6}, {2, 2}, {1}, {6}, {3}}).throws ==
        Words{"Close Combat DR", "Close Combat DR", "Random Selection dr", "Random Selection dr", "lot"});
}

TEST_CASE("a leader directs the attack of others, never his own alone (A11.141)") {
  const auto kills = [](const Words& attackers) {
    return exact_odds(CloseCombat({.attackers = attackers, .defenders = {"crew:1-2-7"}})).at("defender eliminated");
  };
  // 1 to 1 is 1-1, so the crew is lost on a 5; 2 to 1 is 2-1.
  CHECK(kills({"9-2"}) == Approx(1 - at_least(6)));
  CHECK(kills({"9-2", "9-1"}) == Approx(1 - at_least(10)));
  CHECK(kills({"hero:1-4-9"}) == Approx(1 - at_least(7)));
  CHECK(kills({"9-1", "hero:1-4-9"}) == Approx(1 - at_least(10)));
  CHECK(kills({"9-1", "hs:2-4-7,broken"}) == Approx(1 - at_least(6)));
  // Pinned he attacks with half of his FP, and does not direct: 1.5 to 1 is 3-2.
  CHECK(kills({"9-2,pinned", "crew:1-2-7"}) == Approx(1 - at_least(7)));
}

TEST_CASE("until one side is gone: the closed form") {
  // 2 to 2 is 1-1: a 5 or less eliminates a half-squad, and so does the other's.
  const CloseCombat question({.attackers = {"hs:2-4-7"}, .defenders = {"hs:2-4-7"}, .rounds = "until"});
  const double p = 10.0 / 36, over = 1 - (1 - p) * (1 - p);
  const auto odds = exact_odds(question);
  CHECK(odds.at("both eliminated") == Approx(p * p / over));
  CHECK(odds.at("attacker eliminated") == Approx(p / over));
  CHECK(odds.at("defender eliminated") == Approx(p / over));
  CHECK(odds.at("melee goes on") == 0);
  const auto rounds = exact_measures(question).at("rounds fought");
  for (int round = 1; round < 20; ++round) CHECK(rounds.at(round) == Approx(std::pow(1 - over, round - 1) * over));
}

TEST_CASE("broken units withdraw from the second CC Phase on, and leave unless they are hurt (A11.16, A11.2)") {
  const auto odds = [](const CloseCombatInputs& in) { return exact_odds(CloseCombat(in)); };
  // 3 to 2 is 3-2, Kill Number 6: with -3 a 9 or less, then with -4 a 10 or less; a half-squad dies of either result.
  const CloseCombatInputs ambushed{.attackers = {"hs:3-3-8"}, .defenders = {"hs:2-2-7,broken"}, .ambush = Ambush::attacker};
  const auto in_rounds = [&](const char* rounds) {
    CloseCombatInputs in = ambushed;
    in.rounds = rounds;
    return odds(in);
  };
  CHECK(in_rounds("1").at("defender eliminated") == Approx(30.0 / 36));
  const double lost = 1 - 6.0 / 36 * 3 / 36;
  for (const char* rounds : {"2", "3", "until"}) {
    const auto found = in_rounds(rounds);
    CHECK(found.at("defender eliminated") == Approx(lost));
    CHECK(found.at("d1:hs:2-2-7 withdraws") == Approx(1 - lost));
    CHECK(found.at("melee goes on") == 0);
  }
  // 4 to 4 is 1-1, Kill Number 5. A squad that is reduced stays, to withdraw once more: 4 to 2 is 2-1, Kill
  // Number 7.
  const auto squad = odds({.attackers = {"4-6-7"}, .defenders = {"4-4-7,broken"}, .rounds = "3"});
  const double spared = at_least(8), reduced = 6.0 / 36;
  CHECK(squad.at("d1:4-4-7 withdraws") ==
        Approx(spared * at_least(10) + spared * 4 / 36 * at_least(12) + reduced * at_least(12)).margin(1e-12));
  CHECK(squad.at("melee goes on") == 0);
  // Five friends who stay make it +1 on them: 8 to 9 is 1-2, Kill Number 4. A 3 eliminates the others, but only reduces who withdraws.
  const CloseCombat question(
      {.attackers = {"8-3-8"}, .defenders = {"crew:1-2-7", "9-1", "4-4-7,broken", "hero:1-4-9", "9-2", "8-0"}, .rounds = "2"});
  const Told told = play(question, {{6, 6}, {6, 6}, {1, 2}, {6, 6}});
  for (const char* event : {"d2:9-1 eliminated", "d6:8-0 eliminated", "d3:4-4-7 reduced", "melee goes on"}) CHECK(told.happened(event));
  CHECK_FALSE(told.happened("d3:4-4-7 withdraws"));
}

TEST_CASE("three squads and a leader a side, until one side is gone, are few states, however they are typed", "[thorough]") {
  const auto fight = [](const Words& units) { return CloseCombat({.attackers = units, .defenders = units, .rounds = "until"}); };
  const CloseCombat grouped = fight({"3x4-6-7", "9-1"}), singly = fight({"4-6-7", "9-1", "4-6-7", "4-6-7"});
  const auto few_states = [](const CloseCombat& question) {
    const auto rules = sim::rules_of(question);
    sim::Chain chain(*rules);
    auto odds = sim::solve(chain, {}, never_stop).odds;
    CHECK(chain.size() < 100'000);
    return odds;
  };
  const auto odds = few_states(grouped), same = few_states(singly);
  REQUIRE(odds);
  REQUIRE(same);
  const auto numbered = [](const Words& names, const std::string& name) {
    return static_cast<std::size_t>(std::find(names.begin(), names.end(), name) - names.begin());
  };
  const auto of_grouped = [&](const char* event) { return odds->events[numbered(grouped.event_names(), event)]; };
  const auto of_singly = [&](const char* event) { return same->events[numbered(singly.event_names(), event)]; };
  for (const char* event : {"attacker eliminated", "defender eliminated", "both eliminated"})
    CHECK(of_grouped(event) == Approx(of_singly(event)));
  CHECK(of_grouped("attacker eliminated") == Approx(of_grouped("defender eliminated")));
  double mean = 0;
  for (const auto& [value, p] : odds->measures[numbered(grouped.measure_names(), "a1:3x4-6-7 eliminated")]) mean += value * p;
  CHECK(mean == Approx(3 * of_singly("a1:4-6-7 eliminated")));
  CHECK(of_singly("a1:4-6-7 reduced") == Approx(of_singly("a4:4-6-7 reduced")));
}

TEST_CASE("Close Combat, simulated and exact, agrees") {
  for (const char* rounds : {"1", "3", "until"}) {
    const CloseCombat question({.attackers = {"4-6-7", "4-6-7", "9-1"},
                                .defenders = {"2x4-4-7", "8-0", "hs:2-3-7,broken"},
                                .concealed = Side::defender,
                                .ambush = Ambush::roll,
                                .ambush_drm = "-1,-2",
                                .rounds = rounds});
    check_agreement(question, simulated(question, 1'000'000), solved(question).odds.value());
  }
}

TEST_CASE("Close Combat that the rules forbid is refused with its rule") {
  const auto refused = [](const CloseCombatInputs& in, const char* why) {
    CHECK_THROWS_WITH(CloseCombat(in), Contains(why));
    check_at_a_field(close_combat_questionnaire(), [&] { CloseCombat question(in); });
  };
  const Words squad{"4-6-7"}, broken{"4-6-7,broken"};
  refused({}, "no attacker given");
  refused({.attackers = squad}, "no defender given");
  refused({.defenders = squad}, "no attacker given");
  refused({.attackers = {"mg:5-12"}, .defenders = squad}, "unit 'mg:5-12' cannot be read");
  refused({.attackers = squad, .defenders = {"4-6"}}, "give it like");
  refused({.attackers = squad, .defenders = {"crew:2-2-8,gun=75AT"}}, "A11.13");
  refused({.attackers = {"20x4-6-7", "5x4-6-7"}, .defenders = squad}, "A5.1");
  refused({.attackers = broken, .defenders = broken}, "A11.16");
  refused({.attackers = broken, .defenders = squad, .ambush = Ambush::attacker}, "ambushes nobody");
  refused({.attackers = squad, .defenders = broken, .ambush = Ambush::defender}, "ambushes nobody");
  refused({.attackers = squad, .defenders = squad, .attacker_drm = 31}, "no DRM is that large");
  refused({.attackers = squad, .defenders = squad, .ambush_drm = "-1,0"}, "without --ambush roll");
  refused({.attackers = squad, .defenders = squad, .ambush = Ambush::attacker, .ambush_drm = "-1,0"}, "without --ambush roll");
  for (const char* drm : {"-1", "a,b", "1,2,3", ",", "-31,0", "1,"})
    refused({.attackers = squad, .defenders = squad, .ambush = Ambush::roll, .ambush_drm = drm}, "the attacker's drm and the defender's");
  refused({.attackers = squad, .defenders = squad, .rounds = "0"}, "or until");
  // One side broken is a fight all the same.
  CHECK(exact_odds(CloseCombat({.attackers = broken, .defenders = squad})).at("defender eliminated") == 0);
}

TEST_CASE("full stacks that fight until one is gone have exact odds", "[thorough]") {
  const CloseCombat question({.attackers = {"3x4-6-7", "9-1", "8-0"}, .defenders = {"3x4-4-7", "8-0", "7-0"}, .rounds = "until"});
  const auto rules = sim::rules_of(question);
  const sim::ChainSelection selection(*rules, {}, sim::Wanted::odds, never_stop);
  REQUIRE(selection.odds());
  CHECK(selection.truncated_mass() <= 1e-12);
  const auto& odds = *selection.odds();
  double over = -odds.events[2];  // both
  for (int side = 0; side < 2; ++side) over += odds.events[static_cast<std::size_t>(side)];
  CHECK(question.event_names()[2] == "both eliminated");
  CHECK(over == Approx(1));
  check_agreement(question, simulated(question, 100'000), odds);
}

TEST_CASE("stacks beyond all rules are given up early, with bounds") {
  const Words many{"4-6-7", "6-6-6", "5-3-8", "8-3-8", "hs:2-4-7", "crew:1-2-7", "9-1", "9-2", "6+1", "hero:1-4-9"};
  const auto rules = sim::rules_of(CloseCombat({.attackers = many, .defenders = many, .rounds = "until"}));
  const sim::ChainSelection selection(*rules, {}, sim::Wanted::odds, never_stop);
  CHECK_FALSE(selection.odds());
  CHECK(selection.why() == sim::NoOdds::too_many_states);
}
