// Messages held back and delivered in any order between senders: runs still end, once, and with the right answer.

#include "search/problems.hpp"
#include "support/faulty_network.hpp"
#include "support/sanitized.hpp"

#include <scrump/runtime/session.hpp>

#include <gtest/gtest.h>

#include <memory>

namespace scrump {
namespace {

using test::RandomTree;
using test::TreeGenerator;

// An early end would miss nodes, a missed one would not return.
TEST(Delays, NeverMakeAnEndEarlyOrMissed) {
    constexpr std::uint64_t runs = test::sanitized ? 2'500 : 10'000;
    const std::vector<Skeleton> skeletons = test::stealing_skeletons();
    const std::vector<const char*> policies = test::all_policies();
    for (std::uint64_t run = 0; run < runs; ++run) {
        const RandomTree tree{.root_children = 3, .most_children = 3, .depth = 6, .seed = run};
        std::uint64_t all = 0;
        std::int64_t best = 0;
        tree.walk(tree.root(), [&](const RandomTree::Node& node) {
            ++all;
            best = std::max(best, RandomTree::value(node));
        });
        Session session(std::make_unique<test::FaultyGroup>(run));
        const Options options{.skeleton = skeletons[run % skeletons.size()],
                              .policy = Policy::parse(policies[run % policies.size()]),
                              .workers = 1,
                              .localities = 2 + static_cast<unsigned>(run % 3),
                              .session = &session,
                              .pin = false};
        const auto counted = enumerate<TreeGenerator<false>>(tree, tree.root(), CountNodes{}, options);
        ASSERT_EQ(counted.status, Status::complete) << run;
        ASSERT_EQ(counted.value, all) << run;
        if (run % 5 != 0) continue;
        ASSERT_EQ(maximise<TreeGenerator<false>>(tree, tree.root(), options).objective, best) << run;
        ASSERT_TRUE(decide<TreeGenerator<false>>(tree, tree.root(), best, options).node) << run;
        ASSERT_FALSE(decide<TreeGenerator<false>>(tree, tree.root(), best + 1, options).node) << run;
    }
}

}  // namespace
}  // namespace scrump
