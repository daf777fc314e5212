#pragma once
// Level by level, with states on disk (disk_states.hpp). All workers expand blocks of the level and write what they
// find as runs; then all merge parts of it into the next level, and new states are looked at. A deadlock of a level is
// thus found before the goals of the next one, which are farther.
//
// A checkpoint has all complete levels. When it is resumed, they are known from the beginning, but expanded and
// gathered as if they were not: each of their states must be among those gathered. Only merging them with the earlier
// levels is left out. So no function of the model gets a state that cannot be reached.
//
// No predecessors are kept. The path to a finding is found from its end: all workers expand the level before, until one
// of them comes upon a predecessor.

#include "disk_states.hpp"
#include "explorer.hpp"
#include "gathered_states.hpp"
#include "state_file.hpp"

#include <scrump/base/clock.hpp>
#include <scrump/runtime/status.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace scrump::detail {

class BreadthFirstOnDisk final : public Explorer {
  public:
    BreadthFirstOnDisk(const ExplorerSetup& setup, const SpmdWorker& self, ExplorerHost& host);

    void run() override;

  private:
    // Nothing is known to be new when it is gathered.
    void add(const StateBuffer& /*states*/, std::span<const EntryNumber> /*parents*/,
             std::span<const std::uint32_t> /*which*/) override {}
    void found(const StateVerdict& /*verdict*/, StateWordsSpan /*state*/, EntryNumber /*parent*/) override {}
    void found_deadlock(StateWordsSpan state, EntryNumber own) override;

    bool interrupted() const override { return interrupted_; }
    bool is_to_be_kept() override;
    bool has_finding() const override { return disk_.has_found(); }
    std::uint64_t level() const override { return level_; }
    std::uint64_t waiting_memory() const override { return (used_words_ + 2 * disk_.block_words()) * sizeof(Word); }

    using Word = DiskStates::Word;

    void explore();
    std::optional<Report> meet(std::uint64_t waiting);
    bool goes_on();
    bool gather();
    bool write_run();
    void merge_parts();
    bool merge_part(unsigned part);
    void see(const Word* record);
    void end_level(const Report& all);
    bool is_over(const Report& all);
    void expand_level();
    template <class Use>
    bool for_all_states(std::size_t level, const Use& use);
    void end_early(Status status);
    void follow_back(std::size_t level);
    void seek_predecessor(std::size_t level, StateWordsSpan state);

    // --- Checkpoints, which the worker that begins writes and reads

    void keep();
    void write(const std::string& file);
    void load();
    void check_figures(const Report& all);

    DiskStates& disk_;
    GatheredStates& gathered_;
    std::uint64_t level_ = 0;       // that is gathered and merged
    std::uint64_t phase_ = 0;       // between two meetings
    std::uint64_t new_states_ = 0;  // of this level, found by this worker
    bool interrupted_ = false;      // whether this phase is not complete
    std::size_t checked_ = 0;       // number of known levels that were checked
    StateFileHeader known_;         // of the checkpoint that is resumed, in the worker that begins
    Clock::time_point kept_{};
    // For all workers: the complete levels.
    std::vector<std::uint64_t> all_levels_;  // number of states
    Report whole_{};
    std::size_t used_words_ = 0;  // largest number
    std::vector<Word> block_;
    std::vector<Word> state_;
};

}  // namespace scrump::detail
