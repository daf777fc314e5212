// Fibonacci numbers by the plain recursion: a task for one of two calls.

#include <scrump/runtime/session.hpp>
#include <scrump/tasks.hpp>
#include "memusage.hpp"

#include <chrono>
#include <cinttypes>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <thread>

static size_t thread_count = std::thread::hardware_concurrency() / 2;
static const size_t iter_count = 1;

static size_t fib(scrump::FlatFork fork, size_t n) {
    if (n < 2) {
        return n;
    }
    auto x = fork.spawn<fib>(n - 1);
    const size_t y = fork.call<fib>(n - 2);
    return fork.sync(x) + y;
}

int main(int argc, char* argv[]) {
    if (argc > 2) {
        thread_count = static_cast<size_t>(atoi(argv[2]));
    }
    if (argc < 2) {
        printf("Usage: fib <n-th fibonacci number requested>\n");
        exit(0);
    }
    size_t n = static_cast<size_t>(atoi(argv[1]));

    std::printf("threads: %zu\n", thread_count);
    return scrump::run_in_session([&](scrump::Session& session) {
        const scrump::TaskOptions options{.workers = static_cast<unsigned>(thread_count), .session = &session};
        auto result = scrump::run_tasks<fib>(options, size_t{30});  // warmup

        auto startTime = std::chrono::high_resolution_clock::now();

        for (size_t i = 0; i < iter_count; ++i) {
            result = scrump::run_tasks<fib>(options, n);
            std::printf("output: %zu\n", *result.value);
        }

        auto endTime = std::chrono::high_resolution_clock::now();
        auto totalTimeUs = std::chrono::duration_cast<std::chrono::microseconds>(endTime - startTime);
        std::printf("runs:\n");
        std::printf("  - iteration_count: %zu\n", iter_count);
        std::printf("    duration: %" PRIu64 " us\n", static_cast<uint64_t>(totalTimeUs.count()));
        std::printf("    max_rss: %ld KiB\n", peak_memory_usage());
    });
}
