#pragma once
// The results of a worker, of a locality, and of all of them.

#include <scrump/states/explore/detail/any_model.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace scrump::detail {

struct Figures {
    std::uint64_t states = 0;
    std::uint64_t expanded = 0;
    std::uint64_t transitions = 0;
    std::uint64_t deadlocks = 0;
    std::vector<std::uint64_t> levels{};
    std::vector<double> level_seconds{};  ///< of the worker with which the exploration begins; others have none
    std::vector<std::uint64_t> greatest{};
    std::uint64_t stolen = 0;
    std::uint64_t stolen_away = 0;
    std::uint64_t memory = 0;  ///< in bytes
    std::optional<FoundState> found{};

    template <class Archive>
    void serialize(Archive& archive) {
        archive(states, expanded, transitions, deadlocks, levels, level_seconds, greatest, stolen, stolen_away, memory,
                found);
    }

    /// Adds the results of others; of two findings, the nearer one stays.
    void add(Figures other) {
        states += other.states;
        expanded += other.expanded;
        transitions += other.transitions;
        deadlocks += other.deadlocks;
        add_levels(other.levels);
        if (!other.level_seconds.empty()) level_seconds = std::move(other.level_seconds);
        greatest.resize(std::max(greatest.size(), other.greatest.size()));
        for (std::size_t i = 0; i < other.greatest.size(); ++i) greatest[i] = std::max(greatest[i], other.greatest[i]);
        stolen += other.stolen;
        stolen_away += other.stolen_away;
        memory += other.memory;
        if (other.found && (!found || other.found->path.size() < found->path.size())) found = std::move(other.found);
    }

  private:
    void add_levels(const std::vector<std::uint64_t>& others) {
        levels.resize(std::max(levels.size(), others.size()));
        for (std::size_t i = 0; i < others.size(); ++i) levels[i] += others[i];
    }
};

}  // namespace scrump::detail
