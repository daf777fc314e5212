#pragma once
// The data that a front door built on tasks keeps in each locality of a computation, and how its tasks find them: in
// the head of their worker's deque, so that access costs a mask and a load, no argument that would have to travel, and
// no thread-local variable.

#include <scrump/net/codec.hpp>
#include <scrump/tasks/detail/deque_memory.hpp>
#include <scrump/tasks/detail/travel.hpp>
#include <scrump/tasks/fork.hpp>

#include <cstddef>
#include <functional>
#include <memory>

namespace scrump::detail {

class TaskLocality;

/// Translates what travelling tasks refer to, where each locality has data of its own. Called by its workers.
class Translator {
  public:
    Translator() = default;
    Translator(const Translator&) = delete;
    Translator& operator=(const Translator&) = delete;
    virtual ~Translator() = default;

    /// Whether a task with these arguments has enough work for a journey.
    virtual bool is_worth_sending(unsigned worker, const References& arguments) = 0;
    /// The data to which the arguments of a task refer, for a thief, by its number among the workers of all localities;
    /// they refer to what is packed then. A thief unpacks what a victim gave before it asks that one again.
    virtual Bytes pack_arguments(unsigned worker, unsigned thief, const References& arguments) = 0;
    /// Puts packed data among those of this locality; the arguments, which refer to what was packed, refer to those
    /// then.
    virtual void unpack_arguments(unsigned worker, unsigned victim, Bytes data, const References& arguments) = 0;
    /// The same for results, which come in any order.
    virtual Bytes pack_result(unsigned worker, unsigned victim, const References& result) = 0;
    virtual void unpack_result(unsigned worker, unsigned thief, Bytes data, const References& result) = 0;
    /// In place of the latter, where a task has failed.
    virtual void note_failure(unsigned worker, unsigned thief) = 0;
    /// Keeps the data of arguments while their task runs, and releases those of a number of arguments, held last.
    virtual void hold(unsigned worker, const References& arguments) = 0;
    virtual void release(unsigned worker, std::size_t arguments) = 0;
};

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

    /// Null if references of travelling tasks mean the same everywhere.
    virtual Translator* translator() { return nullptr; }

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
