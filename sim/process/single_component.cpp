#include "sim/process/single_component.hpp"

#include <cassert>

namespace boxcars::sim {
namespace {

class SingleComponentCaller final : public CallerPlayer {
 public:
  Request request(const std::byte* state) const override {
    return next(state) == SingleComponentCall::none ? Request::nothing : Request::a_call;
  }
  void start(std::byte* to) override { record(SingleComponentCall::start, to); }
  Call take_call(std::byte* state) const override {
    const Call call{0, static_cast<std::uint32_t>(next(state))};
    *state = static_cast<std::byte>(SingleComponentCall::none);
    return call;
  }
  void resume(const std::byte*, int, std::uint8_t, std::uint32_t lap_begins, std::byte* to) override {
    record(lap_begins ? SingleComponentCall::lap : SingleComponentCall::none, to);
    label_.lap_begins = lap_begins != 0;
  }
  void end(const std::byte*, std::byte* to) override { record(SingleComponentCall::end, to); }
  int stage(const std::byte*) const override { return 0; }

  // This caller makes no queries and no throws.
  void query(const std::byte*, Aggregate, std::byte*) override { assert(false); }
  int take(const std::byte*) override { return 0; }
  int twin(int face) const override { return face; }
  void next(int, std::byte*) override { assert(false); }

 private:
  static SingleComponentCall next(const std::byte* state) { return static_cast<SingleComponentCall>(*state); }
  void record(SingleComponentCall call, std::byte* to) {
    label_ = {};
    *to = static_cast<std::byte>(call);
  }
};

}  // namespace

std::unique_ptr<CallerPlayer> single_component_caller() { return std::make_unique<SingleComponentCaller>(); }

}  // namespace boxcars::sim
