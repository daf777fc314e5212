#include "peers/diagrams.hpp"
#include "twins/diagrams.hpp"

#include <gtest/gtest.h>

#include <functional>
#include <string>
#include <utility>
#include <vector>

namespace scrump::peers {
namespace {

using Construction = DiagramConstruction::Kind;

struct NamedPackage {
    std::string name;
    std::function<DiagramsTime(const DiagramConstruction&)> make;
};

std::vector<NamedPackage> packages() {
    std::vector<NamedPackage> all = {{"by hand", [](const DiagramConstruction& construction) {
                                          twins::SequentialDiagrams package;
                                          return make_twice(package, construction);
                                      }}};
#if SCRUMP_BENCH_BUDDY
    all.push_back({buddy().name, buddy().make});
#endif
    return all;
}

// With how many pairs of factors the middle bit of the product is 1.
double count_middle_bits(unsigned bits) {
    double count = 0;
    for (unsigned a = 0; a < 1U << bits; ++a)
        for (unsigned b = 0; b < 1U << bits; ++b) count += a * b >> (bits - 1) & 1U;
    return count;
}

TEST(Diagrams, OfAllPackagesHaveTheKnownNumbersOfQueens) {
    for (const NamedPackage& package : packages()) {
        for (const auto& [size, ways] : {std::pair(3U, 0.0), std::pair(6U, 4.0), std::pair(8U, 92.0)})
            EXPECT_NEAR(package.make({Construction::queens, size}).count, ways, 1e-6) << package.name << ' ' << size;
    }
}

TEST(Diagrams, OfAllPackagesMultiply) {
    for (const NamedPackage& package : packages()) {
        for (const unsigned bits : {1U, 4U, 7U})
            EXPECT_EQ(package.make({Construction::multiplier, bits}).count, count_middle_bits(bits))
                << package.name << ' ' << bits;
    }
}

TEST(SequentialDiagrams, HaveTheTruthTableOfAnyChoice) {
    twins::SequentialDiagrams package;
    std::vector<unsigned> functions;
    for (const unsigned variable : {0U, 1U, 2U}) functions.push_back(package.variable(variable));
    functions.push_back(package.exclusive_or(functions[0], functions[2]));
    functions.push_back(package.conjunction(functions[1], functions[2]));
    functions.push_back(package.disjunction(functions[3], functions[4]));
    for (const bool value : {false, true}) functions.push_back(package.constant(value));
    for (std::size_t i = functions.size(); i-- > 0;) functions.push_back(package.negation(functions[i]));
    for (const unsigned f : functions) {
        for (const unsigned g : functions) {
            for (const unsigned h : functions) {
                const unsigned expected =
                    package.disjunction(package.conjunction(f, g), package.conjunction(package.negation(f), h));
                EXPECT_EQ(package.if_then_else(f, g, h), expected);
            }
            EXPECT_EQ(package.exclusive_or(f, g), package.if_then_else(f, package.negation(g), g));
        }
    }
}

}  // namespace
}  // namespace scrump::peers
