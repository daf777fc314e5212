#pragma once
// A linear program that grows: minimise the cost of columns between 0 and 1 (or fixed at one of them), where the first
// rows are equal to 2, and later rows at least some number. Solved by the dual simplex method of Clp (COIN-OR), if
// Scrump was built with it. All results are those of floating-point arithmetic.

#include <memory>
#include <span>
#include <vector>

namespace scrump::tsp {

/// New columns, each with its cost and rows, or new rows, each with its least value and columns.
struct LinearProgramPart {
    std::vector<double> numbers;
    std::vector<int> starts{0};
    std::vector<int> indices;
    std::vector<double> factors;

    void put(int index, double factor) {
        indices.push_back(index);
        factors.push_back(factor);
    }
    /// Ends a column or row that put() made.
    void end(double number) {
        numbers.push_back(number);
        starts.push_back(static_cast<int>(indices.size()));
    }
    int size() const { return static_cast<int>(numbers.size()); }
};

class LinearProgram {
  public:
    enum class End {
        optimal,
        infeasible,  ///< row_prices() are those of a ray: multiples of them bound the cost ever better
        unsolved,    ///< too many iterations, or numerical difficulties
    };
    using Basis = std::vector<unsigned char>;

    /// Whether this build has a solver. Without one, nothing else can be used.
    static bool available();

    explicit LinearProgram(int equalities);
    LinearProgram(const LinearProgram&) = delete;
    LinearProgram& operator=(const LinearProgram&) = delete;
    ~LinearProgram();

    void add_columns(const LinearProgramPart& columns);
    void add_rows(const LinearProgramPart& rows);
    /// Limits of a column: 0 or 1.
    void limit(int column, double least, double most);

    End solve(int iterations);

    int rows() const;
    int columns() const;
    double cost() const;
    std::span<const double> values() const;  ///< of the columns
    /// What a unit of each row costs.
    std::span<const double> row_prices() const { return prices_; }

    /// Of each row, whether it is basic: it could go without a change of the solution.
    std::vector<bool> basic_rows() const;

    /// The states of all columns, and then of all rows.
    Basis basis() const;
    void return_to(const Basis& basis);

  private:
    struct Model;
    std::unique_ptr<Model> model_;
    std::vector<double> prices_;
};

}  // namespace scrump::tsp
