#pragma once
// The states that are put into tables that are measured: the same, whatever the table.

#include <scrump/base/random.hpp>

#include <cstddef>
#include <cstdint>

namespace scrump::peers {

/// How a table of so many buckets is filled: operations on it until so much of it is taken.
struct TableFilling {
    std::size_t buckets = std::size_t{1} << 24U;
    double load = 0.5;
    unsigned found_percent = 50;  ///< of the operations, those whose state is there already; below 100

    /// Of all workers, and of one of them.
    std::uint64_t states() const { return static_cast<std::uint64_t>(load * static_cast<double>(buckets)); }
    std::uint64_t operations() const { return states() * 100 / (100 - found_percent); }
    std::uint64_t operations_of(unsigned worker, unsigned workers) const {
        return operations() * (worker + 1) / workers - operations() * worker / workers;
    }
};

/// The states of one worker, which no other has, one after another: a new one, or one of those before by chance.
class StateSequence {
  public:
    StateSequence(unsigned worker, unsigned found_percent)
        : worker_(worker), random_(worker + 1), found_below_((std::uint64_t{found_percent} << 32U) / 100) {}

    std::uint64_t next() {
        const std::uint64_t random = random_();
        const bool again = (random & 0xffffffffU) < found_below_ && made_ > 0;
        return state(again ? ((random >> 32U) * made_) >> 32U : made_++);
    }
    /// How many different ones there were.
    std::uint64_t made() const { return made_; }

  private:
    // Spread over 63 bits, so that a table that does not hash integers is not at an advantage; no two are the same.
    std::uint64_t state(std::uint64_t number) const {
        return ((std::uint64_t{worker_} << 40U | number) * 0x9e3779b97f4a7c15U) & ~(std::uint64_t{1} << 63U);
    }

    std::uint64_t worker_;
    SplitMix64 random_;
    std::uint64_t found_below_;
    std::uint64_t made_ = 0;
};

/// Has the worker put all its states; `put(state)` says whether that was new. How many were.
template <class Put>
std::uint64_t put_all(const TableFilling& filling, unsigned worker, unsigned workers, const Put& put) {
    StateSequence states(worker, filling.found_percent);
    std::uint64_t inserted = 0;
    for (std::uint64_t left = filling.operations_of(worker, workers); left > 0; --left)
        inserted += put(states.next()) ? 1U : 0U;
    return inserted;
}

}  // namespace scrump::peers
