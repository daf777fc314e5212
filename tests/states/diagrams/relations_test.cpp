// Successors, predecessors and all reachable states, against sets of states that are written down one by one.

#include "explicit_states.hpp"
#include "ways.hpp"

#include <scrump/base/error.hpp>

#include "support/message_of.hpp"
#include "support/sanitized.hpp"

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

using test::message_of;
using test::RandomSteps;
using test::reachable;
using test::State;
using test::States;
using test::StatesOfVariables;
using test::Steps;
using test::successors;
using test::variables_of;

class DiagramRelations : public test::InAllWays {};
INSTANTIATE_TEST_SUITE_P(Ways, DiagramRelations, testing::ValuesIn(test::all_ways()),
                         [](const auto& of) { return of.param.name(); });

// Calls it with so many variables, and what they are to do.
template <class Test>
void with_random_steps(unsigned rounds, const Test& test) {
    for (unsigned round = 0; round < test::few_or(rounds); ++round) {
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
            const std::vector<Steps> others = random.several(steps.size(), 12);
            const States from = random.states(16);
            EXPECT_EQ(diagrams.saturate(made.states(from), made.relations(others)),
                      made.states(reachable(from, others)));
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
