#pragma once
// All states and transitions of a model, in words, found by one thread.

#include <scrump/runtime/status.hpp>
#include <scrump/states/explore/detail/any_model.hpp>
#include <scrump/states/explore/detail/state_buffer.hpp>
#include <scrump/states/explore/graph_file.hpp>
#include <scrump/states/explore/graph_options.hpp>

#include <vector>

namespace scrump::detail {

struct GraphWalk {
    Status status = Status::complete;
    StateBuffer states;
    std::vector<StateMarks> marks{};  ///< initial ones and deadlocks
    std::vector<StateStep> steps{};
};

/// Breadth first. Throws Error if there are more states than `state_limit`.
GraphWalk walk(const AnyModel& model, const StateGraphOptions& options);

}  // namespace scrump::detail
