#pragma once
// What is explored: states, and a function that yields the successors of each.

#include <scrump/states/explore/detail/state_buffer.hpp>
#include <scrump/states/explore/detail/state_words.hpp>
#include <scrump/states/explore/state.hpp>

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace scrump {

/// What a successor function is given: called with each successor. A successor that is yielded twice counts once as a
/// state and twice as a transition.
template <StateValue State>
class Yield {
  public:
    /// Made by the exploration.
    explicit Yield(detail::StateBuffer& to) : to_(to) {}

    /// One successor. Of one of variable width a copy is made at once.
    void operator()(StateView<State> state) const {
        using Words = detail::StateWords<State>;
        Words::write(state, to_.extend(Words::count(state)));
    }

  private:
    detail::StateBuffer& to_;
};

/// A function that yields the successors of a state: `successors(state, yield)` calls `yield(next)` for each of them.
/// Called by several workers at once; for the same state it always yields the same.
template <class F, class State>
concept SuccessorFunction = StateValue<State> && std::invocable < const F&,
        StateView<State>,
const Yield<State>& > ;

/// A model as an object: `initial()` gives the state in which it begins, and `successors(state, yield)` is as above.
template <class M>
concept StateModel = requires(const M& model) {
    model.initial();
    requires StateValue<std::remove_cvref_t<decltype(model.initial())>>;
}
&&requires(const M& model, StateView<std::remove_cvref_t<decltype(model.initial())>> state,
           const Yield<std::remove_cvref_t<decltype(model.initial())>>& yield) {
    model.successors(state, yield);
};

/// The state of a model.
template <StateModel M>
using StateOf = std::remove_cvref_t<decltype(std::declval<const M&>().initial())>;

/// What is to hold in every state.
template <StateValue State>
struct Invariant {
    std::string name{};                                   ///< for messages
    std::function<bool(StateView<State> state)> holds{};  ///< called by several workers at once, once for each state
};

/// Figures of which the greatest over all states is wanted, such as how many tokens a place of a net ever has.
template <StateValue State>
struct GreatestFigures {
    std::size_t count = 0;  ///< how many there are
    /// Raises those to which this state gives more. Called by several workers at once, once for each state, each worker
    /// with figures of its own, 0 at first.
    std::function<void(StateView<State> state, std::span<std::uint64_t> greatest)> raise{};
};

/// What is looked for. The exploration ends with the first state that is a goal, breaks an invariant, or is a deadlock
/// where that is asked for; in breadth-first order no such state is nearer to an initial one.
template <StateValue State>
struct Properties {
    std::function<bool(StateView<State> state)> goal{};  ///< a state that is sought
    std::vector<Invariant<State>> invariants{};          ///< each is to hold in every state
    bool no_deadlocks = false;                           ///< every state is to have a successor
    GreatestFigures<State> greatest{};                   ///< of all states that were visited
};

}  // namespace scrump
