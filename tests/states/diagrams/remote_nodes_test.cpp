// Nodes that lie spread over localities that do not share memory: what workers ask of their owners, in one process.

#include <scrump/states/diagrams/detail/remote_nodes.hpp>

#include <scrump/net/detail/group_of_one.hpp>
#include <scrump/runtime/session.hpp>
#include <scrump/runtime/spmd.hpp>

#include "table_words.hpp"
#include "ways.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <random>
#include <set>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

namespace scrump::detail {
namespace {

using test::numbered_node;

constexpr std::uint64_t buckets_each = NodeTable::fewest_buckets;

class RemoteNodesOnNumbers : public testing::TestWithParam<AccessMode> {
  protected:
    // Has each worker of all localities call it with its number, the nodes, and what is asked of their owners.
    using Program = std::function<void(unsigned worker, RemoteNodes& nodes, RemoteAccess& access)>;
    static void run(unsigned localities, unsigned workers, const Program& program) {
        Session session(std::make_unique<GroupOfOne>(GetParam()));
        Settings settings;
        settings.workers = workers;
        settings.localities = localities;
        settings.session = &session;
        settings.pin = false;
        const Status status = run_on_all_workers(settings, {{"nodes", 2 * buckets_each}}, [&](const SpmdWorker& self) {
            RemoteAccess& access = *self.arrays.front();
            RemoteNodes nodes(access, buckets_each, [] { throw std::runtime_error("the run ends"); });
            const unsigned worker = self.locality * self.workers + self.index;
            if (worker == 0) RemoteNodes::reserve_constant(access.direct(0));
            program(worker, nodes, access);
        });
        EXPECT_EQ(status, Status::complete);
    }
    // The same with a single one that does something.
    static void run_alone(unsigned localities,
                          const std::function<void(RemoteNodes& nodes, RemoteAccess& access)>& program) {
        run(localities, 1, [&](unsigned worker, RemoteNodes& nodes, RemoteAccess& access) {
            if (worker == 0) program(nodes, access);
        });
    }
};
INSTANTIATE_TEST_SUITE_P(AccessModes, RemoteNodesOnNumbers, testing::Values(AccessMode::direct, AccessMode::messages),
                         [](const auto& of) {
                             return std::string(of.param == AccessMode::direct ? "direct" : "messages");
                         });

TEST_P(RemoteNodesOnNumbers, OthersAreReachedByMessagesWhereTheyShareNoMemory) {
    run_alone(2, [](RemoteNodes& nodes, RemoteAccess& access) {
        EXPECT_EQ(nodes.buckets(), 2 * buckets_each);
        EXPECT_EQ(access.direct(1) == nullptr, GetParam() == AccessMode::messages);
    });
}

TEST_P(RemoteNodesOnNumbers, ANodeIsPutOnceAndFoundWhereItIs) {
    run_alone(3, [](RemoteNodes& nodes, RemoteAccess& /*access*/) {
        constexpr std::uint64_t count = 3 * buckets_each / 2;
        std::map<std::uint64_t, std::uint64_t> where;
        std::set<std::uint64_t> owners;
        for (std::uint64_t number = 0; number < count; ++number) {
            const NodeTable::Found found = nodes.find_or_put(numbered_node(number));
            EXPECT_TRUE(found.inserted);
            EXPECT_TRUE(where.emplace(found.index, number).second);
            owners.insert(found.index / buckets_each);
        }
        EXPECT_EQ(where.count(0), 0U);
        EXPECT_EQ(owners, (std::set<std::uint64_t>{0, 1, 2}));
        for (int round = 0; round < 2; ++round) {
            for (const auto& [index, number] : where) {
                EXPECT_EQ(nodes.node({index}), numbered_node(number));
                EXPECT_EQ(nodes.node(!Edge{index}), numbered_node(number));
                EXPECT_EQ(nodes.find_or_put(numbered_node(number)).index, index);
                EXPECT_FALSE(nodes.find_or_put(numbered_node(number)).inserted);
            }
            nodes.forget();
        }
    });
}

// Bucket 0 is the constant's, and nothing else is lacking.
TEST_P(RemoteNodesOnNumbers, AFullOneSaysSoAndStillFindsWhatItHas) {
    run_alone(2, [](RemoteNodes& nodes, RemoteAccess& /*access*/) {
        std::map<std::uint64_t, std::uint64_t> where;
        bool refused = false;
        const std::uint64_t nearly_all = nodes.buckets() * 15 / 16;
        for (std::uint64_t number = 0; number < 6 * buckets_each && !(refused && where.size() > nearly_all); ++number) {
            const NodeTable::Found found = nodes.find_or_put(numbered_node(number));
            EXPECT_EQ(found.inserted, found.index != 0);
            refused = refused || found.index == 0;
            EXPECT_TRUE(!refused || where.size() > nodes.buckets() * 3 / 4) << "there was room for " << number;
            EXPECT_TRUE(found.index == 0 || where.emplace(found.index, number).second);
        }
        EXPECT_TRUE(refused);
        EXPECT_GT(where.size(), nearly_all);
        for (const auto& [index, number] : where) EXPECT_EQ(nodes.find_or_put(numbered_node(number)).index, index);
    });
}

TEST_P(RemoteNodesOnNumbers, AMarkIsSetOnce) {
    run_alone(2, [](RemoteNodes& nodes, RemoteAccess& /*access*/) {
        for (std::uint64_t number = 0; number < 20; ++number) {
            const std::uint64_t index = nodes.find_or_put(numbered_node(number)).index;
            EXPECT_TRUE(nodes.mark(index));
            EXPECT_FALSE(nodes.mark(index));
        }
        EXPECT_EQ(nodes.keep_marked(), 20U);
        nodes.forget();
        EXPECT_TRUE(nodes.mark(nodes.find_or_put(numbered_node(7)).index));
    });
}

// Against a set: nothing is lost, nothing is there twice, nothing that is kept moves.
TEST_P(RemoteNodesOnNumbers, AnyHistoryOfPutsAndSweepsIsThatOfASet) {
    run_alone(2, [](RemoteNodes& nodes, RemoteAccess& /*access*/) {
        std::mt19937_64 random(1);
        std::map<std::uint64_t, std::uint64_t> there;
        for (int collection = 0; collection < 4; ++collection) {
            while (there.size() < nodes.buckets() * 7 / 8) {
                const std::uint64_t number = random() % (2 * nodes.buckets());
                const NodeTable::Found found = nodes.find_or_put(numbered_node(number));
                ASSERT_NE(found.index, 0U);
                const auto [place, is_new] = there.emplace(number, found.index);
                ASSERT_EQ(found.inserted, is_new);
                ASSERT_EQ(found.index, place->second);
            }
            for (auto each = there.begin(); each != there.end();) {
                if (random() % 3 == 0) {
                    EXPECT_TRUE(nodes.mark((each++)->second));
                } else {
                    each = there.erase(each);
                }
            }
            ASSERT_EQ(nodes.keep_marked(), there.size());
            nodes.forget();
        }
    });
}

TEST_P(RemoteNodesOnNumbers, WorkersThatPutTheSameAtOnceGetTheSame) {
    constexpr std::uint64_t count = buckets_each;
    constexpr unsigned all = 4;
    std::vector<std::vector<std::uint64_t>> where(all, std::vector<std::uint64_t>(count));
    std::atomic<std::uint64_t> inserted = 0;
    std::atomic<unsigned> here = 0;
    run(2, 2, [&](unsigned worker, RemoteNodes& nodes, RemoteAccess& /*access*/) {
        ++here;
        while (here < all) std::this_thread::yield();
        for (std::uint64_t number = 0; number < count; ++number) {
            const NodeTable::Found found = nodes.find_or_put(numbered_node(number));
            where[worker][number] = found.index;
            if (found.inserted) ++inserted;
            EXPECT_EQ(nodes.node({found.index}), numbered_node(number));
        }
    });
    EXPECT_EQ(inserted, count);
    for (unsigned worker = 1; worker < all; ++worker) EXPECT_EQ(where[worker], where[0]);
    EXPECT_EQ(std::set(where[0].begin(), where[0].end()).size(), count);
}

// A claimed bucket has its second word a moment later.
TEST_P(RemoteNodesOnNumbers, WhoMeetsTheFirstWordOfItsNodeWaitsForTheSecond) {
    const NodeWords node = numbered_node(5);
    const std::uint64_t bucket =
        ProbeSequence(mix(node.first, node.second), 2 * buckets_each / ProbeSequence::group_buckets).bucket();
    ASSERT_NE(bucket, 0U);
    std::atomic<bool> claimed = false;
    std::atomic<bool> begun = false;
    run(2, 1, [&](unsigned worker, RemoteNodes& nodes, RemoteAccess& access) {
        const auto owner = static_cast<unsigned>(bucket / buckets_each);
        const std::size_t word = 2 * (bucket % buckets_each);
        if (worker == 0) {
            access.put(owner, word, node.first).wait();
            claimed = true;
            while (!begun) std::this_thread::yield();
            for (int look = 0; look < 20; ++look) std::this_thread::yield();
            access.put(owner, word + 1, node.second).wait();
        } else {
            while (!claimed) std::this_thread::yield();
            begun = true;
            const NodeTable::Found found = nodes.find_or_put(node);
            EXPECT_EQ(found.index, bucket);
            EXPECT_FALSE(found.inserted);
        }
    });
}

// Then each locality has a multiple of the fewest buckets of its own; else they have them together.
TEST(RemoteNodes, AreThoseOfFunctionsWhereNoMemoryIsShared) {
    for (const AccessMode mode : {AccessMode::direct, AccessMode::messages}) {
        test::run_in({.workers = 1, .localities = 2, .access_mode = mode, .spread = true},
                     {.buckets = buckets_each, .max_buckets = buckets_each}, [&](Diagrams& diagrams) {
                         EXPECT_EQ(diagrams.statistics().buckets,
                                   mode == AccessMode::direct ? buckets_each : 2 * buckets_each);
                     });
    }
}

}  // namespace
}  // namespace scrump::detail
