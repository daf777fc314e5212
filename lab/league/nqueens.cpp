// Counts the ways to place 14 queens that do not attack each other: a task for each placement.

#include <scrump/runtime/session.hpp>
#include <scrump/tasks.hpp>
#include "memusage.hpp"

#include <array>
#include <chrono>
#include <cinttypes>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <thread>

static size_t thread_count = std::thread::hardware_concurrency() / 2;
static const size_t iter_count = 1;

inline constexpr int nqueens_work = 14;

inline constexpr std::array<int, 28> answers = {
    0,   1,     0,      0,      2,       10,        4,          40,         92,          352,
    724, 2'680, 14'200, 73'712, 365'596, 2'279'184, 14'772'512, 95'815'104, 666'090'624,
};

static void check_answer(int result) {
    if (result != answers[nqueens_work]) {
        std::printf("error: expected %d, got %d\n", answers[nqueens_work], result);
    }
}

template <size_t N>
int nqueens(scrump::Fork fork, int xMax, std::array<char, N> buf);

template <size_t N>
bool is_legal(int xMax, const std::array<char, N>& buf, int y) {
    const char q = static_cast<char>(y);
    for (int x = 0; x < xMax; ++x) {
        const char p = buf[x];
        if (q == p || q == p - (xMax - x) || q == p + (xMax - x)) {
            return false;
        }
    }
    return true;
}

// The ways with a queen on one of these places of the next row: each place but
// the last is a task.
template <size_t N>
int place_one_of(scrump::Fork& fork, int xMax, std::array<char, N>& buf, const char* first, const char* last) {
    buf[xMax] = *first;
    if (first == last) {
        return fork.call<nqueens<N>>(xMax + 1, buf);
    }
    auto task = fork.spawn<nqueens<N>>(xMax + 1, buf);
    const int others = place_one_of<N>(fork, xMax, buf, first + 1, last);
    return others + fork.sync(task);
}

template <size_t N>
int nqueens(scrump::Fork fork, int xMax, std::array<char, N> buf) {
    if (xMax == static_cast<int>(N)) {
        return 1;
    }

    std::array<char, N> ys;
    size_t taskCount = 0;
    for (int y = 0; y < static_cast<int>(N); ++y) {
        if (is_legal<N>(xMax, buf, y)) {
            ys[taskCount++] = static_cast<char>(y);
        }
    }

    if (taskCount == 0) {
        return 0;
    }
    return place_one_of<N>(fork, xMax, buf, ys.data(), ys.data() + taskCount - 1);
}

int main(int argc, char* argv[]) {
    if (argc > 1) {
        thread_count = static_cast<size_t>(atoi(argv[1]));
    }
    std::printf("threads: %zu\n", thread_count);
    return scrump::run_in_session([](scrump::Session& session) {
        const scrump::TaskOptions options{.workers = static_cast<unsigned>(thread_count), .session = &session};
        const std::array<char, nqueens_work> buf{};
        auto result = scrump::run_tasks<nqueens<nqueens_work>>(options, 0, buf);  // warmup
        check_answer(*result.value);

        auto startTime = std::chrono::high_resolution_clock::now();

        for (size_t i = 0; i < iter_count; ++i) {
            result = scrump::run_tasks<nqueens<nqueens_work>>(options, 0, buf);
            check_answer(*result.value);
            std::printf("output: %d\n", *result.value);
        }

        auto endTime = std::chrono::high_resolution_clock::now();
        auto totalTimeUs = std::chrono::duration_cast<std::chrono::microseconds>(endTime - startTime);
        std::printf("runs:\n");
        std::printf("  - iteration_count: %zu\n", iter_count);
        std::printf("    duration: %" PRIu64 " us\n", static_cast<uint64_t>(totalTimeUs.count()));
        std::printf("    max_rss: %ld KiB\n", peak_memory_usage());
    });
}
