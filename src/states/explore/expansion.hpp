#pragma once
// From states to new states, many at a time: successors are collected until there are enough of them for the table's
// fetches, from memory or from other localities, to be under way together.

#include "figures.hpp"
#include "state_log.hpp"
#include "visited_states.hpp"

#include <scrump/states/explore/detail/any_model.hpp>

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace scrump::detail {

/// Receives new states.
class NewStates {
  public:
    virtual ~NewStates() = default;

    /// The states of these numbers, each found from another one, whose entry is its parent's if it has one.
    virtual void add(const StateBuffer& states, std::span<const EntryNumber> parents,
                     std::span<const std::uint32_t> which) = 0;
    /// A state that is to be found.
    virtual void found(const StateVerdict& verdict, StateWordsSpan state, EntryNumber parent) = 0;
    /// The state of an entry has no successor, and such a state is to be found.
    virtual void found_deadlock(StateWordsSpan state, EntryNumber own) = 0;
};

class Expansion {
  public:
    /// Number of successors that are visited together.
    Expansion(const AnyModel& model, VisitedStates& visited, Figures& figures, NewStates& to, std::size_t together);

    /// The initial states of the model, which are successors of none.
    void begin();
    /// Collects the successors of a state, whose entry has this number.
    void expand(StateWordsSpan state, EntryNumber number);
    /// Whether enough are collected for put().
    bool due() const { return collected_.size() >= together_; }
    /// Visits the collected states. Those without room stay; returns false if there are any.
    bool put();
    /// Visits states that an earlier run has found, without reporting them as new. Returns whether there was room for
    /// all.
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
    const bool has_symmetry_;
    // The collected states, and the rest of them, with the entries from which they were found.
    StateBuffer collected_;
    std::vector<EntryNumber> parents_;
    StateBuffer left_;
    std::vector<EntryNumber> left_parents_;
    Visits visits_;
};

}  // namespace scrump::detail
