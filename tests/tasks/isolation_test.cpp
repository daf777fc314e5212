#include <scrump/parallel.hpp>

#include <gtest/gtest.h>

#include <atomic>
#include <mutex>
#include <thread>
#include <type_traits>

namespace scrump {
namespace {

constexpr int rounds = 20;

// A call that waits for what another worker does, for so long that it could begin something else meanwhile.
void wait_for_another() {
    std::atomic<bool> begun = false;
    parallel_invoke(
        [&] {
            for (int i = 0; i < 100 && !begun; ++i) std::this_thread::yield();
        },
        [&] {
            begun = true;
            for (int i = 0; i < 20; ++i) std::this_thread::yield();
        });
}

// Calls `waits` again and again, while another thread has many calls of `other` to give away.
template <class Waits, class Other>
void beside_others(Pool& pool, const Waits& waits, const Other& other) {
    std::atomic<bool> over = false;
    const std::jthread others([&] {
        pool.run([&] {
            while (!over) parallel_for(0, 100, [&](int) { other(); }, {.grain = 1});
        });
    });
    pool.run([&] {
        for (int round = 0; round < rounds; ++round) waits();
    });
    over = true;
}

TEST(Isolation, AWorkerThatWaitsBeginsNothingElse) {
    static thread_local int within = 0;
    for (const unsigned workers : {2U, 3U}) {
        Pool pool(workers);
        std::atomic<int> nested = 0;
        beside_others(
            pool,
            [&] {
                ++within;
                isolate(wait_for_another);
                --within;
            },
            [&] {
                if (within > 0) ++nested;
                std::this_thread::yield();
            });
        EXPECT_EQ(nested, 0);
    }
}

TEST(Isolation, ItsResultIsTheFunctions) {
    EXPECT_EQ(isolate([] { return 7; }), 7);
    int value = 3;
    static_assert(std::is_same_v<decltype(isolate([&]() -> int& { return value; })), int&>);
}

TEST(Isolation, AMutexMayBeHeldDuringACall) {
    Pool pool(2);
    Mutex mutex;
    int count = 0;
    beside_others(
        pool,
        [&] {
            const std::lock_guard lock(mutex);
            wait_for_another();
            ++count;
        },
        [&] {
            // Waits for it only in turns, or the other side would hardly get it.
            if (mutex.try_lock()) mutex.unlock();
            std::this_thread::yield();
            const std::lock_guard lock(mutex);
        });
    EXPECT_EQ(count, rounds);
    EXPECT_TRUE(mutex.try_lock());
    std::thread([&] { EXPECT_FALSE(mutex.try_lock()); }).join();
    mutex.unlock();
}

TEST(Isolation, LocksMayBeGivenUpInAnyOrder) {
    Mutex first;
    Mutex second;
    first.lock();
    second.lock();
    first.unlock();
    std::atomic<int> calls = 0;
    parallel_for(0, 100, [&](int) { ++calls; });
    second.unlock();
    parallel_for(0, 100, [&](int) { ++calls; });
    EXPECT_EQ(calls, 200);
}

}  // namespace
}  // namespace scrump
