#pragma once
// A product of matrices whose larger side is halved down to blocks of 16 elements: 32,767 tasks for 512 rows, as in
// part 2 of the slides on distributed symbolic reachability.

#include <scrump/tasks/options.hpp>
#include <scrump/tasks/result.hpp>

#include <cstddef>
#include <span>
#include <vector>

namespace scrump::fork_join {

/// Two square matrices of small whole numbers, whose product is exact in any order of summation, and space for it. All
/// by rows.
class Product {
  public:
    explicit Product(unsigned size);

    unsigned size() const { return size_; }
    std::span<const double> left() const { return left_; }
    std::span<const double> right() const { return right_; }
    std::span<double> result() { return result_; }
    /// Sum of all elements of the result.
    double sum() const;
    /// The expected sum, from the factors alone: column sums of the left one times row sums of the right one.
    double expected_sum() const;

  private:
    unsigned size_;
    std::vector<double> left_;
    std::vector<double> right_;
    std::vector<double> result_;
};

/// Computes the result.
TaskResult<void> multiply(Product& product, const TaskOptions& options = {});

/// The same without tasks, also block by block.
void multiply_by_hand(Product& product);

}  // namespace scrump::fork_join
