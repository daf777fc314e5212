#include "../../../src/states/explore/shared_blocks.hpp"

#include <scrump/runtime/spmd.hpp>

#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <vector>

namespace scrump::detail {
namespace {

// What one worker does to itself, as others would.
template <class Program>
void with_blocks(const Program& program) {
    run_on_all_workers({.workers = 1}, {SharedBlocks::array(1, 1)}, [&](const SpmdWorker& self) {
        SharedBlocks blocks(*self.arrays[0], 1, self);
        program(blocks, *self.arrays[0]);
    });
}

TEST(SharedBlocks, ABlockIsClaimedOnceAndWhole) {
    with_blocks([](SharedBlocks& blocks, RemoteAccess&) {
        std::vector<std::uint64_t> got;
        EXPECT_FALSE(blocks.claim(0, 0, got));
        for (std::uint64_t i = 0; i < 100; ++i) {
            EXPECT_FALSE(blocks.has_some_ready());
            const std::vector<std::uint64_t> block(1 + i, i);
            blocks.publish(block);
            EXPECT_TRUE(blocks.has_some_ready());
            ASSERT_TRUE(blocks.claim(0, 0, got));
            EXPECT_EQ(got, block);
            EXPECT_FALSE(blocks.claim(0, 0, got));
        }
    });
}

// A slow thief has claimed the first block and copied nothing yet, when others have had all that came after it.
TEST(SharedBlocks, ASlotIsNotWrittenAgainBeforeItsBlockWasCopied) {
    with_blocks([](SharedBlocks& blocks, RemoteAccess& words) {
        constexpr std::size_t claimed = 16 + 1;  // of the first worker
        blocks.publish(std::array<std::uint64_t, 1>{7});
        words.fetch_add(0, claimed, 1).wait();
        std::vector<std::uint64_t> got;
        std::uint64_t more = 0;
        for (; !blocks.has_some_ready(); ++more) {
            ASSERT_LT(more, 100U) << "the slow one would find another block";
            blocks.publish(std::array<std::uint64_t, 1>{8});
            ASSERT_TRUE(blocks.claim(0, 0, got));
        }
        EXPECT_GT(more, 1U) << "others need not wait at once";
    });
}

TEST(SharedBlocks, WhatIsOutstandingIsCounted) {
    with_blocks([](SharedBlocks& blocks, RemoteAccess&) {
        blocks.begin();
        EXPECT_FALSE(blocks.all_done());
        blocks.publish(std::array<std::uint64_t, 1>{1});
        blocks.count_off();
        EXPECT_FALSE(blocks.all_done()) << "the block";
        blocks.count_off();
        EXPECT_TRUE(blocks.all_done());
    });
}

}  // namespace
}  // namespace scrump::detail
