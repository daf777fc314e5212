// What localities tell each other of their workers' progress.

#include "../src/loops/known_progress.hpp"

#include <scrump/base/error.hpp>
#include <scrump/loops/technique.hpp>

#include <gtest/gtest.h>

#include <cstdint>
#include <vector>

namespace scrump::detail {
namespace {

WorkerProgress chunks_of(std::uint64_t chunks, double seconds) {
    WorkerProgress progress;
    for (std::uint64_t i = 0; i < chunks; ++i) progress.finish(10, seconds, seconds);
    return progress;
}

std::vector<WorkerProgress> before(unsigned workers) {
    return progress_before({.workers = workers});
}

TEST(KnownProgress, TellsOfWorkersThatHaveFinishedAChunk) {
    KnownProgress known(before(6), 2, 2);
    EXPECT_TRUE(known.news().empty());
    known.begun(3, 7, 1.5);
    EXPECT_TRUE(known.news().empty());
    EXPECT_EQ(known.all()[3].current, 7U);
    known.finished(3, chunks_of(1, 2));
    const std::vector<ProgressNews> news = known.news();
    ASSERT_EQ(news.size(), 1U);
    EXPECT_EQ(news[0].worker, 3U);
    EXPECT_EQ(news[0].progress.time, 2);
}

// By its own clock.
TEST(KnownProgress, KeepsToItselfWhatAWorkerIsAt) {
    KnownProgress known(before(2), 0, 1);
    known.finished(0, chunks_of(1, 2));
    known.begun(0, 7, 1.5);
    EXPECT_EQ(known.news().front().progress.current, 0U);
    EXPECT_EQ(known.news().front().progress.current_since, 0);
}

TEST(KnownProgress, PassesOnWhatItWasTold) {
    KnownProgress first(before(3), 0, 1);
    KnownProgress second(before(3), 1, 1);
    KnownProgress third(before(3), 2, 1);
    first.finished(0, chunks_of(3, 1));
    second.learn(first.news());
    third.learn(second.news());
    EXPECT_EQ(third.all()[0].chunks, 3U);
}

TEST(KnownProgress, TakesTheLaterOfTwoNews) {
    KnownProgress known(before(3), 0, 1);
    known.learn(std::vector<ProgressNews>{{.worker = 1, .progress = chunks_of(4, 1)}});
    known.learn(std::vector<ProgressNews>{{.worker = 1, .progress = chunks_of(2, 9)}});
    EXPECT_EQ(known.all()[1].chunks, 4U);
    EXPECT_EQ(known.all()[1].mean(), 0.1);
}

// Weights are what was known beforehand, here.
TEST(KnownProgress, KeepsWeightsAndItsOwn) {
    KnownProgress known(progress_before({.workers = 2, .weights = {1, 3}}), 0, 1);
    known.finished(0, chunks_of(1, 1));
    known.learn(std::vector<ProgressNews>{{.worker = 0, .progress = chunks_of(9, 9)},
                                          {.worker = 1, .progress = chunks_of(1, 1)},
                                          {.worker = 7, .progress = chunks_of(1, 1)}});
    EXPECT_EQ(known.all()[0].chunks, 1U);
    EXPECT_EQ(known.all()[0].weight, 0.5);
    EXPECT_EQ(known.all()[1].weight, 1.5);
}

// However many workers there are; in the end of all of them.
TEST(KnownProgress, TellsOfSomeAtATimeAndOfAllInTurn) {
    const unsigned workers = 3 * KnownProgress::most_others;
    KnownProgress known(before(workers), 0, 1);
    std::vector<ProgressNews> all;
    for (unsigned worker = 1; worker < workers; ++worker)
        all.push_back({.worker = worker, .progress = chunks_of(1, 1)});
    known.learn(all);
    known.finished(0, chunks_of(1, 1));
    KnownProgress other(before(workers), workers - 1, 1);
    for (unsigned times = 0; times < 3; ++times) {
        const std::vector<ProgressNews> news = known.news();
        EXPECT_EQ(news.size(), KnownProgress::most_others + 1);
        other.learn(news);
    }
    for (unsigned worker = 0; worker + 1 < workers; ++worker) EXPECT_EQ(other.all()[worker].chunks, 1U) << worker;
}

TEST(KnownProgress, TravelsBehindAMessage) {
    Encoder to;
    to.put(std::uint64_t{17});
    put_news(to, {{.worker = 4, .progress = chunks_of(1, 3)}, {.worker = 5, .progress = chunks_of(2, 3)}});
    Decoder from(to.take());
    const std::vector<ProgressNews> news = take_news(from);
    ASSERT_EQ(news.size(), 2U);
    EXPECT_EQ(news[0].worker, 4U);
    EXPECT_EQ(news[1].progress.chunks, 2U);
    EXPECT_EQ(from.get<std::uint64_t>(), 17U);
    Decoder wrong(Encoder().put(std::uint64_t{1} << 60U).take());
    EXPECT_THROW(take_news(wrong), Error);
}

// A locality that is five times as slow as three others gets smaller chunks of its own part once it has heard of one of
// them, and not before.
TEST(KnownProgress, MakesAdaptiveTechniquesAdapt) {
    for (const char* const name : {"awf-b", "awf-c", "awf-d", "awf-e", "af"}) {
        const auto rule = Technique::parse(name).rule({.iterations = 10'000, .workers = 4});
        KnownProgress slow(before(4), 0, 1);
        WorkerProgress own;
        for (const double spread : {0.9, 1.1}) own.finish(100, 5 * spread, 5 * spread);
        slow.finished(0, own);
        const auto size = [&] {
            return rule->size({.step = 8, .scheduled = 4000, .worker = 0, .workers = slow.all()});
        };
        const std::uint64_t alone = size();
        KnownProgress fast(before(4), 2, 1);
        WorkerProgress others;
        for (const double spread : {0.9, 1.1}) others.finish(100, spread, spread);
        fast.finished(2, others);
        slow.learn(fast.news());
        EXPECT_LT(2 * size(), alone) << name;
    }
}

}  // namespace
}  // namespace scrump::detail
