#include "virtual_time.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace scrump::detail {

void VirtualTime::begin(Strand& strand, Time at) {
    strand.now_ = at;
    put(at, &strand, strand.turn_);
}

void VirtualTime::at(Time at, std::function<void()> action) {
    std::uint64_t place = actions_.size();
    if (free_actions_.empty()) {
        actions_.push_back(std::move(action));
    } else {
        place = free_actions_.back();
        free_actions_.pop_back();
        actions_[place] = std::move(action);
    }
    put(at, nullptr, place);
}

void VirtualTime::run(const std::function<bool()>& over) {
    constexpr std::uint64_t now_and_then = 1024;
    for (std::uint64_t since = 0; !queue_.empty(); ++since) {
        ++events_;
        if (since >= now_and_then || passes_ == most_passes) {
            if (over()) return;
            since = 0;
        }
        passes_ = 0;
        happen(take());
    }
}

void VirtualTime::happen(const Event& event) {
    latest_ = event.at;
    if (event.strand == nullptr) {
        now_ = event.at;
        const std::function<void()> action = std::exchange(actions_[event.turn], nullptr);
        free_actions_.push_back(event.turn);
        return action();
    }
    Strand& strand = *event.strand;
    if (event.turn != strand.turn_) return;  // it was woken before
    if (available_) {
        const Time when = available_(strand, event.at);
        if (when > event.at) {
            if (std::isfinite(when)) put(when, &strand, event.turn);
            return;
        }
    }
    now_ = event.at;
    strand.timed_out_ = strand.asleep_;
    strand.asleep_ = false;
    strand.now_ = event.at;
    running_ = &strand;
    strand.fiber_.resume();
    running_ = nullptr;
}

void VirtualTime::sleep() {
    running_->asleep_ = true;
    suspend();
}

bool VirtualTime::sleep_until(Time deadline) {
    Strand& self = *running_;
    self.asleep_ = true;
    put(std::max(deadline, self.now_), &self, self.turn_);
    suspend();
    return !self.timed_out_;
}

// What was to end its sleep does not count any more.
void VirtualTime::wake(Strand& strand, Time at) {
    strand.asleep_ = false;
    put(at, &strand, ++strand.turn_);
}

void VirtualTime::step_aside() {
    put(running_->now_, running_, running_->turn_);
    suspend();
}

// Whatever it is that ends this is the one event that means this strand.
void VirtualTime::suspend() {
    Strand& self = *running_;
    self.fiber_.suspend();
    ++self.turn_;
}

void VirtualTime::put(Time at, Strand* strand, std::uint64_t turn) {
    queue_.push_back({.at = at, .order = order_++, .strand = strand, .turn = turn});
    std::push_heap(queue_.begin(), queue_.end(), Later());
}

VirtualTime::Event VirtualTime::take() {
    std::pop_heap(queue_.begin(), queue_.end(), Later());
    const Event event = queue_.back();
    queue_.pop_back();
    return event;
}

}  // namespace scrump::detail
