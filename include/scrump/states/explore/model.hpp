#pragma once
// Models: states, and a function that yields the successors of each.

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

/// Gives the representative of a state: one of the states that are alike to it by symmetry, the same one for all of
/// these. `canonical(canonical(state))` is `canonical(state)`, and states that are alike have successors that are
/// alike.
template <StateValue State>
using CanonicalFunction = std::function<State(StateView<State> state)>;

/// The argument of a successor function, which calls it with each successor. A successor that is yielded twice counts
/// once as a state and twice as a transition.
template <StateValue State>
class Yield {
  public:
    /// For the exploration, which makes it.
    explicit Yield(detail::StateBuffer& to) : to_(to) {}

    /// Yields one successor. A successor of variable width is copied at once.
    void operator()(StateView<State> state) const {
        using Words = detail::StateWords<State>;
        Words::write(state, to_.extend(Words::count(state)));
    }

  private:
    detail::StateBuffer& to_;
};

/// A function that yields the successors of a state: `successors(state, yield)` calls `yield(next)` for each of them.
/// Called by several workers at once; for the same state it must always yield the same.
template <class F, class State>
concept SuccessorFunction = StateValue<State> && std::invocable < const F&,
        StateView<State>,
const Yield<State>& > ;

/// A model as an object: `initial()` returns the initial state, and `successors(state, yield)` is as above.
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

/// A model with symmetries: `canonical(state)` is a CanonicalFunction.
template <class M>
concept SymmetricModel = StateModel<M> && requires(const M& model, StateView<StateOf<M>> state) {
    { model.canonical(state) } -> std::convertible_to<StateOf<M>>;
};

/// A property that must hold in every state.
template <StateValue State>
struct Invariant {
    std::string name{};  ///< name, for messages
    /// Whether it holds in a state; called by several workers at once, once for each state.
    std::function<bool(StateView<State> state)> holds{};
};

/// Figures whose maximum over all states is wanted, such as the number of tokens in a place of a Petri net.
template <StateValue State>
struct GreatestFigures {
    std::size_t count = 0;  ///< number of figures
    /// Raises the figures that are greater in this state. Called by several workers at once, once for each state, each
    /// worker with figures of its own, initially 0.
    std::function<void(StateView<State> state, std::span<std::uint64_t> greatest)> raise{};
};

/// Properties to be checked. The exploration ends with the first state that is a goal, violates an invariant, or is a
/// deadlock if deadlocks are to be found; in breadth-first order no such state is nearer to an initial one.
template <StateValue State>
struct Properties {
    std::function<bool(StateView<State> state)> goal{};  ///< whether a state is the goal
    std::vector<Invariant<State>> invariants{};          ///< invariants, each of which must hold in every state
    bool no_deadlocks = false;                           ///< whether every state must have a successor
    GreatestFigures<State> greatest{};                   ///< figures to be maximised over all visited states
    /// Representatives of states that are alike by symmetry: only they are visited and counted, and the properties
    /// above must be the same for all states that are alike. Called by several workers at once, once for each
    /// transition. None: `canonical()` of the model, if it has one; otherwise every state is visited.
    CanonicalFunction<State> canonical{};
};

}  // namespace scrump
