#include <scrump/base/random.hpp>
#include <scrump/pools/heuristic_place.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <deque>
#include <limits>
#include <type_traits>
#include <vector>

namespace scrump {
namespace {

static_assert(std::is_trivially_copyable_v<HeuristicPlace>);
static_assert(std::has_unique_object_representations_v<HeuristicPlace>, "no padding");
static_assert(sizeof(HeuristicPlace) <= 16);

constexpr std::uint64_t half = std::uint64_t{1} << 63;

/// The last number of a place.
std::uint64_t last(const HeuristicPlace& place) {
    if (place.bits == 64) return std::numeric_limits<std::uint64_t>::max();
    return place.low + (std::uint64_t{1} << place.bits) - 1;
}

TEST(HeuristicPlace, GivesAwayFromTheEnd) {
    HeuristicPlace kept = HeuristicPlace::whole();
    const HeuristicPlace earlier = kept.give_away();
    const HeuristicPlace later = kept.give_away();
    EXPECT_EQ(earlier, (HeuristicPlace{half, 63}));
    EXPECT_EQ(later, (HeuristicPlace{half / 2, 62}));
    EXPECT_EQ(kept, (HeuristicPlace{0, 62}));
}

// Codes 0, 100, 101, 11000, ...
TEST(HeuristicPlace, DividesItselfAmongSiblings) {
    const HeuristicPlace whole = HeuristicPlace::whole();
    EXPECT_EQ(whole.child(0), (HeuristicPlace{0, 63}));
    EXPECT_EQ(whole.child(1), (HeuristicPlace{half, 61}));
    EXPECT_EQ(whole.child(2), (HeuristicPlace{half + half / 4, 61}));
    EXPECT_EQ(whole.child(3), (HeuristicPlace{half + half / 2, 59}));
}

TEST(HeuristicPlace, KeepsSiblingsApartAndInOrder) {
    const HeuristicPlace parent = HeuristicPlace::whole().child(5);
    HeuristicPlace before = parent.child(0);
    EXPECT_EQ(before.low, parent.low);
    for (std::uint64_t index = 1; index < 100'000; ++index) {
        const HeuristicPlace next = parent.child(index);
        ASSERT_LT(last(before), next.low);
        before = next;
    }
    EXPECT_LE(last(before), last(parent));
}

// Of three bits: codes are cut off, those that begin alike are in one place.
TEST(HeuristicPlace, HasEqualPlacesWhenBitsAreUsedUp) {
    const HeuristicPlace parent{40, 3};
    std::vector<std::uint64_t> firsts;
    for (std::uint64_t index = 0; index < 9; ++index) firsts.push_back(parent.child(index).first());
    EXPECT_EQ(firsts, (std::vector<std::uint64_t>{40, 44, 45, 46, 46, 46, 46, 47, 47}));
    HeuristicPlace single{40, 0};
    EXPECT_EQ(single.give_away(), (HeuristicPlace{40, 0}));
    EXPECT_EQ(single.child(7), (HeuristicPlace{40, 0}));
    EXPECT_EQ(HeuristicPlace::whole().child(std::numeric_limits<std::uint64_t>::max() - 1).bits, 0U);
}

TEST(GiftPlaces, PutLaterPortionsOfADepthAfterEarlierOnes) {
    GiftPlaces gifts(HeuristicPlace::whole());
    const std::uint64_t first = gifts.give(1).first();
    const std::uint64_t next = gifts.give(1).first();
    const std::uint64_t deeper = gifts.give(4).first();
    EXPECT_LT(first, next);
    EXPECT_LT(deeper, first);
    EXPECT_EQ(first, half);
    EXPECT_LT(gifts.next(), deeper);
    EXPECT_LT(gifts.kept().first(), gifts.next());
    EXPECT_LT(last(gifts.kept()), deeper);
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

struct PlacedTask {
    unsigned root;
    HeuristicPlace place;
};

/// A running task: the siblings that are left at each depth below its root, the next one in front.
class Run {
  public:
    Run(const Tree& tree, const PlacedTask& task) : tree_(tree), gifts_(task.place), current_(task.root) {
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
    void give(std::vector<PlacedTask>& to) {
        const auto level = std::ranges::find_if(levels_, [](const auto& siblings) { return !siblings.empty(); });
        if (level == levels_.end()) return;
        const auto depth = static_cast<unsigned>(level - levels_.begin());
        for (const unsigned sibling : *level) to.push_back({sibling, gifts_.give(depth)});
        level->clear();
    }

    /// Where it is: what waits elsewhere is compared with that.
    PlacedTask rest() const { return {current_, gifts_.kept()}; }

  private:
    void open(unsigned node) { levels_.emplace_back(tree_.children[node].begin(), tree_.children[node].end()); }

    const Tree& tree_;
    GiftPlaces gifts_;
    unsigned current_;
    std::vector<std::deque<unsigned>> levels_;
};

/// Compares all pairs of tasks that exist at once: counts pairs that are known to be in order; none may be inverted.
struct Comparison {
    std::size_t in_order = 0;
    std::size_t tied = 0;
    std::size_t inverted = 0;

    void add(const Tree& tree, std::vector<PlacedTask> tasks) {
        std::ranges::sort(tasks, {}, [&](const PlacedTask& task) { return tree.preorder[task.root]; });
        for (std::size_t i = 1; i < tasks.size(); ++i) {
            const std::uint64_t before = tasks[i - 1].place.first();
            const std::uint64_t after = tasks[i].place.first();
            ++(before < after ? in_order : before == after ? tied : inverted);
        }
    }
};

Comparison search(const Tree& tree, SplitMix64& random, unsigned gift_chance, const HeuristicPlace& root) {
    Comparison comparison;
    std::vector<PlacedTask> waiting = {{0, root}};
    while (!waiting.empty()) {
        const std::size_t stolen = random.below(static_cast<std::uint32_t>(waiting.size()));
        Run run(tree, waiting[stolen]);
        waiting.erase(waiting.begin() + static_cast<std::ptrdiff_t>(stolen));
        do {
            if (random.below(100) < gift_chance) run.give(waiting);
            std::vector<PlacedTask> all = waiting;
            all.push_back(run.rest());
            comparison.add(tree, std::move(all));
        } while (run.step());
    }
    return comparison;
}

TEST(HeuristicPlace, AgreesWithPreorderWhileBitsLast) {
    SplitMix64 random(1);
    for (int round = 0; round < 60; ++round) {
        const Tree tree = random_tree(random, 40);
        const Comparison comparison = search(tree, random, 10, HeuristicPlace::whole());
        EXPECT_EQ(comparison.inverted, 0U);
        EXPECT_EQ(comparison.tied, 0U);
    }
}

TEST(HeuristicPlace, NeverInvertsPreorderWhenBitsAreUsedUp) {
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
TEST(HeuristicPlace, AgreesWithPreorderWhereChildrenBecomeTasks) {
    SplitMix64 random(3);
    const Tree tree = random_tree(random, 400);
    std::vector<PlacedTask> waiting = {{0, HeuristicPlace::whole()}};
    Comparison comparison;
    while (!waiting.empty()) {
        const std::size_t stolen = random.below(static_cast<std::uint32_t>(waiting.size()));
        const PlacedTask task = waiting[stolen];
        waiting.erase(waiting.begin() + static_cast<std::ptrdiff_t>(stolen));
        std::uint64_t index = 0;
        for (const unsigned child : tree.children[task.root]) waiting.push_back({child, task.place.child(index++)});
        comparison.add(tree, waiting);
    }
    EXPECT_EQ(comparison.inverted, 0U);
    EXPECT_GT(comparison.in_order, comparison.tied);
}

}  // namespace
}  // namespace scrump
