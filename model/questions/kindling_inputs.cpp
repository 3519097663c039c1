#include "model/questions/kindling_inputs.hpp"

#include <algorithm>
#include <iterator>
#include <string_view>
#include <utility>

#include "model/core/bad_input.hpp"
#include "model/core/numbers.hpp"
#include "model/core/times.hpp"
#include "model/parts/falling_rubble.hpp"
#include "model/rules/ground.hpp"
#include "model/rules/map_fields.hpp"
#include "model/rules/printed.hpp"
#include "model/rules/shared_fields.hpp"
#include "model/rules/units.hpp"

namespace boxcars::model {
namespace {

// What may follow a neighbor's terrain.
struct Attribute {
  std::string_view name;
  int drm;
  const char* reason;
  const char* rule;
};
constexpr std::array<Attribute, 4> attributes{{{"fortified", fortified_fire_drm, "fortified building", "B23.94"},
                                               {"detached", detached_spread_drm, "not directly attached", "B25.6"},
                                               {"higher", higher_spread_drm, "higher", "B25.6"},
                                               {"lower", lower_spread_drm, "lower", "B25.6"}}};

constexpr FireRoll kindling_dr{FireRoll::Of::kindling}, flame_dr{FireRoll::Of::flame};
FireRoll spread_dr(std::size_t neighbor) { return {FireRoll::Of::spread, neighbor}; }

// What burns, as users type it.
std::vector<Choice<Terrain>> burnable_choices() {
  std::vector<Choice<Terrain>> choices;
  std::copy_if(terrain_choices.begin(), terrain_choices.end(), std::back_inserter(choices),
               [](const Choice<Terrain>& choice) { return fire_numbers(choice.value).has_value(); });
  return choices;
}

std::string with_terrain(Terrain terrain) { return "{terrain " + std::string(name_of(terrain, terrain_choices)) + "}"; }

std::vector<std::string> words_of_attributes() {
  std::vector<std::string> words{"drm="};
  for (const Attribute& attribute : attributes) words.emplace_back(attribute.name);
  return words;
}

// What the rules forbid beyond fields and clashes.
void require_lawful_fire(const KindlingInputs& in) {
  require_needs(kindling_questionnaire(), in);
  require_fire_numbers(*in.terrain);
  require_lawful(kindling_questionnaire(), in);
  if (in.by == KindlingBy::wp && !is_hut(*in.terrain) && !in.dry && !in.very_dry)
    throw BadInput("by", "{by wp} with " + with_terrain(*in.terrain), "only huts burn by WP unless EC are Dry or Very Dry, A24.32, G5.6",
                   "add {dry} or {very_dry}");
  if (in.by == KindlingBy::wp && in.rain && !in.dry && !in.very_dry)
    throw BadInput("rain", "{rain} with {by wp}",
                   "after rain WP sets a collapsed hut on fire only if EC are Dry or Very Dry, G5.61, A24.32", "add {dry} or {very_dry}");
  if (in.neighbors.size() > KindlingSituation::most_neighbors) {
    throw BadInput("neighbor", "{neighbor} is given " + std::to_string(in.neighbors.size()) + " times",
                   "no more than " + std::to_string(KindlingSituation::most_neighbors) + " are counted", "leave some out");
  }
}

// Whether what collapses is followed as it falls.
bool follows_fall(const KindlingInputs& in) { return in.fire_collapse && in.levels; }

// Of the map more counts than what burns only where rubble falls on it.
FallInputs kindling_fall(const KindlingInputs& in) {
  if (follows_fall(in)) return {.map = in.map, .hex = in.hex, .own = in.own};
  return {};
}

Field<KindlingInputs> where_rubble_falls(Field<KindlingInputs> field) {
  const auto plain = field.said ? field.said : field.value;
  return std::move(field).saying([plain](const KindlingInputs& in) { return follows_fall(in) ? plain(&in) : std::nullopt; });
}

// B24.6: rubble is kindled as a building is.
void add_wp(const KindlingInputs& in, Sheet<FireRoll>& sheet) {
  if (is_rubble(*in.terrain))
    sheet.add(kindling_dr, {wp_drm_in_building, "WP in rubble, Kindling DR", "B24.6"});
  else if (in.terrain != Terrain::collapsed_hut)
    sheet.add(kindling_dr, wp_in_building("Kindling DR"));
  if (!in.very_dry) sheet.add(kindling_dr, wp_unless_very_dry("Kindling DR"));
}

// All but the neighbors'.
Sheet<FireRoll> sheet_of(const KindlingInputs& in) {
  Sheet<FireRoll> sheet;
  if (in.fortified) sheet.add_to_all({kindling_dr, flame_dr}, fortified_on("every Flame DR"));
  sheet.add(kindling_dr, {in.drm, "other DRM on the Kindling DR, as given", in.by == KindlingBy::wp ? "A24.32" : "B25.11"});
  sheet.add(flame_dr, {in.spread_drm, "other DRM on the Flame's DR, as given", "B25.15"});
  switch (in.by) {
    case KindlingBy::attempt:
      break;
    case KindlingBy::smc:
      sheet.add(kindling_dr, {-2, "SMC, Kindling DR", "B25.11"});
      break;
    case KindlingBy::half_squad:
      sheet.add(kindling_dr, {-1, "half-squad or crew, Kindling DR", "B25.11"});
      break;
    case KindlingBy::mol:
      sheet.add(kindling_dr, {+2, "MOL, Kindling DR", "B25.11"});
      break;
    case KindlingBy::wp:
      add_wp(in, sheet);
      break;
  }
  sheet.add(kindling_dr, {-in.leadership.value_or(0), "leadership reversed, Kindling DR", "B25.11"});
  if (!ec_drm_counts(*in.terrain)) return sheet;
  if (in.by != KindlingBy::wp) sheet.add(kindling_dr, {in.ec, "EC, Kindling DR", "B25.5"});
  sheet.add(flame_dr, {in.ec, "EC, the Flame's DR", "B25.5"});
  return sheet;
}

[[noreturn]] void refuse_neighbor(const std::string& text, const std::string& why, const std::string& instead) {
  throw BadInput("neighbor", "{neighbor} " + shown(text) + " cannot be used", why, instead);
}

// Takes off `rest` what stands before its next comma.
std::string_view next_field(std::string_view& rest) {
  const std::string_view field = rest.substr(0, rest.find(','));
  rest.remove_prefix(std::min(rest.size(), field.size() + 1));
  return field;
}

// What follows drm= in the neighbor `text`.
int parse_spread_drm(const std::string& text, std::string_view value) {
  if (value.starts_with('+') && !value.starts_with("+-")) value.remove_prefix(1);
  const auto drm = whole_number(value);
  if (!drm || *drm < -30 || *drm > 30) refuse_neighbor(text, "drm is a number from -30 to 30", "give it like stone,drm=1");
  return *drm;
}

// What an attribute of the neighbor `text` is for its Spread DR.
Modifier parse_attribute(const std::string& text, std::string_view field, Terrain terrain) {
  constexpr std::string_view drm = "drm=";
  if (field.starts_with(drm)) return {parse_spread_drm(text, field.substr(drm.size())), "other DRM, as given", "B25.6"};
  const auto known = std::find_if(attributes.begin(), attributes.end(), [&](const Attribute& a) { return a.name == field; });
  if (known == attributes.end()) {
    std::vector<std::string> names{"drm=N"};
    for (const Attribute& attribute : attributes) names.emplace_back(attribute.name);
    throw_unknown("attribute of {neighbor} " + shown(text) + ",", field, names);
  }
  if (known->name == "fortified" && !why_not_fortified(terrain).empty())
    refuse_neighbor(text, std::string(why_not_fortified(terrain)), "leave 'fortified' out");
  return {known->drm, known->reason, known->rule};
}

KindlingNeighbor parse_neighbor(const std::string& text, std::size_t number, int ec, Sheet<FireRoll>& sheet) {
  std::string_view rest(text);
  const std::string_view word = next_field(rest);
  const Terrain terrain = parse_choice("{neighbor}", word, burnable_choices());
  KindlingNeighbor neighbor{std::to_string(number) + ":" + std::string(word), fire_numbers(terrain)->spread};
  if (text.ends_with(',')) refuse_neighbor(text, "nothing follows a comma", "give attributes without spaces, like stone,fortified");
  std::vector<std::string_view> given;
  const auto is_given = [&](std::string_view key) { return std::find(given.begin(), given.end(), key) != given.end(); };
  while (!rest.empty()) {
    const std::string_view field = next_field(rest), key = field.substr(0, field.find('='));
    if (is_given(key)) refuse_neighbor(text, "an attribute is given twice", "leave one out");
    given.push_back(key);
    Modifier modifier = parse_attribute(text, field, terrain);
    modifier.reason += ", Spread DR of " + neighbor.label;
    sheet.add(spread_dr(number), std::move(modifier));
  }
  if (ec_drm_counts(terrain)) sheet.add(spread_dr(number), {ec, "EC, Spread DR of " + neighbor.label, "B25.5"});
  if (is_given("higher") && is_given("lower")) refuse_neighbor(text, "it is higher or lower, B25.6", "leave one out");
  neighbor.drm = sheet.on(spread_dr(number));
  return neighbor;
}

std::vector<KindlingSituation::Occupant> occupants_of(const KindlingInputs& in) {
  const auto entries = at_field("target", [&] { return parse_units(in.targets, Terrain::hut, false); });
  std::vector<KindlingSituation::Occupant> occupants;
  int units = 0;
  for (const UnitEntry& entry : entries) {
    occupants.push_back({std::to_string(occupants.size() + 1) + ":" + entry.name, entry.count.value_or(0)});
    units += occupants.back().size();
  }
  if (units > KindlingSituation::most_units)
    throw BadInput("target", std::to_string(units) + " units are too many", "at most " + std::to_string(KindlingSituation::most_units),
                   "ask for less");
  return occupants;
}

int least_spread_dr(const KindlingNeighbor& neighbor) { return neighbor.spread - neighbor.drm; }

std::vector<std::string> summary_of(const KindlingSituation& situation) {
  std::vector<std::string> lines{"kindled on " + original_from(situation.numbers.kindling - situation.drm) + ", a Blaze on " +
                                 original_from(situation.numbers.spread - situation.spread_drm) + ", out on " +
                                 original_to(flame_out_at - situation.spread_drm)};
  for (const KindlingNeighbor& neighbor : situation.neighbors)
    lines.push_back("it spreads to " + neighbor.label + " on " + original_from(least_spread_dr(neighbor)));
  if (situation.fire_collapse)
    lines.push_back("a Blaze and an Original Wind Change DR of " + std::to_string(fire_collapse_at) + ": the building falls" +
                    (situation.levels == 0
                         ? ""
                         : ", its rubble on a colored dr of " +
                               std::to_string(FallingRubble::falls_from - FallingRubble::drm(situation.levels)) + " or more"));
  return lines;
}

std::vector<std::string> notes_of(const KindlingInputs& in, const KindlingSituation& situation) {
  std::vector<std::string> notes;
  if (ec_drm_counts(*in.terrain)) {
    const std::string counts =
        std::string("the EC DRM counts in a ") + (in.terrain == Terrain::lumberyard ? "lumberyard (B23.211)" : "collapsed hut (G5.61)");
    if (in.ec == 0) notes.push_back(counts + (situation.by_wp ? ", but not on WP's DR (A24.32)" : "") + ": --ec; none is taken");
  }
  if (!situation.occupants.empty())
    notes.emplace_back("who fails his Collapse PTC is pinned, a broken unit too; he leaves the Blaze as soon as he can (G5.5, B25.4)");
  if (in.by == KindlingBy::smc) notes.emplace_back("a SMC must pass a NTC first (B25.11), which is not in these odds");
  if (in.by != KindlingBy::smc && in.leadership.value_or(0) != 0)
    notes.emplace_back("the leader must pass a NTC first (B25.11), which is not in these odds");
  if (situation.most_turns != 1 && in.by != KindlingBy::wp)
    notes.emplace_back("one Kindling DR is thrown (B25.11); the turns are those of the Flame that it makes (B25.15)");
  if (situation.fire_collapse && !situation.fall) notes.emplace_back("--levels, or --map and --hex, tells where its rubble falls (B24.12)");
  if (situation.falls_ablaze == FallsAblaze::yes)
    notes.emplace_back("the levels that fall burn: what burns where they come down is ablaze, too (B24.6)");
  const bool spreads = !situation.neighbors.empty();
  if (spreads) notes.emplace_back("the wind's DRM is drm=N of a --neighbor (B25.6)");
  const int first_turn = in.hampered ? 3 : 2;
  if ((in.fire_collapse || spreads) && situation.most_turns && *situation.most_turns < first_turn) {
    notes.push_back("before Player Turn " + std::to_string(first_turn) + " nothing spreads or falls (B25.6, B25.66); --turns " +
                    std::to_string(first_turn) + " or more");
  }
  return notes;
}

std::vector<HeadlinePart> headline_of(const KindlingSituation& situation) {
  std::vector<HeadlinePart> parts{{"kindled", "kindled"}, {"blazes", "blaze"}};
  for (const KindlingNeighbor& neighbor : situation.neighbors)
    parts.push_back({"spreads to " + neighbor.label, "flame in " + neighbor.label});
  if (situation.fire_collapse) parts.push_back({"falls", "fire collapse"});
  if (situation.levels > 0) parts.push_back({"rubble falls", "rubble falls"});
  return parts;
}

}  // namespace

const Questionnaire<KindlingInputs>& kindling_questionnaire() {
  using In = KindlingInputs;
  const std::string_view fire = "The fire", cause = "What sets it on fire", blaze = "What its Blaze does";
  static const Questionnaire<In> asks{
      .name = "kindle",
      .title = "Setting a building on fire (B23.6, B25).",
      .examples = {"boxcars kindle --terrain wood", "boxcars kindle --terrain stone --fortified --drm 1 --turns 4",
                   "boxcars kindle --terrain hut --turns until --hampered", "boxcars kindle --terrain wood --by wp --very-dry --turns 6",
                   "boxcars kindle --terrain wood --turns 8 --neighbor wood stone,detached"},
      .fields =
          {choice("terrain", &In::terrain, built_terrain_choices, "wood, stone, lumberyard, hut, wood-rubble, ...")
               .offering(burnable_terrain())
               .in(fire)
               .bare(),
           flag("fortified", &In::fortified, "a fortified building: -1 on every DR").in(fire),
           integer("drm", &In::drm, any_drm, "all other DRM on the Kindling DR").in(fire),
           integer("spread_drm", &In::spread_drm, any_drm, "all other DRM on the Flame's DR").in(fire),
           word("turns", &In::turns, "T", "further Player Turns, or until; default 1")
               .saying([](const In& in) { return times_said("turns", in.turns); })
               .in(fire),
           flag("hampered", &In::hampered, "the Flame is hampered in the first of these turns").in(fire),
           choice("by", &In::by, kindling_by_choices, "attempt, smc, half-squad, mol or wp; default attempt").in(cause),
           integer("leadership", &In::leadership, leaders_drm, "DRM of a leader who helps (its sign is reversed)")
               .saying([](const In& in) { return said_unless_0(in.leadership); })
               .in(cause),
           flag("dry", &In::dry, "EC, under WP")
               .saying([](const In& in) { return said_if(in.dry && (!is_hut(*in.terrain) || in.rain)); })
               .in(cause),  // it is nothing to a hut
           flag("very_dry", &In::very_dry, "EC, under WP").in(cause),
           words("neighbor", &In::neighbors, FieldKind::text, "TERRAIN", "terrain it may spread to: wood stone,detached")
               .with_words(burnable_terrain())
               .with_attributes(words_of_attributes())
               .in(blaze),
           flag("fire_collapse", &In::fire_collapse, "the building falls on a Wind Change DR of 12").in(blaze),
           words("target", &In::targets, FieldKind::unit, "UNIT", "units in the hut: Collapse PTC when it blazes").like("4-4-7").in(blaze),
           integer("ec", &In::ec, ec_drm, "EC DRM, for lumberyards and collapsed huts").in(fire),
           flag("rain", &In::rain, "a collapsed hut: it has rained (G5.61)").in(cause),
           where_rubble_falls(integer("levels", &In::levels, levels_above_ground, "levels above ground of the building that falls"))
               .in(blaze),
           where_rubble_falls(integer("level", &In::level, levels_above_ground, "level of its Blaze; default 0 (ground)")).in(blaze),
           words("own", &In::own, FieldKind::hex, "HEX|1-6", "where your own units are")
               .saying([](const In& in) { return own_said(kindling_fall(in)); })
               .in(blaze),
           where_rubble_falls(board_field<In>(MapSays::itself)).in(fire),
           where_rubble_falls(map_field<In>(MapSays::itself)).in(fire),
           where_rubble_falls(set_field<In>(MapSays::itself)).in(fire),
           where_rubble_falls(hex_field<In>(MapSays::itself, "the hex that burns: J8")).in(fire)},
      .clashes = with_those_of_maps(with_those_of_fortified(
          {{{"levels"}, Clash::Is::without, {"fire_collapse"}, "only what falls has levels that fall, B25.66", "give {fire_collapse}, too"},
           {{"level"}, Clash::Is::without, {"levels"}, "a level of how many?", "give {levels}, too"},
           {{"own"}, Clash::Is::without, {"levels"}, "on whom does nothing fall?", "give {fire_collapse} and {levels}, too"},
           {{"leadership"}, Clash::Is::with, {"by", {"wp"}}, "a leader helps only with a Kindling attempt, B25.11"},
           {{"dry"}, Clash::Is::without, {"by", {"wp"}}, "only WP asks for it, A24.32", "leave it out, or give {by wp}"},
           {{"very_dry"}, Clash::Is::without, {"by", {"wp"}}, "only WP asks for it, A24.32", "leave it out, or give {by wp}"},
           {{"dry"}, Clash::Is::with, {"very_dry"}, "EC are one or the other, B25.5"},
           {{"rain"}, Clash::Is::without, {"terrain", {"collapsed-hut"}}, "it is nothing to what stands, G5.61", "leave it out"},
           {.what = {"ec"},
            .is = Clash::Is::without,
            .other = {"terrain", words_for(built_terrain_choices, ec_drm_counts)},
            .why = "no other building or rubble has EC DRM, B25.5",
            .instead = "leave it out",
            .unless = {{"neighbor"}}},
           {{"target"},
            Clash::Is::without,
            {"terrain", {"hut"}},
            "only a hut's Blaze brings it down on who is in it, G5.5",
            "leave it out"},
           {{"fire_collapse"},
            Clash::Is::with,
            {"terrain", words_for(built_terrain_choices, [](Terrain terrain) { return !can_be_rubbled(terrain); })},
            "only a building that stands collapses by it, B25.66",
            "leave it out"}},
          built_terrain_choices)),
      .needs = with_those_of_maps(std::vector<Need>{{.one_of = {"terrain"},
                                                     .problem = "no terrain given",
                                                     .why = "what is to burn?",
                                                     .instead = "give it like {terrain wood}",
                                                     .told_by = "hex"}}),
      .footer =
          "A neighbor is a terrain as above, and after commas what is true of it:\n"
          "fortified, detached (not directly attached), higher, lower, drm=N."};
  return asks;
}

std::vector<std::string> kindling_on_map(KindlingInputs& in, const std::set<std::string>& given, const MapReader& read_map) {
  auto hex = hex_on_map(in.map, in.hex, read_map);
  if (!hex) return {};
  const auto built = built_terrain(hex->holds);
  if (!built && !in.terrain)
    throw BadInput("hex", "{hex " + hex->name + "} holds nothing that is kindled here", "buildings, rubble and huts are, B25.11",
                   "give another hex, or {terrain}");
  const bool is_level_of_building = built == Terrain::marketplace;
  hex->fill(given, "terrain", in.terrain, is_level_of_building ? std::optional(terrain_of(*hex->holds.building)) : built);
  if (in.fire_collapse && hex->holds.building) hex->fill(given, "levels", in.levels, std::optional(hex->holds.levels));
  return hex->notes;
}

std::vector<std::string> burnable_terrain() { return names(burnable_choices()); }

FireNumbers require_fire_numbers(Terrain terrain) {
  const auto numbers = fire_numbers(terrain);
  if (terrain == Terrain::rooftop)
    throw BadInput("terrain", with_terrain(terrain) + " burns as its building", "B23.8", "give wood or stone");
  if (!numbers)
    throw BadInput("terrain", with_terrain(terrain) + " has no Kindling number", "B25.11",
                   "give wood, stone, lumberyard, hut, collapsed-hut, wood-rubble or stone-rubble");
  return *numbers;
}

KindlingSituation kindling_situation(const KindlingInputs& in) {
  require_lawful_fire(in);
  KindlingSituation situation{.numbers = require_fire_numbers(*in.terrain),
                              .sheet = sheet_of(in),
                              .hampered = in.hampered,
                              .is_hut = in.terrain == Terrain::hut,
                              .by_wp = in.by == KindlingBy::wp,
                              .fire_collapse = in.fire_collapse};
  situation.drm = situation.sheet.on(kindling_dr);
  situation.spread_drm = situation.sheet.on(flame_dr);
  if (!in.turns.empty()) situation.most_turns = parse_times("turns", in.turns);
  for (const std::string& text : in.neighbors)
    at_field("neighbor",
             [&] { situation.neighbors.push_back(parse_neighbor(text, situation.neighbors.size() + 1, in.ec, situation.sheet)); });
  for (const KindlingNeighbor& neighbor : situation.neighbors) {
    if (least_spread_dr(neighbor) > 12 && !situation.most_turns && !situation.fire_collapse)
      throw BadInput("turns", "{turns until} without end", neighbor.label + " never catches fire, B25.6", "give a number of turns");
  }
  const auto ec_counts = [](const std::string& text) {
    const auto terrain = find_choice(std::string_view(text).substr(0, text.find(',')), terrain_choices);
    return terrain && ec_drm_counts(*terrain);
  };
  if (in.ec != 0 && !ec_drm_counts(*in.terrain) && std::none_of(in.neighbors.begin(), in.neighbors.end(), ec_counts))
    throw BadInput("ec", "{ec} but for a lumberyard or a collapsed hut", "no other building or rubble has EC DRM, B25.5", "leave it out");
  situation.occupants = occupants_of(in);
  if (!follows_fall(in)) return situation;
  if (in.level.value_or(0) > *in.levels)
    throw BadInput("level", "{level " + std::to_string(*in.level) + "} is no level of the building",
                   "its highest is " + std::to_string(*in.levels), "give another one");
  situation.levels = *in.levels;
  if (in.level.value_or(0) > 0) situation.falls_ablaze = FallsAblaze::yes;
  situation.fall = fall_scene(kindling_fall(in), in.terrain == Terrain::stone ? Construction::stone : Construction::wood, situation.levels);
  return situation;
}

Description description_of(const KindlingInputs& in, const KindlingSituation& situation) {
  Description description{.inputs = inputs_of(kindling_questionnaire(), in),
                          .modifiers = situation.sheet.modifiers(),
                          .modifiers_of = situation.sheet.modifiers_of(),
                          .notes = notes_of(in, situation),
                          .summary = summary_of(situation),
                          .headline = headline_of(situation)};
  if (situation.is_hut) description.untold.emplace_back("collapses");
  return description;
}

}  // namespace boxcars::model
