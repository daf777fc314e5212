#include "matmul.hpp"

#include <scrump/base/random.hpp>
#include <scrump/tasks.hpp>

#include <array>
#include <numeric>

#include "matmul_block.hpp"

namespace scrump::fork_join {
namespace {

[[gnu::always_inline]] inline void fill_sized(Product& product, Block block) {
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

// Most blocks have a size that can be compiled for.
void fill(Product& product, Block block) {
    if (block.rows == 4 && block.columns == 4) return fill_sized(product, {block.row, 4, block.column, 4});
    fill_sized(product, block);
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

TasksResult<void> multiply(Product& product, const TasksOptions& options) {
    return run_tasks<multiply_task>(options, &product, Block::all_of(product));
}

void multiply_by_hand(Product& product) {
    multiply_block(product, Block::all_of(product));
}

}  // namespace scrump::fork_join
