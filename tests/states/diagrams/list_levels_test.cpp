#include "random_lists.hpp"
#include "support/sanitized.hpp"

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <limits>
#include <random>
#include <string>
#include <vector>

namespace scrump {
namespace {

using detail::ListLevels;
using detail::SharedLevel;
using test::ListVectors;

constexpr std::uint64_t any = std::numeric_limits<std::uint64_t>::max();
constexpr detail::SwapLimits no_limits{any, any};

TEST(ListLevels, AreThoseOfASet) {
    test::with_diagrams(1, [](detail::DiagramParts& parts) {
        for (std::uint64_t seed = 0; seed < test::few_or(100); ++seed) {
            const ListVectors vectors = test::random_vectors(seed);
            const std::vector<SharedLevel> levels = test::levels_of(parts, vectors);
            EXPECT_EQ(test::vectors_of(levels), vectors) << seed;
            EXPECT_EQ(test::size_of(levels), test::canonical_size(parts, vectors, levels)) << seed;
            EXPECT_EQ(detail::set_of(parts.locality.worker(0), levels), test::set_of(parts, vectors)) << seed;
        }
    });
}

// Any order comes about by swaps of neighbours; after each, the nodes are those of the diagram in that order.
TEST(ListLevels, ThatAreSwappedHaveTheSameVectorsInTheFewestNodes) {
    test::with_diagrams(1, [](detail::DiagramParts& parts) {
        std::mt19937_64 random(1);
        for (std::uint64_t seed = 0; seed < test::few_or(100); ++seed) {
            const ListVectors vectors = test::random_vectors(seed);
            std::vector<SharedLevel> levels = test::levels_of(parts, vectors);
            for (unsigned i = 0; i < 10 && levels.size() > 1; ++i) {
                const std::size_t upper = random() % (levels.size() - 1);
                std::uint64_t steps = 0;
                const auto pair = detail::swapped(*levels[upper], *levels[upper + 1], no_limits, steps);
                ASSERT_TRUE(pair);
                EXPECT_GE(steps, pair->size());
                levels[upper] = pair->upper;
                levels[upper + 1] = pair->lower;
                ASSERT_EQ(test::vectors_of(levels), vectors) << seed;
                ASSERT_EQ(test::size_of(levels), test::canonical_size(parts, vectors, levels)) << seed;
            }
        }
    });
}

TEST(ListLevels, ThatWouldExceedALimitAreNotSwapped) {
    test::with_diagrams(1, [](detail::DiagramParts& parts) {
        const std::vector<SharedLevel> levels = test::levels_of(parts, test::random_vectors(3));
        ASSERT_GT(levels.size(), 1U);
        std::uint64_t steps = 0;
        const std::uint64_t nodes = detail::swapped(*levels[0], *levels[1], no_limits, steps)->size();
        EXPECT_TRUE(detail::swapped(*levels[0], *levels[1], {nodes, any}, steps));
        EXPECT_FALSE(detail::swapped(*levels[0], *levels[1], {nodes - 1, any}, steps));
        EXPECT_FALSE(detail::swapped(*levels[0], *levels[1], {any, 1}, steps));
    });
}

}  // namespace
}  // namespace scrump
