// What diagrams are like, how many assignments satisfy them, and which.

#include "truth_table.hpp"
#include "ways.hpp"

#include <scrump/base/error.hpp>

#include "support/message_of.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <random>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

namespace scrump {
namespace {

using test::diagram_of;
using test::first_variables;
using test::message_of;
using test::table_of;
using test::TruthTable;
using test::values_of;

class DiagramInspection : public test::InAllWays {};
INSTANTIATE_TEST_SUITE_P(Ways, DiagramInspection, testing::ValuesIn(test::all_ways()),
                         [](const auto& of) { return of.param.name(); });

// Calls it with truth tables: all of two variables, and some of up to six.
template <class Test>
void with_tables(const Test& test) {
    for (std::uint64_t values = 0; values < 16; ++values) test(TruthTable(2, values));
    std::mt19937_64 random(1);
    for (unsigned each = 0; each < 40; ++each)
        test(TruthTable(2 + each % 5, random() & (each % 2 == 0 ? random() : ~0U)));
}

// --- Nodes

// How many functions there are that depend on a variable and that its cofactors lead to, up to complements: a node
// each.
std::uint64_t nodes_of(const TruthTable& table) {
    std::vector<TruthTable> seen;
    std::vector<TruthTable> open{table};
    std::uint64_t nodes = 0;
    while (!open.empty()) {
        const TruthTable next = open.back();
        open.pop_back();
        const bool known = std::find(seen.begin(), seen.end(), next) != seen.end() ||
                           std::find(seen.begin(), seen.end(), !next) != seen.end();
        const std::vector<unsigned> support = next.support();
        if (known || support.empty()) continue;
        seen.push_back(next);
        ++nodes;
        open.push_back(next.where(support.front(), false));
        open.push_back(next.where(support.front(), true));
    }
    return nodes;
}

TEST_P(DiagramInspection, AFunctionComesApartAtItsFirstVariable) {
    run([](Diagrams& diagrams) {
        with_tables([&](const TruthTable& table) {
            const Bdd f = diagram_of(diagrams, table);
            const std::vector<unsigned> support = table.support();
            EXPECT_EQ(f.support(), support);
            EXPECT_EQ(f.nodes(), nodes_of(table)) << table;
            EXPECT_EQ(&f.diagrams(), &diagrams);
            if (support.empty()) {
                EXPECT_EQ(f.low(), f);
                EXPECT_EQ(f.high(), f);
                EXPECT_EQ(message_of([&] { f.variable(); }), "a constant depends on no variable");
            } else {
                EXPECT_EQ(f.variable(), support.front());
                EXPECT_EQ(f.low(), diagram_of(diagrams, table.where(support.front(), false))) << table;
                EXPECT_EQ(f.high(), diagram_of(diagrams, table.where(support.front(), true))) << table;
                EXPECT_EQ(diagrams.node(f.variable(), f.low(), f.high()), f);
            }
        });
    });
}

TEST_P(DiagramInspection, NodesOfSeveralFunctionsCountOnce) {
    run([](Diagrams& diagrams) {
        const Bdd parity = diagrams.variable(0) ^ diagrams.variable(1) ^ diagrams.variable(2);
        EXPECT_EQ(parity.nodes(), 3U);
        const std::vector<Bdd> functions{parity, !parity, parity.low(), diagrams.variable(2), diagrams.yes()};
        EXPECT_EQ(diagrams.nodes(functions), 3U);
        EXPECT_EQ(diagrams.nodes({}), 0U);
    });
}

TEST_P(DiagramInspection, AVariableIsANodeUpToTheLast) {
    run([](Diagrams& diagrams) {
        const unsigned last = (1U << 22U) - 2;
        for (const unsigned variable : {0U, 1U, 4095U, last}) {
            const Bdd f = diagrams.variable(variable);
            EXPECT_EQ(f.variable(), variable);
            EXPECT_TRUE(f.low().is_false());
            EXPECT_TRUE(f.high().is_true());
        }
        EXPECT_EQ(message_of<UsageError>([&] { diagrams.variable(last + 1); }),
                  "there are variables 0 to 4194302, not 4194303");
    });
}

TEST_P(DiagramInspection, ANodeLeadsToLaterVariablesOnly) {
    run([](Diagrams& diagrams) {
        const Bdd later = diagrams.variable(5);
        EXPECT_EQ(diagrams.node(4, later, !later), diagrams.variable(4) ^ later);
        for (const unsigned variable : {5U, 6U}) {
            EXPECT_THROW(diagrams.node(variable, later, diagrams.yes()), UsageError);
            EXPECT_THROW(diagrams.node(variable, diagrams.no(), !later), UsageError);
        }
    });
}

TEST_P(DiagramInspection, ACubeIsOfVariablesInAnyOrderAndHoweverOften) {
    run([](Diagrams& diagrams) {
        EXPECT_TRUE(diagrams.cube({}).is_true());
        const Bdd cube = diagrams.cube({7, 2, 9, 2});
        EXPECT_EQ(cube, diagrams.variable(2) & diagrams.variable(7) & diagrams.variable(9));
    });
}

TEST_P(DiagramInspection, OnlyACubeIsTakenForOne) {
    run([](Diagrams& diagrams) {
        EXPECT_TRUE(diagrams.yes().is_cube());
        EXPECT_TRUE(diagrams.cube({7, 2, 9}).is_cube());
        const Bdd f = diagrams.variable(1);
        const auto sums = Mtbdd<std::int64_t>::of(f);
        for (const Bdd& other : {diagrams.no(), !f, f | diagrams.variable(2), f ^ diagrams.variable(2)}) {
            EXPECT_FALSE(other.is_cube());
            const auto refused = [&](const auto& operation) {
                EXPECT_EQ(message_of<UsageError>([&] { operation(); }),
                          "the function is not a cube; expected the result of Diagrams::cube()");
            };
            refused([&] { f.exists(other); });
            refused([&] { f.for_all(other); });
            refused([&] { f.and_exists(f, other); });
            refused([&] { sums.sum_out(other); });
            refused([&] { sums.min_out(other); });
            refused([&] { sums.max_out(other); });
        }
    });
}

TEST_P(DiagramInspection, AnAssignmentThatLacksAVariableIsRefused) {
    run([](Diagrams& diagrams) {
        const Bdd f = diagrams.variable(1) & diagrams.variable(6);
        EXPECT_FALSE(f({true, false}));  // the sixth is not asked for
        EXPECT_EQ(message_of<UsageError>([&] {
                      f({true, true});
                  }),
                  "the function depends on variable 6, which has no value among 2");
    });
}

// --- Assignments

TEST_P(DiagramInspection, SatisfyingAssignmentsAreThoseOfTheTruthTable) {
    run([](Diagrams& diagrams) {
        with_tables([&](const TruthTable& table) {
            const Bdd f = diagram_of(diagrams, table);
            const unsigned variables = table.variables();
            const std::vector<unsigned> all = first_variables(variables);
            EXPECT_EQ(diagrams.count(f, all).digits, std::to_string(table.count())) << table;
            EXPECT_EQ(diagrams.count(f, all).approximate, table.count());
            EXPECT_EQ(diagrams.count_roughly(f, all), table.count());

            // In increasing order, the first variable first.
            std::vector<std::vector<bool>> satisfying;
            for (unsigned assignment = 0; assignment < 1U << variables; ++assignment)
                if (table(assignment)) satisfying.push_back(values_of(assignment, variables));
            std::sort(satisfying.begin(), satisfying.end());
            std::vector<std::vector<bool>> seen;
            diagrams.each(f, all, [&](const std::vector<bool>& values) {
                seen.push_back(values);
                return true;
            });
            EXPECT_EQ(seen, satisfying) << table;
            const auto picked = diagrams.pick(f, all);
            EXPECT_EQ(picked, satisfying.empty() ? std::nullopt : std::optional(satisfying.front())) << table;
        });
    });
}

TEST_P(DiagramInspection, AssignmentsAreOfTheVariablesThatAreGiven) {
    run([](Diagrams& diagrams) {
        const Bdd f = diagrams.variable(3) ^ diagrams.variable(8);
        EXPECT_EQ(diagrams.count(f, std::vector<unsigned>{3, 8}).digits, "2");
        EXPECT_EQ(diagrams.count(f, std::vector<unsigned>{0, 3, 5, 8, 100}).digits, "16");
        EXPECT_EQ(diagrams.pick(f, std::vector<unsigned>{1, 3, 8, 9}), (std::vector<bool>{false, false, true, false}));
        EXPECT_EQ(diagrams.count(diagrams.yes(), {}).digits, "1");
        EXPECT_EQ(diagrams.count(diagrams.no(), {}).digits, "0");
        EXPECT_EQ(message_of<UsageError>([&] { diagrams.count(f, std::vector<unsigned>{3}); }),
                  "the function depends on variable 8, which is not among the variables of the assignments");
        EXPECT_THROW(diagrams.count(f, std::vector<unsigned>{8, 3}), UsageError);
        EXPECT_THROW(diagrams.count(f, std::vector<unsigned>{3, 3, 8}), UsageError);
        EXPECT_THROW(diagrams.pick(f, std::vector<unsigned>{3}), UsageError);
    });
}

TEST_P(DiagramInspection, SeeingAssignmentsEndsWhereEnoughAreSeen) {
    run([](Diagrams& diagrams) {
        int seen = 0;
        diagrams.each(diagrams.yes(), first_variables(60),
                      [&](const std::vector<bool>& /*values*/) { return ++seen < 5; });
        EXPECT_EQ(seen, 5);
    });
}

// More than any number of this machine has room for.
TEST_P(DiagramInspection, CountsAreExactHoweverLarge) {
    run([](Diagrams& diagrams) {
        const std::vector<unsigned> all = first_variables(200);
        const char* const two_to_the_200 = "1606938044258990275541962092341162602522202993782792835301376";
        const char* const two_to_the_199 = "803469022129495137770981046170581301261101496891396417650688";
        EXPECT_EQ(diagrams.count(diagrams.yes(), all).digits, two_to_the_200);
        EXPECT_EQ(diagrams.count(diagrams.variable(199), all).digits, two_to_the_199);
        EXPECT_EQ(diagrams.count(!diagrams.variable(0), all).digits, two_to_the_199);
        const Bdd cube = diagrams.cube(all);
        EXPECT_EQ(diagrams.count(cube, all).digits, "1");
        EXPECT_EQ(diagrams.count(!cube, all).digits, "1606938044258990275541962092341162602522202993782792835301375");
        EXPECT_DOUBLE_EQ(diagrams.count(!cube, all).approximate, std::ldexp(1.0, 200));
        EXPECT_DOUBLE_EQ(diagrams.count_roughly(diagrams.variable(3), all), std::ldexp(1.0, 199));
    });
}

// Rough counts of many variables: 1 is not lost beside what is large, and what is beyond all numbers is infinite.
TEST_P(DiagramInspection, RoughCountsAreNumbersHoweverLarge) {
    run([](Diagrams& diagrams) {
        const std::vector<unsigned> some = first_variables(100);
        EXPECT_EQ(diagrams.count_roughly(diagrams.cube(some), some), 1);
        Bdd none_of_them = diagrams.yes();
        for (unsigned variable = 100; variable-- > 0;)
            none_of_them = diagrams.node(variable, none_of_them, diagrams.no());
        EXPECT_EQ(diagrams.count_roughly(none_of_them, some), 1);
        const std::vector<unsigned> many = first_variables(2000);
        EXPECT_EQ(diagrams.count_roughly(diagrams.cube(many), many), 1);
        for (const Bdd& f : {diagrams.yes(), diagrams.variable(0), !diagrams.variable(0), diagrams.variable(1999),
                             !diagrams.variable(1999), !diagrams.cube(many)}) {
            EXPECT_EQ(diagrams.count_roughly(f, many), HUGE_VAL);
            EXPECT_EQ(diagrams.count(f, many).approximate, HUGE_VAL);
        }
        EXPECT_EQ(diagrams.count_roughly(diagrams.no(), many), 0);
    });
}

// --- Graphviz

// With nodes numbered as they are named first: where they lie is chance.
std::string dot(Diagrams& diagrams, const std::vector<Bdd>& functions, const std::vector<std::string>& names) {
    std::ostringstream out;
    diagrams.write_dot(out, functions, names);
    const std::string text = out.str();
    std::map<std::string, std::size_t> numbers{{"n0", 0}};
    std::string renamed;
    for (std::size_t at = 0; at < text.size();) {
        std::size_t end = at + 1;
        while (end < text.size() && text[at] == 'n' && std::isdigit(static_cast<unsigned char>(text[end])) != 0) ++end;
        const std::string word = text.substr(at, end - at);
        at = end;
        renamed += word.size() == 1 ? word : 'n' + std::to_string(numbers.emplace(word, numbers.size()).first->second);
    }
    return renamed;
}

TEST_P(DiagramInspection, GraphvizIsToldOfNodesAndEdges) {
    run([](Diagrams& diagrams) {
        EXPECT_EQ(dot(diagrams, {!diagrams.variable(4), diagrams.variable(4)}, {"not \"it\"", "it"}),
                  R"(digraph {
  n0 [shape=box, label="0"];
  "not \"it\"" [shape=plaintext];
  "not \"it\"" -> n1 [style=solid, arrowhead=dot];
  "it" [shape=plaintext];
  "it" -> n1 [style=solid];
  { rank=same; n1 }
  n1 [label="4"];
  n1 -> n0 [style=dashed];
  n1 -> n0 [style=solid, arrowhead=dot];
}
)");
        EXPECT_EQ(dot(diagrams, {diagrams.no()}, {"never"}), R"(digraph {
  n0 [shape=box, label="0"];
  "never" [shape=plaintext];
  "never" -> n0 [style=solid];
}
)");
        EXPECT_THROW(dot(diagrams, {diagrams.no()}, {}), UsageError);
    });
}

// Nodes come in the order of where they lie.
TEST_P(DiagramInspection, GraphvizIsToldWhichNodesBelongToOneVariable) {
    run([](Diagrams& diagrams) {
        const Bdd f = diagrams.node(0, diagrams.variable(1), diagrams.variable(2)) & diagrams.variable(3);
        const std::string text = dot(diagrams, {f}, {"f"});
        const auto count = [&](const std::string& part) {
            int times = 0;
            for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++times;
            return times;
        };
        EXPECT_EQ(count("{ rank=same;"), 4);
        EXPECT_EQ(count("label=\""), 5);
        for (const char* const each : {"label=\"0\"]", "label=\"1\"]", "label=\"2\"]", "label=\"3\"]"})
            EXPECT_EQ(count(each), each == std::string("label=\"0\"]") ? 2 : 1);
        EXPECT_EQ(count("dashed"), 4);
        EXPECT_EQ(count("solid"), 5);
        EXPECT_LT(text.find("rank=same; n1 }"), text.find("rank=same; n2 }"));
    });
}

// Through plain values, in the same order of variables, and in the reverse order.
TEST_P(DiagramInspection, FunctionsInPlainValuesAreTheSame) {
    run([](Diagrams& diagrams) {
        std::mt19937_64 random(3);
        for (unsigned round = 0; round < 10; ++round) {
            const TruthTable table(5, random());
            const Bdd f = diagram_of(diagrams, table);
            const std::vector<Bdd> functions{f, !f, diagrams.yes(), f & diagrams.variable(2)};
            StoredFunctions stored = diagrams.stored(functions);
            EXPECT_EQ(stored.nodes.size(), diagrams.nodes(functions));
            EXPECT_EQ(diagrams.restored(stored), functions);
            for (StoredNode& each : stored.nodes) each.variable = 4 - each.variable;
            EXPECT_EQ(diagrams.restored(stored).front(),
                      test::diagram_by(diagrams, test::first_variables(5), [&](unsigned assignment) {
                          unsigned reversed = 0;
                          for (unsigned bit = 0; bit < 5; ++bit) reversed |= (assignment >> bit & 1U) << (4 - bit);
                          return table(reversed);
                      }));
        }
        EXPECT_EQ(message_of<UsageError>(
                      [&] { diagrams.restored({.nodes = {{.variable = 0, .low = 1, .high = {}}}, .roots = {}}); }),
                  "an edge leads to node 1, which is not among the 0 before it");
    });
}

}  // namespace
}  // namespace scrump
