#include <scrump/base/random.hpp>
#include <scrump/pools/node_columns.hpp>

#include <gtest/gtest.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <utility>

namespace scrump::detail {
namespace {

// Seven bytes: the last word of the columns is filled up.
struct Odd {
    std::array<std::uint8_t, 7> bytes{};
    bool operator==(const Odd&) const = default;

    static Odd number(std::uint64_t n) {
        Odd odd;
        for (std::uint8_t& byte : odd.bytes) byte = static_cast<std::uint8_t>(n = SplitMix64(n)());
        return odd;
    }
};
static_assert(NodeColumns<Odd>::words == 2);

using OddColumns = NodeColumns<Odd>;
using Model = std::deque<std::pair<Odd, unsigned>>;

void expect_same(const OddColumns& columns, const Model& model) {
    ASSERT_EQ(columns.size(), model.size());
    for (std::size_t i = 0; i < model.size(); ++i) {
        ASSERT_EQ(columns.node(i), model[i].first) << i;
        ASSERT_EQ(columns.depth(i), model[i].second) << i;
    }
}

TEST(NodeColumns, IsAStackThatAlsoGivesFromItsBottom) {
    SplitMix64 random(1);
    OddColumns columns;
    OddColumns others;
    Model model;
    Model other_model;
    for (unsigned i = 0; i < 5000; ++i) {
        others.push(Odd::number(i), i);
        other_model.emplace_back(Odd::number(i), i);
    }
    for (unsigned step = 0; step < 3000; ++step) {
        const std::size_t size = columns.size();
        switch (random.below(5)) {
            case 0:
            case 1: {
                const Odd node = Odd::number(step);
                columns.push(node, step);
                model.emplace_back(node, step);
                break;
            }
            case 2: {
                const std::size_t first = random.below(4000);
                const std::size_t count = random.below(random.below(20) == 0 ? 1000 : 30);
                columns.append(others, first, count);
                for (std::size_t i = first; i < first + count; ++i) model.push_back(other_model[i]);
                break;
            }
            case 3: {
                const std::size_t count = random.below(static_cast<std::uint32_t>(size / 2 + 1));
                columns.drop_front(count);
                model.erase(model.begin(), model.begin() + static_cast<std::ptrdiff_t>(count));
                break;
            }
            default: {
                const std::size_t count = random.below(static_cast<std::uint32_t>(size / 2 + 1));
                columns.drop_back(count);
                model.resize(size - count);
            }
        }
        if (step % 50 == 0) expect_same(columns, model);
    }
    expect_same(columns, model);
    columns.clear();
    EXPECT_TRUE(columns.empty());
}

// What vector instructions rely on.
TEST(NodeColumns, ThereIsRoomBehindTheLast) {
    OddColumns columns;
    for (const std::size_t more : {std::size_t{1}, std::size_t{1000}, std::size_t{5000}}) {
        columns.reserve(more);
        const std::size_t end = columns.size() + more + WordColumns::slack;
        for (std::size_t word = 0; word <= OddColumns::words; ++word) {
            for (std::size_t i = columns.size(); i < end; ++i) columns.column(word)[i] = static_cast<unsigned>(i);
        }
        for (std::size_t word = 0; word <= OddColumns::words; ++word) {
            for (std::size_t i = columns.size(); i < end; ++i) ASSERT_EQ(columns.column(word)[i], i);
        }
        columns.extend(more);
    }
    EXPECT_EQ(columns.size(), 6001U);
}

}  // namespace
}  // namespace scrump::detail
