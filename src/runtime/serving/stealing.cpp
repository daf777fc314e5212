#include "stealing.hpp"

#include <scrump/base/clock.hpp>

#include <atomic>
#include <chrono>
#include <cstdint>
#include <utility>

namespace scrump::detail {
namespace {

/// How long a thief is kept waiting for a worker that was asked to split: some heartbeat intervals.
constexpr std::chrono::microseconds patience_with_workers{300};

/// Most answers of a busy victim on the same host come within it.
constexpr std::chrono::microseconds usual_reply{200};

// By how many there are more workers without work than tasks for them.
std::uint64_t missing_tasks(const Locality& home) {
    const std::uint64_t idle = home.idle_workers();
    const std::uint64_t waiting = home.published_load().waiting_tasks().load(std::memory_order_acquire);
    return idle > waiting ? idle - waiting : 0;
}

}  // namespace

Stealing::Stealing(MessageDispatcher& messages, Locality& home, Thief& thief, Termination& termination,
                   Snapshots& snapshots)
    : messages_(messages), home_(home), thief_(thief), termination_(termination), snapshots_(snapshots) {
    messages.handle(request, [this](Clock::time_point now, unsigned from, Bytes news) {
        if (conversation_) conversation_->heard(std::move(news));
        answer(from, now);
    });
    messages.handle(reply,
                    [this](Clock::time_point now, unsigned from, Bytes tasks) { take(now, from, std::move(tasks)); });
}

bool Stealing::on_time(Clock::time_point now) {
    if (thief_.uses_load_information()) {
        home_.publish_summary(microseconds(now));
        thief_.refresh_if_due(now);
    }
    answer_waiting(now);
    return steal(now);
}

std::optional<Clock::time_point> Stealing::deadline() const {
    std::optional<Clock::time_point> first = thief_.next_refresh();
    const auto sooner = [&](Clock::time_point time) {
        if (!first || time < *first) first = time;
    };
    if (!waiting_.empty()) sooner(waiting_.front().until);
    if (home_.has_victims() && home_.lacks_tasks()) sooner(thief_.next_try());
    return first;
}

bool Stealing::expects_tasks(Clock::time_point now) const {
    const std::optional<Clock::time_point> asked = thief_.asked_at();
    return !ended_ && asked && now - *asked < usual_reply && home_.all_idle();
}

// --- As a thief

bool Stealing::steal(Clock::time_point now) {
    if (!home_.has_victims()) return false;
    bool asked = false;
    while (const std::uint64_t missing = missing_tasks(home_)) {
        const std::optional<unsigned> victim = thief_.next_victim(now, missing);
        if (!victim) break;
        messages_.send(*victim, request, conversation_ ? conversation_->news() : Bytes());
        asked = true;
    }
    return asked;
}

void Stealing::take(Clock::time_point now, unsigned victim, Bytes message) {
    Decoder from(std::move(message));
    const auto count = from.get_last<std::uint64_t>();
    const auto left = from.get_last<LoadSummary>();
    if (count == 0) return thief_.refused(victim, left, now);
    Bytes tasks = from.rest();
    if (snapshots_.crosses(victim)) snapshots_.add(home_.state_of_tasks(tasks));
    termination_.received_work();
    if (!ended_) home_.receive(std::move(tasks));
    thief_.received(victim, count, left, now);
}

// --- As a victim

// A thief gets what waits, or else waits a moment itself, until a worker has split its work.
void Stealing::answer(unsigned thief, Clock::time_point now) {
    if (give(thief)) return;
    if (!ended_ && home_.expect_split(true)) {
        waiting_.push_back({thief, now + patience_with_workers});
    } else {
        send_tasks(thief, {});
    }
}

bool Stealing::give(unsigned thief) {
    if (ended_) return false;
    Locality::StealReply tasks = conversation_ ? conversation_->give(thief) : home_.give_tasks();
    if (tasks.tasks == 0) return false;
    send_tasks(thief, std::move(tasks));
    if (conversation_) conversation_->sent();
    return true;
}

void Stealing::answer_waiting(Clock::time_point now) {
    if (waiting_.empty()) return;
    const bool hopeless = home_.passive();
    while (!waiting_.empty()) {
        const Waiting next = waiting_.front();
        if (!give(next.thief)) {
            if (!hopeless && now < next.until) break;
            send_tasks(next.thief, {});
        }
        waiting_.pop_front();
    }
    home_.expect_split(!waiting_.empty());
}

// The few words come behind the tasks, which may be large, so that these need not be moved.
void Stealing::send_tasks(unsigned thief, Locality::StealReply tasks) {
    if (tasks.tasks > 0) termination_.sent_work();
    const auto count = static_cast<std::uint64_t>(tasks.tasks);
    messages_.send(thief, reply, Encoder(std::move(tasks.bytes)).put(home_.published_load().read()).put(count).take());
    home_.sent_away(tasks.tasks);
}

}  // namespace scrump::detail
