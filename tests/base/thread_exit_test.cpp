// What a thread keeps is freed when it ends, and is closed to what ends later.

#include "../../src/base/thread_exit.hpp"

#include <gtest/gtest.h>

#include <thread>

namespace scrump::detail {
namespace {

struct TestShelf {
    bool closed;
    bool freed_when_closed;
    bool* told;

    void free_all() {
        freed_when_closed = closed;
        if (told != nullptr) *told = freed_when_closed;
    }
};
constinit thread_local TestShelf test_shelf{};
thread_local ThreadExit<TestShelf> test_shelf_exit{test_shelf};

TEST(ThreadExit, ClosesTheShelfOfAThreadThatUsedIt) {
    bool freed = false;
    std::thread([&] {
        test_shelf.told = &freed;
        test_shelf_exit.touch();
        EXPECT_FALSE(test_shelf.closed);
    }).join();
    EXPECT_TRUE(freed);
    EXPECT_FALSE(test_shelf.closed);  // that of this thread
}

}  // namespace
}  // namespace scrump::detail
