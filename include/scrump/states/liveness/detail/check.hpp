#pragma once
// Checks a formula of a model with states of any type.

#include <scrump/states/explore/detail/any_model.hpp>
#include <scrump/states/liveness/formula.hpp>
#include <scrump/states/liveness/options.hpp>
#include <scrump/states/liveness/result.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace scrump::detail {

/// Propositions of states in the form of words, by number; first those of states, then those of steps.
class AnyPropositions {
  public:
    AnyPropositions() = default;
    AnyPropositions(const AnyPropositions&) = delete;
    AnyPropositions& operator=(const AnyPropositions&) = delete;
    virtual ~AnyPropositions() = default;

    virtual std::vector<std::string> names() const = 0;
    /// Number of propositions of states.
    virtual std::size_t of_states() const = 0;
    virtual bool holds(std::size_t number, StateWordsSpan state) const = 0;
    virtual bool holds(std::size_t number, StateWordsSpan from, StateWordsSpan to) const = 0;
};

struct LtlOutcome {
    Status status = Status::complete;
    std::optional<bool> holds{};
    std::vector<std::vector<std::uint64_t>> path{};
    std::vector<std::vector<std::uint64_t>> cycle{};
    LtlStatistics statistics{};
};

/// Throws as check_ltl().
LtlOutcome run_ltl_check(const AnyModel& model, const LtlFormula& formula, const AnyPropositions& propositions,
                         const LtlOptions& options);

}  // namespace scrump::detail
