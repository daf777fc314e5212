#include <scrump/states/diagrams/detail/node_table.hpp>

#include <scrump/base/error.hpp>

#include "table_words.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <barrier>
#include <cstdint>
#include <map>
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

// A table with its words. One worker has it, or several.
class NodeTableOnNumbers : public testing::TestWithParam<bool> {
  protected:
    static constexpr std::uint64_t buckets = NodeTable::fewest_buckets;

    struct Made {
        TableWords words;
        NodeTable table;

        Made(std::uint64_t buckets, bool alone) : words(2 * buckets), table(words.data(), buckets, alone) {
            table.reserve_constant();
        }
    };
    static Made make(std::uint64_t count = buckets) { return {count, GetParam()}; }

    // What is in it, and where; nothing twice.
    static std::map<std::pair<std::uint64_t, std::uint64_t>, std::uint64_t> contents(const NodeTable& table) {
        std::map<std::pair<std::uint64_t, std::uint64_t>, std::uint64_t> all;
        table.each([&](std::uint64_t index, const NodeWords& node) {
            EXPECT_TRUE(all.emplace(std::pair(node.first, node.second), index).second) << "twice: " << index;
        });
        return all;
    }
};
INSTANTIATE_TEST_SUITE_P(Workers, NodeTableOnNumbers, testing::Values(true, false),
                         [](const auto& of) { return std::string(of.param ? "one" : "several"); });

TEST_P(NodeTableOnNumbers, ANodeIsPutOnceAndFoundWhereItIs) {
    Made made = make();
    std::set<std::uint64_t> indexes;
    for (int round = 0; round < 2; ++round) {
        for (std::uint64_t number = 0; number < buckets / 2; ++number) {
            const NodeWords node = numbered_node(number);
            const NodeTable::Found found = made.table.find_or_put(node);
            EXPECT_EQ(found.inserted, round == 0);
            EXPECT_EQ(indexes.insert(found.index).second, round == 0);
            EXPECT_EQ(made.table.node({found.index}), node);
            EXPECT_EQ(made.table.node(!Edge{found.index}), node);
            EXPECT_TRUE(made.table.has(found.index));
        }
    }
    EXPECT_EQ(indexes.size(), buckets / 2);
    EXPECT_EQ(indexes.count(0), 0U);
    EXPECT_LT(*indexes.rbegin(), buckets);
    EXPECT_EQ(contents(made.table).size(), buckets / 2);
}

TEST_P(NodeTableOnNumbers, HasNoNodeButThoseThatWerePut) {
    Made made = make();
    const std::uint64_t index = made.table.find_or_put(numbered_node(1)).index;
    for (std::uint64_t each = 0; each < 2 * buckets; ++each) EXPECT_EQ(made.table.has(each), each == index);
}

TEST_P(NodeTableOnNumbers, AFullOneSaysSoAndStillFindsWhatItHas) {
    Made made = make();
    std::map<std::uint64_t, std::uint64_t> where;
    std::uint64_t refused = 0;
    for (std::uint64_t number = 0; number < 4 * buckets; ++number) {
        const NodeTable::Found found = made.table.find_or_put(numbered_node(number));
        EXPECT_EQ(found.inserted, found.index != 0);
        if (found.index == 0) {
            ++refused;
        } else {
            where.emplace(number, found.index);
        }
    }
    EXPECT_GT(refused, 0U);
    EXPECT_GT(where.size(), buckets * 9 / 10);
    EXPECT_EQ(where.size() + refused, 4 * buckets);
    for (const auto& [number, index] : where) {
        const NodeTable::Found found = made.table.find_or_put(numbered_node(number));
        EXPECT_EQ(found.index, index);
        EXPECT_FALSE(found.inserted);
    }
    EXPECT_EQ(contents(made.table).size(), where.size());
}

TEST_P(NodeTableOnNumbers, AMarkIsSetOnce) {
    Made made = make();
    const std::uint64_t index = made.table.find_or_put(numbered_node(1)).index;
    EXPECT_TRUE(made.table.mark(index));
    EXPECT_FALSE(made.table.mark(index));
    EXPECT_EQ(made.table.sweep(), 1U);
    EXPECT_TRUE(made.table.mark(index));
}

TEST_P(NodeTableOnNumbers, ASweepKeepsTheConstantsBucket) {
    Made made = make();
    EXPECT_EQ(made.table.sweep(), 0U);
    std::set<std::uint64_t> indexes;
    for (std::uint64_t number = 0; number < 4 * buckets; ++number)
        indexes.insert(made.table.find_or_put(numbered_node(number)).index);
    EXPECT_GT(indexes.size(), buckets * 9 / 10);
    EXPECT_EQ(contents(made.table).size(), indexes.size() - 1);  // 0: there was no room
}

// So full that sequences are long: what lay behind others is found when those are gone.
TEST_P(NodeTableOnNumbers, ASweepKeepsMarkedNodesWhereTheyAreAndFreesAllOthers) {
    Made made = make();
    constexpr std::uint64_t nodes = buckets * 15 / 16;
    std::vector<std::uint64_t> where;
    for (std::uint64_t number = 0; number < nodes; ++number)
        where.push_back(made.table.find_or_put(numbered_node(number)).index);
    std::uint64_t kept = 0;
    for (std::uint64_t number = nodes / 2; number < nodes; number += 2) {
        made.table.mark(where[number]);
        ++kept;
    }
    EXPECT_EQ(made.table.sweep(), kept);
    EXPECT_EQ(contents(made.table).size(), kept);
    for (int round = 0; round < 2; ++round) {
        for (std::uint64_t number = nodes; number-- > 0;) {
            const NodeTable::Found found = made.table.find_or_put(numbered_node(number));
            const bool marked = number >= nodes / 2 && (number - nodes / 2) % 2 == 0;
            ASSERT_NE(found.index, 0U);
            EXPECT_EQ(found.inserted, !marked && round == 0) << number;
            EXPECT_TRUE(!marked || found.index == where[number]);
        }
    }
    EXPECT_EQ(contents(made.table).size(), nodes);  // what was freed was used again, all of it
}

// Where two come to one bucket first, and the one that has it goes.
TEST_P(NodeTableOnNumbers, AFreedBucketIsUsedBeforeAnEmptyOne) {
    const auto first_bucket = [](const NodeWords& node) {
        return ProbeSequence(NodeTable::hash(node), buckets / ProbeSequence::group_buckets).bucket();
    };
    const NodeWords one = numbered_node(1);
    std::uint64_t number = 2;
    while (first_bucket(numbered_node(number)) != first_bucket(one)) ++number;
    const NodeWords other = numbered_node(number);

    Made made = make();
    const std::uint64_t bucket = made.table.find_or_put(one).index;
    EXPECT_EQ(bucket, first_bucket(one));
    const std::uint64_t further = made.table.find_or_put(other).index;
    EXPECT_NE(further, bucket);
    made.table.mark(further);
    made.table.sweep();
    EXPECT_EQ(made.table.find_or_put(other).index, further);
    EXPECT_EQ(made.table.find_or_put(one).index, bucket);
    EXPECT_EQ(made.table.find_or_put(other).index, further);
}

// Against a set: nothing is lost, nothing is there twice, nothing that is kept moves.
TEST_P(NodeTableOnNumbers, AnyHistoryOfPutsAndSweepsIsThatOfASet) {
    for (std::uint64_t seed = 1; seed <= 20; ++seed) {
        Made made = make();
        std::mt19937_64 random(seed);
        std::map<std::uint64_t, std::uint64_t> there;
        for (int collection = 0; collection < 10; ++collection) {
            while (there.size() < buckets * 7 / 8) {
                const std::uint64_t number = random() % (2 * buckets);
                const NodeTable::Found found = made.table.find_or_put(numbered_node(number));
                ASSERT_NE(found.index, 0U);
                const auto [place, is_new] = there.emplace(number, found.index);
                ASSERT_EQ(found.inserted, is_new);
                ASSERT_EQ(found.index, place->second);
            }
            const std::uint64_t one_in = 1 + random() % 4;
            for (auto each = there.begin(); each != there.end();) {
                if (random() % one_in == 0) {
                    EXPECT_TRUE(made.table.mark((each++)->second));
                } else {
                    each = there.erase(each);
                }
            }
            ASSERT_EQ(made.table.sweep(), there.size());
            ASSERT_EQ(contents(made.table).size(), there.size());
        }
    }
}

// --- Move: a function is what its node, and those below it, say

// Values of the function of an edge for all values of a few variables.
std::uint64_t truth_table(const NodeTable& table, Edge edge, unsigned variables) {
    std::uint64_t values = 0;
    for (std::uint64_t assignment = 0; assignment < std::uint64_t{1} << variables; ++assignment) {
        Edge at = edge;
        while (!at.is_constant()) {
            const NodeWords node = table.node(at);
            at = (assignment >> node.level() & 1U ? node.high() : node.low()).complemented_as(at);
        }
        values |= std::uint64_t{at == Edge::yes()} << assignment;
    }
    return values;
}

Edge random_function(NodeTable& table, std::mt19937_64& random, Level level, Level variables) {
    if (level == variables) return random() % 2 == 0 ? Edge::no() : Edge::yes();
    const Edge low = random_function(table, random, level + 1, variables);
    const Edge high = random_function(table, random, level + 1, variables);
    if (low == high) return low;
    const NodeWords node = NodeWords::of(level, low.regular(), high.complemented_as(low));
    return Edge{table.find_or_put(node).index}.complemented_as(low);
}

TEST_P(NodeTableOnNumbers, FunctionsMoveToALargerOneWithAllThatTheyShare) {
    std::mt19937_64 random(3);
    Made from = make();
    std::vector<Edge> functions{Edge::no(), Edge::yes()};
    for (int each = 0; each < 20; ++each) functions.push_back(random_function(from.table, random, 0, 6));
    for (std::size_t each = 0; each < 20; ++each) functions.push_back(!functions[2 + each]);
    std::vector<std::uint64_t> values;
    for (const Edge each : functions) values.push_back(truth_table(from.table, each, 6));
    const std::size_t nodes = contents(from.table).size();

    Made to = make(4 * buckets);
    from.table.move_all(to.table);
    std::vector<Edge> moved;
    for (const Edge each : functions) moved.push_back(from.table.moved(each));
    EXPECT_EQ(contents(to.table).size(), nodes);
    for (std::size_t each = 0; each < functions.size(); ++each) {
        EXPECT_EQ(truth_table(to.table, moved[each], 6), values[each]);
        for (std::size_t other = 0; other < functions.size(); ++other)
            EXPECT_EQ(moved[each] == moved[other], values[each] == values[other]);
    }
}

// --- Several workers

TEST(NodeTable, WhoMeetsTheFirstWordOfItsNodeWaitsForTheSecond) {
    constexpr std::uint64_t buckets = NodeTable::fewest_buckets;
    for (std::uint64_t number = 0; number < 50; ++number) {
        const TableWords words(2 * buckets);
        NodeTable table(words.data(), buckets, false);
        table.reserve_constant();
        const NodeWords node = numbered_node(number);
        const std::uint64_t bucket =
            ProbeSequence(NodeTable::hash(node), buckets / ProbeSequence::group_buckets).bucket();
        if (bucket == 0) continue;
        words.data()[2 * bucket] = node.first;  // claimed
        std::atomic<bool> begun = false;
        NodeTable::Found found;
        std::thread other([&] {
            begun = true;
            found = table.find_or_put(node);
        });
        while (!begun) std::this_thread::yield();
        for (int look = 0; look < 20; ++look) std::this_thread::yield();
        words.data()[2 * bucket + 1].store(node.second, std::memory_order_release);
        other.join();
        EXPECT_EQ(found.index, bucket);
        EXPECT_FALSE(found.inserted);
    }
}

// Two, at the same moment, and again and again.
TEST(NodeTable, WorkersThatWantOneBucketForDifferentNodesGetOneEach) {
    constexpr std::uint64_t buckets = NodeTable::fewest_buckets;
    constexpr unsigned workers = 2;
    constexpr unsigned each_has = 4;
    constexpr unsigned rounds = 5000;
    std::vector<NodeWords> nodes;
    for (std::uint64_t number = 0; nodes.size() < workers * each_has; ++number) {
        const NodeWords node = numbered_node(number);
        if (ProbeSequence(NodeTable::hash(node), buckets / ProbeSequence::group_buckets).bucket() == 77)
            nodes.push_back(node);
    }
    const TableWords words(2 * buckets);
    NodeTable table(words.data(), buckets, false);
    table.reserve_constant();
    std::atomic<unsigned> here = 0;
    const auto meet = [&](unsigned all) {
        ++here;
        while (here < all) std::this_thread::yield();
    };
    std::vector<std::thread> threads;
    for (unsigned worker = 0; worker < workers; ++worker) {
        threads.emplace_back([&, worker] {
            for (unsigned round = 0; round < rounds; ++round) {
                meet((2 * round + 1) * workers);
                for (unsigned each = 0; each < each_has; ++each)
                    EXPECT_TRUE(table.find_or_put(nodes[worker * each_has + each]).inserted);
                meet((2 * round + 2) * workers);
                if (worker > 0) continue;
                for (const NodeWords& node : nodes) {
                    const NodeTable::Found found = table.find_or_put(node);
                    EXPECT_FALSE(found.inserted);
                    EXPECT_EQ(table.node({found.index}), node);
                }
                table.sweep();
            }
        });
    }
    for (std::thread& each : threads) each.join();
}

// All put the same nodes, in the same order or in several, into a table that has been swept, and so has vacant buckets.
TEST(NodeTable, WorkersThatPutTheSameAtOnceGetTheSame) {
    constexpr std::uint64_t buckets = NodeTable::fewest_buckets;
    constexpr std::uint64_t nodes = buckets * 7 / 8;
    constexpr unsigned workers = 4;
    for (unsigned round = 0; round < 60; ++round) {
        const TableWords words(2 * buckets);
        NodeTable table(words.data(), buckets, false);
        table.reserve_constant();
        std::uint64_t left = 0;
        for (std::uint64_t number = 0; number < nodes; ++number) {
            const std::uint64_t index = table.find_or_put(numbered_node(nodes + number)).index;
            if (index != 0 && number % 8 == round % 8) {
                table.mark(index);
                ++left;
            }
        }
        ASSERT_EQ(table.sweep(), left);

        std::vector<std::vector<std::uint64_t>> found(workers, std::vector<std::uint64_t>(nodes - left));
        std::atomic<std::uint64_t> inserted = 0;
        std::barrier together(workers);
        std::vector<std::thread> threads;
        for (unsigned worker = 0; worker < workers; ++worker) {
            threads.emplace_back([&, worker] {
                std::vector<std::uint64_t> order(nodes - left);
                for (std::uint64_t each = 0; each < order.size(); ++each) order[each] = each;
                std::mt19937_64 random(worker);
                if (round % 2 == 0) std::shuffle(order.begin(), order.end(), random);
                together.arrive_and_wait();
                for (const std::uint64_t number : order) {
                    const NodeTable::Found place = table.find_or_put(numbered_node(number));
                    found[worker][number] = place.index;
                    if (place.inserted) ++inserted;
                }
            });
        }
        for (std::thread& each : threads) each.join();

        EXPECT_EQ(inserted, nodes - left);
        std::set<std::uint64_t> distinct;
        for (std::uint64_t number = 0; number < nodes - left; ++number) {
            distinct.insert(found[0][number]);
            ASSERT_NE(found[0][number], 0U);
            ASSERT_EQ(table.node({found[0][number]}), numbered_node(number));
            for (unsigned worker = 1; worker < workers; ++worker) ASSERT_EQ(found[worker][number], found[0][number]);
        }
        EXPECT_EQ(distinct.size(), nodes - left);
    }
}

}  // namespace
}  // namespace scrump::detail
