// Nogoods are shared without locks, and exclude exactly what they say.

#include "support/sanitized.hpp"

#include <scrump/base/random.hpp>
#include <scrump/net/codec.hpp>
#include <scrump/search/nogoods.hpp>
#include <scrump/search/restarts.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <set>
#include <thread>
#include <utility>
#include <vector>

namespace scrump::detail {
namespace {

NogoodBatch batch_of(const std::vector<std::vector<Literal>>& nogoods) {
    NogoodBatch batch;
    for (const auto& nogood : nogoods) batch.add(nogood);
    return batch;
}

std::vector<Literal> listed(std::span<const Literal> nogood) {
    return {nogood.begin(), nogood.end()};
}

TEST(NogoodStore, ReadersGetEachBatchOnceAndInOrder) {
    NogoodStore store;
    NogoodStore::Reader early(store);
    EXPECT_EQ(early.next(), nullptr);
    EXPECT_TRUE(store.append(batch_of({{1, 2}, {3}}), false));
    EXPECT_TRUE(store.append(batch_of({{4, 5, 6}}), true));
    NogoodStore::Reader late(store);
    for (NogoodStore::Reader* const reader : {&early, &late}) {
        const NogoodBatch* const first = reader->next();
        ASSERT_NE(first, nullptr);
        ASSERT_EQ(first->size(), 2U);
        EXPECT_EQ(listed((*first)[0]), (std::vector<Literal>{1, 2}));
        EXPECT_EQ(listed((*first)[1]), (std::vector<Literal>{3}));
        EXPECT_FALSE(reader->was_foreign());
        ASSERT_NE(reader->next(), nullptr);
        EXPECT_TRUE(reader->was_foreign());
        EXPECT_EQ(reader->next(), nullptr);
    }
}

TEST(NogoodStore, AFullOneTakesNoMore) {
    NogoodStore store;
    EXPECT_TRUE(store.append(batch_of({std::vector<Literal>(NogoodStore::max_literals - 1, 7)}), false));
    EXPECT_FALSE(store.append(batch_of({{1, 2}}), false));
    EXPECT_TRUE(store.append(batch_of({{1}}), false));
}

TEST(NogoodStore, ManyAppendAndReadAtOnce) {
    constexpr Literal writers = 4;
    constexpr Literal each = test::sanitized ? 500 : 5000;
    NogoodStore store;
    std::vector<std::jthread> threads;
    for (Literal writer = 0; writer < writers; ++writer) {
        threads.emplace_back([&store, writer] {
            NogoodStore::Reader reader(store);
            std::vector<Literal> next(writers, 0);
            Literal seen = 0;
            const auto read = [&] {
                while (const NogoodBatch* const batch = reader.next()) {
                    const auto nogood = (*batch)[0];
                    EXPECT_EQ(nogood[1], next[nogood[0]]++) << "out of order";
                    ++seen;
                }
            };
            for (Literal i = 0; i < each; ++i) {
                store.append(batch_of({{writer, i}}), false);
                read();
            }
            while (seen < writers * each) read();
        });
    }
}

TEST(NogoodBatch, DamagedOnesAreNoticed) {
    EXPECT_TRUE(batch_of({{1, 2}, {}, {3}}).valid());
    const Bytes bytes = Encoder().put(batch_of({{1, 2}, {3}})).take();
    EXPECT_TRUE(Decoder(bytes).get<NogoodBatch>().valid());
    Bytes longer = bytes;
    longer[longer.size() - 8] = 9;  // the end of the last one
    EXPECT_FALSE(Decoder(longer).get<NogoodBatch>().valid());
}

// A walk down and up a tree whose decisions are literals, beside nogoods that are looked at one by one.
class Walk {
  public:
    explicit Walk(std::uint64_t seed) : random_(seed) {
        NogoodBatch batch;
        for (std::uint32_t i = 0; i < 3 * literals; ++i) {
            std::set<Literal> nogood;
            const std::uint32_t size = 2 + random_.below(4);
            while (nogood.size() < size) nogood.insert(random_.below(literals));
            nogoods_.emplace_back(nogood.begin(), nogood.end());
            batch.add(nogoods_.back());
        }
        store_.append(std::move(batch), false);
        known_.catch_up();
    }

    void step() {
        if (random_.below(3) == 0 && !levels_.empty()) {
            levels_.pop_back();
            return;
        }
        Level level;
        for (std::uint32_t i = 0; i <= random_.below(3); ++i) {
            const Literal literal = random_.below(literals);
            if (!holds(literal) && std::ranges::find(level.held, literal) == level.held.end())
                level.held.push_back(literal);
        }
        levels_.push_back(level);
        if (!imply()) {
            EXPECT_TRUE(violates()) << "excluded without a reason";
            levels_.pop_back();
            return;
        }
        EXPECT_FALSE(violates()) << "not excluded";
        for (const auto& nogood : nogoods_) {
            if (std::ranges::count_if(nogood, [&](Literal each) { return !holds(each); }) != 1) continue;
            const Literal last = *std::ranges::find_if(nogood, [&](Literal each) { return !holds(each); });
            EXPECT_TRUE(std::ranges::any_of(levels_, [&](const Level& each) { return each.forbidden.contains(last); }));
        }
    }

    std::uint64_t excluded() const { return known_.excluded(); }

  private:
    static constexpr std::uint32_t literals = 40;

    struct Level {
        std::vector<Literal> held{};
        std::set<Literal> forbidden{};
    };

    bool holds(Literal literal) const {
        return std::ranges::any_of(
            levels_, [&](const Level& level) { return std::ranges::find(level.held, literal) != level.held.end(); });
    }
    bool violates() const {
        return std::ranges::any_of(nogoods_, [&](const auto& nogood) {
            return std::ranges::all_of(nogood, [&](Literal each) { return holds(each); });
        });
    }
    bool imply() {
        return std::ranges::all_of(levels_.back().held, [&](Literal each) {
            return known_.imply(
                each, [&](Literal other) { return holds(other); },
                [&](Literal other) { return levels_.back().forbidden.insert(other).second; });
        });
    }

    SplitMix64 random_;
    NogoodStore store_;
    Nogoods known_{store_, 0};
    std::vector<std::vector<Literal>> nogoods_;
    std::vector<Level> levels_;
};

TEST(Nogoods, ExcludeWhatTheySay) {
    for (std::uint64_t seed = 0; seed < 50; ++seed) {
        Walk walk(seed);
        for (unsigned i = 0; i < 300; ++i) walk.step();
        EXPECT_GT(walk.excluded(), 0U);
    }
}

TEST(Nogoods, OneLiteralAloneNeverHolds) {
    NogoodStore store;
    Nogoods known(store, 0);
    store.append(batch_of({{5}, {7, 8}}), false);
    EXPECT_TRUE(known.never().empty());
    known.catch_up();
    EXPECT_TRUE(known.never().contains(5));
    EXPECT_FALSE(known.nothing_left());
    store.append(batch_of({{}}), true);
    known.catch_up();
    EXPECT_TRUE(known.nothing_left());
}

TEST(Luby, BeginsAsPublished) {
    const std::vector<std::uint64_t> expected = {1, 1, 2, 1, 1, 2, 4, 1, 1, 2, 1, 1, 2, 4, 8, 1};
    for (std::uint64_t i = 0; i < expected.size(); ++i) EXPECT_EQ(luby(i + 1), expected[i]) << i;
}

}  // namespace
}  // namespace scrump::detail
