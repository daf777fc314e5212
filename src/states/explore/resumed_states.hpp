#pragma once
// The states of a checkpoint that is resumed, checked against the model. A checksum only shows that a file is as it was
// written. So the exploration in the file is repeated, level by level from the initial states, without the table: each
// state must be a successor of the one from which it was found, at the distance in the file, and the numbers of
// transitions and deadlocks must match. As a state is shown to the model only after it was found to follow a checked
// one, no function of the model ever gets an unreachable state.

#include "state_file.hpp"
#include "state_log.hpp"

#include <scrump/states/explore/detail/any_model.hpp>
#include <scrump/states/explore/detail/state_buffer.hpp>

#include <cstdint>
#include <functional>
#include <set>
#include <vector>

namespace scrump::detail {

class ResumedStates {
  public:
    /// For the states of the file, in the order in which `log` has them as the worker's own entries, from the first one
    /// on. All three arguments must outlive it.
    ResumedStates(const AnyModel& model, const StateFileReader& file, const StateLogs& log);

    /// Records that the next state was found from this one: a number of the file, or no_parent.
    void add(std::uint64_t parent);

    /// Called with each state once it was checked: its entry, its words, and whether it is a deadlock.
    using See = std::function<void(std::uint64_t entry, StateWordsSpan state, bool is_deadlock)>;

    /// Checks all states, each at most once. Calls `goes_on` from time to time, and returns false if it does. Throws
    /// Error that names the file for any mismatch.
    bool check(const See& see, const std::function<bool()>& goes_on);

  private:
    using Entry = std::uint64_t;
    static constexpr Entry none = no_parent;

    void list_children();
    void check_initial();
    bool check_level(const See& see, const std::function<bool()>& goes_on);
    void check_state(Entry entry, const See& see);
    bool follows(StateWordsSpan state) const;
    [[noreturn]] void fail(Entry entry, const std::string& what) const;

    const AnyModel& model_;
    const StateFileReader& file_;
    const StateLogs& log_;
    const std::uint64_t expanded_;  // number of entries before this one
    std::vector<Entry> first_child_;
    std::vector<Entry> next_sibling_;
    std::vector<Entry> level_;  // entries at the distance being checked
    std::vector<Entry> next_;
    std::size_t distance_ = 0;
    std::uint64_t checked_ = 0;
    std::uint64_t transitions_ = 0;
    std::uint64_t deadlocks_ = 0;
    StateBuffer successors_;
    std::vector<std::uint64_t> state_;
    std::vector<std::uint64_t> child_;
};

}  // namespace scrump::detail
