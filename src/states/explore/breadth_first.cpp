#include "breadth_first.hpp"

#include "saved_logs.hpp"

#include <scrump/base/error.hpp>
#include <scrump/base/file.hpp>

#include <algorithm>
#include <chrono>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace scrump::detail {
namespace {

// Largest number of states that are taken at a time, of a locality's own lists, and of another one.
constexpr std::size_t most_taken = 256;
constexpr std::size_t most_taken_from_afar = 4096;
// Number of states from a file that are visited at a time.
constexpr std::size_t known_together = 1024;
// A level is small if one worker needs at most this time for it: some times that of a meeting of workers that run.
constexpr std::uint64_t most_nanoseconds_alone = 50'000;

}  // namespace

BreadthFirst::BreadthFirst(const ExplorerSetup& setup, const SpmdWorker& self, ExplorerHost& host)
    : Explorer(setup, self, host),
      amount_(setup.options.policy.steal),
      nearby_(setup.options.policy, self.index, Topology::one_host(self.workers), setup.options.seed,
              [](unsigned) { return true; }),
      others_(setup.options.policy, self.locality, setup.places, setup.options.seed + self.index,
              [&](unsigned other) { return self.arrays.front()->direct(other) != nullptr; }) {}

void BreadthFirst::run() {
    // It was made before the run began.
    kept_ = Clock::now();
    begin_clock();
    if (options().checkpoints.resumes()) {
        resume();
    } else {
        if (begins()) expansion_.begin();
        static_cast<void>(put());
    }
    while (!meeting_.ending()) {
        const std::uint64_t waiting = logs_.size() - list_begin_;
        meeting_.set_list(list_begin_, waiting);
        const Report all = come(waiting);
        if (meeting_.ending()) return;
        if (all.lacks_room == 0 && all.interrupted == 0) {
            end_level(all);
            if (is_over(all)) return;
            next_level(all);
            if (is_small(all)) {
                effort_ = {};
                if (begins()) expand_alone(all);
                continue;
            }
        } else if (!goes_on(all)) {
            return;
        }
        expand_level();
    }
}

// All states of the level were found. One worker may have passed levels that others have not.
void BreadthFirst::end_level(const Report& all) {
    for (; level_ < all.level; ++level_) list_begin_ = logs_.turn();
    all_levels_.resize(level_);
    all_levels_.push_back(all.waiting);
    whole_ = all;
    note_level_time(all);
}

// Says so at the end of a level, and keeps what is known if it is time for it, or the last opportunity.
bool BreadthFirst::is_over(const Report& all) {
    const std::optional<Status> stop = stop_at_end_of_level(all);
    if (all.found == 0 && (all.to_be_kept > 0 || stop)) keep(Meeting::Lists::next);
    if (figures_.found) host_.stop_found();
    if (stop) host_.stop(*stop);
    return stop || all.found > 0 || all.waiting == 0 || level_ >= options().level_limit;
}

void BreadthFirst::next_level(const Report& all) {
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
}

// In the middle of a level there has to be more room, or the run ends, and all that was known before the level is kept:
// what was found of the next one since is found again.
bool BreadthFirst::goes_on(const Report& all) {
    std::optional<Status> stop = all.wanted_stop();
    if (!stop && all.lacks_room > 0 && !make_needed_room(all)) stop = Status::memory_limit;
    if (!stop) return true;
    if (all.found == 0) keep(Meeting::Lists::present);
    host_.stop(*stop);
    return false;
}

void BreadthFirst::expand_level() {
    const Clock::time_point began = Clock::now();
    const std::uint64_t expanded = figures_.expanded;
    host_.begin_work();
    do interrupted_ = !expand_taken();
    while (!interrupted_ && take());
    pass_time();
    host_.end_work();
    effort_ = {figures_.expanded - expanded, Clock::now() - began};
}

// --- Small levels

// The same for all workers, as it depends on what all have reported.
bool BreadthFirst::is_small(const Report& all) const {
    if (self_.localities > 1 || self_.workers == 1) return false;
    return all.waiting == 1 ||
           (all.expanded > 0 && all.waiting * (all.nanoseconds / all.expanded) <= most_nanoseconds_alone);
}

void BreadthFirst::expand_alone(Report all) {
    do {
        const Figures& own = figures_;
        const std::uint64_t states = own.states, transitions = own.transitions, deadlocks = own.deadlocks;
        expand_level();
        all.states += own.states - states;
        all.transitions += own.transitions - transitions;
        all.deadlocks += own.deadlocks - deadlocks;
        all.waiting = logs_.size() - list_begin_;
        all.level = level_;
        all.expanded = effort_.states;
        all.nanoseconds = static_cast<std::uint64_t>(effort_.time.count());
    } while (next_level_alone(all));
    has_whole_level_ = false;
}

// Whether it goes on to the next level, whose states it has taken then.
bool BreadthFirst::next_level_alone(const Report& all) {
    const bool is_last = all.waiting == 0 || level_ >= options().level_limit || stop_at_end_of_level(all);
    if (!needs_no_meeting() || is_last || !is_small(all) || is_to_be_kept()) return false;
    end_level(all);
    last_waiting_ = all.waiting;
    const EntryNumber first(self_.locality, self_.index, list_begin_);
    meeting_.pass_level(list_begin_, all.waiting);
    list_begin_ = logs_.turn();
    host_.tell_level(level_);
    ++level_;
    has_whole_level_ = true;
    return copy({first, all.waiting});
}

// False if it is time to meet, or the run ends.
bool BreadthFirst::expand_taken() {
    for (; next_ < taken_.size(); ++next_) {
        if (expansion_.due() && !put()) return false;
        if (meeting_.called() || (wanted() && !attend())) return false;
        expand(taken_[next_], taken_.number(next_));
    }
    return !meeting_.called();
}

bool BreadthFirst::attend() {
    if (!host_.attend()) return false;
    if (!host_.wanted_stop()) return true;
    meeting_.call();
    return false;
}

bool BreadthFirst::take() {
    const auto from_nearby = [this](unsigned worker) { return take_of(self_.locality, worker); };
    const auto from_afar = [this](unsigned locality) { return take_of(locality); };
    const bool has_more = !has_whole_level_ && (copy(meeting_.take_own(most_taken)) ||
                                                nearby_.take_from_any(from_nearby) || others_.take_from_any(from_afar));
    if (has_more) return true;
    // What is left to be visited may be a reason to meet, too.
    static_cast<void>(put());
    return false;
}

bool BreadthFirst::take_of(unsigned locality, unsigned worker) {
    const Meeting::Stretch stretch = meeting_.take_of_worker(worker, most_taken, amount_);
    note_steal(locality, worker, stretch.count);
    return copy(stretch);
}

bool BreadthFirst::take_of(unsigned locality) {
    const Meeting::Stretch stretch = meeting_.take_of_locality(locality, most_taken_from_afar, amount_);
    note_steal(locality, stretch.first.worker(), stretch.count);
    return copy(stretch);
}

bool BreadthFirst::copy(const Meeting::Stretch& stretch) {
    if (!stretch || meeting_.ending()) return false;
    next_ = 0;
    return logs_.copy(stretch.first, stretch.count, true, taken_);
}

// --- Checkpoints

bool BreadthFirst::is_to_be_kept() {
    const ExploreCheckpoints& wanted = options().checkpoints;
    // So is everything known at the last wanted level: it may be resumed.
    return begins() && wanted.wanted() && (level_ >= options().level_limit || Clock::now() - kept_ >= wanted.every);
}

// Up to the end of these lists; the others wait for the one that writes.
void BreadthFirst::keep(Meeting::Lists lists) {
    if (begins() && options().checkpoints.wanted() && !all_levels_.empty()) {
        const StateFileHeader header{.model = options().checkpoints.model,
                                     .width = setup_.log.width,
                                     .levels = all_levels_,
                                     .transitions = whole_.transitions,
                                     .deadlocks = whole_.deadlocks};
        std::string error;
        try {
            replace_file(options().checkpoints.file, [&](std::ostream& to) {
                StateFileWriter file(to, header);
                if (!SavedLogs(logs_, meeting_, lists, self_.localities, self_.workers).write(file))
                    throw Error("the run ended before all states were written");
            });
        } catch (const Error& failure) {
            error = failure.what();
        }
        host_.tell_checkpoint(error);
        kept_ = Clock::now();
    }
    visited_->meet();
}

// All make room for what one reads; all others will take their part of it from there.
void BreadthFirst::resume() {
    std::optional<StateFileReader> file;
    if (begins()) file.emplace(options().checkpoints.resume);
    const Report all = come(file ? file->header().states() : 0);
    static_cast<void>(visited_->make_room({.states = 0,
                                           .in_second = 0,
                                           .expected = all.waiting,
                                           .needed = false,
                                           .by_one = true,
                                           .memory = all.memory_left}));
    if (!file || load(*file)) return;
    take_figures(file->header());
    host_.tell_stopped_reading();
    if (!meeting_.ending()) host_.stop(host_.wanted_stop().value_or(Status::memory_limit));
}

// The log has the states in the order of the file, whose numbers so are those of entries. False if there is no room for
// them, or the run ends.
bool BreadthFirst::load(StateFileReader& from) {
    const StateFileHeader& header = from.header();
    from.check(options().checkpoints.model, setup_.log.width);
    ResumedStates resumed(setup_.model, from, logs_);
    SoughtEntries found;
    if (!read(from, resumed) || !check(resumed, found)) return false;
    take_figures(header);
    all_levels_ = header.levels;
    level_ = header.levels.size() - 1;
    list_begin_ = figures_.expanded;
    return find_nearest(found);
}

bool BreadthFirst::read(StateFileReader& from, ResumedStates& resumed) {
    StateBuffer known(setup_.model.width());
    std::uint64_t parent = 0;
    StateWordsSpan state;
    while (from.next(parent, state)) {
        if (!account(state)) return false;
        logs_.append(state, parent == no_parent ? EntryNumber() : EntryNumber(0, 0, parent));
        resumed.add(parent);
        known.append(state);
        if (known.size() >= known_together && !put_known(known)) return false;
    }
    if (!put_known(known)) return false;
    if (figures_.states != from.header().states()) from.fail("has a state twice");
    return true;
}

// A state may be what was not looked for when it was found.
bool BreadthFirst::check(ResumedStates& resumed, SoughtEntries& found) {
    const auto see = [&](std::uint64_t entry, StateWordsSpan state, bool is_deadlock) {
        count_for_time();
        std::optional<StateVerdict> verdict;
        if (setup_.model.looks()) verdict = setup_.model.look(state, figures_.greatest);
        if (!verdict && is_deadlock && setup_.model.no_deadlocks())
            verdict = {.kind = FindingKind::deadlock, .invariant = 0};
        if (verdict) found.emplace_back(entry, *verdict);
    };
    return resumed.check(see, [this] { return goes_on_reading(); });
}

bool BreadthFirst::goes_on_reading() {
    if (wanted() && !host_.attend()) return false;
    return !meeting_.ending() && !host_.wanted_stop();
}

bool BreadthFirst::put_known(StateBuffer& states) {
    const bool all = expansion_.put_known(states);
    states.clear();
    return all && goes_on_reading();
}

// Of entries that are looked for. False if the run ends.
bool BreadthFirst::find_nearest(const SoughtEntries& entries) {
    for (const auto& [entry, verdict] : entries) {
        auto path = logs_.path_to(EntryNumber(0, 0, entry));
        if (!path) return false;
        if (!figures_.found || path->size() < figures_.found->path.size())
            figures_.found = FoundState{.verdict = verdict, .path = std::move(*path)};
    }
    return true;
}

// --- What is new

void BreadthFirst::add(const StateBuffer& states, std::span<const EntryNumber> parents,
                       std::span<const std::uint32_t> which) {
    if (which.empty()) return;
    if (figures_.levels.size() <= level_) figures_.levels.resize(level_ + 1);
    figures_.levels[level_] += which.size();
    for (const std::uint32_t index : which)
        if (account(states[index])) logs_.append(states[index], parents[index]);
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
