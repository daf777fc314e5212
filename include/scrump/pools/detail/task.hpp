#pragma once
// A piece of a search that may move, as far as those need to know it who keep it, hand it on and count it.

#include <scrump/pools/detail/order_key.hpp>

#include <cstdint>
#include <limits>
#include <memory>
#include <vector>

namespace scrump::detail {

/// A subtree to explore. What is at its root, only the search knows (search/task_of.hpp).
struct Task {
    static constexpr std::uint64_t unordered = std::numeric_limits<std::uint64_t>::max();

    explicit Task(unsigned at = 0) : depth(at) {}
    Task(const Task&) = delete;
    Task& operator=(const Task&) = delete;
    virtual ~Task() = default;

    unsigned depth;  ///< of its root
    OrderKey key{};
    std::uint64_t order = unordered;  ///< place in the replicable order, under the ordered skeleton
    bool foreign = false;  ///< made by another process, and not yet asked whether it can be a task of this search
    Task* next = nullptr;  ///< the one behind it in a TaskQueue
};

using TaskPtr = std::unique_ptr<Task>;
using Tasks = std::vector<TaskPtr>;

}  // namespace scrump::detail
