#pragma once
// A task of a search: a node whose subtree is to be explored. The node was itself visited by whoever made the task.

#include <scrump/pools/detail/task.hpp>

namespace scrump::detail {

template <class Search>
struct TaskOf final : Task {
    explicit TaskOf(unsigned at) : Task(at) {}
    TaskOf(const typename Search::Node& root, unsigned at) : Task(at), node(root) {}

    /// What a task of this search is, of which pools know less.
    static TaskOf& of(Task& task) { return static_cast<TaskOf&>(task); }
    static const TaskOf& of(const Task& task) { return static_cast<const TaskOf&>(task); }

    typename Search::Node node{};
    [[no_unique_address]] typename Search::Start start{};  ///< what an ordered task may know from the start
};

}  // namespace scrump::detail
