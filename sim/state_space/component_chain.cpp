#include "sim/state_space/component_chain.hpp"

#include <algorithm>
#include <cassert>
#include <map>
#include <utility>

namespace boxcars::sim {
namespace {

constexpr std::size_t pushes_per_check = 1024;  // states pushed between two checks of the memory

constexpr double least_on_the_way = 1e-25;  // of a row: probability in a loop below this is truncated

}  // namespace

std::uint16_t pattern_of(const Thrower& player, int faces, std::deque<FaceClasses>& patterns) {
  FaceClasses found;
  for (int face = 0; face < faces; ++face) {
    if (const int twin = player.twin(face); twin != face) {
      found.of_face.push_back(found.of_face[static_cast<std::size_t>(twin)]);
      ++found.faces[found.of_face.back()];
    } else {
      found.of_face.push_back(static_cast<std::uint8_t>(found.faces.size()));
      found.faces.push_back(1);
      found.first.push_back(static_cast<std::uint8_t>(face));
    }
  }
  const auto known = std::find_if(patterns.begin(), patterns.end(), [&](const FaceClasses& p) { return p.of_face == found.of_face; });
  if (known == patterns.end()) {
    patterns.push_back(std::move(found));
    return static_cast<std::uint16_t>(patterns.size() - 1);
  }
  return static_cast<std::uint16_t>(known - patterns.begin());
}

ComponentChain::ComponentChain(std::unique_ptr<ComponentPlayer> player, const Program& program, LabelTable& labels)
    : player_(std::move(player)),
      labels_(&labels),
      state_size_(program.call_state_size()),
      component_states_(program.component_state_size()),
      to_(state_size_),
      component_state_(program.component_state_size()) {
  forget_throws();
  player_->start(component_state_.data());
  start_ = component_state_id();
}

std::size_t ComponentChain::bytes() const {
  const std::size_t of_throws = throws_->states.bytes() + bytes_of(throws_->nodes) + bytes_of(throws_->edges) +
                                throws_->fork_states.bytes() + bytes_of(throws_->forks) + throws_->join_table.bytes() +
                                bytes_of(throws_->goes_on) + bytes_of(throws_->entries) + bytes_of(throws_->branch_rows) +
                                throws_->branch_row_numbers * sizeof(double);
  return of_throws + component_states_.bytes() + bytes_of(aggregates_) + bytes_of(exits_) + bytes_of(exit_ids_) + bytes_of(backs_) +
         row_numbers_ * sizeof(double) + bytes_of(mass_) + bytes_of(waiting_mass_) + bytes_of(end_mass_);
}

void ComponentChain::forget_throws() { throws_ = std::make_unique<Throws>(*player_, *labels_, state_size_); }

std::uint32_t ComponentChain::component_state_id() {
  const auto [id, added] = component_states_.id_of(component_state_.data());
  if (added) aggregates_.push_back(player_->aggregate(component_state_.data()));
  return id;
}

std::uint32_t ComponentChain::argument_id(std::uint32_t argument) {
  const auto known = std::find(arguments_.begin(), arguments_.end(), argument);
  if (known == arguments_.end()) return arguments_.push_back(argument), static_cast<std::uint32_t>(arguments_.size() - 1);
  return static_cast<std::uint32_t>(known - arguments_.begin());
}

// The edge to where the player's last step has led.
ComponentChain::Edge ComponentChain::arrive() {
  const std::uint32_t label = labels_->label_id(player_->label());
  if (player_->ended(to_.data())) return {throws_->join_table.end_of(to_.data()) | Edge::end_bit, label};
  if (!player_->busy(to_.data())) return {exit_here() | Edge::end_bit, label};
  if (const int branches = player_->branches(to_.data()); branches > 0) return {fork_here(branches) | Edge::fork_bit, label};
  const auto [id, added] = throws_->states.id_of(to_.data());
  if (added) {
    const std::uint16_t pattern = pattern_of(*player_, player_->take(to_.data()), patterns_);
    throws_->nodes.push_back({static_cast<std::uint32_t>(throws_->edges.size()), pattern, player_->stage(to_.data())});
    throws_->edges.resize(throws_->edges.size() + patterns_[pattern].faces.size());
  }
  return {id, label};
}

std::uint32_t ComponentChain::fork_here(int branches) {
  const auto [id, added] = throws_->fork_states.id_of(to_.data());
  if (!added) return id;
  const std::vector<std::byte> state = to_;
  throws_->forks.emplace_back().stage = player_->stage(state.data());
  player_->waiting(state.data(), to_.data());
  throws_->forks[id].waiting = throws_->join_table.waiting(to_.data(), branches, throws_->forks[id].stage);
  for (int i = 0; i < branches; ++i) {
    player_->branch(state.data(), i, to_.data());
    const Edge begins = arrive();
    assert(!begins.is_fork());
    throws_->forks[id].branches.push_back(begins);
  }
  return id;
}

std::uint32_t ComponentChain::exit_here() {
  player_->component_state(to_.data(), component_state_.data());
  const Back back{player_->observation(component_state_.data()), player_->returned(to_.data())};
  const std::uint32_t component_state = component_state_id();
  const auto known = std::find(backs_.begin(), backs_.end(), back);
  const auto number = static_cast<std::uint32_t>(known - backs_.begin());
  if (known == backs_.end()) backs_.push_back(back);
  const auto [at, added] = exit_ids_.try_emplace(std::uint64_t{component_state} << 32 | number, static_cast<std::uint32_t>(exits_.size()));
  if (added) exits_.push_back({component_state, number});
  return at->second;
}

ComponentChain::Edge ComponentChain::begin(std::uint32_t argument_id, std::uint32_t component_state) {
  player_->begin(component_states_[component_state], arguments_[argument_id], to_.data());
  const Edge edge = arrive();
  auto& entries = throws_->entries;
  if (argument_id >= entries.size()) entries.resize(arguments_.size());
  auto& of_argument = entries[argument_id];
  if (component_state >= of_argument.size()) of_argument.resize(std::max<std::size_t>(component_states_.size(), component_state + 1));
  return of_argument[component_state] = edge;
}

ComponentChain::Edge ComponentChain::expand(std::uint32_t node, std::uint32_t face_class) {
  player_->take(throws_->states[node]);
  player_->next(classes(node).first[face_class], to_.data());
  const Edge edge = arrive();
  return throws_->edges[throws_->nodes[node].first + face_class] = edge;
}

ComponentChain::Edge ComponentChain::find_way_on(std::uint32_t waiting) {
  player_->go_on(throws_->join_table.state(waiting), to_.data());
  const Edge edge = arrive();
  if (waiting >= throws_->goes_on.size()) throws_->goes_on.resize(throws_->join_table.size());
  return throws_->goes_on[waiting] = edge;
}

// Amounts by number, kept sparsely: touched numbers are remembered in the order in which they came up.
class ComponentChain::Amounts {
 public:
  // `by_number` is all 0 before and after use.
  explicit Amounts(std::vector<double>& by_number) : by_number_(&by_number) {}
  void add(std::uint32_t number, double amount) {
    if (number >= by_number_->size()) by_number_->resize(2 * std::size_t{number} + 64);
    double& here = (*by_number_)[number];
    if (here == 0) touched_.push_back(number);
    here += amount;
  }
  // Takes all amounts out.
  template <class Each>
  void take(Each each) {
    for (const std::uint32_t number : std::exchange(touched_, {})) each(number, std::exchange((*by_number_)[number], 0.0));
  }

 private:
  std::vector<double>* by_number_;
  std::vector<std::uint32_t> touched_{};
};

// Makes a row by pushing probability from where a call or a branch begins.
class ComponentChain::RowMaker {
 public:
  // `end_mass` is all 0 before and after use.
  RowMaker(ComponentChain& chain, std::vector<double>& end_mass, const Limits& limits)
      : chain_(&chain), limits_(&limits), ends_(end_mass) {}

  Row row_from(Edge entry) {
    go(entry, 1.0);
    while (!waiting_.empty()) {
      auto& list = waiting_.begin()->second;
      for (std::size_t i = 0; i < list.size(); ++i) {  // a loop appends its own throws again
        given_up_ |= beyond_limits();
        if (given_up_)
          mass(list[i]) = 0;
        else
          push(list[i]);
      }
      waiting_.erase(waiting_.begin());
    }
    Row row;
    ends_.take([&](std::uint32_t end, double amount) { row.ends.emplace_back(end, amount); });
    row.ends.shrink_to_fit();
    row.labels.assign(labels_.begin(), labels_.end());
    return row;
  }

  bool given_up() const { return given_up_; }

 private:
  bool beyond_limits() {
    return chain_->nodes() > limits_->nodes || chain_->work_ > limits_->work || is_stopped() ||
           (++pushed_ % pushes_per_check == 0 && takes_too_much());
  }
  bool takes_too_much() const {
    const std::size_t bytes = chain_->bytes();
    return bytes > limits_->bytes ||
           (limits_->memory && !limits_->memory->grow(limits_->held + bytes, Memory::Beside::little, *limits_->stop));
  }
  bool is_stopped() const { return limits_->stop && limits_->stop->load(std::memory_order_relaxed); }

  double& mass(Edge edge) {
    if (edge.is_fork()) return forks_[edge.fork()];
    if (edge.to >= chain_->mass_.size()) chain_->mass_.resize(2 * chain_->throws_->nodes.size());
    return chain_->mass_[edge.to];
  }

  void record(std::uint32_t label, double amount) {
    if (label != 0) labels_[label] += amount;
  }

  void go(Edge edge, double amount) {
    record(edge.label, amount);
    if (edge.ends()) {
      ends_.add(edge.end(), amount);
      return;
    }
    ++chain_->work_;
    double& here = mass(edge);
    if (here == 0) waiting_[chain_->stage(edge)].push_back(edge);
    here += amount;
  }

  void push(Edge edge) {
    const double amount = std::exchange(mass(edge), 0);
    if (amount < least_on_the_way) return;
    if (edge.is_fork()) return push(chain_->fork(edge.fork()), amount);
    const FaceClasses& classes = chain_->classes(edge.to);
    for (std::uint32_t c = 0; c < classes.faces.size(); ++c) go(chain_->follow(edge.to, c), amount * classes.faces[c] / classes.total());
  }

  // The branches of a fork node are pushed one after the other, since the end of each is independent of the others.
  void push(const ForkNode& fork, double amount) {
    Amounts waiting(chain_->waiting_mass_);
    waiting.add(fork.waiting, amount);
    for (const Edge branch : fork.branches) {
      const Row* row = row_of_branch(branch);
      if (!row) break;
      for (const auto& [label, part] : row->labels) record(label, amount * part);
      waiting.take([&](std::uint32_t wait, double here) {
        given_up_ |= is_stopped() || (++pushed_ % pushes_per_check == 0 && takes_too_much());
        if (given_up_) return;
        chain_->work_ += row->ends.size();
        for (const auto& [end, part] : row->ends) {
          const JoinTable::Joined joined = chain_->join(wait, end);
          record(joined.label, here * part);
          waiting.add(joined.wait, here * part);
        }
      });
    }
    waiting.take([&](std::uint32_t wait, double here) {
      if (!given_up_) go(chain_->go_on(wait), here);
    });
  }

  // The row of a branch; null if it was stopped.
  const Row* row_of_branch(Edge branch) {
    if (branch.ends() && branch.label == 0) {
      ended_.ends = {{branch.end(), 1.0}};
      return &ended_;
    }
    auto& rows = chain_->throws_->branch_rows;
    const std::uint64_t key = std::uint64_t{branch.to} << 32 | branch.label;
    if (const auto known = rows.find(key); known != rows.end()) return &known->second;
    const Limits stopped_alone{.stop = limits_->stop, .memory = limits_->memory, .held = limits_->held};
    RowMaker maker(*chain_, end_mass_of_branch_, stopped_alone);
    Row row = maker.row_from(branch);
    given_up_ |= maker.given_up();
    if (maker.given_up()) return nullptr;
    chain_->throws_->branch_row_numbers += 2 * (row.ends.size() + row.labels.size());
    return &rows.emplace(key, std::move(row)).first->second;
  }

  ComponentChain* chain_;
  const Limits* limits_;
  bool given_up_ = false;
  std::size_t pushed_ = 0;
  std::map<int, std::vector<Edge>> waiting_{};  // by stage
  std::map<std::uint32_t, double> forks_{};
  Amounts ends_;
  std::map<std::uint32_t, double> labels_{};
  Row ended_{};
  std::vector<double> end_mass_of_branch_{};
};

const ComponentChain::Row* ComponentChain::row(std::uint32_t argument_id, std::uint32_t component_state, const Limits& limits) {
  if (const Row* known = known_row(argument_id, component_state)) return known;
  RowMaker maker(*this, end_mass_, limits);
  Row row = maker.row_from(enter(argument_id, component_state));
  if (maker.given_up()) return partial_row_ = std::move(row), nullptr;
  row_numbers_ += 2 * (row.ends.size() + row.labels.size()) + 8;  // 8 for the entry of the hash table
  return &rows_.emplace(key_of(argument_id, component_state), std::move(row)).first->second;
}

}  // namespace boxcars::sim
