#include "breadth_first_on_disk.hpp"

#include <scrump/base/error.hpp>

#include <algorithm>
#include <utility>

namespace scrump::detail {

BreadthFirstOnDisk::BreadthFirstOnDisk(const ExplorerSetup& setup, const SpmdWorker& self, ExplorerHost& host)
    : Explorer(setup, self, host), disk_(*setup.visited.disk), gathered_(static_cast<GatheredStates&>(*visited_)) {}

void BreadthFirstOnDisk::run() {
    begin_clock();
    if (begins()) expansion_.begin();
    if (!gather() || !write_run()) return;
    while (true) {
        const auto gathered = meet(0);
        if (!gathered) return;
        if (gathered->found > 0) return follow_back(level_ - 1);
        if (!merge_parts()) return;
        const auto merged = meet(new_states_);
        if (!merged) return;
        if (merged->found > 0) return follow_back(level_);
        disk_.remove_runs(self_.index);
        note_level_time(*merged);
        if (is_over(*merged)) return;
        host_.tell_level(level_);
        ++level_;
        if (!expand_level()) return;
    }
}

// None if the run ends. The phase after the next one begins with the first part or block.
std::optional<Report> BreadthFirstOnDisk::meet(std::uint64_t waiting) {
    if (begins()) disk_.reset_turn(phase_ + 1);
    const Report all = come(waiting);
    if (meeting_.ending()) return std::nullopt;
    ++phase_;
    return all;
}

bool BreadthFirstOnDisk::goes_on() {
    return !wanted() || host_.attend();
}

bool BreadthFirstOnDisk::is_over(const Report& all) {
    const std::optional<Status> stop = stop_at_end_of_level(all);
    if (stop) host_.stop(*stop);
    return stop || all.waiting == 0 || level_ >= options().level_limit;
}

// --- Gathering

bool BreadthFirstOnDisk::gather() {
    while (!expansion_.put())
        if (!write_run()) return false;
    return true;
}

bool BreadthFirstOnDisk::write_run() {
    used_words_ = std::max(used_words_, gathered_.buffer().used());
    return disk_.write_run(self_.index, gathered_.buffer(), [this] { return goes_on(); });
}

bool BreadthFirstOnDisk::expand_level() {
    host_.begin_work();
    const bool all = for_all_states(level_ - 1, [this](StateWordsSpan state) {
        expansion_.expand(state, EntryNumber());
        return !disk_.has_found() && (!expansion_.due() || gather());
    });
    const bool written = (all || disk_.has_found()) && gather() && write_run();
    host_.end_work();
    return written;
}

// Calls `use` with each state of the blocks of a level that this worker takes. Returns false if it did, or if the run
// ends.
template <class Use>
bool BreadthFirstOnDisk::for_all_states(std::size_t level, const Use& use) {
    const auto blocks = disk_.blocks_of(level);
    const RecordShape shape = disk_.shape();
    for (std::uint64_t turn = disk_.take_turn(phase_); turn < blocks.size(); turn = disk_.take_turn(phase_)) {
        const auto [section, block] = blocks[turn];
        const std::uint64_t from = (*section->blocks)[block].from;
        block_.resize(section->block_end(block) - from);
        section->file->read(from, block_);
        for (std::size_t at = 0; at < block_.size(); at += shape.size(block_.data() + at)) {
            if (!goes_on()) return false;
            shape.read(block_.data() + at, state_);
            if (!use(StateWordsSpan(state_))) return false;
        }
    }
    return true;
}

// --- Merging

bool BreadthFirstOnDisk::merge_parts() {
    host_.begin_work();
    new_states_ = 0;
    bool goes_on = true;
    while (goes_on && !disk_.has_found()) {
        const std::uint64_t part = disk_.take_turn(phase_);
        if (part >= disk_.parts()) break;
        goes_on = disk_.merge(
            static_cast<unsigned>(part), gathered_.spare_memory(), [this](const Word* record) { see(record); },
            [this] { return this->goes_on(); });
    }
    host_.end_work();
    return goes_on;
}

// A new state.
void BreadthFirstOnDisk::see(const Word* record) {
    ++figures_.states;
    ++new_states_;
    if (figures_.levels.size() <= level_) figures_.levels.resize(level_ + 1);
    ++figures_.levels[level_];
    disk_.shape().read(record, state_);
    static_cast<void>(account(state_));
    if (!setup_.model.looks()) return;
    if (const auto verdict = setup_.model.look(state_, figures_.greatest)) disk_.tell_found(*verdict, state_);
}

// --- Findings

void BreadthFirstOnDisk::found_deadlock(StateWordsSpan state, EntryNumber /*own*/) {
    disk_.tell_found({.kind = FindingKind::deadlock, .invariant = 0}, state);
}

// To an initial state, from that which was found at this level.
void BreadthFirstOnDisk::follow_back(std::size_t level) {
    FoundState found{.verdict = disk_.found().verdict, .path = {disk_.found().state}};
    for (; options().paths && level > 0; --level) {
        if (!seek_predecessor(level - 1, found.path.back()) || !meet(0)) return;
        const std::uint64_t phase = phase_ - 1;
        if (!disk_.has_predecessor(phase))
            throw Error("a state has not the same successors as before; successors() must always yield the same");
        found.path.push_back(disk_.predecessor(phase));
    }
    if (!begins()) return;
    std::ranges::reverse(found.path);
    figures_.found = std::move(found);
    host_.stop_found();
}

bool BreadthFirstOnDisk::seek_predecessor(std::size_t level, StateWordsSpan state) {
    StateBuffer successors(setup_.model.width());
    const bool none = for_all_states(level, [&](StateWordsSpan before) {
        if (disk_.has_predecessor(phase_)) return false;
        successors.clear();
        setup_.model.expand(before, successors);
        for (std::size_t i = 0; i < successors.size(); ++i) {
            if (!std::ranges::equal(successors[i], state)) continue;
            disk_.tell_predecessor(phase_, before);
            return false;
        }
        return true;
    });
    return none || disk_.has_predecessor(phase_);
}

}  // namespace scrump::detail
