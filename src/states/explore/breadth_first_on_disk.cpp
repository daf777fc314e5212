#include "breadth_first_on_disk.hpp"

#include <scrump/base/error.hpp>
#include <scrump/base/file.hpp>

#include <algorithm>
#include <ostream>
#include <utility>

namespace scrump::detail {

BreadthFirstOnDisk::BreadthFirstOnDisk(const ExplorerSetup& setup, const SpmdWorker& self, ExplorerHost& host)
    : Explorer(setup, self, host), disk_(*setup.visited.disk), gathered_(static_cast<GatheredStates&>(*visited_)) {}

void BreadthFirstOnDisk::run() {
    begin_clock();
    kept_ = Clock::now();
    const bool resumes = options().checkpoints.resumes();
    if (resumes && begins()) load();
    const bool is_read = !resumes || meet(0);
    if (is_read) explore();
    if (is_read && (checked_ >= disk_.known_levels() || level_ >= options().level_limit || disk_.has_found())) return;
    // It was stopped before all that is known was read and checked.
    figures_ = {.memory = figures_.memory};
    if (!begins()) return;
    take_figures(known_);
    host_.tell_stopped_reading();
}

void BreadthFirstOnDisk::explore() {
    if (begins()) expansion_.begin();
    interrupted_ = !gather() || !write_run();
    while (true) {
        const auto gathered = meet(0);
        if (!gathered) return;
        if (gathered->found > 0) return follow_back(level_ - 1);
        if (const auto stop = gathered->wanted_stop()) return end_early(*stop);
        merge_parts();
        const auto merged = meet(new_states_);
        if (!merged) return;
        if (merged->found > 0) return follow_back(level_);
        if (merged->interrupted > 0) return end_early(merged->wanted_stop().value_or(Status::memory_limit));
        end_level(*merged);
        if (is_over(*merged)) return;
        host_.tell_level(level_);
        ++level_;
        expand_level();
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

// False if the run ends, or is to be stopped: then all meet.
bool BreadthFirstOnDisk::goes_on() {
    return !wanted() || (host_.attend() && !host_.wanted_stop());
}

void BreadthFirstOnDisk::end_level(const Report& all) {
    disk_.remove_runs(self_.index);
    all_levels_.push_back(all.waiting);
    whole_ = all;
    note_level_time(all);
    if (level_ >= disk_.known_levels()) return;
    if (++checked_ == disk_.known_levels()) check_figures(all);
}

bool BreadthFirstOnDisk::is_over(const Report& all) {
    const std::optional<Status> stop = stop_at_end_of_level(all);
    if (all.to_be_kept > 0 || stop) keep();
    if (stop) host_.stop(*stop);
    return stop || all.waiting == 0 || level_ >= options().level_limit;
}

// In the middle of a level: what was found of it is found again.
void BreadthFirstOnDisk::end_early(Status status) {
    keep();
    host_.stop(status);
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

void BreadthFirstOnDisk::expand_level() {
    host_.begin_work();
    const bool all = for_all_states(level_ - 1, [this](StateWordsSpan state) {
        expansion_.expand(state, EntryNumber());
        return !disk_.has_found() && !host_.wanted_stop() && (!expansion_.due() || gather());
    });
    interrupted_ = (!all && !disk_.has_found()) || !gather() || !write_run();
    host_.end_work();
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
            if (wanted() && !host_.attend()) return false;
            shape.read(block_.data() + at, state_);
            if (!use(StateWordsSpan(state_))) return false;
        }
    }
    return true;
}

// --- Merging

void BreadthFirstOnDisk::merge_parts() {
    host_.begin_work();
    new_states_ = 0;
    while (!interrupted_ && !disk_.has_found()) {
        const std::uint64_t part = disk_.take_turn(phase_);
        if (part >= disk_.parts()) break;
        interrupted_ = !merge_part(static_cast<unsigned>(part));
    }
    host_.end_work();
}

bool BreadthFirstOnDisk::merge_part(unsigned part) {
    const std::span<Word> memory = gathered_.spare_memory();
    const auto show = [this](const Word* record) { see(record); };
    const auto goes_on = [this] { return this->goes_on(); };
    if (level_ >= disk_.known_levels()) return disk_.merge(part, memory, show, goes_on);
    const std::string& file = options().checkpoints.resume;
    if (!disk_.check(part, level_, memory, file, show, goes_on)) return false;
    return level_ + 1 < disk_.known_levels() || disk_.check_distinct(part, memory, file, goes_on);
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
        seek_predecessor(level - 1, found.path.back());
        if (!meet(0)) return;
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

void BreadthFirstOnDisk::seek_predecessor(std::size_t level, StateWordsSpan state) {
    StateBuffer successors(setup_.model.width());
    for_all_states(level, [&](StateWordsSpan before) {
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
}

// --- Checkpoints

bool BreadthFirstOnDisk::is_to_be_kept() {
    const ExploreCheckpoints& wanted = options().checkpoints;
    return begins() && wanted.wanted() && level_ + 1 >= disk_.known_levels() &&
           (level_ >= options().level_limit || Clock::now() - kept_ >= wanted.every);
}

// All complete levels; the others wait for the one that writes. What was not checked is not kept again.
void BreadthFirstOnDisk::keep() {
    if (begins() && options().checkpoints.wanted() && !all_levels_.empty() && checked_ == disk_.known_levels()) {
        std::string error;
        try {
            write(options().checkpoints.file);
        } catch (const Error& failure) {
            error = failure.what();
        }
        host_.tell_checkpoint(error);
        kept_ = Clock::now();
    }
    visited_->meet();
}

void BreadthFirstOnDisk::write(const std::string& file) {
    const StateFileHeader header{.model = options().checkpoints.model,
                                 .width = setup_.model.width(),
                                 .levels = all_levels_,
                                 .transitions = whole_.transitions,
                                 .deadlocks = whole_.deadlocks};
    replace_file(file, [&](std::ostream& to) {
        StateFileWriter writer(to, header, StateFileKind::of_levels);
        const auto add = [&](const Word* record) {
            disk_.shape().read(record, state_);
            writer.add(no_parent, state_);
        };
        for (std::size_t level = 0; level < all_levels_.size(); ++level)
            disk_.show_level(level, gathered_.spare_memory(), add);
        writer.finish();
    });
}

void BreadthFirstOnDisk::load() {
    StateFileReader file(options().checkpoints.resume, StateFileKind::of_levels);
    file.check(options().checkpoints.model, setup_.model.width());
    known_ = file.header();
    const RecordShape shape = disk_.shape();
    std::vector<Word> record;
    std::vector<Word> last;
    std::uint64_t left = 0;  // number of states of the level
    bool ends = false;       // the run: this worker knows it before the meeting does
    const auto next = [&]() -> const Word* {
        std::uint64_t parent = 0;
        StateWordsSpan state;
        ends = ends || (wanted() && !host_.attend());
        if (left == 0 || ends || !file.next(parent, state)) return nullptr;
        --left;
        if (shape.size_for(state.size()) > disk_.most_words_of_record()) file.fail("is damaged");
        record.resize(shape.size_for(state.size()));
        shape.write(state, record.data());
        if (!last.empty() && !shape.less(last.data(), record.data())) file.fail("has states that are not in order");
        last = record;
        return record.data();
    };
    for (const std::uint64_t states : known_.levels) {
        if (states == 0 && &states != &known_.levels.back()) file.fail("has levels without states");
        left = states;
        last.clear();
        disk_.add_level(next, gathered_.spare_memory());
        if (ends || meeting_.ending()) return;
    }
    std::uint64_t parent = 0;
    StateWordsSpan state;
    if (file.next(parent, state)) file.fail("has more states than it says");
}

void BreadthFirstOnDisk::check_figures(const Report& all) {
    if (!begins() || (all.transitions == known_.transitions && all.deadlocks == known_.deadlocks)) return;
    throw Error(options().checkpoints.resume + ": " + known_.mismatch(all.transitions, all.deadlocks));
}

}  // namespace scrump::detail
