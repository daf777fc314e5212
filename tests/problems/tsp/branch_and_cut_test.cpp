// Searches whose nodes are bounded by linear programs.
#include <scrump/problems/tsp/detail/generator.hpp>
#include <scrump/problems/tsp/detail/linear_program.hpp>
#include <scrump/problems/tsp/solve.hpp>
#include <scrump/problems/tsp/source.hpp>
#include <scrump/search.hpp>
#include <scrump/search/check.hpp>

#include <gtest/gtest.h>

#include <problems/tsp/instances.hpp>
#include <search/problems.hpp>
#include <support/folder.hpp>

#include <algorithm>

namespace scrump::tsp {
namespace {

const SearchOptions one_by_one{.skeleton = Skeleton::sequential(), .pin = false};

/// Its root needs a linear program, and branching after that.
Instance instance_with_cuts() {
    return random_points(80, 100, 1);
}

class BranchAndCut : public testing::Test {
  protected:
    void SetUp() override {
        if (!LinearProgram::available()) GTEST_SKIP() << "there is no Clp";
    }
};

Length shortest_by_trees(const Instance& instance) {
    const Space space(instance, {}, {}, std::nullopt, false);
    return minimise<Generator>(space, root(space), one_by_one).objective;
}

TEST_F(BranchAndCut, FindsToursAsShortAsThoseOfTrees) {
    for (std::uint64_t seed = 1; seed <= 5; ++seed) {
        for (const Instance& instance : {random_points(50, 60, seed), test::random_matrix(52, 1, 100, seed)}) {
            EXPECT_EQ(find_shortest_tour(instance, {.search = one_by_one, .local_search = false}).value.length,
                      shortest_by_trees(instance));
        }
    }
}

TEST_F(BranchAndCut, IsTheSameEveryWay) {
    const Instance instance = instance_with_cuts();
    const Length shortest = shortest_by_trees(instance);
    for (const test::Way& way : test::all_ways()) {
        const Settings settings{.search = way.options(), .local_search = false};
        const auto found = find_shortest_tour(instance, settings);
        EXPECT_EQ(found.status, Status::complete);
        EXPECT_EQ(found.value.length, shortest);
        EXPECT_FALSE(find_tour(instance, shortest - 1, settings).value);
    }
}

TEST_F(BranchAndCut, IsTheSameWithEveryPolicy) {
    const Instance instance = instance_with_cuts();
    const Length shortest = shortest_by_trees(instance);
    for (const char* policy : test::all_policies()) {
        const SearchOptions options{.policy = Policy::parse(policy), .workers = 2, .localities = 2, .pin = false};
        EXPECT_EQ(find_shortest_tour(instance, {.search = options, .local_search = false}).value.length, shortest)
            << policy;
    }
}

TEST_F(BranchAndCut, RepeatsItsNodesExactly) {
    const Instance instance = instance_with_cuts();
    const auto nodes = [&] {
        return find_shortest_tour(instance, {.search = one_by_one, .local_search = false}).statistics.total.nodes;
    };
    EXPECT_GT(nodes(), 10U);
    EXPECT_EQ(nodes(), nodes());
}

TEST_F(BranchAndCut, ResumesNodesThatHaveCuts) {
    const Instance instance = instance_with_cuts();
    const test::Folder folder;
    Settings settings{.search = {.workers = 2, .pin = false, .node_limit = 6}, .local_search = false};
    settings.search.checkpoints.file = folder / "checkpoint";
    EXPECT_EQ(find_shortest_tour(instance, settings).status, Status::node_limit);
    settings.search.node_limit.reset();
    settings.search.checkpoints.resume = settings.search.checkpoints.file;
    const auto found = find_shortest_tour(instance, settings);
    EXPECT_EQ(found.status, Status::complete);
    EXPECT_EQ(found.value.length, shortest_by_trees(instance));
}

TEST_F(BranchAndCut, KeepsTheContractOfGenerators) {
    const Instance instance = instance_with_cuts();
    const Space space(instance);
    const CheckReport report = scrump::check<Generator, Minimise>(space, root(space), {.nodes = 12});
    EXPECT_TRUE(report.ok()) << report;
}

TEST_F(BranchAndCut, FindsSeveralTours) {
    const Instance instance = instance_with_cuts();
    const Length shortest = shortest_by_trees(instance);
    const auto found = find_best_tours(instance, {.most = 3}, {.search = {.workers = 2, .pin = false}});
    ASSERT_EQ(found.value.size(), 3U);
    EXPECT_EQ(found.value.front().length, shortest);
    for (const TourOfLength& tour : found.value) EXPECT_GE(tour.length, shortest);
}

TEST_F(BranchAndCut, DoesWithoutLinearProgramsInShards) {
    const Instance instance = instance_with_cuts();
    const Space space(instance, {}, {}, std::nullopt, false);
    Node node = root(space);
    Generator generator(space, node, length_of(instance, any_tour(instance)));
    for (Node child; generator.next(child);) EXPECT_TRUE(child.cuts.empty());
}

}  // namespace
}  // namespace scrump::tsp
