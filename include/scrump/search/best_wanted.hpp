#pragma once

#include <cstddef>
#include <limits>
#include <optional>

namespace scrump {

/// Which of all solutions are wanted. As it is: all of them.
template <class Objective>
struct BestWanted {
    /// So many, and none that is worse than one left out; from 1 on.
    std::size_t most = std::numeric_limits<std::size_t>::max();
    /// Only those as good as the best.
    bool equal = false;
    /// Only those as good as this, or better.
    std::optional<Objective> at_least{};
};

}  // namespace scrump
