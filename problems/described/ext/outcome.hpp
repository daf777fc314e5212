#pragma once
// Answers of problems in a form that the command and Python show.

#include <scrump/problems/proof/ext/text.hpp>
#include <scrump/problems/several/ext/several.hpp>
#include <scrump/search/result.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace scrump::described {

/// A number, a word, or yes or no, for machines under `key`.
struct Fact {
    std::string_view key;
    std::variant<bool, std::int64_t, std::string> value;
};

/// A number that describes a solution: for people under `label`, for machines under `key`. Without a key it is for
/// people alone.
struct Field {
    std::string_view label;
    std::string_view key;
    std::int64_t value = 0;
    std::string text{};  ///< the text for people; empty: the number
};

/// The key of the field that is the objective.
inline constexpr std::string_view objective_key = "objective";

/// A solution. Which things its numbers stand for, the problem's form says.
struct Solution {
    std::vector<Field> fields{};         ///< in the order in which people read them; one is the objective
    std::vector<std::size_t> numbers{};  ///< from 0

    /// The objective. Throws std::logic_error without one.
    std::int64_t objective() const;
};

/// What a question asked for.
enum class Asked : std::uint8_t {
    best,     ///< a best solution
    whether,  ///< a solution that is good enough, or the proof that none exists
    several,  ///< several solutions, best first
    all,      ///< all solutions, or their number
};

/// A number of solutions.
struct Count {
    std::string_view label;       ///< for people
    std::uint64_t number = 0;     ///< if the search was stopped, those found until then
    std::vector<Field> fields{};  ///< what all solutions have in common
    bool listed = false;          ///< whether the solutions are in Outcome::solutions
};

/// The answer to a question. `show` makes a Solution of what the search found.
struct Outcome {
    Asked asked = Asked::best;
    Status status = Status::complete;
    Statistics statistics{};
    std::vector<Solution> solutions{};                ///< best first
    std::vector<Fact> facts{};                        ///< what else is known, for machines
    std::optional<Count> count{};                     ///< of Asked::all
    std::optional<proof::Certificate> certificate{};  ///< of a proof, in the first process, of a complete search

    /// Of a search for a best solution.
    template <class Value, class Show>
    static Outcome best(Answer<Value> found, const Show& show) {
        Outcome outcome = of(Asked::best, found);
        outcome.solutions.push_back(show(found.value));
        return outcome;
    }

    /// Of a search for a solution that is good enough.
    template <class Value, class Show>
    static Outcome whether(Answer<std::optional<Value>> found, const Show& show) {
        Outcome outcome = of(Asked::whether, found);
        if (found.value) outcome.solutions.push_back(show(*found.value));
        return outcome;
    }

    /// Of a search for several solutions.
    template <class Value, class Show>
    static Outcome several(Several<Value> found, const Show& show) {
        Outcome outcome = of(Asked::several, found);
        outcome.solutions.reserve(found.value.size());
        for (const Value& each : found.value) outcome.solutions.push_back(show(each));
        return outcome;
    }

    /// Of a search for all solutions, which the caller adds.
    template <class Value>
    static Outcome all(Answer<Value>& found, Count count) {
        Outcome outcome = of(Asked::all, found);
        outcome.count = std::move(count);
        return outcome;
    }

  private:
    template <class Value>
    static Outcome of(Asked asked, Answer<Value>& found) {
        Outcome outcome;
        outcome.asked = asked;
        outcome.status = found.status;
        outcome.statistics = std::move(found.statistics);
        return outcome;
    }
};

}  // namespace scrump::described
