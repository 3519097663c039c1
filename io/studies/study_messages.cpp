#include "io/studies/study_messages.hpp"

#include "io/formats/json_values.hpp"
#include "io/formats/tally_text.hpp"

namespace boxcars::io {
namespace {

using Kind = sim::Task::Kind;

Json to_json(sim::BatchRange range) { return Json{range.first, range.last}; }

sim::BatchRange range_of(const Json& json) { return {json.at(0).get<std::uint64_t>(), json.at(1).get<std::uint64_t>()}; }

}  // namespace

std::string to_text(const std::optional<ask::Done>& done) {
  Json root = Json::object();
  if (done && done->kind == Kind::prepare) {
    root["point"] = done->solved.point;
    root["question"] = done->canonical;
    root["fingerprint"] = done->solved.fingerprint;
    root["states"] = done->solved.states;
    root["neglected"] = done->solved.truncated_mass;
    if (done->solved.odds) root["odds"] = to_text(*done->solved.odds);
  } else if (done) {
    root["point"] = done->thrown.point;
    root["batches"] = to_json(done->thrown.batches);
    root["trials"] = done->thrown.tally.trials;
    root["counts"] = to_text(done->thrown.tally);
  }
  return ask::to_text(root);
}

std::optional<ask::Done> done_of(const std::string& text) {
  const Json root = ask::parse_json(text);
  if (root.empty()) return std::nullopt;
  const auto point = root.at("point").get<std::size_t>();
  ask::Done done;
  if (root.contains("batches")) {
    done.kind = Kind::throw_batches;
    done.thrown = {point, range_of(root.at("batches")),
                   tally_of(root.at("counts").get<std::string>(), root.at("trials").get<std::uint64_t>())};
    return done;
  }
  done.kind = Kind::prepare;
  done.canonical = root.at("question").get<std::string>();
  done.solved = {point, root.at("fingerprint").get<std::uint64_t>(), root.at("states").get<std::uint64_t>(),
                 root.at("neglected").get<double>(), std::nullopt};
  if (root.contains("odds")) done.solved.odds = odds_of(root.at("odds").get<std::string>());
  return done;
}

std::string to_text(const sim::Task& task) {
  Json root;
  root["kind"] = static_cast<int>(task.kind);
  root["point"] = task.point;
  root["batches"] = to_json(task.batches);
  root["trials"] = task.trials;
  root["forget"] = task.forget;
  return ask::to_text(root);
}

sim::Task task_of(const std::string& text) {
  const Json root = ask::parse_json(text);
  return {static_cast<Kind>(root.at("kind").get<int>()), root.at("point").get<std::size_t>(), range_of(root.at("batches")),
          root.at("trials").get<std::uint64_t>(), root.at("forget").get<std::vector<std::size_t>>()};
}

}  // namespace boxcars::io
