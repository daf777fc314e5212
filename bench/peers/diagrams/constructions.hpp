#pragma once
// Two functions whose diagrams are made by many operations, the same ones in the same order by every package.
//
// A package has a type `Function`, variables and constants, `conjunction`, `disjunction`, `exclusive_or`, `negation`
// and `if_then_else`; `count(function, variables)`, of assignments; and `forget()`, after which it has no nodes but
// those of functions that are still there, and remembers nothing.

#include <chrono>
#include <cstddef>
#include <vector>

namespace scrump::peers {

/// A function, by what it is of and how large that is.
struct DiagramConstruction {
    enum class Kind : unsigned char {
        queens,  ///< whether queens on the squares of a board, a variable each, row by row, are as many as they can be
        multiplier,  ///< the middle bit of the product of two numbers of so many bits
    };
    Kind kind = Kind::queens;
    unsigned size = 0;

    unsigned variables() const { return kind == Kind::queens ? size * size : 2 * size; }
};

/// How long it took, and with how many assignments the function is true.
struct DiagramsTime {
    double seconds = 0;
    double count = 0;
};

/// Whether a queen on one square of a board attacks one on another square.
inline bool attacks(unsigned size, unsigned square, unsigned other) {
    const unsigned row = square / size, column = square % size, other_row = other / size, other_column = other % size;
    return row == other_row || column == other_column || row + column == other_row + other_column ||
           row + other_column == other_row + column;
}

/// For each row, that it has a queen; then for each of its squares, that one there leaves those alone that it attacks.
template <class Package>
auto place_queens(Package& package, unsigned size) {
    std::vector<typename Package::Function> queen;
    for (unsigned square = 0; square < size * size; ++square) queen.push_back(package.variable(square));
    auto board = package.constant(true);
    for (unsigned row = 0; row < size; ++row) {
        auto of_row = package.constant(false);
        for (unsigned square = row * size; square < (row + 1) * size; ++square)
            of_row = package.disjunction(of_row, queen[square]);
        for (unsigned square = row * size; square < (row + 1) * size; ++square) {
            auto of_square = package.constant(true);
            for (unsigned other = 0; other < size * size; ++other) {
                if (other == square || !attacks(size, square, other)) continue;
                const auto clause =
                    package.disjunction(package.negation(queen[square]), package.negation(queen[other]));
                of_square = package.conjunction(of_square, clause);
            }
            of_row = package.conjunction(of_row, of_square);
        }
        board = package.conjunction(board, of_row);
    }
    return board;
}

/// Rows of full adders. The first factor has the even variables, the second one the odd ones, least significant first.
template <class Package>
auto multiply(Package& package, unsigned bits) {
    std::vector<typename Package::Function> product(std::size_t{2} * bits, package.constant(false));
    for (unsigned row = 0; row < bits; ++row) {
        auto carry = package.constant(false);
        for (unsigned column = 0; column < bits; ++column) {
            auto& sum = product[row + column];
            const auto both = package.conjunction(package.variable(2 * column), package.variable(2 * row + 1));
            const auto half = package.exclusive_or(sum, both);
            const auto next = package.if_then_else(half, carry, sum);
            sum = package.exclusive_or(half, carry);
            carry = next;
        }
        product[row + bits] = carry;
    }
    return product[bits - 1];
}

/// Makes the function and counts, twice, and forgets in between. The second time counts: by then the package has the
/// memory that it takes.
template <class Package>
DiagramsTime make_twice(Package& package, const DiagramConstruction& construction) {
    const auto count = [&] {
        return package.count(construction.kind == DiagramConstruction::Kind::queens
                                 ? place_queens(package, construction.size)
                                 : multiply(package, construction.size),
                             construction.variables());
    };
    count();
    package.forget();
    const auto began = std::chrono::steady_clock::now();
    const double counted = count();
    return {std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count(), counted};
}

}  // namespace scrump::peers
