#include "explorer.hpp"

#include "breadth_first.hpp"
#include "breadth_first_on_disk.hpp"
#include "depth_first.hpp"
#include "shared_blocks.hpp"

#include <algorithm>
#include <chrono>
#include <limits>
#include <utility>

namespace scrump::detail {
namespace {

// The arrays of a worker are in the order of ExplorerSetup::arrays().
SpmdWorker with_arrays(const SpmdWorker& self, std::size_t first, std::size_t count) {
    SpmdWorker some = self;
    const auto begin = self.arrays.begin() + static_cast<std::ptrdiff_t>(first);
    some.arrays.assign(begin, begin + static_cast<std::ptrdiff_t>(count));
    return some;
}

// Many where answers come from elsewhere; few enough that they stay in a near cache where they do not.
std::size_t visited_together(const SpmdWorker& self) {
    static constexpr std::size_t near = 128;
    static constexpr std::size_t far = 1024;
    for (unsigned owner = 0; owner < self.localities; ++owner)
        if (self.arrays.front()->direct(owner) == nullptr) return far;
    return near;
}

// So few that limits of few states are kept, too.
unsigned states_charged_together(const ExplorerSetup& setup) {
    constexpr std::uint64_t most = 1024;
    const std::uint64_t limit = setup.options.state_limit.value_or(std::numeric_limits<std::uint64_t>::max());
    return static_cast<unsigned>(std::clamp<std::uint64_t>(limit / (4 * std::uint64_t{setup.log.workers}), 1, most));
}

}  // namespace

std::vector<RemoteArrayShape> ExplorerSetup::arrays() const {
    std::vector<RemoteArrayShape> all = {{"meetings", Meeting::words(log.workers)}};
    for (const auto& some : {log.arrays(), visited.arrays()}) all.insert(all.end(), some.begin(), some.end());
    // The last, where there is one: an explorer knows it by that.
    if (options.order == ExplorationOrder::depth_first) all.push_back(SharedBlocks::array(log.width, log.workers));
    return all;
}

std::unique_ptr<Explorer> Explorer::make(const ExplorerSetup& setup, const SpmdWorker& self, ExplorerHost& host) {
    if (setup.options.order == ExplorationOrder::depth_first) return std::make_unique<DepthFirst>(setup, self, host);
    if (setup.visited.disk != nullptr) return std::make_unique<BreadthFirstOnDisk>(setup, self, host);
    return std::make_unique<BreadthFirst>(setup, self, host);
}

Explorer::Explorer(const ExplorerSetup& setup, const SpmdWorker& self, ExplorerHost& host)
    : setup_(setup),
      self_(self),
      host_(host),
      visited_(VisitedStates::make(setup.visited,
                                   with_arrays(self, 1 + setup.log.arrays().size(), setup.visited.arrays().size()))),
      logs_(setup.log, std::span(self.arrays).subspan(1), self.locality, self.index),
      meeting_(*self.arrays[0], *visited_, self.locality, self.index, self.workers),
      expansion_(setup.model, *visited_, figures_, *this, visited_together(self)),
      attention_(host.wanted()),
      memory_of_word_(visited_->memory_of_word()),
      charged_together_(states_charged_together(setup)) {}

bool Explorer::put() {
    if (expansion_.put()) return !meeting_.ending();
    if (!std::exchange(lacks_room_, true)) meeting_.call();
    return false;
}

void Explorer::pass_time() {
    if (unpaid_ > 0) pace_->pass(Platform::Pace::Work::node, std::exchange(unpaid_, 0));
}

Report Explorer::come(std::uint64_t waiting) {
    charge();
    const Effort own = effort();
    // A waiting worker has decided by then whether the run is to be stopped: the next meeting is for that.
    const auto calls = [this] { return host_.wanted_stop().has_value(); };
    return meeting_.come({.states = figures_.states,
                          .waiting = waiting,
                          .lacks_room = lacks_room_ ? 1U : 0U,
                          .found = has_finding() ? 1U : 0U,
                          .memory_left = host_.memory_left(),
                          .in_second = visited_->in_second(),
                          .transitions = figures_.transitions,
                          .deadlocks = figures_.deadlocks,
                          .to_be_kept = is_to_be_kept() ? 1U : 0U,
                          .level = level(),
                          .interrupted = interrupted() || lost_some_ ? 1U : 0U,
                          .stop = static_cast<std::uint64_t>(host_.wanted_stop().value_or(Status::complete)),
                          .expanded = own.states,
                          .nanoseconds = static_cast<std::uint64_t>(own.time.count())},
                         calls);
}

bool Explorer::make_needed_room(const Report& all) {
    lacks_room_ = false;
    return visited_->make_room(
        {.states = all.states, .in_second = all.in_second, .expected = 0, .needed = true, .memory = all.memory_left});
}

// The tables of a locality are counted by one worker.
void Explorer::charge() {
    not_charged_ = 0;
    figures_.memory = logs_.memory() + state_memory_ + waiting_memory() + (self_.index == 0 ? visited_->memory() : 0);
    host_.charge(figures_.memory - std::exchange(charged_memory_, figures_.memory));
    host_.count_states(figures_.states - std::exchange(charged_states_, figures_.states));
}

std::optional<FoundState> Explorer::found_state(const StateVerdict& verdict, StateWordsSpan state, EntryNumber parent) {
    FoundState found{.verdict = verdict, .path = {}};
    if (options().paths) {
        auto path = logs_.path_to(parent);
        if (!path) return std::nullopt;
        found.path = std::move(*path);
    }
    found.path.emplace_back(state.begin(), state.end());
    return found;
}

std::optional<FoundState> Explorer::found_deadlock_state(StateWordsSpan state, EntryNumber own) {
    FoundState found{.verdict = {.kind = FindingKind::deadlock, .invariant = 0}, .path = {}};
    if (options().paths) {
        auto path = logs_.path_to(own);
        if (!path) return std::nullopt;
        found.path = std::move(*path);
    } else {
        found.path.emplace_back(state.begin(), state.end());
    }
    return found;
}

std::optional<Status> Explorer::stop_at_end_of_level(const Report& all) const {
    if (all.found > 0 || all.waiting == 0) return std::nullopt;
    if (options().state_limit && all.states >= *options().state_limit) return Status::state_limit;
    return level() < options().level_limit ? all.wanted_stop() : std::nullopt;
}

void Explorer::note_level_time(const Report& all) {
    if (!begins() || all.waiting == 0) return;
    const Clock::time_point now = Clock::now();
    figures_.level_seconds.resize(level());
    figures_.level_seconds.push_back(std::chrono::duration<double>(now - std::exchange(level_began_, now)).count());
}

void Explorer::take_figures(const StateFileHeader& header) {
    figures_.states = header.states();
    figures_.levels = header.levels;
    if (header.waiting() == 0) figures_.levels.pop_back();  // all was expanded: the last one has no states
    figures_.expanded = header.states() - header.waiting();
    figures_.transitions = header.transitions;
    figures_.deadlocks = header.deadlocks;
}

void Explorer::note_steal(unsigned locality, unsigned worker, std::size_t states) {
    figures_.stolen += states;
    if (locality == self_.locality) return host_.note_steal(worker, states);
    figures_.stolen_away += states;
    host_.note_remote_steal(locality, states);
}

}  // namespace scrump::detail
