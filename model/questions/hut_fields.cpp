#include "model/core/bad_input.hpp"
#include "model/questions/hut_inputs.hpp"
#include "model/rules/ift.hpp"
#include "model/rules/shared_fields.hpp"

namespace boxcars::model {
namespace {

using enum Clash::Is;

Fields<HutInputs> hut_fields() {
  const std::string_view event = "What happens to it", hut = "The hut", afv = "The AFV that enters, or changes its CA in it";
  return {choice("cause", &HutInputs::cause, hut_cause_choices, "he, dc, oba, small-arms, afv, ...; see below").in(event).like("he").bare(),
          firepower_field<HutInputs>("total Firepower; for an AFV, of its Overrun").in(event),
          integer("caliber", &HutInputs::caliber, he_calibers, "or HE of this caliber, in mm").shown_as("MM").like("75").in(event).bare(),
          integer("drm", &HutInputs::drm, any_drm, "total DRM of the attack, TEM included; or of a MC").in(event),
          flag("pbf", &HutInputs::pbf, "small arms: at Point Blank Range").in(event),
          choice("cowering", &HutInputs::cowering, cowering_choices, "small arms: auto, none, normal, inexperienced").in(event),
          flag("collapsed", &HutInputs::collapsed, "it has collapsed already").in(hut),
          flag("dry", &HutInputs::dry, "EC, under WP")
              .saying([](const HutInputs& in) { return said_if(in.dry && in.rain); })
              .in(event),  // else nothing
          flag("very_dry", &HutInputs::very_dry, "EC, under WP").in(event),
          flag("fortified", &HutInputs::fortified, "refused (G5.3)").unsaid().in(hut),
          flag("rain", &HutInputs::rain, "a collapsed one: it has rained").in(hut),
          integer("ec", &HutInputs::ec, ec_drm, "a collapsed one: EC DRM on the Kindling DR").in(hut),
          flag("open_topped", &HutInputs::open_topped, "no -1 on its crew's Collapse PTC").in(afv),
          flag("dozer", &HutInputs::dozer, "a dozer: no Collapse PTC").in(afv),
          flag("exits", &HutInputs::exits, "it set up in the hut and leaves: no Collapse PTC").in(afv),
          flag("crew_exposed", &HutInputs::crew_exposed, "refused, except for a dozer (G5.4)").unsaid().in(afv),
          flag("riders", &HutInputs::riders, "refused (G5.4)").unsaid().in(afv),
          words("target", &HutInputs::targets, FieldKind::unit, "UNIT", "units in it: 4-4-7, hs:2-4-7, 9-1, 3x4-4-7, ...")
              .like("4-4-7")
              .in(hut),
          board_field<HutInputs>(MapSays::nothing).in(hut),
          map_field<HutInputs>(MapSays::nothing).in(hut),
          set_field<HutInputs>(MapSays::nothing).in(hut),
          hex_field<HutInputs>(MapSays::nothing).in(hut)};
}

// What is otherwise than its cause says.
std::optional<InputValue> fire_said(const HutInputs& in) {
  if (fire_of(in) == fire_of(HutInputs{.cause = in.cause})) return std::nullopt;
  return std::string(name_of(fire_of(in), fire_choices));
}

Fields<HutInputs> all_fields() {
  const std::string_view number = "Its To Hit number";
  auto all = hut_fields();
  append_given_number(all, "he: it hits on an Original DR of N or less", number);
  append_fields(all, &HutInputs::aim, number);
  const std::string_view event = "What happens to it";
  all.push_back(
      choice("fire", &HutInputs::fire, fire_choices, "he: direct, area, mortar; oba: harassing, barrage").saying(fire_said).in(event));
  all.push_back(flag("concealed", &HutInputs::concealed, "the occupants are concealed: a DC is halved").in(event));
  all.push_back(flag("iift", &HutInputs::iift, iift_help).in(event));
  all.push_back(flag("non_elite", &HutInputs::non_elite, "Non-Elite use: a DC malfunctions on 10+, FT X# -2").in(event));
  all.push_back(
      integer("huts", &HutInputs::huts, {1, 6, "huts that an attack can set on fire"}, "huts it can set on fire: Random Selection (G5.6)")
          .in(event)
          .like("2"));
  all.push_back(
      integer("x_number", &HutInputs::x_number, {2, 12, "an Original DR, A22.1"}, "a FT is removed on this DR or more; default 10")
          .in(event)
          .like("9"));
  return all;
}

Term cause_where(bool (*is)(HutCause)) { return {"cause", words_for(hut_cause_choices, is)}; }

std::vector<Need> hut_needs() {
  const std::string_view like_caliber = "give it like {caliber 105}";
  return with_those_of_maps(std::vector<Need>{{.one_of = {"cause"},
                                               .problem = "no cause given",
                                               .why = "what happens to the hut?",
                                               .instead = "give {cause afv}, or {cause he} and {caliber 105}"},
                                              {.one_of = {"caliber", "fp"},
                                               .problem = "{cause he} without a calibre",
                                               .why = "HE of how many mm?",
                                               .instead = like_caliber,
                                               .when = cause_where([](HutCause cause) { return cause == HutCause::he; })},
                                              {.one_of = {"caliber", "fp"},
                                               .problem = "{cause oba} without a calibre",
                                               .why = "HE of how many mm?",
                                               .instead = like_caliber,
                                               .when = cause_where([](HutCause cause) { return cause == HutCause::oba; })},
                                              {.one_of = {"fp", "caliber"},
                                               .problem = "no Firepower given",
                                               .why = "how much of it?",
                                               .instead = "give it like {fp 8}",
                                               .when = cause_where(is_infantry_fire)}});
}

std::vector<Clash> hut_clashes() {
  const Term no_fire = cause_where([](HutCause cause) { return !is_fire(cause) && cause != HutCause::afv; });
  const Term no_he = cause_where([](HutCause cause) { return cause != HutCause::he && cause != HutCause::oba; });
  const Term no_infantry = cause_where([](HutCause cause) { return !is_infantry_fire(cause); });
  const Term no_cowering = cause_where([](HutCause cause) { return !is_infantry_fire(cause) && cause != HutCause::ft; });
  const Term no_wp = cause_where([](HutCause cause) { return cause != HutCause::wp; });
  const Term no_kindling = cause_where([](HutCause cause) { return !is_explosive(cause) && cause != HutCause::ft; });
  const Term no_dc = cause_where([](HutCause cause) { return cause != HutCause::dc; });
  const Term no_ft = cause_where([](HutCause cause) { return cause != HutCause::ft; });
  const Term no_charge = cause_where([](HutCause cause) { return cause != HutCause::dc && cause != HutCause::ft; });
  const Term afv = cause_where([](HutCause cause) { return cause == HutCause::afv; });
  const Term no_afv = cause_where([](HutCause cause) { return cause != HutCause::afv; });
  const std::string_view or_collapsed = "leave it out, or give {collapsed}", leave_it_out = "leave it out";
  const std::string_view under_wp = "EC are nothing to a hut but under WP, G5.61", of_afv = "it is about the AFV that enters";
  const std::string_view on_kindling = "only the Kindling DR of HE or FT against a collapsed hut has it, G5.61";
  return {{{"fire"}, with, no_he, "it is how HE arrives, C3.33, C1.5"},
          {{"fire", {"oba", "harassing", "barrage"}}, with, {"cause", {"he"}}, "that is OBA, C1.5", "give {cause oba}"},
          {{"fire", {"direct", "area", "mortar"}}, with, {"cause", {"oba"}}, "that is a Gun's or mortar's, C3.33", "give {cause he}"},
          {{"concealed"}, with, no_dc, "it halves a DC, A23.1; the rest is in {fp} or on the To Hit DR, A7.23, C6.2"},
          {{"fire"}, with, {"fp"}, "it is how HE of a calibre arrives, C3.33", "give {caliber} instead of {fp}"},
          {{"non_elite"}, with, no_charge, "it is about a DC or Flamethrower, A23.2, A22.3"},
          {{"x_number"}, with, no_ft, "it is on the counter of a Flamethrower, A22.1"},
          {{"huts"}, with, no_infantry, "only small arms, MG and MOL fire at several Locations at once, A9.5, G5.6"},
          {{"fp"}, with, {"caliber"}, "an attack is one or the other"},
          {{"fp"}, with, no_fire, "it is not resolved on the IFT"},
          {{"caliber"}, with, no_he, "a calibre is of HE, C.7"},
          {{"pbf"}, with, no_infantry, "PBF is of small arms, A7.21"},
          {{"cowering"}, with, no_cowering, "it never cowers, A7.9"},
          {{"rain"}, without, {"collapsed"}, "it is nothing to a hut that stands, G5.61", or_collapsed},
          {{"dry"}, with, no_wp, under_wp},
          {{"very_dry"}, with, no_wp, under_wp},
          {{"dry"}, with, {"very_dry"}, "EC are one or the other, B25.5"},
          {{"ec"}, without, {"collapsed"}, on_kindling, or_collapsed},
          {{"ec"}, with, no_kindling, on_kindling},
          {{"drm"}, with, {"cause", {"glider", "backblast"}}, "no DR has it", leave_it_out},
          {{"open_topped"}, with, no_afv, of_afv},
          {{"crew_exposed"}, with, no_afv, of_afv},
          {{"riders"}, with, no_afv, of_afv},
          {{"dozer"}, with, no_afv, of_afv},
          {{"exits"}, with, no_afv, of_afv},
          {{"exits"}, with, {"fp"}, "an Overrun enters, G5.42"},
          {.what = {"drm"},
           .is = with,
           .other = afv,
           .why = "without an Overrun's {fp} nothing is resolved on the IFT",
           .instead = leave_it_out,
           .unless = {{"fp"}}},
          {.what = {"riders"},
           .is = with,
           .other = afv,
           .why = "an AFV with Riders may not enter a hut, G5.4",
           .instead = leave_it_out,
           .unless = {{"collapsed"}, {"exits"}}},
          {.what = {"crew_exposed"},
           .is = with,
           .other = afv,
           .why = "an AFV that is not buttoned up may not enter a hut, G5.4",
           .instead = "leave it out, or give {dozer}",
           .unless = {{"collapsed"}, {"exits"}, {"dozer"}}}};
}

std::vector<Clash> all_clashes() {
  const Term no_gun = cause_where([](HutCause cause) { return cause != HutCause::he; });
  const Term wp = cause_where([](HutCause cause) { return cause == HutCause::wp; });
  constexpr int most_wp_drm = 4;
  const std::string_view of_guns = "only a Gun's HE has a To Hit DR here, C3.1", of_wp = "DRM of the MC by WP, A24.31";
  auto all = hit_determination_clashes();
  const std::vector<Clash> more{
      {{"to_hit"}, with, no_gun, of_guns},
      {{"range"}, with, no_gun, of_guns},
      {{"drm", {}, Numbers{.low = most_wp_drm + 1}}, with, wp, of_wp, "give -4 to 4"},
      {{"drm", {}, Numbers{.high = -most_wp_drm - 1}}, with, wp, of_wp, "give -4 to 4"},
      {{"range"}, without, {"caliber"}, "its calibre is part of the To Hit number, C4", "give {caliber}, too"},
      {{"th_number"}, without, {"to_hit"}, "it is what the To Hit DR is compared with, C3.3", "give {to_hit}, too"}};
  all.insert(all.end(), more.begin(), more.end());
  const auto hut = hut_clashes();
  all.insert(all.end(), hut.begin(), hut.end());
  return with_those_of_maps(std::move(all));
}

// G5.1: what is a hut in PTO Terrain.
bool is_wooden_house(const MapHex& hex) {
  const bool is_other = hex.lumberyard || hex.factory || hex.rowhouse || hex.marketplace || hex.rubble;
  return hex.building == Construction::wood && hex.levels == 0 && !is_other;
}

}  // namespace

const Questionnaire<HutInputs>& hut_questionnaire() {
  static const Questionnaire<HutInputs> asks{
      .name = "hut",
      .title = "A hut: collapse, flames and its occupants (G5).",
      .examples = {"boxcars hut --cause he --caliber 105 --target 4-4-7",
                   "boxcars hut --cause oba --caliber 80 --drm 1 --target \"9-1 4-4-7\"",
                   "boxcars hut --cause he --caliber 81 --fire mortar --drm 1 --target 4-4-7",
                   "boxcars hut --cause small-arms --fp 8 --pbf --target 4-4-7 --drm 1", "boxcars hut --cause afv --target 2x4-4-7"},
      .fields = all_fields(),
      .clashes = all_clashes(),
      .needs = hut_needs(),
      .footer =
          "Causes: he, dc and oba collapse it with a Final KIA, afv and glider always,\n"
          "bombardment by a MC; small-arms, mg (also IFE), mol, ft, wp and backblast set\n"
          "it on fire."};
  return asks;
}

std::vector<std::string> hut_on_map(HutInputs& in, const std::set<std::string>&, const MapReader& read_map) {
  auto hex = hex_on_map(in.map, in.hex, read_map);
  if (!hex) return {};
  if (hex->holds.hut) return hex->notes;
  if (!is_wooden_house(hex->holds))
    throw BadInput("hex", "{hex " + hex->name + "} holds no hut", "nor a wooden single story house, G5.1", "give another hex");
  hex->notes.push_back(hex->name + " is a wooden single story house: a hut if PTO Terrain is in effect (G5.1)");
  return hex->notes;
}

}  // namespace boxcars::model
