#include <string>
#include <utility>
#include <vector>

#include <catch2/catch.hpp>

#include "tests/support/cli.hpp"

using namespace boxcars;
using namespace boxcars::test;

// The JSON of both is the same to the byte: a line of plain words is the attack that it means.
TEST_CASE("a line of plain words is an attack, as people write it") {
  const std::vector<std::pair<std::string, std::string>> lines{
      {"8 vs 4-4-7", "8 --target 4-4-7"},
      {"8 VS 4-4-7", "8 --target 4-4-7"},
      {"8 vs. 4-4-7", "8 --target 4-4-7"},
      {"8 versus 4-4-7", "8 --target 4-4-7"},
      {"8 against 4-4-7", "8 --target 4-4-7"},
      {"8 Against a 4-4-7", "8 --target 4-4-7"},
      {"8 at 4-4-7", "8 --target 4-4-7"},
      {"8 on 4-4-7", "8 --target 4-4-7"},
      {"8fp vs 4-4-7", "8 --target 4-4-7"},
      {"8FP vs 4-4-7", "8 --target 4-4-7"},
      {"8 fp vs 4-4-7", "8 --target 4-4-7"},
      {"8 FP vs 4-4-7", "8 --target 4-4-7"},
      {"8 firepower vs 4-4-7", "8 --target 4-4-7"},
      {"\"8 vs 4-4-7\"", "8 --target 4-4-7"},
      {"\"8 vs 4-4-7?\"", "8 --target 4-4-7"},
      {"8 +0 vs 4-4-7", "8 --target 4-4-7"},
      {"4+4 vs 4-4-7", "4+4 --target 4-4-7"},
      {"4+4+6 -1 vs 4-4-7", "4+4+6 --drm -1 --target 4-4-7"},
      {"12 +1 vs 4-6-7", "12 --drm 1 --target 4-6-7"},
      {"12 -1 vs 4-6-7", "12 --drm -1 --target 4-6-7"},
      {"12 -2 vs 4-6-7", "12 --drm -2 --target 4-6-7"},
      {"12 +3 drm vs 4-6-7", "12 --drm 3 --target 4-6-7"},
      {"12 DRM +3 vs 4-6-7", "12 --drm 3 --target 4-6-7"},
      {"12 vs 4-6-7 +1", "12 --drm 1 --target 4-6-7"},
      {"12 vs 4-6-7 -2", "12 --drm -2 --target 4-6-7"},
      {"12 vs 4-6-7, +1", "12 --drm 1 --target 4-6-7"},
      {"12 vs 4-6-7 drm -1", "12 --drm -1 --target 4-6-7"},
      {"12, +1, vs 4-6-7", "12 --drm 1 --target 4-6-7"},
      {"12 +1 +1 vs 4-6-7", "12 --drm 2 --target 4-6-7"},
      {"12 +2 -1 vs 4-6-7", "12 --drm 1 --target 4-6-7"},
      {"12 \u22121 vs 4\u20136\u20137", "12 --drm -1 --target 4-6-7"},
      {"12 \u20132 vs 4\u20114\u20117", "12 --drm -2 --target 4-4-7"},
      {"12 +1 vs 2x4-6-7 9-1", "12 --drm 1 --target \"2x4-6-7 9-1\""},
      {"12 +1 vs 2x4-6-7, 9-1", "12 --drm 1 --target \"2x4-6-7 9-1\""},
      {"12 +1 vs 2x4-6-7 and 9-1", "12 --drm 1 --target \"2x4-6-7 9-1\""},
      {"12 +1 vs 2x4-6-7 and a 9-1", "12 --drm 1 --target \"2x4-6-7 9-1\""},
      {"12 vs 8-0 3x4-4-7", "12 --target \"8-0 3x4-4-7\""},
      {"12 vs 8+1 4-4-7", "12 --target \"8+1 4-4-7\""},
      {"12 vs 6+1, 4-4-7", "12 --target \"6+1 4-4-7\""},
      {"12 vs 4-4-7 4-4-7 4-4-7", "12 --target \"4-4-7 4-4-7 4-4-7\""},
      {"12 vs hs:2-4-7", "12 --target hs:2-4-7"},
      {"12 vs crew:2-2-8", "12 --target crew:2-2-8"},
      {"12 vs hero:1-4-9", "12 --target hero:1-4-9"},
      {"12 vs 4-4-7,broken", "12 --target 4-4-7,broken"},
      {"12 vs 4-4-7,elr=3, 9-1", "12 --target \"4-4-7,elr=3 9-1\""},
      {"mines 8 vs 4-6-7", "8 --weapon mines --target 4-6-7"},
      {"8 mines vs 4-6-7", "8 --weapon mines --target 4-6-7"},
      {"minefield 12 vs 2 4-6-7", "12 --weapon mines --target 2x4-6-7"},
      {"residual 4 vs 4-6-7 moving assault", "4 --weapon residual --moving assault --target 4-6-7"},
      {"4 resid vs 4-6-7", "4 --weapon residual --target 4-6-7"},
      {"OBA 100 vs 4-4-7 in stone", "--caliber 100 --fire oba --target 4-4-7 --terrain stone"},
      {"oba 100mm vs 4-4-7", "--caliber 100 --fire oba --target 4-4-7"},
      {"mortar 81 vs 4-4-7 in woods", "--caliber 81 --fire mortar --target 4-4-7 --terrain woods"},
      {"12 vs 4-4-7 then 8", "12 --target 4-4-7 --then 8"},
      {"12 vs 4-4-7 in wood then 8 then 4", "12 --target 4-4-7 --terrain wood --then 8 --then 4"},
      {"12 vs 4-4-7 through smoke", "12 --target 4-4-7 --hindrance 3"},
      {"12 vs 4-4-7 in smoke", "12 --target 4-4-7 --hindrance 3"},
      {"12 smoke +1 vs 4-4-7", "12 --drm 1 --target 4-4-7 --hindrance 3"},
      {"12 then 8 vs 4-4-7", "12 --target 4-4-7 --then 8"},
      {"12 vs 4-4-7,pinned +1", "12 --drm 1 --target 4-4-7,pinned"},
      {"12 +1 vs 2x4-6-7 9-1 in stone", "12 --drm 1 --target \"2x4-6-7 9-1\" --terrain stone"},
      {"12 vs 4-6-7 in stone", "12 --target 4-6-7 --terrain stone"},
      {"12 vs 4-6-7 in Stone", "12 --target 4-6-7 --terrain stone"},
      {"12 vs 4-6-7 in STONE", "12 --target 4-6-7 --terrain stone"},
      {"12 vs 4-6-7 in a stone building", "12 --target 4-6-7 --terrain stone"},
      {"12 vs 4-6-7 in the stone building", "12 --target 4-6-7 --terrain stone"},
      {"12 vs 4-6-7 in wood", "12 --target 4-6-7 --terrain wood"},
      {"12 vs 4-6-7 in a wooden building", "12 --target 4-6-7 --terrain wood"},
      {"12 vs 4-6-7 in wooden building, -1", "12 --drm -1 --target 4-6-7 --terrain wood"},
      {"12 vs 4-6-7 in stone rubble", "12 --target 4-6-7 --terrain stone-rubble"},
      {"12 vs 4-6-7 in stone-rubble", "12 --target 4-6-7 --terrain stone-rubble"},
      {"12 vs 4-6-7 in wooden rubble", "12 --target 4-6-7 --terrain wood-rubble"},
      {"12 vs 4-6-7 in open", "12 --target 4-6-7"},
      {"12 vs 4-6-7 in open ground", "12 --target 4-6-7"},
      {"12 vs 4-6-7 in the open", "12 --target 4-6-7"},
      {"12 vs 4-6-7 in a hut", "12 --target 4-6-7 --terrain hut"},
      {"12 vs 4-6-7 in huts", "12 --target 4-6-7 --terrain hut"},
      {"12 vs 4-6-7 in a collapsed hut", "12 --target 4-6-7 --terrain collapsed-hut"},
      {"12 vs 4-6-7 in a lumberyard", "12 --target 4-6-7 --terrain lumberyard"},
      {"12 vs 4-6-7 in debris", "12 --target 4-6-7 --terrain debris"},
      {"12 in stone vs 4-6-7", "12 --target 4-6-7 --terrain stone"},
      {"12 in stone +1 vs 4-6-7", "12 --drm 1 --target 4-6-7 --terrain stone"},
      {"12 vs 4-6-7 in fortified stone", "12 --target 4-6-7 --terrain stone --fortified"},
      {"12 vs 4-6-7 in a fortified stone building", "12 --target 4-6-7 --terrain stone --fortified"},
      {"12 vs 4-6-7 in stone fortified", "12 --target 4-6-7 --terrain stone --fortified"},
      {"12 vs 4-6-7 in stone +1", "12 --drm 1 --target 4-6-7 --terrain stone"},
      {"12 vs 4-6-7 in stone -1", "12 --drm -1 --target 4-6-7 --terrain stone"},
      {"12 by 9-1 vs 4-6-7", "12 --target 4-6-7 --leader 9-1"},
      {"12 by a 9-1 vs 4-6-7", "12 --target 4-6-7 --leader 9-1"},
      {"12 with 9-1 vs 4-6-7", "12 --target 4-6-7 --leader 9-1"},
      {"12 led by 9-2 vs 4-6-7", "12 --target 4-6-7 --leader 9-2"},
      {"12 led by 8-0 vs 4-6-7", "12 --target 4-6-7 --leader 8-0"},
      {"12 vs 4-6-7 by 9-1", "12 --target 4-6-7 --leader 9-1"},
      {"12 vs 4-6-7 in stone by 9-1", "12 --target 4-6-7 --terrain stone --leader 9-1"},
      {"12 +1 by 10-2 vs 4-6-7 in wood", "12 --drm 1 --target 4-6-7 --terrain wood --leader 10-2"},
      {"30 vs 2x4-4-7 8-1 in stone by 9-2 -1", "30 --drm -1 --target \"2x4-4-7 8-1\" --terrain stone --leader 9-2"},
      {"1 vs 4-4-7", "1 --target 4-4-7"},
      {"2 -3 vs 4-4-7", "2 --drm -3 --target 4-4-7"},
      {"36 +4 vs 10-3 3x8-3-8", "36 --drm 4 --target \"10-3 3x8-3-8\""},
      {"150mm vs 4-4-7", "--caliber 150 --target 4-4-7"},
      {"150MM vs 4-4-7", "--caliber 150 --target 4-4-7"},
      {"150 mm vs 4-4-7", "--caliber 150 --target 4-4-7"},
      {"105mm HE vs 4-4-7", "--caliber 105 --target 4-4-7"},
      {"105mm vs 4-4-7 in stone", "--caliber 105 --target 4-4-7 --terrain stone"},
      {"75mm -1 vs 2x4-6-7", "--caliber 75 --drm -1 --target 2x4-6-7"},
      {"81mm vs 4-4-7 in wood --fire mortar", "--caliber 81 --target 4-4-7 --terrain wood --fire mortar"},
      {"8 attack vs 4-4-7", "8 --target 4-4-7"},
      {"8 vs the 4-4-7", "8 --target 4-4-7"},
      {"8 vs 4-4-7 --cowering none", "8 --target 4-4-7 --cowering none"},
      {"8 --target 4-4-7", "8 --target 4-4-7"},
      {"8 +1 --target 4-4-7", "8 --drm 1 --target 4-4-7"},
      {"8 vs 4-4-7 --then 4", "8 --target 4-4-7 --then 4"},
      {"12 stone 4-4-7x2 9-1", "12 --target \"2x4-4-7 9-1\" --terrain stone"},
      {"12 4-6-7 9-1 stone +1", "12 --drm 1 --target \"4-6-7 9-1\" --terrain stone"},
      {"12 +1 2x4-6-7,pinned wooden", "12 --drm 1 --target 2x4-6-7,pinned --terrain wood"},
      {"12 vs 4-4-7 woods by 9-1", "12 --target 4-4-7 --terrain woods --leader 9-1"},
      {"12 vs hs:2-4-7x2", "12 --target 2xhs:2-4-7"},
      {"12 9-2 vs 4-6-7 in stone", "12 --target 4-6-7 --terrain stone --leader 9-2"},
      {"8 vs 4-4-7 moving", "8 --target 4-4-7 --moving normal"},
      {"2x4-6-7 vs concealed 4-4-7 at range 3", "--by 2x4-6-7 --range 3 --concealed --target 4-4-7"},
      {"8 vs concealed encircled 4-4-7", "8 --concealed --target 4-4-7,encircled"},
      {"4-6-7 mg:5-12 rof 2 vs 4-4-7", "--by 4-6-7 mg:5-12 --rate-of-fire 2 --target 4-4-7"},
      {"2x4-6-7 9-1 vs 4-4-7 in stone", "--by 2x4-6-7 --leader 9-1 --target 4-4-7 --terrain stone"},
      {"4-6-7x2 mg:5-12 +1 vs 4-4-7 --range 3", "--by 2x4-6-7 mg:5-12 --drm 1 --target 4-4-7 --range 3"},
      {"8 vs 4-4-7 in a stone building", "8 --target 4-4-7 --terrain stone"},
      {"ft vs 4-4-7 in stone", "--weapon ft --target 4-4-7 --terrain stone"},
      {"Flamethrower 4-4-7", "--weapon ft --target 4-4-7"},
      {"DC vs 4-4-7 in wood", "--weapon dc --target 4-4-7 --terrain wood"},
      {"mol by 4-6-7 vs 4-4-7", "--weapon mol --by 4-6-7 --target 4-4-7"},
      {"2 4-6-7 vs 4-4-7", "--by 2x4-6-7 --target 4-4-7"},
      {"2x 4-6-7 vs 4-4-7", "--by 2x4-6-7 --target 4-4-7"},
      {"2 x 4-6-7 9-1 vs 4-4-7", "--by 2x4-6-7 --leader 9-1 --target 4-4-7"},
      {"4-6-7 x2 vs 4-4-7 in woods", "--by 2x4-6-7 --target 4-4-7 --terrain woods"},
      {"12 vs 2 4-6-7 and 9-1", "12 --target \"2x4-6-7 9-1\""},
      {"12 vs 3x 4-6-7", "12 --target 3x4-6-7"},
      {"12 vs 4-6-7 X3", "12 --target 3x4-6-7"},
      {"12 vs broken 4-6-7", "12 --target 4-6-7,broken"},
      {"12 vs 4-6-7 pinned", "12 --target 4-6-7,pinned"},
      {"12 vs 2 broken 4-6-7", "12 --target 2x4-6-7,broken"},
      {"12 vs 4-6-7 and a Wounded 9-1 in stone", "12 --target \"4-6-7 9-1,wounded\" --terrain stone"},
      {"12 vs 2x4-6-7 pinned in wood", "12 --target 2x4-6-7,pinned --terrain wood"},
      {"attack 12 vs 4-6-7 in woods", "12 --target 4-6-7 --terrain woods"},
      {"Attack 12 +1 vs 4-6-7 --cowering none", "12 --drm 1 --target 4-6-7 --cowering none"},
      {"4-6-7 adjacent vs 4-4-7", "--by 4-6-7 --range 1 --target 4-4-7"},
      {"4-6-7 vs 4-4-7 at 3 hexes", "--by 4-6-7 --range 3 --target 4-4-7"},
      {"4-6-7 vs 4-4-7 from 3 hexes", "--by 4-6-7 --range 3 --target 4-4-7"},
      {"2x4-6-7 at 1 hex vs 4-4-7", "--by 2x4-6-7 --range 1 --target 4-4-7"},
      {"8 vs 4-4-7 assault moving", "8 --target 4-4-7 --moving assault"},
      {"8 vs 4-4-7 in assault movement", "8 --target 4-4-7 --moving assault"},
      {"150mm OBA vs 4-6-7 in stone", "--caliber 150 --fire oba --target 4-6-7 --terrain stone"},
      {"81mm mortar vs 4-6-7", "--caliber 81 --fire mortar --target 4-6-7"},
      {"75L vs 4-4-7 in woods at range 10", "--caliber 75 --barrel L --range 10 --target 4-4-7 --terrain woods"},
      {"88LL range 8 rof 2 vs 4-4-7 9-1 case K, N=-1 in stone",
       "--caliber 88 --barrel LL --range 8 --rate-of-fire 2 --target \"4-4-7 9-1\" --case K N=-1 --terrain stone"},
      {"81mm mortar range 9 through smoke vs 4-4-7 in woods",
       "--caliber 81 --fire mortar --range 9 --hindrance 3 --target 4-4-7 --terrain woods"},
      {"12 vs moving 4-4-7 then residual", "12 --moving normal --target 4-4-7 --then residual"},
      {"12 directed by 9-2 vs 4-6-7 in stone", "12 --leader 9-2 --target 4-6-7 --terrain stone"},
      {"8 v assault-moving 4-6-7 hindrance 1", "8 --target 4-6-7 --moving assault --hindrance 1"},
      {"8 vs 4-6-7, attacker's san 4 defender san 3", "8 --target 4-6-7 --attackers-san 4 --defenders-san 3"},
      {"105mm to hit 7 vs 4-4-7 in wood", "--caliber 105 --to-hit 7 --target 4-4-7 --terrain wood"},
      {"40fp vs 4-4-7", "40 --target 4-4-7"},
      {"40 FP vs 4-4-7", "40 --target 4-4-7"},
      {"8 vs 4-4-7; +1", "8 --drm 1 --target 4-4-7"},
      {"8 vs 4-4-7 9-1 in stone, +1, by 8-1", "8 --drm 1 --target \"4-4-7 9-1\" --terrain stone --leader 8-1"}};
  CHECK(lines.size() >= 100);
  for (const auto& [plain, options] : lines) {
    INFO(plain);
    const Called called = call(plain + " --method exact --format json");
    CHECK(called.status == 0);
    CHECK(called.err == "");
    CHECK(called.out == call("attack " + options + " --method exact --format json").out);
  }
}

// The JSON of both is the same to the byte.
TEST_CASE("behind the name of any question its inputs may stand in plain words") {
  const std::vector<std::pair<std::string, std::string>> lines{
      {"he 37 wood 1 range 6 rof 3 vs 4-6-7", "he 37 wood 1 --range 6 --rate-of-fire 3 --occupant 0=4-6-7"},
      {"he 105mm stone 2 level 1 2 4-6-7", "he 105 stone 2 --level 1 --occupant 1=2x4-6-7"},
      {"he 105 wood 1 4-6-7", "he 105 wood 1 --occupant 0=4-6-7"},
      {"he 105 wood 1 2 4-6-7", "he 105 wood 1 --occupant 0=2x4-6-7"},
      {"he 105 wood 1 2x 4-6-7 and 4-4-7 broken", "he 105 wood 1 --occupant \"0=2x4-6-7 4-4-7,broken\""},
      {"he 150 stone 2 1=4-6-7,elr=3 9-1", "he 150 stone 2 --occupant \"1=4-6-7,elr=3 1=9-1\""},
      {"he 75L stone 2 range 10 level 1 vs 4-6-7 9-1", "he 75 stone 2 --barrel L --range 10 --level 1 --occupant \"1=4-6-7 1=9-1\""},
      {"he 88ll stone 1 10 hexes", "he 88 stone 1 --barrel LL --range 10"},
      {"he 76* wooden building 1 range 3", "he 76 wood 1 --barrel short --range 3"},
      {"he 81 wood 1 mortar 3 shots --occupant 4-6-7", "he 81 wood 1 --fire mortar --shots 3 --occupant 0=4-6-7"},
      {"he mtr 81 wood 1 shots 3", "he 81 wood 1 --fire mortar --shots 3"},
      {"he 150 stone 2 fortified interior oba", "he 150 stone 2 --fortified --interior --fire oba"},
      {"he 150 stone 2 level rooftop -1 vs 4-4-7", "he 150 stone 2 --level rooftop --drm -1 --occupant rooftop=4-4-7"},
      {"he stone 2 dc 4-4-7", "he --building stone --levels 2 --ammo dc --occupant 0=4-4-7"},
      {"oba 100 stone 2 0=4-6-7 1=4-6-7", "he 100 stone 2 --fire oba --occupant \"0=4-6-7 1=4-6-7\""},
      {"oba 100 stone 2 vs 0=4-4-7 2=9-1", "he 100 stone 2 --fire oba --occupant \"0=4-4-7 2=9-1\""},
      {"OBA 100 in a stone building 2 levels vs 4-6-7", "he 100 stone 2 --fire oba --occupant 0=4-6-7"},
      {"81mm mortar wood 1 3 shots range 10 vs 4-6-7", "he 81 wood 1 --fire mortar --shots 3 --range 10 --occupant 0=4-6-7"},
      {"150mm stone 2 level 1 vs 4-4-7", "he 150 stone 2 --level 1 --occupant 1=4-4-7"},
      {"enter stone rowhouse 1", "enter stone 1 --rowhouse"},
      {"enter rowhouse stone 1 crew-survival 6", "enter stone 1 --rowhouse --crew-survival 6"},
      {"enter factory vca-change", "enter --factory --vca-change"},
      {"hut he 105mm vs 4-6-7", "hut --cause he --caliber 105 --target 4-6-7"},
      {"hut mg pbf drm 1 vs 2 4-4-7 --fp 8", "hut --cause mg --pbf --drm 1 --target 2x4-4-7 --fp 8"},
      {"breach stone against 4-4-7 9-1", "breach stone --target \"4-4-7 9-1\""},
      {"kindle wood 3 turns", "kindle wood --turns 3"},
      {"kindle stone turns until by mol", "kindle stone --turns until --by mol"},
      {"clear mines with 2 squads leadership -1", "clear mines --squads 2 --leadership -1"},
      {"bombard stone 2 fortified", "bombard stone 2 --fortified"},
      {"attack 12 4-6-7 in wood", "attack 12 --target 4-6-7 --terrain wood"},
      {"attack 12 2x4-6-7", "attack 12 --target 2x4-6-7"},
      {"attack 8 -1 --target 4-6-7", "attack 8 --drm -1 --target 4-6-7"},
      {"attack 12 Stone --target 4-6-7", "attack 12 --terrain stone --target 4-6-7"},
      {"4-6-7,mg-only mmg:5-12 range 5 vs 4-4-7", "attack --by \"4-6-7,mg-only mmg:5-12\" --range 5 --target 4-4-7"},
      {"12 vs two 4-6-7", "attack 12 --target 2x4-6-7"},
      {"cc 4-6-7 vs 4-4-7 ambush", "cc --attacker 4-6-7 --defender 4-4-7 --ambush roll"},
      {"cc 4-6-7 ambush attacker vs 4-4-7 3 rounds", "cc --attacker 4-6-7 --defender 4-4-7 --ambush attacker --rounds 3"},
      {"he 105 wood 1 range 8 9-1 vs 4-6-7", "he 105 wood 1 --range 8 --leadership -1 --occupant 0=4-6-7"},
      {"he 105 wood 2 vs 4-6-7 on the rooftop", "he 105 wood 2 --level rooftop --occupant rooftop=4-6-7"},
      {"he 150 stone 2 upper levels v 4-6-7", "he 150 stone 2 --occupant 0=4-6-7"},
      {"cc 4-6-7 vs concealed 4-4-7", "cc --attacker 4-6-7 --defender 4-4-7 --concealed defender"},
      {"cc concealed 4-6-7 vs 4-4-7 ambush", "cc --attacker 4-6-7 --defender 4-4-7 --concealed attacker --ambush roll"},
      {"ambush 4-6-7 vs 4-4-7", "cc --attacker 4-6-7 --defender 4-4-7 --ambush roll"}};
  for (const auto& [plain, options] : lines) {
    INFO(plain);
    const Called called = call(plain + " --method exact --format json");
    CHECK(called.err == "");
    CHECK(called.out == call(options + " --method exact --format json").out);
  }
  check_refused("enter stone 1 smoky", "unexpected argument 'smoky'");
  check_refused("he 105 wood 1 vs 4-6", "4-6");
}

TEST_CASE("other questions of two sides are asked in plain words, too") {
  for (const auto& [plain, options] : std::vector<std::pair<std::string, std::string>>{
           {"cc 4-6-7 vs 4-4-7", "cc --attacker 4-6-7 --defender 4-4-7"},
           {"cc 2 4-6-7 and a 9-1 against broken 4-4-7 --rounds until",
            "cc --attacker \"2x4-6-7 9-1\" --defender 4-4-7,broken --rounds until"},
           {"cc 4-6-7 vs. 4-4-7 x2 --ambush roll", "cc --attacker 4-6-7 --defender 2x4-4-7 --ambush roll"}}) {
    INFO(plain);
    const Called called = call(plain + " --method exact --format json");
    CHECK(called.status == 0);
    CHECK(called.out == call(options + " --method exact --format json").out);
  }
  check_refused("cc vs 4-4-7", "no attacker");
  check_refused("cc 4-6-7 vs", "no defender");
  check_refused("cc 4-6-7 vs 4-4-7 in stone", "in");
}

TEST_CASE("plain words show the whole command, and say what they cannot be") {
  const Called called = call("12 +1 vs 2x4-6-7 9-1 in stone --trials 1000");
  CHECK_THAT(called.out, Catch::Matchers::Contains(
                             "repeat: boxcars attack --fp 12 --target 2x4-6-7 9-1 --drm 1 --terrain stone --trials 1000 --seed 1\n"));
  CHECK(call("compare \"8 vs 4-4-7\" \"12 +1 vs 4-4-7\" --method exact").out ==
        call("compare \"attack 8 --target 4-4-7\" \"attack 12 --drm 1 --target 4-4-7\" --method exact").out);
  for (const auto& [line, why] :
       std::vector<std::pair<std::string, std::string>>{{"12 +1 vs", "'vs' with nothing behind it"},
                                                        {"12", "no target"},
                                                        {"12 in stone", "no target"},
                                                        {"12 9-1 4-6-7", "the word '9-1' means nothing here"},
                                                        {"ft", "no target"},
                                                        {"8 vs 4-4-7 in a building", "wood or stone?"},
                                                        {"8 vs 4-4-7 in rowhouse", "wood or stone?"},
                                                        {"8 vs 4-4-7 smoky", "unit 'smoky'"},
                                                        {"8 vs 4-4-7 / 4-4-7", "give it like 4-4-7"},
                                                        {"12x vs 4-6-7", "an attack of '12x'"},
                                                        {"105 vs 4-6-7", "105mm or 105fp"},
                                                        {"12 vs 4-6-7 broken 9-1", "whose is it?"},
                                                        {"12 vs broken", "unit 'broken'"},
                                                        {"12 vs 4-6-7 in stoen", "did you mean stone?"},
                                                        {"12 vs 4-6-7 in", "'in' with nothing behind it"},
                                                        {"12 9-2 4-6-7 vs 4-4-7", "'4-6-7' before vs"},
                                                        {"12 4-6-7 vs 4-4-7", "so many of them, or FP?"},
                                                        {"4-6-7 hmg range 3 vs 4-4-7", "give it like hmg:7-16"},
                                                        {"8 vs 4-4-7 san 4", "of which side"},
                                                        {"8 vs 4-4-7 in woods pinned", "the word 'pinned'"},
                                                        {"8 vs 4-4-7 in stone 9-1", "the word '9-1'"},
                                                        {"81mm mortar 3 shots vs 4-6-7", "give rof 2"},
                                                        {"cc 4-6-7 vs 4-4-7 ambush +1", "'+1'"},
                                                        {"cc 4-6-7 vs 4-4-7 ambush please", "please"},
                                                        {"cc 4-6-7 vs 4-4-7 ambush ambush", "more than once"},
                                                        {"cc 4-6-7 vs 4-4-7 rounds", "rounds"},
                                                        {"cc attacker 4-6-7 vs 4-4-7", "attacker"},
                                                        {"he 105 wood 1 by 4-4-7 vs 4-6-7", "'4-4-7' before vs"},
                                                        {"breach stone 4-6-7 vs 4-4-7", "'4-6-7' before vs"},
                                                        {"oba 100 stone 2 4-6-7 vs 4-4-7", "'4-6-7' before vs"},
                                                        {"105mm 4-6-7 vs 4-4-7", "'4-6-7' before vs"},
                                                        {"75L range 8 range 3 vs 4-4-7", "the range is given twice"},
                                                        {"75L range 8 pbf vs 4-4-7", "the range is given twice"},
                                                        {"75L range 8 rof 2 rof 3 vs 4-4-7", "more than once"},
                                                        {"8 vs assault hazardous 4-4-7", "how it moves is given twice"},
                                                        {"sherman enter stone 1", "boxcars enter stone 1"},
                                                        {"mmg rof 2 vs 4-4-7", "4-6-7,mg-only mmg:5-12"},
                                                        {"tohit 75L", "boxcars 75L vs 4-4-7"},
                                                        {"12 vs 4-6-7 by", "'by' with nothing behind it"},
                                                        {"12 vs 4-6", "unit '4-6'"},
                                                        {"12 vs 4-6-7 --drn 1", "unknown option '--drn'"}})
    check_refused(line, why);
}
