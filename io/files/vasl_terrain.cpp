#include "io/files/vasl_terrain.hpp"

#include <algorithm>
#include <array>

#include "model/rules/ground.hpp"

namespace boxcars::io {
namespace {

enum class Lies : bool { on_the_ground, over_it };

struct Code {
  int first, last;
  std::string_view word;
  Lies lies = Lies::on_the_ground;
};
constexpr Lies over = Lies::over_it;

// clang-format off
constexpr std::array<Code, 145> codes{{
    {0, 0, "open"}, {1, 1, "plowed field"}, {2, 2, "rooftop", over}, {3, 3, "snow"}, {4, 4, "deep snow"}, {5, 5, "ice"},
    {6, 6, "mud"}, {7, 7, "mudflats"}, {8, 8, "water"}, {9, 9, "shallow water"}, {10, 10, "river"},
    {11, 11, "shallow river"}, {12, 12, "ford"}, {13, 13, "canal"}, {14, 14, "marsh"}, {15, 15, "shellholes"},
    {20, 20, "foxhole"}, {21, 21, "trench"}, {22, 22, "antitank trench"}, {23, 23, "pillbox"}, {24, 24, "grain"},
    {25, 25, "brush"}, {26, 26, "crags"}, {27, 27, "debris"}, {28, 28, "graveyard"}, {29, 29, "lumberyard", over},
    {30, 30, "gully"}, {31, 31, "dry stream"}, {32, 32, "shallow stream"}, {33, 33, "deep stream"},
    {34, 34, "flooded stream"}, {35, 35, "irrigation ditch"}, {40, 48, "stone", over}, {49, 49, "marketplace", over},
    {50, 58, "wood", over}, {59, 59, "marketplace", over}, {60, 60, "woods"}, {61, 61, "forest"}, {62, 62, "woods"},
    {63, 64, "orchard"}, {65, 65, "dirt road", over}, {66, 66, "paved road", over}, {67, 67, "elevated road", over},
    {68, 68, "sunken road", over}, {69, 69, "runway", over}, {70, 70, "path", over}, {72, 72, "wall", over},
    {73, 73, "hedge", over}, {74, 74, "bocage", over}, {75, 75, "cliff", over}, {76, 80, "rowhouse wall", over},
    {81, 81, "road block", over}, {82, 82, "single hex stone bridge"}, {83, 83, "single hex wooden bridge"},
    {84, 84, "stone bridge"}, {85, 85, "wooden bridge"}, {86, 86, "pontoon bridge"}, {87, 87, "foot bridge"},
    {90, 90, "stone-rubble", over}, {91, 91, "wood-rubble", over}, {95, 95, "sewer"}, {96, 96, "tunnel"}, {97, 97, "cave"},
    {100, 100, "scrub"}, {101, 101, "hammada"}, {102, 102, "dier"}, {103, 103, "dier lip", over}, {104, 104, "wadi"},
    {105, 105, "hillock"}, {106, 106, "hillock summit"}, {107, 107, "sand"}, {108, 108, "sand dune, low"},
    {109, 109, "dune, crest low", over}, {110, 110, "dune, crest high", over}, {111, 111, "sangar"},
    {112, 112, "track", over}, {113, 113, "mausoleum"}, {114, 114, "bedouin camp"}, {115, 115, "building cluster"},
    {116, 116, "cactus hedge", over}, {117, 117, "cactus patch"}, {118, 118, "olive-grove"}, {119, 119, "vineyard"},
    {120, 120, "broken ground"}, {125, 125, "temple"}, {126, 126, "light-jungle"}, {127, 127, "dense-jungle"},
    {128, 128, "bamboo"}, {129, 129, "palm trees"}, {130, 130, "hut", over}, {131, 131, "collapsed-hut"},
    {132, 132, "kunai"}, {133, 133, "swamp"}, {135, 135, "rice paddy, drained"}, {136, 136, "rice paddy, irrigated"},
    {137, 137, "rice paddy, in season"}, {138, 138, "rice paddy bank", over}, {139, 139, "panji"}, {140, 140, "ocean"},
    {141, 141, "shallow ocean"}, {142, 142, "effluent"}, {143, 143, "soft sand"}, {144, 144, "beach, slight slope"},
    {145, 145, "beach, moderate slope"}, {146, 146, "beach, steep slope"}, {147, 147, "exposed reef"},
    {148, 148, "submerged reef"}, {152, 152, "railway embankment", over}, {153, 153, "railroad, ground level"},
    {154, 154, "railroad, embankment"}, {155, 155, "railroad, elevated"}, {156, 156, "railroad, sunken"},
    {157, 157, "railway embankment", over}, {160, 160, "tower hindrance"}, {161, 161, "tower, 2 level hindrance"},
    {162, 162, "tower, 3 level hindrance"}, {163, 163, "tower obstacle"}, {164, 164, "tower, 2 level obstacle"},
    {165, 165, "tower, 3 level obstacle"}, {166, 166, "storage tank"}, {167, 167, "storage tank, 2 level"},
    {168, 168, "bfp tower, 1 level"}, {169, 169, "bfp tower, 2 level"}, {170, 170, "roofless stone factory, 1.5 level"},
    {171, 171, "roofless stone factory, 2.5 level"}, {172, 173, "interior factory wall", over}, {174, 174, "cellar"},
    {175, 175, "light-woods"}, {180, 180, "gutted stone factory, 1.5 level"}, {181, 181, "gutted stone factory, 2.5 level"},
    {182, 182, "gutted stone building"}, {183, 183, "gutted stone building, 1 level"},
    {184, 184, "gutted stone building, 2 level"}, {185, 185, "gutted stone building, 3 level"},
    {186, 186, "gutted stone building, 4 level"}, {190, 193, "stone-rubble", over}, {194, 197, "wood-rubble", over},
    {198, 199, "wood", over}, {200, 200, "orchard"}, {201, 201, "offbobserver"}, {202, 202, "crest", over},
    {203, 203, "wood", over}, {204, 204, "monument"}, {206, 206, "stone", over}, {208, 208, "light grain"},
}};
// clang-format on

const Code* find_code(int code) {
  const auto found = std::find_if(codes.begin(), codes.end(), [&](const Code& row) { return row.first <= code && code <= row.last; });
  return found == codes.end() ? nullptr : &*found;
}

}  // namespace

std::string_view vasl_terrain(int code) {
  const Code* row = find_code(code);
  return row ? row->word : std::string_view();
}

bool is_over_ground(int code) {
  const Code* row = find_code(code);
  return row && row->lies == Lies::over_it;
}

const std::vector<std::string>& ground_words() {
  static const std::vector<std::string> words = [] {
    std::vector<std::string> all;
    for (const auto& choice : model::terrain_choices) {
      if (model::is_ground(choice.value)) all.emplace_back(choice.name);
    }
    for (const Code& row : codes) {
      const bool known = std::find(all.begin(), all.end(), row.word) != all.end();
      if (row.lies == Lies::on_the_ground && !known) all.emplace_back(row.word);
    }
    return all;
  }();
  return words;
}

}  // namespace boxcars::io
