#include <scrump/tasks/detail/future_state.hpp>

#include <scrump/base/detail/platform.hpp>
#include <scrump/base/error.hpp>
#include <scrump/tasks/detail/slow_path.hpp>
#include <scrump/tasks/detail/task_locality.hpp>
#include <scrump/tasks/detail/task_worker.hpp>

#include <utility>

namespace scrump::detail {
namespace {

// Of a state for which several workers wait.
TaskWorker* everyone() {
    static char none;
    return reinterpret_cast<TaskWorker*>(&none);
}

}  // namespace

FutureState::Link FutureState::over;

// --- For the owner of its future

void FutureState::rethrow() const {
    if (outcome_ == Outcome::abandoned)
        throw Error("this future has no value: its computation ended before its task was run");
    if (outcome_ != Outcome::failure) return;
    failure_->seen.store(true, std::memory_order_relaxed);
    std::rethrow_exception(failure_->exception);
}

// --- Inputs

// Returns false if this state is over, so that nothing needs to wait for it.
bool FutureState::put_in(Link& waiting) {
    waiting.next = waiters_.load(std::memory_order_acquire);
    while (waiting.next != &over) {
        if (waiters_.compare_exchange_weak(waiting.next, &waiting, std::memory_order_acq_rel,
                                           std::memory_order_acquire))
            return true;
    }
    return false;
}

void FutureState::check_inputs(const TaskLocality& home) const {
    for (const Link& link : links_) {
        if (!link.input->done() && !link.input->is_of(home))
            throw Error("this future belongs to another computation, and is not ready: get it there first");
    }
}

// One more is missing until all links are in their lists. Returns whether all inputs are there.
bool FutureState::await_inputs() {
    missing_.store(static_cast<std::uint32_t>(links_.size()) + 1, std::memory_order_relaxed);
    std::uint32_t there = 1;
    for (Link& link : links_) {
        link.state = this;
        if (!link.input->put_in(link)) ++there;
    }
    return missing_.fetch_sub(there, std::memory_order_acq_rel) == there;
}

void FutureState::start_task(TaskWorker& worker) {
    try {
        check_inputs(worker.home());
    } catch (...) {
        release();
        throw;
    }
    home_ = &worker.home();
    worker.note_made();
    if (!await_inputs()) return;
    control_.fetch_add(phase_unit, std::memory_order_release);
    worker.push_made(*this);
}

void FutureState::start_join() {
    is_join_ = true;
    try {
        for (const Link& link : links_) {
            if (!link.input->done()) home_ = link.input->home_;
        }
        if (home_ != nullptr) check_inputs(*home_);
    } catch (...) {
        release();
        throw;
    }
    if (!await_inputs()) return;
    conclude_now(nullptr);
    finish(nullptr);
}

StateRef<FutureState> FutureState::unfinished_input() {
    std::uint32_t now = control_.load(std::memory_order_relaxed);
    do {
        if (static_cast<Phase>(now >> phase_shift) != Phase::waiting) return {};
    } while (!control_.compare_exchange_weak(now, now + 1, std::memory_order_acquire, std::memory_order_relaxed));
    StateRef<FutureState> found;
    for (const Link& link : links_) {
        if (link.input->done()) continue;
        link.input->hold();
        found = StateRef<FutureState>(link.input);
        break;
    }
    control_.fetch_sub(1, std::memory_order_release);
    return found;
}

void FutureState::await_visitors() const {
    while (control_.load(std::memory_order_acquire) % phase_unit != 0) Platform::current().yield();
}

// --- Running

bool FutureState::claim() {
    std::uint32_t now = control_.load(std::memory_order_relaxed);
    do {
        if (static_cast<Phase>(now >> phase_shift) != Phase::ready) return false;
    } while (
        !control_.compare_exchange_weak(now, now + phase_unit, std::memory_order_acquire, std::memory_order_relaxed));
    await_visitors();
    return true;
}

bool FutureState::run(TaskWorker& worker, Fork fork) {
    runner_.store(&worker, std::memory_order_relaxed);
    bool follows = false;
    if (!adopt_failure()) {
        try {
            follows = call(std::move(fork));
            outcome_ = Outcome::value;
        } catch (const Abandoned&) {
            outcome_ = Outcome::abandoned;
        } catch (...) {
            fail(&worker);
        }
    }
    if (follows) return follow(worker);
    drop();
    return true;
}

void FutureState::abandon(TaskWorker& worker) {
    outcome_ = Outcome::abandoned;
    worker.home().note_left();
    drop();
}

// What its function returned, is a future: the value comes from there.
bool FutureState::follow(TaskWorker& worker) {
    outcome_ = Outcome::none;
    is_join_ = true;
    passes_failures_ = true;
    try {
        check_inputs(worker.home());
    } catch (...) {
        fail(&worker);
        drop();
        return true;
    }
    runner_.store(nullptr, std::memory_order_relaxed);
    control_.fetch_sub(2 * phase_unit, std::memory_order_release);
    if (!await_inputs()) return false;
    conclude_now(&worker);
    return true;
}

// The first one's, in their order. Where there are others, nobody who reads this value can see them.
bool FutureState::adopt_failure() {
    if (!passes_failures_) return false;
    for (const Link& link : links_) {
        const FutureState& input = *link.input;
        if (input.outcome_ == Outcome::value) continue;
        if (outcome_ != Outcome::none) {
            if (input.failure_ != nullptr && input.failure_ != failure_)
                input.failure_->seen.store(true, std::memory_order_relaxed);
            continue;
        }
        outcome_ = input.outcome_;
        failure_ = input.failure_;
    }
    return outcome_ != Outcome::none;
}

void FutureState::conclude_now(TaskWorker* worker) {
    control_.fetch_add(2 * phase_unit, std::memory_order_acquire);
    await_visitors();
    if (!adopt_failure()) {
        try {
            conclude();
            outcome_ = Outcome::value;
        } catch (...) {
            fail(worker);
        }
    }
    drop();
}

void FutureState::fail(TaskWorker* worker) {
    outcome_ = Outcome::failure;
    failure_ = std::make_shared<FutureFailure>(std::current_exception());
    if (worker != nullptr) worker->home().keep(failure_);
}

// --- The end

// Those that wait for it as joins are finished here, too, one after the other: a chain may be long. When the last one
// is taken off what a state misses, its link is not this worker's any more.
void FutureState::finish(TaskWorker* worker) {
    FutureState* finished = this;
    while (finished != nullptr) {
        FutureState& state = *finished;
        finished = std::exchange(state.next_, nullptr);
        Link* newest = state.waiters_.exchange(&over, std::memory_order_seq_cst);
        state.wake();
        Link* oldest = nullptr;
        while (newest != nullptr) oldest = std::exchange(newest, std::exchange(newest->next, oldest));
        while (oldest != nullptr) {
            FutureState& waiting = *oldest->state;
            oldest = oldest->next;
            if (waiting.missing_.fetch_sub(1, std::memory_order_acq_rel) != 1) continue;
            if (waiting.is_join_) {
                waiting.conclude_now(worker);
                waiting.next_ = std::exchange(finished, &waiting);
            } else {
                waiting.control_.fetch_add(phase_unit, std::memory_order_release);
                worker->push_ready(waiting);
            }
        }
        state.release();
    }
}

void FutureState::announce(TaskWorker& waiting) {
    TaskWorker* other = nullptr;
    if (!awaiting_.compare_exchange_strong(other, &waiting, std::memory_order_seq_cst) && other != &waiting)
        awaiting_.store(everyone(), std::memory_order_seq_cst);
}

void FutureState::wake() {
    TaskWorker* const waiting = awaiting_.load(std::memory_order_seq_cst);
    if (waiting == nullptr) return;
    if (waiting == everyone()) return home_->wake_all();
    waiting->wake();
}

}  // namespace scrump::detail
