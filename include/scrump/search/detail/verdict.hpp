#pragma once

#include <cstdint>

namespace scrump::detail {

/// The decision of a search type on a node just visited.
enum class Verdict : std::uint8_t {
    descend,  ///< explore its subtree
    prune,    ///< skip its subtree
    cut,      ///< also skip those of all its later siblings
    finish,   ///< end the whole search
};

}  // namespace scrump::detail
