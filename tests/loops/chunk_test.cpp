#include <scrump/loops/chunk.hpp>

#include <gtest/gtest.h>

#include <cstdint>

namespace scrump {
namespace {

class CountingGuard final : public detail::ChunkGuard {
  public:
    explicit CountingGuard(detail::Attention& attention) : ChunkGuard(attention), attention_(attention) {}

    bool ends = false;
    int asked = 0;

  private:
    bool answer_attention() override {
        ++asked;
        if (ends) return false;
        attention_.lower();
        return true;
    }

    detail::Attention& attention_;
};

struct Chunk : public testing::Test {
    detail::Attention attention;
    CountingGuard guard{attention};
    LoopChunk chunk{{0, 100}, 0, 0, 0, guard};
};

TEST_F(Chunk, RunsAllStepsIfTheLoopGoesOn) {
    std::uint64_t next = 0;
    const std::uint64_t done = chunk.run_each(0, 100, [&](std::uint64_t i) {
        EXPECT_EQ(i, next++);
        if (i % 10 == 5) attention.raise();
    });
    EXPECT_EQ(done, 100U);
    EXPECT_EQ(next, 100U);
    EXPECT_EQ(guard.asked, 10);
    EXPECT_FALSE(chunk.was_left());
}

TEST_F(Chunk, RunsNoStepsOnceTheLoopHasEnded) {
    guard.ends = true;
    const std::uint64_t done = chunk.run_each(0, 100, [&](std::uint64_t i) {
        if (i == 50) attention.raise();
    });
    EXPECT_EQ(done, 51U);
    EXPECT_TRUE(chunk.was_left());
    EXPECT_EQ(chunk.run_each(60, 70, [](std::uint64_t) { FAIL(); }), 0U);
    EXPECT_FALSE(chunk.go_on());
}

TEST_F(Chunk, StepsMayHaveStepsOfTheirOwn) {
    guard.ends = true;
    std::uint64_t inner = 0;
    const std::uint64_t outer = chunk.run_each(0, 10, [&](std::uint64_t i) {
        inner += chunk.run_each(0, 10, [&](std::uint64_t j) {
            if (i == 3 && j == 4) attention.raise();
        });
    });
    EXPECT_EQ(outer, 4U);
    EXPECT_EQ(inner, 35U);
}

}  // namespace
}  // namespace scrump
