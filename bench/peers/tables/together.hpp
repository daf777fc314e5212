#pragma once
// Threads that fill a table, started and bound before time begins: when the first of them begins, until the last ends.

#include <peers/tables.hpp>
#include <peers/threads.hpp>

#include <algorithm>
#include <barrier>
#include <chrono>
#include <thread>
#include <vector>

namespace scrump::peers {

/// `fill(worker)` says how many states were new to the table.
template <class Fill>
TableTime fill_together(unsigned workers, const Fill& fill) {
    using Clock = std::chrono::steady_clock;
    struct Share {
        Clock::time_point begin{};
        Clock::time_point end{};
        std::uint64_t inserted = 0;
    };
    std::vector<Share> shares(workers);
    std::barrier together(static_cast<std::ptrdiff_t>(workers));
    {
        std::vector<std::jthread> threads;
        for (unsigned worker = 0; worker < workers; ++worker) {
            threads.emplace_back([&, worker] {
                bind_like_a_worker(worker, workers);
                together.arrive_and_wait();
                const Clock::time_point begin = Clock::now();
                const std::uint64_t inserted = fill(worker);
                shares[worker] = {.begin = begin, .end = Clock::now(), .inserted = inserted};
            });
        }
    }
    const auto begin = std::ranges::min(shares, {}, &Share::begin).begin;
    const auto end = std::ranges::max(shares, {}, &Share::end).end;
    TableTime time{.seconds = std::chrono::duration<double>(end - begin).count()};
    for (const Share& share : shares) time.inserted += share.inserted;
    return time;
}

}  // namespace scrump::peers
