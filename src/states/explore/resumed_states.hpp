#pragma once
// The states of a checkpoint that is resumed, checked against the model. A checksum only says that a file is as
// somebody wrote it. So the exploration that the file tells of is repeated, level by level from the initial states,
// without the table: each state must be a successor of the one that it was found from, at the distance that the file
// says, and the transitions and deadlocks must be as many. As a state is shown to the model only after it was found to
// follow one that was checked, no function of the model ever sees a state that cannot be reached.

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
    /// Of the file, in the order of which `log` has its states as the worker's own entries, from the first one on. All
    /// three stay where they are.
    ResumedStates(const AnyModel& model, const StateFileReader& file, const StateLogs& log);

    /// The next state was found from this one: a number of the file, or no_parent.
    void add(std::uint64_t parent);

    /// Called with each state once it was checked: its entry, its words, and whether it is a deadlock.
    using See = std::function<void(std::uint64_t entry, StateWordsSpan state, bool is_deadlock)>;

    /// Checks all states, each at most once. Asks `goes_on` now and then, and returns false if it says no. Throws Error
    /// that names the file for what is wrong.
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
    const std::uint64_t expanded_;  // entries before this one
    std::vector<Entry> first_child_;
    std::vector<Entry> next_sibling_;
    std::vector<Entry> level_;  // entries at the distance that is checked
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
