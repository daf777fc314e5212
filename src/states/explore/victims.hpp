#pragma once
// The order in which a worker without states looks for some: first at the policy's victim, then at all others, those
// nearby first; a worker that has found that none has any must know it. Pure.

#include <scrump/net/topology.hpp>
#include <scrump/stealing/detail/probe_order.hpp>
#include <scrump/stealing/policy.hpp>
#include <scrump/stealing/victim_selector.hpp>

#include <cstdint>
#include <functional>
#include <memory>

namespace scrump::detail {

class Victims {
  public:
    /// For the thief `self` among those of the topology; `near` are those that it can look at directly. The data that a
    /// policy would gather on others are not gathered: a look at a victim shows whether it has states.
    Victims(const Policy& policy, unsigned self, const Topology& topology, std::uint64_t seed,
            const std::function<bool(unsigned other)>& near)
        : chosen_(make_selector(policy.among_workers(), self, topology, seed)),
          self_(self),
          all_(self, topology.size(), seed, near),
          some_(topology.size() > 1) {}

    /// Calls `take(victim)` until one has given something; returns whether one has.
    template <class Take>
    bool take_from_any(const Take& take) {
        const unsigned first = some_ ? chosen_->choose().value_or(self_) : self_;  // self: nobody
        if (first != self_) {
            if (take(first)) {
                chosen_->succeeded(first);
                return true;
            }
            chosen_->failed(first);
        }
        for (const unsigned other : all_.next_cycle())
            if (other != first && take(other)) return true;
        return false;
    }

  private:
    std::unique_ptr<VictimSelector> chosen_;
    const unsigned self_;
    ProbeOrder all_;
    bool some_;  // whether there are others
};

}  // namespace scrump::detail
