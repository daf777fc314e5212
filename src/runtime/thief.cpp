#include <scrump/runtime/detail/thief.hpp>

#include <scrump/base/clock.hpp>
#include <scrump/runtime/detail/published_load.hpp>
#include <scrump/stealing/victim_selector.hpp>

#include <algorithm>
#include <cmath>
#include <type_traits>

namespace scrump::detail {

static_assert(std::is_same_v<PublishedLoad::Word, Window::Word>);

namespace {

Clock::time_point time_of(double microseconds) {
    return Clock::time_point(
        std::chrono::ceil<Clock::duration>(std::chrono::duration<double, std::micro>(microseconds)));
}

}  // namespace

Thief::Thief(const Policy& policy, Transport& transport, unsigned workers, std::uint64_t seed,
             std::optional<unsigned> owner)
    : transport_(transport),
      owner_(owner),
      amount_(policy.amount()),
      selector_(make_selector(policy, transport.self(), transport.topology(), seed, workers)) {
    if (!selector_->uses_load_information() || (transport.size() < 2 && !policy.always)) return;
    window_ = transport.open_window(PublishedLoad::words);
    shown_.resize(transport.size());
    for (unsigned each = 0; each < transport.size(); ++each) near_.push_back(window_->direct(each) != nullptr);
}

// --- Asking

std::optional<unsigned> Thief::next_victim(Clock::time_point now, std::uint64_t missing) {
    if (const auto victim = further_victim(now, missing)) return victim;
    while (now >= next_try()) {
        if (uses_load_information() && failures_ > 0 && help_ == Help::none) {
            help(now);
            continue;
        }
        std::optional<unsigned> victim;
        if (!owner_ || failures_ == 0) victim = selector_->choose();
        const bool chosen = victim.has_value();
        if (!chosen && help_ == Help::news && reads_on_time(now)) {  // the next answer may name somebody
            waits_for_news_ = true;
            return std::nullopt;
        }
        if (!victim) victim = owner_;
        if (!victim && help_ == Help::guesses) {
            victim = selector_->guess();
            if (!victim && rest(now)) return std::nullopt;
        }
        if (victim && open_request(*victim, chosen, now)) return victim;
        if (chosen) selector_->failed(*victim);  // it has not answered the last time yet
        note_failure(now);
    }
    return std::nullopt;
}

// In addition to those that were asked and may still answer in time.
std::optional<unsigned> Thief::further_victim(Clock::time_point now, std::uint64_t missing) {
    if (selector_->most_requests() < 2 || now < next_try_) return std::nullopt;
    unsigned asked = 0;
    std::uint64_t expected = 0;
    for (const auto& [victim, request] : requests_) {
        if (now >= request.sent + overdue) continue;
        ++asked;
        expected += request.expected;
    }
    if (asked == 0 || asked >= selector_->most_requests() || expected >= missing) return std::nullopt;
    const std::optional<unsigned> victim = selector_->choose();
    return victim && open_request(*victim, true, now) ? victim : std::nullopt;
}

// False if the victim still owes an answer.
bool Thief::open_request(unsigned victim, bool chosen, Clock::time_point now) {
    const std::size_t tasks = uses_load_information() ? shown_[victim] : 0;
    const std::uint64_t expected = std::max<std::uint64_t>(amount_(tasks, tasks), 1);
    if (!requests_.try_emplace(victim, Request{now, chosen, expected}).second) return false;
    ++traffic_.steals_tried;
    if (uses_load_information()) ++tried_[victim];
    selector_->asked(victim);
    return true;
}

void Thief::received(unsigned victim, std::size_t tasks, const LoadSummary& left, Clock::time_point now) {
    const Request request = close_request(victim, tasks, now);
    ++traffic_.steals_won;
    traffic_.tasks_received += tasks;
    ++stolen_from_[victim].steals;
    stolen_from_[victim].tasks += tasks;
    traffic_.steal_latency.record(now - request.sent);
    selector_->succeeded(victim);
    hear(victim, left, now - request.sent);
    failures_ = 0;
    help_ = Help::none;
    pause_ = first_pause;
}

void Thief::refused(unsigned victim, const LoadSummary& left, Clock::time_point now) {
    const Request request = close_request(victim, 0, now);
    if (request.chosen) selector_->failed(victim);
    hear(victim, left, now - request.sent);
    note_failure(now);
}

Thief::Request Thief::close_request(unsigned victim, std::size_t tasks, Clock::time_point now) {
    const Request request = requests_.extract(victim).mapped();
    if (timeline_ != nullptr) {
        timeline_->add({.start = std::chrono::nanoseconds(request.sent.time_since_epoch()).count(),
                        .duration = std::chrono::nanoseconds(now - request.sent).count(),
                        .value = tasks,
                        .peer = victim,
                        .kind = TimelineEvent::Kind::remote_steal});
    }
    return request;
}

void Thief::hear(unsigned victim, const LoadSummary& left, Clock::duration delay) {
    if (!uses_load_information()) return;
    shown_[victim] = left.tasks;
    selector_->hear(victim, left, std::chrono::duration<double, std::micro>(delay).count());
}

void Thief::note_failure(Clock::time_point now) {
    if (++failures_ < most_failures()) return;
    failures_ = 0;
    help_ = Help::none;
    const bool had_work = now - next_try_ > 2 * pause_after_long;
    if (pause_ == first_pause || had_work) first_failure_ = now;
    next_try_ = now + pause_;
    pause_ = std::min(pause_ * 2, longest_pause(now));
}

std::chrono::microseconds Thief::longest_pause(Clock::time_point now) const {
    const auto part =
        std::chrono::duration_cast<std::chrono::microseconds>((now - first_failure_) / longest_pause_part);
    return std::clamp(part, usual_pause, pause_after_long);
}

// The target and, after an auxiliary refresh, one more; the choice and then the owner; or a few of many.
unsigned Thief::most_failures() const {
    if (owner_ || (uses_load_information() && help_ != Help::guesses)) return 2;
    return std::clamp(transport_.size() - 1, 1U, 4U);
}

std::optional<Clock::time_point> Thief::asked_at() const {
    std::optional<Clock::time_point> latest;
    for (const auto& [victim, request] : requests_) latest = std::max(latest, std::optional(request.sent));
    return latest;
}

Clock::time_point Thief::next_try() const {
    Clock::time_point next = next_try_;
    if (const auto asked = asked_at()) next = std::max(next, *asked + overdue);
    if (waits_for_news_ && reading_ > 0) next = std::max(next, refresh_began_ + overdue);
    return next;
}

std::map<unsigned, StealTarget> Thief::targets() const {
    std::map<unsigned, StealTarget> targets;
    for (const auto& [victim, times] : tried_) {
        if (const std::optional<Assessment> its = selector_->assess(victim))
            targets[victim] = {.tried = times, .score = its->score, .delay = its->delay};
    }
    return targets;
}

std::optional<Assessment> Thief::target() const {
    if (!uses_load_information()) return std::nullopt;
    const std::optional<unsigned> victim = selector_->target();
    return victim ? selector_->assess(*victim) : std::nullopt;
}

// --- Knowing

void Thief::refresh_if_due(Clock::time_point now) {
    if (uses_load_information() && microseconds(now) >= selector_->next_refresh()) refresh(now);
}

std::optional<Clock::time_point> Thief::next_refresh() const {
    if (!uses_load_information()) return std::nullopt;
    const double due = selector_->next_refresh();
    if (!std::isfinite(due)) return std::nullopt;
    const Clock::time_point next = time_of(due);
    return reading_ > 0 ? std::max(next, refresh_began_ + overdue) : next;
}

void Thief::help(Clock::time_point now) {
    const bool too_early = microseconds(now) < selector_->next_auxiliary_refresh();
    help_ = too_early ? Help::guesses : Help::news;
    if (!too_early) refresh(now);
}

// Until the time for a refresh, at which help() is asked again. False if it is never, or has come.
bool Thief::rest(Clock::time_point now) {
    const double end = selector_->next_auxiliary_refresh();
    if (!std::isfinite(end) || microseconds(now) >= end) return false;
    help_ = Help::none;
    next_try_ = time_of(end);
    return true;
}

// One that is under way ends when its last answer is here, or without those that are overdue: these only are news then.
void Thief::refresh(Clock::time_point now) {
    if (reading_ > 0) {
        if (reads_on_time(now)) return;
        reading_ = 0;
        ++refresh_number_;
        return end_refresh(now);
    }
    ++traffic_.refreshes;
    ++refresh_number_;
    refresh_began_ = now;
    waits_for_news_ = false;
    look(now);
    reading_ = 1;  // so that direct reads do not end the refresh before the last one is begun
    for (const unsigned candidate : selector_->begin_refresh(microseconds(now), near_)) read(candidate);
    if (--reading_ == 0) end_refresh(now);
}

void Thief::read(unsigned candidate) {
    if (near_[candidate]) return learn(candidate, PublishedLoad::read(window_->direct(candidate)));
    ++reading_;
    ++traffic_.monitor_messages;
    const auto answer = [this, candidate, sent = refresh_began_, refresh = refresh_number_](auto words) {
        waits_for_news_ = false;
        learn(candidate, PublishedLoad::read(words));
        selector_->answered(candidate, std::chrono::duration<double, std::micro>(now_ - sent).count());
        if (refresh == refresh_number_ && --reading_ == 0) end_refresh(now_);
    };
    window_->execute(candidate, RemoteOperations().get(0, PublishedLoad::words), answer);
}

void Thief::learn(unsigned candidate, const LoadSummary& summary) {
    shown_[candidate] = summary.tasks;
    selector_->learn(candidate, summary);
}

void Thief::end_refresh(Clock::time_point now) {
    selector_->end_refresh(microseconds(now), channel_ != nullptr ? channel_->idle_fraction(microseconds(now)) : 0);
}

}  // namespace scrump::detail
