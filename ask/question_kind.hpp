#pragma once

#include <algorithm>
#include <functional>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "ask/question.hpp"
#include "model/core/bad_input.hpp"
#include "model/core/field.hpp"
#include "model/rules/map_input.hpp"
#include "model/rules/side.hpp"

namespace boxcars::ask {

/// An input as somebody gave it.
struct GivenInput {
  std::string key;
  model::InputValue value;
};
using GivenInputs = std::vector<GivenInput>;

/// Fills in the map of an input that names one; throws BadInput if it cannot be read. Files are the front end's.
using MapReader = model::MapReader;

/// A question that can be asked: all that is known of it, and how it is.
struct QuestionKind {
  std::string_view name;
  std::string_view title;
  std::vector<std::string_view> examples;
  std::string_view footer;
  bool is_in_file = false;  ///< a file of tables asks it: so do a command line and a study
  std::vector<model::FieldInfo> fields{};
  std::vector<model::Clash> clashes;
  std::vector<model::Need> needs{};
  std::function<void(const GivenInput&)> check{};                       ///< throws BadInput for a value that the field cannot have
  std::function<Question(const GivenInputs&, const MapReader&)> ask{};  ///< throws BadInput

  /// Nothing if it has no such field.
  const model::FieldInfo* field(std::string_view key) const {
    const auto found = std::find_if(fields.begin(), fields.end(), [&](const model::FieldInfo& field) { return field.key == key; });
    return found == fields.end() ? nullptr : &*found;
  }
};

/// Sets a field; throws BadInput, at it.
template <class In>
void set(const model::Questionnaire<In>& asks, In& in, const GivenInput& given) {
  const model::AnyField* found = asks.fields.find(given.key);
  if (!found) {
    std::vector<std::string> known;
    for (const auto& field : asks.fields) known.emplace_back(field.info.key);
    model::at_field(given.key, [&] { model::throw_unknown("input of " + std::string(asks.name), given.key, known); });
  }
  model::at_field(given.key, [&] { found->read(&in, given.value, found->info); });
}

/// Fills in what the map says of what nobody gave; notes on it.
template <class In>
using Resolve = std::vector<std::string> (*)(In&, const std::set<std::string>& given, const MapReader&);

/// The hexes that the inputs name: of a question about a hex, or of one with two sides.
template <class In>
HexesTyped hexes_typed(const In& in) {
  HexesTyped typed;
  if constexpr (requires { in.hex; }) typed.hex = in.hex;
  if constexpr (requires { in.from; }) typed.others = {in.from};
  if constexpr (requires { in.own; }) typed.own = in.own;
  if constexpr (requires { in.afvs; }) typed.afvs = in.afvs;
  if constexpr (requires { hexes_of(in, model::Side::attacker); }) {
    typed.others = hexes_of(in, model::Side::defender);
    typed.own = hexes_of(in, model::Side::attacker);
  }
  return typed;
}

/// Another process for some of the inputs of a question; nothing for all others.
template <class In>
using Otherwise = std::optional<Question> (*)(const In&, const std::vector<std::string>& notes);

/// The question whose process is made of such inputs.
template <class Process, class In>
QuestionKind kind_of(const model::Questionnaire<In>& asks, Resolve<In> resolve = nullptr, Otherwise<In> otherwise = nullptr) {
  QuestionKind kind{.name = asks.name,
                    .title = asks.title,
                    .examples = asks.examples,
                    .footer = asks.footer,
                    .clashes = asks.clashes,
                    .needs = asks.needs};
  const In fresh{};
  for (const auto& field : asks.fields) {
    kind.fields.push_back(field.info);
    if (!kind.fields.back().standard && !is_required(asks.needs, field.info.key)) kind.fields.back().standard = field.value(&fresh);
  }
  kind.check = [&asks](const GivenInput& given) {
    In in;
    set(asks, in, given);
  };
  kind.ask = [&asks, resolve, otherwise](const GivenInputs& inputs, const MapReader& read_map) {
    In in;
    std::set<std::string> given;
    for (const GivenInput& input : inputs) {
      set(asks, in, input);
      given.insert(input.key);
    }
    const auto notes = resolve ? resolve(in, given, read_map) : std::vector<std::string>{};
    std::optional<Question> other = otherwise ? otherwise(in, notes) : std::nullopt;
    Question asked = other ? *std::move(other) : Question(std::string(asks.name), Process(in), notes);
    if constexpr (requires { in.map; }) {
      asked.on(in.map, hexes_typed(in));
      asked.understand(in.map.understood);
    }
    return asked;
  };
  return kind;
}

}  // namespace boxcars::ask
