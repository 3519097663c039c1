#pragma once

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

// Words of a line as people type it.
namespace boxcars::ask {

/// Apart at blanks, with hyphens, without the commas and points between words; two is 2.
std::vector<std::string> split(const std::vector<std::string>& typed);

template <class Words>
bool is_one_of(std::string_view word, const Words& words) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

bool is_digits(std::string_view text);
/// "+1", "-2".
std::optional<int> signed_number(std::string_view word);

/// vs, against, ...: behind it is who is attacked. In any case.
bool is_between_sides(const std::string& word);

/// An option, whatever became of its hyphens.
bool is_dashed(std::string_view word);

/// "4-4-7", "2x4-6-7", "hs:2-4-7,broken": no leader, who may direct as well.
bool is_counter(std::string_view word);
/// "9-1", "8+1", "9-1,wounded": two numbers with a sign between them.
bool is_leader(std::string_view word);
inline bool is_unit(std::string_view word) { return is_counter(word) || is_leader(word); }
/// "4-4-7x2" is 2x4-4-7.
std::string counted(const std::string& word);

/// "105mm", "75L", "88LL", "76*": the calibre, and which barrel the suffix is.
struct GunTyped {
  std::string caliber, barrel;
};
std::optional<GunTyped> gun_in(std::string_view word);

/// SMOKE in one word, with its DRM if that is said: "dispersed smoke", "smoke +2", "+2 smoke" and "smoke hindrance 2" are "smoke+2"; a
/// number without a sign is its DRM where nothing else could be counted, at the end or before who is attacked.
std::vector<std::string> with_smoke_in_one_word(const std::vector<std::string>& words);
/// The Hindrance that such a word is: +3, dispersed +2 (A24.2).
std::optional<int> smoke_in(std::string_view word);

/// What is said of a unit, before it or behind: broken, pinned, ...
bool is_state(std::string_view word);

/// How many and how they are, put together with the unit of which it is said: "2 4-6-7", "2x 4-6-7", "4-6-7 x2", "broken 4-6-7", "4-6-7
/// broken"; "3 hexes" are a range. Throws BadInput for a state between two units.
std::vector<std::string> joined(std::vector<std::string> words);

}  // namespace boxcars::ask
