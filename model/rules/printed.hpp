#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "model/core/field.hpp"

namespace boxcars::model {

/// A word of units, hexes and terrain as counters and maps have it, however it was typed: hs:2-4-7, K9=stone:3, crew:2-2-8,gun=76ART.
std::string as_printed(std::string_view typed);

/// A field of one such word.
template <class In>
Field<In> word(std::string_view key, std::string In::*member, std::string_view metavar, std::string_view help) {
  FieldInfo info{.key = key, .help = help, .metavar = metavar};
  return {info, [member](In& in, const InputValue& given, const FieldInfo& self) { in.*member = as_printed(text_of(self, given)); },
          [member](const In& in) { return as_value(in.*member); }};
}

/// A field of several such words.
template <class In>
Field<In> words(std::string_view key, std::vector<std::string> In::*member, FieldKind kind, std::string_view metavar,
                std::string_view help) {
  FieldInfo info{.key = key, .kind = kind, .help = help, .metavar = metavar, .repeatable = true};
  return {info,
          [member](In& in, const InputValue& given, const FieldInfo& self) {
            for (const std::string& word : words_of(self, given)) (in.*member).push_back(as_printed(word));
          },
          [member](const In& in) { return as_value(in.*member); }};
}

}  // namespace boxcars::model
