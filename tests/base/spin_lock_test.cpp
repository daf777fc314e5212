#include <scrump/base/detail/spin_lock.hpp>

#include <gtest/gtest.h>

#include <mutex>
#include <thread>
#include <vector>

namespace scrump::detail {
namespace {

TEST(SpinLock, LetsOneThreadInAtATime) {
    SpinLock lock;
    unsigned long count = 0;
    std::vector<std::thread> threads;
    for (int thread = 0; thread < 4; ++thread) {
        threads.emplace_back([&] {
            for (int i = 0; i < 20'000; ++i) {
                const std::lock_guard guard(lock);
                ++count;
            }
        });
    }
    for (std::thread& each : threads) each.join();
    EXPECT_EQ(count, 80'000U);
}

}  // namespace
}  // namespace scrump::detail
