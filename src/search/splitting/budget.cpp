#include "split_policies.hpp"

#include <scrump/search/detail/grain_keeper.hpp>

#include <algorithm>
#include <chrono>
#include <utility>

namespace scrump::detail {
namespace {

class ByBudget final : public SplitPolicy {
  public:
    explicit ByBudget(std::shared_ptr<GrainKeeper> grain) : grain_(std::move(grain)) {}

    Split split(const SplitView& view) override {
        if (grain_->chooses()) look_at_grain(view);
        return view.since_given >= budget() ? Split::level() : Split::nothing();
    }

    std::uint64_t polling_interval(std::uint64_t since_given) const override {
        const std::uint64_t whole = budget();
        const std::uint64_t left = whole - std::min(since_given, whole);
        return grain_->chooses() ? std::min(left, look_) : left;
    }

    bool needs_time() const override { return grain_->chooses(); }
    std::vector<Knob> knobs() const override { return {{"budget", "backtracks", grain_->grain()}}; }

  private:
    std::uint64_t budget() const { return static_cast<std::uint64_t>(grain_->grain()); }

    // A budget says nothing of time: however large it is, this worker is to come by often enough to see that it is
    // wrong, and so seldom that it costs nothing.
    void look_at_grain(const SplitView& view) {
        static constexpr std::chrono::microseconds often{250};
        static constexpr std::chrono::microseconds seldom{1000};
        const Clock::duration since = view.now - std::exchange(looked_, view.now);
        const std::uint64_t passed = view.backtracks - std::exchange(looked_after_, view.backtracks);
        if (since < often && passed >= look_) look_ *= 2;
        if (since > seldom) look_ = std::max<std::uint64_t>(look_ / 2, 1);
        grain_->look(view.now, view.activity);
    }

    const std::shared_ptr<GrainKeeper> grain_;
    std::uint64_t look_ = 64;         // backtracks between looks at the grain
    Clock::time_point looked_{};      // when it was looked at last
    std::uint64_t looked_after_ = 0;  // backtracks then
};

}  // namespace

SplitPolicyFactory splitting_by_budget(std::uint64_t backtracks, const GrainRule& rule) {
    const GrainController::Settings chosen{.first = 10'000, .least = 16, .most = 1e9};
    return [grain = std::make_shared<GrainKeeper>(static_cast<double>(backtracks), chosen.by(rule))] {
        return std::make_unique<ByBudget>(grain);
    };
}

}  // namespace scrump::detail
