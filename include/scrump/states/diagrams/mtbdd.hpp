#pragma once
// Functions from assignments to numbers: multi-terminal binary decision diagrams, also called algebraic ones.
//
//     const auto cost = scrump::Mtbdd<double>::of(a, 2.5) + scrump::Mtbdd<double>::of(b, 4);
//     const scrump::Bdd expensive = cost.at_least(4);
//
// They share nodes, cache, workers and garbage collection with the functions of the same Diagrams.

#include <scrump/states/diagrams/bdd.hpp>
#include <scrump/states/diagrams/detail/diagram_handle.hpp>

#include <concepts>
#include <cstdint>
#include <span>
#include <vector>

namespace scrump {

/// The numbers that functions may have as values.
template <class Number>
concept MtbddNumber = std::same_as<Number, std::int64_t> || std::same_as<Number, double>;

/// A function from assignments to numbers, as a multi-terminal binary decision diagram (MTBDD): integers of 64 bits, or
/// doubles. Equal functions have the same diagram, so comparing takes no time. Integers that would be too large are an
/// Error, and so are doubles that are not numbers. Zero times anything is zero.
template <MtbddNumber Number>
class Mtbdd : public detail::DiagramHandle {
  public:
    /// Without a function: may only be assigned to.
    Mtbdd() = default;

    // --- Making functions

    /// The function that has one value everywhere.
    static Mtbdd constant(Diagrams& diagrams, Number value);
    /// The function with one value where a Boolean one holds, and another elsewhere.
    static Mtbdd of(const Bdd& function, Number then = 1, Number otherwise = 0);
    /// `then` where a Boolean function holds, `otherwise` elsewhere: the operation called ite.
    static Mtbdd ite(const Bdd& function, const Mtbdd& then, const Mtbdd& otherwise);

    // --- Operations, value by value

    /// The sum.
    Mtbdd operator+(const Mtbdd& other) const;
    /// The difference.
    Mtbdd operator-(const Mtbdd& other) const;
    /// The product.
    Mtbdd operator*(const Mtbdd& other) const;
    /// The smaller value.
    Mtbdd min(const Mtbdd& other) const;
    /// The larger value.
    Mtbdd max(const Mtbdd& other) const;
    /// Where the value is at least that of another function.
    Bdd at_least(const Mtbdd& other) const;
    /// Where the value is at least a number: the threshold of it.
    Bdd at_least(Number threshold) const { return at_least(constant(diagrams(), threshold)); }

    // --- Over all values of some variables; `cube` has these, see Diagrams::cube(). All throw UsageError for a
    // function that is not a cube.

    /// The sum.
    Mtbdd sum_out(const Bdd& cube) const;
    /// The smallest value.
    Mtbdd min_out(const Bdd& cube) const;
    /// The largest value.
    Mtbdd max_out(const Bdd& cube) const;

    // --- Values and structure

    /// Whether both are the same function, of the same Diagrams.
    bool operator==(const Mtbdd& other) const;
    /// Value, given the values of all variables. Throws UsageError if a value that it needs is missing.
    Number operator()(const std::vector<bool>& values) const;
    /// All values that the function has, ascending.
    std::vector<Number> values() const;
    /// The variables on which the function depends, in their order.
    std::vector<unsigned> support() const;
    /// Whether it has one value everywhere.
    bool is_constant() const;
    /// The first variable on which the function depends. Throws Error for a constant.
    unsigned variable() const;
    /// The function where that variable is false.
    Mtbdd low() const;
    /// The function where that variable is true.
    Mtbdd high() const;

  private:
    friend struct detail::DiagramParts;

    Mtbdd(Diagrams& home, detail::Edge edge) : DiagramHandle(home, edge) {}
};

extern template class Mtbdd<std::int64_t>;
extern template class Mtbdd<double>;

}  // namespace scrump
