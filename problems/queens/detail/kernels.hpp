#pragma once
// Placing the next queen on many boards at once. Adjacent boards in a search need the same operations on other numbers,
// except for the number of their free columns: vectors suit that if a lane that has finished takes the next board at
// once.

#include <scrump/pools/node_columns.hpp>

#include <cstddef>
#include <cstdint>
#include <span>

#include "node.hpp"

namespace scrump::queens {

using Boards = NodeColumns<Node>;

/// An implementation for an instruction set. `columns` has a bit set for each column of the board.
struct Kernel {
    const char* name;
    bool (*available)();

    /// Appends all children of `count` of the boards, from `first` on, to other boards.
    void (*expand)(std::uint32_t columns, const Boards& boards, std::size_t first, std::size_t count, Boards& children);

    /// Appends those boards that have a free column in the next row to other boards.
    void (*append_inner)(std::uint32_t columns, const Boards& boards, Boards& inner);
};

/// All kernels of this program, best first; the last one is always available.
std::span<const Kernel> kernels();

/// The best kernel that this processor can run.
const Kernel& best_kernel();

}  // namespace scrump::queens
