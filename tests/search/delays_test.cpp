// Messages held back and delivered in any order between senders: runs still end, once, and with the right answer.

#include "search/problems.hpp"
#include "support/faulty_network.hpp"
#include "support/sanitized.hpp"

#include <scrump/runtime/session.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <vector>

namespace scrump::detail {
namespace {

using test::RandomTree;
using test::TreeGenerator;

// An early end would miss nodes, a missed one would not return. Every skeleton with every policy and several numbers of
// localities, on trees that are large enough for the others to come for their share.
TEST(Delays, NeverMakeAnEndEarlyOrMissed) {
    const std::vector<Skeleton> skeletons = test::stealing_skeletons();
    const std::vector<const char*> policies = test::all_policies();
    std::vector<std::uint64_t> moved(skeletons.size());  // tasks, by skeleton
    std::uint64_t run = 0;
    const unsigned rounds = test::sanitized ? 1 : 10;
    // Where the machine is busy with other things a short search may be over before anybody has stolen anything.
    const auto enough = [&](unsigned round) {
        return round >= rounds && (round >= 20 * rounds || std::find(moved.begin(), moved.end(), 0U) == moved.end());
    };
    for (unsigned round = 0; !enough(round); ++round) {
        for (std::size_t skeleton = 0; skeleton < skeletons.size(); ++skeleton) {
            for (const char* policy : policies) {
                for (const unsigned localities : {2U, 3U, 4U}) {
                    if (test::sanitized && localities != 2 + run % 3) continue;
                    const RandomTree tree{.root_children = 400, .most_children = 4, .depth = 12, .seed = ++run};
                    std::uint64_t all = 0;
                    std::int64_t best = 0;
                    tree.walk(tree.root(), [&](const RandomTree::Node& node) {
                        ++all;
                        best = std::max(best, RandomTree::value(node));
                    });
                    Session session(std::make_unique<test::FaultyGroup>(run));
                    const SearchOptions options{.skeleton = skeletons[skeleton],
                                                .policy = Policy::parse(policy),
                                                .workers = 1,
                                                .localities = localities,
                                                .session = &session,
                                                .pin = false};
                    const auto counted = enumerate<TreeGenerator<false>>(tree, tree.root(), CountNodes{}, options);
                    ASSERT_EQ(counted.status, Status::complete) << run;
                    ASSERT_EQ(counted.value, all) << run;
                    for (const LocalityStatistics& locality : counted.statistics.localities)
                        moved[skeleton] += locality.traffic.tasks_received;
                    if (round % 5 != 0) continue;
                    ASSERT_EQ(maximise<TreeGenerator<false>>(tree, tree.root(), options).objective, best) << run;
                    ASSERT_TRUE(decide<TreeGenerator<false>>(tree, tree.root(), best, options).node) << run;
                    ASSERT_FALSE(decide<TreeGenerator<false>>(tree, tree.root(), best + 1, options).node) << run;
                }
            }
        }
    }
    for (std::size_t skeleton = 0; skeleton < skeletons.size(); ++skeleton)
        EXPECT_GT(moved[skeleton], 0U) << skeletons[skeleton].describe();
}

}  // namespace
}  // namespace scrump::detail
