#pragma once
// The amounts of work to do and done, for reports of progress.

#include <cstdint>

namespace scrump::detail {

/// In units of the client; none if unknown.
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
