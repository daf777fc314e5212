#pragma once
// The data that a front door built on tasks keeps in each locality of a computation, and how its tasks find them: in
// the head of their worker's deque, so that access costs a mask and a load, no argument that would have to travel, and
// no thread-local variable.

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

    /// The result of context_of() in tasks that this worker runs.
    virtual void* context(unsigned worker) = 0;

    /// Data for a worker of another locality, now that all workers of this one stand still for it.
    virtual Bytes standing() { return {}; }
    /// Called before they continue: that worker has finished.
    virtual void catch_up() {}

    /// Data for the first locality at the end of the computation, and their receipt there.
    virtual Bytes result() const { return {}; }
    virtual void merge_result(Bytes /*result*/) {}
};

/// Makes the companion of a locality, when its workers exist and are not started. It may open remote arrays.
using MakeCompanion = std::function<std::unique_ptr<Companion>(TaskLocality& home)>;

/// The context of a task's worker.
template <class Context>
[[gnu::always_inline]] inline Context& context_of(const Fork& fork) {
    return *static_cast<Context*>(head_below(fork.top_).context);
}

}  // namespace scrump::detail
