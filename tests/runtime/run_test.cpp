#include <scrump/base/detail/platform.hpp>
#include <scrump/runtime/detail/run.hpp>

#include "support/fast_platform.hpp"
#include "support/message_of.hpp"

#include <scrump/base/error.hpp>
#include <scrump/net/codec.hpp>

#include <gtest/gtest.h>

#include <atomic>
#include <barrier>
#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <stdexcept>
#include <stop_token>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

namespace scrump::detail {
namespace {

// A client of the runtime that is as small as one can be: a task is a number, and what is to be done with it is the
// test's. Found numbers are added up over all localities.
using Action = std::function<void(unsigned locality, unsigned worker, std::uint64_t number)>;

class NumberLocality;

class NumberWorker final : public Worker {
  public:
    NumberWorker(NumberLocality& home, unsigned index);

    void put(std::vector<std::uint64_t> numbers);
    std::vector<std::uint64_t> take_for_others();
    std::uint64_t sum() const { return sum_; }

  private:
    bool take_own() override { return take(*this); }
    bool take_from(Worker& victim) override { return take(static_cast<NumberWorker&>(victim)); }
    TaskSize run_task() override;
    bool take(NumberWorker& from);

    NumberLocality& home_;
    std::mutex mutex_;
    std::vector<std::uint64_t> numbers_;  // guarded by the mutex
    std::uint64_t number_ = 0;
    std::uint64_t sum_ = 0;
};

class NumberLocality final : public Locality {
  public:
    NumberLocality(Setup setup, unsigned self, std::uint64_t tasks, const Action& action)
        : Locality(std::move(setup)), self_(self), tasks_(tasks), action_(action) {
        for (unsigned index = 0; index < size(); ++index)
            workers_.push_back(std::make_unique<NumberWorker>(*this, index));
    }

    NumberWorker& number_worker(unsigned index) { return static_cast<NumberWorker&>(worker(index)); }
    void act(unsigned worker, std::uint64_t number) const { action_(self_, worker, number); }
    std::uint64_t sum() const { return sum_; }

    bool has_victims() const override { return settings().localities > 1; }
    StealReply give_tasks() override {
        std::vector<std::uint64_t> given;
        for (unsigned index = 0; index < size() && given.empty() && spare_tasks() > 0; ++index)
            given = number_worker(index).take_for_others();
        note_given(given.size());
        return {.tasks = given.size(), .bytes = Encoder().put(given).take()};
    }
    void receive(Bytes tasks) override {
        number_worker(0).put(Decoder(std::move(tasks)).get<std::vector<std::uint64_t>>());
    }
    void collect(bool /*stopped*/) override {
        for (unsigned index = 0; index < size(); ++index) sum_ += number_worker(index).sum();
    }
    Bytes result() const override { return Encoder().put(sum_).take(); }
    void merge_result(Bytes result) override { sum_ += Decoder(std::move(result)).get<std::uint64_t>(); }

  private:
    void begin() override {
        std::vector<std::uint64_t> all;
        for (std::uint64_t number = 1; number <= tasks_; ++number) all.push_back(number);
        number_worker(0).put(std::move(all));
    }

    const unsigned self_;
    const std::uint64_t tasks_;
    const Action& action_;
    std::uint64_t sum_ = 0;
};

NumberWorker::NumberWorker(NumberLocality& home, unsigned index) : Worker(home, index, false), home_(home) {}

void NumberWorker::put(std::vector<std::uint64_t> numbers) {
    home_.expect_tasks(numbers.size());
    {
        const std::lock_guard lock(mutex_);
        numbers_.insert(numbers_.end(), numbers.begin(), numbers.end());
    }
    home_.tell_of_tasks(numbers.size());
}

std::vector<std::uint64_t> NumberWorker::take_for_others() {
    const std::lock_guard lock(mutex_);
    std::vector<std::uint64_t> given;
    if (numbers_.empty()) return given;
    given.push_back(numbers_.back());
    numbers_.pop_back();
    return given;
}

bool NumberWorker::take(NumberWorker& from) {
    const std::vector<std::uint64_t> taken = from.take_for_others();
    if (taken.empty()) return false;
    number_ = taken.front();
    home_.note_taken();
    return true;
}

TaskSize NumberWorker::run_task() {
    home_.act(index_, number_);
    sum_ += number_;
    return {.work = 1};
}

class NumberRun final : public Run {
  public:
    NumberRun(Settings settings, std::uint64_t tasks, Action action)
        : Run(std::move(settings)), tasks_(tasks), action_(std::move(action)) {
        make_localities({}, {});
    }

    std::uint64_t operator()() {
        carry_out();
        rethrow();
        return static_cast<NumberLocality&>(locality()).sum();
    }
    const std::vector<LocalityStatistics>& figures() const { return figures_; }
    std::optional<Status> wanted() const { return wanted_; }
    void wait_until_wanted() const { heard_.wait(false); }
    bool ended_by_failure() const { return failed_here(); }
    bool workers_left() const {
        return !any_locality([](const Locality& home) { return !home.released(); });
    }
    void throw_when_begun() { throws_ = true; }
    void when_it_begins(std::function<void()> then) { begins_ = std::move(then); }

  private:
    std::unique_ptr<Locality> make(Locality::Setup setup) override {
        return std::make_unique<NumberLocality>(std::move(setup), made_++, tasks_, action_);
    }
    void begun(Clock::time_point /*now*/) override {
        if (begins_) begins_();
    }
    bool watch(Clock::time_point now, std::optional<Status> stop) override {
        if (throws_) throw std::runtime_error("watched");
        if (stop) {
            wanted_ = stop;
            heard_ = true;
            heard_.notify_all();
        }
        return Run::watch(now, stop);
    }
    void gathered(std::vector<LocalityStatistics> figures) override { figures_ = std::move(figures); }

    const std::uint64_t tasks_;
    const Action action_;
    unsigned made_ = 0;
    bool throws_ = false;
    std::function<void()> begins_;
    std::optional<Status> wanted_;
    std::atomic<bool> heard_ = false;
    std::vector<LocalityStatistics> figures_;
};

constexpr std::uint64_t sum_up_to(std::uint64_t number) {
    return number * (number + 1) / 2;
}

TEST(Run, EveryTaskRunsOnceOnAnyNumberOfWorkersAndLocalities) {
    for (const unsigned workers : {1U, 2U, 5U}) {
        for (const unsigned localities : {1U, 2U, 4U}) {
            std::mutex mutex;
            std::multiset<std::uint64_t> seen;
            NumberRun run({.workers = workers, .localities = localities}, 500, [&](auto, auto, std::uint64_t number) {
                const std::lock_guard lock(mutex);
                seen.insert(number);
            });
            EXPECT_EQ(run(), sum_up_to(500));
            EXPECT_EQ(seen.size(), 500U);
            EXPECT_EQ(std::set(seen.begin(), seen.end()).size(), 500U);
            ASSERT_EQ(run.figures().size(), localities);
            Counters all;
            for (const LocalityStatistics& each : run.figures()) all += each.sum();
            EXPECT_EQ(all.tasks, 500U);
        }
    }
}

// Each task waits until as many run as there are workers in all: it comes to an end only if all of them get one.
TEST(Run, WorkersOfAllLocalitiesStealWhatOneHas) {
    for (const std::pair<unsigned, unsigned>& shape : {std::pair{3U, 1U}, std::pair{1U, 3U}, std::pair{2U, 2U}}) {
        const std::size_t all = std::size_t{shape.first} * shape.second;
        std::mutex mutex;
        std::condition_variable all_here;
        std::set<std::pair<unsigned, unsigned>> here;
        NumberRun run({.workers = shape.first, .localities = shape.second}, all,
                      [&](unsigned locality, unsigned worker, auto) {
                          std::unique_lock lock(mutex);
                          here.insert({locality, worker});
                          all_here.notify_all();
                          all_here.wait(lock, [&] { return here.size() == all; });
                      });
        EXPECT_EQ(run(), sum_up_to(all));
        for (unsigned index = 0; index < shape.second; ++index) {
            const LocalityStatistics& each = run.figures()[index];
            EXPECT_EQ(each.traffic.tasks_received > 0, index > 0) << index;
            for (const WorkerStatistics& worker : each.workers) EXPECT_GE(worker.counters.tasks, 1U);
        }
    }
}

TEST(Run, WhatATaskThrowsEndsAllLocalities) {
    for (const unsigned localities : {1U, 3U}) {
        NumberRun run({.workers = 2, .localities = localities}, 100'000, [](auto, auto, std::uint64_t number) {
            if (number == 7) throw std::runtime_error("seven");
        });
        EXPECT_THROW(run(), std::runtime_error);
        EXPECT_TRUE(run.ended_by_failure());
    }
}

// What workers use may be the client's own, and gone when that is.
TEST(Run, LeavesNoWorkerBehindWhenItThrows) {
    NumberRun run({.workers = 3, .localities = 2}, 1000, [](auto, auto, auto) {});
    run.throw_when_begun();
    EXPECT_THROW(run(), std::runtime_error);
    EXPECT_TRUE(run.workers_left());
}

// The task goes on until the run's own thread has heard of the wish.
TEST(Run, EndsWhenItIsStopped) {
    std::stop_source stop;
    std::atomic<const NumberRun*> running = nullptr;
    NumberRun run({.workers = 2, .localities = 2, .stop = stop.get_token()}, 1, [&](auto, auto, auto) {
        stop.request_stop();
        running.load()->wait_until_wanted();
    });
    running = &run;
    run();
    EXPECT_EQ(run.wanted(), Status::cancelled);
}

TEST(Run, EndsWhenItsTimeIsOver) {
    std::atomic<const NumberRun*> running = nullptr;
    const auto an_hour = std::chrono::hours(1);
    NumberRun run({.workers = 2, .began = Clock::now() - an_hour, .time_limit = an_hour}, 1,
                  [&](auto, auto, auto) { running.load()->wait_until_wanted(); });
    running = &run;
    run();
    EXPECT_EQ(run.wanted(), Status::time_limit);
}

// What is over before it has begun is not begun, however soon workers are there.
TEST(Run, DoesNothingWhenItIsOverBeforeItBegins) {
    std::stop_source stop;
    stop.request_stop();
    const auto an_hour = std::chrono::hours(1);
    for (const unsigned localities : {1U, 3U}) {
        const Settings cancelled{.workers = 2, .localities = localities, .stop = stop.get_token()};
        const Settings late{
            .workers = 2, .localities = localities, .began = Clock::now() - an_hour, .time_limit = an_hour};
        for (const auto& [settings, status] :
             {std::pair{cancelled, Status::cancelled}, std::pair{late, Status::time_limit}}) {
            NumberRun run(settings, 100, [](auto, auto, auto) { ADD_FAILURE() << "a task ran"; });
            EXPECT_EQ(run(), 0U);
            EXPECT_EQ(run.wanted(), status);
            EXPECT_TRUE(run.workers_left());
        }
    }
}

// Time stands still, but for pauses.
class PausedPlatform final : public test::FastPlatform {
  public:
    PausedPlatform() : FastPlatform(1) {}
    Clock::time_point now() override { return now_; }
    void pass(Clock::duration time) { now_ = now_.load() + time; }

  private:
    std::atomic<Clock::time_point> now_ = Clock::time_point{};
};

// The thread that serves looks once at the moment when worker 0 starts, and then sleeps: both tasks wait for each
// other.
TEST(Run, HasAllWorkersHoweverLateItsThreadIs) {
    PausedPlatform platform;
    const Platform::Scope scope(platform);
    std::barrier both(2);
    NumberRun run({.workers = 2}, 2, [&](auto, auto, auto) { both.arrive_and_wait(); });
    run.when_it_begins([&] { platform.pass(std::chrono::seconds(1)); });
    EXPECT_EQ(run(), 3U);
}

// An hour passes at once where the platform says so, and nobody sleeps or starts a thread but through it.
TEST(Run, HasItsTimeAndItsThreadsFromThePlatform) {
    test::FastPlatform platform(3'600'000);
    const Platform::Scope scope(platform);
    std::atomic<const NumberRun*> running = nullptr;
    NumberRun run({.workers = 3, .time_limit = std::chrono::hours(1000)}, 1,
                  [&](auto, auto, auto) { running.load()->wait_until_wanted(); });
    running = &run;
    run();
    EXPECT_EQ(run.wanted(), Status::time_limit);
    EXPECT_EQ(platform.started(), 3);
    EXPECT_GT(platform.slept(), 0);
    EXPECT_GT(platform.woken(), 0);
}

// Those that were started go first or last.
TEST(Run, EndsWhereThereCanBeNoMoreThreads) {
    for (int round = 0; round < 100; ++round) {
        test::FastPlatform platform(1);
        platform.allow_threads(round % 8);
        const Platform::Scope scope(platform);
        NumberRun run({.workers = 4, .localities = 2}, 100, [](auto, auto, auto) {});
        EXPECT_EQ(test::message_of<Error>([&] { run(); }),
                  "cannot start worker " + std::to_string(round % 4 + 1) +
                      " of 4: " + std::make_error_code(std::errc::resource_unavailable_try_again).message());
    }
}

// A worker begins alone; what it does there, it may do.
TEST(Run, EndsWhereThereCanBeNoThreadsForTheOthers) {
    for (int round = 0; round < 100; ++round) {
        test::FastPlatform platform(1);
        platform.allow_threads(1 + round % 3);
        const Platform::Scope scope(platform);
        NumberRun run({.workers = 4}, 1, [&](auto, auto, auto) { platform.wait_until_refused(); });
        EXPECT_EQ(test::message_of<Error>([&] { run(); }),
                  "cannot start worker " + std::to_string(round % 3 + 2) +
                      " of 4: " + std::make_error_code(std::errc::resource_unavailable_try_again).message());
    }
}

TEST(Run, OfAMomentHasFiguresOfAllWorkers) {
    for (int round = 0; round < 100; ++round) {
        NumberRun run({.workers = 5}, 2, [](auto, auto, auto) {});
        EXPECT_EQ(run(), 3U);
        ASSERT_EQ(run.figures().size(), 1U);
        EXPECT_EQ(run.figures()[0].workers.size(), 5U);
        EXPECT_EQ(run.figures()[0].sum().tasks, 2U);
    }
}

TEST(Run, RefusesTooManyWorkers) {
    EXPECT_THROW(NumberRun({.workers = 5000}, 1, [](auto, auto, auto) {}), UsageError);
}

}  // namespace
}  // namespace scrump::detail
