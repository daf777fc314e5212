// What a worker does with those of other localities: src/tasks/task_worker.cpp has all else.

#include <scrump/metrics/detail/meter.hpp>
#include <scrump/tasks/detail/task_worker.hpp>

#include <scrump/base/error.hpp>
#include <scrump/runtime/detail/look_around.hpp>
#include <scrump/tasks/detail/slow_path.hpp>
#include <scrump/tasks/detail/task_locality.hpp>

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <exception>
#include <utility>

namespace scrump::detail {

// --- As a victim

// What goes wrong when arguments are made bytes is nobody's but the computation's: the task that syncs did nothing.
// Tasks that belong to futures stay here.
void TaskWorker::answer_remote(const Descriptor* below) {
    const Descriptor* const floor = future_floor_.load(std::memory_order_relaxed);
    try {
        remote_->answer(deque_, floor != nullptr ? std::min(below, floor) : below);
    } catch (...) {
        home_.fail(std::current_exception());
    }
}

// --- As a thief

// The policy's victim, here or elsewhere. Tasks that another worker of this locality may still give are not waited for.
bool TaskWorker::steal_anywhere(Descriptor* awaited) {
    for (unsigned attempt = 0; attempt < remote_->size(); ++attempt) {
        if (is_over(awaited)) return false;
        const std::optional<unsigned> victim = remote_->choose();
        if (!victim) return false;
        const bool here = remote_->is_here(*victim);
        if (here) ++counters_.steals_tried;
        if (here ? steal_from(remote_->index_of(*victim), awaited) : steal_remotely(*victim, awaited)) {
            remote_->succeeded(*victim);
            return true;
        }
        remote_->failed(*victim);
    }
    return false;
}

bool TaskWorker::steal_remotely(unsigned victim, Descriptor* awaited) {
    if (took(withdraw())) return true;
    remote_in_hand_ = remote_->steal(victim, [&] { return is_over(awaited) || is_called_to_stand(); });
    const bool stolen = remote_in_hand_.has_value();
    meter_.note_moment(TimelineEvent::Kind::remote_steal, stolen ? 1 : 0, remote_->locality_of(victim));
    return stolen;
}

// As bytes in a descriptor of its own.
void TaskWorker::run_remote(const RemoteTask& stolen, Descriptor* top) {
    if (home_.ending()) return home_.note_left();
    if (stolen.call == nullptr) {
        return home_.fail(std::make_exception_ptr(
            Error("a task that was stolen from another process calls a function that this one does not have: all must "
                  "be the same program")));
    }
    Descriptor task{};
    std::size_t held = 0;
    const int exceptions = std::exchange(exceptions_, std::uncaught_exceptions());
    try {
        held = remote_->unpack(stolen, task);
        open();
        count_for_time();
        task.execute(task, Fate::run, Fork(top));
        close();
    } catch (...) {
        new (task.content) std::exception_ptr(std::current_exception());
        task.set(Descriptor::State::failed);
    }
    exceptions_ = exceptions;
    remote_->bring_back(stolen, task);
    remote_->release(held);
    if (home_.ending()) home_.note_left();
}

// --- While it waits

// What another locality has comes back only if it is looked for. Where the computation ends first, it was left.
bool TaskWorker::has_ended(Descriptor& task) {
    if (!remote_ || !RemoteStealing::is_remote(task.holder())) return task.finished();
    if (!remote_->has_ended(task)) return false;
    if (home_.ending()) home_.note_left();
    return true;
}

// No worker of another locality wakes this one: it looks again by itself, the later the more often it failed.
void TaskWorker::rest_until(const std::function<bool()>& has_news, unsigned rounds) {
    if (!remote_) {
        const Locality::Idling idling(home_);
        return rest(woken_, has_news, rounds);
    }
    static constexpr std::chrono::microseconds looks_again{20};
    static constexpr unsigned most_doublings = 5;
    const RemoteStealing::Expecting expecting(*remote_);
    meter_.begin_wait();
    if (!look_around(meter_, has_news) && !home_.settings().look_on) {
        const EventCount::Key key = woken_.prepare_wait();
        if (has_news()) {
            woken_.cancel_wait();
        } else {
            woken_.wait(key, Clock::now() + looks_again * (1U << std::min(rounds, most_doublings)));
        }
    }
    meter_.end_wait();
}

}  // namespace scrump::detail
