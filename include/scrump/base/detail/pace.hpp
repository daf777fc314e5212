#pragma once
// How work makes time pass on a platform where it does not pass by itself, as on simulated machines.

#include <cstdint>

namespace scrump::detail {

/// Pace of a platform where time does not pass by itself: actions are reported to it.
class Pace {
  public:
    enum class Work : std::uint8_t {
        node,    ///< a node was explored
        task,    ///< a task was begun and ended
        spawn,   ///< a task was made
        steal,   ///< a task was taken from another worker of this process
        access,  ///< a word was used that another worker has in its cache
        look,    ///< a worker without work looked for some
        serve,   ///< a locality was served once
    };

    Pace() = default;
    Pace(const Pace&) = delete;
    Pace& operator=(const Pace&) = delete;
    virtual ~Pace() = default;

    /// Reports `amount` units of work. Other threads may run meanwhile, so no locks may be held that they need.
    virtual void pass(Work work, std::uint64_t amount) = 0;
    /// The same, but other threads run only at the next pass().
    virtual void add(Work work, std::uint64_t amount) = 0;
    /// Amount of work that may be done before it must be reported.
    virtual std::uint64_t step(Work work) const = 0;
};

}  // namespace scrump::detail
