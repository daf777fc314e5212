#pragma once
// What the peers' loops have in common: how they are timed.

#include <chrono>
#include <cstdint>
#include <type_traits>

namespace scrump::peers {

/// Seconds that `work()` takes.
template <class Work>
double seconds_of(const Work& work) {
    const auto began = std::chrono::steady_clock::now();
    work();
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count();
}

/// Calls the body for an iteration, and adds what it returns, if anything.
template <class Body>
void add_iteration(std::uint64_t& sum, const Body& body, std::uint64_t i) {
    if constexpr (std::is_void_v<std::invoke_result_t<const Body&, std::uint64_t>>) {
        body(i);
    } else {
        sum += body(i);
    }
}

}  // namespace scrump::peers
