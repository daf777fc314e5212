#pragma once
// The counters of a worker in a search.

#include <array>
#include <cstdint>

namespace scrump {

/// Counts of one worker, or sums of them. All are plain numbers of events since the run began.
struct Counters {
    std::uint64_t nodes = 0;  ///< number of visited nodes: folded, or compared with the incumbent
    /// Number of nodes omitted because of a bound, and of nodes whose generator omitted children.
    std::uint64_t prunes = 0;
    std::uint64_t backtracks = 0;  ///< number of nodes whose children were all explored or given away
    std::uint64_t tasks = 0;       ///< number of executed tasks
    std::uint64_t spawns = 0;      ///< number of tasks made from this worker's search
    /// Number of attempts to take a task of another worker of the locality, or nodes of any.
    std::uint64_t steals_tried = 0;
    std::uint64_t steals_won = 0;  ///< number of attempts that got one

    /// Adds counts from elsewhere.
    Counters& operator+=(const Counters& other) {
        for (const auto member : members) this->*member += other.*member;
        return *this;
    }
    /// Subtracts earlier counts.
    Counters& operator-=(const Counters& other) {
        for (const auto member : members) this->*member -= other.*member;
        return *this;
    }
    /// Whether all counts are the same.
    bool operator==(const Counters&) const = default;

    /// All counts, in the order of their declaration.
    static const std::array<std::uint64_t Counters::*, 7> members;
};

inline constexpr std::array<std::uint64_t Counters::*, 7> Counters::members = {
    &Counters::nodes,  &Counters::prunes,       &Counters::backtracks, &Counters::tasks,
    &Counters::spawns, &Counters::steals_tried, &Counters::steals_won};

}  // namespace scrump
