#include <scrump/problems/flowshop/detail/bounds.hpp>
#include <scrump/problems/flowshop/detail/generator.hpp>
#include <scrump/problems/flowshop/source.hpp>
#include <scrump/search.hpp>
#include <scrump/search/check.hpp>

#include <gtest/gtest.h>

#include <problems/flowshop/instances.hpp>
#include <problems/walk.hpp>

#include <algorithm>
#include <set>
#include <vector>

namespace scrump::flowshop {
namespace {

static_assert(NodeGenerator<Generator> && CountsChildren<Generator> && BoundsNeverImprove<Generator> &&
              HasDualBound<Generator> && KnowsIncumbent<Generator> && ReportsPruning<Generator> &&
              ChecksDepths<Generator>);
static_assert(Transferable<Node> && std::copy_constructible<Generator>);

// A subproblem with jobs fixed at both ends, at random.
Node random_node(const Instance& instance, SplitMix64& random) {
    Node node = all_orders(instance);
    for (auto fixed = random.below(static_cast<std::uint32_t>(instance.jobs() + 1)); fixed > 0; --fixed) {
        const std::size_t place = node.first + random.below(static_cast<std::uint32_t>(node.open()));
        if (random.below(2) == 0) {
            fix_first(instance, node, place);
        } else {
            fix_last(instance, node, place);
        }
    }
    return node;
}

TEST(FlowShopBounds, NeverExceedTheLeastMakespan) {
    SplitMix64 random(1);
    unsigned tight = 0;
    for (std::uint64_t seed = 0; seed < 600; seed += 100) {
        for (const Instance& instance : test::small_instances(6, seed)) {
            const Space space(instance);
            Node node = random_node(instance, random);
            const Time least = test::least_end(instance, node.order, node.first, node.last);
            const Time one = one_machine_bound(space.least, node);
            EXPECT_LE(one, least);
            EXPECT_LE(two_machine_bound(instance, space.least, node), least);
            if (node.open() == 0) {
                EXPECT_EQ(one, least);
            }
            node.bound = one;
            EXPECT_LE(Generator::dual_bound(space, node), least);
            EXPECT_GE(Generator::dual_bound(space, node), one);
            tight += one == least ? 1 : 0;
        }
    }
    EXPECT_GT(tight, 100U);
}

// Johnson's rule is exact there; with one machine between that takes any number of jobs at once, too.
TEST(FlowShopBounds, OfTwoMachinesAreExactForTwoMachines) {
    for (std::uint64_t seed = 1; seed <= 20; ++seed) {
        const Instance instance = test::random_instance(6, 2, 20, seed);
        EXPECT_EQ(two_machine_bound(instance, LeastTimes(instance), all_orders(instance)), test::least_end(instance));
    }
    EXPECT_EQ(two_machine_bound(Instance(3, 1), LeastTimes(Instance(3, 1)), all_orders(Instance(3, 1))), 0);
}

// A stopped search asks for the bounds of all nodes of its stacks.
TEST(FlowShopBounds, OfTwoMachinesAreLeftOutWhereTheyTakeLong) {
    for (const std::size_t jobs : {50U, 500U}) {
        const Instance instance = taillard(jobs, 20, 1368624604);
        const Space space(instance);
        const Node all = root(space);
        EXPECT_GT(two_machine_bound(instance, space.least, all), all.bound);
        EXPECT_EQ(Generator::dual_bound(space, all) > all.bound, jobs == 50);
    }
}

TEST(FlowShopNode, HasTheTimesOfItsFirstAndLastJobs) {
    SplitMix64 random(3);
    for (const Instance& instance : test::small_instances(6, 7)) {
        const Node node = random_node(instance, random);
        EXPECT_TRUE(is_order(instance, node.order));
        Order first(node.order.begin(), node.order.begin() + node.first);
        if (!first.empty()) {
            EXPECT_EQ(node.head().back(), test::end_of(instance, first));
        }
        Order last(node.order.end() - node.last, node.order.end());
        if (!last.empty()) {
            EXPECT_EQ(node.tail().front(), test::end_of(instance, last));
        }
        for (std::size_t machine = 0; machine < instance.machines(); ++machine) {
            Time work = 0;
            for (const Job job : node.open_jobs()) work += instance.time(job, machine);
            EXPECT_EQ(node.work()[machine], work);
        }
    }
}

// The children of a node are subproblems without a common order, and every order that beats `to_beat` is in one.
TEST(FlowShopGenerator, SplitsASubproblemIntoDisjointOnes) {
    SplitMix64 random(5);
    unsigned at_the_end = 0;
    unsigned pruned = 0;
    for (const Instance& instance : test::small_instances(6, 50)) {
        const Space space(instance);
        Node node = random_node(instance, random);
        node.bound = one_machine_bound(space.least, node);
        const Time least = test::least_end(instance, node.order, node.first, node.last);
        const Time to_beat = least + static_cast<Time>(random.below(20));
        Generator generator(space, node, to_beat);
        std::vector<Node> children;
        for (Node child; generator.next(child); children.push_back(child)) {
            EXPECT_LT(child.bound, to_beat);
            EXPECT_GE(child.bound, children.empty() ? node.bound : children.back().bound);
            EXPECT_EQ(child.bound, std::max(node.bound, one_machine_bound(space.least, child)));
            EXPECT_LE(child.bound, test::least_end(instance, child.order, child.first, child.last));
            EXPECT_TRUE(Generator::valid(space, child, 1U + node.first + node.last));
        }
        if (!children.empty() && children.front().last > node.last) ++at_the_end;
        if (generator.pruned()) ++pruned;
        test::for_each_order(node.order, node.first, node.last, [&](const Order& order) {
            const auto holds = std::ranges::count_if(children, [&](const Node& child) {
                return std::equal(order.begin(), order.begin() + child.first, child.order.begin()) &&
                       std::equal(order.end() - child.last, order.end(), child.order.end() - child.last);
            });
            EXPECT_LE(holds, 1);
            if (node.open() > 0 && test::end_of(instance, order) < to_beat) {
                EXPECT_EQ(holds, 1);
            }
        });
    }
    EXPECT_GT(at_the_end, 5U);
    EXPECT_GT(pruned, 5U);
}

// Without an objective to beat, every order is a leaf of the tree.
TEST(FlowShopGenerator, ReachesEachOrderOnce) {
    struct Orders {
        using Value = std::multiset<Order>;
        Value identity() const { return {}; }
        void add(Value& value, const Node& node, unsigned) const {
            if (node.open() == 0) value.insert(node.order);
        }
    };
    const Instance instance = test::random_instance(6, 3, 30, 1);
    const Space space(instance);
    const auto orders = scrump::test::fold_all<Generator>(space, root(space), 6, Orders{});
    EXPECT_EQ(orders.size(), 720U);
    EXPECT_EQ(std::set<Order>(orders.begin(), orders.end()).size(), 720U);
}

TEST(FlowShopGenerator, OfOneJobHasItsOrderAtTheRoot) {
    const Instance instance = test::random_instance(1, 4, 30, 1);
    const Space space(instance);
    const Node only = root(space);
    EXPECT_EQ(Generator::objective(space, only), test::least_end(instance));
    EXPECT_EQ(Generator(space, only).remaining(), 0U);
    EXPECT_TRUE(Generator::valid(space, only, 0));
}

TEST(FlowShopGenerator, KnowsNodesThatAreNotItsOwn) {
    const Instance instance = test::random_instance(5, 3, 30, 1);
    const Space space(instance);
    Node node = all_orders(instance);
    fix_first(instance, node, 3);
    fix_last(instance, node, 1);
    node.bound = one_machine_bound(space.least, node);
    ASSERT_TRUE(Generator::valid(space, node, 2));
    EXPECT_FALSE(Generator::valid(space, node, 1));
    const auto refused = [&](const auto& change) {
        Node altered = node;
        change(altered);
        return !Generator::valid(space, altered);
    };
    EXPECT_TRUE(refused([](Node& it) { it.order[0] = it.order[1]; }));
    EXPECT_TRUE(refused([](Node& it) { it.order[0] = 5; }));
    EXPECT_TRUE(refused([](Node& it) { it.order.pop_back(); }));
    EXPECT_TRUE(refused([](Node& it) { it.first = 5; }));
    EXPECT_TRUE(refused([](Node& it) { it.last = 65535; }));
    EXPECT_TRUE(refused([](Node& it) { it.times.pop_back(); }));
    EXPECT_TRUE(refused([](Node& it) { ++it.times[0]; }));
    EXPECT_TRUE(refused([](Node& it) { --it.bound; }));
    EXPECT_TRUE(refused([&](Node& it) { it.bound = instance.total() + 1; }));
    Node whole = node_of(instance, any_order(instance));
    ASSERT_TRUE(Generator::valid(space, whole, 5));
    ++whole.bound;
    EXPECT_FALSE(Generator::valid(space, whole));
}

TEST(FlowShopGenerator, KeepsTheContract) {
    const Instance instance = taillard(20, 5, 495070989);
    const Space space(instance);
    const CheckReport report = scrump::check<Generator, Minimise>(space, root(space), {.nodes = 1000});
    EXPECT_TRUE(report.ok()) << report;
    EXPECT_EQ(report.nodes, 1000U);
    const Instance small = test::random_instance(5, 3, 9, 2);
    const Space whole(small);
    const CheckReport all = scrump::check<Generator, Minimise>(whole, root(whole));
    EXPECT_TRUE(all.ok()) << all;
}

}  // namespace
}  // namespace scrump::flowshop
