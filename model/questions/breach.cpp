#include "model/questions/breach.hpp"

#include <utility>

#include "model/core/bad_input.hpp"
#include "model/core/modifier.hpp"
#include "model/rules/ift.hpp"
#include "model/rules/ordnance.hpp"
#include "model/rules/shared_fields.hpp"
#include "model/rules/terrain.hpp"

namespace boxcars::model {
namespace {

constexpr int area_firepower = 12;  // on the neighbour (B23.711)
constexpr int concealed_area_firepower = 6;

// Only the second edition halves the attack on concealed neighbours (B23.711).
bool halves(const BreachInputs& in) { return in.concealed && in.edition == Edition::v2; }

// NMC or better.
bool breaches(IftResult result) { return result.kind >= IftResult::Kind::MC; }

}  // namespace

const Questionnaire<BreachInputs>& breach_questionnaire() {
  using In = BreachInputs;
  const std::string_view wall = "The wall", behind = "Behind it";
  static const Questionnaire<In> asks{
      .name = "breach",
      .title = "A DC against a Rowhouse's or fortified wall (B23.711).",
      .examples = {"boxcars breach --building stone", "boxcars breach --building stone --fortified --target \"8-1 4-4-7\"",
                   "boxcars breach --building wood --concealed --non-elite --target 4-4-7"},
      .fields = {choice("building", &In::building, construction_choices, "wood or stone").in(wall).bare(),
                 flag("fortified", &In::fortified, "a fortified building's wall: TEM +1").in(wall),
                 integer("drm", &In::drm, any_drm, "all other DRM, added up, on both attacks").in(wall),
                 flag("concealed", &In::concealed, "the targets are concealed: 6 FP instead of 12").in(behind),
                 flag("non_elite", &In::non_elite, "Non-Elite use: the DC malfunctions on 10 or more").in(wall),
                 flag("iift", &In::iift, iift_help).in(wall), board_field<In>(MapSays::nothing).in(wall),
                 map_field<In>(MapSays::nothing).in(wall), set_field<In>(MapSays::nothing).in(wall),
                 hex_field<In>(MapSays::nothing).in(wall),
                 words("target", &In::targets, FieldKind::unit, "UNIT", "4-4-7, hs:2-4-7, 9-1, 3x4-4-7, ... as in attack")
                     .like("4-4-7")
                     .in(behind),
                 choice("edition", &In::edition, edition_choices, "edition of B23: v2 (default) or v1").in(behind)},
      .clashes = with_those_of_maps(std::vector<Clash>{}),
      .needs = with_those_of_maps(std::vector<Need>{{.one_of = {"building"},
                                                     .problem = "no building given",
                                                     .why = "a wall of wood or stone?",
                                                     .instead = "give it like {building stone}",
                                                     .told_by = "hex"}})};
  return asks;
}

std::vector<std::string> breach_on_map(BreachInputs& in, const std::set<std::string>& given, const MapReader& read_map) {
  auto hex = hex_on_map(in.map, in.hex, read_map);
  if (!hex) return {};
  if (!hex->holds.building && !in.building)
    throw BadInput("hex", "{hex " + hex->name + "} holds no building", "whose wall is it?", "give another hex");
  hex->fill(given, "building", in.building, hex->holds.building);
  if (!hex->holds.rowhouse && !in.fortified)
    hex->notes.push_back(hex->name + " is no Rowhouse on the map: only the walls of those, and of fortified buildings, are breached");
  return hex->notes;
}

// The first edition's wall has the normal TEM, fortified or not (B23.711, B23.921).
Sheet<Breach::Attack> Breach::sheet_of(const BreachInputs& in) {
  require_needs(breach_questionnaire(), in);
  require_lawful(breach_questionnaire(), in);
  const Terrain terrain = terrain_of(in.building.value());
  Sheet<Attack> sheet;
  sheet.add_to_all({Attack::wall, Attack::neighbor}, tem(terrain));
  if (in.fortified) {
    Modifier fortified = fortified_tem(terrain);
    if (in.edition == Edition::v1) {
      fortified.reason += ", the neighbour only";
      sheet.add(Attack::neighbor, std::move(fortified));
    } else {
      sheet.add_to_all({Attack::wall, Attack::neighbor}, std::move(fortified));
    }
  }
  sheet.add_to_all({Attack::wall, Attack::neighbor}, {in.drm, "other DRM, as given", "A7.3"});
  return sheet;
}

Breach::Breach(const BreachInputs& in)
    : sheet_(sheet_of(in)),
      wall_{*column_for_firepower(dc_firepower, table_if(in.iift)), sheet_.on(Attack::wall)},
      neighbor_{*column_for_firepower(halves(in) ? concealed_area_firepower : area_firepower, table_if(in.iift)),
                sheet_.on(Attack::neighbor)},
      malfunctions_from_(dc_malfunctions_from(in.non_elite)),
      malfunctions_(facts_.event("malfunctions")),
      breached_(facts_.event("breached")),
      results_(events_of(possible_results(neighbor_, {}, malfunctions_from_), "neighbour IFT ", facts_)),
      stack_(at_field("target", [&] { return Stack(parse_units(in.targets, terrain_of(*in.building), in.fortified), {}, facts_); })),
      overall_(stack_.entries(), facts_) {
  if (in.concealed) require_none_known(stack_.entries());
  describe(in);
}

void Breach::describe(const BreachInputs& in) {
  const std::vector<UnitEntry>& units = stack_.entries();
  if (!units.empty()) {
    description_.headline = headline_of(units);
    description_.untold = untold_of(units);
  }
  description_.headline.insert(description_.headline.begin(), {"breaches the wall", "breached"});

  description_.inputs = inputs_of(breach_questionnaire(), in);
  description_.modifiers = sheet_.modifiers();
  description_.modifiers_of = sheet_.modifiers_of();
  if (in.edition == Edition::v1 && !in.concealed && !in.fortified)
    description_.notes.emplace_back(
        "--edition has no effect: the editions differ in fortified walls and concealed neighbours only (B23.711)");
  if (in.edition == Edition::v1 && in.concealed)
    description_.notes.emplace_back("first edition: concealed neighbours are not halved (B23.711)");
  int highest = 0;  // Original DR that breaches
  for (int original = 2; original < malfunctions_from_; ++original) {
    if (breaches(resolve(wall_, original, false))) highest = original;
  }
  description_.summary.push_back("the wall: " + column_head(wall_.column) + " column, DRM " + with_sign(wall_.drm) + ": breached by " +
                                 (highest == 0 ? "no Original DR" : "an Original DR of " + std::to_string(highest) + " or less"));
  description_.summary.push_back("the neighbour: " + column_head(neighbor_.column) + " column, DRM " + with_sign(neighbor_.drm) +
                                 ", by the same DR");
  description_.notes.push_back("an Original DR of " + std::to_string(malfunctions_from_) +
                               (malfunctions_from_ < 12 ? " or more malfunctions" : " malfunctions") + " (A23.2)");
  for (auto& note : notes_on(units)) description_.notes.push_back(std::move(note));
}

Throw Breach::next_throw(const State& s) const {
  if (s.over) return {};
  if (stack_.busy(s.stack)) return stack_.next_throw(s.stack);
  return {Dice::DR, "DC DR", "B23.711", "", Reads::sum};
}

Breach::State Breach::next(const State& from, Roll roll, Outcomes& outcomes) const {
  State s = from;
  if (stack_.busy(s.stack)) {
    stack_.next(s.stack, roll, LastAttack::yes, outcomes);
    if (ended(s)) return s;
    return concluded(s, outcomes);
  }
  s.resolved = 1;
  if (roll.sum() >= malfunctions_from_) {
    outcomes.tell([] { return "the DC malfunctions"; });
    outcomes.happened(malfunctions_);
    stack_.conclude(s.stack, outcomes);
    return concluded(s, outcomes);
  }
  const IftResult of_wall = resolve(wall_, roll.sum(), false), of_neighbor = resolve(neighbor_, roll.sum(), false);
  outcomes.tell([&] {
    return "Final " + std::to_string(roll.sum() + wall_.drm) + ": " + to_string(of_wall) +
           (breaches(of_wall) ? ", breached" : ", it holds") + "; the neighbour: " + to_string(of_neighbor);
  });
  if (breaches(of_wall)) outcomes.happened(breached_);
  outcomes.happened(results_.at(of_neighbor));
  if (!stack_.entries().empty()) stack_.begin(s.stack, {of_neighbor}, LastAttack::yes, outcomes);
  return concluded(s, outcomes);
}

Breach::State Breach::concluded(State s, Outcomes& outcomes) const {
  if (stack_.busy(s.stack)) return s;
  overall_.record(s.stack.seen, outcomes);
  State over;
  over.over = 1;
  return over;
}

}  // namespace boxcars::model
