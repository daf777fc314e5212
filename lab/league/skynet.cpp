// The skynet benchmark as described here:
// https://github.com/atemerev/skynet

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

template <size_t DepthMax>
size_t skynet_one(scrump::Fork fork, size_t BaseNum, size_t Depth);

// The children of a task from number Idx on: each but the last is spawned.
template <size_t DepthMax, size_t Idx>
size_t children(scrump::Fork& fork, size_t BaseNum, size_t depthOffset, size_t Depth) {
    if constexpr (Idx == 9) {
        return fork.call<skynet_one<DepthMax>>(BaseNum + depthOffset * 9, Depth + 1);
    } else {
        auto child = fork.spawn<skynet_one<DepthMax>>(BaseNum + depthOffset * Idx, Depth + 1);
        const size_t count = children<DepthMax, Idx + 1>(fork, BaseNum, depthOffset, Depth);
        return count + fork.sync(child);
    }
}

template <size_t DepthMax>
size_t skynet_one(scrump::Fork fork, size_t BaseNum, size_t Depth) {
    if (Depth == DepthMax) {
        return BaseNum;
    }
    size_t depthOffset = 1;
    for (size_t i = 0; i < DepthMax - Depth - 1; ++i) {
        depthOffset *= 10;
    }
    return children<DepthMax, 0>(fork, BaseNum, depthOffset, Depth);
}

template <size_t DepthMax>
void skynet(const scrump::TaskOptions& options) {
    const auto count = scrump::run_tasks<skynet_one<DepthMax>>(options, size_t{0}, size_t{0});
    if (*count.value != 4999999950000000) {
        std::printf("ERROR: wrong result - %zu\n", *count.value);
    }
}

template <size_t Depth = 6>
void loop_skynet(const scrump::TaskOptions& options) {
    std::printf("runs:\n");
    auto startTime = std::chrono::high_resolution_clock::now();
    for (size_t j = 0; j < iter_count; ++j) {
        skynet<Depth>(options);
    }
    auto endTime = std::chrono::high_resolution_clock::now();
    auto totalTimeUs = std::chrono::duration_cast<std::chrono::microseconds>(endTime - startTime);
    std::printf("  - iteration_count: %zu\n", iter_count);
    std::printf("    duration: %" PRIu64 " us\n", static_cast<uint64_t>(totalTimeUs.count()));
    std::printf("    max_rss: %ld KiB\n", peak_memory_usage());
}

int main(int argc, char* argv[]) {
    if (argc > 1) {
        thread_count = static_cast<size_t>(atoi(argv[1]));
    }
    std::printf("threads: %zu\n", thread_count);
    return scrump::run_in_session([](scrump::Session& session) {
        const scrump::TaskOptions options{.workers = static_cast<unsigned>(thread_count), .session = &session};
        skynet<8>(options);  // warmup
        loop_skynet<8>(options);
    });
}
