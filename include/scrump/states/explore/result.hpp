#pragma once
// What an exploration answers.

#include <scrump/metrics/statistics.hpp>
#include <scrump/runtime/status.hpp>
#include <scrump/states/explore/order.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace scrump {

/// What a state was found to be.
enum class FindingKind : std::uint8_t { goal, violation, deadlock };

/// "goal", "violation" or "deadlock".
const char* name(FindingKind kind);

/// A state that was looked for.
template <class State>
struct Finding {
    FindingKind kind = FindingKind::goal;  ///< what it is
    std::string invariant{};               ///< of a violation: the name of what does not hold
    State state{};                         ///< the state
    /// From an initial state to this one, each a successor of the one before; a shortest one in breadth-first order.
    /// Empty if no paths are kept.
    std::vector<State> path{};
};

/// The checkpoints of an exploration.
struct ExploreCheckpointStatistics {
    std::uint64_t written = 0;  ///< files, each replacing the one before
    std::uint64_t failed = 0;   ///< attempts
    std::string error{};        ///< why the last one could not be written; empty if it was
    /// The exploration was stopped while it still read the checkpoint that it resumes: its figures are that file's.
    bool stopped_reading = false;

    /// As bytes, and back.
    template <class Archive>
    void serialize(Archive& archive) {
        archive(written, failed, error, stopped_reading);
    }
};

/// What an exploration cost.
struct ExploreStatistics {
    std::uint64_t states = 0;       ///< that were visited
    std::uint64_t transitions = 0;  ///< from those of which the successors are known
    std::uint64_t deadlocks = 0;    ///< of these, those without a successor
    /// In breadth-first order: how many states are so far from the nearest initial one.
    std::vector<std::uint64_t> levels{};
    /// Of these, those that are complete: how long it took to find their states, from when those of the level before
    /// were found. Of levels that a checkpoint had, 0 but for the last one.
    std::vector<double> level_seconds{};
    std::uint64_t memory = 0;       ///< bytes of the tables of all localities
    std::uint64_t stolen = 0;       ///< states that were expanded by another worker than the one that found them
    std::uint64_t stolen_away = 0;  ///< of these, those of another locality
    Counters total{};               ///< of the runtime
    std::vector<LocalityStatistics> localities{};  ///< in processes but the first: their own
    double seconds = 0;                            ///< from `ExploreOptions::began` on
    ExploreCheckpointStatistics checkpoints{};     ///< what was kept
    TraceStatistics trace{};                       ///< what was recorded

    /// Bytes of tables for each state.
    double bytes_per_state() const {
        return states == 0 ? 0 : static_cast<double>(memory) / static_cast<double>(states);
    }
};

/// How an exploration ended, and what it found.
template <class State>
struct ExploreResult {
    Status status = Status::complete;            ///< how it ended
    StateStorage storage = StateStorage::exact;  ///< what was kept of states
    bool all_expanded = false;                   ///< nothing that was visited is left to be expanded
    std::optional<Finding<State>> finding{};     ///< what was looked for, if it was found
    std::vector<std::uint64_t> greatest{};       ///< as Properties::greatest asks
    /// How many states are to be expected that were missed, at the number that was visited: 0 if states are exact.
    double expected_missed = 0;
    ExploreStatistics statistics{};  ///< what it cost

    /// Whether all reachable states were visited, and none can have been missed: then what was not found is not there.
    bool is_proof() const { return all_expanded && storage == StateStorage::exact; }
};

using ReachStatistics [[deprecated("write scrump::ExploreStatistics")]] =
    ExploreStatistics;  ///< its name up to version 0.2
template <class State>
using ReachResult [[deprecated("write scrump::ExploreResult")]] = ExploreResult<State>;  ///< its name up to version 0.2

}  // namespace scrump
