// What a collection keeps while tasks are under way: what workers hold, and what stolen tasks came to.

#include <scrump/base/detail/platform.hpp>
#include <scrump/states/diagrams/detail/diagram_locality.hpp>

#include <scrump/base/memory.hpp>
#include <scrump/runtime/session.hpp>
#include <scrump/tasks.hpp>
#include <scrump/tasks/detail/task_locality.hpp>
#include <scrump/tasks/detail/task_worker.hpp>

#include "support/one_sleeps_on.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <thread>
#include <utility>
#include <vector>

namespace scrump::detail {
namespace {

// A computation of which the first task has the locality at hand.
class DiagramLocalityByHand : public testing::TestWithParam<DequeKind> {
  protected:
    void run(unsigned workers, const std::function<void(Fork)>& first) {
        const DiagramOptions options{.buckets = 4096, .max_buckets = 4096};
        HeldByHandles handles;
        DiagramStatistics figures;
        run_first_task({.workers = workers, .deque = GetParam()}, {.call = first}, [&](TaskLocality& home) {
            home_ = &home;
            auto made = std::make_unique<DiagramLocality>(home, options, addresses_for_arrays(), handles, figures);
            locality_ = made.get();
            return made;
        });
    }

    // While all others stand still.
    void collect() {
        while (!home_->alone([&] { locality_->collect_in_operations({}); })) {
        }
    }
    // Earlier computations leave their results in the memory of deques. Where those might be results of stolen tasks, a
    // collection takes them for such, and keeps more than is held.
    void clear_leftovers() {
        const auto clear = [&] {
            for (unsigned index = 0; index < home_->size(); ++index)
                for (Descriptor& task : home_->task_worker(index).stolen_and_next())
                    std::ranges::fill(task.content, std::byte{0});
        };
        while (!home_->alone(clear)) {
        }
    }
    // Conjunctions of the same variables, as nodes of these levels.
    static constexpr Level first_level = 3;
    static constexpr Level levels = 20;
    static Edge make_chain(const Fork& fork, Level offset = 0) {
        DiagramWorker& worker = context_of<DiagramWorker>(fork);
        Edge chain = Edge::yes();
        for (Level level = first_level + levels; level-- > first_level;) {
            const DiagramWorker::Held held(worker, chain);
            chain = worker.make(level + offset, Edge::no(), chain);
        }
        return chain;
    }
    static bool is_chain(const Fork& fork, Edge chain, Level offset = 0) {
        DiagramWorker& worker = context_of<DiagramWorker>(fork);
        for (Level level = first_level; level < first_level + levels; ++level) {
            const Cofactors of = worker.cofactors(chain);
            if (chain.is_constant() || of.level != level + offset || of.low != Edge::no()) return false;
            chain = of.high;
        }
        return chain == Edge::yes();
    }
    // Until the oldest task that the first worker spawned has ended elsewhere.
    void wait_until_oldest_is_done(Fork fork) const {
        while (home_->task_worker(0).stolen_and_next()[0].get() != Descriptor::State::done) {
            fork.communicate();
            std::this_thread::yield();
        }
    }

    TaskLocality* home_ = nullptr;
    DiagramLocality* locality_ = nullptr;
};
INSTANTIATE_TEST_SUITE_P(Deques, DiagramLocalityByHand, testing::Values(DequeKind::private_deque, DequeKind::split),
                         [](const auto& of) { return std::string(name(of.param)); });

// As where there was memory for a larger index, and none for a larger cache.
TEST_P(DiagramLocalityByHand, WhatAGrowthThatCameToNothingHasMadeReplacesNothing) {
    run(1, [&](const Fork& /*fork*/) {
        DiagramMemory memory(home_->remote_memory(), {.buckets = 1024, .max_buckets = 4096}, addresses_for_arrays(),
                             {.alone = true});
        const NodeWords node = NodeWords::of(0, Edge::no(), Edge::yes());
        EXPECT_TRUE(memory.nodes(0).find_or_put(node, 7).inserted);
        EXPECT_EQ(memory.nodes(1).buckets(), 4096U);
        memory.release_former(0);
        EXPECT_EQ(memory.nodes(0).find_or_put(node, 8).index, 7U);
        memory.release_former(1);
        EXPECT_TRUE(memory.nodes(0).find_or_put(node, 8).inserted);  // an index anew
    });
}

// One of 2^22 entries: those of smaller tables have more than one for a bucket.
TEST_P(DiagramLocalityByHand, ACacheThatIsAsLargeAfterAGrowthIsTheSame) {
    run(1, [&](const Fork& /*fork*/) {
        DiagramMemory memory(home_->remote_memory(), {.buckets = 1U << 18U, .max_buckets = 1U << 24U},
                             addresses_for_arrays(), {.alone = true});
        EXPECT_EQ(memory.entries(0), 1U << 20U);
        EXPECT_EQ(memory.entries(1), 1U << 22U);
        EXPECT_EQ(memory.entries(2), 1U << 22U);
        EXPECT_EQ(memory.entries(3), 1U << 24U);
        EXPECT_FALSE(memory.cache(0) == memory.cache(1));
        const auto key = OperationKey::of(OperationKey::Kind::conjunction, {2}, {4});
        const auto epoch = OperationCache::Epoch::after(0);
        OperationCache cache = memory.cache(1);
        cache.put(cache.place(key), key, epoch, {6});
        memory.release_former(2);
        EXPECT_TRUE(memory.cache(2) == cache);
        Edge result;
        EXPECT_TRUE(memory.cache(2).find(cache.place(key), key, epoch, result));
        EXPECT_EQ(result, Edge{6});
        EXPECT_FALSE(memory.cache(3) == cache);
    });
}

TEST_P(DiagramLocalityByHand, ACollectionKeepsWhatIsHeld) {
    run(2, [&](Fork fork) {
        clear_leftovers();
        DiagramWorker& worker = context_of<DiagramWorker>(fork);
        const Edge chain = make_chain(fork);
        {
            const DiagramWorker::Held held(worker, !chain);
            collect();
            EXPECT_TRUE(is_chain(fork, chain));
            EXPECT_EQ(locality_->statistics().nodes, levels);
        }
        collect();
        EXPECT_EQ(locality_->statistics().nodes, 0U);
    });
}

TEST_P(DiagramLocalityByHand, ACollectionBetweenOperationsKeepsWhatHandlesHoldAlone) {
    run(1, [&](Fork fork) {
        const DiagramWorker::Held held(context_of<DiagramWorker>(fork), make_chain(fork));
        locality_->collect();
        EXPECT_EQ(locality_->statistics().nodes, 0U);
    });
}

TEST_P(DiagramLocalityByHand, ACollectionKeepsWhatAStolenTaskCameTo) {
    run(2, [&](Fork fork) {
        auto task = fork.spawn([](Fork inner) { return make_chain(inner); });
        fork.call([&](Fork inner) { wait_until_oldest_is_done(std::move(inner)); });
        collect();
        const Edge chain = fork.sync(task);
        EXPECT_TRUE(is_chain(fork, chain));
        EXPECT_EQ(locality_->statistics().nodes, levels);
    });
}

// Who waits for a thief sleeps until that has ended, and a third one has called all to stand still: it does so before
// it takes the result.
TEST_P(DiagramLocalityByHand, ACollectionKeepsWhatHasJustBeenWaitedFor) {
    test::OneSleepsOn platform;
    const test::Platform::Scope scope(platform);
    std::thread lets_go;
    run(3, [&](Fork fork) {
        platform.hold_this();
        std::atomic<Descriptor*> awaited = nullptr;
        auto collecting = fork.spawn([&] {
            while (awaited == nullptr || !awaited.load()->finished()) std::this_thread::yield();
            collect();
        });
        std::atomic<bool> taken = false;
        auto task = fork.spawn([&](Fork inner) {
            taken = true;
            const Edge chain = make_chain(inner);
            platform.wait_until_it_sleeps();
            return chain;
        });
        fork.call([&](Fork inner) {
            while (!taken) {
                inner.communicate();
                std::this_thread::yield();
            }
        });
        awaited = &home_->task_worker(0).stolen_and_next()[1];
        lets_go = std::thread([&] {
            while (!home_->standstill().wanted()) std::this_thread::yield();
            platform.let_go();
        });
        const Edge chain = fork.sync(task);
        EXPECT_TRUE(is_chain(fork, chain));
        EXPECT_EQ(locality_->statistics().collections, 1U);
        fork.sync(collecting);
    });
    lets_go.join();
}

// --- Several localities

// Two tasks, each of which waits for the other one to be begun: so different workers run them.
struct TwoTasks {
    std::atomic<unsigned> begun = 0;
    std::vector<std::pair<TaskLocality*, DiagramLocality*>> localities{};

    void begin() {
        ++begun;
        while (begun < 2) std::this_thread::yield();
    }
};
TwoTasks* two_tasks = nullptr;

class DiagramLocalities : public DiagramLocalityByHand {
  public:
    static Edge make_chain_elsewhere(Fork fork) {
        two_tasks->begin();
        return make_chain(fork);
    }
    // From the locality that has come to run it.
    static std::uint64_t collect_elsewhere(Fork fork) {
        two_tasks->begin();
        for (const auto& each : two_tasks->localities) {
            DiagramLocality& locality = *each.second;
            if (locality.context(0) != &context_of<DiagramWorker>(fork) || each.first->is_first()) continue;
            const auto collect = [&](const std::vector<Bytes>& of_others) {
                locality.collect_in_operations(of_others);
            };
            while (!each.first->alone_among_all(0, collect)) {
            }
            return locality.statistics().collections;
        }
        return 0;
    }
};
INSTANTIATE_TEST_SUITE_P(Deques, DiagramLocalities, testing::Values(DequeKind::private_deque, DequeKind::split),
                         [](const auto& of) { return std::string(name(of.param)); });

// One locality has made nodes whose number lies in a cell of the first one; that holds others itself; and a third one
// collects.
TEST_P(DiagramLocalities, ACollectionKeepsWhatIsHeldInAnyOfThem) {
    TwoTasks tasks;
    two_tasks = &tasks;
    Session session;
    const DiagramOptions options{.buckets = 4096, .max_buckets = 4096};
    HeldByHandles handles;
    DiagramStatistics figures;
    const auto first = [&](Fork fork) {
        const Edge chain = make_chain(fork, 100);
        const DiagramWorker::Held held(context_of<DiagramWorker>(fork), chain);
        auto made = fork.spawn<&DiagramLocalities::make_chain_elsewhere>();
        auto collected = fork.spawn<&DiagramLocalities::collect_elsewhere>();
        fork.call([&](Fork inner) {
            while (tasks.begun < 2) {
                inner.communicate();
                std::this_thread::yield();
            }
        });
        EXPECT_EQ(fork.sync(collected), 1U);
        EXPECT_TRUE(is_chain(fork, fork.sync(made)));
        EXPECT_TRUE(is_chain(fork, chain, 100));
    };
    TaskOptions of_tasks;
    of_tasks.workers = 1;
    of_tasks.localities = 3;
    of_tasks.session = &session;
    of_tasks.deque = GetParam();
    run_first_task(of_tasks, {.call = first}, [&](TaskLocality& home) {
        auto made = std::make_unique<DiagramLocality>(home, options, addresses_for_arrays(), handles, figures);
        tasks.localities.emplace_back(&home, made.get());
        return made;
    });
    EXPECT_EQ(figures.collections, 1U);
}

}  // namespace
}  // namespace scrump::detail
