// Subgraph searches with restarts find what there is, and prove what there is not.

#include <scrump/base/error.hpp>
#include <scrump/problems/sip/detail/restart_generator.hpp>
#include <scrump/problems/sip/solve.hpp>
#include <scrump/runtime/session.hpp>
#include <scrump/search/restarting_search.hpp>

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <vector>

#include "graphs.hpp"
#include "support/faulty_network.hpp"
#include "support/message_of.hpp"
#include "support/sanitized.hpp"

namespace scrump::sip {
namespace {

static_assert(UsesNogoods<RestartGenerator> && HasObjective<RestartGenerator>);
static_assert(Transferable<RestartNode>);

const SearchOptions never_stolen{.skeleton = Skeleton::sequential()};

/// Patterns and targets near where about half have a mapping.
Problem hard_problem(std::uint64_t seed) {
    SplitMix64 random(seed);
    const bool induced = seed % 2 == 0;
    const std::size_t pattern = 6 + random.below(4);
    const double density = 0.3 + 0.4 * random.unit();
    return test::random_problem(pattern, density, 16 + random.below(9), induced ? 0.5 : density * 0.95,
                                {.labels = seed % 7 == 0, .loops = seed % 5 == 0, .induced = induced}, seed);
}

void expect_same(const Problem& problem, const SearchOptions& options, std::uint64_t unit) {
    const auto expected = find(problem, never_stolen);
    const auto found = find_with_restarts(problem, options, {.unit = unit});  // verifies what it finds
    EXPECT_EQ(found.status, Status::complete);
    ASSERT_EQ(found.value.has_value(), expected.value.has_value());
}

TEST(SubgraphRestarts, DecideAsTheSearchWithoutThem) {
    unsigned yes = 0;
    unsigned no = 0;
    RestartStatistics sum;
    for (std::uint64_t seed = 0; seed < (test::sanitized ? 300 : 4000); ++seed) {
        SCOPED_TRACE(seed);
        const Problem problem = hard_problem(seed);
        SearchOptions options = never_stolen;
        options.seed = seed;
        const auto found = find_with_restarts(problem, options, {.unit = 1 + seed % 4});
        ASSERT_EQ(found.status, Status::complete);
        ASSERT_EQ(found.value.has_value(), find(problem, never_stolen).value.has_value());
        sum += found.restarts;
        (found.value ? yes : no) += found.restarts.restarts > 0 ? 1 : 0;
    }
    EXPECT_GT(yes, 50U);
    EXPECT_GT(no, 50U);
    EXPECT_GT(sum.excluded, 500U);
}

TEST(SubgraphRestarts, DecideAsBruteForce) {
    for (std::uint64_t seed = 0; seed < 300; ++seed) {
        SplitMix64 random(seed);
        const Problem problem = test::random_problem(random.below(6), random.unit(), random.below(8), random.unit(),
                                                     {.induced = seed % 2 == 0}, seed);
        const auto found = find_with_restarts(problem, never_stolen, {.unit = 1});
        EXPECT_EQ(found.status, Status::complete);
        ASSERT_EQ(found.value.has_value(), !test::brute_force(problem).empty()) << seed;
    }
}

// Nogoods would be wrong where equal pieces are exchanged.
TEST(SubgraphRestarts, PatternsOfEqualPiecesAreFound) {
    for (std::uint64_t seed = 0; seed < (test::sanitized ? 100 : 1000); ++seed) {
        SplitMix64 random(seed);
        graph::Graph pieces(9);  // three triangles, or rows of three
        for (const std::size_t first : {0U, 3U, 6U}) {
            pieces.add_edge(first, first + 1);
            pieces.add_edge(first + 1, first + 2);
            if (seed % 2 == 0) pieces.add_edge(first, first + 2);
        }
        const Problem problem{
            LabelledGraph(pieces),
            LabelledGraph(graph::random_graph(10 + random.below(3), 0.25 + 0.2 * random.unit(), seed)), seed % 3 == 0};
        SCOPED_TRACE(seed);
        expect_same(problem, never_stolen, 1);
    }
}

TEST(SubgraphRestarts, WorkersAndLocalitiesAgree) {
    for (std::uint64_t seed = 0; seed < (test::sanitized ? 5 : 100); ++seed) {
        const Problem problem = hard_problem(seed);
        for (const unsigned workers : {1U, 2U}) {
            for (const unsigned localities : {1U, 2U, 3U}) {
                SCOPED_TRACE(std::to_string(seed) + ": " + std::to_string(localities) + " x " +
                             std::to_string(workers));
                expect_same(problem, {.workers = workers, .localities = localities, .pin = false}, 1);
            }
        }
    }
}

TEST(SubgraphRestarts, DelaysChangeNoDecision) {
    for (std::uint64_t seed = 0; seed < (test::sanitized ? 10 : 200); ++seed) {
        SCOPED_TRACE(seed);
        Session session(std::make_unique<test::FaultyGroup>(seed));
        expect_same(hard_problem(seed), {.workers = 1, .localities = 3, .session = &session, .pin = false}, 1);
    }
}

TEST(SubgraphRestarts, OneWorkerDoesTheSameAgain) {
    const Problem problem = hard_problem(4);
    const auto once = find_with_restarts(problem, never_stolen, {.unit = 2});
    const auto again = find_with_restarts(problem, never_stolen, {.unit = 2});
    EXPECT_EQ(once.value, again.value);
    EXPECT_EQ(once.statistics.total.nodes, again.statistics.total.nodes);
    EXPECT_EQ(once.restarts.excluded, again.restarts.excluded);
}

TEST(SubgraphRestarts, AWrongNogoodHidesWhatThereIs) {
    std::uint64_t seed = 0;
    while (!find(hard_problem(seed), never_stolen).value) ++seed;
    const Problem problem = hard_problem(seed);
    const Space space(problem, Goal::find);
    using Search = detail::RestartSearch<RestartGenerator, Maximise>;
    for (const bool alone : {false, true}) {
        detail::NogoodBatch wrong;
        for (Literal image = 0; image < space.target_size(); ++image) {
            if (alone) wrong.add(std::vector<Literal>{image});
            for (Literal other = 0; other < space.target_size() && !alone; ++other)
                wrong.add(std::vector<Literal>{image, space.target_size() + other});
        }
        const Bytes message = Encoder().put(true).put(wrong).take();
        const detail::Replica<RestartNode> root{RestartNode{space.root(), {}}, 1};
        const auto outcome = detail::RunOf<Search>::run(never_stolen, root, [&] {
            const auto target = static_cast<std::int32_t>(space.pattern_size());
            auto search = std::make_unique<Search>(space, Search::Settings{.to_beat = target - 1, .first_ends = true},
                                                   Restarts{});
            search->learn(message);
            return search;
        });
        EXPECT_FALSE(outcome.answer) << "nobody looked at the nogoods";
    }
}

TEST(SubgraphRestarts, LimitsAndRefusals) {
    const Problem problem{LabelledGraph(graph::random_graph(25, 0.5, 1)),
                          LabelledGraph(graph::random_graph(150, 0.5, 2)), true};
    const auto stopped = find_with_restarts(problem, {.workers = 2, .pin = false, .node_limit = 500}, {.unit = 10});
    EXPECT_EQ(stopped.status, Status::node_limit);
    EXPECT_GT(stopped.restarts.restarts, 0U);
    EXPECT_NE(test::message_of<UsageError>([&] {
                  find_with_restarts(problem, {.checkpoints = {.file = "x"}});
              }).find("no checkpoints"),
              std::string::npos);
}

}  // namespace
}  // namespace scrump::sip
