#include <scrump/base/error.hpp>
#include <scrump/base/random.hpp>
#include <scrump/problems/uts/ext/uts.hpp>
#include <scrump/problems/uts/solve.hpp>
#include <scrump/search/check.hpp>
#include <scrump/search/fold.hpp>
#include <scrump/search/generator.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include "problems/walk.hpp"
#include "support/data.hpp"
#include "support/folder.hpp"
#include "support/message_of.hpp"
#include "support/sanitized.hpp"

namespace scrump::uts {
namespace {

static_assert(NodeGenerator<Generator> && CountsChildren<Generator> && DropsChildless<Generator>);
static_assert(FoldsColumns<Fold, Node> && sizeof(Node) == 28);

Shape measure(const Tree& tree, HashChoice hash, unsigned depth) {
    const Space space(tree, hash);
    return test::fold_all<Generator>(space, Generator::root(space), depth, Fold{});
}

// The same by batches of `batch` nodes.
Shape measure_in_batches(const Space& space, std::size_t batch) {
    const Node root = Generator::root(space);
    const Fold fold;
    Shape shape;
    fold.add(shape, root, 0);
    Nodes stack;
    Nodes children;
    stack.push(root, 0);
    while (!stack.empty()) {
        const std::size_t count = std::min(batch, stack.size());
        Generator::expand(space, stack, stack.size() - count, count, children);
        fold.add_columns(shape, children);
        stack.drop_back(count);
        Generator::append_inner(space, children, stack);
        children.clear();
    }
    return shape;
}
Shape measure_in_batches(const Tree& tree, HashChoice hash, std::size_t batch) {
    return measure_in_batches(Space(tree, hash), batch);
}

// The definition once more, without tables, generators or interleaved hashes.
Shape measure_by_definition(const Tree& tree) {
    struct Pending {
        State state;
        std::uint32_t depth;
    };
    std::vector<Pending> stack{{Space(tree).root_state(), 0}};
    Shape shape;
    while (!stack.empty()) {
        const Pending node = stack.back();
        stack.pop_back();
        const double u = random_value(node.state) / 2147483648.0;
        double children = 0;
        if (tree.law == Law::balanced) {
            children = node.depth < tree.max_depth ? std::floor(tree.b0) : 0;
        } else if (tree.law == Law::geometric ||
                   (tree.law == Law::hybrid && node.depth < tree.shift * tree.max_depth)) {
            const double p = 1 / (1 + target_branching(tree, node.depth));
            children = std::min(100.0, std::floor(std::log(1 - u) / std::log(1 - p)));
        } else if (tree.law == Law::binomial && node.depth == 0) {
            children = std::floor(tree.b0);
        } else if (u < tree.q) {
            children = tree.m;
        }
        ++shape.nodes;
        shape.leaves += children < 1;
        shape.depth = std::max(shape.depth, node.depth);
        for (std::uint32_t i = 0; i < children; ++i) {
            State child{};
            PortableSha1::children(node.state, i, child);
            stack.push_back({child, node.depth + 1});
        }
    }
    return shape;
}

Tree hybrid(Profile profile, double shift, std::uint32_t seed) {
    const bool cyclic = profile == Profile::cyclic;
    return {.law = Law::hybrid,
            .profile = profile,
            .b0 = cyclic ? 3.0 : 5.0,
            .max_depth = cyclic ? 9U : 12U,
            .q = cyclic ? 0.3 : 0.22,
            .m = cyclic ? 3U : 4U,
            .shift = shift,
            .seed = seed};
}

std::vector<Tree> small_trees() {
    return {
        {.law = Law::binomial, .b0 = 300.9, .q = 0.2, .m = 4, .seed = 1},
        {.law = Law::binomial, .b0 = 200, .q = 0.45, .m = 2, .seed = 2},
        {.law = Law::binomial, .b0 = 0, .q = 0.45, .m = 2, .seed = 2},
        {.law = Law::geometric, .profile = Profile::fixed, .b0 = 4, .max_depth = 5, .seed = 3},
        {.law = Law::geometric, .profile = Profile::linear, .b0 = 4, .max_depth = 9, .seed = 7},
        {.law = Law::geometric, .profile = Profile::cyclic, .b0 = 3, .max_depth = 8, .seed = 5},
        {.law = Law::geometric, .profile = Profile::exponential_decrease, .b0 = 3, .max_depth = 5, .seed = 6},
        {.law = Law::hybrid, .profile = Profile::linear, .b0 = 5, .max_depth = 7, .q = 0.2, .m = 4, .seed = 7},
        hybrid(Profile::linear, 0.3, 1),
        hybrid(Profile::cyclic, 0.8, 7),
        hybrid(Profile::fixed, 0, 2),
        {.law = Law::balanced, .b0 = 3.9, .max_depth = 7},
        {.law = Law::balanced, .b0 = 1, .max_depth = 1500},
        {.law = Law::balanced, .b0 = 120, .max_depth = 2},
        {.law = Law::balanced, .b0 = 0.5, .max_depth = 9},
    };
}

// What the reference implementation, in C, finds.
TEST(Uts, HybridAndBalancedTreesAreThoseOfTheReference) {
    const auto shape_of = [](const Tree& tree) { return measure_in_batches(tree, HashChoice::automatic, 64); };
    using enum Profile;
    EXPECT_EQ(shape_of(hybrid(linear, 0, 2)), (Shape{53, 40, 6}));
    EXPECT_EQ(shape_of(hybrid(linear, 0, 1)), (Shape{1, 1, 0}));
    EXPECT_EQ(shape_of(hybrid(linear, 0.25, 1)), (Shape{1802, 1359, 25}));
    EXPECT_EQ(shape_of(hybrid(linear, 0.3, 1)), (Shape{4525, 3408, 39}));
    EXPECT_EQ(shape_of(hybrid(linear, 0.3, 4)), (Shape{1945, 1461, 42}));
    EXPECT_EQ(shape_of(hybrid(linear, 0.3, 7)), (Shape{17305, 13125, 55}));
    EXPECT_EQ(shape_of(hybrid(linear, 0.75, 4)), (Shape{131992, 96486, 67}));
    EXPECT_EQ(shape_of(hybrid(linear, 1, 4)), (Shape{109927, 69150, 65}));
    EXPECT_EQ(shape_of(hybrid(cyclic, 0.3, 7)), (Shape{1131, 772, 27}));
    EXPECT_EQ(shape_of(hybrid(cyclic, 0.8, 7)), (Shape{2259, 1382, 44}));
    EXPECT_EQ(shape_of(hybrid(cyclic, 1, 7)), (Shape{1808, 1075, 17}));
    EXPECT_EQ(shape_of({.law = Law::balanced, .b0 = 3.9, .max_depth = 7}), (Shape{3280, 2187, 7}));
    EXPECT_EQ(shape_of({.law = Law::balanced, .b0 = 120, .max_depth = 2}), (Shape{14521, 14400, 2}));
}

// Hashes that count how often they are asked for. Those of other threads do not come here.
std::size_t hashed = 0;
State counted_hash(const State& parent, std::uint32_t index) {
    ++hashed;
    return child_hash(HashChoice::portable)(parent, index);
}
void counted_hashes(const Messages& messages, const Digests& digests, std::size_t count) {
    hashed += count;
    find_kernel(HashChoice::portable)->hash(messages, digests, count);
}

// The reference's compute granularity: so many evaluations of the hash for a node, and the same tree.
TEST(Uts, GranularityIsHowOftenEachNodeIsHashed) {
    const Kernel kernel = {.choice = HashChoice::portable,
                           .name = "counted",
                           .lanes = 1,
                           .available = PortableSha1::available,
                           .hash = counted_hashes};
    std::vector<Tree> trees = small_trees();
    if (test::sanitized) trees.resize(1);
    for (Tree tree : trees) {
        const Shape expected = measure_by_definition(tree);
        for (const std::uint32_t granularity : {1U, 2U, 7U}) {
            if (test::sanitized && granularity != 2) continue;
            tree.granularity = granularity;
            for (const HashChoice hash : hash_choices()) {
                if (hash == HashChoice::automatic || !available(hash)) continue;
                const Space space(tree, hash, {.one = counted_hash, .many = &kernel});
                hashed = 0;
                EXPECT_EQ(test::fold_all<Generator>(space, Generator::root(space), expected.depth, Fold{}), expected);
                EXPECT_EQ(hashed, granularity * (expected.nodes - 1)) << name_of(hash);
                hashed = 0;
                EXPECT_EQ(measure_in_batches(space, 64), expected);
                EXPECT_EQ(hashed, granularity * (expected.nodes - 1)) << name_of(hash);
            }
        }
    }
}

TEST(Uts, SmallTreesAreThoseOfTheDefinition) {
    for (const Tree& tree : small_trees()) {
        const Shape expected = measure_by_definition(tree);
        SCOPED_TRACE("seed " + std::to_string(tree.seed) + ", nodes " + std::to_string(expected.nodes));
        ASSERT_LT(expected.nodes, 100'000U);
        for (const HashChoice hash : hash_choices()) {
            if (!available(hash)) continue;
            EXPECT_EQ(measure(tree, hash, expected.depth), expected) << name_of(hash);
            for (const std::size_t batch : {1UL, 3UL, 64UL, 1000UL})
                EXPECT_EQ(measure_in_batches(tree, hash, batch), expected) << name_of(hash) << ' ' << batch;
        }
    }
}

TEST(Uts, SampleTreesHaveThePublishedShapes) {
#if !defined(NDEBUG)
    GTEST_SKIP() << "four million nodes a tree take too long in a debug build";
#endif
    for (const char* name : {"T1", "T2", "T3", "T4", "T5"}) {
        const NamedTree& sample = named_tree(name);
        EXPECT_EQ(measure(sample.tree, HashChoice::automatic, sample.shape.depth), sample.shape) << name;
        for (const HashChoice hash : hash_choices()) {
            if (!available(hash)) continue;
            EXPECT_EQ(measure_in_batches(sample.tree, hash, 64), sample.shape) << name << ' ' << name_of(hash);
        }
    }
}

TEST(Uts, SampleTreesAreThoseOfTheTable) {
    SCRUMP_NEEDS_DATA("uts/trees.tsv");
    std::ifstream table(test::data("uts/trees.tsv"));
    std::string line;
    std::getline(table, line);
    std::size_t compared = 0;
    for (; std::getline(table, line); ++compared) {
        const std::string name = line.substr(0, line.find('\t'));
        const NamedTree& sample = named_tree(name);
        const Tree& tree = sample.tree;
        std::ostringstream text;
        text.precision(10);
        ASSERT_EQ(tree.shift, 0.5);
        const char* const laws[] = {"binomial", "geometric", "hybrid"};
        const char* const profiles[] = {"fixed", "linear", "cyclic", "exponential decrease"};
        text << name << "\ttype=" << laws[static_cast<std::size_t>(tree.law)];
        if (tree.law != Law::binomial)
            text << " shape=" << profiles[static_cast<std::size_t>(tree.profile)] << " max_depth=" << tree.max_depth;
        text << " b0=" << tree.b0;
        if (tree.law == Law::hybrid) text << " seed=" << tree.seed;
        if (tree.law != Law::geometric) text << " q=" << tree.q << " m=" << tree.m;
        if (tree.law != Law::hybrid) text << " seed=" << tree.seed;
        const auto known = [](std::uint64_t value) { return value == 0 ? "" : std::to_string(value); };
        text << '\t' << known(sample.shape.nodes) << '\t' << known(sample.shape.depth) << '\t'
             << known(sample.shape.leaves);
        EXPECT_EQ(text.str(), line);
    }
    EXPECT_EQ(compared, named_trees().size());
}

TEST(Uts, TheGeometricTableIsTheFormula) {
    SplitMix64 random(1);
    for (const double target : {0.0, 1e-9, 0.01, 0.5, 1.0, 3.999, 4.0, 7.0, 60.0, 1e6}) {
        const GeometricTable table(target);
        std::vector<std::uint32_t> values = {0, 1, 0x7ffffffe, 0x7fffffff};
        for (int i = 0; i < 2000; ++i) values.push_back(static_cast<std::uint32_t>(random() >> 33));
        // Around the least value with more than k children, found by bisection with the formula.
        for (std::uint32_t k = 0; k < GeometricTable::max_children; ++k) {
            std::uint32_t low = 0;
            std::uint32_t high = 0x7fffffff;
            while (low < high) {
                const std::uint32_t middle = low + (high - low) / 2;
                if (GeometricTable::by_formula(target, middle) > k)
                    high = middle;
                else
                    low = middle + 1;
            }
            for (std::uint32_t value = low < 2 ? 0 : low - 2; value < low + 2 && value < 0x80000000; ++value)
                values.push_back(value);
        }
        for (const std::uint32_t value : values)
            ASSERT_EQ(table.children(value), GeometricTable::by_formula(target, value)) << target << ' ' << value;
    }
}

TEST(Uts, TheBinomialThresholdIsExact) {
    for (const double q : {0.0, 0.124875, 0.25, 1.0}) {
        const Space space({.law = Law::binomial, .q = q, .m = 3});
        const auto around = static_cast<std::uint32_t>(q * 2147483647.0);
        for (std::uint32_t value = around < 3 ? 0 : around - 3; value < around + 3 && value < 0x80000000; ++value) {
            const State state = {0, 0, 0, 0, value | 0x80000000};
            EXPECT_EQ(space.binomial_children(state), value / 2147483648.0 < q ? 3U : 0U) << q << ' ' << value;
        }
    }
}

TEST(Uts, TheRootIsTheHashOfTheSeed) {
    const Space space({.law = Law::binomial, .b0 = 12.7, .seed = 7});
    EXPECT_EQ(space.root_state(), (State{0x357605f3, 0xd86a9e6f, 0x2019e530, 0xa7d36f10, 0x7e6cffd6}));
    EXPECT_EQ(space.root_children(), 12U);
}

// All that makes the tree, and nothing that does not.
TEST(Uts, ACheckpointIsThatOfItsTree) {
    const test::Folder folder;
    const Tree tree = hybrid(Profile::linear, 0.3, 7);
    SearchOptions options{.workers = 1, .pin = false, .node_limit = 1000};
    options.checkpoints.file = folder / "checkpoint";
    EXPECT_EQ(measure(tree, options).status, Status::node_limit);
    options = {.workers = 1, .pin = false};
    options.checkpoints.resume = folder / "checkpoint";
    Tree other = tree;
    other.shift = 0.25;
    const std::string said = test::message_of<Error>([&] { measure(other, options); });
    EXPECT_NE(said.find("belongs to another problem"), std::string::npos) << said;
    other = tree;
    other.granularity = 2;
    EXPECT_EQ(measure(other, options, HashChoice::portable).value, (Shape{17305, 13125, 55}));
}

TEST(Uts, WrongParametersAreRefused) {
    EXPECT_THROW(Space({.law = Law::binomial, .b0 = -1}), Error);
    EXPECT_THROW(Space({.law = Law::binomial, .q = 1.5}), Error);
    EXPECT_THROW(Space({.law = Law::hybrid, .q = std::nan("")}), Error);
    EXPECT_THROW(Space({.law = Law::geometric, .max_depth = 0}), Error);
    EXPECT_THROW(Space({.profile = Profile::exponential_decrease, .max_depth = 1}), Error);
    for (const double shift : {-0.1, 1.1, std::nan("")}) EXPECT_THROW(Space(hybrid(Profile::linear, shift, 1)), Error);
    for (const double b0 : {-1.0, 10'001.0, std::nan("")}) EXPECT_THROW(Space({.law = Law::balanced, .b0 = b0}), Error);
    EXPECT_THROW(Space({.law = Law::balanced, .max_depth = 0}), Error);
    EXPECT_THROW(Space({.law = Law::balanced, .max_depth = 2'147'483'648}), Error);
    EXPECT_THROW(Space({.granularity = 0}), Error);
    EXPECT_THROW(Space({.granularity = 10'001}), Error);
    EXPECT_EQ(test::message_of<Error>([] { Space(hybrid(Profile::linear, 2, 1)); }),
              "uts: shift is 2, must be from 0 to 1");
    EXPECT_THROW(named_tree("T9"), UsageError);
}

TEST(Uts, KeepsTheContract) {
    for (const Tree& tree : small_trees()) {
        const Space space(tree, HashChoice::automatic);
        const CheckReport report = scrump::check<Generator>(space, Generator::root(space), {.nodes = 500});
        EXPECT_TRUE(report.ok()) << report;
    }
}

}  // namespace
}  // namespace scrump::uts
