#pragma once
// Tasks whose number is not known beforehand, and which need no fork.
//
//     scrump::TaskGroup group;
//     for (Node* node = list; node != nullptr; node = node->next) group.run([node] { work_on(*node); });
//     group.wait();

#include <scrump/tasks/detail/call.hpp>
#include <scrump/tasks/parallel_options.hpp>
#include <scrump/tasks/pool.hpp>

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <exception>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>
#include <type_traits>
#include <utility>

namespace scrump {

class TaskGroup;

/// Which tasks of a group begin first.
enum class Priority : std::uint8_t { high, normal, low };

namespace detail {

/// A task of a group.
template <class Function>
struct GroupTask {
    TaskGroup* group;
    bool isolated;
    Function function;

    void operator()(Fork fork);
};

}  // namespace detail

/// Tasks that are waited for together. The thread that makes the group must destroy it, and works for it while it
/// waits. Tasks of the group may add further ones, and so may any thread while the group exists.
class TaskGroup {
  public:
    /// A group of which no further task begins once `stop` is requested.
    explicit TaskGroup(std::stop_token stop = {});
    TaskGroup(const TaskGroup&) = delete;
    TaskGroup& operator=(const TaskGroup&) = delete;
    /// Waits for all tasks. If wait() did not rethrow an exception of one of them, it is lost.
    ~TaskGroup() { finish(); }

    /// Makes a task of a function without arguments, which is copied or moved into it. The first worker that gets to it
    /// runs it. A task that was added by a thread that did not make the group has ended when that thread's plain call
    /// ends. Throws Error if a worker has too many tasks.
    template <class Function>
    void run(Function&& function) {
        using Kept = std::decay_t<Function>;
        static_assert(std::is_invocable_v<Kept&>, "a task of a group is a function without arguments");
        if constexpr (sizeof(detail::GroupTask<Kept>) <= detail::Descriptor::room &&
                      alignof(Kept) <= detail::Descriptor::alignment && std::is_move_constructible_v<Kept>) {
            add(detail::GroupTask<Kept>{this, detail::here.isolated > 0, std::forward<Function>(function)});
        } else {
            const auto call = [apart = std::make_shared<Kept>(std::forward<Function>(function))] {
                std::invoke(*apart);
            };
            add(detail::GroupTask<std::remove_const_t<decltype(call)>>{this, detail::here.isolated > 0, call});
        }
    }

    /// The same for a task with a priority: of those that have one, the highest begins first, and of equal ones the one
    /// that was added first. A task without one does not wait for them. A pool of one worker runs each when it is
    /// added.
    template <class Function>
    void run(Function&& function, Priority priority) {
        using Kept = std::decay_t<Function>;
        static_assert(std::is_invocable_v<Kept&>, "a task of a group is a function without arguments");
        keep([apart = std::make_shared<Kept>(std::forward<Function>(function))] { std::invoke(*apart); }, priority);
        run(First{*this});
    }

    /// Waits until all tasks have ended; the group can then be used again. Rethrows the first exception of a task;
    /// throws Cancelled if a task did not begin because of the stop.
    void wait();

  private:
    template <class Function>
    friend struct detail::GroupTask;

    template <class Task>
    void add(Task&& task) {
        pending_.fetch_add(1, std::memory_order_relaxed);
        if (detail::here.top == nullptr || detail::alone()) return carry_out(task.function);
        detail::Descriptor* const place = detail::here.top;
        if (detail::at_end(place)) {
            pending_.fetch_sub(1, std::memory_order_relaxed);
            detail::refuse_task(place);
        }
        detail::Call<std::decay_t<Task>>::store(*place, std::forward<Task>(task));
        detail::here.top = place + 1;
        detail::expose(place + 1);
        detail::call_helpers(1);
    }

    // Runs a task, unless none may begin any more.
    template <class Function>
    void carry_out(Function& function) {
        if (may_begin()) {
            try {
                std::invoke(function);
            } catch (...) {
                fail(std::current_exception());
            }
        } else if constexpr (std::is_same_v<Function, First>) {
            function.drop();
        }
        note_end();
    }

    // Takes the first of those that wait, and runs or drops it. There are as many as there are of them.
    struct First {
        TaskGroup& group;

        void operator()() { group.take_first()(); }
        void drop() { static_cast<void>(group.take_first()); }
    };

    void keep(std::function<void()> function, Priority priority);
    std::function<void()> take_first();
    bool may_begin();
    void fail(std::exception_ptr failure);
    void note_end();
    void finish();

    static constexpr std::size_t waited_for = ~(~std::size_t{0} >> 1U);

    const std::stop_token stop_;
    std::optional<detail::PoolSeat> seat_;  // if it is not made within a plain call
    const detail::Here made_;               // where it was made
    const void* const thread_;              // by which it was made
    std::atomic<std::size_t> pending_ = 0;  // number of tasks that have not ended, and whether they are waited for
    std::atomic<detail::TaskWorker*> waiter_ = nullptr;
    std::atomic<bool> failed_ = false;
    std::atomic<bool> cancelled_ = false;
    std::mutex mutex_;
    std::exception_ptr failure_;                                     // guarded by the mutex
    std::map<Priority, std::deque<std::function<void()>>> waiting_;  // likewise: those with a priority
};

namespace detail {

template <class Function>
void GroupTask<Function>::operator()(Fork fork) {
    const Frame frame(fork, isolated);
    group->carry_out(function);
}

}  // namespace detail

}  // namespace scrump
