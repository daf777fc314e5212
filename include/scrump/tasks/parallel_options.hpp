#pragma once
// The options of plain calls.

#include <scrump/base/error.hpp>

#include <cstddef>
#include <stop_token>

namespace scrump {

class Affinity;

/// What a plain call throws if it was cancelled before all of it had begun.
class Cancelled : public Error {
  public:
    using Error::Error;
};

/// The options of a plain call such as parallel_for().
struct ParallelOptions {
    /// Largest number of iterations that one worker carries out without being able to give some of them away; 0: found
    /// from the time that iterations take.
    std::size_t grain = 0;
    /// Cancels the call from any thread: what has not begun by then does not begin, and the call throws Cancelled.
    std::stop_token stop{};
    /// parallel_reduce() and what is made from it: whether the values are combined in an order that depends only on
    /// their number and the grain, and neither on the number of workers nor on steals. Sums of floating-point numbers
    /// are then the same in each run.
    bool deterministic = false;
    /// parallel_for() and parallel_for_each(): keeps parts of the range on the workers that had them in the last loop
    /// with this object. Loops that run at the same time, such as nested ones, need an object each.
    Affinity* affinity = nullptr;
};

}  // namespace scrump
