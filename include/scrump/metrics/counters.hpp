#pragma once
// What a worker counts while it searches.

#include <array>
#include <cstdint>

namespace scrump {

/// Counts of one worker, or sums of them. All are plain numbers of events since the run began.
struct Counters {
    std::uint64_t nodes = 0;         ///< nodes visited: folded, or compared with the incumbent
    std::uint64_t prunes = 0;        ///< nodes left out because of a bound, and nodes whose generator left out children
    std::uint64_t backtracks = 0;    ///< nodes whose children were all explored or given away
    std::uint64_t tasks = 0;         ///< tasks executed
    std::uint64_t spawns = 0;        ///< tasks made from this worker's search
    std::uint64_t steals_tried = 0;  ///< attempts to take a task of another worker of the locality, or nodes of any
    std::uint64_t steals_won = 0;    ///< attempts that got one

    /// Adds what was counted elsewhere.
    Counters& operator+=(const Counters& other) {
        for (const auto member : members) this->*member += other.*member;
        return *this;
    }
    /// Takes off what was counted before.
    Counters& operator-=(const Counters& other) {
        for (const auto member : members) this->*member -= other.*member;
        return *this;
    }
    /// Whether all counts are the same.
    bool operator==(const Counters&) const = default;

    /// All of them, in the order in which they are declared.
    static const std::array<std::uint64_t Counters::*, 7> members;
};

inline constexpr std::array<std::uint64_t Counters::*, 7> Counters::members = {
    &Counters::nodes,  &Counters::prunes,       &Counters::backtracks, &Counters::tasks,
    &Counters::spawns, &Counters::steals_tried, &Counters::steals_won};

}  // namespace scrump
