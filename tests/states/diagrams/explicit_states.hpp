#pragma once
// States and relations that are written down one by one, and as diagrams.

#include "truth_table.hpp"

#include <scrump/states/diagrams/bdd.hpp>

#include <bit>
#include <cstddef>
#include <random>
#include <set>
#include <utility>
#include <vector>

namespace scrump::test {

/// A state: bit i is the value of state variable 2i.
using State = unsigned;
using States = std::set<State>;

/// Which values of a few variables lead to which; all other variables keep theirs.
struct Steps {
    State speaks_of = 0;  // the variables, as bits
    std::set<std::pair<State, State>> pairs{};

    States successors(const States& from) const {
        States to;
        for (const State state : from)
            for (const auto& [before, after] : pairs)
                if ((state & speaks_of) == before) to.insert((state & ~speaks_of) | after);
        return to;
    }
    Steps reversed() const {
        Steps back{.speaks_of = speaks_of};
        for (const auto& [before, after] : pairs) back.pairs.emplace(after, before);
        return back;
    }
};

inline States joined(States states, const States& others) {
    states.insert(others.begin(), others.end());
    return states;
}

inline States successors(const States& from, const std::vector<Steps>& by) {
    States to;
    for (const Steps& each : by) to = joined(std::move(to), each.successors(from));
    return to;
}

inline States reachable(States from, const std::vector<Steps>& by) {
    for (std::size_t before = 0; before != from.size();) {
        before = from.size();
        from = joined(from, successors(from, by));
    }
    return from;
}

/// The same as diagrams. An assignment of a relation's variables has those of a state and of the next one in turn.
inline std::vector<unsigned> variables_of(State set) {
    std::vector<unsigned> all;
    for (unsigned place = 0; set >> place != 0; ++place)
        if ((set >> place & 1U) != 0) all.push_back(2 * place);
    return all;
}

class StatesOfVariables {
  public:
    StatesOfVariables(Diagrams& diagrams, unsigned variables) : diagrams_(diagrams), variables_(variables) {}

    Bdd states(const States& states) {
        return diagram_by(diagrams_, variables_of((1U << variables_) - 1),
                          [&](State assignment) { return states.contains(assignment); });
    }
    TransitionRelation relation(const Steps& steps) {
        const std::vector<unsigned> own = variables_of(steps.speaks_of);
        std::vector<unsigned> both;
        for (const unsigned each : own) both.insert(both.end(), {each, each + 1});
        const Bdd relation = diagram_by(diagrams_, both, [&](unsigned assignment) {
            State before = 0;
            State after = 0;
            for (std::size_t place = 0; place < own.size(); ++place) {
                before |= (assignment >> 2 * place & 1U) << own[place] / 2;
                after |= (assignment >> (2 * place + 1) & 1U) << own[place] / 2;
            }
            return steps.pairs.contains({before, after});
        });
        return {.relation = relation, .cube = diagrams_.cube(own)};
    }
    std::vector<TransitionRelation> relations(const std::vector<Steps>& all) {
        std::vector<TransitionRelation> relations;
        for (const Steps& each : all) relations.push_back(relation(each));
        return relations;
    }

  private:
    Diagrams& diagrams_;
    unsigned variables_;
};

class RandomSteps {
  public:
    RandomSteps(unsigned variables, unsigned seed) : all_((1U << variables) - 1), random_(seed) {}

    States states(unsigned one_in) {
        States some;
        for (State state = 0; state <= all_; ++state)
            if (random_() % one_in == 0) some.insert(state);
        return some;
    }
    // Over some of three variables at most, so that it can be written down.
    Steps steps(unsigned one_in) {
        Steps some;
        do some.speaks_of = static_cast<State>(random_() & random_()) & all_;
        while (std::popcount(some.speaks_of) > 3);
        for (State before = 0; before <= all_; ++before) {
            for (State after = 0; after <= all_; ++after) {
                if (((before | after) & ~some.speaks_of) == 0 && random_() % one_in == 0)
                    some.pairs.emplace(before, after);
            }
        }
        return some;
    }
    std::vector<Steps> several(std::size_t count, unsigned one_in) {
        std::vector<Steps> all;
        while (all.size() < count) all.push_back(steps(one_in));
        return all;
    }

  private:
    State all_;
    std::mt19937 random_;
};

}  // namespace scrump::test
