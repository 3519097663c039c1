#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "model/core/field.hpp"

namespace boxcars::model {

/// A word of units, hexes and terrain as counters and maps have it, however it was typed: hs:2-4-7, K9=stone:3, crew:2-2-8,gun=76ART.
std::string as_printed(std::string_view typed);

AnyField word_at(Place place, std::string_view key, std::string_view metavar, std::string_view help);
AnyField words_at(Place place, std::string_view key, FieldKind kind, std::string_view metavar, std::string_view help);

/// A field of one such word.
template <class In>
Field<In> word(std::string_view key, std::string In::*member, std::string_view metavar, std::string_view help) {
  return Field<In>(word_at(place_of(member), key, metavar, help));
}

/// A field of several such words.
template <class In>
Field<In> words(std::string_view key, std::vector<std::string> In::*member, FieldKind kind, std::string_view metavar,
                std::string_view help) {
  return Field<In>(words_at(place_of(member), key, kind, metavar, help));
}

}  // namespace boxcars::model
