#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace boxcars::io {

/// How a terrain code of VASL's boards is called: in the word of an attack's `terrain` if it has one (pine woods are woods, an orchard is
/// one out of season, too), else by VASL's own name, in small letters. Empty: VASL gives the code to no terrain.
std::string_view vasl_terrain(int code);

/// Whether what is drawn so lies over the ground of a hex and does not say what that is: roads, what is on hexsides, and buildings,
/// which a hex holds, be the center dot in them or not (B23.1).
bool is_over_ground(int code);

/// The words that the ground of a hex can have, for map files.
const std::vector<std::string>& ground_words();

}  // namespace boxcars::io
