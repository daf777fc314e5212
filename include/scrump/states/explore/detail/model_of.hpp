#pragma once
// A user's model in the form for an exploration.

#include <scrump/states/explore/detail/any_model.hpp>
#include <scrump/states/explore/detail/state_words.hpp>
#include <scrump/states/explore/model.hpp>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>

namespace scrump::detail {

template <StateValue State, SuccessorFunction<State> Successors>
class ModelOf final : public AnyModel {
  public:
    /// The arguments must outlive it.
    ModelOf(std::span<const State> initial, const Successors& successors, const Properties<State>& properties)
        : initial_(initial), successors_(successors), properties_(properties) {}

    std::size_t width() const override { return Words::width; }
    void put_initial(StateBuffer& to) const override {
        const Yield<State> yield(to);
        for (const State& state : initial_) yield(state);
    }
    void expand(StateWordsSpan state, StateBuffer& to) const override {
        const Yield<State> yield(to);
        std::invoke(successors_, Words::read(state), yield);
    }

    bool looks() const override {
        return properties_.goal || !properties_.invariants.empty() || properties_.greatest.count > 0;
    }
    std::optional<StateVerdict> look(StateWordsSpan words, std::span<std::uint64_t> greatest) const override {
        const auto& state = Words::read(words);
        if (!greatest.empty()) properties_.greatest.raise(state, greatest);
        for (std::size_t i = 0; i < properties_.invariants.size(); ++i)
            if (!properties_.invariants[i].holds(state)) return StateVerdict{FindingKind::violation, i};
        if (properties_.goal && properties_.goal(state)) return StateVerdict{FindingKind::goal};
        return std::nullopt;
    }
    std::size_t figures() const override { return properties_.greatest.count; }
    bool no_deadlocks() const override { return properties_.no_deadlocks; }

    /// The state of these words.
    static State state_of(StateWordsSpan words) {
        const auto& state = Words::read(words);
        if constexpr (SequenceState<State>) {
            return State(state.begin(), state.end());
        } else {
            return state;
        }
    }

  private:
    using Words = StateWords<State>;

    const std::span<const State> initial_;
    const Successors& successors_;
    const Properties<State>& properties_;
};

}  // namespace scrump::detail
