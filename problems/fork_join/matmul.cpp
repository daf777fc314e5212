#include "matmul.hpp"

#include <scrump/base/random.hpp>
#include <scrump/tasks.hpp>

#include <array>
#include <cstring>
#include <numeric>

#include "detail/matmul_block.hpp"

namespace scrump::fork_join {
namespace {

void fill_any(Product& product, Block block) {
    const std::size_t size = product.size();
    const double* const left = product.left().data() + block.row * size;
    const double* const right = product.right().data() + block.column;
    std::array<double, Block::most_elements> sums{};
    for (std::size_t k = 0; k < size; ++k)
        for (unsigned i = 0; i < block.rows; ++i)
            for (unsigned j = 0; j < block.columns; ++j)
                sums[i * block.columns + j] += left[i * size + k] * right[k * size + j];
    double* const result = product.result().data() + block.row * size + block.column;
    for (unsigned i = 0; i < block.rows; ++i)
        for (unsigned j = 0; j < block.columns; ++j) result[i * size + j] = sums[i * block.columns + j];
}

// Two elements of a row side by side: left to itself, g++ takes two steps of k together instead, and sorts them out
// again, which takes a fifth longer.
using Pair [[gnu::vector_size(2 * sizeof(double))]] = double;

Pair pair_at(const double* elements) {
    Pair pair;
    std::memcpy(&pair, elements, sizeof pair);
    return pair;
}

// A block of 4 rows and columns.
void fill_square(Product& product, Block block) {
    const std::size_t size = product.size();
    const double* const left = product.left().data() + block.row * size;
    const double* const right = product.right().data() + block.column;
    Pair sums[4][2] = {};
    for (std::size_t k = 0; k < size; ++k) {
        const Pair first = pair_at(right + k * size);
        const Pair second = pair_at(right + k * size + 2);
        for (unsigned i = 0; i < 4; ++i) {
            sums[i][0] += left[i * size + k] * first;
            sums[i][1] += left[i * size + k] * second;
        }
    }
    double* const result = product.result().data() + block.row * size + block.column;
    for (unsigned i = 0; i < 4; ++i) std::memcpy(result + i * size, sums[i], sizeof sums[i]);
}

void multiply_task(Fork fork, Product* product, Block block) {
    if (block.small()) return fill(*product, block);
    auto second = fork.spawn<multiply_task>(product, block.second());
    fork.call<multiply_task>(product, block.first());
    fork.sync(second);
}

void multiply_block(Product& product, Block block) {
    if (block.small()) return fill(product, block);
    multiply_block(product, block.first());
    multiply_block(product, block.second());
}

}  // namespace

// Most blocks are squares.
void fill(Product& product, Block block) {
    if (block.rows == 4 && block.columns == 4) return fill_square(product, block);
    fill_any(product, block);
}

Product::Product(unsigned size)
    : size_(size), left_(std::size_t{size} * size), right_(left_.size()), result_(left_.size()) {
    SplitMix64 random(1);
    for (double& element : left_) element = random.below(16);
    for (double& element : right_) element = random.below(16);
}

double Product::sum() const {
    return std::accumulate(result_.begin(), result_.end(), 0.0);
}

double Product::expected_sum() const {
    double sum = 0;
    for (std::size_t k = 0; k < size_; ++k) {
        double column = 0;
        double row = 0;
        for (std::size_t i = 0; i < size_; ++i) {
            column += left_[i * size_ + k];
            row += right_[k * size_ + i];
        }
        sum += column * row;
    }
    return sum;
}

TaskResult<void> multiply(Product& product, const TaskOptions& options) {
    return run_tasks<multiply_task>(options, &product, Block::all_of(product));
}

void multiply_by_hand(Product& product) {
    multiply_block(product, Block::all_of(product));
}

}  // namespace scrump::fork_join
