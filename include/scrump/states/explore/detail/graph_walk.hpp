#pragma once
// All states and transitions of a model, in words, found by one thread.

#include <scrump/states/explore/detail/any_model.hpp>
#include <scrump/states/explore/detail/state_buffer.hpp>
#include <scrump/states/explore/graph_file.hpp>

#include <cstddef>
#include <cstdint>
#include <vector>

namespace scrump::detail {

struct GraphWalk {
    StateBuffer states;
    std::vector<StateMarks> marks{};  ///< initial ones and deadlocks
    std::vector<StateStep> steps{};
};

/// Breadth first. Throws Error if there are more states than `state_limit`.
GraphWalk walk(const AnyModel& model, std::size_t state_limit, std::uint64_t level_limit);

}  // namespace scrump::detail
