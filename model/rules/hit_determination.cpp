#include "model/rules/hit_determination.hpp"

#include <algorithm>
#include <utility>

#include "model/core/bad_input.hpp"
#include "model/rules/shared_fields.hpp"
#include "model/rules/to_hit_cases.hpp"

namespace boxcars::model {
namespace {

// Not as counters print it: C1 is no hex.
Field<HitDetermination> cases_field() {
  FieldInfo info{.key = "case",
                 .help = "To Hit DRM of C5 and C6: A=3, C1, K, N=-1, ...",
                 .metavar = "CASE",
                 .example = "K",
                 .repeatable = true,
                 .words = words_of_cases(),
                 .attributes = words_of_cases()};
  return {info,
          [](HitDetermination& in, const InputValue& given, const FieldInfo& self) {
            const auto cases = cases_in(self, given);
            in.cases.insert(in.cases.end(), cases.begin(), cases.end());
          },
          [](const HitDetermination& in) { return as_value(in.cases); }};
}

TargetType target_type(Fire fire) { return fire == Fire::direct ? TargetType::infantry : TargetType::area; }

std::string in_braces(const CaseGiven& given) { return "{case " + in_letters(given) + "}"; }

// What the range alone says: Point Blank, and fire within the hex.
int point_blank(int range) { return range == 1 ? -2 : range == 2 ? -1 : 0; }

void require_on_target_type(const CaseGiven& given, Fire fire) {
  const std::string letter(given.which->letter), rule(given.which->rule);
  if (given.which->counts == CaseCounts::at_vehicles_only)
    throw BadInput("case", in_braces(given) + " at no vehicle", "it is of the Vehicle Target Type, " + rule, "leave it out");
  if (given.which->counts == CaseCounts::not_on_area && target_type(fire) == TargetType::area)
    throw BadInput("case", in_braces(given) + " with {fire " + std::string(name_of(fire, fire_choices)) + "}",
                   "Case " + letter + " is none of the Area Target Type, C3.33", "leave one out");
}

std::vector<Modifier> to_hit_rows_of(const Latw& latw, int range) {
  if (range > latw.longest)
    throw BadInput("range", "{range " + std::to_string(range) + "} is too far for " + std::string(latw.is),
                   "it reaches " + std::to_string(latw.longest) + " hexes, C13", "give a shorter one");
  return {{latw.to_hit[static_cast<std::size_t>(range)],
           "basic To Hit number: " + std::string(latw.is) + ", at range " + std::to_string(range), "C13"}};
}

void require_lawful(const HitDetermination& in, const std::vector<CaseGiven>& cases, const FiredAt& at) {
  if (in.range == 0 && target_type(at.fire) == TargetType::area)
    throw BadInput("range", "{range 0} with {fire " + std::string(name_of(at.fire, fire_choices)) + "}",
                   "the Area Target Type is not for the own hex, C3.33", "give a longer one");
  if (target_type(at.fire) == TargetType::infantry && is_given(cases, "K") && is_given(cases, "N"))
    throw BadInput("case", "{case N} with Case K", "only a hex with concealed men in it is acquired, on the Area Target Type, C6.5, C6.57",
                   "leave one out");
  for (const CaseGiven& given : cases) {
    if (!given.which->from.empty()) refuse_derived(given);
    require_on_target_type(given, at.fire);
    if (given.which->letter == "E" && in.range != 0)
      throw BadInput("case", "{case E} with {range " + std::to_string(*in.range) + "}", "it is fire within the own hex, C5.5",
                     "give {range 0}, or leave it out");
    const bool in_cover = in.hindrance > 0 || !at.may_be_open ||
                          std::any_of(at.tem.begin(), at.tem.end(), [](const Modifier& row) { return row.amount != 0; });
    if (given.which->letter == "J4" && in_cover)
      throw BadInput("case", "{case J4} with TEM or Hindrance", "FFMO is of Open Ground, A4.6", "leave it out");
  }
}

}  // namespace

std::vector<std::string> cases_in(const FieldInfo& field, const InputValue& given) {
  std::vector<std::string> cases;
  for (std::string words : words_of(field, given)) {
    std::replace(words.begin(), words.end(), ',', ' ');
    for (const std::string& word : words_in(with_hyphens(words))) cases.push_back(word);
  }
  return cases;
}

const Fields<HitDetermination>& hit_determination_fields() {
  static const Fields<HitDetermination> fields{
      integer("range", &HitDetermination::range, {0, longest_range, "hexes of the To Hit table, C3"},
              "range in hexes, for its To Hit number (C3 to C6)")
          .like("8"),
      choice("barrel", &HitDetermination::barrel, barrel_choices, "normal (default), short (*), L or LL"),
      choice("gun_color", &HitDetermination::gun_color, gun_color_choices, "black (default) or red To Hit numbers"),
      cases_field(),
      integer("hindrance", &HitDetermination::hindrance, hindrance_drm, "Hindrance DRM, SMOKE included"),
      integer("leadership", &HitDetermination::leadership, leaders_drm, "the directing leader's DRM")};
  return fields;
}

std::vector<Clash> hit_determination_clashes() {
  constexpr auto with = Clash::Is::with, without = Clash::Is::without;
  const std::string_view add_range = "give {range}, too";
  return {{{"range"}, with, {"to_hit"}, "it computes what the other gives, C3.3"},
          {{"range"}, with, {"th_number"}, "it computes what the other gives, C3.3"},
          {{"barrel"}, without, {"range"}, "it is part of the To Hit number, C4", add_range},
          {{"gun_color"}, without, {"range"}, "it is part of the To Hit number, C3", add_range},
          {{"case"}, without, {"range"}, "it is part of a To Hit DR that is computed, C5, C6", add_range},
          {{"hindrance"}, without, {"range"}, "it is on the To Hit DR, C6.9", add_range},
          {{"leadership"}, without, {"range"}, "it is on the To Hit DR, A7.53", add_range}};
}

ToHitRows to_hit_rows(const HitDetermination& in, const FiredAt& at) {
  const TargetType type = target_type(at.fire);
  auto cases = parse_cases(in.cases);
  require_lawful(in, cases, at);
  if (at.latw) require_cases_of_latw(cases);
  std::erase_if(cases, [](const CaseGiven& given) { return given.which->letter == "E"; });  // the range and the terrain say it
  ToHitRows rows{.number = at.latw
                               ? to_hit_rows_of(*at.latw, *in.range)
                               : to_hit_number_rows(
                                     {.type = type, .range = *in.range, .color = in.gun_color, .barrel = in.barrel, .caliber = at.caliber}),
                 .doubles_lower_die = is_given(cases, "C4")};
  const auto add = [&](std::string_view letter, int drm, const std::string& what = {}) {
    if (drm != 0) rows.drm.push_back(row_of(*find_case(letter), drm, what));
  };
  for (Modifier& row : rows_of(cases)) rows.drm.push_back(std::move(row));
  // LATW with To Hit numbers of their own have neither Case E nor L (C6.3).
  if (const int doubled = *find_case("E")->standard; in.range == 0 && !at.latw)
    add("E", at.doubles_own_hex ? doubled : doubled / 2, at.doubles_own_hex ? "" : "own hex");
  if (type == TargetType::infantry) {
    if (!at.latw && !anyone_moves(cases)) add("L", point_blank(*in.range));
    for (const Modifier& row : at.tem) add("Q", row.amount, row.reason);
  }
  add("R", in.hindrance);
  if (in.leadership.value_or(0) != 0) rows.drm.push_back({*in.leadership, "directing leader, To Hit DR", "A7.53"});
  return rows;
}

ToHit to_hit_of(const ToHitRows& rows, Fire fire) {
  const int number = sum_of(rows.number);
  return {number - sum_of(rows.drm), number, critical_hits_of(fire), rows.doubles_lower_die};
}

ToHit given_to_hit(int needed, std::optional<int> number, const std::vector<Modifier>& tem, Fire fire) {
  return {.needed = needed, .number = number.value_or(needed + sum_of(tem)), .critical_hits = critical_hits_of(fire)};
}

std::vector<std::string> cases_as_read(const std::vector<std::string>& cases) {
  std::vector<std::string> words;
  for (const CaseGiven& given : parse_cases(cases)) {
    if (given.which->letter != "E") words.push_back(in_letters(given));  // the range says it, too
  }
  return words;
}

std::vector<Modifier> rows_of_critical_hit(const HitDetermination& in) { return rows_of_critical_hit(parse_cases(in.cases)); }

int acquired_before(const HitDetermination& in) {
  const auto cases = parse_cases(in.cases);
  if (is_given(cases, "M")) return most_acquired;  // no acquisition counts beside it (C6.4)
  const CaseGiven* n = find_given(cases, "N");
  return n ? -n->drm : 0;
}

void require_rate_of_fire_kept(const HitDetermination& in, Fire fire) {
  const auto refuse = [](const std::string& with, const std::string& why) {
    throw BadInput("rate_of_fire", "{rate_of_fire} with " + with, why, "leave one out");
  };
  if (fire == Fire::area) refuse("{fire area}", "a Gun on the Area Target Type keeps none, C3.33");
  for (const CaseGiven& given : parse_cases(in.cases)) {
    const ToHitCase& which = *given.which;
    if (which.no_rate_of_fire) refuse(in_braces(given), std::string(which.what) + ": no rate of fire is kept, " + std::string(which.rule));
  }
}

}  // namespace boxcars::model
