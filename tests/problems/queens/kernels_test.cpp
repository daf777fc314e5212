#include <scrump/problems/queens/detail/kernels.hpp>
#include <scrump/problems/queens/queens.hpp>
#include <scrump/search/generator.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <random>
#include <string>
#include <vector>

namespace scrump::queens {
namespace {

// Words of a board, and its depth: what can be compared and sorted.
using Row = std::array<std::uint32_t, 4>;

Row row(const Node& node, std::uint32_t depth) {
    return {node.straight, node.rightward, node.leftward, depth};
}

std::vector<Row> rows(const Boards& boards, std::size_t first = 0) {
    std::vector<Row> all;
    for (std::size_t i = first; i < boards.size(); ++i) all.push_back(row(boards.node(i), boards.depth(i)));
    return all;
}

std::vector<Row> sorted(std::vector<Row> rows) {
    std::sort(rows.begin(), rows.end());
    return rows;
}

// Boards with many, some and few columns free, and some with none; attacked columns beyond the board's, too.
Boards random_boards(std::size_t count, std::mt19937& random) {
    std::uniform_int_distribution<std::uint32_t> any;
    Boards boards;
    for (std::size_t i = 0; i < count; ++i) {
        std::array<std::uint32_t, 3> words{};
        for (std::uint32_t& word : words) {
            word = any(random) & any(random);
            if (i % 3 == 0) word &= any(random) & any(random);
            if (i % 5 == 0) word |= any(random);
        }
        if (i % 7 == 0) words[i % 3] = 0xffffffff;
        boards.push({words[0], words[1], words[2]}, any(random) % 32);
    }
    return boards;
}

std::vector<Row> children_one_by_one(const Space& space, const Boards& boards, std::size_t first, std::size_t count) {
    std::vector<Row> made;
    for (std::size_t i = first; i < first + count; ++i) {
        const Node parent = boards.node(i);
        Generator generator(space, parent);
        for (Node child; generator.next(child);) made.push_back(row(child, boards.depth(i) + 1));
    }
    return made;
}

std::vector<Kernel> available_kernels() {
    std::vector<Kernel> available;
    for (const Kernel& kernel : kernels()) {
        if (kernel.available()) available.push_back(kernel);
    }
    return available;
}

class QueensKernels : public testing::TestWithParam<Kernel> {};

TEST_P(QueensKernels, MakeTheChildrenThatAGeneratorMakes) {
    const Kernel& kernel = GetParam();
    std::mt19937 random(1);
    for (unsigned size = 1; size <= 32; ++size) {
        const Space space(size);
        for (const std::size_t count : {0U, 1U, 2U, 15U, 16U, 17U, 33U, 64U, 200U}) {
            for (const std::size_t first : {0U, 1U, 19U}) {
                const Boards boards = random_boards(first + count + 5, random);
                const std::vector<Row> before = rows(boards);
                Boards children;
                kernel.expand(space.columns(), boards, first, count, children);
                ASSERT_EQ(sorted(rows(children)), sorted(children_one_by_one(space, boards, first, count)))
                    << "size " << size << ", " << count << " boards from " << first;
                ASSERT_EQ(rows(boards), before);
            }
        }
    }
}

TEST_P(QueensKernels, KeepTheBoardsThatHaveChildren) {
    const Kernel& kernel = GetParam();
    std::mt19937 random(2);
    for (unsigned size = 1; size <= 32; ++size) {
        const Space space(size);
        for (const std::size_t count : {0U, 1U, 15U, 16U, 17U, 100U}) {
            const Boards boards = random_boards(count, random);
            std::vector<Row> expected;
            for (std::size_t i = 0; i < count; ++i) {
                const Node node = boards.node(i);
                if (Generator(space, node).remaining() != 0) expected.push_back(row(node, boards.depth(i)));
            }
            Boards inner;
            kernel.append_inner(space.columns(), boards, inner);
            ASSERT_EQ(sorted(rows(inner)), sorted(expected)) << "size " << size << ", " << count << " boards";
        }
    }
}

// What was there stays, also when there has to be more room, and what a lane writes too much is written over.
TEST_P(QueensKernels, Append) {
    const Kernel& kernel = GetParam();
    const Space space(32);
    std::mt19937 random(3);
    const Boards boards = random_boards(64, random);
    Boards children = random_boards(100, random);
    Boards inner;
    inner.append(children, 0, children.size());
    const std::vector<Row> before = rows(children);
    std::vector<Row> made;
    std::vector<Row> kept;
    for (int call = 0; call < 40; ++call) {
        const std::size_t children_before = children.size();
        const std::size_t inner_before = inner.size();
        kernel.expand(space.columns(), boards, 0, boards.size(), children);
        kernel.append_inner(space.columns(), boards, inner);
        if (call == 0) {
            made = rows(children, children_before);
            kept = rows(inner, inner_before);
            ASSERT_FALSE(made.empty());
            ASSERT_FALSE(kept.empty());
        }
        ASSERT_EQ(rows(children, children_before), made);
        ASSERT_EQ(rows(inner, inner_before), kept);
    }
    const std::vector<Row> all = rows(children);
    EXPECT_TRUE(std::equal(before.begin(), before.end(), all.begin()));
    for (std::size_t call = 0; call < 40; ++call)
        EXPECT_TRUE(std::equal(made.begin(), made.end(),
                               all.begin() + static_cast<std::ptrdiff_t>(before.size() + call * made.size())));
}

// OEIS A000170, with the batches of an engine: the topmost boards, few and many at a time.
TEST_P(QueensKernels, CountWhatIsPublished) {
    const Kernel& kernel = GetParam();
    const std::vector<std::uint64_t> published = {1, 0, 0, 2, 10, 4, 40, 92, 352, 724, 2680};
    for (const std::size_t batch : {1U, 16U, 100U}) {
        for (unsigned size = 1; size <= published.size(); ++size) {
            const Space space(size);
            std::uint64_t solutions = 0;
            Boards stack;
            stack.push(Generator::root(space), 0);
            for (Boards children; !stack.empty(); children.clear()) {
                const std::size_t count = std::min(stack.size(), batch);
                kernel.expand(space.columns(), stack, stack.size() - count, count, children);
                stack.drop_back(count);
                for (std::size_t i = 0; i < children.size(); ++i) solutions += children.depth(i) == size ? 1U : 0U;
                kernel.append_inner(space.columns(), children, stack);
            }
            EXPECT_EQ(solutions, published[size - 1]) << "size " << size << ", " << batch << " at a time";
        }
    }
}

INSTANTIATE_TEST_SUITE_P(Available, QueensKernels, testing::ValuesIn(available_kernels()), [](const auto& instance) {
    std::string name = instance.param.name;
    std::replace(name.begin(), name.end(), ' ', '_');
    return name;
});

TEST(QueensBatches, TheGeneratorUsesTheBestKernel) {
    static_assert(GeneratesBatches<Generator> && DropsChildless<Generator>);
    static_assert(!GeneratesBatches<PlacementGenerator> && !DropsChildless<PlacementGenerator>);
    EXPECT_STREQ(best_kernel().name, available_kernels().front().name);
    EXPECT_TRUE(kernels().back().available());

    const Space space(9);
    std::mt19937 random(4);
    const Boards boards = random_boards(50, random);
    Boards children;
    Generator::expand(space, boards, 3, 40, children);
    EXPECT_EQ(sorted(rows(children)), sorted(children_one_by_one(space, boards, 3, 40)));
    Boards inner;
    Generator::append_inner(space, boards, inner);
    Boards expected;
    best_kernel().append_inner(space.columns(), boards, expected);
    EXPECT_EQ(rows(inner), rows(expected));
}

}  // namespace
}  // namespace scrump::queens
