#include <scrump/stealing/detail/scheduler_channel.hpp>

#include <algorithm>

namespace scrump::detail {
namespace {

constexpr auto relaxed = std::memory_order_relaxed;

}  // namespace

SchedulerChannel::SchedulerChannel(unsigned workers, double now, const Weights& weights, bool complete_cycles)
    : records_(workers), rates_(workers), weights_(weights), complete_cycles_(complete_cycles), asked_at_(now) {
    for (Record& record : records_) record.timer.store(now, relaxed);
    if (!complete_cycles) return;
    for (Rate& rate : rates_) rate.value.store(1, relaxed);
}

void SchedulerChannel::set_working(unsigned worker, double now) {
    Record& record = records_[worker];
    const double idle = now - record.timer.load(relaxed);
    record.idle_time.store(idle, relaxed);
    record.total_idle.store(record.total_idle.load(relaxed) + idle, relaxed);
    record.timer.store(now, relaxed);
    record.state.store(State::working, relaxed);
}

void SchedulerChannel::set_idle(unsigned worker, double now) {
    Record& record = records_[worker];
    std::atomic<double>& rate = rates_[worker].value;
    const double work = now - record.timer.load(relaxed);
    rate.store(work_rate(work, record.idle_time.load(relaxed), rate.load(relaxed), weights_), relaxed);
    record.timer.store(now, relaxed);
    record.state.store(State::idle, relaxed);
}

double SchedulerChannel::average_work_rate(double now) const {
    double sum = 0;
    for (unsigned worker = 0; worker < records_.size(); ++worker) sum += rate_if_ended(worker, now);
    return records_.empty() ? 0 : sum / static_cast<double>(records_.size());
}

double SchedulerChannel::idle_fraction(double now) {
    double idle = 0;
    for (const Record& record : records_) idle += idle_until(record, now);
    const double time = (now - asked_at_) * static_cast<double>(records_.size());
    const double fraction = time > 0 ? std::clamp((idle - idle_then_) / time, 0.0, 1.0) : 0;
    asked_at_ = now;
    idle_then_ = idle;
    return fraction;
}

double SchedulerChannel::rate_if_ended(unsigned worker, double now) const {
    const Record& record = records_[worker];
    const double rate = rates_[worker].value.load(relaxed);
    if (complete_cycles_ || record.state.load(relaxed) == State::idle) return rate;
    const double work = std::max(now - record.timer.load(relaxed), 0.0);
    return work_rate(work, record.idle_time.load(relaxed), rate, weights_);
}

double SchedulerChannel::idle_until(const Record& record, double now) {
    const double complete = record.total_idle.load(relaxed);
    if (record.state.load(relaxed) == State::working) return complete;
    return complete + std::max(now - record.timer.load(relaxed), 0.0);
}

}  // namespace scrump::detail
