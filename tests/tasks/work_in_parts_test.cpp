#include <scrump/tasks/detail/work_in_parts.hpp>

#include <gtest/gtest.h>

#include <atomic>
#include <barrier>
#include <cstddef>
#include <stdexcept>
#include <thread>
#include <vector>

namespace scrump::detail {
namespace {

// Threads that help until they are told to end.
class Helpers {
  public:
    Helpers(WorkInParts& work, unsigned count) {
        for (unsigned each = 0; each < count; ++each) {
            threads_.emplace_back([&] {
                while (!over_)
                    if (!work.help()) std::this_thread::yield();
            });
        }
    }
    ~Helpers() {
        over_ = true;
        for (std::thread& each : threads_) each.join();
    }
    Helpers(const Helpers&) = delete;
    Helpers& operator=(const Helpers&) = delete;

  private:
    std::atomic<bool> over_ = false;
    std::vector<std::thread> threads_;
};

void nothing_else() {}

TEST(WorkInParts, AllPartsAreDoneOnceWhereNobodyHelps) {
    WorkInParts work;
    std::vector<int> done(10);
    work.divide(
        done.size(), [&](std::size_t part) { ++done[part]; }, nothing_else);
    EXPECT_EQ(done, std::vector<int>(10, 1));
    EXPECT_FALSE(work.help());
    work.divide(
        0, [&](std::size_t /*part*/) { ADD_FAILURE(); }, nothing_else);
}

TEST(WorkInParts, AllPartsAreDoneOnceAndByTheEndWhereOthersHelp) {
    WorkInParts work;
    const Helpers helpers(work, 3);
    std::vector<int> done(1000);  // not atomic: what helpers did is before what comes then
    for (int round = 1; round <= 100; ++round) {
        work.divide(
            done.size(), [&](std::size_t part) { ++done[part]; }, nothing_else);
        ASSERT_EQ(done, std::vector<int>(1000, round));
    }
}

// None of the parts ends before all have begun.
TEST(WorkInParts, OthersDoSomeWhileWhoDividesDoesOne) {
    WorkInParts work;
    const Helpers helpers(work, 3);
    std::barrier all(4);
    for (int round = 0; round < 100; ++round)
        work.divide(
            4, [&](std::size_t /*part*/) { all.arrive_and_wait(); }, nothing_else);
}

// Each does one of two parts, and that of the other goes on for long after all parts are taken.
TEST(WorkInParts, WhoDividesWaitsForWhatOthersHaveTaken) {
    WorkInParts work;
    const Helpers helpers(work, 1);
    const std::thread::id divides = std::this_thread::get_id();
    std::barrier both(2);
    std::atomic<bool> ended = false;
    work.divide(
        2,
        [&](std::size_t /*part*/) {
            both.arrive_and_wait();
            if (std::this_thread::get_id() == divides) return;
            for (int time = 0; time < 10'000; ++time) std::this_thread::yield();
            ended = true;
        },
        nothing_else);
    EXPECT_TRUE(ended);
}

TEST(WorkInParts, OthersAreWokenWhereThereIsMoreThanOnePart) {
    WorkInParts work;
    int woken = 0;
    const auto wake = [&] { ++woken; };
    const auto part = [](std::size_t /*part*/) {};
    work.divide(1, part, wake);
    EXPECT_EQ(woken, 0);
    work.divide(2, part, wake);
    EXPECT_EQ(woken, 1);
}

TEST(WorkInParts, WhatAPartThrowsIsThrownWhenAllAreDone) {
    WorkInParts work;
    const Helpers helpers(work, 2);
    for (std::size_t bad = 0; bad < 20; ++bad) {
        std::atomic<int> done = 0;
        const auto part = [&](std::size_t number) {
            ++done;
            if (number == bad) throw std::range_error("bad");
        };
        EXPECT_THROW(work.divide(20, part, nothing_else), std::range_error);
        EXPECT_EQ(done, 20);
        work.divide(
            1, [](std::size_t /*part*/) {}, nothing_else);  // what was thrown is thrown once
    }
}

}  // namespace
}  // namespace scrump::detail
