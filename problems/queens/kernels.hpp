#pragma once
// Placing the next queen on many boards at once. Boards next to each other in a search do the same with other numbers,
// but for how many columns they have free: vectors suit that if a lane that is done takes the next board at once.

#include <scrump/pools/node_columns.hpp>

#include <cstddef>
#include <cstdint>
#include <span>

#include "node.hpp"

namespace scrump::queens {

using Boards = NodeColumns<Node>;

/// One way to do it, for some instruction set. `columns` has a bit set for each column of the board.
struct Kernel {
    const char* name;
    bool (*available)();

    /// Appends all children of `count` of the boards, from `first` on, to other boards.
    void (*expand)(std::uint32_t columns, const Boards& boards, std::size_t first, std::size_t count, Boards& children);

    /// Appends those boards that have a free column in the next row to other boards.
    void (*append_inner)(std::uint32_t columns, const Boards& boards, Boards& inner);
};

/// All that this program has, best first; the last one is always available.
std::span<const Kernel> kernels();

/// The best one that is available here.
const Kernel& best_kernel();

}  // namespace scrump::queens
