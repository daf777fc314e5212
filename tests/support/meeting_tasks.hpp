#pragma once
// Tasks that need two workers.

#include <scrump/tasks.hpp>

#include <atomic>

namespace scrump::test {

inline int come(Fork fork, std::atomic<int>* here) {
    ++*here;
    while (*here < 2) {
        // A worker gives a task away when it comes to a sync.
        auto next = fork.spawn([](Fork) { return 1; });
        fork.sync(next);
    }
    return 1;
}

/// Two tasks that wait for each other; 2.
inline int meet(Fork fork) {
    std::atomic<int> here = 0;
    auto other = fork.spawn<come>(&here);
    const int own = fork.call<come>(&here);
    return own + fork.sync(other);
}

}  // namespace scrump::test
