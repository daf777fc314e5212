#pragma once
// A movable piece of a search, as far as the code that keeps, passes and counts it needs to know it.

#include <scrump/pools/detail/order_key.hpp>

#include <cstdint>
#include <limits>
#include <memory>
#include <vector>

namespace scrump::detail {

/// A subtree to explore. Only the search knows its root (search/task_of.hpp).
struct Task {
    static constexpr std::uint64_t unordered = std::numeric_limits<std::uint64_t>::max();

    explicit Task(unsigned at = 0) : depth(at) {}
    Task(const Task&) = delete;
    Task& operator=(const Task&) = delete;
    virtual ~Task() = default;

    unsigned depth;  ///< depth of its root
    OrderKey key{};
    std::uint64_t order = unordered;  ///< place in the replicable order, under the ordered skeleton
    bool foreign = false;  ///< made by another process, and not yet checked whether it can be a task of this search
    Task* next = nullptr;  ///< the next one in a TaskQueue
};

using TaskPtr = std::unique_ptr<Task>;
using Tasks = std::vector<TaskPtr>;

}  // namespace scrump::detail
