// The data of a loop as a C program describes them, with elements that have gaps or are interleaved.

#include "../src/loops/c_data.hpp"

#include <scrump/base/error.hpp>

#include <gtest/gtest.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace scrump::detail {
namespace {

// A double, an int, and a gap that belongs to somebody else.
struct Pair {
    double value = 0;
    int number = 0;
    int gap = -1;
};
const ElementLayout pair_layout{.extent = sizeof(Pair), .runs = {{.offset = 0, .size = offsetof(Pair, gap)}}};

std::vector<Pair> pairs(int count, double begin) {
    std::vector<Pair> all;
    for (int i = 0; i < count; ++i) all.push_back({begin + i, i, 100 + i});
    return all;
}

TEST(CData, ElementsAreDenseWithoutGaps) {
    EXPECT_TRUE(ElementLayout::dense(8).is_dense());
    EXPECT_FALSE(pair_layout.is_dense());
    EXPECT_EQ(pair_layout.size(), 12U);
    EXPECT_FALSE((ElementLayout{.extent = 8, .runs = {{.offset = 8, .size = 8}}}).is_dense());
}

// From the owner to a thief, which runs them in its own array, and back.
TEST(CData, ElementsWithGapsAreStolenAndComeBack) {
    for (const bool apart : {false, true}) {
        std::vector<Pair> theirs = pairs(10, 1000);
        std::vector<Pair> their_results(10);
        std::vector<Pair> own = pairs(4, 0);
        std::vector<Pair> own_results(4);
        const auto owner = make_array(theirs.data(), apart ? their_results.data() : nullptr, pair_layout);
        const auto thief = make_array(own.data(), apart ? own_results.data() : nullptr, pair_layout);
        const LoopPart of_owner = owner->part(10);
        const LoopPart of_thief = thief->part(4);
        Bytes travels = of_owner.pack({6, 9}, nullptr);
        EXPECT_EQ(travels.size(), 3 * pair_layout.size());
        const StolenData stolen = of_thief.unpack({6, 9}, std::move(travels));
        const ChunkRule::Range place = stolen.within({7, 9});
        EXPECT_EQ(thief->bring(stolen, place), 0U);
        for (std::size_t i = 0; i < 2; ++i) {
            EXPECT_EQ(own[i].value, 1007 + static_cast<double>(i));
            EXPECT_EQ(own[i].number, 7 + static_cast<int>(i));
            EXPECT_EQ(own[i].gap, 100 + static_cast<int>(i)) << "not part of the datatype";
            Pair& result = apart ? own_results[i] : own[i];
            result.value = own[i].value * 2;
            result.number = own[i].number + 1;
        }
        thief->take_back(stolen, place);
        of_owner.put({7, 9}, of_thief.results(place, stolen));
        const std::vector<Pair>& results = apart ? their_results : theirs;
        for (std::size_t i = 7; i < 9; ++i) {
            EXPECT_EQ(results[i].value, 2 * (1000 + static_cast<double>(i)));
            EXPECT_EQ(results[i].number, static_cast<int>(i) + 1);
            EXPECT_EQ(results[i].gap, apart ? -1 : 100 + static_cast<int>(i)) << "not part of the datatype";
        }
        for (std::size_t i = 0; i < 4; ++i) {
            EXPECT_EQ(own[i].value, static_cast<double>(i));
            EXPECT_EQ(own[i].number, static_cast<int>(i));
            EXPECT_EQ(own[i].gap, 100 + static_cast<int>(i));
        }
    }
}

// The columns of a matrix of three rows and five columns: each begins one element after the last one, and ends later.
TEST(CData, ElementsMayBeInterleaved) {
    const ElementLayout column{.extent = 1,
                               .runs = {{.offset = 0, .size = 1}, {.offset = 5, .size = 1}, {.offset = 10, .size = 1}}};
    std::string matrix = "abcdeABCDE01234";
    const auto data = make_array(matrix.data(), nullptr, column);
    const LoopPart part = data->part(5);
    EXPECT_EQ(part.pack({1, 3}, nullptr), "bB1cC2");
    part.put({3, 5}, "xX8yY9");
    EXPECT_EQ(matrix, "abcxyABCXY01289");
}

TEST(CData, RefusesElementsThatDoNotFollowEachOther) {
    int data = 0;
    EXPECT_THROW(make_array(&data, nullptr, {.extent = 0, .runs = {{.offset = 0, .size = 4}}}), UsageError);
    EXPECT_THROW(make_array(&data, nullptr, {.extent = -4, .runs = {{.offset = 0, .size = 4}}}), UsageError);
    EXPECT_THROW(make_cube(&data, 1, 1, 1, {.extent = 4, .runs = {{.offset = 0, .size = 8}}}, 0), UsageError);
    EXPECT_THROW(make_cube(&data, 1, 1, 1, {.extent = 8, .runs = {{.offset = -4, .size = 8}}}, 0), UsageError);
}

TEST(CData, CellsOfACubeMayHaveGaps) {
    std::array<Pair, 8> cube;
    for (std::size_t i = 0; i < cube.size(); ++i) cube[i].value = static_cast<double>(i);
    const auto data = make_cube(cube.data(), 2, 2, 2, pair_layout, 1);
    const LoopPart part = data->part(2);
    Bytes slice = part.pack({1, 2}, nullptr);
    ASSERT_EQ(slice.size(), 4 * sizeof(Pair));
    std::array<Pair, 4> cells;
    slice.copy(reinterpret_cast<char*>(cells.data()), slice.size());
    EXPECT_EQ(cells[0].value, 2);
    EXPECT_EQ(cells[1].value, 3);
    EXPECT_EQ(cells[2].value, 6);
    EXPECT_EQ(cells[3].value, 7);
}

}  // namespace
}  // namespace scrump::detail
