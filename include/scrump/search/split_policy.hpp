#pragma once
// When a busy worker splits the subtree that it explores, and how much of it the worker gives away: all that
// distinguishes the skeletons that split.
//
// A policy gets numbers and answers with numbers; it holds no lock, reads no clock and sends nothing, so it can be
// tested with numbers alone. It is called when somebody requests work from its worker and when its own polling interval
// is over, never for each node.

#include <scrump/base/clock.hpp>
#include <scrump/metrics/activity.hpp>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <memory>
#include <string_view>
#include <vector>

namespace scrump {

/// A policy's view of its worker and of the surroundings.
struct SplitView {
    Clock::time_point now{};        ///< current time, if SplitPolicy::needs_time()
    std::uint64_t nodes = 0;        ///< number of nodes that this worker has visited so far
    std::uint64_t backtracks = 0;   ///< number of backtracks of this worker so far
    std::uint64_t since_given = 0;  ///< number of these since the worker began its task, or last gave a part of it away
    std::size_t waiting = 0;        ///< number of tasks that the worker made or got and that are still waiting
    unsigned idle_workers = 0;      ///< number of workers of this locality without work
    bool others_idle = false;       ///< whether another locality waits for work from this one
    bool keeps_stock = false;       ///< whether SplitPolicy::keeps_stock() holds and other localities exist
    std::function<Activity()> activity{};  ///< sums up the time of all workers of the locality so far, by activity

    /// Whether anybody, here or in another locality, waits for work.
    bool anybody_idle() const { return idle_workers > 0 || others_idle; }
};

/// Amount to be given away, starting at the shallowest depth that has unexplored siblings.
struct Split {
    /// This number of siblings is enough to feed everybody, and takes negligible time.
    static constexpr std::size_t whole_level = 1024;

    std::size_t least = 0;  ///< deeper levels are added until the amount reaches this
    std::size_t most = 0;   ///< largest amount; 0: nothing is given

    /// Keeps everything.
    static constexpr Split nothing() { return {}; }
    /// Gives one node.
    static constexpr Split one() { return {.least = 1, .most = 1}; }
    /// Gives all siblings of the shallowest depth that has any.
    static constexpr Split level() { return {.least = 1, .most = whole_level}; }
    /// Gives whole levels, starting at the shallowest, until they have at least `least` nodes.
    static constexpr Split levels(std::size_t least) {
        return {.least = least, .most = least > whole_level ? least : whole_level};
    }

    /// Whether both are the same amount.
    bool operator==(const Split&) const = default;
};

/// A parameter by which a policy is tuned, perhaps by itself.
struct Knob {
    std::string_view name;  ///< name, such as "budget"
    std::string_view unit;  ///< unit, such as "backtracks" or "us"
    double value = 0;       ///< current value
};

/// Decides for one worker when to give work away. docs/search.md shows a user's own policy.
class SplitPolicy {
  public:
    /// A polling interval that is never over.
    static constexpr std::uint64_t never = std::numeric_limits<std::uint64_t>::max();

    SplitPolicy() = default;
    SplitPolicy(const SplitPolicy&) = delete;
    SplitPolicy& operator=(const SplitPolicy&) = delete;
    virtual ~SplitPolicy() = default;

    /// Amount to give away now.
    virtual Split split(const SplitView& view) = 0;

    /// Number of backtracks after which the policy must be called again; called when a task begins and after each
    /// split(). `since_given` is as in the view. 0 counts as 1.
    virtual std::uint64_t polling_interval(std::uint64_t /*since_given*/) const { return never; }

    // --- Properties of the whole run: called once, when the worker is made

    /// Whether workers without work request a split from busy ones, whose policies are then called at once.
    virtual bool on_request() const { return false; }
    /// Whether, if other localities exist, the policy is also called when its worker's last task is taken: to make some
    /// tasks before anybody requests them, because remote requests take long.
    virtual bool keeps_stock() const { return false; }
    /// Whether split() needs the time.
    virtual bool needs_time() const { return true; }

    /// Parameters by which the policy is tuned. The first one is shown in the statistics as the grain of tasks. Called
    /// by other threads while the policy is at work.
    virtual std::vector<Knob> knobs() const { return {}; }
};

/// Makes the policies of one locality's workers, one per call. Shared data of the policies belongs to the factory.
using SplitPolicyFactory = std::function<std::unique_ptr<SplitPolicy>()>;

}  // namespace scrump
