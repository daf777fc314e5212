#pragma once
// A part of a product of matrices: how it is halved, and how a small one is computed. Shared by all implementations.

#include <scrump/problems/fork_join/matmul.hpp>

namespace scrump::fork_join {

/// Rows and columns of the result, from the given ones on.
struct Block {
    static constexpr unsigned most_elements = 16;  ///< of a block that is not halved

    unsigned row, rows, column, columns;

    static Block all_of(const Product& product) { return {0, product.size(), 0, product.size()}; }

    bool small() const { return rows * columns <= most_elements; }
    Block first() const {
        return rows >= columns ? Block{row, rows / 2, column, columns} : Block{row, rows, column, columns / 2};
    }
    Block second() const {
        const Block done = first();
        return rows >= columns ? Block{row + done.rows, rows - done.rows, column, columns}
                               : Block{row, rows, column + done.columns, columns - done.columns};
    }
};

/// Computes a small block.
void fill(Product& product, Block block);

}  // namespace scrump::fork_join
