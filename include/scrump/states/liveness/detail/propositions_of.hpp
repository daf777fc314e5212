#pragma once
// A user's propositions in the form for a check.

#include <scrump/states/explore/detail/state_words.hpp>
#include <scrump/states/liveness/detail/check.hpp>
#include <scrump/states/liveness/propositions.hpp>

#include <cstddef>
#include <string>
#include <vector>

namespace scrump::detail {

template <StateValue State>
class PropositionsOf final : public AnyPropositions {
  public:
    /// The argument must outlive it.
    explicit PropositionsOf(const Propositions<State>& all) : all_(all) {}

    std::vector<std::string> names() const override {
        std::vector<std::string> names;
        for (const auto& each : all_.of_states) names.push_back(each.name);
        for (const auto& each : all_.of_steps) names.push_back(each.name);
        return names;
    }
    std::size_t of_states() const override { return all_.of_states.size(); }
    bool holds(std::size_t number, StateWordsSpan state) const override {
        return all_.of_states[number].holds(Words::read(state));
    }
    bool holds(std::size_t number, StateWordsSpan from, StateWordsSpan to) const override {
        return all_.of_steps[number - all_.of_states.size()].holds(Words::read(from), Words::read(to));
    }

  private:
    using Words = StateWords<State>;

    const Propositions<State>& all_;
};

}  // namespace scrump::detail
