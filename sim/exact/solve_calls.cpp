#include "sim/exact/solve_calls.hpp"

#include <algorithm>
#include <cassert>
#include <limits>
#include <map>
#include <unordered_map>
#include <utility>
#include <vector>

#include "sim/exact/tensor.hpp"
#include "sim/resources/memory.hpp"
#include "sim/state_space/call_graph.hpp"
#include "sim/state_space/outcome_sums.hpp"

namespace boxcars::sim {
namespace {

// The cost of pushing one probability through a component's chain, in multiplications.
constexpr std::uint64_t pushed_as = 16;

constexpr std::size_t foreseen_a_count = 16;  // calls of foresee() between two counts of the graph's bytes

class CallSolver {
 public:
  CallSolver(const Program& program, const Budget& budget, const std::atomic<bool>& stop, Progress* watched)
      : graph_(program), laps_(program.laps()), budget_(budget), stop_(&stop), watched_(watched) {}

  Solution solution(std::size_t events, std::size_t measures) {
    Tensor start{.mass = {1.0}};
    for (int i = 0; i < graph_.components(); ++i) start.axes.push_back({graph_.component(i).start()});
    go(graph_.start(), term_of(std::move(start), store_));
    while (push_lap()) {
      double left = 0;
      for (const auto& [node, term] : next_lap_) left += term.weight * term.total;
      if (left <= budget_.threshold || static_cast<std::uint64_t>(lap_) > budget_.laps) {
        truncated_mass_ += left;
        break;
      }
      const auto begun = std::exchange(next_lap_, {});
      const bool ends = lap_ == laps_;
      if (!ends) ++lap_;
      for (const auto& [node, term] : begun) go(ends ? graph_.end(node) : graph_.begin_lap(node), term);
    }
    if (stop_->load(std::memory_order_relaxed)) return {.truncated_mass = 1};
    Solution solution = solution_of(odds_of(outcomes_, graph_.labels(), events, measures), is_beyond_ ? 1 - over_ : truncated_mass_);
    solution.is_beyond_budget = is_beyond_;
    return solution;
  }

 private:
  // The tensors that wait at a node, for a call by the number of its argument.
  using Waiting = std::map<std::uint32_t, std::vector<Term>>;

  bool given_up() const { return stop_->load(std::memory_order_relaxed) || is_beyond_; }

  void record(std::uint32_t label, double amount) { outcomes_.add(graph_.labels(), label, lap_, amount); }

  // Moves a term along an edge.
  void go(const CallGraph::Edge& edge, Term term) {
    record(edge.label, term.weight * term.total);
    const CallGraph::Kind kind = graph_.kind(edge.to);
    if (kind == CallGraph::Kind::over) {
      over_ += term.weight * term.total;
      return;
    }
    if (kind == CallGraph::Kind::lap) {
      next_lap_.emplace_back(edge.to, std::move(term));
      return;
    }
    if (edge.to >= waiting_.size()) waiting_.resize(2 * graph_.nodes());
    Waiting& here = waiting_[edge.to];
    if (here.empty()) stages_[graph_.stage(edge.to)].push_back(edge.to);
    assert(stages_.begin()->first >= stage_);
    add(here[edge.argument], term);
  }

  // Pushes all stages of a lap. False if no probability is left, or the solution is given up.
  bool push_lap() {
    while (!stages_.empty()) {
      stage_ = stages_.begin()->first;
      auto& list = stages_.begin()->second;
      for (std::size_t i = 0; i < list.size(); ++i) {  // a loop appends to its own stage
        if (given_up()) return false;
        if (watched_) watched_->states.store(graph_.size(), std::memory_order_relaxed), watched_->poll();
        push(list[i], std::exchange(waiting_[list[i]], {}));
        is_beyond_ |= graph_.size() > budget_.states;
      }
      stages_.erase(stages_.begin());
    }
    stage_ = std::numeric_limits<int>::min();
    return !next_lap_.empty();
  }

  void push(std::uint32_t node, Waiting waiting) {
    switch (graph_.kind(node)) {
      case CallGraph::Kind::over:
      case CallGraph::Kind::lap:
        return;
      case CallGraph::Kind::thrown:
        return push_throw(node, sum_of(std::move(waiting.begin()->second)));
      case CallGraph::Kind::queried:
        return query(node, sum_of(std::move(waiting.begin()->second)));
      case CallGraph::Kind::called:
        return call(node, waiting);
    }
  }

  // The sum of the terms; an empty term if the solution is given up.
  Term sum_of(std::vector<Term> terms) {
    if (terms.size() > 1) foresee(entries_of_sum(terms), 0);
    if (given_up()) return {};
    Term all = sum(std::move(terms), store_);
    foresee(0, all.tensor->mass.size());
    return all;
  }
  // Gives up before the next step would exceed the budget.
  void foresee(std::uint64_t entries, std::uint64_t multiplications) {
    work_ += multiplications;
    if (foreseen_++ % foreseen_a_count == 0) graph_bytes_ = graph_.bytes();
    memory_.grow(held() + graph_bytes_, Memory::Beside::little, *stop_);
    const auto is_too_much = [&] { return (held() + graph_bytes_) / sizeof(double) + entries > budget_.entries; };
    if (is_too_much()) store_->forget_kept();
    is_beyond_ |= graph_.size() > budget_.states || is_too_much() || work_ + pushed_as * graph_.work() > budget_.multiplications;
  }

  // Bytes held beside the graph.
  std::size_t held() const { return (store_->live() + store_->kept()) * sizeof(double); }

  ComponentChain::Limits limits(const ComponentChain& component) {
    const std::size_t others = held() + graph_.bytes() - component.bytes(), most = budget_.entries * sizeof(double);
    return {.nodes = budget_.states,
            .bytes = most - std::min(most, others),
            .work = (budget_.multiplications - std::min(budget_.multiplications, work_)) / pushed_as,
            .stop = stop_,
            .memory = &memory_,
            .held = others};
  }

  void push_throw(std::uint32_t node, const Term& term) {
    if (term.weight * term.total <= budget_.threshold) {
      truncated_mass_ += term.weight * term.total;
      return;
    }
    const FaceClasses& classes = graph_.classes(node);
    for (std::uint32_t c = 0; c < classes.faces.size(); ++c)
      go(graph_.follow(node, c), {term.weight * classes.faces[c] / classes.total(), term.tensor, term.total});
  }

  // Calls on one tensor merge into a mixture kernel. If there are more tensors than arguments, the tensors of each argument are added up
  // first.
  void call(std::uint32_t node, Waiting& waiting) {
    struct Mixed {
      std::shared_ptr<const Tensor> tensor;
      std::vector<std::pair<std::uint32_t, double>> calls{};  // arguments with their weights
    };
    std::vector<Mixed> mixed;
    std::unordered_map<const Tensor*, std::size_t> at;
    for (const auto& [argument, terms] : waiting) {
      for (const Term& term : terms) {
        const auto [known, added] = at.try_emplace(term.tensor.get(), mixed.size());
        if (added) mixed.push_back({term.tensor});
        mixed[known->second].calls.emplace_back(argument, term.weight);
      }
    }
    if (mixed.size() <= waiting.size()) {
      for (const Mixed& each : mixed) {
        if (!given_up()) call(node, *each.tensor, each.calls);
      }
      return;
    }
    mixed.clear();
    for (auto& [argument, terms] : waiting) {
      const Term all = sum_of(std::move(terms));
      if (!given_up()) call(node, *all.tensor, {{argument, all.weight}});
    }
  }

  void call(std::uint32_t node, const Tensor& tensor, const std::vector<std::pair<std::uint32_t, double>>& calls) {
    const auto axis = static_cast<std::size_t>(graph_.component_of(node));
    ComponentChain& component = graph_.component(graph_.component_of(node));
    const std::vector<double> along = tensor.totals_along(axis);

    // First the kernel's rows lead to exits, numbered as they are found; then exits are sorted into parts by what the caller is given back.
    Kernel kernel;
    std::vector<std::uint32_t> found;  // exits
    for (std::size_t x = 0; x < tensor.axes[axis].size(); ++x) {
      foresee(2 * kernel.entries.size(), 0);
      touched_.clear();
      if (along[x] == 0 || given_up()) {  // a component state without probability may not even admit the call
        kernel.first.push_back(kernel.entries.size());
        continue;
      }
      for (const auto& [argument, weight] : calls) {
        const ComponentChain::Row* whole = component.known_row(argument, tensor.axes[axis][x]);
        if (!whole) whole = component.row(argument, tensor.axes[axis][x], limits(component));
        is_beyond_ |= !whole;
        const ComponentChain::Row& row = whole ? *whole : component.partial_row();
        for (const auto& [label, amount] : row.labels) record(label, weight * amount * along[x]);
        for (const auto& [exit, probability] : row.ends) {
          if (exit >= to_exit_.size()) to_exit_.resize(2 * exit + 64), row_of_.resize(to_exit_.size(), unknown);
          if (to_exit_[exit] == 0) touched_.push_back(exit);
          to_exit_[exit] += weight * probability;
        }
      }
      for (const std::uint32_t exit : touched_) {
        kernel.entries.push_back({exit, std::exchange(to_exit_[exit], 0)});
        if (row_of_[exit] == unknown) row_of_[exit] = 0, found.push_back(exit);
      }
      kernel.first.push_back(kernel.entries.size());
    }
    if (stop_->load(std::memory_order_relaxed)) return;
    const auto order = [&](std::uint32_t exit) { return std::pair(component.exit(exit).back, component.exit(exit).component_state); };
    std::sort(found.begin(), found.end(), [&](std::uint32_t a, std::uint32_t b) { return order(a) < order(b); });
    std::vector<std::uint32_t> backs;
    std::vector<Tensor::Axis> parts;
    for (std::uint32_t row = 0; row < found.size(); ++row) {
      const ComponentChain::Exit& exit = component.exit(found[row]);
      if (backs.empty() || backs.back() != exit.back) backs.push_back(exit.back), parts.emplace_back();
      parts.back().push_back(exit.component_state);
      row_of_[found[row]] = row;
    }
    for (Kernel::Entry& entry : kernel.entries) entry.to = row_of_[entry.to];
    for (const std::uint32_t exit : found) row_of_[exit] = unknown;
    const std::uint64_t fibers = tensor.mass.size() / tensor.axes[axis].size();
    const bool was_beyond = is_beyond_;  // once given up, the partial row that is known is still pushed to its end
    foresee(found.size() * fibers, kernel.entries.size() * fibers);
    if (is_beyond_ && !was_beyond) return;

    std::vector<Tensor> results = apply(tensor, axis, kernel, parts, *store_);
    for (std::size_t p = 0; p < parts.size(); ++p) {
      drop_unlikely(results[p], axis, budget_.threshold, truncated_mass_);
      if (results[p].mass.empty()) {
        store_->give_back(std::move(results[p].mass));
        continue;
      }
      go(graph_.resume(node, backs[p]), term_of(std::move(results[p]), store_));
    }
  }

  // Answers a query. Entries are classed by aggregate: all components but the last by row, the last by column.
  void query(std::uint32_t node, const Term& term) {
    if (!term.tensor) return;
    const Tensor& tensor = *term.tensor;
    const std::size_t rank = tensor.axes.size(), columns = tensor.axes.back().size(), rows = tensor.mass.size() / columns;
    std::vector<std::uint32_t> row_class(rows), column_class(columns);
    std::vector<Aggregate> of_rows, of_columns;
    const auto class_of = [](std::vector<Aggregate>& known, Aggregate aggregate) {
      const auto at = std::find(known.begin(), known.end(), aggregate);
      const auto number = static_cast<std::uint32_t>(at - known.begin());
      if (at == known.end()) known.push_back(aggregate);
      return number;
    };
    std::vector<std::vector<Aggregate>> of_axis;
    for (std::size_t i = 0; i < rank; ++i) {
      auto& aggregates = of_axis.emplace_back();
      for (const std::uint32_t component_state : tensor.axes[i])
        aggregates.push_back(graph_.component(static_cast<int>(i)).aggregate(component_state));
    }
    for (std::size_t x = 0; x < columns; ++x) column_class[x] = class_of(of_columns, of_axis.back()[x]);
    std::vector<std::size_t> index(rank, 0);
    for (std::size_t row = 0; row < rows; ++row) {
      Aggregate aggregate = 0;
      for (std::size_t i = 0; i + 1 < rank; ++i) aggregate += of_axis[i][index[i]];
      row_class[row] = class_of(of_rows, aggregate);
      to_next_row(index, tensor.axes);
    }
    // The probability of each pair of classes, and where it goes.
    std::vector<double> amounts(of_rows.size() * of_columns.size());
    const auto pair = [&](std::size_t row, std::size_t x) { return row_class[row] * of_columns.size() + column_class[x]; };
    for (std::size_t row = 0; row < rows; ++row) {
      for (std::size_t x = 0; x < columns; ++x) amounts[pair(row, x)] += tensor.mass[row * columns + x];
    }
    std::vector<CallGraph::Edge> targets;
    std::vector<std::uint32_t> target_of(amounts.size(), unknown);
    for (std::size_t p = 0; p < amounts.size(); ++p) {
      if (amounts[p] == 0) continue;
      const CallGraph::Edge edge = graph_.query(node, of_rows[p / of_columns.size()] + of_columns[p % of_columns.size()]);
      record(edge.label, term.weight * amounts[p]);
      auto same = std::find_if(targets.begin(), targets.end(),
                               [&](const CallGraph::Edge& known) { return known.to == edge.to && known.argument == edge.argument; });
      if (same == targets.end()) same = targets.insert(targets.end(), edge);
      target_of[p] = static_cast<std::uint32_t>(same - targets.begin());
      same->label = 0;
    }
    if (targets.size() == 1) return go(targets.front(), term);
    for (std::uint32_t t = 0; t < targets.size(); ++t) {
      foresee(tensor.mass.size(), 0);
      if (given_up()) return;
      Tensor part{.axes = tensor.axes, .mass = store_->take(tensor.mass.size())};
      for (std::size_t row = 0; row < rows; ++row) {
        for (std::size_t x = 0; x < columns; ++x)
          part.mass[row * columns + x] = target_of[pair(row, x)] == t ? term.weight * tensor.mass[row * columns + x] : 0;
      }
      for (std::size_t axis = 0; axis < rank; ++axis) drop_unlikely(part, axis, budget_.threshold, truncated_mass_);
      if (!part.mass.empty()) go(targets[t], term_of(std::move(part), store_));
    }
  }

  Memory::Part memory_{};  // the first member, so that it is given back after everything else
  CallGraph graph_;
  int laps_;
  Budget budget_;
  const std::atomic<bool>* stop_;
  Progress* watched_;
  std::vector<Waiting> waiting_;                          // by node
  std::map<int, std::vector<std::uint32_t>> stages_;      // by stage: nodes at which tensors wait
  std::vector<std::pair<std::uint32_t, Term>> next_lap_;  // by node
  int stage_ = std::numeric_limits<int>::min();           // the stage being pushed
  int lap_ = 1;
  OutcomeSums<double> outcomes_;
  double truncated_mass_ = 0;
  double over_ = 0;  // the probability that has reached the end
  Stored store_ = std::make_shared<Store>();
  std::uint64_t work_ = 0;       // multiplications so far
  std::size_t graph_bytes_ = 0;  // at the last count
  std::size_t foreseen_ = 0;
  bool is_beyond_ = false;
  std::vector<double> to_exit_;  // by exit, all 0 except while a kernel's row is made
  std::vector<std::uint32_t> touched_;
  std::vector<std::uint32_t> row_of_;  // by exit, for the kernel being made
};

}  // namespace

Solution solve_calls(const Program& program, std::size_t events, std::size_t measures, const Budget& budget, const std::atomic<bool>& stop,
                     Progress* watched) {
  return CallSolver(program, budget, stop, watched).solution(events, measures);
}

}  // namespace boxcars::sim
