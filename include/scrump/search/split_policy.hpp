#pragma once
// When a busy worker splits the subtree that it explores, and how much of it it gives away: what makes one skeleton
// that splits differ from another.
//
// A policy is told numbers and answers with numbers; it holds no lock, reads no clock and sends nothing. So it is
// tested on numbers alone. It is asked when somebody wants something of its worker and when its own polling interval is
// over, never for a node.

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

/// What a policy is told of its worker and of those around it.
struct SplitView {
    Clock::time_point now{};               ///< the time, if SplitPolicy::needs_time()
    std::uint64_t nodes = 0;               ///< that this worker has visited so far
    std::uint64_t backtracks = 0;          ///< of this worker so far
    std::uint64_t since_given = 0;         ///< of them: since it began its task, or last gave some of it away
    std::size_t waiting = 0;               ///< tasks that it made or got and nobody has taken yet
    unsigned idle_workers = 0;             ///< those of this locality that have no work
    bool others_idle = false;              ///< whether another locality waits for work from this one
    bool keeps_stock = false;              ///< SplitPolicy::keeps_stock(), and there are other localities
    std::function<Activity()> activity{};  ///< sums up what all workers of the locality spent their time on so far

    /// Whether anybody, here or in another locality, waits for work.
    bool anybody_idle() const { return idle_workers > 0 || others_idle; }
};

/// How much is to be given away, from the shallowest depth on that has unexplored siblings.
struct Split {
    /// So many siblings are enough to feed everybody, and take no time worth speaking of.
    static constexpr std::size_t whole_level = 1024;

    std::size_t least = 0;  ///< further depths are gone through until there are so many
    std::size_t most = 0;   ///< when there are so many it is enough; 0: nothing is given

    /// All is kept.
    static constexpr Split nothing() { return {}; }
    /// One node.
    static constexpr Split one() { return {.least = 1, .most = 1}; }
    /// All siblings of the shallowest depth that has any.
    static constexpr Split level() { return {.least = 1, .most = whole_level}; }
    /// The levels from there on until there are at least so many nodes.
    static constexpr Split levels(std::size_t least) {
        return {.least = least, .most = least > whole_level ? least : whole_level};
    }

    /// Whether it is as much.
    bool operator==(const Split&) const = default;
};

/// Something by which a policy is tuned, perhaps by itself.
struct Knob {
    std::string_view name;  ///< "budget"
    std::string_view unit;  ///< "backtracks", "us"
    double value = 0;       ///< at present
};

/// Says for one worker when it is to give work away. See docs/search.md for one that is written by a user.
class SplitPolicy {
  public:
    /// A polling interval that is never over.
    static constexpr std::uint64_t never = std::numeric_limits<std::uint64_t>::max();

    SplitPolicy() = default;
    SplitPolicy(const SplitPolicy&) = delete;
    SplitPolicy& operator=(const SplitPolicy&) = delete;
    virtual ~SplitPolicy() = default;

    /// How much to give away now.
    virtual Split split(const SplitView& view) = 0;

    /// After how many backtracks it wants to be asked again in any case, asked when a task begins and after each
    /// split(). `since_given` is as in the view. 0 counts as 1.
    virtual std::uint64_t polling_interval(std::uint64_t /*since_given*/) const { return never; }

    // --- What holds for the whole run: asked once, when the worker is made

    /// Whether workers without work ask busy ones to split, whose policies are then asked at once.
    virtual bool on_request() const { return false; }
    /// Whether, where there are other localities, the policy is asked as well when its worker's last task is taken: to
    /// make some before anybody asks for them, as what asks from far away has to wait for long.
    virtual bool keeps_stock() const { return false; }
    /// Whether split() wants to know the time.
    virtual bool needs_time() const { return true; }

    /// What it is tuned by. The first one is shown in the statistics as the grain of tasks. Called by other threads
    /// while the policy is at work.
    virtual std::vector<Knob> knobs() const { return {}; }
};

/// Makes the policies of one locality's workers, one at each call. What they share, it shares among them.
using SplitPolicyFactory = std::function<std::unique_ptr<SplitPolicy>()>;

}  // namespace scrump
