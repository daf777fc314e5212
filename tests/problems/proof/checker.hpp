#pragma once
// A checker of proofs, as plain as can be, for small ones: the steps that Scrump writes and no others. It stands in for
// VeriPB where that is not installed, and shares nothing with what writes proofs.

#include <cstddef>
#include <cstdint>
#include <map>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

namespace scrump::proof {

/// Why a proof was refused.
struct Refused : std::runtime_error {
    using std::runtime_error::runtime_error;
};

/// A constraint sum of terms >= degree: a positive coefficient counts a variable, a negative one its negation.
struct Linear {
    std::map<std::string, std::int64_t> terms;
    std::int64_t degree = 0;

    void add(const std::string& literal, std::int64_t coefficient) {
        const bool negated = literal[0] == '~';
        std::int64_t& term = terms[negated ? literal.substr(1) : literal];
        if (coefficient < 0) throw Refused("a negative coefficient");
        const std::int64_t signed_one = negated ? -coefficient : coefficient;
        if ((term < 0) != (signed_one < 0)) degree -= std::min(std::abs(term), std::abs(signed_one));
        term += signed_one;
        if (term == 0) terms.erase(negated ? literal.substr(1) : literal);
    }
    void add(const Linear& other) {
        degree += other.degree;
        for (const auto& [name, term] : other.terms) add(term < 0 ? "~" + name : name, std::abs(term));
    }
    void multiply(std::int64_t factor) {
        degree *= factor;
        for (auto& [name, term] : terms) term *= factor;
    }
    void divide(std::int64_t by) {
        const auto up = [by](std::int64_t number) { return number <= 0 ? 0 : (number + by - 1) / by; };
        degree = up(degree);
        for (auto& [name, term] : terms) term = term < 0 ? -up(-term) : up(term);
    }
    void saturate() {
        for (auto& [name, term] : terms)
            if (std::abs(term) > degree) term = term < 0 ? -degree : degree;
        if (degree <= 0) terms.clear();
    }
    void weaken(const std::string& name) {
        const auto term = terms.find(name);
        if (term == terms.end()) return;
        degree -= std::abs(term->second);
        terms.erase(term);
    }
    bool contradicts() const {
        std::int64_t most = 0;
        for (const auto& [name, term] : terms) most += std::abs(term);
        return most < degree;
    }
};

/// Reads a problem, then a proof of it.
class Checker {
  public:
    explicit Checker(const std::string& problem) {
        std::istringstream lines(problem);
        for (std::string line; std::getline(lines, line);) {
            if (line.starts_with("*")) continue;
            if (line.starts_with("min:")) {
                optimises_ = true;
                continue;  // "-1 x" for each variable, which the tests look at
            }
            constraints_[++last_] = parse(line);
        }
        given_ = last_;
    }

    /// What was proved: "BOUNDS -4 -4", "UNSAT" or "SAT". Throws Refused.
    std::string check(const std::string& proof) {
        std::istringstream lines(proof);
        for (std::string line; std::getline(lines, line);) step(line);
        if (!ended_) throw Refused("no end");
        return conclusion_;
    }

    const Linear& last() const { return constraints_.at(last_); }
    std::uint64_t given() const { return given_; }

  private:
    static Linear parse(const std::string& line) {
        std::istringstream words(line);
        Linear result;
        std::string word;
        while (words >> word && word != ">=") {
            std::string literal;
            words >> literal;
            result.add(literal, std::stoll(word));
        }
        std::int64_t degree = 0;
        if (!(words >> degree)) throw Refused("no degree: " + line);
        result.degree += degree;
        return result;
    }

    void step(const std::string& line) {
        std::istringstream words(line.substr(0, line.find(';')));
        std::string rule;
        words >> rule;
        if (rule == "pol") {
            constraints_[++last_] = combine(words);
        } else if (rule == "rup") {
            const std::string text = line.substr(4, line.find_first_of(";:") - 4);
            Linear claim = parse(text);
            propagate_against(claim, hints(line));
            constraints_[++last_] = claim;
        } else if (rule == "soli") {
            take_solution(words);
        } else if (rule == "del") {
            words >> rule;
            forget(rule, words);
        } else if (rule == "conclusion") {
            conclude(words);
        } else if (rule == "f") {
            std::uint64_t count = 0;
            words >> count;
            if (count != given_) throw Refused("another number of constraints");
        } else if (rule == "end") {
            ended_ = true;
        } else if (rule != "pseudo-Boolean" && rule != "output") {
            throw Refused("an unknown step: " + line);
        }
    }

    /// By number, or from one to before another.
    void forget(const std::string& which, std::istringstream& words) {
        std::vector<std::uint64_t> numbers;
        for (std::uint64_t number = 0; words >> number;) numbers.push_back(number);
        if (which == "range") {
            for (std::uint64_t number = numbers.at(0); number < numbers.at(1); ++number) constraints_.erase(number);
            return;
        }
        for (const std::uint64_t number : numbers)
            if (constraints_.erase(number) == 0) throw Refused("no constraint to be forgotten");
    }

    /// The constraints that a step names, in order; all if it names none.
    std::vector<const Linear*> hints(const std::string& line) const {
        std::vector<const Linear*> named;
        const std::size_t colon = line.find(':');
        if (colon == std::string::npos) {
            for (const auto& [number, constraint] : constraints_) named.push_back(&constraint);
            return named;
        }
        std::istringstream words(line.substr(colon + 1, line.find(';') - colon - 1));
        for (std::uint64_t number = 0; words >> number;) {
            if (!constraints_.contains(number)) throw Refused("no constraint " + std::to_string(number));
            named.push_back(&constraints_.at(number));
        }
        return named;
    }

    Linear combine(std::istringstream& words) const {
        std::vector<Linear> stack;
        std::vector<std::string> operands;  // of operations with a number or a variable
        const auto top = [&]() -> Linear& {
            if (stack.empty()) throw Refused("an operation without operands");
            return stack.back();
        };
        std::vector<std::string> all;
        for (std::string word; words >> word;) all.push_back(word);
        for (std::size_t i = 0; i < all.size(); ++i) {
            const std::string next = i + 1 < all.size() ? all[i + 1] : "";
            if (all[i] == "+") {
                const Linear summand = top();
                stack.pop_back();
                top().add(summand);
            } else if (all[i] == "s") {
                top().saturate();
            } else if (next == "w" || next == "d" || next == "*") {
                if (next == "w") top().weaken(all[i]);
                if (next == "d") top().divide(std::stoll(all[i]));
                if (next == "*") top().multiply(std::stoll(all[i]));
                ++i;
            } else if (all[i][0] == '~' || all[i][0] == 'x') {
                stack.emplace_back().add(all[i], 1);  // no literal is negative
            } else {
                const auto named = constraints_.find(std::stoull(all[i]));
                if (named == constraints_.end()) throw Refused("no constraint " + all[i]);
                stack.push_back(named->second);
            }
        }
        if (stack.size() != 1) throw Refused("a step that leaves several constraints");
        return stack[0];
    }

    /// Assumes that the claim is wrong, and looks whether that can be seen.
    static void propagate_against(const Linear& claim, const std::vector<const Linear*>& others) {
        Linear negation;
        std::int64_t sum = 0;
        for (const auto& [name, term] : claim.terms) {
            negation.add(term < 0 ? name : "~" + name, std::abs(term));
            sum += std::abs(term);
        }
        negation.degree += sum - claim.degree + 1;
        std::map<std::string, bool> values;
        for (bool changed = true; changed;) {
            changed = false;
            const auto visit = [&](const Linear& constraint) {
                std::int64_t slack = -constraint.degree;
                for (const auto& [name, term] : constraint.terms) {
                    const auto value = values.find(name);
                    if (value == values.end() || value->second == (term > 0)) slack += std::abs(term);
                }
                if (slack < 0) return true;
                for (const auto& [name, term] : constraint.terms) {
                    if (std::abs(term) <= slack || values.contains(name)) continue;
                    values[name] = term > 0;
                    changed = true;
                }
                return false;
            };
            if (visit(negation)) return;
            for (const Linear* other : others)
                if (visit(*other)) return;
        }
        throw Refused("a clause that does not follow by unit propagation");
    }

    std::map<std::string, bool> assignment(std::istringstream& words) const {
        std::map<std::string, bool> values;
        for (std::string literal; words >> literal;)
            values[literal[0] == '~' ? literal.substr(1) : literal] = literal[0] != '~';
        for (std::uint64_t number = 1; number <= given_; ++number) {
            std::int64_t sum = 0;
            for (const auto& [name, term] : constraints_.at(number).terms)
                if (values.at(name) == (term > 0)) sum += std::abs(term);
            if (sum < constraints_.at(number).degree) throw Refused("a solution that is none");
        }
        return values;
    }

    void take_solution(std::istringstream& words) {
        Linear better;
        best_ = 0;
        for (const auto& [name, value] : assignment(words)) {
            better.add(name, 1);
            best_ += value ? 1 : 0;
        }
        better.degree += best_ + 1;
        constraints_[++last_] = better;
    }

    void conclude(std::istringstream& words) {
        std::string kind;
        std::string colon;
        std::uint64_t number = 0;
        words >> kind;
        conclusion_ = kind;
        if (kind == "BOUNDS") {
            std::string lower;
            std::string upper;
            words >> lower >> colon >> number >> upper;
            if (!optimises_ || upper != std::to_string(-best_) || lower != upper) throw Refused("another bound");
            conclusion_ += " " + lower + " " + upper;
        } else if (kind == "UNSAT") {
            words >> colon >> number;
        } else if (kind == "SAT") {
            words >> colon;
            assignment(words);
            return;
        } else {
            throw Refused("an unknown conclusion");
        }
        const auto named = constraints_.find(number);
        if (named == constraints_.end() || !named->second.contradicts()) throw Refused("no contradiction");
    }

    std::map<std::uint64_t, Linear> constraints_;
    std::uint64_t last_ = 0;
    std::uint64_t given_ = 0;
    std::int64_t best_ = 0;
    bool optimises_ = false;
    bool ended_ = false;
    std::string conclusion_;
};

}  // namespace scrump::proof
