#pragma once
// Which variable is at which level. Nodes and operations have levels alone; variables are what users name, so only
// what they ask for, and what they are told, is translated here.

#include <scrump/base/error.hpp>
#include <scrump/states/diagrams/detail/node.hpp>

#include <algorithm>
#include <cstddef>
#include <numeric>
#include <set>
#include <utility>
#include <vector>

namespace scrump::detail {

class VariableOrder {
  public:
    Level level_of(unsigned variable) const { return variable < levels_.size() ? levels_[variable] : variable; }
    unsigned variable_at(Level level) const { return level < variables_.size() ? variables_[level] : level; }
    /// Level of a variable that users use from now on.
    Level used(unsigned variable) {
        end_ = std::max(end_, variable + 1);
        return level_of(variable);
    }
    /// The variables at some levels, ascending.
    std::vector<unsigned> at(const std::set<Level>& levels) const {
        std::vector<unsigned> found;
        found.reserve(levels.size());
        for (const Level each : levels) found.push_back(variable_at(each));
        if (!is_given()) std::sort(found.begin(), found.end());
        return found;
    }

    /// Whether each variable's level is its number.
    bool is_given() const { return variables_.empty(); }
    /// All used variables, from the top down.
    std::vector<unsigned> all() const {
        std::vector<unsigned> all(std::max<std::size_t>(end_, variables_.size()));
        std::iota(all.begin(), all.end(), 0U);
        std::copy(variables_.begin(), variables_.end(), all.begin());
        return all;
    }
    /// The variables of the first levels change places. Others keep their numbers as levels.
    void change_to(std::vector<unsigned> variables) {
        while (!variables.empty() && variables.back() + 1 == variables.size()) variables.pop_back();
        variables_ = std::move(variables);
        levels_.resize(variables_.size());
        keeps_pairs_ = true;
        for (Level level = 0; level < variables_.size(); ++level) {
            levels_[variables_[level]] = level;
            // Both of a pair, so that the one where the vector ends is in its place.
            if (level % 2 == 0 ? variables_[level] % 2 != 0 : variables_[level] != variables_[level - 1] + 1)
                keeps_pairs_ = false;
        }
        if (variables_.size() % 2 != 0) keeps_pairs_ = false;
    }

    /// Whether each state variable is at an even level, and its next-state variable at the next one.
    bool keeps_pairs() const { return keeps_pairs_; }
    /// Throws UsageError if not.
    void expect_pairs() const {
        if (keeps_pairs_) return;
        throw UsageError(
            "the order of the variables has changed, so next-state variables no longer follow their state variables; "
            "expected reorder() with keep_pairs");
    }

  private:
    std::vector<unsigned> variables_;  // by levels; empty if these are their numbers
    std::vector<Level> levels_;
    unsigned end_ = 0;  // above all used variables
    bool keeps_pairs_ = true;
};

}  // namespace scrump::detail
