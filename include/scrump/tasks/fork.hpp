#pragma once
// Fork and join: what a task needs to make others of it.
//
//     long fib(scrump::FlatFork fork, int n) {
//         if (n < 2) return n;
//         auto first = fork.spawn<fib>(n - 1);  // may be stolen by another worker
//         const long second = fork.call<fib>(n - 2);
//         return fork.sync(first) + second;
//     }
//
// A Fork is one word, the top of its worker's deque, and lives in a register. What it costs to spawn a task that nobody
// steals: two stores, a compare at the sync, and the call (docs/tasks.md).

#include <scrump/tasks/detail/deque_memory.hpp>
#include <scrump/tasks/detail/descriptor.hpp>
#include <scrump/tasks/detail/slow_path.hpp>

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
class TaskWorker;
class LentFork;
template <class Context>
Context& context_of(const Fork& fork);

}  // namespace detail

template <class Call>
class Spawned;

/// What a task spawns others with: its first parameter, by value. A task that spawns none need not have it. It belongs
/// to its task alone: a function within that, which may run at another worker, takes a fork of its own.
class Fork {
  public:
    Fork(const Fork&) = delete;
    /// Belongs to one task: not to be moved by it.
    Fork(Fork&&) = default;
    Fork& operator=(const Fork&) = delete;
    Fork& operator=(Fork&&) = delete;

    /// Makes a task of a call: `function(fork, args...)`, or `function(args...)`. It is run by whoever comes first: a
    /// worker that steals it, or this one at the sync. The arguments are copied or moved into the task, as
    /// std::async does: at most 48 bytes.
    template <auto function, class... Args>
    [[nodiscard("a task is run where its handle ends"), gnu::always_inline]] auto spawn(Args&&... args) {
        return put<detail::Call<detail::Named<function>, std::decay_t<Args>...>>(detail::Named<function>(),
                                                                                 std::forward<Args>(args)...);
    }
    /// The same of a function object, such as a lambda: for tasks that stay in one process. What it captures counts as
    /// an argument; what it captures by reference has to outlive the task.
    template <class Function, class... Args>
    [[nodiscard("a task is run where its handle ends"), gnu::always_inline]] auto spawn(Function&& function,
                                                                                        Args&&... args) {
        return put<detail::Call<std::decay_t<Function>, std::decay_t<Args>...>>(std::forward<Function>(function),
                                                                                std::forward<Args>(args)...);
    }

    /// Calls a function that is a task, too, at once.
    template <auto function, class... Args>
    [[gnu::always_inline]] decltype(auto) call(Args&&... args);
    /// The same of a function object.
    template <class Function, class... Args>
    [[gnu::always_inline]] decltype(auto) call(Function&& function, Args&&... args);

    /// What a task returned, once it has; throws what it threw. Tasks of one fork are synced in the reverse order of
    /// their spawning: throws Error for another one, and for a handle that stands for no task any more. While the task
    /// is in other hands this worker helps others.
    template <class Call>
    [[gnu::always_inline]] typename Call::Result sync(Spawned<Call>& task);
    /// The same of a handle that is not needed any more.
    template <class Call>
    [[gnu::always_inline]] typename Call::Result sync(Spawned<Call>&& task) {
        return sync(task);
    }

    /// Gives up a task, the one that was spawned last, as nobody needs its result any more: it is not run, unless
    /// somebody has stolen it, who is waited for.
    template <class Call>
    void discard(Spawned<Call>&& task);

    /// Gives a task to a worker that asks for one: for what calls for long without a sync, now and then. Elsewhere
    /// syncs do it.
    void communicate() {
        if (top_ == detail::lent() || detail::is_raised_above(top_ - 1)) [[unlikely]]
            detail::communicate(top_);
    }

    /// How many workers the computation has.
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
    template <class Context>
    friend Context& detail::context_of(const Fork& fork);

    [[gnu::always_inline]] explicit Fork(detail::Descriptor* top) : top_(top) {}

    template <class Call, class... Given>
    [[gnu::always_inline]] Spawned<Call> put(Given&&... given);
    template <class Call>
    [[gnu::always_inline]] typename Call::Result sync_within(Spawned<Call>& task, unsigned level);

    // Above all tasks that this one and those that called it have spawned.
    detail::Descriptor* top_;
};

static_assert(sizeof(Fork) == sizeof(void*) && std::is_trivially_move_constructible_v<Fork>);

/// A Fork for a function of a few lines. Where such a function spawns or calls, by its name, itself or another one that
/// takes a FlatFork, the compiler is told to expand the one within the other, several levels deep, and all that they
/// call with them. That takes room in the program: for a large function a Fork is better.
class FlatFork : public Fork {
  public:
    /// So that a function that takes a FlatFork is a task wherever others are.
    [[gnu::always_inline]] FlatFork(Fork&& fork) : Fork(std::move(fork)) {}  // NOLINT(google-explicit-constructor)

    /// As Fork::call(): the function is expanded here if it takes a FlatFork.
    template <auto function, class... Args>
    [[gnu::always_inline]] decltype(auto) call(Args&&... args);
    /// As Fork::call() of a function object.
    template <class Function, class... Args>
    [[gnu::always_inline]] decltype(auto) call(Function&& function, Args&&... args) {
        return Fork::call(std::forward<Function>(function), std::forward<Args>(args)...);
    }

    /// As Fork::sync(): a task that nobody stole is expanded here if its function takes a FlatFork.
    template <class Call>
    [[gnu::always_inline]] typename Call::Result sync(Spawned<Call>& task);
    /// The same of a handle that is not needed any more.
    template <class Call>
    [[gnu::always_inline]] typename Call::Result sync(Spawned<Call>&& task) {
        return sync(task);
    }

  private:
    template <auto function>
    friend struct detail::Flat;

    [[gnu::always_inline]] FlatFork(detail::Descriptor* top, unsigned level) : Fork(top), level_(level) {}

    unsigned level_ = 0;  // in the chain of flat.hpp; 0: in none
};

static_assert(std::is_trivially_move_constructible_v<FlatFork>);

/// A task's handle. Where it ends without a sync, the task is run or waited for; what the task throws then ends the
/// computation, unless the handle ends because of another exception. Not to outlive the function that spawned.
template <class Call>
class [[nodiscard("a task is run where its handle ends")]] Spawned {
  public:
    /// Takes the place of a handle, which stands for no task any more.
    [[gnu::always_inline]] Spawned(Spawned && other) noexcept : fork_(other.fork_), task_(other.task_) {
        other.task_ = nullptr;
    }
    Spawned(const Spawned&) = delete;
    Spawned& operator=(const Spawned&) = delete;
    Spawned& operator=(Spawned&&) = delete;
    [[gnu::always_inline]] ~Spawned() {
        if (task_ != nullptr) fork_.top_ = detail::drop(task_, fork_.top_);
    }

  private:
    friend class Fork;

    [[gnu::always_inline]] Spawned(Fork & fork, detail::Descriptor * task) : fork_(fork), task_(task) {}

    Fork& fork_;
    detail::Descriptor* task_;
};

}  // namespace scrump

#include <scrump/tasks/detail/call.hpp>  // what its members do
