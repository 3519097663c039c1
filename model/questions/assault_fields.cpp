#include "model/questions/assault_fields.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <set>

#include "model/core/bad_input.hpp"
#include "model/core/numbers.hpp"
#include "model/questions/assault_reading.hpp"
#include "model/rules/ift.hpp"
#include "model/rules/map_fields.hpp"
#include "model/rules/shared_fields.hpp"

namespace boxcars::model {
namespace {

template <class Item, class Number>
Field<Item> any_integer(std::string_view key, Number Item::*member, std::string_view help) {
  return integer(key, member, {}, help).like("2");
}

// A chance above 0 and at most 1, in hundredths.
std::optional<int> hundredths_in(std::string_view text) {
  const double hundredths = 100 * real_number(text).value_or(0);
  const long whole = std::lround(std::clamp(hundredths, 0.0, 101.0));
  if (whole < 1 || whole > 100 || std::abs(hundredths - static_cast<double>(whole)) > 1e-9) return std::nullopt;
  return static_cast<int>(whole);
}

template <class Item>
Field<Item> chance(std::string_view key, std::optional<int> Item::*member, std::string_view help) {
  FieldInfo info{.key = key, .kind = FieldKind::number, .help = help, .metavar = "P", .example = "0.7"};
  const auto read = [member](Item& item, const InputValue& given, const FieldInfo& self) {
    const std::string text = text_of(self, given), name(self.key);
    item.*member = hundredths_in(text);
    if (!(item.*member))
      throw BadInput(name, name + " " + shown(text) + " cannot be used", "it is a chance in hundredths, above 0 and at most 1",
                     "give it like 0.7");
  };
  const auto value = [member](const Item& item) -> std::optional<InputValue> {
    if ((item.*member).value_or(100) == 100) return std::nullopt;
    const int hundredths = *(item.*member);
    return "0." + std::to_string(hundredths / 10) + (hundredths % 10 == 0 ? "" : std::to_string(hundredths % 10));
  };
  return {info, read, value};
}

// A list of texts: a row has them with commas.
template <class Item>
Field<Item> texts(std::string_view key, std::vector<std::string> Item::*member, std::string_view metavar, std::string_view help) {
  FieldInfo info{.key = key, .help = help, .metavar = metavar, .repeatable = true};
  return {info, [member](Item& item, const InputValue& given, const FieldInfo& self) { item.*member = words_of(self, given); },
          [member](const Item& item) { return as_value(item.*member); }};
}

std::string in_a_row(const InputValue& value) {
  if (const auto* text = std::get_if<std::string>(&value)) return *text;
  if (const auto* number = std::get_if<double>(&value)) return std::to_string(static_cast<int>(*number));
  std::string text;
  for (const std::string& one : std::get<std::vector<std::string>>(value)) text += (text.empty() ? "" : ",") + one;
  return text;
}

// "J8.1 building=stone levels=2 fortified": what its fields say, behind its name.
template <class Item>
std::string row_of(const Fields<Item>& fields, const Item& item, std::string row) {
  const Item fresh{};
  for (const AnyField& field : fields) {
    if (field.info.key == "name") continue;
    const auto value = said(field, &item, &fresh);
    if (!value) continue;
    row += (row.empty() ? "" : " ") + std::string(field.info.key);
    if (!std::holds_alternative<bool>(*value)) row += "=" + in_a_row(*value);
  }
  return row;
}

template <class Item>
const AnyField& field_of(const Fields<Item>& fields, const std::string& key) {
  const AnyField* found = fields.find(key);
  if (found && key != "name") return *found;
  std::vector<std::string> known;
  for (const AnyField& field : fields) {
    if (field.info.key != "name") known.emplace_back(field.info.key);
  }
  throw_unknown("key", key, known);
}

// The same back. A word without = is a flag, or goes on with the text before it.
template <class Item>
void read_row(const Fields<Item>& fields, const std::string& row, Item& item) {
  const std::vector<std::string> words = words_in(row);
  std::set<std::string> given;
  for (std::size_t i = 0; i < words.size();) {
    const auto equals = words[i].find('=');
    const AnyField& field = field_of(fields, words[i].substr(0, equals));
    const std::string key(field.info.key);
    if (!given.insert(key).second) throw BadInput(key, shown(key) + " is given twice", "it has one value", "leave one out");
    if (equals == std::string::npos) {
      at_field(key,
               [&] { field.read(&item, field.info.kind == FieldKind::flag ? InputValue(true) : InputValue(std::string()), field.info); });
      ++i;
      continue;
    }
    std::string value = words[i++].substr(equals + 1);
    const auto is_key = [&](const std::string& word) {
      const std::string before = word.substr(0, word.find('='));
      if (before.size() < word.size()) return before.find_first_not_of("abcdefghijklmnopqrstuvwxyz_") == std::string::npos;
      return fields.find(word) != nullptr;
    };
    for (; i < words.size() && !is_key(words[i]); ++i) value += " " + words[i];
    if (field.info.repeatable) std::replace(value.begin(), value.end(), ',', ' ');
    at_field(key, [&] {
      const bool is_flag = field.info.kind == FieldKind::flag && (value == "true" || value == "false");
      field.read(&item, is_flag ? InputValue(value == "true") : InputValue(value), field.info);
    });
  }
}

// Rows of a table whose items have names.
template <class Item>
Field<AssaultInputs> named_rows(std::string_view key, std::vector<Item> AssaultInputs::*member, const Fields<Item>& fields,
                                std::string_view metavar, std::string_view help) {
  FieldInfo info{.key = key, .help = help, .metavar = metavar, .group = "Its tables", .repeatable = true};
  const auto read = [member, &fields](AssaultInputs& in, const InputValue& given, const FieldInfo& self) {
    (in.*member).clear();
    for (const std::string& row : lines_of(self, given)) {
      const auto end = std::min(row.find(' '), row.size());
      Item& item = (in.*member).emplace_back();
      item.name = row.substr(0, end);
      at_path(std::string(self.key) + "." + item.name, [&] { read_row(fields, row.substr(end), item); });
    }
  };
  const auto value = [member, &fields](const AssaultInputs& in) {
    std::vector<std::string> rows;
    for (const Item& item : in.*member) rows.push_back(row_of(fields, item, item.name));
    return as_value(rows);
  };
  return {info, read, value};
}

// "J8.1=4-6-7", of a side; "J8.1=4-6-7 from_turn=3".
Field<AssaultInputs> unit_rows(std::string_view key, std::vector<AssaultUnit> AssaultInputs::*member, std::string_view help) {
  FieldInfo info{
      .key = key, .kind = FieldKind::location_unit, .help = help, .metavar = "LOCATION=UNIT", .group = "Its tables", .repeatable = true};
  const auto read = [member](AssaultInputs& in, const InputValue& given, const FieldInfo& self) {
    (in.*member).clear();
    for (const std::string& row : lines_of(self, given)) {
      const auto equals = row.find('=');
      if (equals == std::string::npos || equals == 0) {
        throw BadInput(std::string(self.key) + "." + std::to_string((in.*member).size() + 1),
                       std::string(self.key) + " " + shown(row) + " has no Location", "it is LOCATION=UNIT", "give it like J8.1=4-6-7");
      }
      const auto end = std::min(row.find(' '), row.size());
      AssaultUnit& unit =
          (in.*member).emplace_back(AssaultUnit{.unit = row.substr(equals + 1, end - equals - 1), .location = row.substr(0, equals)});
      const std::string path = std::string(self.key) + "." + std::to_string((in.*member).size());
      at_path(path, [&] { read_row(unit_fields(), row.substr(end), unit); });
    }
  };
  const auto value = [member](const AssaultInputs& in) {
    std::vector<std::string> rows;
    for (const AssaultUnit& unit : in.*member) {
      rows.push_back(unit.location + "=" + unit.unit);
      if (unit.from_turn) rows.back() += " from_turn=" + std::to_string(*unit.from_turn);
    }
    return as_value(rows);
  };
  return {info, read, value};
}

// A table that stands there once.
template <class Item>
Field<AssaultInputs> one_row(std::string_view key, Item AssaultInputs::*member, const Fields<Item>& fields, std::string_view help) {
  FieldInfo info{.key = key, .help = help, .metavar = "KEY=N ...", .group = "Its tables"};
  const auto read = [member, &fields](AssaultInputs& in, const InputValue& given, const FieldInfo& self) {
    in.*member = {};
    at_path(std::string(self.key), [&] { read_row(fields, text_of(self, given), in.*member); });
  };
  const auto value = [member, &fields](const AssaultInputs& in) { return as_value(row_of(fields, in.*member, "")); };
  return {info, read, value};
}

Fields<AssaultInputs> assault_fields() {
  return {
      integer("turns", &AssaultInputs::turns, {1, most_assault_turns, "Player Turns of the attacker"}, "Player Turns of the attacker")
          .like("6"),
      choice("player_turns", &AssaultInputs::player_turns, player_turns_choices, "of a turn: the attacker's (default), or both"),
      named_rows("location", &AssaultInputs::locations, location_fields(), "ROW", "a Location: J8.1 building=stone levels=2 level=1")
          .like("J8.1 building=stone levels=2"),
      unit_rows("defender", &AssaultInputs::defenders, "who defends, and where: J8.1=4-6-7").like("J8.1=4-6-7"),
      unit_rows("attacker", &AssaultInputs::attackers, "who attacks, and where: K5=4-6-7; none: he has nobody to lose").like("K5=4-6-7"),
      named_rows("vehicle", &AssaultInputs::vehicles, vehicle_fields(), "ROW",
                 "a vehicle of a side: Tiger vehicle=PzKpfw_VIE side=defender")
          .like("Panther"),
      named_rows("shot", &AssaultInputs::shots, shot_fields(), "ROW", "what is done every turn: MGs target=J8.1 fp=12 drm=-1")
          .like("MGs target=J8.1 fp=12"),
      named_rows("move", &AssaultInputs::moves, move_fields(), "ROW", "who moves every turn, and by which Locations: rush by=K5 path=K6,K7")
          .like("rush by=K5 path=K6,K7"),
      integer("rally", &AssaultInputs::rally_drm, drm_of_tables, "DRM of Rally; without it nobody rallies").in("Its tables"),
      integer("fires", &AssaultInputs::fires_drm, drm_of_tables, "DRM of Flame and Spread DR; without it nothing burns").in("Its tables"),
      one_row("goal", &AssaultInputs::goal, goal_fields(), "when the attacker has won: good_order=0").like("good_order=0"),
      one_row("loss", &AssaultInputs::loss, loss_fields(), "when the defender has won: good_order=1").like("good_order=1"),
      flag("iift", &AssaultInputs::iift, iift_help).in("Its tables"),
      choice("edition", &AssaultInputs::edition, edition_choices, "edition of B23: v2 (default) or v1").in("Its tables"),
      board_field<AssaultInputs>(MapSays::itself).in("Its map"),
      map_field<AssaultInputs>(MapSays::itself).in("Its map"),
      set_field<AssaultInputs>(MapSays::itself).in("Its map"),
      save_field<AssaultInputs>(MapSays::itself).in("Its map")};
}

}  // namespace

namespace {

// A number, or the rooftop.
Field<AssaultLocation> level_field() {
  using L = AssaultLocation;
  Field<L> field = any_integer("level", &L::level, "of the building, 0 is the ground; or rooftop");
  const auto number = field.read;
  return std::move(field)
      .of_kind(FieldKind::text)
      .read_by([number](L& l, const InputValue& given, const FieldInfo& self) {
        const auto* text = std::get_if<std::string>(&given);
        l.rooftop = text && same_word(*text, rooftop_word);
        if (!l.rooftop) number(&l, given, self);
      })
      .told_by([](const L& l) { return l.rooftop ? as_value(std::string(rooftop_word)) : as_value(l.level); });
}

Field<AssaultShot> cases_field_of_shot() {
  auto field = texts("case", &AssaultShot::cases, "CASE", "To Hit DRM of C5 and C6: A=3, C1, K, N=-1, ...").like("K");
  return std::move(field).read_by(
      [](AssaultShot& shot, const InputValue& given, const FieldInfo& self) { shot.cases = cases_in(self, given); });
}

// A Location, or several to choose from.
Field<AssaultShot> targets_field() {
  auto field = text("target", &AssaultShot::target, "NAME ...", "the Location; of several whoever fires chooses each time").like("J8.1");
  field.info.repeatable = true;
  return std::move(field)
      .read_by([](AssaultShot& shot, const InputValue& given, const FieldInfo& self) {
        std::vector<std::string> names = words_of(self, given);
        shot.target = names.empty() ? "" : names.front();
        shot.or_at.assign(names.begin() + (names.empty() ? 0 : 1), names.end());
      })
      .told_by([](const AssaultShot& shot) { return shot.or_at.empty() ? as_value(shot.target) : as_value(targets_of(shot)); });
}

// One text, or a list of them.
Field<AssaultShot> firers_field() {
  auto field = text("by", &AssaultShot::by, "UNIT ...", "or who fires: 2x4-6-7 mg:5-12 9-1; or from where: K5").like("2x4-6-7");
  return std::move(field).read_by([](AssaultShot& shot, const InputValue& given, const FieldInfo& self) {
    shot.by.clear();
    for (const std::string& word : words_of(self, given)) shot.by += (shot.by.empty() ? "" : " ") + word;
  });
}

}  // namespace

const Fields<AssaultLocation>& location_fields() {
  using L = AssaultLocation;
  static const Fields<L> fields{
      text("name", &L::name, "NAME", "its name: what is before the dot is the hex").like("J8.1"),
      text("hex", &L::hex, "NAME", "its hex, if the name does not say it").like("J8"),
      choice("building", &L::building, construction_choices, "wood or stone"),
      any_integer("levels", &L::levels, "levels above ground"),
      level_field(),
      choice("terrain", &L::terrain, terrain_choices, "where no building stands"),
      flag("fortified", &L::fortified, "a fortified building"),
      flag("interior", &L::interior, "an Interior Building Hex"),
      flag("factory", &L::factory, "a Factory"),
      flag("marketplace", &L::marketplace, "a marketplace"),
      any_integer("rally_drm", &L::rally_drm, "of Rally DR there, instead of the table's"),
      any_integer("tem", &L::tem, "TEM of a pillbox, as on its counter"),
      choice("rout", &L::rout, rout_choices, "of who is broken there: away, interdicted or eliminated; default: he stays")};
  return fields;
}

const Fields<AssaultUnit>& unit_fields() {
  using U = AssaultUnit;
  static const Fields<U> fields{text("unit", &U::unit, "UNIT", "a unit").of_kind(FieldKind::unit).like("4-6-7"),
                                text("location", &U::location, "NAME", "where it is").like("J8.1"),
                                any_integer("from_turn", &U::from_turn, "in which it comes; default 1")};
  return fields;
}

const Fields<AssaultVehicle>& vehicle_fields() {
  using V = AssaultVehicle;
  static const Fields<V> fields{
      text("name", &V::name, "NAME", "its name, by which shots have it").like("Tiger"),
      text("vehicle", &V::vehicle, "VEHICLE", "as its counter is called, or armor=8/4,size=1; default: its name").like("Panther"),
      choice("side", &V::side, side_choices, "defender (default), attacker"),
      flag("motion", &V::motion, "it is in Motion: Case J, +2 on shots at it")};
  return fields;
}

const Fields<AssaultShot>& shot_fields() {
  using S = AssaultShot;
  const auto pressure_said = [](const S& shot) -> std::optional<InputValue> {
    if (shot.ground_pressure.value_or(GroundPressure::normal) == GroundPressure::normal) return std::nullopt;
    return std::string(name_of(*shot.ground_pressure, ground_pressure_choices));
  };
  static const std::array<Choice<Weapon>, 5> weapons_of_shots{
      {{"small-arms", Weapon::small_arms}, {"ft", Weapon::ft}, {"dc", Weapon::dc}, {"mol", Weapon::mol}, {"wp", Weapon::wp}}};
  static const std::array<Choice<Ambush>, 2> ambushes_of_shots{{{"none", Ambush::none}, {"roll", Ambush::roll}}};
  static const Fields<S> fields{
      text("name", &S::name, "NAME", "its name").like("MGs"),
      targets_field(),
      flag("may_hold", &S::may_hold, "or it does not fire: whoever fires chooses each time"),
      text("fp", &S::fp, "N[+N...]", "Firepower on the IFT").of_kind(FieldKind::integer).like("12"),
      firers_field(),
      any_integer("range", &S::range, "in hexes, of who fires; or of a Gun: what hits is computed"),
      text("from", &S::from, "NAME", "the Location, or hex of the board, that it is from: LOS, Hindrance, walls, range").like("F3"),
      flag("no_los", &S::no_los, "it is made though the board shows no LOS"),
      choice("phase", &S::phase, fire_phase_choices, "of who fires: prep, defensive, advancing, opportunity"),
      any_integer("area_fire", &S::area_fire, "of who fires: other causes of Area Fire"),
      flag("concealed", &S::concealed, "the targets are: for who fires, and for a DC"),
      any_integer("caliber", &S::caliber, "or HE of this caliber, in mm").shown_as("MM").like("105"),
      choice("barrel", &S::barrel, barrel_choices, "of the Gun: normal, short (*), L, LL"),
      choice("gun_color", &S::gun_color, gun_color_choices, "of its To Hit numbers: black, red"),
      cases_field_of_shot(),
      choice("fire", &S::fire, fire_choices, "of HE, and of WP: direct, area, mortar, oba, ..."),
      texts("los", &S::los, "LEVELS", "levels in LOS of area fire: 0,1; default all").like("0"),
      choice("ammo", &S::ammo, ammo_choices, "he, heat, dc, ..."),
      any_integer("smoke", &S::smoke, "it lays SMOKE of +1 to +3 on that hex instead, until the turn ends (A24)"),
      flag("advance", &S::advance, "those at by = \"K5\" advance into the target: Close Combat there (A11)"),
      choice("ambush", &S::ambush, ambushes_of_shots, "none or roll, when they do; default roll in woods, jungle and buildings (A11.4)"),
      text("ambush_drm", &S::ambush_drm, "A,D", "drm on the attacker's Ambush dr and on the defender's").like("-1,0"),
      flag("enter", &S::enter, "an AFV drives in (B23.41)"),
      choice("ground_pressure", &S::ground_pressure, ground_pressure_choices, "of that AFV").saying(pressure_said),
      any_integer("drm", &S::drm, "every other DRM"),
      any_integer("hindrance", &S::hindrance, "Hindrance DRM, SMOKE included"),
      any_integer("leadership", &S::leadership, "of who directs it"),
      choice("cowering", &S::cowering, cowering_choices, "auto, none, normal, inexperienced"),
      any_integer("to_hit", &S::to_hit, "its To Hit DR must not be above"),
      any_integer("th_number", &S::th_number, "Modified To Hit number, of critical hits"),
      flag("acquire", &S::acquire, "it acquires its target: -1 on its second To Hit DR at it, then -2 (C6.5)"),
      any_integer("breakdown", &S::breakdown, "an Original DR so high puts it out"),
      any_integer("repair", &S::repair, "a dr at most so high repairs it"),
      any_integer("rate_of_fire", &S::rate_of_fire, "a colored dr at most so high: it fires again"),
      any_integer("limit", &S::limit, "shots a turn at most then; default: no limit"),
      chance("available", &S::available, "the chance that it is there, each turn anew: 0.7"),
      chance("arrives", &S::arrives, "the chance a turn that it comes, and stays: 0.7"),
      any_integer("from_turn", &S::from_turn, "its first turn"),
      any_integer("until_turn", &S::until_turn, "its last turn"),
      text("while", &S::condition, "WORDS", "J8.1 holds, or J8.1 fallen").like("J8.1 holds"),
      choice("weapon", &S::weapon, weapons_of_shots, "small-arms (default), ft, dc, mol or wp"),
      any_integer("x_number", &S::x_number, "a FT is removed on this DR or more; default 10"),
      flag("non_elite", &S::non_elite, "of a DC: malfunctions on 10 or more; of a FT: X# 2 less"),
      any_integer("enemy_units", &S::enemy_units, "of a Set DC: enemy units there, +1 each"),
      flag("fire_inside", &S::fire_inside, "of a Factory: what fires is in it, too (B23.741)"),
      any_integer("hexes", &S::hexes, "of an AFV: Factory hexes that it drives through, a Bog Check each"),
      any_integer("levels_above", &S::levels_above, "of WP: levels above the target; default those that stand, by Indirect Fire"),
      text("gun", &S::gun, "GUN", "at a vehicle: 75L, PaK 40, psk; default: that of the vehicle that fires").like("75L"),
      choice("shell", &S::shell, shell_choices, "at a vehicle: ap (default), apcr, apds, heat, he"),
      choice("facing", &S::facing, target_facing_choices, "of a vehicle: front (default), side, rear"),
      choice("turret", &S::turret, target_facing_choices, "of a vehicle: that of its turret, if it is another one"),
      flag("hull_down", &S::hull_down, "the vehicle is hull down: only its turret can be hit")};
  return fields;
}

const Fields<AssaultMove>& move_fields() {
  using M = AssaultMove;
  static const Fields<M> fields{
      text("name", &M::name, "NAME", "its name, by which shots have it as target").like("rush"),
      text("by", &M::by, "NAME", "the Location where they are at first, who move together").like("K5"),
      texts("path", &M::path, "NAME", "the Locations that they enter, with MF and ranges if they are not known: K7/mf=2/J8=3").like("K6"),
      text("before", &M::before, "NAME", "the shot before which they move; default: the first of a phase after the MPh").like("MGs"),
      flag("may_hold", &M::may_hold, "or they stay: whoever moves chooses each time"),
      flag("assault_movement", &M::assault_movement, "Assault Movement: one Location, no FFNAM (A4.61)"),
      any_integer("mf", &M::mf, "MF that they have, if not by who is left of them"),
      any_integer("from_turn", &M::from_turn, "its first turn"),
      any_integer("until_turn", &M::until_turn, "its last turn"),
      text("while", &M::condition, "WORDS", "J8.1 holds, or J8.1 fallen").like("J8.1 holds")};
  return fields;
}

const Fields<AssaultGoal>& goal_fields() {
  using G = AssaultGoal;
  static const Fields<G> fields{
      any_integer("good_order", &G::good_order, "at most so many defenders in Good Order"),
      any_integer("eliminated", &G::eliminated, "at least so many eliminated"),
      texts("rubbled", &G::rubbled, "NAME", "Locations that are rubble").like("J8.1"),
      any_integer("by_turn", &G::by_turn, "and not later"),
      any_integer("attackers_left", &G::attackers_left, "at least so many attackers in Good Order"),
      any_integer("own_buried", &G::own_buried, "at most so many attackers under falling rubble"),
      any_integer("vehicles", &G::vehicles, "at least so many defending vehicles eliminated or abandoned"),
      texts("held", &G::held, "NAME", "Locations with an attacker in Good Order, and no such defender").like("J8.1")};
  return fields;
}

const Fields<AssaultLoss>& loss_fields() {
  using L = AssaultLoss;
  static const Fields<L> fields{any_integer("good_order", &L::good_order, "at most so many attackers in Good Order")};
  return fields;
}

const Fields<AssaultInputs>& rally_fields() {
  static const Fields<AssaultInputs> fields{any_integer("drm", &AssaultInputs::rally_drm, "of every Rally DR")};
  return fields;
}

const Fields<AssaultInputs>& fires_fields() {
  static const Fields<AssaultInputs> fields{any_integer("drm", &AssaultInputs::fires_drm, "of Flame and Spread DR")};
  return fields;
}

std::vector<Need> assault_needs() {
  return {{.one_of = {"turns"}, .problem = "no turns given", .why = "how many Player Turns attack?", .instead = "give {turns 6}"},
          {.one_of = {"location"}, .problem = "no Location given", .why = "where is anybody?", .instead = "give a table [[location]]"},
          {.one_of = {"shot"}, .problem = "no shot given", .why = "nobody attacks", .instead = "give a table [[shot]]"},
          {.one_of = {"goal"},
           .problem = "no goal given",
           .why = "when has the attacker won?",
           .instead = "give good_order = 0, eliminated = 3, or rubbled = [\"J8.1\"]"},
          need_of_map_or_save_for_set()};
}

const Questionnaire<AssaultInputs>& assault_questionnaire() {
  static const Questionnaire<AssaultInputs> asks{.name = "assault",
                                                 .title = "Turns of attacks on a position: will it fall in time?",
                                                 .examples = {"boxcars assault --example > chateau.toml", "boxcars assault chateau.toml",
                                                              "boxcars assault chateau.toml --turns 8 --with shot.MGs.drm=-2"},
                                                 .fields = assault_fields(),
                                                 .clashes = with_those_of_saves({map_with_board()}),
                                                 .needs = assault_needs(),
                                                 .footer =
                                                     "The file is explained in docs/assault.md. boxcars balance finds the setting that\n"
                                                     "makes it fifty-fifty."};
  return asks;
}

std::vector<std::string> assault_on_map(AssaultInputs& in, const std::set<std::string>&, const MapReader& read_map) {
  if (!in.map.file.empty()) at_field(in.map.option, [&] { read_map(in.map); });
  return {};
}

}  // namespace boxcars::model
