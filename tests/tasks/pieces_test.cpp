#include <scrump/parallel.hpp>
#include <scrump/tasks/detail/pieces.hpp>

#include "support/fast_platform.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <cstddef>
#include <thread>
#include <utility>

namespace scrump {
namespace {

using detail::PieceHistory;

// Once it is stopped, whatever is done takes no time.
class StoppedClock final : public test::FastPlatform {
  public:
    StoppedClock() : test::FastPlatform(1) {}
    void stop() { stopped_ = FastPlatform::now(); }
    Clock::time_point now() override {
        const Clock::time_point stopped = stopped_;
        return stopped == Clock::time_point() ? FastPlatform::now() : stopped;
    }

  private:
    std::atomic<Clock::time_point> stopped_{};
};

// Its helper sleeps.
class SleepyPool {
  public:
    explicit SleepyPool(const test::FastPlatform& platform) : platform_(platform) {
        while (platform_.slept() == 0) std::this_thread::yield();
    }
    template <class Function>
    void run(Function&& function) {
        pool_.run(std::forward<Function>(function));
    }

  private:
    const test::FastPlatform& platform_;
    Pool pool_{2};
};

TEST(RangePieces, GrowWhateverTheSizeOfTheRange) {
    StoppedClock clock;
    clock.stop();
    const detail::Platform::Scope scope(clock);
    Pool pool(2);
    pool.run([] {
        const detail::PlainCall call;
        for (const std::size_t iterations :
             {1U << 20U, (1U << 20U) + 1, 1'000'000U, 2'000'000U, 3'999'999U, 70'000'001U}) {
            SCOPED_TRACE(iterations);
            PieceHistory history;
            detail::RangePieces pieces(iterations, {}, history);
            for (int repetition = 0; repetition < 40; ++repetition) {
                std::size_t piece = iterations;
                while (piece > pieces.size()) piece -= piece / 2;
                pieces.measure(piece, [] {});
            }
            EXPECT_EQ(pieces.size(), iterations / 16);
        }
    });
}

TEST(RangePieces, BeginAsTheLastLoopSuggests) {
    StoppedClock clock;
    clock.stop();
    const detail::Platform::Scope scope(clock);
    Pool pool(2);
    pool.run([] {
        const detail::PlainCall call;
        const auto first_size = [](std::chrono::nanoseconds iteration_before, std::size_t iterations) {
            PieceHistory history;
            history.add(1000 * iteration_before, 1000);
            return detail::RangePieces(iterations, {}, history).size();
        };
        PieceHistory none;
        EXPECT_EQ(detail::RangePieces(1'000'000, {}, none).size(), 1U);
        EXPECT_EQ(first_size(std::chrono::nanoseconds(100), 1'000'000), 80U);
        EXPECT_EQ(first_size(std::chrono::nanoseconds(100), 1000), 62U) << "no more than a sixteenth";
        EXPECT_EQ(first_size(std::chrono::milliseconds(1), 1'000'000), 1U);
        EXPECT_EQ(first_size(std::chrono::nanoseconds(100), 2), 1U);
    });
}

// Two that wait for each other: a worker alone would not end.
TEST(RangePieces, TwoIterationsRunAtTheSameTimeThoughHelpersSleep) {
    test::FastPlatform platform(1);
    const detail::Platform::Scope scope(platform);
    SleepyPool(platform).run([] {
        std::atomic<int> begun = 0;
        parallel_for(0, 2, [&](int) {
            ++begun;
            while (begun < 2) std::this_thread::yield();
        });
        EXPECT_EQ(begun, 2);
    });
}

TEST(RangePieces, IterationsAfterAShortOneRunAtTheSameTime) {
    test::FastPlatform platform(1);
    const detail::Platform::Scope scope(platform);
    SleepyPool(platform).run([] {
        std::atomic<int> begun = 0;
        parallel_for(0, 4, [&](int i) {
            if (i == 0) return;
            ++begun;
            while (begun < 2) std::this_thread::yield();
        });
        EXPECT_EQ(begun, 3);
    });
}

TEST(RangePieces, NobodyIsWokenForLoopsThatWereBriefAgainAndAgain) {
    StoppedClock clock;
    const detail::Platform::Scope scope(clock);
    SleepyPool(clock).run([&] {
        clock.stop();
        const detail::PlainCall call;
        PieceHistory history;
        const auto wakes = [&](std::size_t iterations) {
            const int before = clock.woken();
            detail::RangePieces pieces(iterations, {}, history);
            for (std::size_t i = 0; i < iterations; ++i) pieces.measure(1, [] {});
            return clock.woken() - before;
        };
        for (int i = 0; i < 3; ++i) history.add(std::chrono::microseconds(1), 4);
        EXPECT_EQ(wakes(4), 0);
        history.add(std::chrono::milliseconds(1), 1'000'000);
        EXPECT_EQ(wakes(1), 0) << "for whom?";
        EXPECT_EQ(wakes(1000), 0) << "a microsecond";
        EXPECT_EQ(wakes(4), 1) << "few, which may be long this time";
    });
}

}  // namespace
}  // namespace scrump
