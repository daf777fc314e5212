#include <scrump/problems/colouring/detail/covering.hpp>

#include <algorithm>
#include <limits>

namespace scrump::colouring {

namespace {

/// More than 1 by less than a hundred-thousandth, and different for each row.
double demand(std::size_t row) {
    constexpr double golden = 0.6180339887498949;
    const double multiple = golden * static_cast<double>(row + 1);
    return 1 + 1e-5 * (multiple - static_cast<double>(static_cast<std::size_t>(multiple)));
}

}  // namespace

Covering::Covering(std::size_t rows) : inverse_(rows * rows, 0), prices_(rows, 1), column_(rows) {
    for (std::size_t row = 0; row < rows; ++row) {
        inverse(row)[row] = 1;
        values_.push_back(demand(row));
    }
}

bool Covering::enter(std::span<const std::size_t> rows) {
    double reduced_cost = 1;
    for (const std::size_t row : rows) reduced_cost -= prices_[row];
    for (std::size_t i = 0; i < column_.size(); ++i) {
        double sum = 0;
        for (const std::size_t row : rows) sum += inverse(i)[row];
        column_[i] = sum;
    }
    return pivot(reduced_cost);
}

bool Covering::enter_surplus(std::size_t row) {
    for (std::size_t i = 0; i < column_.size(); ++i) column_[i] = -inverse(i)[row];
    return pivot(prices_[row]);
}

bool Covering::pivot(double reduced_cost) {
    constexpr double zero = 1e-9;
    std::size_t leaving = rows();
    double least = std::numeric_limits<double>::infinity();
    for (std::size_t i = 0; i < rows(); ++i) {
        if (column_[i] <= zero || values_[i] / column_[i] >= least) continue;
        least = values_[i] / column_[i];
        leaving = i;
    }
    if (reduced_cost >= 0 || leaving == rows()) return false;
    least = std::max(least, 0.0);
    double* const pivot_row = inverse(leaving);
    for (std::size_t j = 0; j < rows(); ++j) pivot_row[j] /= column_[leaving];
    for (std::size_t i = 0; i < rows(); ++i) {
        if (i == leaving || column_[i] == 0) continue;
        values_[i] -= least * column_[i];
        double* const row = inverse(i);
        for (std::size_t j = 0; j < rows(); ++j) row[j] -= column_[i] * pivot_row[j];
    }
    values_[leaving] = least;
    for (std::size_t j = 0; j < rows(); ++j) prices_[j] += reduced_cost * pivot_row[j];
    return true;
}

}  // namespace scrump::colouring
