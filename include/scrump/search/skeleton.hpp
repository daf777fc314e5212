#pragma once
// How a search is made parallel: chosen by name, or a user's own.

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
    /// The functions of the same names say what each does.
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

    /// After `backtracks` backtracks the shallowest unexplored siblings become tasks; with 0, after as many as is found
    /// best while running (see search/grain_keeper.hpp).
    static Skeleton budget(std::uint64_t backtracks = 0) { return {.kind = Kind::budget, .backtracks = backtracks}; }

    /// Replicable: the nodes at depth `depth` become tasks in heuristic order by discrepancy; a task knows exactly what
    /// the tasks at least `window` places before it found. With `depth` 0 the tree is opened level by level until
    /// there are enough tasks. See docs/search.md for what this guarantees.
    static Skeleton ordered(unsigned depth = 0, unsigned window = 128) {
        return {.kind = Kind::ordered, .depth = depth, .window = window};
    }

    /// Heartbeat: when somebody is idle, and at most once a heartbeat interval, the shallowest unexplored siblings
    /// become tasks. With 0 the interval, too, is found while running.
    static Skeleton adaptive(std::chrono::microseconds interval = std::chrono::microseconds(0)) {
        return {.kind = Kind::adaptive, .heartbeat_interval = interval};
    }

    /// For enumerations: each worker has a stack of open nodes, chunks of which others take as the protocol says.
    static Skeleton steal_stack(const StealProtocol& protocol = {}) {
        return {.kind = Kind::steal_stack, .protocol = protocol};
    }

    /// Of a user's own: busy workers give work away as the policies say that `make` makes. It is called once for each
    /// worker of this process, and in all processes that search together the name must mean the same. Throws UsageError
    /// for an empty name and for one that parse() reads.
    static Skeleton custom(std::string name, SplitPolicyFactory make);

    /// Reads `NAME[:key=value,…]`. Throws UsageError that names what is wrong and what there is.
    static Skeleton parse(std::string_view text);

    /// The text that parse() reads back as this skeleton, parameters included; the name of a custom one.
    std::string describe() const;

    /// All skeletons with their parameters, as lines of help.
    static std::string help();
    /// The names of all, in the order of help().
    static std::vector<std::string> names();

    /// Makes the split policies of one locality's workers. Of skeletons that do not split: some that never do.
    SplitPolicyFactory split_policies() const;

    /// Whether one worker does all of it.
    bool is_sequential() const { return kind == Kind::sequential; }
    /// Whether tasks have an order, so that what is done is the same with any number of workers.
    bool is_ordered() const { return kind == Kind::ordered; }
    /// Whether workers have stacks of open nodes instead of tasks.
    bool has_stacks() const { return kind == Kind::steal_stack; }
    /// Whether the children of a node at `at_depth` become tasks at once.
    bool spawns_children(unsigned at_depth) const { return kind == Kind::depth_bounded && at_depth < depth; }

    /// A user's own.
    struct Custom {
        std::string name;         ///< by which it is shown
        SplitPolicyFactory make;  ///< its policies
    };

    Kind kind = Kind::adaptive;                       ///< what most other members are for depends on it
    unsigned depth = 0;                               ///< depth-bounded, ordered
    bool chunked = true;                              ///< stack-stealing
    std::uint64_t backtracks = 0;                     ///< budget
    unsigned window = 0;                              ///< ordered
    std::chrono::microseconds heartbeat_interval{0};  ///< adaptive
    StealProtocol protocol{};                         ///< steal-stack
    std::shared_ptr<const Custom> own{};              ///< in place of what Scrump has of that kind; see custom()

    /// Whether it is the same skeleton with the same parameters.
    bool operator==(const Skeleton&) const = default;
};

}  // namespace scrump
