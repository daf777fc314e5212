// Operations on functions, each against the same on truth tables: all functions of two variables, and random ones of up
// to six. A diagram is made of a truth table node by node; as equal functions are equal diagrams, a result is compared
// with the diagram of what the truth tables come to.

#include "support/sanitized.hpp"
#include "truth_table.hpp"
#include "ways.hpp"

#include <scrump/base/error.hpp>

#include <gtest/gtest.h>

#include <cstdint>
#include <functional>
#include <random>
#include <string>
#include <vector>

namespace scrump {
namespace {

using test::cube_of;
using test::diagram_of;
using test::table_of;
using test::TruthTable;

class DiagramOperations : public test::InAllWays {};
INSTANTIATE_TEST_SUITE_P(Ways, DiagramOperations, testing::ValuesIn(test::all_ways()),
                         [](const auto& of) { return of.param.name(); });

// A function as both.
struct Function {
    TruthTable table;
    Bdd diagram;

    Function(Diagrams& diagrams, const TruthTable& of) : table(of), diagram(diagram_of(diagrams, of)) {}
};

std::vector<Function> all_of_two_variables(Diagrams& diagrams) {
    std::vector<Function> all;
    for (std::uint64_t values = 0; values < 16; ++values) all.emplace_back(diagrams, TruthTable(2, values));
    return all;
}

// Of some functions of so many variables; a few are simple, so that results are, too.
class RandomFunctions {
  public:
    RandomFunctions(Diagrams& diagrams, unsigned variables, std::uint64_t seed)
        : diagrams_(diagrams), variables_(variables), random_(seed) {}

    Function operator()() {
        const std::uint64_t values = random_();
        return {diagrams_, {variables_, random_() % 3 == 0 ? values & random_() & random_() : values}};
    }
    unsigned set() { return static_cast<unsigned>(random_() % (1U << variables_)); }

  private:
    Diagrams& diagrams_;
    unsigned variables_;
    std::mt19937_64 random_;
};

// Calls it with random functions of two to six variables.
template <class Test>
void with_random_functions(Diagrams& diagrams, unsigned rounds, const Test& test) {
    for (unsigned round = 0; round < rounds; ++round) {
        RandomFunctions random(diagrams, 2 + round % 5, round);
        test(random);
    }
}

// All that is asked of one function, of two, and of three.
void expect_same(Diagrams& diagrams, const Function& f) {
    EXPECT_EQ(table_of(f.diagram, f.table.variables()), f.table);
    EXPECT_EQ(!f.diagram, diagram_of(diagrams, !f.table)) << f.table;
    EXPECT_EQ(f.diagram.support(), f.table.support()) << f.table;
    EXPECT_EQ(f.diagram.is_false(), f.table.count() == 0);
    EXPECT_EQ(f.diagram.is_true(), (!f.table).count() == 0);
}
void expect_same(Diagrams& diagrams, const Function& f, const Function& g) {
    EXPECT_EQ(f.diagram & g.diagram, diagram_of(diagrams, f.table & g.table)) << f.table << g.table;
    EXPECT_EQ(f.diagram | g.diagram, diagram_of(diagrams, f.table | g.table)) << f.table << g.table;
    EXPECT_EQ(f.diagram ^ g.diagram, diagram_of(diagrams, f.table ^ g.table)) << f.table << g.table;
    EXPECT_EQ(f.diagram.implies(g.diagram), diagram_of(diagrams, g.table | !f.table)) << f.table << g.table;
    EXPECT_EQ(f.diagram == g.diagram, f.table == g.table) << f.table << g.table;
}
void expect_same(Diagrams& diagrams, const Function& f, const Function& g, const Function& h) {
    EXPECT_EQ(f.diagram.ite(g.diagram, h.diagram), diagram_of(diagrams, f.table.ite(g.table, h.table)))
        << f.table << g.table << h.table;
}
void expect_same_over(Diagrams& diagrams, const Function& f, const Function& g, unsigned set) {
    const Bdd cube = cube_of(diagrams, set);
    EXPECT_EQ(f.diagram.exists(cube), diagram_of(diagrams, f.table.exists(set))) << f.table << set;
    EXPECT_EQ(f.diagram.for_all(cube), diagram_of(diagrams, f.table.for_all(set))) << f.table << set;
    EXPECT_EQ(f.diagram.and_exists(g.diagram, cube), diagram_of(diagrams, (f.table & g.table).exists(set)))
        << f.table << g.table << set;
}

TEST_P(DiagramOperations, AreThoseOfTruthTablesForAllFunctionsOfTwoVariables) {
    run([](Diagrams& diagrams) {
        const std::vector<Function> all = all_of_two_variables(diagrams);
        for (const Function& f : all) {
            expect_same(diagrams, f);
            for (const Function& g : all) {
                expect_same(diagrams, f, g);
                for (unsigned set = 0; set < 4; ++set) expect_same_over(diagrams, f, g, set);
                for (const Function& h : all) expect_same(diagrams, f, g, h);
            }
        }
    });
}

TEST_P(DiagramOperations, AreThoseOfTruthTablesForRandomFunctions) {
    run([](Diagrams& diagrams) {
        with_random_functions(diagrams, test::few_or(60), [&](RandomFunctions& random) {
            const Function f = random();
            const Function g = random();
            const Function h = random();
            expect_same(diagrams, f);
            expect_same(diagrams, f, g);
            expect_same(diagrams, f, g, h);
            for (int each = 0; each < 4; ++each) expect_same_over(diagrams, f, g, random.set());
        });
    });
}

// With an operand that is the other's complement, or the other itself, as well.
TEST_P(DiagramOperations, AreThoseOfTruthTablesWhereOperandsAreTheSameOrComplements) {
    run([](Diagrams& diagrams) {
        with_random_functions(diagrams, test::few_or(10), [&](RandomFunctions& random) {
            const Function f = random();
            const Function not_f(diagrams, !f.table);
            const Function g = random();
            for (const Function& a : {f, not_f}) {
                expect_same(diagrams, f, a);
                expect_same_over(diagrams, f, a, random.set());
                for (const Function& b : {f, not_f, g}) {
                    expect_same(diagrams, g, a, b);
                    expect_same(diagrams, a, b, g);
                    expect_same(diagrams, a, g, b);
                }
            }
        });
    });
}

// Each variable becomes a function of all, or stays; all at once.
TEST_P(DiagramOperations, ComposePutsFunctionsInPlaceOfVariablesAllAtOnce) {
    run([](Diagrams& diagrams) {
        with_random_functions(diagrams, test::few_or(15), [&](RandomFunctions& random) {
            const Function f = random();
            const unsigned variables = f.table.variables();
            const unsigned set = random.set();
            std::vector<Function> by;
            for (unsigned variable = 0; variable < variables; ++variable) by.push_back(random());
            std::vector<Bdd::Substitution> substitutions;
            for (unsigned variable = variables; variable-- > 0;) {
                if ((set >> variable & 1U) != 0)
                    substitutions.push_back({.variable = variable, .by = by[variable].diagram});
            }
            const TruthTable composed = TruthTable::of(variables, [&](unsigned assignment) {
                unsigned other = assignment & ~set;
                for (unsigned variable = 0; variable < variables; ++variable) {
                    if ((set >> variable & 1U) != 0 && by[variable].table(assignment)) other |= 1U << variable;
                }
                return f.table(other);
            });
            EXPECT_EQ(f.diagram.compose(substitutions), diagram_of(diagrams, composed)) << f.table << set;
            EXPECT_EQ((!f.diagram).compose(substitutions), diagram_of(diagrams, !composed)) << f.table << set;
        });
    });
}

TEST_P(DiagramOperations, ComposeRefusesTwoFunctionsForOneVariable) {
    run([](Diagrams& diagrams) {
        const std::vector<Bdd::Substitution> twice{{.variable = 3, .by = diagrams.yes()},
                                                   {.variable = 3, .by = diagrams.no()}};
        EXPECT_THROW(diagrams.variable(3).compose(twice), UsageError);
    });
}

// The same function, made in several ways, is the same diagram.
TEST_P(DiagramOperations, EqualFunctionsAreEqualHoweverTheyWereMade) {
    run([](Diagrams& diagrams) {
        with_random_functions(diagrams, test::few_or(20), [&](RandomFunctions& random) {
            const Function f = random();
            const unsigned variables = f.table.variables();
            Bdd by_minterms = diagrams.no();
            Bdd by_maxterms = diagrams.yes();
            Bdd by_parity = diagrams.no();
            for (unsigned assignment = 0; assignment < 1U << variables; ++assignment) {
                Bdd minterm = diagrams.yes();
                for (unsigned variable = 0; variable < variables; ++variable) {
                    const Bdd literal = diagrams.variable(variable);
                    minterm &= (assignment >> variable & 1U) != 0 ? literal : !literal;
                }
                if (f.table(assignment)) {
                    by_minterms |= minterm;
                    by_parity ^= minterm;
                } else {
                    by_maxterms &= !minterm;
                }
            }
            EXPECT_EQ(by_minterms, f.diagram);
            EXPECT_EQ(by_maxterms, f.diagram);
            EXPECT_EQ(by_parity, f.diagram);
            EXPECT_EQ((!(f.diagram & f.diagram)), !f.diagram);
            EXPECT_EQ(f.diagram.nodes(), (!f.diagram).nodes());
        });
    });
}

// Whatever way something is asked for, it is looked up as the same: what one has come to, the others find.
TEST(DiagramNormalForms, WhatIsAskedInAnotherWayIsKnown) {
    run_diagrams({.tasks = {.workers = 1}}, [](Diagrams& diagrams) {
        RandomFunctions random(diagrams, 6, 1);
        const Bdd f = random().diagram;
        const Bdd g = random().diagram;
        const Bdd h = random().diagram;
        const auto expect_known = [&](const std::function<Bdd()>& ask, const Bdd& answer) {
            const DiagramStatistics before = diagrams.statistics();
            EXPECT_EQ(ask(), answer);
            EXPECT_EQ(diagrams.statistics().operations, before.operations + 1);
            EXPECT_EQ(diagrams.statistics().known, before.known + 1);
        };
        const Bdd both = f & g;
        expect_known([&] { return g & f; }, both);
        expect_known([&] { return (!f) | !g; }, !both);
        const Bdd one = f ^ g;
        expect_known([&] { return g ^ f; }, one);
        expect_known([&] { return !f ^ g; }, !one);
        expect_known([&] { return f ^ !g; }, !one);
        expect_known([&] { return !f ^ !g; }, one);
        expect_known([&] { return f.ite(g, !g); }, !one);
        const Bdd either = f.ite(g, h);
        expect_known([&] { return (!f).ite(h, g); }, either);
        expect_known([&] { return f.ite(!g, !h); }, !either);
        expect_known([&] { return (!f).ite(!h, !g); }, !either);
        expect_known([&] { return f.ite(g, diagrams.no()); }, both);
        expect_known([&] { return f.ite(f, diagrams.no()) & g; }, both);
    });
}

// Larger than what was compared with truth tables: laws that hold for all functions.
TEST_P(DiagramOperations, ObeyTheLawsOfLogicForFunctionsOfManyVariables) {
    run([](Diagrams& diagrams) {
        std::mt19937_64 random(1);
        const auto some_function = [&] {
            Bdd f = diagrams.no();
            for (int clause = 0; clause < 8; ++clause) {
                Bdd all = diagrams.yes();
                for (int literal = 0; literal < 5; ++literal) {
                    const Bdd variable = diagrams.variable(static_cast<unsigned>(random() % 20));
                    all &= random() % 2 == 0 ? variable : !variable;
                }
                f |= all;
            }
            return f;
        };
        for (int round = 0; round < (test::sanitized ? 1 : 3); ++round) {
            const Bdd f = some_function();
            const Bdd g = some_function();
            const Bdd h = some_function();
            EXPECT_EQ(!(f & g), (!f) | !g);
            EXPECT_EQ(f & (g | h), (f & g) | (f & h));
            EXPECT_EQ(f ^ g ^ g, f);
            EXPECT_EQ((f ^ g).ite(h, !h), f ^ g ^ !h);
            EXPECT_EQ(f.ite(g, h), (f & g) | (h & !f));
            const Bdd cube = diagrams.cube({1, 4, 5, 9, 13, 19});
            EXPECT_EQ(f.and_exists(g, cube), (f & g).exists(cube));
            EXPECT_EQ((f | g).exists(cube), f.exists(cube) | g.exists(cube));
            EXPECT_EQ((f & g).for_all(cube), f.for_all(cube) & g.for_all(cube));
            EXPECT_EQ(f.exists(cube), !(!f).for_all(cube));
        }
    });
}

}  // namespace
}  // namespace scrump
