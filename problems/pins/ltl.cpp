#include <scrump/problems/pins/ltl.hpp>

#include <scrump/base/error.hpp>
#include <scrump/base/suggestion.hpp>
#include <scrump/base/text.hpp>

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <utility>

namespace scrump::pins {
namespace {

// Those that begin like others come first.
constexpr std::array<std::string_view, 7> comparisons = {"<=", ">=", "==", "!=", "<", ">", "="};
constexpr std::array<std::string_view, 8> operators = {"X", "G", "F", "U", "R", "W", "true", "false"};

bool is_name_character(char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '.' || c == '[' || c == ']';
}
bool is_space(char c) {
    return std::isspace(static_cast<unsigned char>(c)) != 0;
}

std::optional<std::int32_t> number_in(std::string_view text) {
    std::int32_t number = 0;
    const char* const end = text.data() + text.size();
    const auto read = std::from_chars(text.data(), end, number);
    return read.ec == std::errc() && read.ptr == end ? std::optional(number) : std::nullopt;
}

// A slot, and what it is compared with; or, without a sign, a label.
struct Comparison {
    std::string slot{};
    std::string_view sign{};
    std::string right{};
    bool is_quoted = false;  // then it is not read as a number

    bool operator==(const Comparison&) const = default;
};

// Puts all propositions in double quotes, so that each is one for the reader of formulas, and notes comparisons.
class Quoting {
  public:
    explicit Quoting(std::string_view text) : text_(text) {
        while (at_ < text_.size()) step();
    }

    const std::string& quoted() const { return quoted_; }
    Comparison asked(const std::string& proposition) const {
        const auto found = comparisons_.find(proposition);
        return found == comparisons_.end() ? Comparison{.slot = proposition} : found->second;
    }

  private:
    [[noreturn]] void fail(const std::string& what) const {
        throw UsageError("formula " + in_quotes(text_) + ", column " + std::to_string(at_ + 1) + ": " + what);
    }
    std::string_view rest() const { return text_.substr(at_); }
    void skip_spaces() {
        while (at_ < text_.size() && is_space(text_[at_])) ++at_;
    }

    void step() {
        const char next = text_[at_];
        if (next != '"' && !is_name_character(next)) {
            quoted_ += next;
            ++at_;
            return;
        }
        const std::string name = name_here();
        if (next != '"' && std::ranges::find(operators, name) != operators.end()) {
            quoted_ += name;
            return;
        }
        const std::size_t after = at_;
        skip_spaces();
        if (const auto sign = sign_here()) {
            at_ += sign->size();
            skip_spaces();
            quoted_ += '"' + comparison(name, *sign) + '"';
        } else {
            at_ = after;
            quoted_ += '"' + noted(name, {.slot = name}) + '"';
        }
    }

    std::string name_here() {
        if (text_[at_] != '"') {
            const std::size_t begin = at_;
            while (at_ < text_.size() && is_name_character(text_[at_])) ++at_;
            return std::string(text_.substr(begin, at_ - begin));
        }
        const std::size_t end = text_.find('"', at_ + 1);
        if (end == std::string_view::npos || end == at_ + 1) fail("expected a name in double quotes");
        std::string name(text_.substr(at_ + 1, end - at_ - 1));
        at_ = end + 1;
        return name;
    }

    std::optional<std::string_view> sign_here() const {
        if (rest().starts_with("<->")) return std::nullopt;
        for (const std::string_view sign : comparisons)
            if (rest().starts_with(sign)) return sign;
        return std::nullopt;
    }

    // Returns the proposition that the comparison is.
    std::string comparison(const std::string& slot, std::string_view sign) {
        Comparison read{.slot = slot, .sign = sign == "==" ? "=" : sign, .right = {}};
        if (rest().starts_with('-')) {
            read.right = '-';
            ++at_;
        }
        if (at_ == text_.size() || (text_[at_] != '"' && !is_name_character(text_[at_])) ||
            (!read.right.empty() && text_[at_] == '"'))
            fail("expected a number, the name of a slot, or a value");
        read.is_quoted = text_[at_] == '"';
        read.right += name_here();
        std::string proposition = slot + ' ' + std::string(read.sign) + ' ' + read.right;
        return noted(std::move(proposition), std::move(read));
    }

    // Of two that have the same text, such as a = 1, a = "1" and a label of this name, one gets another text.
    std::string noted(std::string proposition, Comparison read) {
        while (!(comparisons_.try_emplace(proposition, read).first->second == read)) proposition += ' ';
        return proposition;
    }

    std::string_view text_;
    std::size_t at_ = 0;
    std::string quoted_{};
    std::map<std::string, Comparison> comparisons_{};
};

std::optional<std::size_t> slot_named(const Model& model, const std::string& name) {
    const auto found = std::ranges::find(model.slots(), name);
    if (found == model.slots().end()) return std::nullopt;
    return static_cast<std::size_t>(found - model.slots().begin());
}

bool holds(std::int32_t left, std::string_view sign, std::int32_t right) {
    if (sign == "<") return left < right;
    if (sign == "<=") return left <= right;
    if (sign == ">") return left > right;
    if (sign == ">=") return left >= right;
    return (left == right) == (sign == "=");
}

std::function<bool(StateSpan)> function_of(const Comparison& asked, const Model& model) {
    const auto slot = slot_named(model, asked.slot);
    if (!slot)
        throw UsageError(in_quotes(asked.slot) + " is not a slot of the model's states" +
                         did_you_mean(asked.slot, model.slots()));
    auto number = asked.is_quoted ? std::nullopt : number_in(asked.right);
    const auto other = number ? std::nullopt : slot_named(model, asked.right);
    if (!number && !other) {
        number = model.value_named(*slot, asked.right);
        if (!number)
            throw UsageError(in_quotes(asked.right) + " is neither a number, nor a slot, nor a value of " +
                             in_quotes(asked.slot));
        if (asked.sign != "=" && asked.sign != "!=")
            throw UsageError(in_quotes(asked.right) + " is a value by its text: expected = or !=, found " +
                             std::string(asked.sign));
    }
    return [&model, left = *slot, sign = asked.sign, number, other](StateSpan state) {
        const std::vector<std::int32_t> values = model.values(state);
        return holds(values[left], sign, other ? values[*other] : *number);
    };
}

std::function<bool(StateSpan)> label_function(const std::string& name, const Model& model) {
    if (std::ranges::find(model.state_labels(), name) == model.state_labels().end() && slot_named(model, name))
        throw UsageError(in_quotes(name) + " is a slot: expected a comparison, such as " + name + " = 1");
    return [&model, label = model.label_named(name)](StateSpan state) { return model.label(label, state) != 0; };
}

// Adds that transitions are fair to what a formula is about.
class FairTransitions {
  public:
    FairTransitions(StateFormula& asked, const Model& model) : asked_(asked), model_(model) {}

    void add(const std::string& name, bool is_strong) {
        const TransitionSet transitions = transitions_named(name);
        const LtlFormula enabled = state("enabled " + name, transitions), taken = step("taken " + name, transitions);
        fair_ = fair_ && (is_strong ? ltl::strongly_fair(enabled, taken) : ltl::weakly_fair(enabled, taken));
    }
    void conclude() { asked_.formula = ltl::implies(fair_, asked_.formula); }

  private:
    TransitionSet transitions_named(const std::string& name) const {
        try {
            return model_.transitions_named(name);
        } catch (const UsageError& error) {
            throw UsageError(std::string("fairness: ") + error.what());
        }
    }
    // Names that no other proposition has.
    std::string unused(std::string name) const {
        const auto is_used = [&](const auto& all) {
            return std::ranges::any_of(all, [&](const auto& each) { return each.name == name; });
        };
        while (is_used(asked_.propositions.of_states) || is_used(asked_.propositions.of_steps)) name += ' ';
        return name;
    }
    LtlFormula state(const std::string& name, const TransitionSet& transitions) {
        const auto holds = [&model = model_, transitions](StateSpan state) {
            return model.is_enabled(transitions, state);
        };
        asked_.propositions.of_states.push_back({unused(name), holds});
        return LtlFormula(asked_.propositions.of_states.back().name);
    }
    LtlFormula step(const std::string& name, const TransitionSet& transitions) {
        const auto holds = [&model = model_, transitions](StateSpan from, StateSpan to) {
            return model.leads(transitions, from, to);
        };
        asked_.propositions.of_steps.push_back({unused(name), holds});
        return LtlFormula(asked_.propositions.of_steps.back().name);
    }

    StateFormula& asked_;
    const Model& model_;
    LtlFormula fair_{true};
};

}  // namespace

StateFormula parse_ltl(std::string_view text, const Model& model, const Fairness& fairness) {
    const Quoting quoting(text);
    StateFormula asked{.formula = scrump::parse_ltl(quoting.quoted())};
    try {
        for (const std::string& name : asked.formula.names()) {
            const Comparison comparison = quoting.asked(name);
            asked.propositions.of_states.push_back({name, comparison.sign.empty()
                                                              ? label_function(comparison.slot, model)
                                                              : function_of(comparison, model)});
        }
    } catch (const UsageError& error) {
        throw UsageError("formula " + in_quotes(text) + ": " + error.what());
    }
    if (fairness.weak.empty() && fairness.strong.empty()) return asked;
    FairTransitions fair(asked, model);
    for (const std::string& each : fairness.weak) fair.add(each, false);
    for (const std::string& each : fairness.strong) fair.add(each, true);
    fair.conclude();
    return asked;
}

StepTexts steps_along(const Model& model, const Counterexample<State>& counterexample) {
    const auto& [path, cycle] = counterexample;
    const auto text = [&](const State& from, const State& to) {
        const std::string step = model.step_between(from, to);
        return step.empty() ? std::string("a step") : step;
    };
    StepTexts texts;
    for (std::size_t i = 0; i < path.size(); ++i)
        texts.path.push_back(text(path[i], i + 1 < path.size() ? path[i + 1] : cycle.front()));
    bool is_deadlock = cycle.size() == 1;
    if (is_deadlock) model.successors(cycle.front(), [&](StateSpan /*next*/) { is_deadlock = false; });
    for (std::size_t i = 0; i < cycle.size() && !is_deadlock; ++i)
        texts.cycle.push_back(text(cycle[i], cycle[(i + 1) % cycle.size()]));
    return texts;
}

}  // namespace scrump::pins
