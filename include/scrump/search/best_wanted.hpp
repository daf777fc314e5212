#pragma once

#include <cstddef>
#include <limits>
#include <optional>

namespace scrump {

/// Which of all solutions are wanted. The default is all of them.
template <class Objective>
struct BestWanted {
    /// Largest number of solutions, at least 1: the best ones.
    std::size_t most = std::numeric_limits<std::size_t>::max();
    /// Whether only solutions as good as the best are wanted.
    bool equal = false;
    /// Objective that a solution must reach or improve on.
    std::optional<Objective> at_least{};
};

}  // namespace scrump
