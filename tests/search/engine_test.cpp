// The depth-first loop alone, on a tree of which every node is known: what it visits, counts, gives away and shows.

#include <scrump/search/detail/engine.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <map>
#include <set>
#include <vector>

namespace scrump::detail {
namespace {

/// A node of a ternary tree: the root is 1, the children of n are 3 n + 1, 3 n + 2 and 3 n + 3.
using Label = unsigned;
constexpr unsigned levels = 3;  // below the root

struct Ternary {
    struct Node {
        Label label = 1;
        unsigned depth = 0;
    };
};

template <bool Counts>
class Children {
  public:
    using Space = Ternary;
    using Node = Ternary::Node;

    explicit Children(const Node& parent) : parent_(&parent), left_(parent.depth < levels ? 3 : 0) {}
    bool next(Node& child) {
        if (left_ == 0) return false;
        child = {.label = 3 * parent_->label + 4 - left_--, .depth = parent_->depth + 1};
        return true;
    }
    std::uint64_t remaining() const requires Counts { return left_; }

  private:
    const Node* parent_;
    unsigned left_;
};

/// All labels below a node, depth first.
std::vector<Label> below(Label label, unsigned depth) {
    std::vector<Label> all;
    for (Label child = 3 * label + 1; depth < levels && child <= 3 * label + 3; ++child) {
        all.push_back(child);
        for (const Label each : below(child, depth + 1)) all.push_back(each);
    }
    return all;
}

std::vector<Label> sorted(std::vector<Label> labels) {
    std::ranges::sort(labels);
    return labels;
}

/// An engine with what it reports to, and a host that does something each time.
template <bool Counts>
struct Bench {
    using Node = Ternary::Node;

    struct Visitor {
        static constexpr bool folds_children = false;
        std::vector<Label> visited{};
        std::map<Label, Verdict> verdicts{};

        Verdict visit(const Node& node, unsigned) {
            visited.push_back(node.label);
            const auto verdict = verdicts.find(node.label);
            return verdict == verdicts.end() ? Verdict::descend : verdict->second;
        }
        Children<Counts> expand(const Node& node) { return Children<Counts>(node); }
    };
    struct Host {
        Bench& bench;
        std::function<bool()> attended;

        std::uint64_t polling_interval() const { return bench.polling_interval; }
        bool attend() {
            bench.attention.lower();
            ++bench.attends;
            return attended ? attended() : true;
        }
    };

    bool explore(std::function<bool()> attended = nullptr) {
        Host host{*this, std::move(attended)};
        return engine.explore({}, 0, host);
    }

    std::uint64_t polling_interval = 1'000'000;
    unsigned attends = 0;
    unsigned depth_limit = 100;
    Visitor visitor{};
    Attention attention{};
    Counters counters{};
    Engine<Children<Counts>, Visitor> engine{visitor, attention, counters, depth_limit};
};

template <class T>
class EngineTest : public testing::Test {};
using Ways = testing::Types<std::bool_constant<false>, std::bool_constant<true>>;
TYPED_TEST_SUITE(EngineTest, Ways);

TYPED_TEST(EngineTest, VisitsAllDepthFirst) {
    Bench<TypeParam::value> bench;
    EXPECT_TRUE(bench.explore());
    EXPECT_EQ(bench.visitor.visited, below(1, 0));
    EXPECT_EQ(bench.counters.nodes, 39U);
    EXPECT_EQ(bench.counters.prunes, 0U);
    EXPECT_EQ(bench.counters.backtracks, 40U) << "the root is one of them";
}

TYPED_TEST(EngineTest, GoesNoDeeperThanItsLimit) {
    Bench<TypeParam::value> bench{.depth_limit = 2};
    EXPECT_TRUE(bench.explore());
    EXPECT_EQ(bench.counters.nodes, 12U);
}

// They are visited, and that is all there is to do with them.
TYPED_TEST(EngineTest, MakesNoTasksOfNodesAtItsLimit) {
    Bench<TypeParam::value> bench{.depth_limit = 1};
    std::vector<Label> given;
    bench.engine.spawn_children({}, 0, [&](const Ternary::Node& node, unsigned) {
        given.push_back(node.label);
        return true;
    });
    EXPECT_TRUE(given.empty());
    EXPECT_EQ(bench.counters.nodes, 3U);
}

// 5 is the second child of the root.
TYPED_TEST(EngineTest, LeavesOutWhatIsPruned) {
    Bench<TypeParam::value> bench;
    bench.visitor.verdicts = {{5, Verdict::prune}};
    EXPECT_TRUE(bench.explore());
    EXPECT_EQ(bench.counters.nodes, 39U - 12U);
    EXPECT_EQ(bench.counters.prunes, 1U);
    EXPECT_EQ(bench.visitor.visited[14], 6U) << "its sibling comes next";
}

TYPED_TEST(EngineTest, LeavesOutLaterSiblingsAfterACut) {
    Bench<TypeParam::value> bench;
    bench.visitor.verdicts = {{5, Verdict::cut}};
    EXPECT_TRUE(bench.explore());
    EXPECT_EQ(bench.counters.nodes, 39U - 12U - 13U);
    EXPECT_EQ(bench.counters.prunes, 1U);
    EXPECT_EQ(bench.visitor.visited.back(), 5U);
}

TYPED_TEST(EngineTest, EndsWhereAVisitSaysSo) {
    Bench<TypeParam::value> bench;
    bench.visitor.verdicts = {{5, Verdict::finish}};
    EXPECT_FALSE(bench.explore());
    EXPECT_EQ(bench.visitor.visited.back(), 5U);
}

TYPED_TEST(EngineTest, EndsWhereItsHostSaysSo) {
    Bench<TypeParam::value> bench;
    bench.attention.raise();
    EXPECT_FALSE(bench.explore([] { return false; }));
    EXPECT_TRUE(bench.visitor.visited.empty());
}

TYPED_TEST(EngineTest, AsksItsHostWhenTheCreditIsSpent) {
    Bench<TypeParam::value> bench{.polling_interval = 5};
    std::vector<std::uint64_t> backtracks;
    EXPECT_TRUE(bench.explore([&] { return backtracks.push_back(bench.counters.backtracks), true; }));
    ASSERT_GE(backtracks.size(), 6U);
    std::uint64_t before = 0;
    for (const std::uint64_t each : backtracks) {
        EXPECT_GE(each - before, 5U);
        EXPECT_LE(each - before, 5U + levels) << "it is asked before the next node";
        before = each;
    }
}

// Asked at each node in turn, in one run after another: what it gave away and what it visited is all, each once.
TYPED_TEST(EngineTest, GivesAwayWhatItDoesNotVisit) {
    for (const std::size_t most : {1U, 2U, 100U}) {
        for (unsigned moment = 1; moment <= 39; ++moment) {
            Bench<TypeParam::value> bench;
            std::vector<Label> given;
            std::vector<Label> path;
            bench.attention.raise();
            EXPECT_TRUE(bench.explore([&] {
                bench.attention.raise();
                if (bench.attends != moment) return true;
                std::size_t depth = 0;
                bench.engine.give([&](const Ternary::Node& node, unsigned at) {
                    if (given.empty()) depth = at;
                    EXPECT_EQ(at, depth) << "siblings";
                    EXPECT_EQ(at, node.depth);
                    given.push_back(node.label);
                    for (const Label each : below(node.label, node.depth)) given.push_back(each);
                    return --bench.polling_interval, path.push_back(node.label), path.size() < most;
                });
                return true;
            }));
            EXPECT_LE(path.size(), most);
            // What is given away is visited as it is given.
            std::vector<Label> all = bench.visitor.visited;
            for (const Label label : given) {
                if (std::ranges::find(path, label) == path.end()) all.push_back(label);
            }
            EXPECT_EQ(sorted(all), sorted(below(1, 0))) << "asked at node " << moment;
        }
    }
}

// Of a subtree whose first branch is being explored, siblings of that branch go, not those within it.
TYPED_TEST(EngineTest, GivesAwayTheShallowest) {
    Bench<TypeParam::value> bench;
    std::vector<Label> given;
    bench.attention.raise();
    bench.explore([&] {
        bench.attention.raise();
        if (bench.attends == 3) {
            bench.engine.give([&](const Ternary::Node& node, unsigned) {
                given.push_back(node.label);
                return true;
            });
        }
        return true;
    });
    EXPECT_EQ(given, (std::vector<Label>{5, 6}));
}

// Where it can count them, one of the siblings that come next stays.
TEST(Engine, KeepsOneOfThoseThatComeNext) {
    Bench<true> bench;
    std::vector<Label> given;
    bench.attention.raise();
    bench.explore([&] {
        bench.engine.give([&](const Ternary::Node& node, unsigned) {
            given.push_back(node.label);
            return true;
        });
        return true;
    });
    EXPECT_EQ(given, (std::vector<Label>{5}));
}

// Asked at each node in turn: what it shows, with all below, is what it has not visited yet, and nothing changes.
TYPED_TEST(EngineTest, ShowsWhatIsLeft) {
    for (unsigned moment = 1; moment <= 39; ++moment) {
        Bench<TypeParam::value> bench;
        std::vector<Label> shown;
        std::vector<Label> visited;
        bench.attention.raise();
        EXPECT_TRUE(bench.explore([&] {
            bench.attention.raise();
            if (bench.attends != moment) return true;
            visited = bench.visitor.visited;
            bench.engine.show_unexplored([&](const Ternary::Node& node, unsigned depth) {
                EXPECT_EQ(depth, node.depth);
                shown.push_back(node.label);
                for (const Label each : below(node.label, node.depth)) shown.push_back(each);
                return true;
            });
            return true;
        }));
        visited.insert(visited.end(), shown.begin(), shown.end());
        EXPECT_EQ(visited, below(1, 0)) << "in the order in which it would come to them";
        EXPECT_EQ(bench.visitor.visited, below(1, 0));
    }
}

// However long it is looked at: what is shown, with all below, has in it what is not visited yet.
TYPED_TEST(EngineTest, ShowsWhatCoversAllThatIsLeft) {
    for (unsigned moment = 1; moment <= 39; ++moment) {
        for (const unsigned patience : {0U, 1U, 2U, 3U, 5U, 100U}) {
            Bench<TypeParam::value> bench;
            std::set<Label> covered;
            std::set<Label> left;
            std::size_t shown = 0;
            bench.attention.raise();
            EXPECT_TRUE(bench.explore([&] {
                bench.attention.raise();
                if (bench.attends != moment) return true;
                const std::vector<Label> all = below(1, 0);
                left = {all.begin(), all.end()};
                for (const Label each : bench.visitor.visited) left.erase(each);
                unsigned looks = 0;
                const auto look = [&](const Ternary::Node& node) {
                    ++shown;
                    covered.insert(node.label);
                    for (const Label each : below(node.label, node.depth)) covered.insert(each);
                    return true;
                };
                bench.engine.show_covering(look, [&] { return looks++ < patience; });
                return true;
            }));
            EXPECT_TRUE(std::includes(covered.begin(), covered.end(), left.begin(), left.end()));
            EXPECT_LE(shown, patience + 1);
            if (patience == 100) {
                EXPECT_EQ(covered, left);
            }
        }
    }
}

}  // namespace
}  // namespace scrump::detail
