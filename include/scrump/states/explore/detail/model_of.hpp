#pragma once
// A user's model in the form for an exploration.

#include <scrump/base/error.hpp>
#include <scrump/states/explore/detail/any_model.hpp>
#include <scrump/states/explore/detail/state_words.hpp>
#include <scrump/states/explore/model.hpp>
#include <scrump/states/explore/result.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace scrump::detail {

/// The properties, with the representatives that the model itself gives unless they have others.
template <StateModel Model>
Properties<StateOf<Model>> with_symmetry_of(const Model& model, Properties<StateOf<Model>> properties) {
    if constexpr (SymmetricModel<Model>) {
        if (!properties.canonical)
            properties.canonical = [&model](StateView<StateOf<Model>> state) -> StateOf<Model> {
                return model.canonical(state);
            };
    }
    return properties;
}

template <StateValue State, SuccessorFunction<State> Successors>
class ModelOf final : public AnyModel {
  public:
    /// The arguments must outlive it.
    ModelOf(std::span<const State> initial, const Successors& successors, const Properties<State>& properties)
        : initial_(initial), successors_(successors), properties_(properties) {}

    std::size_t width() const override { return Words::width; }
    void put_initial(StateBuffer& to) const override {
        put_each(to, [&](const Yield<State>& yield) {
            for (const State& state : initial_) yield(state);
        });
    }
    void expand(StateWordsSpan state, StateBuffer& to) const override {
        put_each(to, [&](const Yield<State>& yield) { std::invoke(successors_, Words::read(state), yield); });
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

    bool has_symmetry() const override { return static_cast<bool>(properties_.canonical); }
    void check_representative(StateWordsSpan state) const override {
        if (is_representative_of(state, state)) return;
        throw UsageError(
            "canonical(): the representative of a representative is another state; expected "
            "canonical(canonical(state)) == canonical(state)");
    }
    /// The same for all initial states.
    void check_initial() const {
        if (!has_symmetry()) return;
        StateBuffer initial(width());
        put_initial(initial);
        for (std::size_t i = 0; i < initial.size(); ++i) check_representative(initial[i]);
    }

    /// A path of the model from its words. If these are of representatives, each state on it is the first successor of
    /// the previous one that has the next representative. Throws UsageError where there is none.
    std::vector<State> path_of(const FoundState& found) const {
        std::vector<State> path;
        if (!has_symmetry()) {
            for (const auto& words : found.path) path.push_back(state_of(words));
            return path;
        }
        StateBuffer next(width());
        const Yield<State> yield(next);
        for (const State& each : initial_) yield(each);
        for (const auto& representative : found.path) {
            path.push_back(state_alike(next, representative));
            next.clear();
            if constexpr (SequenceState<State>) {
                std::invoke(successors_, StateView<State>(path.back()), yield);
            } else {
                std::invoke(successors_, path.back(), yield);
            }
        }
        check_end(found, path.back(), next.empty());
        return path;
    }

    /// The state of these words.
    /// What was found, with its path or, without paths, alone.
    Finding<State> finding_of(const FoundState& found, bool with_path) const {
        Finding<State> finding{.kind = found.verdict.kind};
        if (finding.kind == FindingKind::violation)
            finding.invariant = properties_.invariants.at(found.verdict.invariant).name;
        if (with_path) finding.path = path_of(found);
        finding.state = with_path ? finding.path.back() : state_of(found.path.back());
        return finding;
    }

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

    // The states that are yielded, or their representatives. Not in Yield, which is the fast path of every model.
    template <class Yielding>
    void put_each(StateBuffer& to, const Yielding& yield_all) const {
        if (!has_symmetry()) return yield_all(Yield<State>(to));
        StateBuffer all(width());
        yield_all(Yield<State>(all));
        for (std::size_t i = 0; i < all.size(); ++i) put_representative(all[i], to);
    }
    void put_representative(StateWordsSpan state, StateBuffer& to) const {
        Yield<State>{to}(properties_.canonical(Words::read(state)));
    }
    bool is_representative_of(StateWordsSpan representative, StateWordsSpan state) const {
        StateBuffer own(width());
        put_representative(state, own);
        return std::ranges::equal(own[0], representative);
    }
    State state_alike(const StateBuffer& states, StateWordsSpan representative) const {
        check_representative(representative);
        for (std::size_t i = 0; i < states.size(); ++i)
            if (is_representative_of(representative, states[i])) return state_of(states[i]);
        throw UsageError(
            "canonical(): two states with the same representative have successors that are not alike; expected the "
            "same representatives among the successors of both");
    }
    // What was found of the representative holds for the state, too.
    void check_end(const FoundState& found, const State& state, bool is_deadlock) const {
        if (found.verdict.kind == FindingKind::deadlock) {
            if (is_deadlock) return;
        } else {
            StateBuffer words(width());
            Yield<State>{words}(state);
            const auto verdict = look(words[0], {});
            if (verdict && verdict->kind == found.verdict.kind && verdict->invariant == found.verdict.invariant) return;
        }
        throw UsageError("canonical(): a " + std::string(name(found.verdict.kind)) +
                         " is found in a representative and not in a state alike; expected properties that are the "
                         "same for all states that are alike");
    }

    const std::span<const State> initial_;
    const Successors& successors_;
    const Properties<State>& properties_;
};

}  // namespace scrump::detail
