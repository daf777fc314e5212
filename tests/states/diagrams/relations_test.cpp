// Successors, predecessors and all reachable states, against sets of states that are written down one by one.

#include "truth_table.hpp"
#include "ways.hpp"

#include <scrump/base/error.hpp>

#include "support/message_of.hpp"

#include <gtest/gtest.h>

#include <bit>
#include <cstddef>
#include <cstdint>
#include <random>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace scrump {
namespace {

using test::diagram_by;
using test::message_of;

class DiagramRelations : public test::InAllWays {};
INSTANTIATE_TEST_SUITE_P(Ways, DiagramRelations, testing::ValuesIn(test::all_ways()),
                         [](const auto& of) { return of.param.name(); });

// A state: bit i is the value of state variable 2i.
using State = unsigned;
using States = std::set<State>;

// Which values of a few variables lead to which; all other variables keep theirs.
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

States joined(States states, const States& others) {
    states.insert(others.begin(), others.end());
    return states;
}

States successors(const States& from, const std::vector<Steps>& by) {
    States to;
    for (const Steps& each : by) to = joined(std::move(to), each.successors(from));
    return to;
}

States reachable(States from, const std::vector<Steps>& by) {
    for (std::size_t before = 0; before != from.size();) {
        before = from.size();
        from = joined(from, successors(from, by));
    }
    return from;
}

// The same as diagrams. An assignment of a relation's variables has those of a state and of the next one in turn.
std::vector<unsigned> variables_of(State set) {
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

// Calls it with so many variables, and what they are to do.
template <class Test>
void with_random_steps(unsigned rounds, const Test& test) {
    for (unsigned round = 0; round < rounds; ++round) {
        const unsigned variables = 1 + round % 6;
        SCOPED_TRACE(round);
        test(variables, RandomSteps(variables, round));
    }
}

TEST_P(DiagramRelations, LeadWhereTheirPairsSay) {
    run([](Diagrams& diagrams) {
        with_random_steps(60, [&](unsigned variables, RandomSteps random) {
            StatesOfVariables made(diagrams, variables);
            for (const unsigned one_in : {1U, 2U, 5U}) {
                const States states = random.states(one_in);
                const Steps steps = random.steps(one_in + 1);
                const TransitionRelation by = made.relation(steps);
                EXPECT_EQ(diagrams.successors(made.states(states), by), made.states(steps.successors(states)));
                EXPECT_EQ(diagrams.predecessors(made.states(states), by),
                          made.states(steps.reversed().successors(states)));
            }
        });
    });
}

// Relations that say nothing of some of their variables, or all: any value, then.
TEST_P(DiagramRelations, LetVariablesThatTheyDoNotReadOrWriteHaveAnyValue) {
    run([](Diagrams& diagrams) {
        StatesOfVariables made(diagrams, 3);
        const Bdd any = diagrams.cube(variables_of(0b101));
        const TransitionRelation everywhere{.relation = diagrams.yes(), .cube = any};
        EXPECT_EQ(diagrams.successors(made.states({0b000, 0b111}), everywhere),
                  made.states({0b000, 0b001, 0b100, 0b101, 0b010, 0b011, 0b110, 0b111}));
        EXPECT_EQ(diagrams.successors(made.states({0b010}), everywhere), made.states({0b010, 0b011, 0b110, 0b111}));
        EXPECT_EQ(diagrams.predecessors(made.states({0b001}), everywhere), made.states({0b000, 0b001, 0b100, 0b101}));
        const TransitionRelation nowhere{.relation = diagrams.no(), .cube = any};
        EXPECT_TRUE(diagrams.successors(diagrams.yes(), nowhere).is_false());
        const TransitionRelation reads{.relation = diagrams.variable(0), .cube = any};
        EXPECT_EQ(diagrams.successors(made.states({0b000, 0b011}), reads), made.states({0b010, 0b011, 0b110, 0b111}));
        const TransitionRelation writes{.relation = diagrams.variable(5), .cube = any};
        EXPECT_EQ(diagrams.successors(made.states({0b000, 0b011}), writes), made.states({0b100, 0b101, 0b110, 0b111}));
    });
}

TEST_P(DiagramRelations, OfNoVariablesLeaveStatesAsTheyAre) {
    run([](Diagrams& diagrams) {
        StatesOfVariables made(diagrams, 3);
        const TransitionRelation stays{.relation = diagrams.yes(), .cube = diagrams.yes()};
        for (const States& states : {States{}, States{1, 4}, States{0, 1, 2, 3, 4, 5, 6, 7}}) {
            EXPECT_EQ(diagrams.successors(made.states(states), stays), made.states(states));
            EXPECT_EQ(diagrams.predecessors(made.states(states), stays), made.states(states));
            EXPECT_EQ(diagrams.saturate(made.states(states), std::vector{stays}), made.states(states));
        }
    });
}

TEST_P(DiagramRelations, SeveralLeadWhereAnyOfThemDoes) {
    run([](Diagrams& diagrams) {
        with_random_steps(30, [&](unsigned variables, RandomSteps random) {
            StatesOfVariables made(diagrams, variables);
            const States states = random.states(3);
            const std::vector<Steps> steps = random.several(1 + variables, 6);
            EXPECT_EQ(diagrams.successors(made.states(states), made.relations(steps)),
                      made.states(successors(states, steps)));
        });
        EXPECT_TRUE(diagrams.successors(diagrams.yes(), std::vector<TransitionRelation>()).is_false());
    });
}

// One after the other, with the same relations and with others: what is remembered of some is not of others.
TEST_P(DiagramRelations, SaturationReachesWhatStepsReach) {
    run([](Diagrams& diagrams) {
        with_random_steps(60, [&](unsigned variables, RandomSteps random) {
            StatesOfVariables made(diagrams, variables);
            const std::vector<Steps> steps = random.several(1 + variables, 12);
            const std::vector<TransitionRelation> relations = made.relations(steps);
            for (const unsigned one_in : {8U, 16U}) {
                const States from = random.states(one_in);
                EXPECT_EQ(diagrams.saturate(made.states(from), relations), made.states(reachable(from, steps)));
            }
            const std::vector<Steps> fewer(steps.begin() + 1, steps.end());
            const States from = random.states(16);
            EXPECT_EQ(diagrams.saturate(made.states(from), made.relations(fewer)), made.states(reachable(from, fewer)));
        });
        const Bdd some = diagrams.variable(2) & diagrams.variable(6);
        EXPECT_EQ(diagrams.saturate(some, {}), some);
    });
}

// A counter: each step changes one bit and those below it, so all states are reached one after the other.
std::vector<Steps> counter(unsigned bits) {
    std::vector<Steps> steps;
    for (unsigned bit = 0; bit < bits; ++bit) {
        const State own = (2U << bit) - 1;
        steps.push_back({.speaks_of = own, .pairs = {{own >> 1U, own & ~(own >> 1U)}}});
    }
    return steps;
}

TEST_P(DiagramRelations, SaturationGoesOnUntilNothingIsNew) {
    run([](Diagrams& diagrams) {
        constexpr unsigned bits = 5;
        StatesOfVariables made(diagrams, bits);
        const std::vector<Steps> steps = counter(bits);
        EXPECT_EQ(reachable({0}, steps).size(), 1U << bits);
        EXPECT_TRUE(diagrams.saturate(made.states({0}), made.relations(steps)).is_true());
        EXPECT_EQ(diagrams.saturate(made.states({5}), made.relations(steps)), made.states(reachable({5}, steps)));
    });
}

TEST_P(DiagramRelations, ThereAreNotTooMany) {
    run([](Diagrams& diagrams) {
        const TransitionRelation flips{.relation = diagrams.variable(0) ^ diagrams.variable(1),
                                       .cube = diagrams.cube({0})};
        const Bdd zero = !diagrams.variable(0);
        const std::vector<TransitionRelation> many(1U << 14U, flips);
        EXPECT_TRUE(diagrams.saturate(zero, many).is_true());
        EXPECT_EQ(diagrams.successors(zero, many), !zero);
        const std::vector<TransitionRelation> too_many(many.size() + 1, flips);
        const std::string message = message_of<UsageError>([&] { diagrams.saturate(zero, too_many); });
        EXPECT_EQ(message, "there are at most 16384 relations, not 16385: join some");
        EXPECT_TRUE(diagrams.saturate(zero, std::vector{flips}).is_true());
    });
}

}  // namespace
}  // namespace scrump
