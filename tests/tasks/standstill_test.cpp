// A worker does something while all others of its locality stand still.

#include "support/fast_platform.hpp"
#include "tasks/companion.hpp"

#include <scrump/base/detail/event_count.hpp>
#include <scrump/base/detail/platform.hpp>
#include <scrump/base/error.hpp>
#include <scrump/tasks.hpp>
#include <scrump/tasks/detail/standstill.hpp>

#include <gtest/gtest.h>

#include <array>
#include <atomic>
#include <barrier>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <latch>
#include <memory>
#include <stdexcept>
#include <stop_token>
#include <string>
#include <thread>
#include <utility>
#include <vector>

namespace scrump {
namespace {

using detail::EventCount;
using detail::Platform;
using detail::Standstill;
using detail::TaskLocality;
using test::at_hand;
using test::run_with_companion;

// --- By hand

// What each thread counts on and on, with stops where it is called to stand still.
struct Counting {
    explicit Counting(unsigned threads) : standstill(threads, events), counts(threads) {}

    void count(unsigned thread) {
        ++counts[thread];
        if (standstill.wanted()) standstill.stand();
    }
    std::vector<std::uint64_t> now() const { return {counts.begin(), counts.end()}; }
    // Whether nobody counts for a while.
    bool is_still() const {
        const std::vector<std::uint64_t> before = now();
        for (int look = 0; look < 5; ++look) std::this_thread::yield();
        return now() == before;
    }

    EventCount events;
    Standstill standstill;
    std::vector<std::atomic<std::uint64_t>> counts;
};

TEST(Standstill, OneWorkerAloneNeedNotWait) {
    EventCount events;
    Standstill standstill(1, events);
    bool done = false;
    EXPECT_TRUE(standstill.alone([] {}, [&] { done = true; }));
    EXPECT_TRUE(done);
    EXPECT_FALSE(standstill.wanted());
}

TEST(Standstill, AllOthersStandWhileOneDoesWhatItWants) {
    constexpr unsigned threads = 4;
    constexpr unsigned rounds = 30;
    Counting counting(threads);
    unsigned done = 0;  // written by who is alone
    std::atomic<unsigned> working = threads;
    std::vector<std::thread> all;
    for (unsigned thread = 0; thread < threads; ++thread) {
        all.emplace_back([&, thread] {
            for (unsigned round = 0; round < rounds;) {
                counting.count(thread);
                if (counting.counts[thread] % 50 != 0) continue;
                const bool was_done = counting.standstill.alone([] {},
                                                                [&] {
                                                                    EXPECT_TRUE(counting.is_still());
                                                                    ++done;
                                                                });
                round += was_done ? 1 : 0;
            }
            counting.standstill.leave();
            --working;
        });
    }
    for (std::thread& each : all) each.join();
    EXPECT_EQ(done, threads * rounds);
}

// None of the parts ends before all have begun: so each is done by another one, all of whom sleep or look.
TEST(Standstill, WhoStandsStillDoesPartsOfWhatIsDone) {
    constexpr unsigned threads = 4;
    Counting counting(threads);
    std::barrier together(threads);
    std::atomic<bool> over = false;
    std::vector<std::thread> others;
    for (unsigned thread = 1; thread < threads; ++thread) {
        others.emplace_back([&, thread] {
            while (!over) {
                counting.count(thread);
                std::this_thread::yield();
            }
        });
    }
    for (int round = 0; round < 100; ++round) {
        unsigned done = 0;
        EXPECT_TRUE(counting.standstill.alone([] {},
                                              [&] {
                                                  for (int time = 0; time < 2; ++time) {
                                                      counting.standstill.in_parts(threads, [&](std::size_t /*part*/) {
                                                          together.arrive_and_wait();
                                                      });
                                                      ++done;
                                                  }
                                                  EXPECT_TRUE(counting.is_still());
                                              }));
        EXPECT_EQ(done, 2U);
    }
    over = true;
    for (std::thread& each : others) each.join();
}

TEST(Standstill, WhoHasLeftIsNotWaitedFor) {
    EventCount events;
    Standstill standstill(3, events);
    standstill.leave();
    standstill.leave();
    bool done = false;
    EXPECT_TRUE(standstill.alone([] {}, [&] { done = true; }));
    EXPECT_TRUE(done);
}

TEST(Standstill, AnExceptionOfWhatIsDoneLetsTheOthersGoOn) {
    EventCount events;
    Standstill standstill(2, events);
    std::atomic<bool> over = false;
    std::thread other([&] {
        while (!over) {
            if (standstill.wanted()) standstill.stand();
            std::this_thread::yield();
        }
    });
    for (int time = 0; time < 3; ++time)
        EXPECT_THROW(standstill.alone([] {}, [] { throw std::range_error("in it"); }), std::range_error);
    EXPECT_FALSE(standstill.wanted());
    over = true;
    other.join();
}

// Whoever calls from outside is none of those who come; one of these that wants it, too, waits for that.
TEST(Standstill, AllStandForWhoServesThem) {
    constexpr unsigned threads = 3;
    Counting counting(threads);
    std::atomic<bool> over = false;
    std::atomic<unsigned> done = 0;
    std::vector<std::thread> all;
    for (unsigned thread = 0; thread < threads; ++thread) {
        all.emplace_back([&, thread] {
            while (!over) {
                counting.count(thread);
                if (counting.counts[thread] % 50 == 0 && counting.standstill.alone([] {}, [&] { ++done; }))
                    std::this_thread::yield();
            }
            counting.standstill.leave();
        });
    }
    for (int round = 0; round < 30; ++round) {
        while (!counting.standstill.begin([] {})) std::this_thread::yield();
        while (!counting.standstill.all_stand()) std::this_thread::yield();
        const unsigned done_before = done;
        EXPECT_TRUE(counting.is_still());
        EXPECT_EQ(done, done_before);
        EXPECT_FALSE(counting.standstill.begin([] {}));
        counting.standstill.end();
    }
    while (done == 0) std::this_thread::yield();
    over = true;
    for (std::thread& each : all) each.join();
}

// --- In computations

class StandstillOfTasks : public testing::TestWithParam<DequeKind> {};
INSTANTIATE_TEST_SUITE_P(Deques, StandstillOfTasks, testing::Values(DequeKind::private_deque, DequeKind::split),
                         [](const auto& of) { return std::string(name(of.param)); });

// How far each worker has come, and what who was alone has seen of it.
struct Progress {
    static constexpr unsigned most_workers = 4;

    std::array<std::atomic<std::uint64_t>, most_workers> steps{};
    std::uint64_t times = 0;  // written by who is alone
    bool disturbed = false;   // likewise

    void look() {
        std::array<std::uint64_t, most_workers> before{};
        for (unsigned worker = 0; worker < most_workers; ++worker) before[worker] = steps[worker];
        for (int look = 0; look < 3; ++look) std::this_thread::yield();
        for (unsigned worker = 0; worker < most_workers; ++worker)
            disturbed = disturbed || before[worker] != steps[worker];
        ++times;
    }
};

// Every so many steps, a worker wants all others to stand still, and insists on it.
long fib_with_stops(Fork fork, int n, Progress* progress, std::uint64_t every) {
    auto& here = at_hand(fork);
    if (++progress->steps[here.worker] % every == 0) {
        while (!here.home.alone([&] { progress->look(); })) {
        }
    }
    if (n < 2) return n;
    auto first = fork.spawn<fib_with_stops>(n - 1, progress, every);
    const long second = fork.call<fib_with_stops>(n - 2, progress, every);
    return fork.sync(first) + second;
}

TEST_P(StandstillOfTasks, NoTaskMakesProgressMeanwhileWhateverIsStolen) {
    for (const unsigned workers : {1U, 2U, 4U}) {
        std::uint64_t stolen = 0;
        do {
            Progress progress;
            const auto outcome = run_with_companion({.workers = workers, .deque = GetParam()}, [&](Fork fork) {
                EXPECT_EQ(fork.call<fib_with_stops>(20, &progress, std::uint64_t{100}), 6765);
            });
            EXPECT_EQ(outcome.status, Status::complete);
            EXPECT_FALSE(progress.disturbed);
            std::uint64_t wanted = 0;
            for (const auto& steps : progress.steps) wanted += steps / 100;
            EXPECT_EQ(progress.times, wanted);
            stolen += outcome.statistics.total.steals_won;
        } while (workers > 1 && stolen < 10);
    }
}

// All steps: so there is always somebody else who wants it, too.
TEST_P(StandstillOfTasks, SeveralThatWantItAtOnceHaveItOneAfterTheOther) {
    for (const unsigned workers : {2U, 4U}) {
        Progress progress;
        run_with_companion({.workers = workers, .deque = GetParam()}, [&](Fork fork) {
            EXPECT_EQ(fork.call<fib_with_stops>(10, &progress, std::uint64_t{1}), 55);
        });
        EXPECT_FALSE(progress.disturbed);
        EXPECT_EQ(progress.times, 177U);  // calls of fib(10)
    }
}

// However long they go on: they end when it is done.
TEST_P(StandstillOfTasks, BusyWorkersStandStillAtTheirNextSync) {
    run_with_companion({.workers = 2, .deque = GetParam()}, [&](Fork fork) {
        std::atomic<bool> done = false;
        auto task = fork.spawn([&](Fork inner) {
            while (!at_hand(inner).home.alone([&] { done = true; })) {
            }
        });
        fork.call([&](Fork inner) {
            while (!done) {
                auto next = inner.spawn([] { std::this_thread::yield(); });
                inner.sync(next);
            }
        });
        fork.sync(task);
        EXPECT_TRUE(done);
    });
}

TEST_P(StandstillOfTasks, WorkersThatHaveNothingToDoStandStillToo) {
    for (const unsigned workers : {2U, 4U}) {
        unsigned times = 0;
        run_with_companion({.workers = workers, .deque = GetParam()}, [&](Fork fork) {
            while (times < 100) {
                EXPECT_TRUE(at_hand(fork).home.alone([&] { ++times; }));
                if (times % 10 == 0)
                    for (int pause = 0; pause < 1000; ++pause) std::this_thread::yield();
            }
        });
        EXPECT_EQ(times, 100U);
    }
}

// There is no thread but that of the first worker, and nobody asks for another one before that works.
class OneThread final : public test::FastPlatform {
  public:
    OneThread() : FastPlatform(1) { allow_threads(1); }
    std::unique_ptr<Started> start(std::function<void()> work) override {
        if (started() == 1) works_.wait();
        return FastPlatform::start(std::move(work));
    }
    void tell_that_it_works() { works_.count_down(); }

  private:
    std::latch works_{1};
};

TEST_P(StandstillOfTasks, WhoCannotStartIsNotWaitedFor) {
    OneThread platform;
    const Platform::Scope scope(platform);
    const std::stop_source stop;  // so that the run is served
    bool done = false;
    const auto run = [&] {
        run_with_companion({.workers = 2, .stop = stop.get_token(), .deque = GetParam()}, [&](Fork fork) {
            platform.tell_that_it_works();
            while (!at_hand(fork).home.alone([] {})) {
            }
            done = true;
        });
    };
    EXPECT_THROW(run(), Error);
    EXPECT_TRUE(done);
}

// A task that was stolen wants the others to stand still when all is to end, and who waits for it is among them.
TEST_P(StandstillOfTasks, WhoWaitsForAThiefStandsStillAtTheEndToo) {
    std::stop_source stop;
    bool done = false;
    const auto outcome =
        run_with_companion({.workers = 2, .stop = stop.get_token(), .deque = GetParam()}, [&](Fork fork) {
            std::atomic<bool> taken = false;
            auto task = fork.spawn([&](Fork inner) {
                TaskLocality& home = at_hand(inner).home;
                stop.request_stop();
                taken = true;
                while (!home.ending()) std::this_thread::yield();
                while (!home.alone([&] { done = true; })) {
                }
            });
            fork.call([&](Fork inner) {
                while (!taken) {
                    inner.communicate();
                    std::this_thread::yield();
                }
            });
            fork.sync(task);
            while (true) fork.communicate();
        });
    EXPECT_EQ(outcome.status, Status::cancelled);
    EXPECT_TRUE(done);
}

TEST_P(StandstillOfTasks, ManyStopsAtAnyTime) {
    for (const unsigned workers : {2U, 4U}) {
        for (int round = 0; round < 20; ++round) {
            std::stop_source stop;
            Progress progress;
            run_with_companion({.workers = workers, .stop = stop.get_token(), .deque = GetParam()}, [&](Fork fork) {
                auto stops = fork.spawn([&](Fork inner) {
                    inner.call<fib_with_stops>(round / 2, &progress, std::uint64_t{40});
                    stop.request_stop();
                });
                for (int i = 0; i < 20; ++i) fork.call<fib_with_stops>(8, &progress, std::uint64_t{40});
                fork.sync(stops);
            });
            EXPECT_FALSE(progress.disturbed);
        }
    }
}

}  // namespace
}  // namespace scrump
