#pragma once
// What a front door that stands on tasks keeps in each locality of a computation, and how its tasks find it: in the
// head of their worker's deque, so that it costs a mask and a load, no argument that would have to travel, and no
// variable of the thread.

#include <scrump/net/codec.hpp>
#include <scrump/tasks/detail/deque_memory.hpp>
#include <scrump/tasks/fork.hpp>

#include <functional>
#include <memory>

namespace scrump::detail {

class TaskLocality;

class Companion {
  public:
    Companion() = default;
    Companion(const Companion&) = delete;
    Companion& operator=(const Companion&) = delete;
    virtual ~Companion() = default;

    /// What context_of() gives in tasks that this worker runs.
    virtual void* context(unsigned worker) = 0;

    /// What a worker of another locality is to know, now that all workers of this one stand still for it.
    virtual Bytes standing() { return {}; }
    /// Before they go on: that worker has done what it wanted.
    virtual void catch_up() {}

    /// What the first locality is to know when the computation has ended, and what it learns so of each other one.
    virtual Bytes result() const { return {}; }
    virtual void merge_result(Bytes /*result*/) {}
};

/// Makes that of a locality, when its workers are there and not started. It may open remote arrays.
using MakeCompanion = std::function<std::unique_ptr<Companion>(TaskLocality& home)>;

/// What a task's worker has at hand.
template <class Context>
[[gnu::always_inline]] inline Context& context_of(const Fork& fork) {
    return *static_cast<Context*>(head_below(fork.top_).context);
}

}  // namespace scrump::detail
