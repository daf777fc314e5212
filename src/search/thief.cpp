#include <scrump/search/thief.hpp>

#include <scrump/base/clock.hpp>
#include <scrump/search/board.hpp>

#include <algorithm>
#include <cmath>

namespace scrump {

Thief::Thief(const Policy& policy, Transport& transport, unsigned workers, std::uint64_t seed,
             std::optional<unsigned> owner)
    : transport_(transport),
      owner_(owner),
      selector_(make_selector(policy, transport.self(), transport.topology(), seed, workers)) {
    if (transport.size() < 2 || !selector_->gathers()) return;
    window_ = transport.open_window(Board::words);
    for (unsigned each = 0; each < transport.size(); ++each) near_.push_back(window_->direct(each) != nullptr);
}

// --- Asking

std::optional<unsigned> Thief::next_victim(Clock::time_point now) {
    while (!request_ && now >= next_try_) {
        if (gathers() && failures_ > 0 && !helped_) {
            helped_ = true;
            refresh(now);
        }
        if (helped_ && reading_ > 0) return std::nullopt;
        std::optional<unsigned> victim;
        if (!owner_ || failures_ == 0) victim = selector_->choose();
        const bool chosen = victim.has_value();
        if (!victim) victim = owner_;
        if (victim) {
            request_ = Request{now, *victim, chosen};
            ++traffic_.steals_tried;
            return victim;
        }
        note_failure(now);
    }
    return std::nullopt;
}

void Thief::received(unsigned victim, std::size_t tasks, const Summary& left, Clock::time_point now) {
    ++traffic_.steals_won;
    traffic_.tasks_received += tasks;
    traffic_.steal_latency.record(now - request_->sent);
    selector_->succeeded(victim);
    close_request(now);
    if (gathers()) selector_->learn(victim, left);
    failures_ = 0;
    helped_ = false;
    pause_ = first_pause;
}

void Thief::refused(unsigned victim, const Summary& left, Clock::time_point now) {
    if (request_->chosen) selector_->failed(victim);
    close_request(now);
    if (gathers()) selector_->learn(victim, left);
    note_failure(now);
}

void Thief::close_request(Clock::time_point now) {
    if (gathers()) {
        selector_->answered(request_->victim, std::chrono::duration<double, std::micro>(now - request_->sent).count());
    }
    request_.reset();
}

void Thief::note_failure(Clock::time_point now) {
    if (++failures_ < most_failures()) return;
    failures_ = 0;
    helped_ = false;
    next_try_ = now + pause_;
    pause_ = std::min(pause_ * 2, longest_pause);
}

// The target and, after an auxiliary refresh, one more; the choice and then the owner; or a few of many.
unsigned Thief::most_failures() const {
    if (gathers() || owner_) return 2;
    return std::clamp(transport_.size() - 1, 1U, 4U);
}

std::optional<Thief::Clock::time_point> Thief::next_try() const {
    if (request_ || (helped_ && reading_ > 0)) return std::nullopt;
    return next_try_;
}

// --- Knowing

void Thief::refresh_if_due(Clock::time_point now) {
    if (gathers() && microseconds(now) >= selector_->next_refresh()) refresh(now);
}

std::optional<Thief::Clock::time_point> Thief::next_refresh() const {
    if (!gathers() || reading_ > 0) return std::nullopt;
    const double due = selector_->next_refresh();
    if (!std::isfinite(due)) return std::nullopt;
    return Clock::time_point(std::chrono::ceil<Clock::duration>(std::chrono::duration<double, std::micro>(due)));
}

void Thief::refresh(Clock::time_point now) {
    if (reading_ > 0) return;  // one is under way
    ++traffic_.refreshes;
    ++reading_;  // so that direct reads do not end the refresh before the last one is begun
    for (const unsigned candidate : selector_->begin_refresh(microseconds(now), near_)) read(candidate);
    if (--reading_ == 0) end_refresh(now);
}

void Thief::read(unsigned candidate) {
    if (near_[candidate]) return selector_->learn(candidate, Board::read(window_->direct(candidate)));
    ++reading_;
    ++traffic_.monitor_messages;
    window_->get(candidate, 0, Board::words,
                 [this, candidate, sent = Clock::now()](std::span<const Window::Word> words) {
                     const Clock::time_point now = Clock::now();
                     selector_->learn(candidate, Board::read(words));
                     selector_->answered(candidate, std::chrono::duration<double, std::micro>(now - sent).count());
                     if (--reading_ == 0) end_refresh(now);
                 });
}

void Thief::end_refresh(Clock::time_point now) {
    selector_->end_refresh(microseconds(now), channel_ != nullptr ? channel_->idle_fraction(microseconds(now)) : 0);
}

bool Thief::awaits_far_reply() const {
    if (reading_ > 0) return true;
    return request_ && !transport_.topology().same_host(request_->victim, transport_.self());
}

}  // namespace scrump
