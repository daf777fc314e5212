// The division of a tree into shards, alone: it is abandoned at any node.

#include "../src/search/shard_plan.hpp"

#include <gtest/gtest.h>

#include <cstddef>
#include <memory>

namespace scrump::detail {
namespace {

/// A tree without end, of three children each.
class DividedEndlessTree final : public ShardPlanner {
  public:
    Verdict visit(const Task& /*root*/) override { return Verdict::descend; }
    bool worth(const Task& /*task*/) override { return true; }
    bool expand(const Task& parent, const Take& take) override {
        make_children(parent, take, planned);
        return true;
    }
    void probe(const Task& parent, const Take& take) override { make_children(parent, take, probed); }
    bool learns() const override { return false; }
    void keep() override {}

  private:
    static void make_children(const Task& parent, const Take& take, Counters& counters) {
        for (int i = 0; i < 3; ++i) {
            ++counters.nodes;
            take(std::make_unique<Task>(parent.depth + 1));
        }
    }
};

// A node may take long, so each is asked for: among the samples, and when subtrees are replaced by their children.
TEST(ShardPlan, IsAbandonedBeforeTheNextNode) {
    constexpr std::size_t among_samples = 100;
    constexpr std::size_t among_subtrees = 30'000;
    for (const std::size_t most : {std::size_t{0}, among_samples, among_subtrees}) {
        DividedEndlessTree tree;
        std::size_t asked = 0;
        ShardPlan plan(tree, {.index = 1, .count = 4}, [&] { return ++asked <= most; });
        EXPECT_FALSE(plan.divide(std::make_unique<Task>()));
        EXPECT_EQ(asked, most + 1);
        EXPECT_LE(tree.probed.nodes, 3 * most);
    }
}

TEST(ShardPlan, DividesATreeWithoutEnd) {
    DividedEndlessTree tree;
    std::size_t asked = 0;
    ShardPlan plan(tree, {.index = 1, .count = 4}, [&] { return ++asked > 0; });
    EXPECT_TRUE(plan.divide(std::make_unique<Task>()));
    EXPECT_GT(asked, 30'000U);
    EXPECT_GE(plan.subtrees(), 1024U);
    const std::size_t own = plan.take_own().size();
    EXPECT_TRUE(own > plan.subtrees() / 8 && own < plan.subtrees() / 2) << own << " of " << plan.subtrees();
}

}  // namespace
}  // namespace scrump::detail
