#include <scrump/parallel.hpp>
#include <scrump/tasks/detail/pieces.hpp>

#include "support/fast_platform.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <cstddef>
#include <stop_token>
#include <thread>
#include <utility>

namespace scrump {
namespace {

using detail::PieceHistory;

// Once it is stopped, time passes only as a test says.
class StoppedClock final : public test::FastPlatform {
  public:
    StoppedClock() : test::FastPlatform(1) {}
    void stop() { stopped_ = FastPlatform::now(); }
    void pass(Clock::duration time) { stopped_ = stopped_.load() + time; }
    Clock::time_point now() override {
        const Clock::time_point stopped = stopped_;
        return stopped == Clock::time_point() ? FastPlatform::now() : stopped;
    }

  private:
    std::atomic<Clock::time_point> stopped_{};
};

// Waits until a condition holds, for a minute at most.
template <class Condition>
bool comes(const Condition& condition) {
    const auto late = std::chrono::steady_clock::now() + std::chrono::minutes(1);
    while (!condition()) {
        if (std::chrono::steady_clock::now() > late) return false;
        std::this_thread::yield();
    }
    return true;
}

// A pool of two workers. Its helper sleeps.
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
            history.add(
                {.iterations = 1000, .workers = 1, .taken = 1000 * iteration_before, .as_first = {}, .woke = false});
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

TEST(RangePieces, AddTheirTimeToTheHistory) {
    StoppedClock clock;
    clock.stop();
    const detail::Platform::Scope scope(clock);
    Pool pool(2);
    pool.run([&] {
        const detail::PlainCall call;
        PieceHistory history;
        Affinity affinity;
        std::stop_source stopped;
        stopped.request_stop();
        const auto ticks_after = [&](std::size_t iterations, const ParallelOptions& options, int times) {
            detail::RangePieces pieces(iterations, options, history);
            for (int i = 0; i < times; ++i)
                pieces.measure(iterations / static_cast<std::size_t>(times),
                               [&] { clock.pass(std::chrono::microseconds(50)); });
            try {
                pieces.check();
            } catch (const Cancelled&) {
            }
            return history.known().ticks;
        };
        EXPECT_EQ(ticks_after(1000, {.grain = 10}, 2), 0);
        EXPECT_EQ(ticks_after(1000, {.affinity = &affinity}, 2), 0);
        EXPECT_EQ(ticks_after(1000, {.stop = stopped.get_token()}, 2), 0);
        EXPECT_EQ(ticks_after(1000, {}, 2), 200) << "of two workers";
        EXPECT_EQ(ticks_after(100, {}, 2), 2000) << "of pieces that were settled from the beginning";
    });
}

// Each call waits until two have begun: a worker alone would not end. It takes a millisecond, so that the next loop is
// not expected to be brief.
class Meeting {
  public:
    void operator()() {
        const auto end = std::chrono::steady_clock::now() + std::chrono::milliseconds(1);
        ++begun_;
        EXPECT_TRUE(comes([&] { return begun_ >= 2; }));
        while (std::chrono::steady_clock::now() < end) std::this_thread::yield();
    }

  private:
    std::atomic<int> begun_ = 0;
};

TEST(RangePieces, TwoIterationsRunAtTheSameTimeThoughHelpersSleep) {
    test::FastPlatform platform(1);
    const detail::Platform::Scope scope(platform);
    SleepyPool(platform).run([] {
        Meeting meeting;
        parallel_for(0, 2, [&](int) { meeting(); });
    });
}

TEST(RangePieces, IterationsAfterAShortOneRunAtTheSameTime) {
    test::FastPlatform platform(1);
    const detail::Platform::Scope scope(platform);
    SleepyPool(platform).run([] {
        Meeting meeting;
        parallel_for(0, 4, [&](int i) {
            if (i > 0) meeting();
        });
    });
}

TEST(RangePieces, IterationsRunAtTheSameTimeBesideOtherTasks) {
    test::FastPlatform platform(1);
    const detail::Platform::Scope scope(platform);
    SleepyPool(platform).run([] {
        const auto two = [&] {
            Meeting meeting;
            parallel_for(0, 2, [&](int) { meeting(); });
        };
        parallel_for(0, 2, [&](int i) {
            if (i == 0) two();
        });
        TaskGroup group;
        group.run([] {});
        two();
        group.wait();
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
        const auto add = [&](std::chrono::nanoseconds taken) {
            history.add({.iterations = 1'000'000, .workers = 1, .taken = taken, .as_first = taken, .woke = false});
        };
        for (int i = 0; i < 3; ++i) add(std::chrono::microseconds(1));
        EXPECT_EQ(wakes(4), 0);
        add(std::chrono::milliseconds(1));
        EXPECT_EQ(wakes(1), 0) << "a single iteration needs no helper";
        EXPECT_EQ(wakes(1000), 0) << "a microsecond";
        EXPECT_EQ(wakes(4), 1) << "few, which may be long this time";
    });
}

}  // namespace
}  // namespace scrump
