#pragma once
// The contract of a generator, and the result of checking it.

#include <scrump/search/capabilities.hpp>
#include <scrump/search/options.hpp>

#include <cstdint>
#include <iosfwd>
#include <string>
#include <utility>
#include <vector>

namespace scrump {

/// Clause of a generator's contract; docs/search.md lists all of them.
enum class Contract : std::uint8_t {
    bound,                 ///< neither a node nor any node below it is better than its bound
    bounds_never_improve,  ///< if declared: no sibling's bound is better than that of an earlier one
    objective,             ///< objective and bound are numbers
    to_beat,               ///< a generator that knows the incumbent omits nothing that is better
    remaining,             ///< the number of children is the announced one
    next,                  ///< after the last child, `next` keeps returning false
    reused_child,          ///< a child does not depend on the earlier contents of its object
    copy,                  ///< copies are independent of each other
    move,                  ///< a moved generator continues as before
    repeat,                ///< generators made from the same node yield the same children
    travel,                ///< a node sent to another locality is the same there
    valid,                 ///< `valid` holds for all nodes
    expand,                ///< `expand` and `append_inner` agree with `next`
};

/// Name of the clause, as written in the source.
const char* name(Contract contract);

/// Violation of the contract.
struct Violation {
    Contract contract{};  ///< the clause
    /// Path to the node: the number of each child at its parent, from 0; empty for the root.
    std::vector<std::uint64_t> path{};
    std::string text{};  ///< a sentence that names the node
};

/// The nodes that were checked, and the violations that were found.
struct CheckReport {
    std::vector<Violation> violations{};  ///< the first violation of each clause
    std::uint64_t nodes = 0;              ///< number of checked nodes; some may count twice
    bool whole = false;                   ///< whether the whole tree was checked
    /// What searches use of the generator, and what they looked for without finding it; see capabilities().
    std::vector<Capability> capabilities{};

    /// Whether no violation was found.
    bool ok() const { return violations.empty(); }
    /// All violations, one per line.
    std::string text() const;
    /// All capabilities, one per line: what a search sees of the generator.
    std::string capabilities_text() const;
};

/// Writes the report's text, for messages of tests.
std::ostream& operator<<(std::ostream& stream, const CheckReport& report);

/// Extent of a check.
struct CheckOptions {
    std::uint64_t nodes = 10'000;            ///< largest number of nodes; each is made and expanded about ten times
    unsigned depth_limit = unlimited_depth;  ///< depth below which no nodes are made
    /// Whether generators made from the same node must yield the same children. If not, as with a generator that learns
    /// while it searches, children are compared only where they happen to be the same.
    bool repeatable = true;
    std::uint64_t seed = 1;  ///< seed of the random paths through a tree that is too large to be checked as a whole
};

}  // namespace scrump
