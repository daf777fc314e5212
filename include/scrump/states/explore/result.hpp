#pragma once
// The result of an exploration.

#include <scrump/metrics/statistics.hpp>
#include <scrump/runtime/status.hpp>
#include <scrump/states/explore/order.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace scrump {

/// Kind of a finding.
enum class FindingKind : std::uint8_t { goal, violation, deadlock };

/// Name of the kind: "goal", "violation" or "deadlock".
const char* name(FindingKind kind);

/// A state that ended the exploration.
template <class State>
struct Finding {
    FindingKind kind = FindingKind::goal;  ///< kind of the finding
    std::string invariant{};               ///< name of the violated invariant
    State state{};                         ///< state that was found; its representative if no paths are kept
    /// Path from an initial state to this one, each state a successor of the previous one (not only of one alike to
    /// it); a shortest path in breadth-first order. Empty if no paths are kept.
    std::vector<State> path{};
};

/// Statistics of the checkpoints of an exploration.
struct ExploreCheckpointStatistics {
    std::uint64_t written = 0;  ///< number of files written, each replacing the previous one
    std::uint64_t failed = 0;   ///< number of failed attempts
    std::string error{};        ///< reason why the last one could not be written; empty if it was
    /// Whether the exploration was stopped while it still read the checkpoint that it resumes: its figures are then
    /// those of the file.
    bool stopped_reading = false;

    /// Serialises the statistics.
    template <class Archive>
    void serialize(Archive& archive) {
        archive(written, failed, error, stopped_reading);
    }
};

/// What an exploration on disk read and wrote: see ExploreOptions::disk.
struct ExploreDiskStatistics {
    std::uint64_t bytes = 0;          ///< largest size of the files
    std::uint64_t bytes_read = 0;     ///< bytes that were read
    std::uint64_t bytes_written = 0;  ///< bytes that were written
    std::uint64_t runs = 0;           ///< number of times that a worker's full memory was sorted and written
    std::uint64_t merges = 0;         ///< number of merges of sorted files, over all parts of all levels
};

/// Cost of an exploration.
struct ExploreStatistics {
    std::uint64_t states = 0;       ///< number of visited states
    std::uint64_t transitions = 0;  ///< number of transitions from states whose successors are known
    std::uint64_t deadlocks = 0;    ///< number of these states without a successor
    /// In breadth-first order: number of states at each distance from the nearest initial state.
    std::vector<std::uint64_t> levels{};
    /// Time to find the states of each complete level, from the end of the previous one, in seconds. 0 for the levels
    /// of a resumed checkpoint, except the last one.
    std::vector<double> level_seconds{};
    std::uint64_t memory = 0;  ///< size of the tables of all localities, in bytes
    std::uint64_t stolen = 0;  ///< number of states that were expanded by another worker than the one that found them
    std::uint64_t stolen_away = 0;  ///< number of these that another locality expanded
    Counters total{};               ///< counters of the runtime
    /// Statistics by locality; in processes other than the first: their own.
    std::vector<LocalityStatistics> localities{};
    double seconds = 0;                         ///< time since `ExploreOptions::began`
    ExploreCheckpointStatistics checkpoints{};  ///< checkpoints that were written
    ExploreDiskStatistics disk{};               ///< files of an exploration on disk
    TraceStatistics trace{};                    ///< trace that was recorded

    /// Size of the tables per state, in bytes.
    double bytes_per_state() const {
        return states == 0 ? 0 : static_cast<double>(memory) / static_cast<double>(states);
    }
};

/// Result of an exploration.
template <class State>
struct ExploreResult {
    Status status = Status::complete;            ///< how the exploration ended
    StateStorage storage = StateStorage::exact;  ///< what was kept of states
    bool all_expanded = false;                   ///< whether every visited state was expanded
    /// Whether states were counted by their representatives: Properties::canonical.
    bool representatives = false;
    std::optional<Finding<State>> finding{};  ///< state that ended the exploration, if any
    std::vector<std::uint64_t> greatest{};    ///< maxima of the figures of Properties::greatest
    /// Expected number of missed states, given the number of visited ones: 0 if states are exact.
    double expected_missed = 0;
    ExploreStatistics statistics{};  ///< what the exploration cost

    /// Whether all reachable states were visited and none can have been missed: then whatever was not found does not
    /// exist.
    bool is_proof() const { return all_expanded && storage == StateStorage::exact; }
};

/// Its name up to version 0.2.
using ReachStatistics [[deprecated("write scrump::ExploreStatistics")]] = ExploreStatistics;
template <class State>
using ReachResult [[deprecated("write scrump::ExploreResult")]] = ExploreResult<State>;  ///< its name up to version 0.2

}  // namespace scrump
