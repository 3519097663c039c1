#pragma once

#include <string>
#include <utility>
#include <vector>

namespace boxcars::model {

/// The number of an event or of a measure. They are types of their own, so that neither is taken for the other.
struct EventId {
  constexpr explicit EventId(int n) : number(n) {}
  int number;
};
struct MeasureId {
  constexpr explicit MeasureId(int n) : number(n) {}
  int number;
};

/// The events and measures of a question, by name. Whoever records one, the question or a part of it, takes its number by its name once,
/// when it is made; so they are numbered in the order in which parts are made.
class Facts {
 public:
  EventId event(std::string name) { return EventId(add(events_, std::move(name))); }
  MeasureId measure(std::string name) { return MeasureId(add(measures_, std::move(name))); }

  const std::vector<std::string>& events() const { return events_; }
  const std::vector<std::string>& measures() const { return measures_; }

 private:
  static int add(std::vector<std::string>& names, std::string name) {
    names.push_back(std::move(name));
    return static_cast<int>(names.size()) - 1;
  }

  std::vector<std::string> events_;
  std::vector<std::string> measures_;
};

}  // namespace boxcars::model
