#pragma once

#include "model/he_inputs.hpp"
#include "model/ift.hpp"

namespace boxcars::model {

/// Whether a hit is critical (C3.7).
enum class HitIs : bool { normal, critical };

/// The TEM of the building, of a critical hit turned round, row by row (B23.3, B23.921).
std::vector<Modifier> tem_of(const HeSituation& situation, HitIs hit);

/// Writes down what the shots at a building are thrown with, and why.
void fill_sheet(const HeInputs& inputs, const HeScene& scene, HeSituation& situation);

/// What is added to the Original DR before it is read for a KIA: a Set DC's is a Final one (A23.7).
int drm_of_kia(const HeSituation& situation);

/// The number of the KIA that an Original DR causes on the shot's column, 0 if none (B24.11).
int kia_number(const HeSituation& situation, int original_dr);

/// What its KIA number must be for a rubble dr to make rubble (B24.11); a Set DC's needs none (A23.7).
int least_rubbling_kia(const HeSituation& situation);

/// How a Location is attacked by the first shot.
IftAttack attack_at(const HeSituation& situation, int location, HitIs hit);

/// What the Original Kindling DR must reach for a Flame there (B23.6, B23.94, B25.13).
int kindled_from(const HeSituation& situation);

}  // namespace boxcars::model
