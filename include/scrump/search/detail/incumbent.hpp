#pragma once
// The best node known to a locality.

#include <scrump/base/detail/cache_line.hpp>
#include <scrump/search/objective.hpp>

#include <atomic>
#include <cmath>
#include <mutex>
#include <optional>
#include <type_traits>

namespace scrump::detail {

/// The value next to `value` on the worse side: reaching `value` means beating this. `worst` itself stays.
template <class Sense, class T>
T just_worse(T value) {
    if (value == Sense::template worst<T>()) return value;
    if constexpr (std::is_floating_point_v<T>) {
        return std::nextafter(value, Sense::template worst<T>());
    } else {
        return Sense::better(T{1}, T{0}) ? static_cast<T>(value - T{1}) : static_cast<T>(value + T{1});
    }
}

/// A locality's incumbent: the best value known anywhere, and the best node found here. Only the value may be read at
/// any time; it only ever improves.
template <class Node, class Objective, class Sense>
class Incumbent {
  public:
    /// Starts without a node, but with a value that a node has to beat.
    explicit Incumbent(Objective to_beat) : value_(to_beat) {}

    /// Relaxed: code that needs the node takes the lock, and a worker that reads an old value only prunes less.
    Objective value() const { return value_.load(std::memory_order_relaxed); }

    /// Accepts `node` if it beats the incumbent; returns whether it did.
    [[gnu::cold]] bool offer(Objective objective, const Node& node) {
        const std::lock_guard lock(mutex_);
        if (!Sense::better(objective, value())) return false;
        best_ = {objective, node};
        value_.store(objective, std::memory_order_relaxed);
        return true;
    }

    /// Receives a value reached by a node of another locality; returns whether it is better than the known one.
    [[gnu::cold]] bool learn(Objective objective) {
        const std::lock_guard lock(mutex_);
        const bool better = Sense::better(objective, value());
        if (better) value_.store(objective, std::memory_order_relaxed);
        return better;
    }

    /// Receives a node of another locality, whose value may already be known.
    [[gnu::cold]] void merge(const Solution<Node, Objective>& other) {
        const std::lock_guard lock(mutex_);
        if (best_ && !Sense::better(other.objective, best_->objective)) return;
        best_ = other;
        if (Sense::better(other.objective, value())) value_.store(other.objective, std::memory_order_relaxed);
    }

    /// The best node found here.
    [[gnu::cold]] std::optional<Solution<Node, Objective>> best() const {
        const std::lock_guard lock(mutex_);
        return best_;
    }

  private:
    alignas(cache_line) std::atomic<Objective> value_;
    mutable std::mutex mutex_;
    std::optional<Solution<Node, Objective>> best_;
};

}  // namespace scrump::detail
