#pragma once
// Explores a model with states of any type.

#include <scrump/states/explore/detail/any_model.hpp>
#include <scrump/states/explore/options.hpp>
#include <scrump/states/explore/result.hpp>

#include <cstdint>
#include <optional>
#include <vector>

namespace scrump::detail {

/// How the exploration ended, and its finding, in words.
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
