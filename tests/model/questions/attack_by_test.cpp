// Who fires, attacks that follow with modifiers of their own, and Residual FP.
#include <catch2/catch.hpp>
#include <cmath>

#include "model/core/bad_input.hpp"
#include "model/questions/attack.hpp"
#include "tests/support/agreement.hpp"
#include "tests/support/ask.hpp"
#include "tests/support/naive_attack.hpp"

using namespace boxcars;
using namespace boxcars::model;
using namespace boxcars::test;
using Catch::Matchers::Contains;

namespace {

AttackInputs fire_by(std::vector<std::string> by, std::vector<std::string> targets = {"4-4-7"}) {
  AttackInputs in;
  in.by = std::move(by);
  in.targets = std::move(targets);
  return in;
}

AttackInputs fire(const std::string& fp, std::vector<std::string> then, std::vector<std::string> targets = {"4-4-7"}) {
  AttackInputs in;
  in.fp = fp;
  in.then = std::move(then);
  in.targets = std::move(targets);
  return in;
}

// An attack as a player looks it up; column 0: there is none.
struct LookedUp {
  int column = 0;
  int drm = 0;
  int cowering_columns = 0;
  std::optional<int> drm_on_pinned{};  // where it is another
};

using Units = std::vector<NaiveUnit>;
using Odds = std::map<Units, double>;

bool any_throw(int, int) { return true; }

// The units after an attack, by every throw of a colored and a white die that counts.
template <class Counts = decltype(&any_throw)>
Odds after(const Odds& before, const LookedUp& attack, Counts counts = any_throw) {
  static std::map<std::pair<Units, NaiveCells>, Odds> known;
  Odds odds;
  for (const auto& [units, p] : before) {
    Units alive, dead;
    for (const NaiveUnit& unit : units) (unit.kind == 'x' ? dead : alive).push_back(unit);
    for (int colored = 1; colored <= 6; ++colored) {
      for (int white = 1; white <= 6; ++white) {
        if (!counts(colored, white)) continue;
        const int shift = colored == white ? attack.cowering_columns : 0;
        const auto with = [&, dr = colored + white](int drm) {
          return attack.column == 0 || alive.empty() ? std::string("-") : printed_cell(attack.column, shift, dr + drm);
        };
        const int on_pinned = attack.drm_on_pinned.value_or(attack.drm);
        const NaiveCells cells(with(attack.drm), with(on_pinned), with(attack.drm), {attack.drm, on_pinned, attack.drm});
        const auto [at, added] = known.try_emplace({alive, cells});
        if (added) at->second = naive_units_after(alive, cells);
        for (const auto& [end, q] : at->second) {
          Units all = end;
          all.insert(all.end(), dead.begin(), dead.end());
          odds[all] += p * q / 36;
        }
      }
    }
  }
  return odds;
}

std::map<NaiveLosses, double> losses_of(const Odds& odds) {
  std::map<NaiveLosses, double> losses;
  for (const auto& [units, p] : odds) {
    NaiveLosses lost;
    for (const NaiveUnit& unit : units) lost.eliminated += unit.kind == 'x', lost.broken_or_eliminated += unit.kind == 'x' || unit.broken;
    losses[lost] += p;
  }
  return losses;
}

void check_losses(const AttackInputs& in, const Odds& expected) {
  const auto measures = exact_measures(Attack(in));
  std::map<int, double> eliminated, lost;
  for (const auto& [losses, odds] : losses_of(expected)) eliminated[losses.eliminated] += odds, lost[losses.broken_or_eliminated] += odds;
  for (const auto& [count, odds] : eliminated) CHECK(measures.at("units eliminated").at(count) == Approx(odds).margin(1e-11).epsilon(0));
  for (const auto& [count, odds] : lost)
    CHECK(measures.at("units broken or eliminated").at(count) == Approx(odds).margin(1e-11).epsilon(0));
}

int column_of_second(const AttackInputs& in) { return column_firepower(attack_situation(in).attacks.at(1)[TargetStatus::unpinned].column); }

}  // namespace

TEST_CASE("who fires has the odds of the Firepower that it comes to, and cowers as it does") {
  const auto same = [](const AttackInputs& by, const AttackInputs& fp) {
    const Attack a(by), b(fp);
    auto odds = exact_odds(a);
    odds.erase("malfunctions");
    CHECK(odds == exact_odds(b));
    REQUIRE(a.description().figures.size() == 1);
    CHECK(a.description().figures.front().name == "firepower");
    CHECK(a.description().figures.front().number == parse_firepower(fp.fp));
    CHECK(b.description().figures.empty());
    CHECK(a.description().worked_out.size() >= 1);
  };
  same(fire_by({"2x4-6-7", "mg:5-12"}), fire("13", {}));
  AttackInputs led = fire("13", {});
  led.leadership = -1;
  same(fire_by({"2x4-6-7", "mg:5-12", "9-1"}), led);
  AttackInputs heroes = fire("2", {});
  heroes.cowering = Cowering::none;
  heroes.drm = -2;
  same(fire_by({"2xhero:1-4-9"}), heroes);
  AttackInputs far = fire_by({"3x5-2-7"});
  far.range = 4;
  far.phase = FirePhase::defensive;
  same(far, fire("7.5", {}));
  AttackInputs in = fire_by({"4-6-7"});
  in.cowering = Cowering::inexperienced;
  AttackInputs green = fire("4", {});
  green.cowering = Cowering::inexperienced;
  same(in, green);
}

TEST_CASE("a MG that breaks does so on its number, and its attack counts") {
  const Attack attack(fire_by({"4-6-7", "mg:4-10,b=11"}));
  const auto odds = exact_odds(attack);
  CHECK(odds.at("malfunctions") == Approx(3.0 / 36));
  CHECK(odds.at("any eliminated") == exact_odds(Attack(fire("8", {}))).at("any eliminated"));
  CHECK(exact_odds(Attack(fire_by({"4-6-7", "mg:4-10"}))).at("malfunctions") == Approx(1.0 / 36));
  CHECK_FALSE(exact_odds(Attack(fire_by({"4-6-7"}))).contains("malfunctions"));
}

TEST_CASE("who fires: what the rules forbid") {
  const auto refused = [](auto change, const char* what) {
    AttackInputs in = fire_by({"4-6-7"});
    change(in);
    CHECK_THROWS_WITH(Attack(in), Contains(what));
  };
  refused([](auto& in) { in.fp = "8"; }, "--by with --fp (the Firepower of who fires is computed, A7.2)");
  refused([](auto& in) { in.by.clear(), in.caliber = 75, in.by = {"4-6-7"}; }, "--by with --caliber");
  refused([](auto& in) { in.weapon = Weapon::ft; }, "--by with --weapon ft");
  refused([](auto& in) { in.by = {"9-1", "4-6-7"}, in.leadership = -1; }, "a leader among --by, and another");
  refused([](auto& in) { in.by = {"9-1", "4-6-7"}, in.leader = "8-0"; }, "a leader among --by, and another");
  refused([](auto& in) { in.by = {"hs:2-4-7"}, in.range = 8, in.concealed = true; }, "0.5 FP is no attack");
  refused([](auto& in) { in.range = 13; }, "--range 13 (beyond twice its Normal Range of 6");
  refused([](auto& in) { in.by.clear(), in.fp = "8", in.range = 3; }, "--range without --by");
  refused([](auto& in) { in.by.clear(), in.fp = "8", in.phase = FirePhase::advancing; }, "--phase without --by");
  refused([](auto& in) { in.by.clear(), in.fp = "1", in.concealed = true; }, "0.5 FP at a concealed target is no attack");
  refused([](auto& in) { in.rate_of_fire = 2; }, "--rate-of-fire without a MG");
  refused([](auto& in) { in.by = {"4-6-7,pinned", "mg:5-12"}, in.rate_of_fire = 2; }, "--rate-of-fire of MG with 0 FP");
  refused([](auto& in) { in.by.clear(), in.fp = "8", in.then = {"residual"}, in.rate_of_fire = 2; }, "--rate-of-fire with --then residual");
  refused([](auto& in) { in.by.clear(), in.weapon = Weapon::ft, in.rate_of_fire = 2; }, "--rate-of-fire with --weapon ft");
  refused([](auto& in) { in.by.clear(), in.fp = "8", in.area_fire = 1; }, "--area-fire without --by");
  refused([](auto& in) { in.by.clear(); }, "no attack given");
}

TEST_CASE("a concealed target halves the Firepower that is known, but not that of attacks that follow") {
  AttackInputs in = fire("13", {"4"}), half = fire("6.5", {"4"});
  in.concealed = true;
  CHECK(exact_odds(Attack(in)) == exact_odds(Attack(half)));
  CHECK(Attack(in).description().figures.front().number == 6.5);
}

TEST_CASE("who is encircled is one lower in morale, and fires with +1 (A7.7)") {
  const auto fates = [](const AttackInputs& in) {
    auto odds = exact_odds(Attack(in));
    std::map<std::string, double> plain;
    for (const auto& [name, p] : odds) plain[name.starts_with("1:") ? name.substr(name.find(' ')) : name] = p;
    return plain;
  };
  for (const char* fp : {"4", "12", "24"}) CHECK(fates(fire(fp, {}, {"4-4-7,encircled"})) == fates(fire(fp, {}, {"4-4-6"})));
  CHECK(fates(fire("8", {}, {"4-4-7,broken,bml=8,encircled"})) == fates(fire("8", {}, {"4-4-7,broken,bml=7"})));
  AttackInputs plus = fire_by({"2x4-6-7"});
  plus.drm = 1;
  CHECK(fates(fire_by({"2x4-6-7,encircled"})) == fates(plus));
  AttackInputs then = fire_by({"2x4-6-7,encircled"}), then_plus = plus;
  then.then = {"4"}, then_plus.then = {"4"};
  CHECK(fates(then) == fates(then_plus));
}

namespace {

// The units after an attack that is made again on a colored die of at most `rate_of_fire`, by every throw; `again` is the MG's.
Odds after_rate_of_fire(const Odds& fresh, const LookedUp& first, const LookedUp& again, int rate_of_fire, int breaks_from) {
  const auto keeps = [&](int colored, int white) {
    const bool cowers = colored == white && first.cowering_columns > 0;  // one unit fires all (A7.9)
    return colored <= rate_of_fire && colored + white < breaks_from && !cowers;
  };
  const auto ends = [&](int colored, int white) { return !keeps(colored, white); };
  Odds done, kept = fresh;
  for (int shot = 0; shot < 60; ++shot) {
    const LookedUp& attack = shot == 0 ? first : again;
    for (const auto& [units, p] : after(kept, attack, ends)) done[units] += p;
    kept = after(kept, attack, keeps);
  }
  return done;
}

}  // namespace

TEST_CASE("a MG's rate of fire against an enumeration of every throw", "[thorough]") {
  const Odds one{{{NaiveUnit{}}, 1.0}};
  AttackInputs in = fire("8", {});
  in.rate_of_fire = 3;
  check_losses(in, after_rate_of_fire(one, {8, 0, 1}, {8, 0, 1}, 3, 13));
  in.then = {"4,drm=-1"};
  check_losses(in, after(after_rate_of_fire(one, {8, 0, 1}, {8, 0, 1}, 3, 13), {4, -1, 1}));
  AttackInputs by = fire_by({"4-6-7", "mg:7-16,b=8"});  // 11 FP, then 7
  by.rate_of_fire = 3;
  by.drm = 1;
  check_losses(by, after_rate_of_fire(one, {8, 1, 1}, {6, 1, 1}, 3, 8));
  AttackInputs led = fire_by({"hs:2-4-7", "mg:4-10", "8-0"});  // the half-squad fires nothing else
  led.rate_of_fire = 1;
  check_losses(led, after_rate_of_fire(one, {4, 0, 0}, {4, 0, 0}, 1, 12));
}

TEST_CASE("how often a MG fires: as long as its colored dr allows, and somebody is left") {
  AttackInputs in = fire("1", {});
  in.drm = 20;  // nobody is hurt
  in.rate_of_fire = 2;
  const auto shots = exact_measures(Attack(in)).at("shots fired");
  for (int n = 1; n <= 6; ++n) CHECK(shots.at(n) == Approx(std::pow(10.0 / 36, n - 1) * 26 / 36));  // not on a double 1 or 2
}

TEST_CASE("attacks with modifiers of their own against an enumeration of every throw", "[thorough]") {
  const NaiveUnit squad{}, half{.kind = 'h'};
  const Odds fresh{{{squad, half}, 1.0}};
  const auto at = [](const std::string& fp, std::vector<std::string> then) { return fire(fp, std::move(then), {"4-4-7", "hs:2-4-7"}); };
  check_losses(at("8", {"4"}), after(after(fresh, {8, 0, 1}), {4, 0, 1}));
  check_losses(at("8", {"4,drm=-2"}), after(after(fresh, {8, 0, 1}), {4, -2, 1}));
  check_losses(at("8", {"4,moving=normal"}), after(after(fresh, {8, 0, 1}), {4, -2, 1, 0}));
  check_losses(at("6", {"6,leadership=-1"}), after(after(fresh, {6, 0, 1}), {6, -1, 0}));
  check_losses(at("6", {"4,cowering=inexperienced,hindrance=1"}), after(after(fresh, {6, 0, 1}), {4, 1, 2}));
  AttackInputs in = at("12", {"8,leadership=none,drm=0", "4"});
  in.leader = "9-2";
  in.drm = 1;
  in.terrain = Terrain::wood;
  check_losses(in, after(after(after(fresh, {12, 1, 0}), {8, 2, 1}), {4, 1, 0}));
  in = at("8", {"24,weapon=ft", "4,weapon=residual,moving=normal"});  // no TEM against a Flamethrower, which cowers
  in.terrain = Terrain::wood;
  check_losses(in, after(after(after(fresh, {8, 2, 1}), {24, 0, 1}), {4, 1, 0, 2}));
  in = at("", {"4,drm=-1"});
  in.by = {"4-6-7", "8-0"};  // who directs stays
  check_losses(in, after(after(fresh, {4, 0, 0}), {4, -1, 0}));
}

TEST_CASE("Residual FP against an enumeration of every throw: of an attack that cowers it is less", "[thorough]") {
  const NaiveUnit squad{};
  const Odds fresh{{{squad, squad}, 1.0}};
  const auto with_residual = [&](const LookedUp& first, const LookedUp& left, const LookedUp& left_by_cowards) {
    const auto cowers = [](int colored, int white) { return colored == white; };
    const auto stands = [](int colored, int white) { return colored != white; };
    Odds odds = after(after(fresh, first, stands), left);
    for (const auto& [units, p] : after(after(fresh, first, cowers), left_by_cowards)) odds[units] += p;
    return odds;
  };
  AttackInputs in = fire("8", {"residual"}, {"4-4-7", "4-4-7"});
  check_losses(in, with_residual({8, 0, 1}, {4, 0, 0}, {2, 0, 0}));  // of 6 FP 3 are left: the 2 column
  in = fire("2", {"residual,drm=-1"}, {"4-4-7", "4-4-7"});
  check_losses(in, with_residual({2, 0, 1}, {1, -1, 0}, {0, 0, 0}));  // of 1 FP none is
  in = fire("16", {"residual,moving=normal"}, {"4-4-7", "4-4-7"});
  in.cowering = Cowering::inexperienced;
  in.hindrance = 1;
  check_losses(in, with_residual({16, 1, 2}, {6, -2, 0, 0}, {2, -2, 0, 0}));  // 8 and 4, a column less each
}

TEST_CASE("Residual FP of every column") {
  const std::map<int, int> left{{2, 1}, {4, 2}, {6, 2}, {8, 4}, {12, 6}, {16, 8}, {20, 8}, {24, 12}, {30, 12}, {36, 12}};
  for (const auto& [column, residual] : left) CHECK(column_of_second(fire(std::to_string(column), {"residual"})) == residual);
  AttackInputs in = fire("36", {"residual"});
  in.hindrance = 1;
  CHECK(column_of_second(in) == 12);  // of 18 the 16 column, one less: at most 12 is looked at last
  in.hindrance = 2;
  CHECK(column_of_second(in) == 8);
  in.leadership = +1;
  CHECK(column_of_second(in) == 6);
  in.leadership = -1;
  CHECK(column_of_second(in) == 8);
  AttackInputs mortar = fire("", {"residual"});
  mortar.caliber = 81, mortar.fire = Fire::mortar;
  CHECK(column_of_second(mortar) == 4);
  mortar.terrain = Terrain::woods;  // Air Bursts
  CHECK(column_of_second(mortar) == 6);
}

TEST_CASE("where no Residual FP is left, nobody is attacked by it, and the next attack is the next") {
  AttackInputs in = fire("1", {"residual"});
  check_losses(in, after({{{NaiveUnit{}}, 1.0}}, {1, 0, 1}));
  CHECK_THAT(Attack(in).description().summary.back(), Contains("no Residual FP is left"));
  in.then = {"residual", "8"};
  check_losses(in, after(after({{{NaiveUnit{}}, 1.0}}, {1, 0, 1}), {8, 0, 1}));
  in = fire("2", {"residual", "8"});  // 1 FP, but none of who cowers
  in.defenders_san = 7;
  const auto with_sniper = exact_odds(Attack(in)).at("defender's sniper attacks");
  in.cowering = Cowering::none;
  CHECK(exact_odds(Attack(in)).at("defender's sniper attacks") > with_sniper);  // one DR more can wake him
}

TEST_CASE("what comes from outside the hex costs Residual FP a column, a hexside too, and is not in its DRM (A8.26, B9.31)") {
  const auto second = [](const AttackInputs& in) { return attack_situation(in).attacks.at(1)[TargetStatus::unpinned]; };
  AttackInputs in = fire("8", {"residual"});
  in.moving = Movement::normal;
  CHECK(second(in) == IftAttack{2, -2, 0});  // the 4 column
  in.terrain = Terrain::hedge;
  CHECK(second(in) == IftAttack{1, -2, 0});
  in.terrain = Terrain::wall;
  CHECK(second(in) == IftAttack{0, -2, 0});
  in.hindrance = 1;
  CHECK(second(in).column < 0);
  in = fire("8", {"residual"});
  in.hardship.encircled = true;
  CHECK(second(in) == IftAttack{1, 0, 0});
  in.hardship.exhausted = true;
  CHECK(second(in) == IftAttack{0, 0, 0});
  AttackInputs by = fire("", {"residual"}, {"4-4-7"});
  by.by = {"4-6-7,encircled"}, by.range = 3, by.targets = {"4-4-7"};
  CHECK(second(by) == IftAttack{0, 0, 0});
  by.by = {"4-6-7,cx"};
  CHECK(second(by) == IftAttack{0, 0, 0});
  by.by = {"4-6-7", "6+1,cx"};  // two columns: none is left
  CHECK(second(by).column < 0);
  by.by = {"4-6-7", "9-2"}, by.terrain = Terrain::hedge, by.moving = Movement::normal, by.range = 2;
  CHECK(second(by) == IftAttack{0, -2, 0});
  AttackInputs mortar = fire("", {"residual"});
  mortar.caliber = 81, mortar.fire = Fire::mortar, mortar.terrain = Terrain::wall;
  CHECK(column_of_second(mortar) == 2);  // of 8 FP 4, a wall of Indirect Fire is +1 (B9.34)
  mortar.terrain = Terrain::runway;
  CHECK(column_of_second(mortar) == 4);
  mortar.terrain = Terrain::light_woods;  // Air Bursts leave a column more
  CHECK(column_of_second(mortar) == 6);
  in = fire("8", {"residual"});
  in.terrain = Terrain::bridge, in.moving = Movement::normal;
  CHECK(second(in) == IftAttack{1, -2, 0});               // a bridge is open ground to it (B6.3)
  in.terrain = Terrain::stone, in.also = Terrain::hedge;  // which it could claim (A8.26)
  CHECK(second(in) == IftAttack{1, 2, 0});
  in = fire("4", {});
  in.weapon = Weapon::residual, in.terrain = Terrain::wall, in.moving = Movement::normal;
  CHECK(attack_situation(in).attacks.front()[TargetStatus::unpinned].drm == -2);
}

TEST_CASE("attacks that follow: what cannot be asked") {
  const auto refused = [](const std::vector<std::string>& then, const char* what, auto change) {
    AttackInputs in = fire("8", then);
    change(in);
    INFO(then.front());
    CHECK_THROWS_WITH(Attack(in), Contains(what));
    try {
      Attack{in};
    } catch (const BadInput& bad) {
      CHECK(bad.fault().field == "then");
    }
  };
  const auto nothing = [](AttackInputs&) {};
  refused({"4,dmr=-2"}, "did you mean drm?", nothing);
  refused({"4,drm"}, "has no value", nothing);
  refused({"4,drm=x"}, "drm", nothing);
  refused({"4,drm=99"}, "out of range", nothing);
  refused({"4,moving=fast"}, "fast", nothing);
  refused({"x,drm=1"}, "Firepower 'x' cannot be used", nothing);
  refused({"4,weapon=mines"}, "a minefield of '4' factors", nothing);
  refused({"4,hindrance=6"}, "blocks the LOS", nothing);
  refused({"residual", "residual"}, "Residual FP leave none, A8.2", nothing);
  refused({"residual"}, "OBA, mines and Residual FP", [](auto& in) { in.fp = "", in.caliber = 100, in.fire = Fire::oba; });
  refused({"4", "6,weapon=mines", "residual"}, "OBA, mines and Residual FP", nothing);
}

TEST_CASE("modifiers of later attacks are listed with the attack that has them") {
  const Attack attack(fire("8", {"4,drm=-2,moving=assault", "residual"}));
  std::vector<std::string> reasons;
  for (const Modifier& modifier : attack.description().modifiers) reasons.push_back(modifier.reason);
  CHECK(reasons == std::vector<std::string>{"FFMO, attack 2", "other DRM, as given, attack 2"});
  CHECK(attack.description().modifiers_of == ModifiersOf::several_rolls);
  CHECK_THAT(attack.description().summary.at(1),
             Contains("then 4 FP on the 4 column") && Contains("DRM -3, Original doubles cower 1 column"));
  CHECK_THAT(attack.description().summary.at(2), Contains("then Residual FP of 2, DRM +0"));
}

TEST_CASE("who fires and what follows: simulated and exact odds agree") {
  AttackInputs in = fire_by({"2x4-6-7", "mg:5-12,b=12"}, {"9-1", "4-4-7", "hs:2-4-7"});
  in.range = 1;
  in.terrain = Terrain::woods;
  in.then = {"8,drm=-1,moving=normal", "residual", "4"};
  const Attack attack(in);
  check_agreement(attack, simulated(attack, 400'000), solved(attack).odds.value());
}

TEST_CASE("who is CX has +1 on what he fires, once, and so has a leader who directs (A4.51)") {
  const auto first = [](std::vector<std::string> by, std::optional<int> rate_of_fire = {}) {
    AttackInputs in = fire_by(std::move(by));
    in.range = 3, in.rate_of_fire = rate_of_fire;
    return attack_situation(in);
  };
  const auto drm = [&](std::vector<std::string> by) { return first(std::move(by)).attacks.front()[TargetStatus::unpinned].drm; };
  CHECK(drm({"4-6-7"}) == 0);
  CHECK(drm({"4-6-7,cx"}) == 1);
  CHECK(drm({"2x4-6-7,cx"}) == 1);
  CHECK(drm({"4-6-7,cx", "4-6-7,cx,encircled"}) == 2);
  CHECK(drm({"4-6-7", "9-1,cx"}) == 0);
  CHECK(drm({"4-6-7", "9-1", "/", "4-6-7,cx", "8-1"}) == 0);
  CHECK(drm({"hero:1-4-9,cx"}) == 0);
  // A MG fires again without those who have no part in it.
  const auto again = [&](std::vector<std::string> by) {
    return (*first(std::move(by), 2).again->without.front())[TargetStatus::unpinned].drm;
  };
  CHECK(again({"4-6-7,cx", "mg:5-12"}) == 1);
  CHECK(again({"hs:2-4-7,cx", "4-6-7,mg-only", "mg:5-12"}) == 0);
  CHECK(again({"4-6-7", "mg:5-12", "8-0,cx"}) == 1);
  CHECK_THROWS_AS(first({"4-6-7", "mg:5-12,cx"}), BadInput);
  CHECK_THROWS_AS(Attack(fire("8", {}, {"4-4-7,cx"})), BadInput);
}
