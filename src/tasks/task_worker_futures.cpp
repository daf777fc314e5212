// What a worker does with the tasks of futures: src/tasks/task_worker.cpp has all else.

#include <scrump/metrics/detail/meter.hpp>
#include <scrump/runtime/detail/look_around.hpp>
#include <scrump/tasks/detail/pool_gate.hpp>
#include <scrump/tasks/detail/task_worker.hpp>

#include <scrump/base/detail/here.hpp>
#include <scrump/base/detail/platform.hpp>
#include <scrump/base/error.hpp>
#include <scrump/tasks/detail/slow_path.hpp>
#include <scrump/tasks/detail/task_locality.hpp>

#include <utility>

namespace scrump::detail {

// --- From a Fork

void begin_future(Descriptor* top) {
    refuse_if_lent(top);
    owner_below(top).leave_if_ending();
}

void start_future(FutureState& task, Descriptor* top) {
    task.start_task(owner_below(top));
}

void await_future(FutureState& state, Descriptor* top) {
    refuse_if_lent(top);
    TaskWorker& owner = owner_below(top);
    owner.await(state, top);
    if (state.abandoned()) owner.leave_if_ending();  // dropped as this computation ends, or with an earlier one
    state.rethrow();
}

void TaskWorker::leave_if_ending() {
    if (home_.ending()) [[unlikely]]
        leave_computation();
}

void TaskWorker::note_made() {
    if (pace_ != nullptr) pace_->add(Platform::Pace::Work::spawn, 1);
}

// --- Ready tasks

void TaskWorker::push_made(FutureState& task) {
    home_.expect_stolen();
    ready_.push(task);
    home_.tell_of_ready(index_);
}

// One is for this worker itself, and is counted in place of the task that has ended.
void TaskWorker::push_ready(FutureState& task) {
    if (!std::exchange(passes_on_, false)) home_.expect_stolen();
    if (ready_.push(task) > 1) home_.tell_of_ready(index_);
}

// What this worker has asked another one for comes first. Says whether there is something in its hands.
bool TaskWorker::take_ready(TaskWorker& owner) {
    if (!owner.has_ready()) return false;
    if (took(withdraw())) return true;
    while (FutureState* const task = &owner == this ? ready_.take_own() : owner.ready_.take_oldest()) {
        if (task->claim()) {
            future_in_hand_ = task;
            return true;
        }
        task->release();
    }
    return false;
}

void TaskWorker::abandon_ready() {
    while (FutureState* const task = ready_.take_oldest()) {
        if (task->claim()) {
            task->abandon(*this);
            task->finish(this);
        } else {
            task->release();
        }
    }
}

// --- Running

// Returns the task if it is to be finished: that makes other tasks ready, and is management, not work.
FutureState* TaskWorker::run_future(FutureState& task, Descriptor* top) {
    if (home_.ending()) {
        task.abandon(*this);
        return &task;
    }
    const int exceptions = std::exchange(exceptions_, std::uncaught_exceptions());
    open();
    count_for_time();
    const bool is_over = task.run(*this, Fork(top));
    close();
    exceptions_ = exceptions;
    return is_over ? &task : nullptr;
}

// As the runtime's task.
void TaskWorker::begin_future(FutureState& task) {
    in_future_.emplace(*this, deque_.first(), true);
    finished_ = run_future(task, deque_.first());
}

bool TaskWorker::after_task() {
    if (!in_future_) return true;
    const bool counted = finished_ == nullptr || finish(*std::exchange(finished_, nullptr));
    in_future_.reset();
    return counted;
}

// Returns whether it is still counted, since no other task has become ready by it.
bool TaskWorker::finish(FutureState& task) {
    passes_on_ = true;
    task.finish(this);
    return std::exchange(passes_on_, false);
}

// The same in the middle of a task that waits.
void TaskWorker::help_with_future(FutureState& task, Descriptor* top) {
    const Meter::Interruption interruption = meter_.interrupt_task();
    if (pace_ != nullptr) pace_->add(Platform::Pace::Work::task, 1);
    meter_.begin_task(now());
    ++counters_.tasks;
    const InFuture in_future(*this, top, true);
    FutureState* const finished = run_future(task, top);
    const Clock::time_point ended = now();
    meter_.end_task(1, 0, ended);
    meter_.end_interruption(interruption);
    publish(ended);
    run_out_of_work(ended);
    if (finished == nullptr || finish(*finished)) home_.task_done();
}

// --- Waiting

// In the middle of a task, the deque may have tasks that others can steal: then its cells stay open.
void TaskWorker::await(FutureState& awaited, Descriptor* top) {
    if (awaited.done()) return;
    if (!awaited.is_of(home_)) throw Error("this future belongs to another computation, and is not ready");
    begin_to_wait();
    bool is_open = true;
    const auto set_open = [&](bool opens) {
        if (is_open == opens) return;
        opens ? open() : close();
        is_open = opens;
    };
    const auto stays = [&] {
        stand_if_called();
        return !home_.ending();
    };
    const auto run_in_hand = [&] {
        set_open(false);
        help(top);
    };
    const bool only_needed = in_future() || here.isolated > 0;
    awaited.announce(*this);
    bool goes_on = true;
    bool can_end = true;
    bool rested = true;
    for (unsigned rounds = 0; !awaited.done(); ++rounds) {
        set_open(deque_.oldest(top) != nullptr);
        goes_on = is_open ? attend(top) : stays();
        if (!goes_on || !can_end) break;
        if (only_needed ? take_needed(awaited) : steal_for(nullptr)) {
            run_in_hand();
            rounds = 0;
            rested = false;
            continue;
        }
        rested = true;
        can_end = !waits_for_itself(awaited);
        rest_until_ready(
            [&] {
                return awaited.done() || !can_end || home_.ending() || cells_.answered() || cells_.is_asked() ||
                       is_called_to_stand();
            },
            rounds);
    }
    if (here.isolated > 0) {
        give_back(withdraw());
    } else if (took(withdraw())) {
        run_in_hand();
    }
    set_open(true);
    meter_.enter(Meter::State::working, rested ? now() : out_of_work_since());  // each look at the clock takes time
    if (!can_end && !awaited.done()) throw Error("a task waits for a future that needs the end of the task");
    if (goes_on) return;
    // What the awaited task uses may be on this worker's stack.
    pause_while(
        [&] { return awaited.phase() == FutureState::Phase::begun && awaited.runner() != this && !awaited.done(); });
    leave_computation();
}

// What a future's task may do while it waits: the task of the awaited future if it is ready, or of one that this waits
// for.
bool TaskWorker::take_needed(FutureState& awaited) {
    awaited.hold();
    StateRef<FutureState> needed(&awaited);
    while (needed) {
        if (needed->claim()) {
            future_in_hand_ = needed.leave();
            meter_.looked_into_pool(true);
            return true;
        }
        if (needed->phase() != FutureState::Phase::ready) needed = needed->unfinished_input();
    }
    return false;
}

// Whether it needs a task below on this worker's stack. A program can do that only by a variable that has the task's
// own future.
bool TaskWorker::waits_for_itself(FutureState& awaited) const {
    if (!in_future()) return false;
    awaited.hold();
    StateRef<FutureState> needed(&awaited);
    while (needed) {
        if (needed->phase() == FutureState::Phase::begun) return needed->runner() == this && !needed->done();
        needed = needed->unfinished_input();
    }
    return false;
}

// --- Resting

// While a worker rests that would take a ready task.
class TaskWorker::Watch {
  public:
    explicit Watch(TaskWorker& worker) : worker_(worker) {
        worker_.home_.resting().fetch_add(1, std::memory_order_seq_cst);
        worker_.rests_.store(true, std::memory_order_seq_cst);
    }
    Watch(const Watch&) = delete;
    Watch& operator=(const Watch&) = delete;
    ~Watch() {
        worker_.rests_.store(false, std::memory_order_relaxed);
        worker_.home_.resting().fetch_sub(1, std::memory_order_relaxed);
    }

  private:
    TaskWorker& worker_;
};

// Between the two looks into queues, one of this worker and another one that adds a task sees the other.
void TaskWorker::rest_until_ready(const std::function<bool()>& has_news, unsigned rounds) {
    if (in_future() || here.isolated > 0) return rest_until(has_news, rounds);
    const Watch watch(*this);
    if (home_.has_ready()) return;
    const auto has_work = [&] { return !rests_.load(std::memory_order_acquire) || has_news(); };
    static constexpr unsigned looks_between_steals = 16;
    if (!looks_on(rounds)) return rest_until(has_work, rounds);
    look_around(meter_, has_work, looks_between_steals);
}

// In a plain call a worker without work looks on for a while before it sleeps: what it waits for is mostly short, and
// the next call may follow at once.
bool TaskWorker::looks_on(unsigned rounds) {
    const PoolGate* const gate = home_.gate();
    if (gate == nullptr || !gate->looks()) return false;
    const Clock::time_point now = Clock::now();
    if (rounds == 0) looks_until_ = now + LookTime::longest;
    return now < looks_until_;
}

bool TaskWorker::tell_of_ready() {
    if (!rests_.load(std::memory_order_seq_cst) || !rests_.exchange(false, std::memory_order_acq_rel)) return false;
    wake();
    return true;
}

}  // namespace scrump::detail
