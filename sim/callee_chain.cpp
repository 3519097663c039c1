#include "sim/callee_chain.hpp"

#include <algorithm>
#include <cassert>
#include <map>
#include <utility>

namespace boxcars::sim {
namespace {

constexpr double least_on_the_way = 1e-25;  // of a row: what goes round less likely than this is left out

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

CalleeChain::CalleeChain(std::unique_ptr<CalleePlayer> player, const Program& program, FactBook& book)
    : player_(std::move(player)),
      book_(&book),
      state_size_(program.callee_state_size()),
      rests_(program.rest_size()),
      to_(state_size_),
      rest_(program.rest_size()) {
  forget_throws();
  player_->start(rest_.data());
  start_ = rest_id();
}

std::size_t CalleeChain::numbers() const {
  constexpr std::size_t of_a_node = 48;  // edges and what finds it again, in bytes
  return nodes() * (state_size_ + of_a_node) / sizeof(double) + rests() * (rest_.size() + of_a_node) / sizeof(double) + row_numbers_;
}

void CalleeChain::forget_throws() { throws_ = std::make_unique<Throws>(*player_, *book_, state_size_); }

std::uint32_t CalleeChain::rest_id() {
  const auto [id, added] = rests_.id_of(rest_.data());
  if (added) totals_.push_back(player_->totals(rest_.data()));
  return id;
}

std::uint32_t CalleeChain::argument_id(std::uint32_t argument) {
  const auto known = std::find(arguments_.begin(), arguments_.end(), argument);
  if (known == arguments_.end()) return arguments_.push_back(argument), static_cast<std::uint32_t>(arguments_.size() - 1);
  return static_cast<std::uint32_t>(known - arguments_.begin());
}

// Where the player has just gone.
CalleeChain::Edge CalleeChain::arrive() {
  const std::uint32_t settlement = book_->settlement_id(player_->settled());
  if (player_->ended(to_.data())) return {throws_->web.end_of(to_.data()) | Edge::end_bit, settlement};
  if (!player_->busy(to_.data())) return {exit_here() | Edge::end_bit, settlement};
  if (const int strands = player_->strands(to_.data()); strands > 0) return {knot_here(strands) | Edge::knot_bit, settlement};
  const auto [id, added] = throws_->states.id_of(to_.data());
  if (added) {
    const std::uint16_t pattern = pattern_of(*player_, player_->take(to_.data()), patterns_);
    throws_->nodes.push_back({static_cast<std::uint32_t>(throws_->edges.size()), pattern, player_->stage(to_.data())});
    throws_->edges.resize(throws_->edges.size() + patterns_[pattern].faces.size());
  }
  return {id, settlement};
}

std::uint32_t CalleeChain::knot_here(int strands) {
  const auto [id, added] = throws_->knot_states.id_of(to_.data());
  if (!added) return id;
  const std::vector<std::byte> state = to_;
  throws_->knots.emplace_back().stage = player_->stage(state.data());
  player_->waiting(state.data(), to_.data());
  throws_->knots[id].waiting = throws_->web.waiting(to_.data(), strands, throws_->knots[id].stage);
  for (int i = 0; i < strands; ++i) {
    player_->strand(state.data(), i, to_.data());
    const Edge begins = arrive();
    assert(!begins.is_knot());
    throws_->knots[id].strands.push_back(begins);
  }
  return id;
}

std::uint32_t CalleeChain::exit_here() {
  player_->rest(to_.data(), rest_.data());
  const Back back{player_->view(rest_.data()), player_->returned(to_.data())};
  const std::uint32_t rest = rest_id();
  const auto known = std::find(backs_.begin(), backs_.end(), back);
  const auto number = static_cast<std::uint32_t>(known - backs_.begin());
  if (known == backs_.end()) backs_.push_back(back);
  const auto [at, added] = exit_ids_.try_emplace(std::uint64_t{rest} << 32 | number, static_cast<std::uint32_t>(exits_.size()));
  if (added) exits_.push_back({rest, number});
  return at->second;
}

CalleeChain::Edge CalleeChain::begin(std::uint32_t argument_id, std::uint32_t rest) {
  player_->begin(rests_[rest], arguments_[argument_id], to_.data());
  const Edge edge = arrive();
  auto& entries = throws_->entries;
  if (argument_id >= entries.size()) entries.resize(arguments_.size());
  auto& of_argument = entries[argument_id];
  if (rest >= of_argument.size()) of_argument.resize(std::max<std::size_t>(rests_.size(), rest + 1));
  return of_argument[rest] = edge;
}

CalleeChain::Edge CalleeChain::expand(std::uint32_t node, std::uint32_t face_class) {
  player_->take(throws_->states[node]);
  player_->next(classes(node).first[face_class], to_.data());
  const Edge edge = arrive();
  return throws_->edges[throws_->nodes[node].first + face_class] = edge;
}

CalleeChain::Edge CalleeChain::find_way_on(std::uint32_t waiting) {
  player_->go_on(throws_->web.state(waiting), to_.data());
  const Edge edge = arrive();
  if (waiting >= throws_->goes_on.size()) throws_->goes_on.resize(throws_->web.size());
  return throws_->goes_on[waiting] = edge;
}

// Amounts by number, few of many: in the order in which they came up.
class CalleeChain::Amounts {
 public:
  // `by_number` is 0 wherever nothing has come, before and after.
  explicit Amounts(std::vector<double>& by_number) : by_number_(&by_number) {}
  void add(std::uint32_t number, double amount) {
    if (number >= by_number_->size()) by_number_->resize(2 * std::size_t{number} + 64);
    double& here = (*by_number_)[number];
    if (here == 0) touched_.push_back(number);
    here += amount;
  }
  // Takes all of them out.
  template <class Each>
  void take(Each each) {
    for (const std::uint32_t number : std::exchange(touched_, {})) each(number, std::exchange((*by_number_)[number], 0.0));
  }

 private:
  std::vector<double>* by_number_;
  std::vector<std::uint32_t> touched_{};
};

// Pushes probability from where a call or a strand begins.
class CalleeChain::RowMaker {
 public:
  // `end_mass` is all 0, before and after.
  RowMaker(CalleeChain& chain, std::vector<double>& end_mass, const Limits& limits) : chain_(&chain), limits_(&limits), ends_(end_mass) {}

  Row row_from(Edge entry) {
    go(entry, 1.0);
    while (!waiting_.empty()) {
      auto& list = waiting_.begin()->second;
      for (std::size_t i = 0; i < list.size(); ++i) {  // a throw that is made again is appended
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
    row.settlements.assign(settlements_.begin(), settlements_.end());
    return row;
  }

  bool given_up() const { return given_up_; }

 private:
  bool beyond_limits() const {
    return chain_->nodes() > limits_->nodes || chain_->work_ > limits_->work || chain_->numbers() > limits_->numbers ||
           (limits_->stop && limits_->stop->load(std::memory_order_relaxed));
  }

  double& mass(Edge edge) {
    if (edge.is_knot()) return knots_[edge.knot()];
    if (edge.to >= chain_->mass_.size()) chain_->mass_.resize(2 * chain_->throws_->nodes.size());
    return chain_->mass_[edge.to];
  }

  void settle(std::uint32_t settlement, double amount) {
    if (settlement != 0) settlements_[settlement] += amount;
  }

  void go(Edge edge, double amount) {
    settle(edge.settlement, amount);
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
    if (edge.is_knot()) return push(chain_->knot(edge.knot()), amount);
    const FaceClasses& classes = chain_->classes(edge.to);
    for (std::uint32_t c = 0; c < classes.faces.size(); ++c) go(chain_->follow(edge.to, c), amount * classes.faces[c] / classes.total());
  }

  // Its strands one after the other: each ends as it does whatever the others do.
  void push(const Knot& knot, double amount) {
    Amounts waiting(chain_->waiting_mass_);
    waiting.add(knot.waiting, amount);
    for (const Edge strand : knot.strands) {
      const Row& row = row_of_strand(strand);
      for (const auto& [settlement, part] : row.settlements) settle(settlement, amount * part);
      waiting.take([&](std::uint32_t wait, double here) {
        chain_->work_ += row.ends.size();
        for (const auto& [end, part] : row.ends) {
          const Web::Joined joined = chain_->join(wait, end);
          settle(joined.settlement, here * part);
          waiting.add(joined.wait, here * part);
        }
      });
    }
    waiting.take([&](std::uint32_t wait, double here) { go(chain_->go_on(wait), here); });
  }

  const Row& row_of_strand(Edge strand) {
    if (strand.ends() && strand.settlement == 0) {
      ended_.ends = {{strand.end(), 1.0}};
      return ended_;
    }
    auto& rows = chain_->throws_->strand_rows;
    const std::uint64_t key = std::uint64_t{strand.to} << 32 | strand.settlement;
    if (const auto known = rows.find(key); known != rows.end()) return known->second;
    const Limits none;
    Row row = RowMaker(*chain_, end_mass_of_strand_, none).row_from(strand);
    return rows.emplace(key, std::move(row)).first->second;
  }

  CalleeChain* chain_;
  const Limits* limits_;
  bool given_up_ = false;
  std::map<int, std::vector<Edge>> waiting_{};  // by stage
  std::map<std::uint32_t, double> knots_{};
  Amounts ends_;
  std::map<std::uint32_t, double> settlements_{};
  Row ended_{};
  std::vector<double> end_mass_of_strand_{};
};

const CalleeChain::Row* CalleeChain::row(std::uint32_t argument_id, std::uint32_t rest, const Limits& limits) {
  const std::uint64_t key = std::uint64_t{argument_id} << 32 | rest;
  if (const auto known = rows_.find(key); known != rows_.end()) return &known->second;
  RowMaker maker(*this, end_mass_, limits);
  Row row = maker.row_from(enter(argument_id, rest));
  if (maker.given_up()) return partial_row_ = std::move(row), nullptr;
  row_numbers_ += 2 * (row.ends.size() + row.settlements.size()) + 8;  // beside what finds it
  return &rows_.emplace(key, std::move(row)).first->second;
}

}  // namespace boxcars::sim
