#pragma once

#include <cstdint>

namespace scrump::detail {

/// What a search type says of a node just visited.
enum class Verdict : std::uint8_t {
    descend,  ///< its subtree is to be explored
    prune,    ///< its subtree is left out
    cut,      ///< so are those of all its later siblings
    finish,   ///< the whole search is over
};

}  // namespace scrump::detail
