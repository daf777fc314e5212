#pragma once
// From states to new states, many at a time: successors are collected until there are enough of them that what the
// table has to fetch for each, from memory or from other localities, is under way together.

#include "figures.hpp"
#include "state_log.hpp"
#include "visited_states.hpp"

#include <scrump/states/explore/detail/any_model.hpp>

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace scrump::detail {

/// Gets states that are new.
class NewStates {
  public:
    virtual ~NewStates() = default;

    /// Those of these numbers, each found from another one, whose entry is its parent's if it has one.
    virtual void add(const StateBuffer& states, std::span<const EntryNumber> parents,
                     std::span<const std::uint32_t> which) = 0;
    /// It is what is looked for.
    virtual void found(const StateVerdict& verdict, StateWordsSpan state, EntryNumber parent) = 0;
    /// The state of an entry has no successor, which is what is looked for.
    virtual void found_deadlock(StateWordsSpan state, EntryNumber own) = 0;
};

class Expansion {
  public:
    /// So many successors are visited together.
    Expansion(const AnyModel& model, VisitedStates& visited, Figures& figures, NewStates& to, std::size_t together);

    /// The states in which the model begins are successors of none.
    void begin();
    /// Collects the successors of a state, whose entry has this number.
    void expand(StateWordsSpan state, EntryNumber number);
    /// Whether so many are collected that put() is due.
    bool due() const { return collected_.size() >= together_; }
    /// Visits what is collected. What there is no room for stays; false if there is such.
    bool put();
    /// States that an earlier run has found are visited, and not told of as new. Whether there was room for all.
    bool put_known(const StateBuffer& states);
    /// Whether nothing is collected.
    bool empty() const { return collected_.empty(); }

  private:
    void look();

    const AnyModel& model_;
    VisitedStates& visited_;
    Figures& figures_;
    NewStates& to_;
    const std::size_t together_;
    const bool looks_;
    // What is collected, and what is left of that, with the entries that they were found from.
    StateBuffer collected_;
    std::vector<EntryNumber> parents_;
    StateBuffer left_;
    std::vector<EntryNumber> left_parents_;
    Visits visits_;
};

}  // namespace scrump::detail
