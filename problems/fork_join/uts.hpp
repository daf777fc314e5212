#pragma once
// Unbalanced Tree Search by fork and join: a task for each node, whose children are halved until one is left.

#include <scrump/problems/uts/tree.hpp>
#include <scrump/tasks/options.hpp>
#include <scrump/tasks/result.hpp>

namespace scrump::fork_join {

/// Size, leaves and depth of the tree. Throws Error if a parameter is out of range. A process measures one tree at a
/// time: concurrent calls wait.
TaskResult<uts::Shape> uts(const uts::Tree& tree, const TaskOptions& options = {});

/// The same without tasks, also one node at a time: scrump::uts::measure() hashes many at once.
uts::Shape uts_by_hand(const uts::Tree& tree);

}  // namespace scrump::fork_join
