// What a check finds: generators that break one promise each, and those that break none.

#include <scrump/net/codec.hpp>
#include <scrump/search.hpp>
#include <scrump/search/check.hpp>
#include <scrump/search/detail/findings.hpp>
#include <scrump/search/detail/node_parts.hpp>
#include <scrump/search/steal_stacks.hpp>

#include <gtest/gtest.h>

#include "search/problems.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <map>
#include <memory>
#include <optional>
#include <sstream>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace scrump {
namespace {

constexpr auto no_contract = static_cast<Contract>(255);

/// So many steps, each of 2, 1 or 0: whose sum is greatest?
struct Steps {
    unsigned most = 4;
    std::shared_ptr<unsigned> made = std::make_shared<unsigned>(0);
};

template <Contract broken>
struct Walk {
    std::vector<unsigned> steps;
    unsigned length = 0;
    double sum = 0;

    template <class Archive>
    void serialize(Archive& archive) {
        archive(steps, length);
        if constexpr (broken != Contract::travel) archive(sum);
    }
};

/// Which child is the next one.
template <Contract broken>
class Place {
  public:
    Place() = default;
    Place(const Place& other) : own_(other.own_), shared_(other.shared_) {}
    Place(Place&& other) noexcept : own_(broken == Contract::move ? 0 : other.own_), shared_(other.shared_) {}
    Place& operator=(const Place&) = delete;
    Place& operator=(Place&&) = delete;
    ~Place() = default;

    unsigned& index() { return broken == Contract::copy ? *shared_ : own_; }
    unsigned index() const { return broken == Contract::copy ? *shared_ : own_; }

  private:
    unsigned own_ = 0;
    std::shared_ptr<unsigned> shared_ = std::make_shared<unsigned>(0);
};

template <Contract broken>
class Walker {
  public:
    using Space = Steps;
    using Node = Walk<broken>;
    static constexpr bool bounds_never_improve = true;

    Walker(const Space& space, const Node& parent) : Walker(space, parent, -1.0) {}
    Walker(const Space& space, const Node& parent, double to_beat) : space_(&space), parent_(&parent) {
        if (parent.length == space.most) end_ = 0;
        const double missing = broken == Contract::to_beat ? 1 : 0;
        while (end_ > 0 && parent.sum + step(end_ - 1) + most_in(space, parent.length + 1) <= to_beat + missing) --end_;
        ++*space.made;
    }

    bool next(Node& child) {
        if (place_.index() == end_) {
            if (broken == Contract::next) place_.index() = 0;
            ended_ = true;
            return false;
        }
        const unsigned index = place_.index()++;
        if (broken != Contract::reused_child) child.steps = parent_->steps;
        child.steps.push_back(broken == Contract::repeat ? *space_->made : index);
        child.length = parent_->length + 1;
        child.sum = parent_->sum + step(index);
        return true;
    }

    std::uint64_t remaining() const {
        const unsigned left = ended_ ? 0 : end_ - place_.index();
        return broken == Contract::remaining && parent_->length == 1 && left == 1 ? 2 : left;
    }

    static double objective(const Space& /*space*/, const Node& node) {
        const bool is_odd = broken == Contract::objective && node.steps == std::vector{2U, 2U};
        return is_odd ? std::numeric_limits<double>::quiet_NaN() : node.sum;
    }
    static double bound(const Space& space, const Node& node) {
        const bool is_low = broken == Contract::bound && node.steps == std::vector{1U, 0U};
        return node.sum + most_in(space, node.length) - (is_low ? 1 : 0);
    }
    static bool valid(const Space& space, const Node& node) {
        return node.length <= space.most && !(broken == Contract::valid && node.steps == std::vector{0U, 1U});
    }

  private:
    static double step(unsigned index) { return broken == Contract::bounds_never_improve ? index : 2.0 - index; }
    static double most_in(const Space& space, unsigned length) { return 2.0 * (space.most - length); }

    const Space* space_;
    const Node* parent_;
    unsigned end_ = 3;
    bool ended_ = false;
    Place<broken> place_;
};

using Path = std::vector<std::uint64_t>;

/// What is said of the only violation there is, which is this one.
template <Contract broken>
std::string only_violation(const Path& path, const CheckOptions& options = {}) {
    const CheckReport report = check<Walker<broken>>(Steps{}, {}, options);
    if (report.ok()) return "nothing";
    EXPECT_EQ(report.violations.size(), 1U) << report;
    EXPECT_EQ(report.violations[0].contract, broken) << report;
    EXPECT_EQ(report.violations[0].path, path) << report;
    return report.violations[0].text;
}

TEST(Check, FindsNothingWrongWithWhatIsRight) {
    const CheckReport report = check<Walker<no_contract>>(Steps{}, {});
    EXPECT_TRUE(report.ok()) << report;
    EXPECT_TRUE(report.whole);
    EXPECT_EQ(report.nodes, 1U + 3 + 9 + 27 + 81);

    const test::Knapsack knapsack = test::Knapsack::random(14, 3);
    const CheckReport packed = check<test::KnapsackGenerator>(knapsack, knapsack.root(), {.nodes = 1000});
    EXPECT_TRUE(packed.ok()) << packed;
    const test::RandomTree tree{.depth = 6};
    for (const std::uint64_t nodes : {0U, 1U, 2U, 7U, 50U, 5000U}) {
        const CheckReport grown = check<test::BatchedTreeGenerator<true>>(tree, tree.root(), {.nodes = nodes});
        EXPECT_TRUE(grown.ok()) << grown;
        EXPECT_EQ(grown.whole, nodes == 5000);
    }
}

TEST(Check, LooksAtNoMoreNodesThanItMay) {
    for (const std::uint64_t nodes : {1U, 2U, 50U, 61U, 62U, 63U, 64U, 120U}) {
        const CheckReport report = check<Walker<no_contract>>(Steps{}, {}, {.nodes = nodes});
        EXPECT_TRUE(report.ok()) << report;
        EXPECT_FALSE(report.whole);
        EXPECT_EQ(report.nodes, nodes);
    }
}

TEST(Check, FindsABoundThatIsTooLow) {
    EXPECT_EQ(only_violation<Contract::bound>({1, 0}),
              "the node at depth 2, path 1 0 has the bound 6, but the node at depth 4, path 1 0 0 0 has the objective "
              "7, which is better as the greatest is sought");
    const CheckReport least = check<Walker<no_contract>, Minimise>(Steps{}, {});
    ASSERT_FALSE(least.ok());
    EXPECT_EQ(least.violations[0].contract, Contract::bound);
    EXPECT_EQ(least.violations[0].text,
              "the root has the bound 8, but has the objective 0, which is better as the least is sought");
}

TEST(Check, FindsBoundsThatImprove) {
    EXPECT_EQ(only_violation<Contract::bounds_never_improve>({0, 0, 0, 1}),
              "the node at depth 4, path 0 0 0 1 has the bound 1, which is better than 0, that of its parent's child "
              "0 before it");
}

TEST(Check, FindsWhatIsNoNumber) {
    EXPECT_EQ(only_violation<Contract::objective>({2, 2}),
              "the node at depth 2, path 2 2 has no number as its objective");
}

TEST(Check, FindsWhatAnIncumbentMustNotHide) {
    EXPECT_EQ(only_violation<Contract::to_beat>({0, 0, 0}),
              "the node at depth 3, path 0 0 0 has nothing better than 7.999999999999999 below it if generators are "
              "made with that to beat, but the node at depth 4, path 0 0 0 0 has the objective 8");
}

TEST(Check, FindsMiscountedChildren) {
    EXPECT_EQ(only_violation<Contract::remaining>({0}),
              "the node at depth 1, path 0 has a generator that says of 2 children that they remain, and after one "
              "more of 2");
}

TEST(Check, FindsChildrenAfterTheLast) {
    EXPECT_EQ(only_violation<Contract::next>({0, 0, 0}),
              "the node at depth 3, path 0 0 0 has a generator that yields a child after it said that none is left");
}

TEST(Check, FindsWhatIsLeftOfAnEarlierNode) {
    EXPECT_EQ(only_violation<Contract::reused_child>({1}),
              "the node at depth 1, path 1 has other members, as its serialize() shows, when it is written over "
              "another node: `next` must set all that matters");
}

TEST(Check, FindsCopiesThatShareAState) {
    EXPECT_EQ(only_violation<Contract::copy>({0}),
              "the node at depth 1, path 0 has the objective 1, not 2, when a copy of its parent's generator has made "
              "a child before");
}

TEST(Check, FindsWhatPointsIntoItself) {
    EXPECT_EQ(only_violation<Contract::move>({1}),
              "the node at depth 1, path 1 has the objective 2, not 1, when its parent's generator was moved before");
}

TEST(Check, FindsWhatComesOutOtherwiseTheSecondTime) {
    EXPECT_EQ(only_violation<Contract::repeat>({0}),
              "the node at depth 1, path 0 has other members, as its serialize() shows, when its parent's generator is "
              "made a second time");
    EXPECT_EQ(only_violation<Contract::repeat>({}, {.repeatable = false}), "nothing");
}

TEST(Check, FindsWhatDoesNotTravel) {
    EXPECT_EQ(only_violation<Contract::travel>({0}),
              "the node at depth 1, path 0 has the objective 0, not 2, when it was serialised and read again");
}

TEST(Check, FindsNodesThatAreSaidNotToBe) {
    EXPECT_EQ(only_violation<Contract::valid>({0, 1}),
              "the node at depth 2, path 0 1 is one that `valid` does not hold for");
}

// --- Nodes that are their bytes

/// A number is made of bits; which of them are set is remembered, and of no use to the search.
template <bool comparable>
struct Bits {
    unsigned left = 3;
    unsigned set = 0;
    bool operator==(const Bits&) const requires comparable = default;
};

template <bool comparable, bool resets>
class OneMoreBit {
  public:
    using Space = int;
    using Node = Bits<comparable>;
    OneMoreBit(const Space&, const Node& parent) : parent_(&parent) {}
    bool next(Node& child) {
        if (bit_ == parent_->left) return false;
        if (resets) child.set = parent_->set;
        child.set |= 1U << bit_;
        child.left = bit_++;
        return true;
    }

  private:
    const Node* parent_;
    unsigned bit_ = 0;
};

TEST(Check, ComparesNodesThatAreTheirBytesByTheirOwnOperator) {
    EXPECT_TRUE((check<OneMoreBit<true, true>>(0, {}).ok()));
    const CheckReport report = check<OneMoreBit<true, false>>(0, {});
    ASSERT_EQ(report.violations.size(), 1U);
    EXPECT_EQ(report.text(),
              "reused_child: the node at depth 1, path 1 is another one, as its operator== says, when it is written "
              "over another node: `next` must set all that matters\n");
    EXPECT_TRUE((check<OneMoreBit<false, false>>(0, {}).ok())) << "nobody can see it";
}

template <int fault>
class OddBatches : public test::BatchedTreeGenerator<true> {
  public:
    using test::BatchedTreeGenerator<true>::BatchedTreeGenerator;

    static void expand(const Space& space, const Columns& nodes, std::size_t first, std::size_t count,
                       Columns& children) {
        if (fault == 0) test::BatchedTreeGenerator<true>::expand(space, nodes, first, count, children);
        if (fault != 1) return;
        for (unsigned child = 0; child < space.children(nodes.node(first)); ++child)
            children.push(space.child(nodes.node(first), child), nodes.depth(first));
    }
    static void append_inner(const Space& space, const Columns& nodes, Columns& stack) {
        if (fault != 0) test::BatchedTreeGenerator<true>::append_inner(space, nodes, stack);
    }
};

TEST(Check, FindsBatchesThatDoNotAgree) {
    const test::RandomTree tree{.root_children = 2, .depth = 1};
    EXPECT_EQ(check<OddBatches<0>>(tree, tree.root()).text(),
              "expand: the root has children, but `append_inner` leaves it out\n");
    EXPECT_EQ(check<OddBatches<1>>(tree, tree.root()).text(),
              "expand: the root has a child that `expand` gives the depth 0\n");
    EXPECT_EQ(check<OddBatches<2>>(tree, tree.root()).text(),
              "expand: the root has 2 children, but `expand` makes 0\n");
}

// --- Trees that are too large

/// Two children each; what is said of the second one does not hold at the bottom.
struct Bottom {
    struct Node {
        unsigned depth = 0;
        bool is_second = false;
    };
    unsigned depth = 40;
};
class FarDown {
  public:
    using Space = Bottom;
    using Node = Bottom::Node;
    FarDown(const Space& space, const Node& parent) : parent_(&parent), left_(parent.depth < space.depth ? 2 : 0) {}
    bool next(Node& child) {
        if (left_ == 0) return false;
        --left_;
        child = {parent_->depth + 1, parent_->depth == 0 ? left_ == 0 : parent_->is_second};
        return true;
    }
    static int objective(const Space& space, const Node& node) {
        return node.depth == space.depth ? (node.is_second ? 2 : 1) : 0;
    }
    static int bound(const Space&, const Node& node) { return node.depth == 1 ? 1 : 2; }

  private:
    const Node* parent_;
    int left_;
};

TEST(Check, ComesToTheBottomOfALargeTree) {
    const CheckReport report = check<FarDown>(Bottom{}, {}, {.nodes = 2000});
    ASSERT_EQ(report.violations.size(), 1U);
    EXPECT_EQ(report.violations[0].contract, Contract::bound);
    EXPECT_EQ(report.violations[0].path, Path{1});
    EXPECT_EQ(report.nodes, 2000U);
    EXPECT_FALSE(report.whole);
}

class DualPromisesLess : public FarDown {
  public:
    using FarDown::FarDown;
    static int bound(const Space&, const Node&) { return 2; }
    static int dual_bound(const Space&, const Node& node) { return node.depth == 0 ? 2 : 1; }
};

TEST(Check, LooksAtDualBoundsToo) {
    const CheckReport report = check<DualPromisesLess>(Bottom{3}, {}, {.nodes = 2000});
    ASSERT_EQ(report.violations.size(), 1U);
    EXPECT_EQ(report.violations[0].contract, Contract::bound);
}

TEST(Check, NamesALongWayByItsEnds) {
    Path way(40, 0);
    way[11] = 11;
    way[12] = 12;
    way[28] = 28;
    EXPECT_EQ(detail::node_at(way), "the node at depth 40, path 0 0 0 0 0 0 0 0 0 0 0 11 … 28 0 0 0 0 0 0 0 0 0 0 0");
    EXPECT_EQ(detail::node_at(Path(25, 7)),
              "the node at depth 25, path 7 7 7 7 7 7 7 7 7 7 7 7 … 7 7 7 7 7 7 7 7 7 7 7 7");
    EXPECT_EQ(detail::node_at(Path(24, 7)),
              "the node at depth 24, path 7 7 7 7 7 7 7 7 7 7 7 7 7 7 7 7 7 7 7 7 7 7 7 7");
}

/// Nothing may be made below the depth limit.
class Limited {
  public:
    using Space = unsigned;
    using Node = unsigned;
    Limited(const Space& limit, const Node& parent) : depth_(parent) {
        if (parent >= limit) throw std::logic_error("too deep");
    }
    bool next(Node& child) {
        child = depth_ + 1;
        return left_-- > 0;
    }

  private:
    unsigned depth_;
    int left_ = 2;
};

TEST(Check, MakesNothingBelowTheDepthLimitAndThrowsWhatTheGeneratorThrows) {
    const CheckReport report = check<Limited>(3, 0, {.depth_limit = 3});
    EXPECT_TRUE(report.ok()) << report;
    EXPECT_TRUE(report.whole);
    EXPECT_EQ(report.nodes, 15U);
    EXPECT_THROW(check<Limited>(3, 0), std::logic_error);
}

TEST(Check, WritesItsReport) {
    const CheckReport report = check<Walker<Contract::valid>>(Steps{}, {});
    std::ostringstream stream;
    stream << report;
    EXPECT_EQ(stream.str(), report.text());
    EXPECT_EQ(report.text(), "valid: the node at depth 2, path 0 1 is one that `valid` does not hold for\n");
    EXPECT_EQ(name(Contract::bound), std::string("bound"));
    EXPECT_EQ(name(Contract::expand), std::string("expand"));
}

// --- The parts of nodes

struct Padded {
    char letter = 'x';
    std::int64_t number = 1;
};

TEST(NodeParts, AreWhatANodeConsistsOf) {
    using detail::NodeParts;
    const auto parts = [](const auto& value) { return NodeParts().put(value).take(); };
    const std::vector<unsigned> numbers = {1, 2};
    EXPECT_EQ(parts(numbers), parts(std::vector<unsigned>{1, 2}));
    EXPECT_NE(parts(numbers), parts(std::vector<unsigned>{1, 3}));
    EXPECT_NE(parts(std::vector<std::string>{"a", "bc"}), parts(std::vector<std::string>{"ab", "c"}));
    EXPECT_NE(parts(std::map<int, std::string>{{1, "a"}}), parts(std::map<int, std::string>{{1, "b"}}));
    EXPECT_NE(parts(std::optional(std::string("a"))), parts(std::optional<std::string>()));
    EXPECT_NE(parts(std::pair(1.0, std::string())), parts(std::pair(2.0, std::string())));
    EXPECT_NE(parts(std::vector{true, false}), parts(std::vector{true, true}));
    EXPECT_EQ(parts(Padded{}), "") << "what lies between its members is not known";
}

/// Takes a number apart into two others, down to 1.
class Parts {
  public:
    using Space = int;
    struct Node {
        int number = 1;
    };

    Parts(const Space&, const Node& parent) : left_(parent.number > 1 ? 2 : 0), number_(parent.number) {}
    bool next(Node& child) {
        if (left_ == 0) return false;
        child.number = left_ == 2 ? number_ / 2 : number_ - number_ / 2;
        --left_;
        return true;
    }
    std::uint64_t remaining() const { return left_; }
    static bool accept(const Space& wanted, const Node& node) { return node.number == wanted; }

  private:
    unsigned left_;
    int number_;
};

TEST(Capabilities, AreTold) {
    const CheckReport report = check<Parts>(3, {100});
    EXPECT_TRUE(report.ok()) << report;
    const std::string text = report.capabilities_text();
    for (const char* const there :
         {"accept(space, node)", "remaining()", "nodes that can be sent", "a generator that can be copied"})
        EXPECT_NE(text.find(std::string("has    ") + there + ":"), std::string::npos) << text;
    for (const char* const absent : {"objective(space, node)", "bound(space, node)", "dual_bound(space, node)",
                                     "bounds_never_improve", "G(space, node, to_beat)", "valid(space, node)"})
        EXPECT_NE(text.find(std::string("lacks  ") + absent + ":"), std::string::npos) << text;
    EXPECT_EQ(report.text(), "") << "they are no violations";
}

TEST(Accept, IsEnoughForADecision) {
    for (const test::Way& way : test::all_ways()) {
        const auto found = decide<Parts>(3, {100}, way.options());
        EXPECT_EQ(found.status, Status::complete);
        ASSERT_TRUE(found.node) << way.skeleton.describe();
        EXPECT_EQ(found.node->number, 3);
        const auto none = decide<Parts>(99, {100}, way.options());
        EXPECT_EQ(none.status, Status::complete);
        EXPECT_FALSE(none.node) << way.skeleton.describe();
    }
    EXPECT_TRUE(decide<Parts>(100, {100}).node) << "the root";
}

}  // namespace
}  // namespace scrump
