#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "model/core/choices.hpp"
#include "model/rules/to_hit_table.hpp"
#include "model/rules/to_kill.hpp"

namespace boxcars::model {

/// A Gun's barrel by its numbers: "75L"; of a counter "T~75*" and "_40L" too, mounted in a turret, without AP, without HE.
struct Armament {
  std::string gun{};  ///< as the tables have it: "75L", "12.7", "ATR", "MG"
  int caliber = 0;    ///< in mm
  Barrel barrel = Barrel::normal;
  bool has_ap = true;
  bool has_he = true;
  bool flamethrower = false;  ///< of so much Firepower: `caliber`
};
/// Nothing if it is none.
std::optional<Armament> parse_armament(std::string_view text);

/// An ammunition with its Depletion Numbers (C8.9): APCR "A4^1/5^2", 4 in 1941 and 5 in 1942; AP and HE that are limited.
struct Supply {
  Shell shell = Shell::ap;
  struct OfYear {
    int number = 0;
    std::optional<int> from{};  ///< 1941; none: always
  };
  std::vector<OfYear> numbers{};
};

/// Whoever fires: a Gun, or a vehicle's MA.
struct Firearm {
  std::string name{};       ///< as it is told
  std::string_view list{};  ///< whose, as the lists have it: "german"
  std::string dates{};
  Armament gun{};
  bool is_vehicle = false;
  bool is_mortar = false;
  bool fires_buttoned_up = false;  ///< its turret has one man, or is slow and cramped: Case I (D1.321-.322)
  int rate_of_fire = 0;
  int breaks_from = 12;  ///< an Original To Hit DR; low ammunition is not followed (D3.71)
  int shortest = 0;      ///< range in hexes
  std::optional<int> longest{};
  std::vector<Supply> supplies{};
  std::optional<int> ap_number{};  ///< its own Basic To Kill number
  bool only_apcr = false;
  bool has_black_numbers = false;  ///< to hit, though those of its list are red
  bool operator==(const Firearm& other) const;
};

/// The FP of a vehicle's MG (D1.8), and whether its MA has IFE (C2.29). What its counter has by option only is left out.
struct MachineGuns {
  int bow = 0, coaxial = 0, anti_aircraft = 0;
  int rear = 0;
  bool has_ife = false;
};

/// The armor of one facing: none if it is unarmored.
using Armor = std::optional<int>;
/// A vehicle as a target (D1).
struct VehicleTarget {
  std::string name{};
  std::string_view list{};
  std::string dates{};
  Armor hull_front{0}, hull_side{0}, hull_rear{0};
  Armor turret_front{0}, turret_side{0}, turret_rear{0};
  bool has_turret = true;
  int size = 0;  ///< Case P
  bool open_topped = false;
  bool crew_exposed = false;  ///< as it is typed
  int crew_survival = 5;
  bool burns_easily = false;  ///< its CS number is red (D5.7)
  std::optional<int> smoke_dispenser{};
  int crew_morale = 8;
  MachineGuns machine_guns{};
  bool is_unarmored() const { return !hull_front && !hull_side && !turret_front && !turret_side; }
  bool operator==(const VehicleTarget& other) const;
};

/// Whose ATR "Russian ATR" is, as its list is called; empty if it is none of a nation.
std::string_view list_of_atr(std::string_view typed);

/// What is typed without the words for a nation, and that nation's list; empty if none is named.
struct NameAndList {
  std::string name{};
  std::string_view list{};
};
NameAndList name_and_list(std::string_view typed);

/// Whose Guns and vehicles the lists have.
enum class Nationality : std::uint8_t {
  german,
  russian,
  american,
  british,
  italian,
  french,
  finnish,
  japanese,
  chinese,
  swedish,
  axis_minor,
  allied_minor,
  un,
  communist
};
inline constexpr std::array<Choice<Nationality>, 14> nationality_choices{{{"German", Nationality::german},
                                                                          {"Russian", Nationality::russian},
                                                                          {"American", Nationality::american},
                                                                          {"British", Nationality::british},
                                                                          {"Italian", Nationality::italian},
                                                                          {"French", Nationality::french},
                                                                          {"Finnish", Nationality::finnish},
                                                                          {"Japanese", Nationality::japanese},
                                                                          {"Chinese", Nationality::chinese},
                                                                          {"Swedish", Nationality::swedish},
                                                                          {"Axis-Minor", Nationality::axis_minor},
                                                                          {"Allied-Minor", Nationality::allied_minor},
                                                                          {"UN", Nationality::un},
                                                                          {"Communist", Nationality::communist}}};
std::string_view list_of(Nationality nation);

/// By the name of the lists, or a usual one: "Panther", "PaK 40", "T-34/85", "american M3 LT". Throws BadInput, at the field: for what
/// nobody has the nearest three; for what several have all of them, with their dates. Of a nation only its own are looked at.
Firearm find_firearm(const std::string& field, const std::string& typed, std::optional<Nationality> of = {});
VehicleTarget find_vehicle(const std::string& field, const std::string& typed);
/// Whether it is the name of a vehicle whose turret fires its Gun buttoned up, Case I (D1.321-.322).
bool fires_buttoned_up(std::string_view typed);
/// Nothing if no Gun or vehicle has that name.
bool is_vehicle_name(std::string_view typed);
/// Whether it is the name of one, by whole words: what a word of a sentence may be.
bool names_one_vehicle(std::string_view typed);
bool names_one_firearm(std::string_view typed);
/// Of a name what names are compared by: its letters and digits, in small letters.
std::string letters_of_name(std::string_view text);

/// The color of its To Hit numbers (A25), and of a gun whose list says nothing.
GunColor gun_color_of(const Firearm& gun, std::optional<int> year);
/// The Morale Level of the crew of a list's AFV (D5.1).
int crew_morale_of(std::string_view list);

/// Names for completion: of vehicles, and of whatever fires.
const std::vector<std::string>& vehicle_names();
const std::vector<std::string>& firearm_names();

/// "armor=8/4,turret=+SR,size=1,ot,cs=5": a vehicle by its numbers; "unarmored". Throws BadInput, at the field.
VehicleTarget parse_vehicle_numbers(const std::string& field, const std::string& typed);
bool is_by_numbers(std::string_view typed);

}  // namespace boxcars::model
