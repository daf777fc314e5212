#pragma once
// How a search is made parallel: the small policy object that says when a worker gives work away.

#include <scrump/stealing/steal_protocol.hpp>

#include <chrono>
#include <cstdint>
#include <string>
#include <string_view>

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

    /// Reads `NAME[:key=value,…]`. Throws UsageError that names what is wrong and what there is.
    static Skeleton parse(std::string_view text);

    /// The text that parse() reads back as this skeleton, parameters included.
    std::string describe() const;

    /// All skeletons with their parameters, as lines of help.
    static std::string help();

    /// Whether a busy worker gives work away when an idle one asks.
    bool splits_on_request() const { return kind == Kind::stack_stealing || kind == Kind::adaptive; }
    /// Whether it gives all siblings of the shallowest depth rather than one.
    bool gives_level() const { return kind != Kind::stack_stealing || chunked; }
    /// Whether the children of a node at `at_depth` become tasks at once.
    bool spawns_children(unsigned at_depth) const { return kind == Kind::depth_bounded && at_depth < depth; }

    Kind kind = Kind::adaptive;                       ///< what the other members are for depends on it
    unsigned depth = 0;                               ///< depth-bounded, ordered
    bool chunked = true;                              ///< stack-stealing
    std::uint64_t backtracks = 0;                     ///< budget
    unsigned window = 0;                              ///< ordered
    std::chrono::microseconds heartbeat_interval{0};  ///< adaptive
    StealProtocol protocol{};                         ///< steal-stack

    /// Whether it is the same skeleton with the same parameters.
    bool operator==(const Skeleton&) const = default;
};

}  // namespace scrump
