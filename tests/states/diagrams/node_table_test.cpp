#include <scrump/states/diagrams/detail/node_table.hpp>

#include "support/sanitized.hpp"
#include "table_words.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <barrier>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <random>
#include <set>
#include <string>
#include <thread>
#include <utility>
#include <vector>

namespace scrump::detail {
namespace {

using test::numbered_node;
using test::TableWords;

constexpr std::uint64_t buckets = NodeTable::fewest_buckets;
constexpr std::uint64_t slots = NodeTable::slots_for(buckets);
constexpr NodeTable::Range all_slots = {0, slots};

// In two parts.
std::uint64_t keep_marked(NodeTable& table) {
    table.clear_index({0, 100});
    table.clear_index({100, table.buckets()});
    return table.keep_marked({128, slots}) + table.keep_marked({0, 128});
}

// An index, from the beginning of a line on.
class Index {
  public:
    explicit Index(std::uint64_t count) : lines_(count / line_buckets) {}
    std::atomic<NodeTable::Bucket>* data() { return lines_.front().data(); }

  private:
    static constexpr std::size_t line_buckets = 16;
    struct alignas(64) Line : std::array<std::atomic<NodeTable::Bucket>, line_buckets> {};
    std::vector<Line> lines_;
};

// A table with its memory, and who puts nodes into it.
struct Made {
    Made(std::uint64_t max_buckets, bool alone)
        : nodes(2 * NodeTable::slots_for(max_buckets)),
          marks(NodeTable::slots_for(max_buckets) / 64),
          index(max_buckets),
          table({nodes.data(), marks.data(), index.data()}, buckets, alone) {
        table.reserve_constant();
    }

    TableWords nodes;
    TableWords marks;
    Index index;
    NodeTable table;
};

// A worker, which takes one region after another.
class Putter {
  public:
    Putter(NodeTable& table, std::atomic<std::uint64_t>& next_region) : table_(table), next_region_(next_region) {}

    // There must be room for it.
    NodeTable::Found put(const NodeWords& node) {
        while (free_.left() == 0) free_ = table_.free_slots(next_region_++);
        const NodeTable::Found found = table_.find_or_put(node, free_.next());
        if (found.inserted) free_.use();
        return found;
    }

  private:
    NodeTable& table_;
    std::atomic<std::uint64_t>& next_region_;
    FreeSlots free_;
};

// What is in it, and where; nothing twice.
std::map<std::pair<std::uint64_t, std::uint64_t>, std::uint64_t> contents(const NodeTable& table) {
    std::map<std::pair<std::uint64_t, std::uint64_t>, std::uint64_t> all;
    table.each([&](std::uint64_t index, const NodeWords& node) {
        EXPECT_TRUE(all.emplace(std::pair(node.first, node.second), index).second) << "twice: " << index;
    });
    return all;
}

// One worker has it, or several.
class NodeTableOnNumbers : public testing::TestWithParam<bool> {
  protected:
    static std::unique_ptr<Made> make() { return std::make_unique<Made>(buckets, GetParam()); }
};
INSTANTIATE_TEST_SUITE_P(Workers, NodeTableOnNumbers, testing::Values(true, false),
                         [](const auto& of) { return std::string(of.param ? "one" : "several"); });

// As many as there are slots for, so that searches are long.
TEST_P(NodeTableOnNumbers, ANodeIsPutOnceAndFoundWhereItIs) {
    const auto made = make();
    std::atomic<std::uint64_t> region = 0;
    Putter putter(made->table, region);
    std::set<std::uint64_t> indexes;
    for (std::uint64_t number = 1; number < slots; ++number) {
        const NodeWords node = numbered_node(number);
        const NodeTable::Found found = putter.put(node);
        EXPECT_TRUE(found.inserted);
        EXPECT_TRUE(indexes.insert(found.index).second);
        EXPECT_EQ(made->table.node({found.index}), node);
        EXPECT_EQ(made->table.node(!Edge{found.index}), node);
        EXPECT_TRUE(made->table.has(found.index));
    }
    const auto all = contents(made->table);
    EXPECT_EQ(all.size(), slots - 1);
    EXPECT_EQ(*indexes.begin(), 1U);
    EXPECT_EQ(*indexes.rbegin(), slots - 1);
    for (std::uint64_t number = 1; number < slots; ++number) {
        const NodeWords node = numbered_node(number);
        const NodeTable::Found found = made->table.find_or_put(node, slots + 1);  // a slot that there is not
        EXPECT_FALSE(found.inserted);
        EXPECT_EQ(found.index, all.at({node.first, node.second}));
    }
}

// Two whose searches begin in one bucket of sixteen, and whose tags, all bits but ten, are the same.
TEST_P(NodeTableOnNumbers, NodesWithOneTagAreToldApart) {
    std::map<std::uint64_t, std::uint64_t> seen;  // of what a search sees of a hash, the number
    for (std::uint64_t number = 0;; ++number) {
        const NodeWords node = numbered_node(number);
        const std::uint64_t hash = mix(node.first, node.second);
        const auto [other, is_new] = seen.emplace(scale(hash, buckets / 16) << 32U | (hash & 0xfffffc0fU), number);
        if (is_new) continue;
        const auto made = make();
        EXPECT_TRUE(made->table.find_or_put(numbered_node(other->second), 1).inserted);
        EXPECT_TRUE(made->table.find_or_put(node, 2).inserted);
        EXPECT_EQ(made->table.find_or_put(numbered_node(other->second), 3).index, 1U);
        EXPECT_EQ(made->table.find_or_put(node, 3).index, 2U);
        return;
    }
}

TEST_P(NodeTableOnNumbers, NodesThatOneWorkerPutsLieSideBySide) {
    const auto made = make();
    std::atomic<std::uint64_t> region = 1;
    Putter putter(made->table, region);
    for (std::uint64_t number = 0; number < made->table.region_slots(); ++number)
        EXPECT_EQ(putter.put(numbered_node(number)).index, made->table.region_slots() + number);
}

TEST_P(NodeTableOnNumbers, HasNoNodeButThoseThatWerePut) {
    const auto made = make();
    EXPECT_TRUE(made->table.find_or_put(numbered_node(1), 77).inserted);
    for (std::uint64_t each = 0; each < 2 * buckets; ++each) EXPECT_EQ(made->table.has(each), each == 77);
}

TEST_P(NodeTableOnNumbers, RegionsHaveAllSlotsButThatOfTheConstant) {
    const auto made = make();
    std::set<std::uint64_t> all;
    for (std::uint64_t region = 0; region < made->table.regions(); ++region) {
        FreeSlots free = made->table.free_slots(region);
        while (free.left() > 0) {
            EXPECT_TRUE(all.insert(free.next()).second);
            free.use();
        }
    }
    EXPECT_EQ(all.size(), slots - 1);
    EXPECT_EQ(*all.begin(), 1U);
    EXPECT_EQ(*all.rbegin(), slots - 1);
}

TEST_P(NodeTableOnNumbers, AMarkIsSetOnce) {
    const auto made = make();
    const std::uint64_t index = made->table.find_or_put(numbered_node(1), 1).index;
    made->table.unmark(all_slots);
    EXPECT_TRUE(made->table.mark(index));
    EXPECT_FALSE(made->table.mark(index));
    EXPECT_EQ(keep_marked(made->table), 1U);
    made->table.unmark(all_slots);
    EXPECT_TRUE(made->table.mark(index));
}

TEST_P(NodeTableOnNumbers, WhatIsNotMarkedIsGoneAndItsSlotFree) {
    const auto made = make();
    std::atomic<std::uint64_t> region = 0;
    Putter putter(made->table, region);
    for (std::uint64_t number = 1; number < slots; ++number) putter.put(numbered_node(number));
    made->table.unmark(all_slots);
    for (std::uint64_t index = 1; index < slots; ++index)
        if (index % 3 == 0) made->table.mark(index);
    EXPECT_EQ(keep_marked(made->table), (slots - 1) / 3);

    std::set<std::uint64_t> free;
    for (region = 0; region < made->table.regions(); ++region)
        for (FreeSlots each = made->table.free_slots(region); each.left() > 0; each.use()) free.insert(each.next());
    for (std::uint64_t index = 1; index < slots; ++index) {
        EXPECT_EQ(made->table.has(index), index % 3 == 0) << index;
        EXPECT_EQ(free.count(index), index % 3 == 0 ? 0U : 1U) << index;
    }
    EXPECT_EQ(free.count(0), 0U);
}

// A collection that is given up: what nobody holds is there, too.
TEST_P(NodeTableOnNumbers, AllAreKeptWhereAllAreMarked) {
    const auto made = make();
    std::atomic<std::uint64_t> region = 0;
    Putter putter(made->table, region);
    for (std::uint64_t number = 0; number < slots / 2; ++number) putter.put(numbered_node(number));
    const auto before = contents(made->table);
    made->table.unmark(all_slots);
    made->table.mark_all(all_slots);
    EXPECT_EQ(made->table.free_slots(0).left(), 0U);
    EXPECT_EQ(keep_marked(made->table), slots / 2);
    EXPECT_EQ(contents(made->table), before);
    for (const auto& [node, index] : before)
        EXPECT_EQ(made->table.find_or_put({node.first, node.second}, slots + 1).index, index);
}

// Against a map: nothing is lost, nothing is there twice, nothing that is kept moves.
TEST_P(NodeTableOnNumbers, AnyHistoryOfPutsAndCollectionsIsThatOfASet) {
    for (std::uint64_t seed = 1; seed <= 20; ++seed) {
        const auto made = make();
        std::mt19937_64 random(seed);
        std::map<std::uint64_t, std::uint64_t> there;
        for (int collection = 0; collection < 10; ++collection) {
            std::atomic<std::uint64_t> region = 0;
            Putter putter(made->table, region);
            while (there.size() < slots - 1) {
                const std::uint64_t number = random() % (2 * buckets);
                const NodeTable::Found found = putter.put(numbered_node(number));
                const auto [place, is_new] = there.emplace(number, found.index);
                ASSERT_EQ(found.inserted, is_new);
                ASSERT_EQ(found.index, place->second);
            }
            const std::uint64_t one_in = 1 + random() % 4;
            made->table.unmark(all_slots);
            for (auto each = there.begin(); each != there.end();) {
                if (random() % one_in == 0) {
                    EXPECT_TRUE(made->table.mark((each++)->second));
                } else {
                    each = there.erase(each);
                }
            }
            ASSERT_EQ(keep_marked(made->table), there.size());
            ASSERT_EQ(contents(made->table).size(), there.size());
        }
    }
}

TEST_P(NodeTableOnNumbers, NodesKeepTheirNumbersInALargerIndex) {
    constexpr std::uint64_t larger = 4 * buckets;
    Made made(larger, GetParam());
    std::atomic<std::uint64_t> region = 0;
    Putter putter(made.table, region);
    for (std::uint64_t number = 1; number < slots; ++number) putter.put(numbered_node(number));
    const auto before = contents(made.table);

    Index index(larger);
    NodeTable grown({made.nodes.data(), made.marks.data(), index.data()}, larger, GetParam());
    grown.mark_all(all_slots);
    EXPECT_EQ(keep_marked(grown), slots - 1);
    EXPECT_EQ(contents(grown), before);
    region = 0;
    Putter more(grown, region);
    for (std::uint64_t number = 1; number < NodeTable::slots_for(larger); ++number) {
        const NodeWords node = numbered_node(number);
        const NodeTable::Found found = more.put(node);
        ASSERT_EQ(found.inserted, number >= slots);
        if (found.inserted) continue;
        ASSERT_EQ(found.index, before.at({node.first, node.second}));
    }
    EXPECT_EQ(contents(grown).size(), NodeTable::slots_for(larger) - 1);
}

TEST(NodeTable, HasRoomForATagUnlessItHasAsManySlotsAsNumbers) {
    EXPECT_EQ(NodeTable::slots_for(NodeTable::max_buckets), std::uint64_t{3} << 30U);
    EXPECT_EQ(NodeTable::rounded(1), buckets);
    EXPECT_EQ(NodeTable::rounded(buckets + 1), 2 * buckets);
    // 21.3 bytes for each node of a full one.
    EXPECT_EQ(NodeTable::bytes(buckets), slots * 16 + buckets * 4);
}

// --- Several workers

// All put the same nodes, in the same order or in several, into a table that has been collected, and so has free slots
// here and there.
TEST(NodeTable, WorkersThatPutTheSameAtOnceGetTheSame) {
    constexpr unsigned workers = 4;
    for (unsigned round = 0; round < 60; ++round) {
        Made made(buckets, false);
        std::atomic<std::uint64_t> region = 0;
        Putter before(made.table, region);
        for (std::uint64_t number = 1; number < slots; ++number) before.put(numbered_node(slots + number));
        made.table.unmark(all_slots);
        std::uint64_t left = 0;
        for (std::uint64_t index = 1; index < slots; ++index)
            if (index % 8 == round % 8) left += made.table.mark(index) ? 1U : 0U;
        ASSERT_EQ(keep_marked(made.table), left);

        // Each worker leaves part of a region.
        const std::uint64_t nodes = slots - 1 - left - workers * made.table.region_slots();
        std::vector<std::vector<std::uint64_t>> found(workers, std::vector<std::uint64_t>(nodes));
        std::atomic<std::uint64_t> inserted = 0;
        std::barrier together(workers);
        std::vector<std::thread> threads;
        region = 0;
        for (unsigned worker = 0; worker < workers; ++worker) {
            threads.emplace_back([&, worker] {
                std::vector<std::uint64_t> order(nodes);
                for (std::uint64_t each = 0; each < nodes; ++each) order[each] = each;
                std::mt19937_64 random(worker);
                if (round % 2 == 0) std::shuffle(order.begin(), order.end(), random);
                Putter putter(made.table, region);
                together.arrive_and_wait();
                for (const std::uint64_t number : order) {
                    const NodeTable::Found place = putter.put(numbered_node(number));
                    found[worker][number] = place.index;
                    if (place.inserted) ++inserted;
                }
            });
        }
        for (std::thread& each : threads) each.join();

        EXPECT_EQ(inserted, nodes);
        std::set<std::uint64_t> distinct;
        for (std::uint64_t number = 0; number < nodes; ++number) {
            distinct.insert(found[0][number]);
            ASSERT_EQ(made.table.node({found[0][number]}), numbered_node(number));
            for (unsigned worker = 1; worker < workers; ++worker) ASSERT_EQ(found[worker][number], found[0][number]);
        }
        EXPECT_EQ(distinct.size(), nodes);
        // Nothing is left in a slot of who came late.
        EXPECT_EQ(contents(made.table).size(), nodes + left);
    }
}

// Each has its slots, and all have one index; what is marked by several at once is marked by one of them.
TEST(NodeTable, WorkersCollectTogether) {
    constexpr unsigned workers = 4;
    for (unsigned round = 0; round < 50; ++round) {
        Made made(buckets, false);
        std::atomic<std::uint64_t> region = 0;
        Putter putter(made.table, region);
        for (std::uint64_t number = 1; number < slots; ++number) putter.put(numbered_node(number));
        const auto before = contents(made.table);
        made.table.unmark(all_slots);
        made.table.clear_index({0, buckets});
        std::atomic<std::uint64_t> marked = 0;
        std::atomic<std::uint64_t> kept = 0;
        std::barrier together(workers);
        std::vector<std::thread> threads;
        for (unsigned worker = 0; worker < workers; ++worker) {
            threads.emplace_back([&, worker] {
                together.arrive_and_wait();
                for (std::uint64_t index = 1; index < slots; ++index)
                    if (index % 5 != 0 && made.table.mark(index)) ++marked;
                together.arrive_and_wait();
                constexpr std::uint64_t share = slots / workers;
                kept += made.table.keep_marked({worker * share, (worker + 1) * share});
            });
        }
        for (std::thread& each : threads) each.join();
        ASSERT_EQ(marked, slots - 1 - (slots - 1) / 5);
        ASSERT_EQ(kept, marked);
        for (const auto& [node, index] : before) {
            if (index % 5 == 0) continue;
            ASSERT_EQ(made.table.find_or_put({node.first, node.second}, slots + 1).index, index);
        }
    }
}

// Two want one bucket, each for a node of its own, at the same moment, and again and again.
TEST(NodeTable, WorkersThatWantOneBucketForDifferentNodesGetOneEach) {
    constexpr unsigned workers = 2;
    constexpr unsigned rounds = test::sanitized ? 500 : 5000;
    // All nodes have one bucket where there is one line.
    constexpr unsigned each_has = 8;
    Made made(buckets, false);
    std::atomic<unsigned> here = 0;
    const auto meet = [&](unsigned all) {
        ++here;
        while (here < all) std::this_thread::yield();
    };
    std::vector<NodeWords> nodes;
    for (std::uint64_t number = 0; nodes.size() < workers * each_has; ++number) {
        const NodeWords node = numbered_node(number);
        if (scale(mix(node.first, node.second), buckets / 16) == 7) nodes.push_back(node);
    }
    std::vector<std::thread> threads;
    for (unsigned worker = 0; worker < workers; ++worker) {
        threads.emplace_back([&, worker] {
            for (unsigned round = 0; round < rounds; ++round) {
                meet((2 * round + 1) * workers);
                for (unsigned each = 0; each < each_has; ++each) {
                    const unsigned number = worker * each_has + each;
                    EXPECT_TRUE(made.table.find_or_put(nodes[number], 1 + number).inserted);
                }
                meet((2 * round + 2) * workers);
                if (worker > 0) continue;
                for (unsigned number = 0; number < nodes.size(); ++number)
                    EXPECT_EQ(made.table.find_or_put(nodes[number], slots + 1).index, 1 + number);
                made.table.unmark(all_slots);
                EXPECT_EQ(keep_marked(made.table), 0U);
            }
        });
    }
    for (std::thread& each : threads) each.join();
}

}  // namespace
}  // namespace scrump::detail
