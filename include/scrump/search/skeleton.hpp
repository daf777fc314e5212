#pragma once
// How a search is made parallel: a skeleton chosen by name, or the user's own.

#include <scrump/runtime/grain_rule.hpp>
#include <scrump/search/split_policy.hpp>
#include <scrump/stealing/steal_protocol.hpp>

#include <chrono>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace scrump {

/// A skeleton and its parameters. Made by name, e.g. `Skeleton::budget(10'000)` or
/// `Skeleton::parse("budget:backtracks=10000")`.
struct Skeleton {
    /// The kinds; the functions of the same names describe them.
    enum class Kind : std::uint8_t {
        sequential,
        depth_bounded,
        stack_stealing,
        budget,
        ordered,
        adaptive,
        steal_stack
    };

    /// One worker, no tasks.
    static Skeleton sequential() { return {.kind = Kind::sequential}; }

    /// Nodes above depth `depth` become tasks.
    static Skeleton depth_bounded(unsigned depth = 2) { return {.kind = Kind::depth_bounded, .depth = depth}; }

    /// A victim splits its own stack on request, shallowest first: one node, or (chunked) all siblings of that depth.
    static Skeleton stack_stealing(bool chunked = true) { return {.kind = Kind::stack_stealing, .chunked = chunked}; }

    /// After `backtracks` backtracks the shallowest unexplored siblings become tasks; with 0, the number is tuned
    /// during the run by `rule` (see search/grain_keeper.hpp).
    static Skeleton budget(std::uint64_t backtracks = 0, const GrainRule& rule = {}) {
        return {.kind = Kind::budget, .backtracks = backtracks, .rule = rule};
    }

    /// Replicable: the nodes at depth `depth` become tasks in heuristic order by discrepancy; a task knows exactly the
    /// results of the tasks at least `window` places before it. With `depth` 0 the tree is opened level by level until
    /// there are enough tasks. docs/search.md states what this guarantees.
    static Skeleton ordered(unsigned depth = 0, unsigned window = 128) {
        return {.kind = Kind::ordered, .depth = depth, .window = window};
    }

    /// Heartbeat: when a worker is idle, and at most once per heartbeat interval, the shallowest unexplored siblings
    /// become tasks. With 0 the interval, too, is tuned during the run, by `rule`.
    static Skeleton adaptive(std::chrono::microseconds interval = std::chrono::microseconds(0),
                             const GrainRule& rule = {}) {
        return {.kind = Kind::adaptive, .heartbeat_interval = interval, .rule = rule};
    }

    /// Each worker has a stack of open nodes; others take chunks of it, as the protocol says.
    static Skeleton steal_stack(const StealProtocol& protocol = {}) {
        return {.kind = Kind::steal_stack, .protocol = protocol};
    }

    /// A user's own skeleton: busy workers give work away as the policies made by `make` say. It is called once for
    /// each worker of this process; in all processes that search together the name must mean the same. Throws
    /// UsageError for an empty name and for one that parse() reads.
    static Skeleton custom(std::string name, SplitPolicyFactory make);

    /// Reads `NAME[:key=value,…]`. Throws UsageError that names the mistake and the possible values.
    static Skeleton parse(std::string_view text);

    /// The text that parse() reads back as this skeleton, parameters included; for a custom one, its name.
    std::string describe() const;

    /// Help on all skeletons with their parameters, in lines.
    static std::string help();
    /// Names of all skeletons, in the order of help().
    static std::vector<std::string> names();

    /// Makes the split policies of one locality's workers. Skeletons that do not split get policies that never do.
    SplitPolicyFactory split_policies() const;

    /// Whether one worker does all the work.
    bool is_sequential() const { return kind == Kind::sequential; }
    /// Whether tasks have an order, so that the run is the same with any number of workers.
    bool is_ordered() const { return kind == Kind::ordered; }
    /// Whether workers have stacks of open nodes instead of tasks.
    bool has_stacks() const { return kind == Kind::steal_stack; }
    /// Whether the children of a node at `at_depth` become tasks at once.
    bool spawns_children(unsigned at_depth) const { return kind == Kind::depth_bounded && at_depth < depth; }

    /// A user's own skeleton.
    struct Custom {
        std::string name;         ///< name by which it is shown
        SplitPolicyFactory make;  ///< factory of its policies
    };

    Kind kind = Kind::adaptive;                       ///< kind of skeleton; decides which other members are used
    unsigned depth = 0;                               ///< depth of the tasks; depth-bounded and ordered
    bool chunked = true;                              ///< whether all siblings are given; stack-stealing
    std::uint64_t backtracks = 0;                     ///< backtracks between two splits; budget
    unsigned window = 0;                              ///< distance at which tasks know each other's results; ordered
    std::chrono::microseconds heartbeat_interval{0};  ///< interval between two splits; adaptive
    GrainRule rule{};                                 ///< how a tuned number or interval is chosen; budget, adaptive
    StealProtocol protocol{};                         ///< protocol of the stacks; steal-stack
    std::shared_ptr<const Custom> own{};              ///< replaces the built-in skeleton of that kind; see custom()

    /// Whether it is the same skeleton with the same parameters.
    bool operator==(const Skeleton&) const = default;
};

}  // namespace scrump
