#pragma once
// A linear program that grows by columns: cover each row by columns at the least cost, fractions of columns allowed.
// The revised simplex method with the inverse of the basis kept as a dense matrix, as suits some hundreds of rows.
//
// The demands of rows differ a little from 1, so that no two bases are as good and no pivot is without progress
// (Charnes, "Optimality and degeneracy in linear programming", Econometrica 20, 1952). Prices are rounded numbers:
// they prove nothing by themselves.

#include <cstddef>
#include <span>
#include <vector>

namespace scrump::colouring {

class Covering {
  public:
    /// Begins with a column for each row alone. Takes 8 · rows² bytes.
    explicit Covering(std::size_t rows);

    std::size_t rows() const { return prices_.size(); }
    /// The price of covering each row.
    const std::vector<double>& prices() const { return prices_; }

    /// Brings a column of cost 1 that covers `rows` into the basis; their prices are more than 1 together. False if
    /// that makes no difference any more, for rounding. O(rows²).
    bool enter(std::span<const std::size_t> rows);
    /// The same with more of `row` than is demanded, if its price is negative.
    bool enter_surplus(std::size_t row);

  private:
    double* inverse(std::size_t row) { return inverse_.data() + row * rows(); }
    bool pivot(double reduced_cost);

    std::vector<double> inverse_;
    std::vector<double> values_;  // of the columns in the basis
    std::vector<double> prices_;
    std::vector<double> column_;  // the one that enters, in terms of the basis
};

}  // namespace scrump::colouring
