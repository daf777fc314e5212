// Small tables, which are full in the middle of operations: nodes are collected, tables grow, and functions stay what
// they are.

#include "changing_functions.hpp"
#include "explicit_states.hpp"
#include "truth_table.hpp"
#include "ways.hpp"

#include <scrump/base/error.hpp>
#include <scrump/states/diagrams/detail/node_table.hpp>
#include <scrump/stealing/policy.hpp>

#include "support/message_of.hpp"
#include "support/sanitized.hpp"

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <random>
#include <string>
#include <utility>
#include <vector>

namespace scrump {
namespace {

using test::all_ways;
using test::ChangingFunctions;
using test::diagram_of;
using test::message_of;
using test::RandomSteps;
using test::reachable;
using test::run_in;
using test::States;
using test::StatesOfVariables;
using test::Steps;
using test::successors;
using test::TruthTable;
using test::Way;

// Of what the node table of each way is made.
DiagramOptions table_of_buckets(std::uint64_t buckets, std::uint64_t max_buckets) {
    return {.buckets = buckets, .max_buckets = max_buckets};
}

class DiagramCollections : public testing::TestWithParam<Way> {
  protected:
    template <class Program>
    auto run(const DiagramOptions& options, Program&& program) {
        return run_in(GetParam(), options, std::forward<Program>(program));
    }
    // What does not fit into so many buckets; spread, they are for each locality.
    static unsigned too_many_variables() { return 13; }
    // Spread nodes are not collected in the middle of operations.
    static std::uint64_t few_buckets() { return GetParam().spread ? 2048 : 1024; }
    // Operations are begun again only where what is in flight is held by nobody.
    static void expect_none_begun_again(const Diagrams& diagrams) {
        if (GetParam().by_messages()) return;
        EXPECT_EQ(diagrams.statistics().begun_again, 0U);
    }
};
INSTANTIATE_TEST_SUITE_P(Ways, DiagramCollections, testing::ValuesIn(all_ways()),
                         [](const auto& of) { return of.param.name(); });

// Each result is compared as soon as it is there, all functions at the end.
TEST_P(DiagramCollections, InTheMiddleOfOperationsChangeNoResult) {
    for (std::uint64_t seed = 1; seed <= (test::sanitized ? 1 : 3); ++seed) {
        run(table_of_buckets(few_buckets(), few_buckets()), [&](Diagrams& diagrams) {
            ChangingFunctions functions(diagrams, 8, 4, seed);
            for (int step = 0; step < (test::sanitized ? 100 : 200); ++step)
                ASSERT_TRUE(functions.change()) << seed << ' ' << step;
            EXPECT_TRUE(functions.are_right());
            EXPECT_GT(diagrams.statistics().collections, 0U);
            EXPECT_EQ(diagrams.statistics().growths, 0U);
            expect_none_begun_again(diagrams);
        });
    }
}

TEST_P(DiagramCollections, InTheMiddleOfSaturationAndStepsChangeNoResult) {
    run(table_of_buckets(few_buckets(), few_buckets()), [&](Diagrams& diagrams) {
        constexpr unsigned variables = 8;
        const std::uint64_t enough = GetParam().spread ? 3 : test::sanitized ? 20 : 100;
        for (unsigned seed = 1; diagrams.statistics().collections < enough; ++seed) {
            RandomSteps random(variables, seed);
            StatesOfVariables made(diagrams, variables);
            const States from = random.states(seed % 2 == 0 ? 64 : 2);
            const std::vector<Steps> steps = random.several(6, 8);
            const std::vector<TransitionRelation> relations = made.relations(steps);
            const Bdd states = made.states(from);
            ASSERT_EQ(diagrams.saturate(states, relations), made.states(reachable(from, steps))) << seed;
            ASSERT_EQ(diagrams.successors(states, relations), made.states(successors(from, steps))) << seed;
            for (std::size_t each = 0; each < steps.size(); ++each) {
                ASSERT_EQ(diagrams.successors(states, relations[each]), made.states(steps[each].successors(from)))
                    << seed;
                ASSERT_EQ(diagrams.predecessors(states, relations[each]),
                          made.states(steps[each].reversed().successors(from)))
                    << seed;
            }
        }
        expect_none_begun_again(diagrams);
    });
}

TEST_P(DiagramCollections, KeepWhatHandlesHoldAndFreeAllElse) {
    run(table_of_buckets(4096, 4096), [](Diagrams& diagrams) {
        ChangingFunctions functions(diagrams, 7, 4, 1);
        for (int step = 0; step < 20; ++step) functions.change();
        diagrams.collect();
        EXPECT_EQ(diagrams.statistics().nodes, diagrams.nodes(functions.all()));
        EXPECT_TRUE(functions.are_right());

        Bdd kept = functions.all()[0];
        const Bdd negated = !functions.all()[1];
        const std::uint64_t nodes = diagrams.nodes(std::vector{kept, negated});
        functions.drop_all();
        diagrams.collect();
        EXPECT_EQ(diagrams.statistics().nodes, nodes);
        const Bdd copy = kept;
        kept = Bdd(negated);
        diagrams.collect();
        EXPECT_EQ(diagrams.statistics().nodes, nodes);
        EXPECT_EQ(diagrams.nodes(std::vector{kept, copy}), nodes);
    });
}

TEST_P(DiagramCollections, FreeAllWhereNoHandleIsLeft) {
    run(table_of_buckets(1U << 16U, 1U << 16U), [](Diagrams& diagrams) {
        {
            const Bdd f = diagram_of(diagrams, TruthTable(6, 0x123456789abcdef0U));
            Bdd g = f;
            const Bdd h = std::move(g);
            g = h & f;
            Bdd& same = g;
            g = std::move(same);
            diagrams.collect();
            EXPECT_EQ(diagrams.statistics().nodes, f.nodes());
            EXPECT_EQ(g, f);
        }
        diagrams.collect();
        EXPECT_EQ(diagrams.statistics().nodes, 0U);
        EXPECT_EQ(diagrams.statistics().collections, 2U);
        EXPECT_GT(diagrams.statistics().collecting_seconds, 0);
        EXPECT_EQ(diagrams.statistics().growing_seconds, 0);
    });
}

// --- Growth

TEST_P(DiagramCollections, ATableGrowsAndFunctionsStayWhatTheyAre) {
    if (GetParam().spread) GTEST_SKIP() << "nodes that are spread do not get more room";
    run(table_of_buckets(1024, 30'000), [&](Diagrams& diagrams) {
        ChangingFunctions functions(diagrams, 11, 4, 1);
        for (int step = 0; step < 30; ++step) ASSERT_TRUE(functions.change()) << step;
        EXPECT_TRUE(functions.are_right());
        const DiagramStatistics statistics = diagrams.statistics();
        EXPECT_GE(statistics.growths, 1U);
        expect_none_begun_again(diagrams);
        EXPECT_GT(statistics.buckets, 1024U);
        EXPECT_LE(statistics.buckets, detail::NodeTable::rounded(30'000));
        EXPECT_EQ(statistics.table_bytes, 16 * statistics.buckets);
        diagrams.collect();
        EXPECT_EQ(diagrams.statistics().nodes, diagrams.nodes(functions.all()));
    });
}

TEST_P(DiagramCollections, ATableThatMayNotGrowSaysWhatToDo) {
    run(table_of_buckets(few_buckets(), GetParam().spread ? 1U << 20U : few_buckets()), [&](Diagrams& diagrams) {
        ChangingFunctions small(diagrams, 6, 2, 1);
        for (int time = 0; time < (test::sanitized ? 1 : 2); ++time) {
            const std::string message = message_of([&] { ChangingFunctions(diagrams, too_many_variables(), 4, 1); });
            EXPECT_EQ(message.find("the table of decision diagrams is full: "), 0U) << message;
            const char* const advice = GetParam().spread ? "raise the number of buckets, as nodes that are spread over"
                                                         : "raise the largest number of buckets (--max-buckets, ";
            EXPECT_NE(message.find(advice), std::string::npos) << message;
            for (int step = 0; step < 20; ++step) ASSERT_TRUE(small.change());
            EXPECT_TRUE(small.are_right());
        }
        EXPECT_EQ(diagrams.statistics().growths, 0U);
    });
}

// Of 1,024 buckets, or of 4,096, with four cache entries each; in between, both are there.
TEST(DiagramMemoryLimit, ATableGrowsAsFarAsMemoryGoes) {
    constexpr std::size_t first = 1024 * (16 + 4 * 32);
    constexpr std::size_t second = 4096 * (16 + 4 * 32) + 1024 * (4 + 4 * 32);
    for (const auto& [limit, growths] : {std::pair(first, 0U), std::pair(second - 1, 0U), std::pair(second, 1U)}) {
        DiagramOptions options = table_of_buckets(1024, 1U << 20U);
        options.memory_limit = limit;
        run_in({.workers = 2}, options, [&, expected = growths](Diagrams& diagrams) {
            const std::string message = message_of([&] { ChangingFunctions(diagrams, 13, 4, 1); });
            EXPECT_NE(message.find(" buckets; raise the memory limit"), std::string::npos) << message;
            EXPECT_EQ(diagrams.statistics().growths, expected);
        });
    }
}

TEST(DiagramMemoryLimit, TheFirstTableIsNotLargerThanMemory) {
    constexpr std::size_t smallest = 1024 * (16 + 4 * 32);
    DiagramOptions options = table_of_buckets(1U << 20U, 1U << 20U);
    options.memory_limit = 20 * smallest;
    run_in({.workers = 2}, options, [](Diagrams& diagrams) {
        EXPECT_EQ(diagrams.statistics().buckets, 16 * 1024U);
        EXPECT_LE(diagrams.statistics().table_bytes + diagrams.statistics().cache_bytes, 20 * smallest);
    });
    options.memory_limit = smallest - 1;
    const std::string message = message_of([&] { run_diagrams(options, [](Diagrams& /*all*/) {}); });
    EXPECT_EQ(message, "memory limit: 147455 bytes; decision diagrams need at least 147456");
}

// --- Several workers

// So large that others steal while nodes are collected, one task at a time or several. Which tasks they get is chance,
// so it is tried until they have.
TEST(DiagramStealing, CollectionsKeepWhatStolenTasksCameTo) {
    for (const DequeKind deque : {DequeKind::split, DequeKind::private_deque}) {
        for (const char* const policy : {"hierarchical", "random:steal=half", "random:steal=all"}) {
            for (const unsigned workers : {2U, 4U}) {
                if (test::sanitized && workers == 4) continue;
                DiagramOptions options = table_of_buckets(4096, 4096);
                options.tasks.deque = deque;
                options.tasks.policy = Policy::parse(policy);
                constexpr std::uint64_t enough_stolen = test::sanitized ? 4 : 50;
                constexpr std::uint64_t enough_collections = test::sanitized ? 3 : 10;
                constexpr int steps = test::sanitized ? 20 : 60;
                std::uint64_t stolen = 0;
                std::uint64_t collections = 0;
                for (std::uint64_t seed = 1; stolen < enough_stolen || collections < enough_collections; ++seed) {
                    const auto result = run_in({.workers = workers}, options, [&](Diagrams& diagrams) {
                        ChangingFunctions functions(diagrams, 10, 4, seed);
                        for (int step = 0; step < steps; ++step) ASSERT_TRUE(functions.change()) << seed << ' ' << step;
                        EXPECT_EQ(diagrams.statistics().growths, 0U);
                        collections += diagrams.statistics().collections;
                    });
                    stolen += result.statistics.total.steals_won;
                    ASSERT_FALSE(testing::Test::HasFailure());
                }
            }
        }
    }
}

TEST(DiagramStealing, ATableGrowsWhileOthersSteal) {
    for (const unsigned workers : {2U, 4U}) {
        std::uint64_t stolen = 0;
        for (std::uint64_t seed = 1; stolen < 100; ++seed) {
            const auto result =
                run_in({.workers = workers}, table_of_buckets(1024, 1U << 16U), [&](Diagrams& diagrams) {
                    ChangingFunctions functions(diagrams, 10, 6, seed);
                    for (int step = 0; step < 30; ++step) ASSERT_TRUE(functions.change()) << seed << ' ' << step;
                    EXPECT_TRUE(functions.are_right());
                    EXPECT_GT(diagrams.statistics().growths, 0U);
                });
            stolen += result.statistics.total.steals_won;
            ASSERT_FALSE(testing::Test::HasFailure());
        }
    }
}

TEST(DiagramStealing, OtherLocalitiesFindRoomAndResults) {
    for (const detail::AccessMode mode : {detail::AccessMode::direct, detail::AccessMode::messages}) {
        std::uint64_t stolen = 0;
        for (std::uint64_t seed = 1; stolen < 20; ++seed) {
            const Way way{.workers = 1, .localities = 2, .access_mode = mode};
            const auto result = run_in(way, table_of_buckets(2048, 2048), [&](Diagrams& diagrams) {
                ChangingFunctions functions(diagrams, 9, 4, seed);
                for (int step = 0; step < 40; ++step) ASSERT_TRUE(functions.change()) << seed << ' ' << step;
                EXPECT_TRUE(functions.are_right());
            });
            for (const LocalityStatistics& each : result.statistics.localities) stolen += each.traffic.steals_won;
            ASSERT_FALSE(testing::Test::HasFailure());
        }
    }
}

}  // namespace
}  // namespace scrump
