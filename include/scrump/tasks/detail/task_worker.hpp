#pragma once
// The runtime's worker, for tasks: the slow path of a Fork, and stealing.
//
// It gives a task away when a sync finds its steal boundary raised: the oldest one, unless that is the one being
// synced: waiting for that would be worse than running it. At the sync of a stolen task it helps the thief first
// (leapfrogging: Wagner and Calder, PPoPP 1993), as that works on the awaited task, and then others, until the task has
// ended.

#include <scrump/base/detail/event_count.hpp>
#include <scrump/runtime/detail/worker.hpp>
#include <scrump/tasks/detail/remote_stealing.hpp>
#include <scrump/tasks/detail/steal_cells.hpp>
#include <scrump/tasks/detail/taken_tasks.hpp>
#include <scrump/tasks/detail/task_deque.hpp>
#include <scrump/tasks/fork.hpp>

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
    TaskWorker(TaskLocality& home, unsigned index, DequeKind deque, std::size_t deque_capacity);

    TaskLocality& home() { return home_; }
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

  private:
    bool take_own() override;
    bool take_from(Worker& /*victim*/) override { return false; }
    TaskSize run_task() override;
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
    void answer(const Descriptor* below);
    TakenTasks offer(const Descriptor* below, unsigned thief);
    void answer_remote(const Descriptor* below);
    void open();
    void close();
    void drop_last(Descriptor& task, bool unwinding) noexcept;

    // --- As a thief

    bool steal_for(Descriptor* awaited);
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

    bool has_ended(Descriptor& task);
    bool is_over(Descriptor* awaited);
    bool wait_for(Descriptor& task);
    bool help_until_ended(Descriptor& task);
    void help(Descriptor* top);
    void rest_until(const std::function<bool()>& has_news, unsigned rounds);

    TaskLocality& home_;
    const StealAmount amount_;
    const std::unique_ptr<TaskDeque> own_deque_;
    TaskDeque& deque_ = *own_deque_;
    StealCells cells_;
    std::unique_ptr<RemoteStealing> remote_;  // null: there are no other localities
    EventCount woken_;                        // by answers, by the ends of stolen tasks, and by call()
    const std::function<void(Fork)>* first_ = nullptr;
    Descriptor* in_hand_ = nullptr;  // stolen, and not begun
    std::optional<RemoteTask> remote_in_hand_;
    KeptTasks kept_;           // the ones that came with it: none while it asks for another one
    unsigned victim_ = 0;      // the last one that it asked, or from which it stole
    std::uint64_t begun_ = 0;  // number of tasks for which no time has passed yet
    int exceptions_ = 0;       // number under way on this thread when its current task began
};

}  // namespace scrump::detail
