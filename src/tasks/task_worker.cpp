#include <scrump/tasks/detail/task_worker.hpp>

#include <scrump/base/detail/here.hpp>
#include <scrump/base/detail/platform.hpp>
#include <scrump/base/error.hpp>
#include <scrump/metrics/detail/meter.hpp>
#include <scrump/runtime/detail/look_around.hpp>
#include <scrump/tasks/detail/pool_gate.hpp>
#include <scrump/tasks/detail/slow_path.hpp>
#include <scrump/tasks/detail/task_locality.hpp>

#include <chrono>
#include <new>
#include <optional>
#include <string>
#include <utility>

namespace scrump::detail {

// --- From the fast path

void refuse_if_lent(const Descriptor* top) {
    if (top != lent()) return;
    throw Error(
        "this fork is in use: its task waits for a loop or for other tasks, and what runs meanwhile takes a fork of "
        "its "
        "own, a scrump::Fork as its first parameter");
}

bool join(Descriptor* task, Descriptor* top) {
    refuse_if_lent(top);
    return owner_below(top).join(task, top);
}

Descriptor* drop(Descriptor* task, Descriptor* top) noexcept {
    refuse_if_lent(top);  // ends the program: a handle of another task cannot be dropped here
    return owner_below(top).drop(task, top);
}

void communicate(Descriptor* top) {
    refuse_if_lent(top);
    owner_below(top).communicate(top);
}

void expose(Descriptor* top) {
    owner_below(top).expose(top);
}

void expose_all(Descriptor* top) {
    owner_below(top).expose_all(top);
}

unsigned workers_of(const Descriptor* top) {
    refuse_if_lent(top);
    return owner_below(top).home().workers_in_all();
}

void refuse_task(const Descriptor* top) {
    refuse_if_lent(top);
    throw Error("a worker keeps at most " + std::to_string(array_capacity) +
                " tasks that are spawned and not synced: sync some before more are spawned");
}

// --- The worker, as the runtime sees it

TaskWorker::TaskWorker(TaskLocality& home, unsigned index, const Keeping& keeping)
    : Worker(home, index, false),
      home_(home),
      amount_(home.settings().policy.steal.value_or(StealAmount{.kind = StealAmount::Kind::one})),
      own_deque_(make_deque(keeping.deque, *this, keeping.deque_capacity)),
      ready_(keeping.ready_order) {
    if (LocalityStealing* const stealing = home.stealing()) {
        remote_ = std::make_unique<RemoteStealing>(*stealing, index, home.settings());
        remote_->share_boundary(deque_);
    }
}

void TaskWorker::call() {
    Worker::call();
    deque_.raise();
    woken_.notify_all();
    if (PoolGate* const gate = home_.gate()) gate->call_all();
}

// To the runtime, what an idle worker steals from a deque is one more task: it counts it off when that is done. Those
// of futures are counted when they are made.
bool TaskWorker::take_own() {
    if (first_ != nullptr) return true;
    if (!take_ready(*this)) return false;
    if (future_in_hand_ == nullptr) home_.expect_stolen();
    return true;
}

TaskSize TaskWorker::run_task() {
    if (first_ != nullptr) {
        run_first();
    } else if (future_in_hand_ != nullptr) {
        begin_future(*std::exchange(future_in_hand_, nullptr));
    } else {
        run_stolen(deque_.first());
    }
    return {.work = 1};
}

void TaskWorker::run_first() {
    const auto& first = *std::exchange(first_, nullptr);
    open();
    try {
        first(Fork(deque_.first()));
        home_.note_first_returned();
    } catch (const Abandoned&) {
    } catch (...) {
        home_.fail(std::current_exception());
    }
    close();
}

Descriptor* TaskWorker::sit_down() {
    exceptions_ = std::uncaught_exceptions();
    open();
    return deque_.first();
}

void TaskWorker::wait_for_work(unsigned rounds) {
    PoolGate* const gate = home_.gate();
    if (gate != nullptr && !gate->busy()) {
        const Locality::Idling idling(home_);
        return gate->wait([this] { return home_.ending(); });
    }
    rest_until_ready([this] { return home_.has_news() || cells_.answered() || is_called_to_stand(); }, rounds);
}

void TaskWorker::work() {
    Worker::work();
    if (Descriptor* const late = withdraw()) abandon(*late);
    home_.standstill().leave();
}

// Where the computation ends, what is left of it is not begun. When this has set the task's state, that may be gone.
void TaskWorker::run_stolen(Descriptor* top) {
    if (remote_in_hand_) return run_remote(*std::exchange(remote_in_hand_, std::nullopt), top);
    Descriptor& given = *std::exchange(in_hand_, nullptr);
    if (home_.ending()) return abandon(given);
    TaskWorker& owner = owner_below(&given + 1);
    const InFuture in_future(*this, top, owner.is_of_future(given));
    const int exceptions = std::exchange(exceptions_, std::uncaught_exceptions());
    open();
    count_for_time();
    given.execute(given, Fate::run, Fork(top));
    close();
    exceptions_ = exceptions;
    owner.woken_.notify_all();
}

void TaskWorker::abandon(Descriptor& given) {
    TaskWorker& owner = owner_below(&given + 1);
    home_.note_left();
    given.execute(given, Fate::drop_arguments, Fork(deque_.first()));
    new (given.content) std::exception_ptr(std::make_exception_ptr(Abandoned{}));
    given.set(Descriptor::State::failed);
    owner.woken_.notify_all();
}

// --- As a victim

bool TaskWorker::join(Descriptor* task, Descriptor* top) {
    if (task == nullptr) throw Error("this handle stands for no task any more: it was synced, discarded or moved from");
    if (task + 1 != top) {
        drop(task, top);
        throw Error("tasks of one fork are synced in the reverse order of their spawning: this is not the last one");
    }
    if (!attend(task)) {
        drop(task, top);
        leave_computation();
    }
    if (deque_.is_stolen(task) && wait_for(*task)) return true;
    count_for_time();
    return false;
}

// Otherwise they would be available only at the next sync.
void TaskWorker::expose(Descriptor* top) {
    const std::size_t shared = deque_.shared();
    if (shared > 0 && shared >= home_.idle_workers()) return;
    expose_all(top);
}

void TaskWorker::expose_all(Descriptor* top) {
    deque_.share_all(top);
    communicate(top);
}

void TaskWorker::communicate(Descriptor* top) {
    if (!attend(top)) leave_computation();
}

// Answers all wishes; tasks below this one may be given, and all others are the worker's own or stolen then. Returns
// false if the computation is to end: then the boundary stays raised, so that all syncs learn of it.
bool TaskWorker::attend(const Descriptor* below) {
    deque_.take_back(below);
    do {
        deque_.restore_boundary();
        stand_if_called();
        if (home_.ending()) {
            deque_.raise();
            return false;
        }
        answer(below);
        if (remote_ && remote_->is_asked()) answer_remote(below);
    } while (!deque_.is_boundary_true());
    if (pace_ != nullptr) deque_.raise();
    return true;
}

// A task that is run counts as a node, where time passes only as that is said; there the boundary stays raised, so that
// all syncs come here.
void TaskWorker::count_for_time() {
    if (pace_ == nullptr) return;
    if (++begun_ >= pace_->step(Platform::Pace::Work::node)) pass_time();
}

void TaskWorker::pass_time() {
    if (begun_ > 0) did(Platform::Pace::Work::node, std::exchange(begun_, 0));
}

bool TaskWorker::is_called_to_stand() const {
    return home_.standstill().wanted();
}

void TaskWorker::stand_if_called() {
    if (is_called_to_stand()) home_.standstill().stand();
}

// Tasks of futures may use what a task of no future has on its stack, which is unwound now: they leave first. They do
// not wait for such tasks.
void TaskWorker::leave_computation() {
    home_.note_left();
    if (!in_future()) pause_while([this] { return home_.others_run_futures(index_); });
    throw Abandoned{};
}

void TaskWorker::pause_while(const std::function<bool()>& others_run) {
    static constexpr std::chrono::microseconds pause{20};
    while (others_run()) {
        stand_if_called();
        Platform::current().sleep_for(pause);
    }
}

void TaskWorker::answer(const Descriptor* below) {
    const std::optional<unsigned> thief = cells_.take_request();
    if (!thief) return;
    TaskWorker& asking = home_.task_worker(*thief);
    if (const TakenTasks taken = offer(below, *thief)) {
        asking.cells_.give(*taken.first, taken.count - 1);
    } else {
        asking.cells_.refuse();
    }
    asking.woken_.notify_all();
}

// What it has stolen and not begun goes on to the next thief, if there is nothing of its own.
TakenTasks TaskWorker::offer(const Descriptor* below, unsigned thief) {
    if (const TakenTasks taken = deque_.take(below, amount_)) {
        taken.give_to(thief);
        return taken;
    }
    Descriptor* const kept = kept_.claim(thief);
    return {.first = kept, .count = kept != nullptr ? 1U : 0U};
}

void TaskWorker::open() {
    if (pace_ != nullptr) deque_.raise();
    cells_.open();
    if (remote_) remote_->open();
}

void TaskWorker::close() {
    pass_time();
    if (remote_) remote_->close();
    if (const std::optional<unsigned> thief = cells_.close()) {
        TaskWorker& asking = home_.task_worker(*thief);
        asking.cells_.refuse();
        asking.woken_.notify_all();
    }
}

Descriptor* TaskWorker::drop(Descriptor* task, Descriptor* top) noexcept {
    const bool unwinding = std::uncaught_exceptions() > exceptions_;
    while (task < top) drop_last(*--top, unwinding);
    return top;
}

void TaskWorker::drop_last(Descriptor& task, bool unwinding) noexcept {
    const bool goes_on = attend(&task);
    if (deque_.is_stolen(&task) && wait_for(task)) {
        if (task.get() == Descriptor::State::done) return task.execute(task, Fate::drop_result, Fork(&task));
    } else if (!goes_on) {
        home_.note_left();
        return task.execute(task, Fate::drop_arguments, Fork(&task));
    } else {
        const int exceptions = std::exchange(exceptions_, std::uncaught_exceptions());
        count_for_time();
        task.execute(task, Fate::run_without_result, Fork(&task));
        exceptions_ = exceptions;
        if (task.get() == Descriptor::State::done) return;
    }
    const auto exception = task.take<std::exception_ptr>();
    if (unwinding) return;
    try {
        std::rethrow_exception(exception);
    } catch (const Abandoned&) {
    } catch (...) {
        home_.fail(exception);
    }
}

// --- As a thief

bool TaskWorker::steal() {
    stand_if_called();
    if (!took(collect()) && !take_kept() && !steal_from_others(nullptr)) return false;
    if (future_in_hand_ == nullptr) home_.expect_stolen();
    return true;
}

bool TaskWorker::take_kept() {
    in_hand_ = kept_.claim(index_);
    return in_hand_ != nullptr;
}

// While a task is awaited, its thief is asked first. While one is awaited that belongs to a future, there is nothing
// that it is known to need.
bool TaskWorker::steal_for(Descriptor* awaited) {
    if (took(collect())) return true;
    if (in_future()) return false;
    if (take_kept() || (awaited != nullptr && steal_back(*awaited))) return true;
    const bool found = take_ready(*this);
    meter_.looked_into_pool(found);
    return found || steal_from_others(awaited);
}

bool TaskWorker::steal_from_others(Descriptor* awaited) {
    if (remote_) return steal_anywhere(awaited);
    for (unsigned attempt = 0; attempt < home_.size(); ++attempt) {
        if (is_over(awaited)) return false;
        const std::optional<unsigned> victim = choose_victim();
        if (!victim) return false;
        if (steal_from(*victim, awaited)) return true;
    }
    return false;
}

// From who has what is awaited. It may be nobody for a moment: one that has just taken it, and has not yet said so.
bool TaskWorker::steal_back(Descriptor& awaited) {
    const unsigned thief = awaited.holder();
    if (thief == Descriptor::nobody || thief == index_) return false;
    if (RemoteStealing::is_remote(thief)) return steal_remotely(RemoteStealing::worker_of(thief), &awaited);
    if (!cells_.asks(home_.task_worker(thief).cells_)) ++counters_.steals_tried;
    return steal_from(thief, &awaited);
}

// The same where nothing else may be run (isolation.hpp).
bool TaskWorker::steal_part_of(Descriptor& awaited) {
    const unsigned thief = awaited.holder();
    if (thief == Descriptor::nobody || thief == index_) return false;
    ++counters_.steals_tried;
    Descriptor* const given = ask(home_.task_worker(thief), &awaited);
    const bool found = given != nullptr && !awaited.finished();
    meter_.looked_into_victims_pool(found);
    if (!found) {
        give_back(given);
        failed_at(thief);
        return false;
    }
    return took(given);
}

// Its owner runs what this worker must not begin.
void TaskWorker::give_back(Descriptor* given) {
    if (given == nullptr) return;
    TaskWorker& owner = owner_below(given + 1);
    TakenTasks{.first = given, .count = 1}.leave_to_owner();
    owner.woken_.notify_all();
}

bool TaskWorker::steal_from(unsigned victim, Descriptor* awaited) {
    TaskWorker& owner = home_.task_worker(victim);
    const bool found = take_ready(owner) || took(ask(owner, awaited));
    meter_.looked_into_victims_pool(found);
    if (!found) {
        failed_at(victim);
    } else if (future_in_hand_ != nullptr) {
        stole_from(victim);
    }
    return found;
}

// It may be another victim's than the one that was asked last.
bool TaskWorker::took(Descriptor* given) {
    if (given == nullptr) return false;
    in_hand_ = given;
    stole_from(victim_);
    return true;
}

// Waits a moment for the answer. If none comes the request stays, and may be answered while this worker sleeps; it is
// not waited for again.
Descriptor* TaskWorker::ask(TaskWorker& victim, Descriptor* awaited) {
    if (cells_.asks(victim.cells_) && !victim.deque_.shares()) return collect();
    if (Descriptor* const given = withdraw()) return given;
    if (Descriptor* const shared = take_shared_from(victim)) return shared;
    if (!cells_.ask(victim.cells_, index_)) return nullptr;
    victim_ = victim.index_;
    victim.deque_.raise();
    look_around(meter_, [&] { return cells_.answered() || is_over(awaited); });
    return collect();
}

Descriptor* TaskWorker::take_shared_from(TaskWorker& victim) {
    const TakenTasks taken = victim.deque_.steal(amount_);
    if (!taken) return nullptr;
    taken.give_to(index_);
    kept_.keep(taken.first + 1, taken.count - 1);
    victim_ = victim.index_;
    return taken.first;
}

// What was given, if there is an answer.
Descriptor* TaskWorker::collect() {
    Descriptor* const given = cells_.collect();
    if (given != nullptr) kept_.keep(given + 1, cells_.more());
    return given;
}

// Takes back what is asked. A victim that is just answering may give something.
Descriptor* TaskWorker::withdraw() {
    if (cells_.withdraw(index_)) return nullptr;
    while (!cells_.answered()) Platform::current().yield();
    return collect();
}

// Until a stolen task has ended, or is the worker's own again, as its thief has not begun it. Says whether it has
// ended.
bool TaskWorker::wait_for(Descriptor& task) {
    const bool ended = !task.claim() && help_until_ended(task);
    if (ended) ++counters_.spawns;
    deque_.leave(&task);
    attend(&task);
    return ended;
}

// Nothing is in the deque but what is stolen: so there is nothing to give but while something stolen is run.
bool TaskWorker::help_until_ended(Descriptor& task) {
    const bool isolated = here.isolated > 0;
    close();
    if (isolated) give_back(withdraw());
    begin_to_wait();
    bool taken_back = false;
    for (unsigned rounds = 0; !has_ended(task) && !(taken_back = task.claim()); ++rounds) {
        // At the end, too, the awaited task may want others to stand still, and a worker that gave something waits
        // until it is left.
        stand_if_called();
        if (isolated ? !in_future() && steal_part_of(task) : home_.ending() ? took(withdraw()) : steal_for(&task)) {
            help(&task + 1);
            rounds = 0;
            continue;
        }
        rest_until_ready([&] { return has_ended(task) || cells_.answered() || is_called_to_stand(); }, rounds);
    }
    if (isolated) {
        give_back(withdraw());
    } else if (took(withdraw())) {
        help(&task + 1);
    }
    meter_.enter(Meter::State::working, now());
    open();
    return !taken_back;
}

void TaskWorker::begin_to_wait() {
    const Clock::time_point began = now();
    meter_.enter(Meter::State::managing, began);
    run_out_of_work(began);
}

// Runs what is in its hands, in the middle of a task that waits.
void TaskWorker::help(Descriptor* top) {
    if (future_in_hand_ != nullptr) return help_with_future(*std::exchange(future_in_hand_, nullptr), top);
    meter_.enter(Meter::State::working, now());
    ++counters_.tasks;
    run_stolen(top);
    const Clock::time_point ended = now();
    meter_.enter(Meter::State::managing, ended);
    publish(ended);
    run_out_of_work(ended);
}

void TaskWorker::help_until(const std::function<bool()>& is_over, Descriptor* top) {
    close();
    begin_to_wait();
    const bool isolated = here.isolated > 0;
    if (isolated) give_back(withdraw());
    for (unsigned rounds = 0; !is_over(); ++rounds) {
        if (!isolated && steal_for(nullptr)) {
            help(top);
            rounds = 0;
            continue;
        }
        rest_until([&] { return is_over() || cells_.answered(); }, rounds);
    }
    if (!isolated && took(withdraw())) help(top);
    meter_.enter(Meter::State::working, now());
    open();
}

// There is nothing to wait for any more.
bool TaskWorker::is_over(Descriptor* awaited) {
    return home_.ending() || (awaited != nullptr && has_ended(*awaited));
}

}  // namespace scrump::detail
