#include <scrump/base/random.hpp>
#include <scrump/pools/detail/order_key.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <deque>
#include <limits>
#include <type_traits>
#include <vector>

namespace scrump::detail {
namespace {

static_assert(std::is_trivially_copyable_v<OrderKey>);
static_assert(std::has_unique_object_representations_v<OrderKey>, "no padding");
static_assert(sizeof(OrderKey) <= 16);

constexpr std::uint64_t half = std::uint64_t{1} << 63;

/// The last number of a key.
std::uint64_t last(const OrderKey& key) {
    if (key.bits == 64) return std::numeric_limits<std::uint64_t>::max();
    return key.low + (std::uint64_t{1} << key.bits) - 1;
}

TEST(OrderKey, GivesAwayFromTheEnd) {
    OrderKey kept = OrderKey::whole();
    const OrderKey earlier = kept.give_away();
    const OrderKey later = kept.give_away();
    EXPECT_EQ(earlier, (OrderKey{half, 63}));
    EXPECT_EQ(later, (OrderKey{half / 2, 62}));
    EXPECT_EQ(kept, (OrderKey{0, 62}));
}

// Codes 0, 100, 101, 11000, ...
TEST(OrderKey, DividesItselfAmongSiblings) {
    const OrderKey whole = OrderKey::whole();
    EXPECT_EQ(whole.child(0), (OrderKey{0, 63}));
    EXPECT_EQ(whole.child(1), (OrderKey{half, 61}));
    EXPECT_EQ(whole.child(2), (OrderKey{half + half / 4, 61}));
    EXPECT_EQ(whole.child(3), (OrderKey{half + half / 2, 59}));
}

TEST(OrderKey, KeepsSiblingsApartAndInOrder) {
    const OrderKey parent = OrderKey::whole().child(5);
    OrderKey before = parent.child(0);
    EXPECT_EQ(before.low, parent.low);
    for (std::uint64_t index = 1; index < 100'000; ++index) {
        const OrderKey next = parent.child(index);
        ASSERT_LT(last(before), next.low);
        before = next;
    }
    EXPECT_LE(last(before), last(parent));
}

// Of three bits: codes are cut off, those that begin alike have one key.
TEST(OrderKey, HasEqualPlacesWhenBitsAreUsedUp) {
    const OrderKey parent{40, 3};
    std::vector<std::uint64_t> firsts;
    for (std::uint64_t index = 0; index < 9; ++index) firsts.push_back(parent.child(index).first());
    EXPECT_EQ(firsts, (std::vector<std::uint64_t>{40, 44, 45, 46, 46, 46, 46, 47, 47}));
    OrderKey single{40, 0};
    EXPECT_EQ(single.give_away(), (OrderKey{40, 0}));
    EXPECT_EQ(single.child(7), (OrderKey{40, 0}));
    EXPECT_EQ(OrderKey::whole().child(std::numeric_limits<std::uint64_t>::max() - 1).bits, 0U);
}

TEST(SplitKeys, PutLaterPortionsOfADepthAfterEarlierOnes) {
    SplitKeys keys(OrderKey::whole());
    const std::uint64_t first = keys.give(1).first();
    const std::uint64_t next = keys.give(1).first();
    const std::uint64_t deeper = keys.give(4).first();
    EXPECT_LT(first, next);
    EXPECT_LT(deeper, first);
    EXPECT_EQ(first, half);
    EXPECT_LT(keys.next(), deeper);
    EXPECT_LT(keys.kept().first(), keys.next());
    EXPECT_LT(last(keys.kept()), deeper);
}

// --- A depth-first search of random trees in which tasks give away the siblings of their shallowest depth.

struct Tree {
    std::vector<std::vector<unsigned>> children;  // of each node; the root is 0
    std::vector<unsigned> preorder;               // place of each node
};

Tree random_tree(SplitMix64& random, unsigned size) {
    Tree tree;
    tree.children.resize(size);
    for (unsigned node = 1; node < size; ++node) {
        const unsigned reach = std::min(node, 12U);  // of a late node: deep trees
        tree.children[random.below(4) == 0 ? random.below(node) : node - 1 - random.below(reach)].push_back(node);
    }
    tree.preorder.resize(size);
    unsigned place = 0;
    std::vector<unsigned> open = {0};
    while (!open.empty()) {
        const unsigned node = open.back();
        open.pop_back();
        tree.preorder[node] = place++;
        open.insert(open.end(), tree.children[node].rbegin(), tree.children[node].rend());
    }
    return tree;
}

struct KeyedTask {
    unsigned root;
    OrderKey key;
};

/// A running task: the siblings that are left at each depth below its root, the next one in front.
class Run {
  public:
    Run(const Tree& tree, const KeyedTask& task) : tree_(tree), split_keys_(task.key), current_(task.root) {
        open(task.root);
    }

    /// Goes on to the next node; says whether there was one.
    bool step() {
        while (!levels_.empty() && levels_.back().empty()) levels_.pop_back();
        if (levels_.empty()) return false;
        current_ = levels_.back().front();
        levels_.back().pop_front();
        open(current_);
        return true;
    }

    /// Gives away all siblings of the shallowest depth that has any.
    void give(std::vector<KeyedTask>& to) {
        const auto level = std::ranges::find_if(levels_, [](const auto& siblings) { return !siblings.empty(); });
        if (level == levels_.end()) return;
        const auto depth = static_cast<unsigned>(level - levels_.begin());
        for (const unsigned sibling : *level) to.push_back({sibling, split_keys_.give(depth)});
        level->clear();
    }

    /// Where it is: what waits elsewhere is compared with that.
    KeyedTask rest() const { return {current_, split_keys_.kept()}; }

  private:
    void open(unsigned node) { levels_.emplace_back(tree_.children[node].begin(), tree_.children[node].end()); }

    const Tree& tree_;
    SplitKeys split_keys_;
    unsigned current_;
    std::vector<std::deque<unsigned>> levels_;
};

/// Compares all pairs of tasks that exist at once: counts pairs that are known to be in order; none may be inverted.
struct Comparison {
    std::size_t in_order = 0;
    std::size_t tied = 0;
    std::size_t inverted = 0;

    void add(const Tree& tree, std::vector<KeyedTask> tasks) {
        std::ranges::sort(tasks, {}, [&](const KeyedTask& task) { return tree.preorder[task.root]; });
        for (std::size_t i = 1; i < tasks.size(); ++i) {
            const std::uint64_t before = tasks[i - 1].key.first();
            const std::uint64_t after = tasks[i].key.first();
            ++(before < after ? in_order : before == after ? tied : inverted);
        }
    }
};

Comparison search(const Tree& tree, SplitMix64& random, unsigned split_chance, const OrderKey& root) {
    Comparison comparison;
    std::vector<KeyedTask> waiting = {{0, root}};
    while (!waiting.empty()) {
        const std::size_t stolen = random.below(static_cast<std::uint32_t>(waiting.size()));
        Run run(tree, waiting[stolen]);
        waiting.erase(waiting.begin() + static_cast<std::ptrdiff_t>(stolen));
        do {
            if (random.below(100) < split_chance) run.give(waiting);
            std::vector<KeyedTask> all = waiting;
            all.push_back(run.rest());
            comparison.add(tree, std::move(all));
        } while (run.step());
    }
    return comparison;
}

TEST(OrderKey, AgreesWithPreorderWhileBitsLast) {
    SplitMix64 random(1);
    for (int round = 0; round < 60; ++round) {
        const Tree tree = random_tree(random, 40);
        const Comparison comparison = search(tree, random, 10, OrderKey::whole());
        EXPECT_EQ(comparison.inverted, 0U);
        EXPECT_EQ(comparison.tied, 0U);
    }
}

TEST(OrderKey, NeverInvertsPreorderWhenBitsAreUsedUp) {
    SplitMix64 random(2);
    Comparison all;
    for (int round = 0; round < 60; ++round) {
        const Tree tree = random_tree(random, 300);
        for (const unsigned bits : {0U, 3U, 8U, 64U}) {
            const Comparison comparison = search(tree, random, 5 + random.below(90), {0, bits});
            EXPECT_EQ(comparison.inverted, 0U);
            all.in_order += comparison.in_order;
            all.tied += comparison.tied;
        }
    }
    EXPECT_GT(all.tied, 0U);
    EXPECT_GT(all.in_order, 0U);
}

// Children of an executed node become tasks at once, as under the depth-bounded skeleton.
TEST(OrderKey, AgreesWithPreorderWhereChildrenBecomeTasks) {
    SplitMix64 random(3);
    const Tree tree = random_tree(random, 400);
    std::vector<KeyedTask> waiting = {{0, OrderKey::whole()}};
    Comparison comparison;
    while (!waiting.empty()) {
        const std::size_t stolen = random.below(static_cast<std::uint32_t>(waiting.size()));
        const KeyedTask task = waiting[stolen];
        waiting.erase(waiting.begin() + static_cast<std::ptrdiff_t>(stolen));
        std::uint64_t index = 0;
        for (const unsigned child : tree.children[task.root]) waiting.push_back({child, task.key.child(index++)});
        comparison.add(tree, waiting);
    }
    EXPECT_EQ(comparison.inverted, 0U);
    EXPECT_GT(comparison.in_order, comparison.tied);
}

}  // namespace
}  // namespace scrump::detail
