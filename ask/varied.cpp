#include "ask/varied.hpp"

#include <functional>
#include <numeric>
#include <string_view>

#include "model/core/bad_input.hpp"
#include "model/core/numbers.hpp"

namespace boxcars::ask {

std::size_t combinations_of(const std::vector<std::size_t>& sizes) {
  return std::accumulate(sizes.begin(), sizes.end(), std::size_t{1}, std::multiplies<>());
}

std::vector<std::size_t> places_of(const std::vector<std::size_t>& sizes, std::size_t combination) {
  std::vector<std::size_t> places(sizes.size());
  for (std::size_t i = sizes.size(); i-- > 0;) {
    places[i] = combination % sizes[i];
    combination /= sizes[i];
  }
  return places;
}

std::vector<std::size_t> sizes_of(const std::vector<Varied>& varied) {
  std::vector<std::size_t> sizes;
  for (const Varied& v : varied) sizes.push_back(v.values.size());
  return sizes;
}

GivenInputs settings_of(const std::vector<Varied>& varied, std::size_t combination) {
  const auto places = places_of(sizes_of(varied), combination);
  GivenInputs settings;
  for (std::size_t i = 0; i < varied.size(); ++i) settings.push_back({varied[i].path, varied[i].values[places[i]]});
  return settings;
}

model::InputValue typed_value(const std::string& text) {
  if (text == "true" || text == "false") return text == "true";
  const std::string_view digits = std::string_view(text).substr(text.starts_with('+') ? 1 : 0);
  if (const auto number = model::whole_number(digits)) return static_cast<double>(*number);
  return text;
}

GivenInput typed_setting(const std::string& field, const std::string& text) {
  const auto equals = text.find('=');
  if (equals == std::string::npos || equals == 0)
    throw model::BadInput(field, "{" + field + "} " + model::shown(text) + " cannot be used", "it sets nothing",
                          "give it like {" + field + " shot.MGs.drm=-2}");
  return {text.substr(0, equals), typed_value(text.substr(equals + 1))};
}

}  // namespace boxcars::ask
