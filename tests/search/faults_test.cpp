// A locality that stops answering at any moment: the run ends soon, with the whole answer if that was known already,
// else with an error that names the locality.

#include "search/problems.hpp"
#include "support/faulty_network.hpp"
#include "support/sanitized.hpp"

#include <scrump/base/error.hpp>
#include <scrump/runtime/session.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <memory>
#include <string>
#include <vector>

namespace scrump::detail {
namespace {

using test::RandomTree;
using test::TreeGenerator;

struct Expected {
    RandomTree tree;
    std::uint64_t nodes = 0;
    std::int64_t best = 0;

    explicit Expected(std::uint64_t seed) : tree{.root_children = 6, .most_children = 5, .depth = 14, .seed = seed} {
        tree.walk(tree.root(), [&](const RandomTree::Node& node) {
            ++nodes;
            best = std::max(best, RandomTree::value(node));
        });
    }

    // Counts, looks for the best, or for one as good as that, or for a better one.
    void search(unsigned kind, const SearchOptions& options) const {
        if (kind == 0) {
            const auto counted = enumerate<TreeGenerator<false>>(tree, tree.root(), CountNodes{}, options);
            EXPECT_EQ(counted.status, Status::complete);
            EXPECT_EQ(counted.value, nodes);
        } else if (kind == 1) {
            EXPECT_EQ(maximise<TreeGenerator<false>>(tree, tree.root(), options).objective, best);
        } else {
            const std::int64_t target = kind == 2 ? best : best + 1;
            EXPECT_EQ(decide<TreeGenerator<false>>(tree, tree.root(), target, options).node.has_value(),
                      target == best);
        }
    }
};

class Faults : public testing::TestWithParam<AccessMode> {};

TEST_P(Faults, ASilentLocalityEndsTheRunAndIsNamed) {
    const std::vector<Skeleton> skeletons = test::stealing_skeletons();
    const std::vector<const char*> policies = test::all_policies();
    std::uint64_t run = 0;
    std::size_t given_up = 0;
    std::size_t complete = 0;
    for (const std::size_t after : {0U, 1U, 2U, 3U, 4U, 5U, 6U, 8U, 10U, 13U, 16U, 20U, 30U, 1000U}) {
        for (const Skeleton& skeleton : skeletons) {
            ++run;
            if (test::sanitized && run % 3 != 0) continue;
            SplitMix64 random(run);
            const unsigned silent = random.below(3);
            const char* const policy = policies[random.below(static_cast<std::uint32_t>(policies.size()))];
            SCOPED_TRACE(skeleton.describe() + " " + policy + ", locality " + std::to_string(silent) +
                         " silent after " + std::to_string(after) + ", run " + std::to_string(run));
            const Expected expected(run);
            Session session(std::make_unique<test::FaultyGroup>(run, GetParam(),
                                                                test::Silence{.locality = silent, .after = after}));
            try {
                expected.search(random.below(4), {.skeleton = skeleton,
                                                  .policy = Policy::parse(policy),
                                                  .workers = 1,
                                                  .localities = 3,
                                                  .session = &session,
                                                  .pin = false,
                                                  .dead_after = std::chrono::milliseconds(100)});
                ++complete;
            } catch (const Error& error) {
                EXPECT_NE(std::string(error.what()).find("locality " + std::to_string(silent)), std::string::npos)
                    << error.what();
                ++given_up;
            }
        }
    }
    const std::uint64_t tried = test::sanitized ? run / 3 : run;
    EXPECT_GT(given_up, tried / 4);
    EXPECT_GT(complete, tried / 20);
}

INSTANTIATE_TEST_SUITE_P(Networks, Faults, testing::Values(AccessMode::direct, AccessMode::messages),
                         [](const auto& tested) { return tested.param == AccessMode::direct ? "direct" : "messages"; });

}  // namespace
}  // namespace scrump::detail
