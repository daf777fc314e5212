#pragma once
// How much there is to do, and how much was done: what progress is told of.

#include <cstdint>

namespace scrump::detail {

/// In units of whoever works: nothing if it does not say.
struct WorkAmount {
    std::uint64_t done = 0;
    std::uint64_t expected = 0;

    WorkAmount& operator+=(const WorkAmount& other) {
        done += other.done;
        expected += other.expected;
        return *this;
    }
};

}  // namespace scrump::detail
