#include "breadth_first.hpp"

#include <algorithm>
#include <utility>

namespace scrump::detail {
namespace {

// So many states are taken at a time, at most: of a locality's own lists, and of another one.
constexpr std::size_t most_taken = 256;
constexpr std::size_t most_taken_from_afar = 4096;

}  // namespace

BreadthFirst::BreadthFirst(const ExplorerSetup& setup, const SpmdWorker& self, ExplorerHost& host)
    : Explorer(setup, self, host),
      others_(self.locality, self.localities, setup.options.seed + self.index,
              [&](unsigned other) { return self.arrays.front()->direct(other) != nullptr; }) {}

void BreadthFirst::run() {
    if (begins()) expansion_.begin();
    static_cast<void>(put());
    while (!meeting_.ending()) {
        const std::uint64_t waiting = logs_.size() - list_begin_;
        meeting_.set_list(list_begin_, waiting);
        const Report all = come(waiting);
        if (meeting_.ending()) return;
        if (all.lacks_room > 0) {
            if (!make_needed_room(all)) return host_.stop(Status::memory_limit);
        } else if (!next_level(all)) {
            return;
        }
        expand_level();
    }
}

// All states of the level were found. Says whether it is to be expanded.
bool BreadthFirst::next_level(const Report& all) {
    if (all.found > 0) {
        if (figures_.found) host_.stop_found();
        return false;
    }
    if (all.waiting == 0 || level_ == options().level_limit) return false;
    if (options().state_limit && all.states >= *options().state_limit) {
        host_.stop(Status::state_limit);
        return false;
    }
    // The next level is to this one as this one is to the last.
    const auto ratio =
        static_cast<double>(all.waiting) / static_cast<double>(std::exchange(last_waiting_, all.waiting));
    const auto expected = static_cast<std::uint64_t>(static_cast<double>(all.waiting) * std::min(ratio, 4.0));
    static_cast<void>(visited_->make_room({.states = all.states,
                                           .in_second = all.in_second,
                                           .expected = expected,
                                           .needed = false,
                                           .memory = all.memory_left}));
    list_begin_ = logs_.turn();
    meeting_.next_lists();
    host_.tell_level(level_);
    ++level_;
    return true;
}

void BreadthFirst::expand_level() {
    host_.begin_work();
    while (expand_taken() && take()) {
    }
    host_.end_work();
}

// False if it is time to meet, or the run ends.
bool BreadthFirst::expand_taken() {
    for (; next_ < taken_.size(); ++next_) {
        if (expansion_.due() && !put()) return false;
        if (host_.wanted() && !host_.attend()) return false;
        expansion_.expand(taken_[next_], taken_.number(next_));
    }
    return !meeting_.called();
}

bool BreadthFirst::take() {
    if (copy(meeting_.take_own(most_taken)) || take_nearby() || take_from_afar()) return true;
    // What is left to be visited may be a reason to meet, too.
    static_cast<void>(put());
    return false;
}

bool BreadthFirst::take_nearby() {
    for (unsigned step = 1; step < self_.workers; ++step) {
        const unsigned victim = (self_.index + step) % self_.workers;
        const Meeting::Stretch stretch = meeting_.take_of_worker(victim, most_taken);
        note_steal(self_.locality, victim, stretch.count);
        if (copy(stretch)) return true;
    }
    return false;
}

bool BreadthFirst::take_from_afar() {
    for (const unsigned victim : others_.next_cycle()) {
        const Meeting::Stretch stretch = meeting_.take_of_locality(victim, most_taken_from_afar);
        note_steal(victim, stretch.first.worker(), stretch.count);
        if (copy(stretch)) return true;
    }
    return false;
}

bool BreadthFirst::copy(const Meeting::Stretch& stretch) {
    if (!stretch || meeting_.ending()) return false;
    next_ = 0;
    return logs_.copy(stretch.first, stretch.count, true, taken_);
}

// --- What is new

void BreadthFirst::add(StateWordsSpan state, EntryNumber parent) {
    if (figures_.levels.size() <= level_) figures_.levels.resize(level_ + 1);
    ++figures_.levels[level_];
    if (account(state)) logs_.append(state, parent);
}

// A deadlock that is looked for, too, may be nearer: among the states that are left of this level.
void BreadthFirst::found(const StateVerdict& verdict, StateWordsSpan state, EntryNumber parent) {
    if (figures_.found) return;
    figures_.found = found_state(verdict, state, parent);
    if (!setup_.model.no_deadlocks()) host_.stop_found();
}

void BreadthFirst::found_deadlock(StateWordsSpan state, EntryNumber own) {
    auto dead = found_deadlock_state(state, own);
    if (!dead) return;
    if (!figures_.found || dead->path.size() < figures_.found->path.size()) figures_.found = std::move(dead);
    host_.stop_found();
}

}  // namespace scrump::detail
