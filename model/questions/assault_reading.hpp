#pragma once

#include <string>
#include <string_view>

#include "model/core/bad_input.hpp"
#include "model/questions/assault_inputs.hpp"

// How what the user wrote about an assault becomes its plan; each part is told what is wrong with it at its path.
namespace boxcars::model {

[[noreturn]] void refuse_at(const std::string& path, const std::string& what);
/// What another question says of its fields, as of those of the table at `path`.
[[noreturn]] void refuse_in_table(const std::string& path, const BadInput& bad);

/// Does what may throw BadInput about options, of what stands at a path.
template <class Work>
auto at_path(const std::string& path, Work work) {
  try {
    return work();
  } catch (const BadInputAt&) {
    throw;
  } catch (const BadInput& bad) {
    refuse_in_table(path, bad);
  }
}

/// Throws if the value of a field, of what stands at a path, is not within its range.
void require_at(const std::string& path, const std::string& field, int value, int low, int high, const std::string& why);

int find_location(const AssaultInputs& inputs, const std::string& path, const std::string& name);

/// What a Location on top of a building is called, behind the dot of its name or as its level.
inline constexpr std::string_view rooftop_word = "rooftop";

void read_hexes(const AssaultInputs& inputs, AssaultPlan& plan);
const AssaultHex& hex_at(const AssaultPlan& plan, int location);
/// The terrain that its TEM is of.
Terrain terrain_at(const AssaultInputs& inputs, const AssaultPlan& plan, int location);

/// What can burn, and how it spreads (B25).
void read_flames(const AssaultInputs& inputs, AssaultPlan& plan);

void read_shots(const AssaultInputs& inputs, AssaultPlan& plan);

}  // namespace boxcars::model
