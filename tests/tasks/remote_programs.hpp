#pragma once
// Computations whose tasks go from one locality to another, whatever connects these: those that wait for that end only
// if it happens. With one worker in each locality, whoever runs a task that was stolen is in another one.

#include <scrump/base/error.hpp>
#include <scrump/tasks.hpp>

#include <gtest/gtest.h>

#include <unistd.h>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <stdexcept>
#include <stop_token>
#include <string>
#include <thread>
#include <utility>
#include <vector>

namespace scrump::test {

/// Some number that no two workers have in common, in this process or any other.
inline std::uint64_t this_worker() {
    static thread_local const char here = 0;
    return (static_cast<std::uint64_t>(getpid()) << 48U) ^ reinterpret_cast<std::uintptr_t>(&here);
}

/// Gives away what is there, for a while.
inline void linger(Fork& fork) {
    for (int i = 0; i < 300; ++i) {
        fork.communicate();
        std::this_thread::yield();
    }
}

/// Spawns what `spawn` spawns until it has come to `seen`: something that it comes to only elsewhere.
template <class Spawn, class Seen>
auto until_stolen(Fork& fork, const Spawn& spawn, const Seen& seen) {
    while (true) {
        auto task = spawn(fork);
        fork.call([](Fork inner) { linger(inner); });
        auto value = fork.sync(task);
        if (seen(value)) return value;
    }
}

// --- What travels

inline std::uint64_t where() {
    return this_worker();
}

inline bool is_stolen_as_bytes(Fork fork) {
    const std::uint64_t self = this_worker();
    until_stolen(
        fork, [](Fork& own) { return own.spawn<where>(); }, [self](std::uint64_t other) { return other != self; });
    return true;
}

struct Place {
    std::uint64_t worker;
    std::string text;

    template <class Archive>
    void serialize(Archive& archive) {
        archive(worker, text);
    }
};

/// Its last letter first.
inline Place reversed(const std::string& text, std::size_t times) {
    std::string result;
    for (; times > 0; --times) result.append(text.rbegin(), text.rend());
    return {this_worker(), result};
}

/// Texts of all sizes, so that some have no room in a cell, on either way.
inline std::vector<std::string> what_codecs_make(Fork fork) {
    const std::uint64_t self = this_worker();
    std::vector<std::string> texts;
    for (const std::size_t size : {1U, 30U, 39U, 40U, 41U, 1000U, 100'000U}) {
        for (const std::size_t times : {0U, 1U, 3U}) {
            const std::string text(size, 'a');
            texts.push_back(until_stolen(
                                fork, [&](Fork& own) { return own.spawn<reversed>("z" + text, times); },
                                [self](const Place& place) { return place.worker != self; })
                                .text);
        }
    }
    return texts;
}

inline std::vector<std::string> what_codecs_are_to_make() {
    std::vector<std::string> texts;
    for (const std::size_t size : {1U, 30U, 39U, 40U, 41U, 1000U, 100'000U}) {
        for (const std::size_t times : {0U, 1U, 3U}) {
            std::string& text = texts.emplace_back();
            for (std::size_t i = 0; i < times; ++i) text += std::string(size, 'a') + "z";
        }
    }
    return texts;
}

// --- What stays

inline std::uint64_t where_with_pointer(const int* /*here*/) {
    return this_worker();
}

/// Asks for work come all the time; neither lambdas nor what is given pointers are an answer.
inline unsigned long moved_though_they_point(Fork fork) {
    const std::uint64_t self = this_worker();
    unsigned long moved = 0;
    const int here = 0;
    for (int i = 0; i < 20; ++i) {
        auto pointing = fork.spawn<where_with_pointer>(&here);
        auto capturing = fork.spawn([&self] { return self == 0 ? self : this_worker(); });
        fork.call([](Fork inner) { linger(inner); });
        moved += fork.sync(capturing) != self;
        moved += fork.sync(pointing) != self;
    }
    return moved;
}

// --- Exceptions

inline int throw_elsewhere(std::uint64_t home) {
    if (this_worker() != home) throw std::range_error("thrown elsewhere, with a message that is longer than a cell");
    return 0;
}

inline std::string what_was_thrown_elsewhere(Fork fork) {
    while (true) {
        auto task = fork.spawn<throw_elsewhere>(this_worker());
        try {
            fork.call([](Fork inner) { linger(inner); });
            fork.sync(task);
        } catch (const Error& error) {
            return error.what();
        }
    }
}

/// A handle that ends elsewhere: nobody waits for what its task throws.
inline void fail_elsewhere(Fork fork, std::uint64_t home) {
    if (this_worker() == home) return;
    const auto dropped = fork.spawn([] { throw std::range_error("nobody waits"); });
}

inline int fail_in_another_locality(Fork fork) {
    while (true) {
        auto task = fork.spawn<fail_elsewhere>(this_worker());
        fork.call([](Fork inner) { linger(inner); });
        fork.sync(task);
    }
}

// --- Whom a thief that waits asks

inline std::uint64_t taken_back(Fork fork, std::uint64_t home) {
    const std::uint64_t self = this_worker();
    if (self == home) return 0;
    return until_stolen(
        fork, [](Fork& own) { return own.spawn<where>(); }, [self](std::uint64_t other) { return other != self; });
}

/// In two localities: what was stolen ends only if who waits for it steals from the thief.
inline bool who_waits_helps(Fork fork) {
    const std::uint64_t self = this_worker();
    return until_stolen(
               fork, [self](Fork& own) { return own.spawn<taken_back>(self); },
               [](std::uint64_t helper) { return helper != 0; }) == self;
}

// --- Ends

inline long for_ever(Fork fork) {
    long sum = 0;
    while (sum >= 0) {
        auto task = fork.spawn<where>();
        linger(fork);
        sum += fork.sync(task) == 0;
    }
    return sum;
}

inline std::function<void()>& when_elsewhere() {
    static std::function<void()> call;
    return call;
}

/// Goes on for ever once it is elsewhere.
inline long call_elsewhere(Fork fork, std::uint64_t home) {
    if (this_worker() == home) return 0;
    when_elsewhere()();
    return fork.call<for_ever>();
}

/// Waits for a task that never ends.
inline long wait_for_ever(Fork fork) {
    const std::uint64_t self = this_worker();
    return until_stolen(
        fork, [self](Fork& own) { return own.spawn<call_elsewhere>(self); }, [](long value) { return value != 0; });
}

/// Catches whatever comes of that.
inline long catch_everything(Fork fork) {
    try {
        return fork.call<wait_for_ever>();
    } catch (...) {
        return 1;
    }
}

// --- Many

inline long fib_travelling(Fork fork, int n) {
    if (n < 2) return n;
    auto first = fork.spawn<fib_travelling>(n - 1);
    auto second = fork.spawn<fib_travelling>(n - 2);
    if (n == 8) std::this_thread::yield();
    const long sum = fork.sync(second);
    return fork.sync(first) + sum;
}

inline int catch_travelling(Fork fork, int n) {
    if (n == 0) throw std::range_error("zero");
    auto first = fork.spawn<catch_travelling>(n - 1);
    int caught = 0;
    try {
        if (n > 1) caught += fork.call<catch_travelling>(n - 2);
    } catch (const std::exception& error) {
        caught += std::string(error.what()) == "zero";
    }
    try {
        return caught + fork.sync(first);
    } catch (const std::exception& error) {
        return caught + (std::string(error.what()) == "zero");
    }
}

/// Texts of all sizes, both ways.
inline std::string join_travelling(Fork fork, const std::string& text, int n) {
    if (n == 1) return text;
    auto first = fork.spawn<join_travelling>(text + "+", n / 2);
    std::string second = fork.call<join_travelling>(text + "-", n - n / 2);
    if (n == 8) std::this_thread::yield();
    return fork.sync(first) + second;
}

/// What was stolen by other localities, of all.
inline std::uint64_t stolen_from_others(const TaskStatistics& statistics) {
    std::uint64_t all = 0;
    for (const LocalityStatistics& each : statistics.localities) all += each.traffic.steals_won;
    return all;
}

}  // namespace scrump::test
