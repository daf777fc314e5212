#include <scrump/tasks/detail/future_memory.hpp>

#include <scrump/tasks.hpp>

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <iterator>
#include <thread>
#include <utility>
#include <vector>

namespace scrump::detail {
namespace {

constexpr std::size_t sizes[] = {1, 64, 65, 200, 512, 513, 5000};

TEST(FutureMemory, BlocksInUseDoNotOverlap) {
    std::vector<std::pair<unsigned char*, std::size_t>> used;
    for (int round = 0; round < 300; ++round) {
        for (const std::size_t size : sizes) {
            auto* const block = static_cast<unsigned char*>(allocate_future(size));
            EXPECT_EQ(reinterpret_cast<std::uintptr_t>(block) % alignof(std::max_align_t), 0U);
            std::memset(block, round % 256, size);
            used.emplace_back(block, size);
        }
    }
    std::size_t number = 0;
    for (const auto& [block, size] : used) {
        const auto mark = static_cast<unsigned char>(number++ / std::size(sizes) % 256);
        EXPECT_EQ(block[0], mark);
        EXPECT_EQ(block[size - 1], mark);
        free_future(block, size);
    }
}

struct alignas(256) Wide {
    std::uintptr_t place = 0;
};

TEST(FutureMemory, ValuesHaveTheirOwnAlignment) {
    run_tasks({.workers = 2}, [](Fork fork) {
        for (int i = 0; i < 100; ++i) {
            const SharedFuture<Wide> wide = fork.async([] { return Wide{7}; });
            const Wide& value = fork.get(wide);
            EXPECT_EQ(reinterpret_cast<std::uintptr_t>(&value) % alignof(Wide), 0U);
            EXPECT_EQ(value.place, 7U);
        }
    });
}

SharedFuture<int>& kept() {
    static SharedFuture<int> future;
    return future;
}

// A future that is dropped after the thread's own objects: at the end of this program.
TEST(FutureMemory, OutlivesTheThreadThatMadeIt) {
    std::thread([] { kept() = make_ready_future(5); }).join();
    EXPECT_TRUE(kept().ready());
}

}  // namespace
}  // namespace scrump::detail
