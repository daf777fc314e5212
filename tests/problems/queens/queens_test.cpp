#include <scrump/base/error.hpp>
#include <scrump/problems/queens/queens.hpp>
#include <scrump/search/check.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <numeric>
#include <string>
#include <vector>

#include "problems/walk.hpp"

namespace scrump::queens {
namespace {

static_assert(NodeGenerator<Generator> && CountsChildren<Generator> && !HasObjective<Generator>);
static_assert(NodeGenerator<PlacementGenerator> && HasObjective<PlacementGenerator>);

std::uint64_t solutions(unsigned size) {
    const Space space(size);
    return test::count_by_depth<Generator>(space, Generator::root(space), size)[size];
}

// OEIS A000170.
TEST(Queens, CountsAreThePublishedOnes) {
    const std::vector<std::uint64_t> published = {1, 0, 0, 2, 10, 4, 40, 92, 352, 724, 2680};
    for (unsigned size = 1; size <= published.size(); ++size)
        EXPECT_EQ(solutions(size), published[size - 1]) << "size " << size;
}

TEST(Queens, CountsAreThoseOfAllPermutations) {
    for (unsigned size = 1; size <= 7; ++size) {
        std::vector<int> columns(size);
        std::iota(columns.begin(), columns.end(), 0);
        std::uint64_t count = 0;
        do {
            bool peaceful = true;
            for (unsigned a = 0; a < size; ++a)
                for (unsigned b = 0; b < a; ++b)
                    peaceful = peaceful && std::abs(columns[a] - columns[b]) != static_cast<int>(a - b);
            count += peaceful;
        } while (std::next_permutation(columns.begin(), columns.end()));
        EXPECT_EQ(solutions(size), count) << "size " << size;
    }
}

TEST(Queens, TheWidestBoardHasItsColumns) {
    const Space space(32);
    EXPECT_EQ(Generator(space, Generator::root(space)).remaining(), 32U);
    EXPECT_EQ(Space(1).columns(), 1U);
}

TEST(Queens, SizesOutOfRangeAreRefused) {
    EXPECT_THROW(Space(0), Error);
    EXPECT_THROW(Space(33), Error);
}

// Depth first, the first solution of eight queens is 1 5 8 6 3 7 2 4.
TEST(Queens, ThePlacementIsShown) {
    const Space space(8);
    struct FirstSolution {
        using Value = Placement;
        Value identity() const { return {}; }
        void add(Value& value, const Placement& node, unsigned depth) const {
            if (depth == 8 && value.rows == 0) value = node;
        }
    };
    const Placement first =
        test::fold_all<PlacementGenerator>(space, PlacementGenerator::root(space), 8, FirstSolution{});
    ASSERT_EQ(PlacementGenerator::objective(space, first), 8U);
    EXPECT_EQ(to_string(space, first),
              "Q.......\n"
              "....Q...\n"
              ".......Q\n"
              ".....Q..\n"
              "..Q.....\n"
              "......Q.\n"
              ".Q......\n"
              "...Q....\n");
}

TEST(Queens, APartialPlacementHasEmptyRows) {
    const Space space(3);
    Placement node;
    const Placement empty;
    PlacementGenerator(space, empty).next(node);
    EXPECT_EQ(to_string(space, node), "Q..\n...\n...\n");
}

TEST(Queens, KeepTheContract) {
    const Space space(6);
    for (const CheckReport& report : {scrump::check<Generator>(space, Generator::root(space)),
                                      scrump::check<PlacementGenerator>(space, PlacementGenerator::root(space))}) {
        EXPECT_TRUE(report.ok()) << report;
        EXPECT_TRUE(report.whole);
    }
}

}  // namespace
}  // namespace scrump::queens
