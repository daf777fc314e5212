#pragma once
// What a generator promises, and what came of a look at whether it keeps that.

#include <scrump/search/capabilities.hpp>
#include <scrump/search/options.hpp>

#include <cstdint>
#include <iosfwd>
#include <string>
#include <utility>
#include <vector>

namespace scrump {

/// A promise of a generator; docs/search.md has all of them.
enum class Contract : std::uint8_t {
    bound,                 ///< no node below a node, nor itself, is better than its bound
    bounds_never_improve,  ///< if it says so: no sibling's bound is better than that of one before it
    objective,             ///< objective and bound are numbers
    to_beat,               ///< who knows the incumbent leaves out nothing that is better
    remaining,             ///< as many children come as it says
    next,                  ///< once there is no child left, there is none
    reused_child,          ///< a child does not depend on what was in its place before
    copy,                  ///< copies know nothing of each other
    move,                  ///< a generator that was moved goes on as before
    repeat,                ///< generators made from the same node yield the same children
    travel,                ///< a node that was sent to another locality is the same there
    valid,                 ///< `valid` holds for all nodes
    expand,                ///< `expand` and `append_inner` agree with `next`
};

/// As it is written.
const char* name(Contract contract);

/// A broken promise.
struct Violation {
    Contract contract{};                ///< which one
    std::vector<std::uint64_t> path{};  ///< to the node: which child of its parent each is, from 0; the root has none
    std::string text{};                 ///< a sentence that names the node
};

/// What was looked at, and what was wrong with it.
struct CheckReport {
    std::vector<Violation> violations{};  ///< the first one of each promise
    std::uint64_t nodes = 0;              ///< how many were looked at, some perhaps twice
    bool whole = false;                   ///< whether these were all of the tree
    /// What searches use of the generator, and what they looked for and did not find; see capabilities().
    std::vector<Capability> capabilities{};

    /// Whether nothing was wrong with any of them.
    bool ok() const { return violations.empty(); }
    /// All violations, a line each.
    std::string text() const;
    /// All capabilities, a line each: what a search sees of the generator.
    std::string capabilities_text() const;
};

/// Writes its text: for messages of tests.
std::ostream& operator<<(std::ostream& stream, const CheckReport& report);

/// How much is looked at.
struct CheckOptions {
    std::uint64_t nodes = 10'000;            ///< at most so many; each is made and expanded some ten times
    unsigned depth_limit = unlimited_depth;  ///< nodes deeper than this are not made
    /// Whether generators made from the same node must yield the same children. If not, as of a generator that learns
    /// while it searches, children are compared only where they happen to be the same.
    bool repeatable = true;
    std::uint64_t seed = 1;  ///< of the ways through a tree that is too large to be looked at as a whole
};

}  // namespace scrump
