#include "depth_first.hpp"

#include <scrump/base/detail/platform.hpp>

#include "../../runtime/wait_until.hpp"

#include <algorithm>
#include <span>
#include <utility>

namespace scrump::detail {
namespace {

// So many states are expanded before their successors are visited together.
constexpr std::size_t expanded_together = 32;

// Each worker is where its locality is.
Topology places_of_workers(const Topology& localities, const SpmdWorker& self) {
    Topology workers;
    for (const Topology::Place& place : localities.places)
        workers.places.insert(workers.places.end(), self.workers, place);
    return workers;
}

}  // namespace

DepthFirst::DepthFirst(const ExplorerSetup& setup, const SpmdWorker& self, ExplorerHost& host)
    : Explorer(setup, self, host),
      blocks_(*self.arrays.back(), setup.log.width, self),
      others_(setup.options.policy, self.locality * self.workers + self.index, places_of_workers(setup.places, self),
              setup.options.seed, [&](unsigned other) { return other / self.workers == self.locality; }),
      block_(blocks_.block_words()) {}

void DepthFirst::run() {
    blocks_.begin();
    if (begins()) expansion_.begin();
    static_cast<void>(come(0));
    while (!meeting_.ending()) {
        work();
        const Report all = come(stack_.size());
        if (meeting_.ending() || all.lacks_room == 0) return;
        if (!make_needed_room(all)) return host_.stop(Status::memory_limit);
    }
}

// Until nothing is left anywhere, or it is time to meet.
void DepthFirst::work() {
    do {
        host_.begin_work();
        const bool used_up = expand_own();
        pass_time();
        host_.end_work();
        if (!used_up) return;
    } while (refill());
}

bool DepthFirst::expand_own() {
    while (put()) {
        if (meeting_.called() || (wanted() && !host_.attend())) return false;
        if (stack_.empty()) return true;
        share();
        if (!expand_newest()) return false;
    }
    return false;
}

bool DepthFirst::expand_newest() {
    for (std::size_t i = 0; i < expanded_together && !stack_.empty(); ++i) {
        if (wanted() && !host_.attend()) return false;
        expand(stack_.top(), stack_.top_number());
        stack_.pop();
    }
    return true;
}

void DepthFirst::share() {
    if (self_.workers * self_.localities == 1 || stack_.size() < 2 || blocks_.has_some_ready()) return;
    const std::size_t words = stack_.take_oldest(stack_.size() / 2, block_);
    if (words > 0) blocks_.publish(std::span(block_).first(words));
}

// Gets states onto the empty stack; false if there are none, or it is time to meet.
bool DepthFirst::refill() {
    if (claim_from(self_.locality, self_.index)) return true;  // the count of the block is not needed: it has its own
    if (std::exchange(counted_, false)) blocks_.count_off();
    for (unsigned round = 0; !meeting_.ending() && !meeting_.called(); ++round) {
        const auto take = [&](unsigned other) {
            const unsigned locality = other / self_.workers;
            const unsigned worker = other % self_.workers;
            const bool claimed = claim_from(locality, worker);
            // A waiting worker looks around many times; that is one attempt.
            if (claimed || round == 0) note_steal(locality, worker, claimed ? stack_.size() : 0);
            return claimed;
        };
        if (others_.take_from_any(take)) return true;
        if (blocks_.all_done()) return false;
        pause(round);
    }
    return false;
}

// The block's count becomes the worker's, or is one too many.
bool DepthFirst::claim_from(unsigned locality, unsigned worker) {
    if (!blocks_.claim(locality, worker, block_of_others_)) return false;
    stack_.give(block_of_others_);
    if (std::exchange(counted_, true)) blocks_.count_off();
    return true;
}

// --- What is new

void DepthFirst::add(const StateBuffer& states, std::span<const EntryNumber> parents,
                     std::span<const std::uint32_t> which) {
    for (const std::uint32_t index : which) {
        const StateWordsSpan state = states[index];
        if (!account(state)) continue;
        stack_.push(state, options().paths ? logs_.append(state, parents[index]) : EntryNumber());
    }
}

void DepthFirst::found(const StateVerdict& verdict, StateWordsSpan state, EntryNumber parent) {
    if (figures_.found) return;
    figures_.found = found_state(verdict, state, parent);
    if (figures_.found) host_.stop_found();
}

void DepthFirst::found_deadlock(StateWordsSpan state, EntryNumber own) {
    if (figures_.found) return;
    figures_.found = found_deadlock_state(state, own);
    if (figures_.found) host_.stop_found();
}

}  // namespace scrump::detail
