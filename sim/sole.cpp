#include "sim/sole.hpp"

#include <cassert>

namespace boxcars::sim {
namespace {

class SoleCaller final : public CallerPlayer {
 public:
  Asks asks(const std::byte* state) const override { return next(state) == SoleCall::none ? Asks::nothing : Asks::a_call; }
  void start(std::byte* to) override { settle(SoleCall::start, to); }
  Call take_call(std::byte* state) const override {
    const Call call{0, static_cast<std::uint32_t>(next(state))};
    *state = static_cast<std::byte>(SoleCall::none);
    return call;
  }
  void resume(const std::byte*, int, std::uint8_t, std::uint32_t lap_begins, std::byte* to) override {
    settle(lap_begins ? SoleCall::lap : SoleCall::none, to);
    settled_.lap_begins = lap_begins != 0;
  }
  void end(const std::byte*, std::byte* to) override { settle(SoleCall::end, to); }
  int stage(const std::byte*) const override { return 0; }

  // It looks at nothing and throws nothing.
  void look(const std::byte*, Totals, std::byte*) override { assert(false); }
  int take(const std::byte*) override { return 0; }
  int twin(int face) const override { return face; }
  void next(int, std::byte*) override { assert(false); }

 private:
  static SoleCall next(const std::byte* state) { return static_cast<SoleCall>(*state); }
  void settle(SoleCall call, std::byte* to) {
    settled_ = {};
    *to = static_cast<std::byte>(call);
  }
};

}  // namespace

std::unique_ptr<CallerPlayer> sole_caller() { return std::make_unique<SoleCaller>(); }

}  // namespace boxcars::sim
