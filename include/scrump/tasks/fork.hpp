#pragma once
// Fork and join: the operations by which a task makes others.
//
//     long fib(scrump::FlatFork fork, int n) {
//         if (n < 2) return n;
//         auto first = fork.spawn<fib>(n - 1);  // may be stolen by another worker
//         const long second = fork.call<fib>(n - 2);
//         return fork.sync(first) + second;
//     }
//
// A Fork is one word, the top of its worker's deque, and lives in a register. The cost of spawning a task that nobody
// steals: two stores, a compare at the sync, and the call (docs/tasks.md).

#include <scrump/tasks/detail/deque_memory.hpp>
#include <scrump/tasks/detail/descriptor.hpp>
#include <scrump/tasks/detail/slow_path.hpp>

#include <cstdint>
#include <type_traits>
#include <utility>

namespace scrump {

namespace detail {

template <auto function>
struct Named;
template <auto function>
struct Flat;
template <class Function, class... Args>
class Call;
class FutureState;
class TaskWorker;
class Frame;
class LentFork;
struct NotLent;
class PlainCall;
enum class Inputs : std::uint8_t;
template <class Context>
Context& context_of(const Fork& fork);

}  // namespace detail

template <class Call>
class Spawned;
template <class T>
class Future;
template <class T>
class SharedFuture;

/// A task's means of spawning others: its first parameter, by value. A task that spawns none need not have it. It
/// belongs to its task alone: a function within the task that may run on another worker takes a fork of its own.
class Fork {
  public:
    Fork(const Fork&) = delete;
    /// A fork belongs to one task, which must not move it.
    Fork(Fork&&) = default;
    Fork& operator=(const Fork&) = delete;
    Fork& operator=(Fork&&) = delete;

    /// Makes a task of a call: `function(fork, args...)`, or `function(args...)`. The first worker that gets to it runs
    /// it: a thief, or this worker at the sync. The arguments are copied or moved into the task, as by std::async: at
    /// most 48 bytes.
    template <auto function, class... Args>
    [[nodiscard("a task is run where its handle ends"), gnu::always_inline]] auto spawn(Args&&... args) {
        return put<detail::Call<detail::Named<function>, std::decay_t<Args>...>>(detail::Named<function>(),
                                                                                 std::forward<Args>(args)...);
    }
    /// The same for a function object, such as a lambda: for tasks that stay in one process. Its captures count as
    /// arguments; what it captures by reference must outlive the task.
    template <class Function, class... Args>
    [[nodiscard("a task is run where its handle ends"), gnu::always_inline]] auto spawn(Function&& function,
                                                                                        Args&&... args) {
        return put<detail::Call<std::decay_t<Function>, std::decay_t<Args>...>>(std::forward<Function>(function),
                                                                                std::forward<Args>(args)...);
    }

    /// Calls a function at once that can also be a task.
    template <auto function, class... Args>
    [[gnu::always_inline]] decltype(auto) call(Args&&... args);
    /// The same for a function object.
    template <class Function, class... Args>
    [[gnu::always_inline]] decltype(auto) call(Function&& function, Args&&... args);

    /// The result of a task, once it has ended; rethrows what the task threw. Tasks of one fork are synced in the
    /// reverse order of their spawning: throws Error for another one, and for a handle that no longer has a task. While
    /// another worker runs the task, this worker helps others.
    template <class Call>
    [[gnu::always_inline]] typename Call::Result sync(Spawned<Call>& task);
    /// The same for a handle that is no longer needed.
    template <class Call>
    [[gnu::always_inline]] typename Call::Result sync(Spawned<Call>&& task) {
        return sync(task);
    }

    /// Drops the most recently spawned task, whose result is no longer needed: it is not run, unless another worker has
    /// stolen it; then this waits for its end.
    template <class Call>
    void discard(Spawned<Call>&& task);

    // --- Futures: declared in scrump/tasks/future.hpp

    /// Makes a task of a call, like spawn(), whose result is a Future: it need not be waited for here, nor in any
    /// order. Arguments of any size are copied or moved into the task. If the function returns a future, the result is
    /// the future of its value.
    template <auto function, class... Args>
    auto async(Args&&... args);
    /// The same for a function object. What it captures by reference must live until the task has ended: until its
    /// value was got, or run_tasks() returns.
    template <class Function, class... Args>
    auto async(Function&& function, Args&&... args);

    /// The same, but futures among the arguments are waited for: when all are over, the function is called with their
    /// values, those of SharedFutures as const references. If one fails, the function is not called, and the result
    /// fails with the same exception; a function of the futures themselves is called in any case.
    template <auto function, class... Args>
    auto dataflow(Args&&... args);
    /// The same for a function object.
    template <class Function, class... Args>
    auto dataflow(Function&& function, Args&&... args);

    /// The value of a future, which then stands for none; rethrows what its task threw. Until it is there, this worker
    /// runs other tasks; in the task of a future, or a task spawned there, only those that the value needs: to return a
    /// future is better there than to wait for it.
    template <class T>
    T get(Future<T>& future);
    /// The same for a future that is no longer needed.
    template <class T>
    T get(Future<T>&& future) {
        return get(future);
    }
    /// The same for one of several readers. The reference is valid while a SharedFuture stands for the value.
    template <class T>
    std::add_lvalue_reference_t<const T> get(const SharedFuture<T>& future);

    /// Gives a task to a worker that asks for one: to be called from time to time in long computations without a sync.
    /// Otherwise syncs do it.
    void communicate() {
        if (top_ == detail::lent() || detail::is_raised_above(top_ - 1)) [[unlikely]]
            detail::communicate(top_);
    }

    /// Number of workers of the computation.
    unsigned workers() const { return detail::workers_of(top_); }

  private:
    template <class Call>
    friend class Spawned;
    template <class Function, class... Args>
    friend class detail::Call;
    friend class FlatFork;
    template <auto function>
    friend struct detail::Flat;
    friend class detail::TaskWorker;
    friend class detail::LentFork;
    friend struct detail::NotLent;
    friend class detail::Frame;
    friend class detail::PlainCall;
    template <class Context>
    friend Context& detail::context_of(const Fork& fork);

    [[gnu::always_inline]] explicit Fork(detail::Descriptor* top) : top_(top) {}

    template <class Call, class... Given>
    [[gnu::always_inline]] Spawned<Call> put(Given&&... given);
    template <detail::Inputs inputs, class Function, class... Args>
    auto make_future(Function&& function, Args&&... args);
    template <class Call>
    [[gnu::always_inline]] typename Call::Result sync_within(Spawned<Call>& task, unsigned level);
    void await(detail::FutureState& state);

    // Above all tasks that this one and its callers have spawned.
    detail::Descriptor* top_;
};

static_assert(sizeof(Fork) == sizeof(void*) && std::is_trivially_move_constructible_v<Fork>);

/// A Fork for a function of a few lines. If such a function spawns or calls, by name, itself or another one that takes
/// a FlatFork, the compiler is told to expand the callee within the caller, several levels deep, and all calls that
/// both contain. That takes space in the program: for a large function a Fork is better.
class FlatFork : public Fork {
  public:
    /// Lets a function that takes a FlatFork be a task wherever other functions can be.
    [[gnu::always_inline]] FlatFork(Fork&& fork) : Fork(std::move(fork)) {}  // NOLINT(google-explicit-constructor)

    /// As Fork::call(): the function is expanded here if it takes a FlatFork.
    template <auto function, class... Args>
    [[gnu::always_inline]] decltype(auto) call(Args&&... args);
    /// As Fork::call() for a function object.
    template <class Function, class... Args>
    [[gnu::always_inline]] decltype(auto) call(Function&& function, Args&&... args) {
        return Fork::call(std::forward<Function>(function), std::forward<Args>(args)...);
    }

    /// As Fork::sync(): a task that nobody stole is expanded here if its function takes a FlatFork.
    template <class Call>
    [[gnu::always_inline]] typename Call::Result sync(Spawned<Call>& task);
    /// The same for a handle that is no longer needed.
    template <class Call>
    [[gnu::always_inline]] typename Call::Result sync(Spawned<Call>&& task) {
        return sync(task);
    }

  private:
    template <auto function>
    friend struct detail::Flat;

    [[gnu::always_inline]] FlatFork(detail::Descriptor* top, unsigned level) : Fork(top), level_(level) {}

    unsigned level_ = 0;  // position in the chain of flat.hpp; 0: in none
};

static_assert(std::is_trivially_move_constructible_v<FlatFork>);

/// A task's handle. If it ends without a sync, the task is run or waited for; an exception of the task then ends the
/// computation, unless the handle ends because of another exception. Must not outlive the function that spawned the
/// task.
template <class Call>
class [[nodiscard("a task is run where its handle ends")]] Spawned {
  public:
    /// Takes the task over from a handle, which then has none.
    [[gnu::always_inline]] Spawned(Spawned && other) noexcept : fork_(other.fork_), task_(other.task_) {
        other.task_ = nullptr;
    }
    Spawned(const Spawned&) = delete;
    Spawned& operator=(const Spawned&) = delete;
    Spawned& operator=(Spawned&&) = delete;
    [[gnu::always_inline]] ~Spawned() {
        if (task_ == nullptr) return;
        detail::Descriptor* const top = fork_.top_;
        fork_.top_ = detail::lent();  // no std::exchange: compilers would count its call, and expand fewer tasks
        fork_.top_ = detail::drop(task_, top);
    }

  private:
    friend class Fork;

    [[gnu::always_inline]] Spawned(Fork & fork, detail::Descriptor * task) : fork_(fork), task_(task) {}

    Fork& fork_;
    detail::Descriptor* task_;
};

}  // namespace scrump

#include <scrump/tasks/detail/call.hpp>  // definitions of its members
