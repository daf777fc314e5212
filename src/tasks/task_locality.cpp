#include <scrump/tasks/detail/task_locality.hpp>
#include <scrump/tasks/detail/task_worker.hpp>

#include "../runtime/serving/serving_side.hpp"
#include "remote_service.hpp"
#include "standstill_service.hpp"

#include <algorithm>
#include <memory>
#include <utility>

namespace scrump::detail {

TaskLocality::TaskLocality(Setup setup, const TaskWorker::Keeping& keeping, const std::function<void(Fork)>& first,
                           const MakeCompanion& make_companion, PoolGate* gate)
    : Locality(std::move(setup)), standstill_(size(), remote_memory().server_events()), first_(first), gate_(gate) {
    if (settings().localities > 1) {
        stealing_ = std::make_unique<LocalityStealing>(remote_memory(), settings().has_company());
        common_standstill_ = std::make_unique<CommonStandstill>(remote_memory(), standstill_);
    }
    for (unsigned index = 0; index < size(); ++index)
        workers_.push_back(std::make_unique<TaskWorker>(*this, index, keeping));
    if (!make_companion) return;
    companion_ = make_companion(*this);
    if (stealing_) stealing_->translator = companion_->translator();
    for (unsigned index = 0; index < size(); ++index) task_worker(index).set_context(companion_->context(index));
}

// Its workers have ended. Futures may live on.
TaskLocality::~TaskLocality() {
    for (unsigned index = 0; index < workers_.size(); ++index) task_worker(index).abandon_ready();
}

// --- While workers stand still

void TaskLocality::call_all() {
    for (unsigned index = 0; index < size(); ++index) worker(index).call();
}

bool TaskLocality::alone(const std::function<void()>& what) {
    return standstill_.alone([this] { call_all(); }, what);
}

bool TaskLocality::alone_among_all(unsigned index, const CommonStandstill::What& what) {
    if (!common_standstill_) return alone([&] { what({}); });
    return common_standstill_->alone(
        index, [this] { call_all(); },
        [&](const CommonStandstill::OfOthers& of_others) {
            take_results_back();
            what(of_others);
        });
}

// What tasks came to that other localities have had lies where the companion finds it.
void TaskLocality::take_results_back() {
    for (unsigned index = 0; index < size(); ++index) task_worker(index).take_results_back();
}

bool TaskLocality::begin_standstill() {
    return standstill_.begin([this] { call_all(); });
}

Bytes TaskLocality::tell_standing() {
    take_results_back();
    return companion_ ? companion_->standing() : Bytes();
}

void TaskLocality::catch_up() {
    if (companion_) companion_->catch_up();
}

// --- Futures

void TaskLocality::tell_of_ready(unsigned from) {
    if (resting_.load(std::memory_order_seq_cst) == 0) return;
    for (unsigned step = 1; step < size(); ++step) {
        if (task_worker((from + step) % size()).tell_of_ready()) return;
    }
}

void TaskLocality::wake_all() {
    for (unsigned index = 0; index < size(); ++index) task_worker(index).wake();
}

bool TaskLocality::has_ready() {
    for (unsigned index = 0; index < size(); ++index) {
        if (task_worker(index).has_ready()) return true;
    }
    return false;
}

bool TaskLocality::others_run_futures(unsigned index) {
    for (unsigned other = 0; other < size(); ++other) {
        if (other != index && task_worker(other).in_future()) return true;
    }
    return false;
}

// Those that were seen are dropped whenever the number of the others may have doubled.
void TaskLocality::keep(std::shared_ptr<FutureFailure> failure) {
    static constexpr std::size_t few = 64;
    const std::lock_guard lock(failures_mutex_);
    if (failures_.size() >= std::max(2 * unseen_, few)) {
        std::erase_if(failures_, [](const auto& each) { return each->seen.load(std::memory_order_relaxed); });
        unseen_ = failures_.size();
    }
    failures_.push_back(std::move(failure));
}

void TaskLocality::collect(bool stopped) {
    if (stopped) return;
    const std::lock_guard lock(failures_mutex_);
    const auto unseen = std::ranges::find_if(failures_, [](const auto& each) { return !each->seen.load(); });
    if (unseen != failures_.end()) fail((*unseen)->exception);
}

// --- What the runtime asks for

TaskWorker& TaskLocality::task_worker(unsigned index) {
    return static_cast<TaskWorker&>(worker(index));
}

void TaskLocality::begin() {
    expect_more(1);
    if (gate_ == nullptr) task_worker(0).begin_with(first_);
}

LocalityStatistics TaskLocality::statistics(Clock::time_point now, bool ended) const {
    LocalityStatistics all = Locality::statistics(now, ended);
    for (const auto& each : workers_) {
        const auto* const remote = static_cast<const TaskWorker&>(*each).remote();
        if (remote != nullptr) remote->add_to(all);
    }
    return all;
}

Bytes TaskLocality::result() const {
    Encoder result;
    result.put(left());
    if (companion_) result.append(companion_->result());
    return result.take();
}

void TaskLocality::merge_result(Bytes result) {
    Decoder from(std::move(result));
    if (from.get<bool>()) note_left();
    if (companion_) companion_->merge_result(from.rest());
}

std::vector<std::unique_ptr<Component>> TaskLocality::components(const ServingParts& parts) {
    std::vector<std::unique_ptr<Component>> all;
    if (stealing_) {
        all.push_back(std::make_unique<RemoteService>(parts.messages, *this, *stealing_));
        all.push_back(std::make_unique<StandstillService>(parts.messages, *this, *common_standstill_));
    }
    return all;
}

}  // namespace scrump::detail
