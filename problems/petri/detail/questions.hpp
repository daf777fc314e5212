#pragma once
// What is to be seen in markings, and what was seen in some. Of an unfolded net, places and transitions are those of
// the coloured one, except in goals, sums and paths.

#include <scrump/problems/petri/formula.hpp>
#include <scrump/problems/petri/net.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace scrump::petri {

/// Transitions from the initial marking on.
using FiringPath = std::vector<std::uint32_t>;

/// What is to be seen.
struct Sought {
    std::vector<Formula> goals{};  ///< formulas of markings, each of which is to hold in one
    std::vector<Sum> sums{};       ///< sums whose largest value is sought
    bool overfull = false;         ///< whether a place with more than one token is sought
    bool enabled = false;          ///< whether it is sought which transitions are enabled in a marking
    bool changed = false;          ///< whether it is sought which places change
};

/// What was seen in markings, the initial one among them.
struct Seen {
    std::vector<bool> goals{};         ///< goals that held
    std::vector<std::int64_t> most{};  ///< largest value of each sum
    std::vector<bool> enabled{};       ///< transitions that were enabled
    std::vector<bool> changed{};       ///< places that had other tokens than initially
    bool overfull = false;             ///< whether a place had more than one token

    // Paths to the markings in which it was seen; none if they are not known.
    std::vector<std::optional<FiringPath>> goal_paths{};
    std::vector<std::optional<FiringPath>> most_paths{};
    std::optional<FiringPath> overfull_path{};
};

}  // namespace scrump::petri
