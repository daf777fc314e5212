// A loop that the calling thread runs itself. Several localities of one process would have several callers, which run
// in turn here; those of several processes are in tests/mpi.

#include "../src/loops/pulled_parts.hpp"
#include "../src/loops/pulled_whole.hpp"

#include <scrump/base/error.hpp>

#include <gtest/gtest.h>

#include <cstdint>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace scrump::detail {
namespace {

LoopPart part(std::uint64_t size) {
    LoopPart made;
    made.size = size;
    return made;
}

TEST(PulledLoop, OffersEachIterationOnce) {
    for (const char* const technique : {"static", "ss", "gss", "fac2", "awf-b"}) {
        for (const std::uint64_t break_after : {0U, 1U, 3U, 1000U}) {
            const LoopPart whole = part(100);
            PulledParts loop({.technique = Technique::parse(technique), .workers = 1}, whole,
                             {.break_after = break_after});
            std::uint64_t next = 0;
            while (const Piece* const piece = loop.next()) {
                EXPECT_EQ(piece->range.first, next);
                EXPECT_EQ(piece->owner, 0U);
                if (break_after > 0) {
                    EXPECT_LE(piece->range.size(), break_after);
                }
                next = piece->range.last;
                loop.done();
            }
            EXPECT_EQ(next, 100U);
            EXPECT_TRUE(loop.over());
            const LoopResult result = loop.result();
            EXPECT_EQ(result.status, Status::complete);
            EXPECT_EQ(result.statistics.iterations, 100U);
            EXPECT_EQ(result.statistics.shares.size(), 1U);
        }
    }
}

TEST(PulledLoop, MayHaveNothingToDo) {
    const LoopPart none = part(0);
    PulledParts loop({.workers = 1}, none, {});
    EXPECT_EQ(loop.next(), nullptr);
    EXPECT_EQ(loop.result().statistics.iterations, 0U);
}

// What is left in the middle is not lost for those that come after.
TEST(PulledLoop, MayBeLeft) {
    const LoopPart whole = part(100);
    {
        PulledParts loop({.technique = Technique::parse("ss"), .workers = 1}, whole, {});
        ASSERT_NE(loop.next(), nullptr);
    }
    PulledParts loop({.technique = Technique::parse("ss"), .workers = 1}, whole, {});
    EXPECT_EQ(loop.result().statistics.iterations, 100U);
}

TEST(PulledLoop, IsStopped) {
    std::stop_source stop;
    const LoopPart whole = part(100);
    PulledParts loop({.technique = Technique::parse("ss"), .workers = 1, .stop = stop.get_token()}, whole, {});
    unsigned runs = 0;
    while (loop.next() != nullptr) {
        loop.done();
        if (++runs == 7) stop.request_stop();
    }
    EXPECT_GE(runs, 7U);
    EXPECT_LT(runs, 100U);
    const LoopResult result = loop.result();
    EXPECT_EQ(result.status, Status::cancelled);
    EXPECT_EQ(result.statistics.iterations, runs);
}

// What the caller does not give is chosen: a quarter of the chunk, where others need answers, and 15%.
TEST(PulledLoop, AnswersNobodyMoreOftenThanNeeded) {
    PulledWhole loop({.technique = Technique::parse("static"), .workers = 1}, 1000, {.break_after = std::nullopt});
    EXPECT_EQ(loop.next()->range.size(), 1000U);
    loop.done();
    EXPECT_EQ(loop.next(), nullptr);
}

TEST(PulledLoop, OffersEachIterationOfAWholeLoopOnce) {
    for (const std::string& name : Technique::names()) {
        const Technique technique = Technique::parse(name == "block-cyclic" ? "block-cyclic:size=3" : name);
        for (const std::uint64_t size : {0U, 1U, 100U}) {
            ChunkLog log;
            PulledWhole loop(
                {.technique = technique, .costs = {.mean = 1e-6, .sigma = 1e-6, .overhead = 1e-7}, .workers = 1}, size,
                {.break_after = 7, .log = &log});
            std::vector<unsigned> runs(size);
            while (const Piece* const piece = loop.next()) {
                EXPECT_LE(piece->range.size(), 7U);
                EXPECT_EQ(piece->owner, 0U);
                for (std::uint64_t i = piece->range.first; i < piece->range.last; ++i) ++runs[i];
                loop.done();
            }
            EXPECT_EQ(runs, std::vector<unsigned>(size, 1)) << name;
            const LoopResult result = loop.result();
            EXPECT_EQ(result.status, Status::complete);
            EXPECT_EQ(result.statistics.iterations, size);
            std::uint64_t logged = 0;
            for (const ChunkRecord& chunk : log.all) logged += chunk.size;
            EXPECT_EQ(logged, size) << name;
            EXPECT_EQ(log.all.size(), result.statistics.chunks) << name;
        }
    }
}

TEST(PulledLoop, StopsAWholeLoop) {
    std::stop_source stop;
    PulledWhole loop({.technique = Technique::parse("ss"), .workers = 1, .stop = stop.get_token()}, 100, {});
    unsigned runs = 0;
    while (loop.next() != nullptr) {
        loop.done();
        if (++runs == 7) stop.request_stop();
    }
    EXPECT_LT(runs, 100U);
    const LoopResult result = loop.result();
    EXPECT_EQ(result.status, Status::cancelled);
    EXPECT_EQ(result.statistics.iterations, runs);
}

}  // namespace
}  // namespace scrump::detail
