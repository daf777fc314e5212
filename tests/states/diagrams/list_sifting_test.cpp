#include "../../../src/states/diagrams/list_sifting.hpp"

#include "random_lists.hpp"
#include "support/sanitized.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

namespace scrump {
namespace {

using detail::Sifted;
using test::ListVector;
using test::ListVectors;

constexpr std::uint64_t any_steps = std::numeric_limits<std::uint64_t>::max();

TEST(ListSifting, LeavesTheSameVectorsInNoMoreNodes) {
    for (const unsigned workers : {1U, 2U, 4U}) {
        test::with_diagrams(workers, [&](detail::DiagramParts& parts) {
            for (std::uint64_t seed = 0; seed < test::few_or(100); ++seed) {
                SCOPED_TRACE(std::to_string(seed) + ", workers: " + std::to_string(workers));
                const ListVectors vectors = test::random_vectors(seed);
                const auto levels = test::levels_of(parts, vectors);
                const Sifted sifted = detail::sift(parts.fork, levels, any_steps);
                EXPECT_EQ(test::vectors_of(sifted.levels), vectors);
                EXPECT_EQ(sifted.nodes_before, test::size_of(levels));
                EXPECT_LE(sifted.nodes, sifted.nodes_before);
                EXPECT_EQ(sifted.nodes, test::canonical_size(parts, vectors, sifted.levels));
            }
        });
    }
}

// After the last pass, no level alone has a better place.
TEST(ListSifting, LeavesNoLevelWhoseMoveHelps) {
    test::with_diagrams(2, [](detail::DiagramParts& parts) {
        for (std::uint64_t seed = 0; seed < test::few_or(50); ++seed) {
            const ListVectors vectors = test::random_vectors(seed);
            Sifted sifted = detail::sift(parts.fork, test::levels_of(parts, vectors), any_steps);
            for (std::uint64_t before = 0; before != sifted.nodes;) {
                before = sifted.nodes;
                sifted = detail::sift(parts.fork, sifted.levels, any_steps);
            }
            for (std::size_t from = 0; from < sifted.levels.size(); ++from) {
                for (std::size_t to = 0; to < sifted.levels.size(); ++to) {
                    auto levels = sifted.levels;
                    const auto moved = levels[from];
                    levels.erase(levels.begin() + static_cast<std::ptrdiff_t>(from));
                    levels.insert(levels.begin() + static_cast<std::ptrdiff_t>(to), moved);
                    EXPECT_GE(test::canonical_size(parts, vectors, levels), sifted.nodes)
                        << seed << ": " << from << " to " << to;
                }
            }
        }
    });
}

// x1 y1 + x2 y2 + ... + xn yn, first all x, then all y (Bryant 1986): exponential, and linear with pairs together.
ListVectors pairs(std::uint32_t n) {
    ListVectors vectors;
    for (std::uint32_t x = 0; x < 1U << n; ++x) {
        for (std::uint32_t y = 0; y < 1U << n; ++y) {
            if ((x & y) == 0) continue;
            ListVector vector;
            for (const std::uint32_t bits : {x, y})
                for (std::uint32_t i = 0; i < n; ++i) vector.push_back(bits >> i & 1U);
            vectors.insert(vector);
        }
    }
    return vectors;
}

TEST(ListSifting, BringsPairsTogether) {
    for (const unsigned workers : {1U, 2U}) {
        test::with_diagrams(workers, [](detail::DiagramParts& parts) {
            for (std::uint32_t n = 3; n <= 5; ++n) {
                const Sifted sifted = detail::sift(parts.fork, test::levels_of(parts, pairs(n)), any_steps);
                EXPECT_GE(sifted.nodes_before, (3U << n) - 4) << n;
                EXPECT_EQ(sifted.nodes, 9 * n - 7) << n;
                for (std::uint32_t i = 0; i < 2 * n; i += 2)
                    EXPECT_EQ(sifted.levels[i]->counter % n, sifted.levels[i + 1]->counter % n) << n;
            }
        });
    }
}

TEST(ListSifting, StopsWithinItsSteps) {
    test::with_diagrams(1, [](detail::DiagramParts& parts) {
        const auto levels = test::levels_of(parts, pairs(5));
        const Sifted all = detail::sift(parts.fork, levels, any_steps);
        EXPECT_LT(detail::sift(parts.fork, levels, all.steps / 4).steps, all.steps / 2);
        const Sifted none = detail::sift(parts.fork, levels, 0);
        EXPECT_EQ(none.swaps, 0U);
        EXPECT_EQ(none.nodes, none.nodes_before);
    });
}

}  // namespace
}  // namespace scrump
