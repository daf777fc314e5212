#include <scrump/base/error.hpp>
#include <scrump/base/random.hpp>
#include <scrump/problems/semigroups/detail/semigroups.hpp>
#include <scrump/search/check.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <fstream>
#include <string>
#include <type_traits>
#include <vector>

#include "problems/walk.hpp"
#include "support/data.hpp"

namespace scrump::semigroups {
namespace {

static_assert(NodeGenerator<Generator<2, Portable>> && CountsChildren<Generator<2, Portable>>);
static_assert(sizeof(Semigroup<2>) == 3 * block_bytes && sizeof(Generator<2, Portable>) == 16);

std::vector<std::uint64_t> count(unsigned genus, InstructionSet set) {
    return with_generator(
        genus,
        [&]<class G>(std::type_identity<G>) { return test::count_by_depth<G>(Space{}, G::root(Space{}), genus); }, set);
}

class EachInstructionSet : public testing::TestWithParam<InstructionSet> {
  protected:
    void SetUp() override {
        if (!available(GetParam())) GTEST_SKIP() << "this processor lacks the instruction set";
    }
};

std::string name_of(const testing::TestParamInfo<InstructionSet>& tested) {
    const char* const names[] = {"automatic", "portable", "avx2", "avx512"};
    return names[static_cast<std::size_t>(tested.param)];
}

INSTANTIATE_TEST_SUITE_P(Semigroups, EachInstructionSet,
                         testing::Values(InstructionSet::automatic, InstructionSet::portable, InstructionSet::avx2,
                                         InstructionSet::avx512),
                         name_of);

// OEIS A007323.
TEST_P(EachInstructionSet, CountsAreThePublishedOnes) {
    const std::vector<std::uint64_t> published = {1,   1,   2,   4,    7,    12,   23,   39,   67,    118,
                                                  204, 343, 592, 1001, 1693, 2857, 4806, 8045, 13467, 22464};
    EXPECT_EQ(count(static_cast<unsigned>(published.size() - 1), GetParam()), published);
}

TEST_P(EachInstructionSet, CountsAreThoseOfTheTable) {
    SCRUMP_NEEDS_DATA("semigroups/counts.tsv");
    std::ifstream table(test::data("semigroups/counts.tsv"));
    std::string header;
    std::getline(table, header);
    const std::vector<std::uint64_t> counts = count(22, GetParam());
    std::size_t genus = 0;
    std::uint64_t expected = 0;
    std::size_t compared = 0;
    for (; table >> genus >> expected; ++compared) {
        if (genus >= counts.size()) break;
        EXPECT_EQ(counts[genus], expected) << "genus " << genus;
    }
    EXPECT_EQ(compared, counts.size());
}

// A semigroup of genus g has all its gaps below 2g.
TEST(Semigroups, CountsAreThoseOfAllSetsOfGaps) {
    constexpr unsigned genus = 8;
    std::vector<std::uint64_t> by_genus(genus + 1);
    for (std::uint32_t set = 0; set < std::uint32_t{1} << (2 * genus - 1); ++set) {
        const std::uint32_t gaps = set << 1;
        if (std::popcount(gaps) > static_cast<int>(genus)) continue;
        bool closed = true;
        for (unsigned a = 1; a < 2 * genus; ++a)
            for (unsigned b = a; a + b < 2 * genus; ++b)
                closed = closed && !(((gaps >> (a + b)) & 1) == 1 && ((gaps >> a) & 1) == 0 && ((gaps >> b) & 1) == 0);
        by_genus[static_cast<std::size_t>(std::popcount(gaps))] += closed;
    }
    EXPECT_EQ(count(genus, InstructionSet::portable), by_genus);
}

// The generators from the conductor on, by definition.
template <std::size_t Blocks>
std::vector<unsigned> effective_generators(const Semigroup<Blocks>& semigroup) {
    std::vector<unsigned> offsets;
    const unsigned conductor = semigroup.conductor();
    for (unsigned y = std::max(conductor, 1U); y < conductor + semigroup.multiplicity(); ++y) {
        bool sum = false;
        for (unsigned a = 1; a <= y / 2; ++a) sum = sum || (semigroup.members[a] && semigroup.members[y - a]);
        if (!sum) offsets.push_back(y - conductor);
    }
    if (conductor == 0) offsets = {1};
    return offsets;
}

// Goes down at random to the greatest genus that fits.
template <std::size_t Blocks, class Kernel>
void check_random_path(std::uint64_t seed) {
    using G = Generator<Blocks, Kernel>;
    SplitMix64 random(seed);
    Semigroup<Blocks> node = G::root(Space{});
    for (unsigned genus = 0; genus <= max_genus(Blocks); ++genus) {
        unsigned gaps = 0;
        for (unsigned y = 0; y < block_bytes * Blocks; ++y) gaps += !node.members[y];
        ASSERT_EQ(gaps, genus);

        const std::vector<unsigned> expected = effective_generators(node);
        G generator(Space{}, node);
        ASSERT_EQ(generator.remaining(), expected.size()) << "genus " << genus;
        for (const unsigned offset : expected) ASSERT_TRUE(node.generators[offset]) << "genus " << genus;
        if (genus == max_genus(Blocks)) break;

        Semigroup<Blocks> child;
        std::vector<Semigroup<Blocks>> fertile;
        while (generator.next(child))
            if (G(Space{}, child).remaining() > 0) fertile.push_back(child);
        ASSERT_FALSE(generator.next(child));
        ASSERT_FALSE(fertile.empty());
        // The first children have the most children themselves, so the path does not end.
        node = fertile[random.below(static_cast<std::uint32_t>(std::min<std::size_t>(fertile.size(), 2)))];
    }
}

template <class Kernel>
void check_all_sizes() {
    for (std::uint64_t seed = 1; seed <= 2; ++seed) {
        check_random_path<2, Kernel>(seed);
        check_random_path<3, Kernel>(seed);
        check_random_path<7, Kernel>(seed);
    }
}

TEST_P(EachInstructionSet, GeneratorsOfEachSizeAreThoseOfTheDefinition) {
#if defined(__x86_64__)
    if (GetParam() == InstructionSet::avx2) return check_all_sizes<Avx2>();
    if (GetParam() == InstructionSet::avx512) return check_all_sizes<Avx512>();
#endif
    check_all_sizes<Portable>();
}

TEST(Semigroups, TheSizeFollowsTheGenus) {
    if (!available(InstructionSet::avx2)) GTEST_SKIP() << "the portable generator has one size";
    const auto bytes = [](unsigned genus) {
        return with_generator(genus, []<class G>(std::type_identity<G>) { return sizeof(G::Node::decompositions); });
    };
    EXPECT_EQ(bytes(0), 128U);
    EXPECT_EQ(bytes(42), 128U);
    EXPECT_EQ(bytes(43), 192U);
    EXPECT_EQ(bytes(63), 192U);
    EXPECT_EQ(bytes(64), 448U);
    EXPECT_EQ(bytes(largest_genus), 448U);
    EXPECT_THROW(bytes(largest_genus + 1), UsageError);
}

TEST_P(EachInstructionSet, KeepsTheContract) {
    with_generator(
        10,
        [&]<class G>(std::type_identity<G>) {
            const CheckReport report = scrump::check<G>(Space{}, G::root(Space{}), {.depth_limit = 10});
            EXPECT_TRUE(report.ok()) << report;
            EXPECT_TRUE(report.whole);
            EXPECT_EQ(report.nodes, 1U + 1 + 2 + 4 + 7 + 12 + 23 + 39 + 67 + 118 + 204);
        },
        GetParam());
}

}  // namespace
}  // namespace scrump::semigroups
