#pragma once
// A task of a search: a node whose subtree is to be explored. The maker of the task has visited the node itself.

#include <scrump/pools/detail/task.hpp>

namespace scrump::detail {

template <class Search>
struct TaskOf final : Task {
    explicit TaskOf(unsigned at) : Task(at) {}
    TaskOf(const typename Search::Node& root, unsigned at) : Task(at), node(root) {}

    /// A task of this search, with data that pools do not know.
    static TaskOf& of(Task& task) { return static_cast<TaskOf&>(task); }
    static const TaskOf& of(const Task& task) { return static_cast<const TaskOf&>(task); }

    typename Search::Node node{};
    [[no_unique_address]] typename Search::Start start{};  ///< initial knowledge of an ordered task
};

}  // namespace scrump::detail
