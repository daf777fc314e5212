#pragma once
// Has a model explored, whatever its states are.

#include <scrump/states/explore/detail/any_model.hpp>
#include <scrump/states/explore/options.hpp>
#include <scrump/states/explore/result.hpp>

#include <cstdint>
#include <optional>
#include <vector>

namespace scrump::detail {

/// How it ended, and what was found, in words.
struct ExploreOutcome {
    Status status = Status::complete;
    bool all_expanded = false;
    std::optional<FoundState> found{};
    std::vector<std::uint64_t> greatest{};
    double expected_missed = 0;
    ExploreStatistics statistics{};
};

/// Throws as explore().
ExploreOutcome run_exploration(const AnyModel& model, const ExploreOptions& options);

}  // namespace scrump::detail
