#pragma once
// The runtime's worker, for tasks: the slow path of a Fork, and stealing.
//
// It gives a task away when a sync finds its steal boundary raised: the oldest one, unless that is the one being
// synced: waiting for that would be worse than running it. At the sync of a stolen task it helps the thief first
// (leapfrogging: Wagner and Calder, PPoPP 1993), as that works on the awaited task, and then others, until the task has
// ended.
//
// Tasks of futures that are ready lie in the queue of the worker that made them ready. A worker that is idle takes the
// next one from its own queue, and otherwise steals: from a victim's queue, or from its deque.
//
// On helping and futures. A future can be awaited by any task, not by the one that made it alone. So if waiting workers
// helped anybody, two could come to wait for what is below on the other's stack. Therefore a worker knows whether the
// task on top of its stack belongs to a future: is a future's own task, or spawned by one, or by a task so spawned.
// (The top of the deque when the lowest of these began is written down; a thief compares it with the
// place of the task that it stole, which was spawned by a task that cannot end before the thief returns it.) If not, a
// waiting worker may run anything. If so, it runs only what the task on top cannot end without: an awaited future's
// task, or one among its inputs, and nothing at a sync. So the stack of a worker is tasks of no future, and then tasks
// of futures, each of which needs the one above; and a future is never below a task of no future. Suppose that all
// workers of a cycle wait, each for something on the next one's stack. If the task on top of one belongs to a future,
// so do those of all others, since what it waits for belongs to a future; then each top needs the next one, which is a
// cycle of needs: programs cannot make one, except by a task that reads its own future from a variable. If none does,
// taken_tasks.hpp shows that there is no cycle.

#include <scrump/base/detail/event_count.hpp>
#include <scrump/runtime/detail/worker.hpp>
#include <scrump/tasks/detail/future_state.hpp>
#include <scrump/tasks/detail/ready_queue.hpp>
#include <scrump/tasks/detail/remote_stealing.hpp>
#include <scrump/tasks/detail/steal_cells.hpp>
#include <scrump/tasks/detail/taken_tasks.hpp>
#include <scrump/tasks/detail/task_deque.hpp>
#include <scrump/tasks/fork.hpp>

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <functional>
#include <memory>
#include <optional>
#include <span>

namespace scrump::detail {

class TaskLocality;

class TaskWorker final : public Worker {
  public:
    /// How a worker keeps tasks.
    struct Keeping {
        DequeKind deque;
        std::size_t deque_capacity;
        ReadyOrder ready_order;
    };

    TaskWorker(TaskLocality& home, unsigned index, const Keeping& keeping);

    TaskLocality& home() const { return home_; }
    /// Of the workers of its locality.
    unsigned number() const { return index_; }
    /// Sets its first task, which outlives the run.
    void begin_with(const std::function<void(Fork)>& first) { first_ = &first; }

    void call() override;
    /// A worker of another locality requests a task.
    void want_attention() { deque_.raise(); }
    /// To be called before it is started: sets the result of context_of() in its tasks.
    void set_context(void* context) { deque_.set_context(context); }
    /// While it stands still: the places where results of stolen tasks may be.
    std::span<Descriptor> stolen_and_next() const { return deque_.stolen_and_next(); }
    /// Its connection to other localities; null if there are none.
    const RemoteStealing* remote() const { return remote_.get(); }
    /// While it stands still: the results that have come from other localities are also in stolen_and_next().
    void take_results_back() {
        if (remote_) remote_->take_results_back();
    }

    // --- For a thread that is this worker while it makes a call in a pool

    /// Returns the top of the deque.
    Descriptor* sit_down();
    void stand_up() { close(); }
    /// Works for others until `is_over()`; `top`: of the deque.
    void help_until(const std::function<bool()>& is_over, Descriptor* top);
    /// Looks again soon whether that is so.
    void wake() { woken_.notify_all(); }

    // --- The slow path: see slow_path.hpp

    bool join(Descriptor* task, Descriptor* top);
    Descriptor* drop(Descriptor* task, Descriptor* top) noexcept;
    void communicate(Descriptor* top);
    void expose(Descriptor* top);
    void expose_all(Descriptor* top);

    // --- Futures

    /// To be called before a future's task is made. Throws Abandoned if the computation is to end.
    void leave_if_ending();
    /// Lets the time pass that it takes to make a task, where time passes only as that is said.
    void note_made();
    /// Adds a task to its queue that is ready because it was made so, or because of a task that has ended here, and
    /// counts it: one that waits is counted by those for which it waits.
    void push_made(FutureState& task);
    void push_ready(FutureState& task);
    void await(FutureState& awaited, Descriptor* top);
    /// To be called when it does not run: finishes all tasks in its queue without running them.
    void abandon_ready();

    // --- For other workers

    /// Wakes it to take a ready task, if it rests and may; returns whether it did.
    bool tell_of_ready();
    bool has_ready() const { return !ready_.empty(); }
    /// Whether the task on top of its stack belongs to a future.
    bool in_future() const { return future_floor_.load(std::memory_order_acquire) != nullptr; }

  private:
    bool take_own() override;
    bool take_from(Worker& /*victim*/) override { return false; }
    TaskSize run_task() override;
    bool after_task() override;
    bool steal() override;
    void wait_for_work(unsigned rounds) override;
    void work() override;

    void run_first();
    void run_stolen(Descriptor* top);
    void run_remote(const RemoteTask& stolen, Descriptor* top);
    void abandon(Descriptor& given);

    // --- As a victim

    bool attend(const Descriptor* below);
    void count_for_time();
    void pass_time();
    bool is_called_to_stand() const;
    void stand_if_called();
    [[noreturn]] void leave_computation();
    void pause_while(const std::function<bool()>& others_run);
    void answer(const Descriptor* below);
    TakenTasks offer(const Descriptor* below, unsigned thief);
    void answer_remote(const Descriptor* below);
    void open();
    void close();
    void drop_last(Descriptor& task, bool unwinding) noexcept;

    // --- As a thief

    bool take_kept();
    bool steal_for(Descriptor* awaited);
    bool steal_from_others(Descriptor* awaited);
    bool steal_back(Descriptor& awaited);
    bool steal_from(unsigned victim, Descriptor* awaited);
    bool steal_part_of(Descriptor& awaited);
    bool steal_anywhere(Descriptor* awaited);
    bool steal_remotely(unsigned victim, Descriptor* awaited);
    bool took(Descriptor* given);
    Descriptor* ask(TaskWorker& victim, Descriptor* awaited);
    Descriptor* withdraw();
    void give_back(Descriptor* given);
    Descriptor* collect();
    Descriptor* take_shared_from(TaskWorker& victim);

    // --- Futures

    // While a task is on top of the worker's stack that belongs to a future, or does not: then none is below.
    class InFuture {
      public:
        InFuture(TaskWorker& worker, const Descriptor* top, bool is)
            : floor_(worker.future_floor_), before_(floor_.load(std::memory_order_relaxed)) {
            // Before it is checked whether the computation ends: see leave_computation().
            if (is && before_ == nullptr) floor_.store(top, std::memory_order_seq_cst);
        }
        InFuture(const InFuture&) = delete;
        InFuture& operator=(const InFuture&) = delete;
        // Releases what the task did to a worker that waits until it has left.
        ~InFuture() { floor_.store(before_, std::memory_order_release); }

      private:
        std::atomic<const Descriptor*>& floor_;
        const Descriptor* const before_;
    };
    class Watch;

    /// Whether a task, which this worker or a thief has taken from here, belongs to a future.
    bool is_of_future(const Descriptor& taken) const {
        const Descriptor* const floor = future_floor_.load(std::memory_order_relaxed);
        return floor != nullptr && &taken >= floor;
    }
    FutureState* run_future(FutureState& task, Descriptor* top);
    void begin_future(FutureState& task);
    void help_with_future(FutureState& task, Descriptor* top);
    bool finish(FutureState& task);
    bool take_ready(TaskWorker& owner);
    bool take_needed(FutureState& awaited);
    bool waits_for_itself(FutureState& awaited) const;
    void rest_until_ready(const std::function<bool()>& has_news, unsigned rounds);
    bool looks_on(unsigned rounds);

    void begin_to_wait();
    void help(Descriptor* top);
    bool has_ended(Descriptor& task);
    bool is_over(Descriptor* awaited);
    bool wait_for(Descriptor& task);
    bool help_until_ended(Descriptor& task);
    void rest_until(const std::function<bool()>& has_news, unsigned rounds);

    TaskLocality& home_;
    const StealAmount amount_;
    const std::unique_ptr<TaskDeque> own_deque_;
    TaskDeque& deque_ = *own_deque_;
    StealCells cells_;
    std::unique_ptr<RemoteStealing> remote_;  // null: there are no other localities
    EventCount woken_;                        // by answers, by the ends of stolen tasks, and by call()
    Clock::time_point looks_until_{};         // without work, in a pool
    const std::function<void(Fork)>* first_ = nullptr;
    Descriptor* in_hand_ = nullptr;  // stolen, and not begun
    std::optional<RemoteTask> remote_in_hand_;
    FutureState* future_in_hand_ = nullptr;
    KeptTasks kept_;                     // the ones that came with it: none while it asks for another one
    unsigned victim_ = 0;                // the last one that it asked, or from which it stole
    std::uint64_t begun_ = 0;            // number of tasks for which no time has passed yet
    int exceptions_ = 0;                 // number under way on this thread when its current task began
    std::optional<InFuture> in_future_;  // while a future's task is the runtime's
    FutureState* finished_ = nullptr;    // that task, if it is to be finished
    bool passes_on_ = false;             // while one is finished that is still counted
    ReadyQueue ready_;
    std::atomic<bool> rests_ = false;                        // and would take a ready task
    std::atomic<const Descriptor*> future_floor_ = nullptr;  // its tasks from here on belong to futures; null: none
};

}  // namespace scrump::detail
