#include <scrump/parallel.hpp>

#include <gtest/gtest.h>

#include <atomic>
#include <mutex>
#include <thread>

namespace scrump {
namespace {

thread_local int within = 0;

// The caller waits for what another worker does, which leaves it much time to begin something else.
void wait_for_another() {
    std::atomic<bool> begun = false;
    parallel_invoke(
        [&] {
            for (int i = 0; i < 10'000 && !begun; ++i) std::this_thread::yield();
        },
        [&] {
            begun = true;
            for (int i = 0; i < 300; ++i) std::this_thread::yield();
            parallel_for(0, 10, [](int) { std::this_thread::yield(); });
        });
}

TEST(Isolation, AWorkerThatWaitsBeginsNothingElse) {
    for (const unsigned workers : {1U, 2U, 3U}) {
        Pool pool(workers);
        pool.run([] {
            std::atomic<int> nested = 0;
            std::atomic<int> calls = 0;
            parallel_for(
                0, 60,
                [&](int) {
                    ++calls;
                    if (within > 0) ++nested;
                    ++within;
                    isolate([] { wait_for_another(); });
                    --within;
                },
                {.grain = 1});
            EXPECT_EQ(calls, 60);
            EXPECT_EQ(nested, 0);
        });
    }
}

TEST(Isolation, ItsResultIsTheFunctions) {
    EXPECT_EQ(isolate([] { return 7; }), 7);
    int value = 3;
    static_assert(std::is_same_v<decltype(isolate([&]() -> int& { return value; })), int&>);
}

TEST(Isolation, AMutexMayBeHeldDuringACall) {
    for (const unsigned workers : {1U, 2U, 4U}) {
        Pool pool(workers);
        pool.run([] {
            Mutex mutex;
            int count = 0;
            parallel_for(
                0, 100,
                [&](int) {
                    const std::lock_guard lock(mutex);
                    wait_for_another();
                    ++count;
                },
                {.grain = 1});
            EXPECT_EQ(count, 100);
            EXPECT_TRUE(mutex.try_lock());
            std::thread([&] { EXPECT_FALSE(mutex.try_lock()); }).join();
            mutex.unlock();
        });
    }
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
