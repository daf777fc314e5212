// Sums whose bits do not depend on who adds up what.

#include <scrump/base/detail/reduction_tree.hpp>
#include <scrump/base/error.hpp>
#include <scrump/base/random.hpp>
#include <scrump/loops.hpp>
#include <scrump/parallel.hpp>

#include "support/message_of.hpp"
#include "support/rough_terms.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cstdint>
#include <functional>
#include <set>
#include <stop_token>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace scrump {
namespace {

LoopOptions deterministic_by(const std::string& technique, unsigned workers, unsigned localities) {
    return {.technique = Technique::parse(technique == "block-cyclic" ? "block-cyclic:size=3" : technique),
            .costs = {.mean = 1e-6, .sigma = 1e-6, .overhead = 1e-7},
            .deterministic = true,
            .workers = workers,
            .localities = localities,
            .pin = false};
}

std::uint64_t bits(double value) {
    return std::bit_cast<std::uint64_t>(value);
}

// Not commutative: the numbers of the iterations, in the order in which they were combined.
std::string in_order(std::string a, const std::string& b) {
    return std::move(a) + b;
}

TEST(ReductionTree, DividesChunksIntoTheSamePieces) {
    using Piece = std::pair<std::uint64_t, std::uint64_t>;
    for (const std::uint64_t n : {1U, 2U, 1023U, 1025U, 4095U, 4097U, 100'003U, (1U << 20U) + 1, (1U << 22U) + 1}) {
        const detail::ReductionTree tree(n);
        const auto pieces_of = [&](std::uint64_t first, std::uint64_t last, std::vector<Piece>& pieces) {
            tree.visit_pieces(first, last, [&](std::uint64_t, std::uint64_t begin, std::uint64_t end) {
                const auto add = [&](std::uint64_t from, std::uint64_t to) {
                    pieces.emplace_back(from, to);
                    return std::optional(0);
                };
                detail::reduce_halves<int>(begin, end, tree.piece_size(), add, std::plus<>());
            });
        };
        std::vector<Piece> whole;
        pieces_of(0, n, whole);
        EXPECT_EQ(whole.front().first, 0U);
        EXPECT_EQ(whole.back().second, n);
        EXPECT_GE(whole.size(), std::min<std::uint64_t>(n, 513));
        EXPECT_LE(whole.size(), 8192U);
        const bool large = n > std::uint64_t{1024} * 4096;
        EXPECT_EQ(tree.piece_size() > 1024, large);
        for (std::size_t i = 1; i < whole.size(); ++i) ASSERT_EQ(whole[i].first, whole[i - 1].second);
        SplitMix64 random(n);
        for (int trial = 0; trial < 20; ++trial) {
            std::vector<Piece> pieces;
            for (std::uint64_t first = 0; first < n;) {
                const std::uint64_t last =
                    std::min(n, first + 1 + random.below(std::max(static_cast<std::uint32_t>(n / 10), 1U)));
                pieces_of(first, last, pieces);
                first = last;
            }
            ASSERT_EQ(pieces, whole) << n;
        }
    }
}

TEST(Reduction, CombinesValuesOfItsType) {
    for (const bool deterministic : {false, true}) {
        LoopOptions options = deterministic_by("ss", 2, 1);
        options.deterministic = deterministic;
        const auto add = [](auto a, auto b) {
            static_assert(std::is_same_v<decltype(b), int>);
            return a + b;
        };
        EXPECT_EQ(loop_reduce(
                      options, 10, 0, [](std::uint64_t /*i*/) { return 0.5; }, add)
                      .value,
                  0);
    }
}

TEST(HalfValues, AreCombinedInTheirOrder) {
    std::vector<std::uint64_t> leaves(8);
    for (std::uint64_t i = 0; i < 8; ++i) leaves[i] = 8 + i;
    SplitMix64 random(1);
    for (int trial = 0; trial < 100; ++trial) {
        for (std::uint32_t i = 7; i > 0; --i) std::swap(leaves[i], leaves[random.below(i + 1)]);
        detail::HalfValues<std::string> values;
        // Brackets show which ones were combined.
        const auto combine = [](const std::string& a, const std::string& b) { return "(" + a + b + ")"; };
        for (const std::uint64_t leaf : leaves)
            values.add(leaf, std::string(1, static_cast<char>('a' + leaf - 8)), combine);
        ASSERT_EQ(values.size(), 1U);
        values.take_each([](std::uint64_t half, const std::string& value) {
            EXPECT_EQ(half, 1U);
            EXPECT_EQ(value, "(((ab)(cd))((ef)(gh)))");
        });
    }
}

TEST(HalfValues, OfARangeWithGapsAreInItsOrder) {
    detail::HalfValues<std::string> values;
    for (const std::uint64_t half : {14U, 2U, 12U, 31U}) values.add(half, std::to_string(half), in_order);
    std::string all;
    values.take_each([&](std::uint64_t, const std::string& value) { all += value + " "; });
    EXPECT_EQ(all, "2 12 14 31 ");
}

TEST(DeterministicReduction, HasTheSameBitsUnderEveryTechniqueAndNumberOfWorkers) {
    for (const std::uint64_t n : {0U, 1U, 7U, 5000U, 20'011U}) {
        const double expected =
            parallel_reduce(std::uint64_t{0}, n, 0.0, test::rough_term, std::plus<>(), {.deterministic = true});
        for (const std::string& technique : Technique::names()) {
            for (const auto& [workers, localities] : {std::pair{1U, 1U}, {2U, 1U}, {3U, 1U}, {1U, 2U}, {2U, 3U}}) {
                const auto sum =
                    loop_reduce(deterministic_by(technique, workers, localities), n, 0.0, test::rough_term);
                EXPECT_EQ(sum.status, Status::complete);
                EXPECT_EQ(sum.statistics.iterations, n);
                ASSERT_EQ(bits(sum.value), bits(expected))
                    << technique << " " << n << " " << workers << " " << localities;
            }
        }
    }
}

TEST(DeterministicReduction, CombinesInOrder) {
    std::string expected;
    for (int i = 0; i < 9000; ++i) expected += std::to_string(i) + " ";
    for (const char* const technique : {"ss", "cyclic", "gss", "fsc:size=7"}) {
        const auto all = loop_reduce(
            deterministic_by(technique, 3, 2), 9000, std::string(),
            [](std::uint64_t i) { return std::to_string(i) + " "; }, in_order);
        EXPECT_EQ(all.value, expected) << technique;
    }
}

// The terms are such that the usual order shows: otherwise nothing is tested here.
TEST(DeterministicReduction, IsOfTermsWhoseSumDependsOnTheOrder) {
    double forwards = 0;
    double backwards = 0;
    for (std::uint64_t i = 0; i < 20'011; ++i) forwards += test::rough_term(i);
    for (std::uint64_t i = 20'011; i-- > 0;) backwards += test::rough_term(i);
    EXPECT_NE(bits(forwards), bits(backwards));
    LoopOptions options = deterministic_by("static", 1, 1);
    options.deterministic = false;
    std::set<std::uint64_t> sums;
    for (const unsigned workers : {1U, 2U, 3U, 5U}) {
        options.workers = workers;
        sums.insert(bits(loop_reduce(options, 20'011, 0.0, test::rough_term).value));
    }
    EXPECT_GT(sums.size(), 1U);
}

TEST(DeterministicReduction, OfAStoppedLoopIsThatOfTheIterationsThatWereRun) {
    for (const char* const technique : {"gss", "ss", "af"}) {
        std::stop_source stop;
        LoopOptions options = deterministic_by(technique, 2, 1);
        options.stop = stop.get_token();
        const auto count = loop_reduce(options, 1'000'000'000, std::uint64_t{0}, [&](std::uint64_t i) {
            if (i >= 1000) stop.request_stop();
            return std::uint64_t{1};
        });
        EXPECT_EQ(count.status, Status::cancelled) << technique;
        EXPECT_EQ(count.value, count.statistics.iterations) << technique;
        EXPECT_GT(count.value, 0U);
    }
}

// A guard that ends the loop.
class EndsAt final : public detail::ChunkGuard {
  public:
    explicit EndsAt(detail::Attention& attention) : ChunkGuard(attention) {}

  private:
    bool answer_attention() override { return false; }  // the flag stays raised
};

TEST(DeterministicReduction, EndsWithItsChunk) {
    detail::Attention attention;
    EndsAt guard(attention);
    LoopChunk chunk({0, 100'000}, 0, 0, 0, guard);
    const auto map = [&](std::uint64_t i) {
        if (i == 50) attention.raise();
        return std::uint64_t{1};
    };
    const std::plus<> add;
    detail::FixedOrder<std::uint64_t, decltype(map), std::plus<>> order(100'000, 0, map, add);
    order.prepare(0, 1);
    EXPECT_EQ(order.run(chunk), 51U);
}

TEST(DeterministicReduction, HasNoMeaningWhereNothingIsCombined) {
    const auto message =
        test::message_of<UsageError>([] { loop(deterministic_by("gss", 1, 1), 10, [](std::uint64_t) {}); });
    EXPECT_NE(message.find("LoopOptions::deterministic"), std::string::npos) << message;
    std::vector<int> elements(10);
    const auto of_parts = test::message_of<UsageError>([&] {
        distributed_loop(deterministic_by("gss", 1, 1), LoopElements<int>(elements), [](int& each) { ++each; });
    });
    EXPECT_NE(of_parts.find("distributed_loop()"), std::string::npos) << of_parts;
    EXPECT_EQ(std::ranges::count(elements, 0), 10);
}

}  // namespace
}  // namespace scrump
