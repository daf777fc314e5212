#include <scrump/states/diagrams/detail/operation_cache.hpp>

#include "support/sanitized.hpp"
#include "table_words.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <cstdint>
#include <map>
#include <random>
#include <set>
#include <string>
#include <thread>
#include <tuple>
#include <vector>

namespace scrump::detail {
namespace {

using Kind = OperationKey::Kind;
using Epoch = OperationCache::Epoch;
using test::TableWords;

constexpr std::uint64_t highest_index = (std::uint64_t{1} << Edge::index_bits) - 1;

class OperationCacheOnNumbers : public testing::TestWithParam<bool> {
  protected:
    static OperationCache make(const TableWords& words, std::uint64_t entries) {
        return {words.data(), entries, GetParam()};
    }
    static void put(OperationCache& cache, const OperationKey& key, Edge result, Epoch epoch = {}) {
        cache.put(cache.place(key), key, epoch, result);
    }
    // Nothing is known: an edge that no operation has for its result.
    static constexpr Edge unknown{~std::uint64_t{0}};
    static Edge find(const OperationCache& cache, const OperationKey& key, Epoch epoch = {}) {
        Edge result;
        return cache.find(cache.place(key), key, epoch, result) ? result : unknown;
    }
};
INSTANTIATE_TEST_SUITE_P(Workers, OperationCacheOnNumbers, testing::Values(true, false),
                         [](const auto& of) { return std::string(of.param ? "one" : "several"); });

TEST_P(OperationCacheOnNumbers, AnEmptyOneKnowsNothing) {
    const TableWords words(4 * 16);
    const OperationCache cache = make(words, 16);
    for (const Kind kind : {Kind::conjunction, Kind::saturation})
        EXPECT_EQ(find(cache, OperationKey::of(kind, Edge::no())), unknown);
}

TEST_P(OperationCacheOnNumbers, WhatWasPutIsFoundUpToAllLimits) {
    const TableWords words(4);
    OperationCache cache = make(words, 1);
    for (const Kind kind : {Kind::conjunction, Kind::saturation}) {
        for (const Edge a : {Edge::no(), Edge{1}, !Edge{highest_index}}) {
            for (const Edge b : {Edge::no(), Edge{highest_index}, !Edge{highest_index}}) {
                for (const Edge result : {Edge::no(), Edge::yes(), !Edge{highest_index}}) {
                    put(cache, OperationKey::of(kind, a, b, a), result);
                    EXPECT_EQ(find(cache, OperationKey::of(kind, a, b, a)), result);
                }
            }
        }
    }
}

// There is one place, so they all come to it.
TEST_P(OperationCacheOnNumbers, WhatWasPutIsNotTakenForAnythingElse) {
    const std::vector<OperationKey> keys{OperationKey::of(Kind::conjunction, {1}, {2}, {3}),
                                         OperationKey::of(Kind::exclusive_or, {1}, {2}, {3}),
                                         OperationKey::of(Kind::conjunction, !Edge{1}, {2}, {3}),
                                         OperationKey::of(Kind::conjunction, {9}, {2}, {3}),
                                         OperationKey::of(Kind::conjunction, {1}, !Edge{2}, {3}),
                                         OperationKey::of(Kind::conjunction, {1}, {2}, !Edge{3}),
                                         OperationKey::of(Kind::conjunction, {2}, {1}, {3})};
    const TableWords words(4);
    OperationCache cache = make(words, 1);
    for (std::size_t each = 0; each < keys.size(); ++each) {
        put(cache, keys[each], {each + 10});
        for (std::size_t other = 0; other < keys.size(); ++other)
            EXPECT_EQ(find(cache, keys[other]), other == each ? Edge{each + 10} : unknown);
    }
}

TEST_P(OperationCacheOnNumbers, WhatIsFromBeforeACollectionIsNotFoundAnyMore) {
    const TableWords words(4 * 16);
    OperationCache cache = make(words, 16);
    const OperationKey key = OperationKey::of(Kind::conjunction, {1}, {2});
    for (const std::uint64_t collections : {std::uint64_t{0}, std::uint64_t{1}, std::uint64_t{2}, Epoch::numbers - 1}) {
        put(cache, key, {5}, Epoch::after(collections));
        EXPECT_EQ(find(cache, key, Epoch::after(collections)), Edge{5});
        EXPECT_EQ(find(cache, key, Epoch::after(collections + 1)), unknown);
    }
}

TEST_P(OperationCacheOnNumbers, TagsComeAgainAfterAllOthersAndNoneIsThatOfAnEmptyEntry) {
    EXPECT_EQ(Epoch::after(0).tag, Epoch{}.tag);
    EXPECT_EQ(Epoch::after(Epoch::numbers).tag, Epoch::after(0).tag);
    EXPECT_NE(Epoch::after(Epoch::numbers - 1).tag, 0U);
    EXPECT_NE(Epoch::after(Epoch::numbers - 1).tag, Epoch::after(0).tag);
    const std::uint64_t operand = (std::uint64_t{1} << Edge::bits_used) - 1;
    for (const std::uint64_t collections : {std::uint64_t{0}, std::uint64_t{1}, Epoch::numbers - 1})
        EXPECT_EQ(Epoch::after(collections).tag & operand, 0U);
}

TEST_P(OperationCacheOnNumbers, AClearedOneKnowsNothing) {
    const TableWords words(4 * 16);
    OperationCache cache = make(words, 16);
    std::vector<OperationKey> keys;
    for (std::uint64_t each = 1; each <= 100; ++each) {
        keys.push_back(OperationKey::of(Kind::conjunction, {each}, {each + 1}));
        put(cache, keys.back(), {each});
    }
    cache.clear();
    for (const OperationKey& each : keys) EXPECT_EQ(find(cache, each), unknown);
    put(cache, keys[0], {7});
    EXPECT_EQ(find(cache, keys[0]), Edge{7});
}

// More often than there are versions.
TEST_P(OperationCacheOnNumbers, AnEntryMayBeWrittenAnyNumberOfTimes) {
    const TableWords words(4);
    OperationCache cache = make(words, 1);
    const OperationKey key = OperationKey::of(Kind::conjunction, {1}, {2});
    for (std::uint64_t each = 0; each < 70'000; ++each) {
        put(cache, key, {each});
        ASSERT_EQ(find(cache, key), Edge{each});
    }
}

// Against all that was put: what is found is what was put last.
TEST_P(OperationCacheOnNumbers, WhatWasPutIsFoundOrLostWhateverComesBetween) {
    constexpr std::uint64_t entries = 64;
    const TableWords words(4 * entries);
    OperationCache cache = make(words, entries);
    std::mt19937_64 random(1);
    std::map<std::tuple<std::uint64_t, std::uint64_t, std::uint64_t>, Edge> last;
    std::uint64_t found = 0;
    std::uint64_t lost = 0;
    std::uint64_t collections = 0;
    for (int step = 0; step < 100'000; ++step) {
        const auto kind = static_cast<Kind>(1 + random() % 8);
        const OperationKey key = OperationKey::of(kind, {random() % 4}, {random() % 3}, {random() % 2});
        const std::tuple tuple(key.first, key.second, key.third);
        if (random() % 5000 == 0) {
            ++collections;
            last.clear();
        }
        const Epoch epoch = Epoch::after(collections);
        if (random() % 2 == 0) {
            last[tuple] = {random() % 1000};
            put(cache, key, last[tuple], epoch);
            ASSERT_EQ(find(cache, key, epoch), last[tuple]);
        } else if (const Edge result = find(cache, key, epoch); result != unknown) {
            ASSERT_TRUE(last.contains(tuple));
            ASSERT_EQ(result, last[tuple]);
            ++found;
        } else {
            lost += last.contains(tuple) ? 1U : 0U;
        }
    }
    EXPECT_GT(found, 1000U);
    EXPECT_GT(lost, 100U);  // so there were several for one place
}

// --- Several workers

TEST(OperationCache, AnEntryThatIsBeingWrittenIsPassedBy) {
    const TableWords words(4);
    OperationCache cache(words.data(), 1, false);
    const OperationKey key = OperationKey::of(Kind::conjunction, {1}, {2});
    const OperationKey other = OperationKey::of(Kind::conjunction, {3}, {4});
    cache.put(cache.place(key), key, {}, {5});
    const std::uint64_t before = words.data()[0];
    words.data()[0] = before | std::uint64_t{1} << 63U;
    Edge result;
    EXPECT_FALSE(cache.find(cache.place(key), key, {}, result));
    cache.put(cache.place(other), other, {}, {6});
    EXPECT_EQ(words.data()[3], 5U);
    words.data()[0] = before;
    EXPECT_TRUE(cache.find(cache.place(key), key, {}, result));
    EXPECT_EQ(result, Edge{5});
}

// So who reads it meanwhile sees that it was written, whatever was.
TEST(OperationCache, AnEntrysFirstWordIsAnotherEachTimeThatItIsWritten) {
    const TableWords words(4);
    OperationCache cache(words.data(), 1, false);
    const OperationKey key = OperationKey::of(Kind::conjunction, {1}, {2});
    std::set<std::uint64_t> seen;
    for (int time = 0; time < 1 << 14; ++time) {
        cache.put(cache.place(key), key, {}, {5});
        seen.insert(words.data()[0]);
    }
    EXPECT_EQ(seen.size(), 1U << 14U);
}

// What an operation comes to is a function of what is asked, and so can be seen to belong to it.
Edge answer_of(std::uint64_t b, std::uint64_t c) {
    return {31 * b + c + 7};
}

// One place, and operations that differ in one operand: some write all the time, one reads.
TEST(OperationCache, WhatWorkersFindAtOnceIsWhatOneOfThemPut) {
    const TableWords words(4);
    OperationCache cache(words.data(), 1, false);
    constexpr std::uint64_t enough = test::sanitized ? 50'000 : 200'000;
    std::atomic<bool> over = false;
    const auto key_of = [](std::uint64_t number) {
        return OperationKey::of(Kind::if_then_else, {1}, {number & 1U}, {number >> 1U & 1U});
    };
    const auto write = [&] {
        for (std::uint64_t number = 0; !over; ++number)
            cache.put(cache.place(key_of(number)), key_of(number), {}, answer_of(number & 1U, number >> 1U & 1U));
    };
    std::uint64_t wrong = 0;
    const auto read = [&] {
        std::uint64_t found = 0;
        for (std::uint64_t number = 0; found < enough; ++number) {
            Edge result;
            if (!cache.find(cache.place(key_of(number)), key_of(number), {}, result)) continue;
            ++found;
            if (result != answer_of(number & 1U, number >> 1U & 1U)) ++wrong;
        }
        over = true;
    };
    std::vector<std::thread> threads;
    threads.emplace_back(read);
    for (int writer = 0; writer < 2; ++writer) threads.emplace_back(write);
    for (std::thread& each : threads) each.join();
    EXPECT_EQ(wrong, 0U);
}

}  // namespace
}  // namespace scrump::detail
