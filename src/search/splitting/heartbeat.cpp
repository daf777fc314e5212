#include "split_policies.hpp"

#include <scrump/search/detail/grain_keeper.hpp>

#include <utility>

namespace scrump::detail {
namespace {

// Promotions are at least an interval apart, so their cost is a bounded share of the time. A request between two
// heartbeats is answered at the next one.
class ByHeartbeat final : public SplitPolicy {
  public:
    explicit ByHeartbeat(std::shared_ptr<GrainKeeper> grain) : grain_(std::move(grain)) {}

    Split split(const SplitView& view) override {
        grain_->look(view.now, view.activity);
        const bool awaited = std::exchange(awaits_heartbeat_, false);
        if (view.waiting > 0 || (!view.anybody_idle() && !view.keeps_stock)) return Split::nothing();
        poll_less_often(view.backtracks, awaited);
        // Nobody waits for a stock: it may take longer.
        const Clock::duration later = view.anybody_idle() ? Clock::duration::zero() : intervals_to_stock * interval();
        awaits_heartbeat_ = view.now < next_heartbeat_ + later;
        if (awaits_heartbeat_) return Split::nothing();
        next_heartbeat_ = view.now + interval();
        // So many that they feed a thief for long.
        return Split::levels(view.keeps_stock ? least_stock : least_given);
    }

    std::uint64_t polling_interval(std::uint64_t /*since_given*/) const override {
        return awaits_heartbeat_ ? poll_ : never;
    }

    bool on_request() const override { return true; }
    // A worker that had to be asked to split would be heard by the serving thread only when the system takes the core
    // away from it, a millisecond later.
    bool keeps_stock() const override { return true; }
    std::vector<Knob> knobs() const override { return {{"interval", "us", grain_->grain()}}; }

  private:
    Clock::duration interval() const {
        return std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double, std::micro>(grain_->grain()));
    }

    // Each time it is still too early they become twice as many. But who asks again meanwhile comes between two polls:
    // that is no reason to poll less.
    void poll_less_often(std::uint64_t backtracks, bool awaited) {
        const std::uint64_t passed = backtracks - std::exchange(polled_after_, backtracks);
        if (!awaited) {
            poll_ = first_poll;
        } else if (passed >= poll_) {
            poll_ *= 2;
        }
    }

    static constexpr std::size_t least_given = 4;
    // Half of it, then half of the rest, and so on, must be worth a message.
    static constexpr std::size_t least_stock = 128;
    static constexpr int intervals_to_stock = 4;
    // Backtracks between looks at the clock when a request waits for the heartbeat: less than a microsecond, of the
    // cheapest nodes.
    static constexpr std::uint64_t first_poll = 64;

    const std::shared_ptr<GrainKeeper> grain_;
    Clock::time_point next_heartbeat_{};
    std::uint64_t poll_ = first_poll;
    std::uint64_t polled_after_ = 0;  // backtracks then
    bool awaits_heartbeat_ = false;   // somebody asked for work since the last one
};

}  // namespace

SplitPolicyFactory splitting_by_heartbeat(std::chrono::microseconds interval, const GrainRule& rule) {
    const GrainController::Settings chosen{.first = 20, .least = 5, .most = 500};
    return [grain = std::make_shared<GrainKeeper>(static_cast<double>(interval.count()), chosen.by(rule))] {
        return std::make_unique<ByHeartbeat>(grain);
    };
}

}  // namespace scrump::detail
