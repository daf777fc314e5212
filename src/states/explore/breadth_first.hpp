#pragma once
// Level by level. The states that a worker finds are its list of the next level. While a level is expanded, each worker
// takes sections of its own list, then of those of its locality, then of other localities, those on its host first; a
// list only gets shorter, so a worker that has found all of them empty has nothing left to do, and all meet. So a
// state's level is its distance from the nearest initial state, and no message is needed to end a level.
//
// For a level of few states, a meeting takes longer than its expansion, and far longer where other processes keep the
// processors busy. So in one locality the worker that began expands such levels, one after the other, while all others
// wait where they meet; it comes there once a level is large, or there is something to agree on.

#include "explorer.hpp"
#include "resumed_states.hpp"
#include "state_file.hpp"
#include "victims.hpp"

#include <scrump/base/clock.hpp>
#include <scrump/stealing/policy.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <utility>
#include <vector>

namespace scrump::detail {

class BreadthFirst final : public Explorer {
  public:
    BreadthFirst(const ExplorerSetup& setup, const SpmdWorker& self, ExplorerHost& host);

    void run() override;

  private:
    // The entries of this worker's log that are searched.
    using SoughtEntries = std::vector<std::pair<std::uint64_t, StateVerdict>>;

    void add(const StateBuffer& states, std::span<const EntryNumber> parents,
             std::span<const std::uint32_t> which) override;
    void found(const StateVerdict& verdict, StateWordsSpan state, EntryNumber parent) override;
    void found_deadlock(StateWordsSpan state, EntryNumber own) override;

    Effort effort() const override { return effort_; }

    void expand_level();
    bool is_small(const Report& all) const;
    void expand_alone(Report all);
    bool next_level_alone(const Report& all);
    bool expand_taken();
    bool attend();
    bool take();
    bool take_of(unsigned locality, unsigned worker);
    bool take_of(unsigned locality);
    bool copy(const Meeting::Stretch& stretch);
    void end_level(const Report& all);
    bool is_over(const Report& all);
    void next_level(const Report& all);
    bool goes_on(const Report& all);

    // --- Checkpoints, which the worker that begins writes and reads

    bool is_to_be_kept() override;
    std::uint64_t level() const override { return level_; }
    bool interrupted() const override { return interrupted_; }
    void keep(Meeting::Lists lists);
    void resume();
    bool load(StateFileReader& from);
    bool read(StateFileReader& from, ResumedStates& resumed);
    bool put_known(StateBuffer& states);
    bool check(ResumedStates& resumed, SoughtEntries& found);
    bool goes_on_reading();
    bool find_nearest(const SoughtEntries& entries);

    const std::optional<StealAmount> amount_;  // of states; none: divided in the best way
    Victims nearby_;                           // workers of its locality
    Victims others_;                           // localities
    std::uint64_t level_ = 0;                  // of the states that are found
    std::uint64_t list_begin_ = 0;             // of this level, in this worker's log
    std::uint64_t last_waiting_ = 1;
    Clock::time_point kept_{};
    // For all workers, when the last level was complete: its states wait since.
    std::vector<std::uint64_t> all_levels_;  // number of states
    Report whole_{};
    bool interrupted_ = false;
    Effort effort_;                 // for the last part of a level
    bool has_whole_level_ = false;  // all of its states are among those that were taken
    Entries taken_;
    std::size_t next_ = 0;  // of these
};

}  // namespace scrump::detail
