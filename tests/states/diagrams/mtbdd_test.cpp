// Operations on functions to numbers, each against the same on the plain list of values. Equal functions are equal
// diagrams, so a result is compared with the diagram of the plain one.

#include "support/message_of.hpp"
#include "truth_table.hpp"
#include "ways.hpp"

#include <scrump/base/error.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <random>
#include <set>
#include <type_traits>
#include <vector>

namespace scrump {
namespace {

using test::message_of;
using test::run_in;

class NumberDiagrams : public test::InAllWays {};
INSTANTIATE_TEST_SUITE_P(Ways, NumberDiagrams, testing::ValuesIn(test::all_ways()),
                         [](const auto& of) { return of.param.name(); });

// The values for all assignments, in which variable i is bit i of the place.
template <class Number>
using Values = std::vector<Number>;

template <class Number, class Value>
Values<Number> values_by(std::size_t size, const Value& value) {
    Values<Number> values;
    for (std::size_t at = 0; at < size; ++at) values.push_back(value(at));
    return values;
}

// Made without the operations under test but ite: of each value, where the function has it.
template <class Number>
Mtbdd<Number> diagram_of_values(Diagrams& diagrams, unsigned variables, const Values<Number>& values) {
    Mtbdd<Number> all = Mtbdd<Number>::constant(diagrams, values.front());
    for (const Number value : std::set<Number>(values.begin(), values.end())) {
        const Bdd there = test::diagram_by(diagrams, test::first_variables(variables),
                                           [&](unsigned at) { return values[at] == value; });
        all = Mtbdd<Number>::ite(there, Mtbdd<Number>::constant(diagrams, value), all);
    }
    return all;
}

template <class Number>
class RandomNumbers {
  public:
    RandomNumbers(Diagrams& diagrams, unsigned variables, std::uint64_t seed)
        : diagrams_(diagrams), variables_(variables), random_(seed) {}

    Values<Number> values() {
        return values_by<Number>(std::size_t{1} << variables_, [&](std::size_t /*at*/) {
            return static_cast<Number>(static_cast<int>(random_() % 5) - 2) / (std::is_integral_v<Number> ? 1 : 4);
        });
    }
    void expect(const char* what, const Mtbdd<Number>& found, const Values<Number>& values) {
        EXPECT_EQ(found, diagram_of_values(diagrams_, variables_, values)) << what;
        for (unsigned at = 0; at < values.size(); ++at) ASSERT_EQ(found(test::values_of(at, variables_)), values[at]);
    }
    // Over the values of the variables of a set.
    template <class Combine>
    Values<Number> out(const Values<Number>& f, unsigned set, const Combine& combine) {
        Values<Number> result = f;
        for (unsigned variable = 0; variable < variables_; ++variable) {
            if ((set >> variable & 1U) == 0) continue;
            const Values<Number> before = result;
            for (std::size_t at = 0; at < result.size(); ++at)
                result[at] =
                    combine(before[at & ~(std::size_t{1} << variable)], before[at | std::size_t{1} << variable]);
        }
        return result;
    }
    unsigned set() { return static_cast<unsigned>(random_() % (1U << variables_)); }
    Mtbdd<Number> diagram(const Values<Number>& values) { return diagram_of_values(diagrams_, variables_, values); }

    void expect_all() {
        const Values<Number> f = values();
        const Values<Number> g = values();
        const Mtbdd<Number> df = diagram(f);
        const Mtbdd<Number> dg = diagram(g);
        const auto both = [&](const auto& combine) {
            return values_by<Number>(f.size(), [&](std::size_t at) { return combine(f[at], g[at]); });
        };
        const auto least = [](Number a, Number b) { return std::min(a, b); };
        const auto most = [](Number a, Number b) { return std::max(a, b); };
        expect("value", df, f);
        expect("plus", df + dg, both(std::plus<>()));
        expect("minus", df - dg, both(std::minus<>()));
        expect("times", df * dg, both(std::multiplies<>()));
        expect("min", df.min(dg), both(least));
        expect("max", df.max(dg), both(most));
        expect("same", (df - df) + df.min(df), f);
        expect("zero", Mtbdd<Number>::constant(diagrams_, 0) * df + Mtbdd<Number>::constant(diagrams_, 1) * dg, g);
        EXPECT_EQ(df.at_least(dg), test::diagram_by(diagrams_, test::first_variables(variables_),
                                                    [&](unsigned at) { return f[at] >= g[at]; }));
        EXPECT_EQ(df.at_least(1), test::diagram_by(diagrams_, test::first_variables(variables_),
                                                   [&](unsigned at) { return f[at] >= 1; }));
        const unsigned over = set();
        const Bdd cube = test::cube_of(diagrams_, over);
        expect("sum out", df.sum_out(cube), out(f, over, std::plus<>()));
        expect("min out", df.min_out(cube), out(f, over, least));
        expect("max out", df.max_out(cube), out(f, over, most));
        const std::set<Number> different(f.begin(), f.end());
        EXPECT_EQ(df.values(), Values<Number>(different.begin(), different.end()));
    }

  private:
    Diagrams& diagrams_;
    unsigned variables_;
    std::mt19937_64 random_;
};

TEST_P(NumberDiagrams, AreThoseOfPlainValues) {
    const unsigned rounds = GetParam().by_messages() ? 2 : 20;
    run([&](Diagrams& diagrams) {
        for (unsigned round = 0; round < rounds; ++round) {
            RandomNumbers<std::int64_t>(diagrams, 1 + round % 5, round).expect_all();
            RandomNumbers<double>(diagrams, 1 + round % 5, round).expect_all();
        }
    });
}

// Many values in a table that is full again and again.
TEST_P(NumberDiagrams, StayWhatTheyAreWhenNodesAreCollected) {
    const bool slow = GetParam().by_messages();
    const unsigned variables = slow ? 5 : 7;
    run_in(GetParam(), {.buckets = 2048, .max_buckets = 2048}, [&](Diagrams& diagrams) {
        std::mt19937_64 random(1);
        Values<std::int64_t> plain(std::size_t{1} << variables, 0);
        auto sum = Mtbdd<std::int64_t>::constant(diagrams, 0);
        for (unsigned round = 0; round < (slow ? 10U : 80U); ++round) {
            const Values<std::int64_t> next = values_by<std::int64_t>(
                plain.size(), [&](std::size_t /*at*/) { return static_cast<std::int64_t>(random() >> 30U); });
            sum = round % 8 == 7 ? diagram_of_values<std::int64_t>(diagrams, 2, {-1, 5, -1, 0}) : sum;
            if (round % 8 == 7)
                for (std::size_t at = 0; at < plain.size(); ++at) plain[at] = at % 4 == 1 ? 5 : at % 4 == 3 ? 0 : -1;
            sum = sum + diagram_of_values(diagrams, variables, next);
            for (std::size_t at = 0; at < plain.size(); ++at) plain[at] += next[at];
            for (unsigned at = 0; at < plain.size(); ++at) ASSERT_EQ(sum(test::values_of(at, variables)), plain[at]);
        }
        EXPECT_GT(diagrams.statistics().collections, 0U);
    });
}

TEST(NumbersOfDiagrams, AreIntegersAndDoublesApart) {
    run_in({}, test::small_table(), [](Diagrams& diagrams) {
        const Bdd a = diagrams.variable(0);
        // The bits of 1.0 are those of a large integer, and what is remembered of one is not found for the other.
        const auto bits = std::bit_cast<std::int64_t>(1.0);
        const auto whole = Mtbdd<std::int64_t>::of(a, bits, 0);
        const auto real = Mtbdd<double>::of(a, 1.0, 0);
        EXPECT_EQ((whole + whole)({true}), 2 * bits);
        EXPECT_EQ((real + real)({true}), 2.0);
        EXPECT_EQ(real.sum_out(diagrams.cube({0, 1, 2}))({}), 4.0);
        EXPECT_EQ(Mtbdd<double>::constant(diagrams, -0.0), Mtbdd<double>::constant(diagrams, 0.0));
        for (const std::int64_t value : {std::numeric_limits<std::int64_t>::min(), std::int64_t{-1},
                                         std::int64_t{1} << 40U, std::numeric_limits<std::int64_t>::max()})
            EXPECT_EQ(Mtbdd<std::int64_t>::constant(diagrams, value)({}), value);
    });
}

TEST(NumbersOfDiagrams, HaveNodesAndVariables) {
    run_in({}, test::small_table(), [](Diagrams& diagrams) {
        const auto cost =
            Mtbdd<std::int64_t>::of(diagrams.variable(2), 3) + Mtbdd<std::int64_t>::of(diagrams.variable(5), 4);
        EXPECT_EQ(cost.nodes(), 3U);
        EXPECT_EQ(cost.support(), (std::vector<unsigned>{2, 5}));
        EXPECT_EQ(cost.values(), (std::vector<std::int64_t>{0, 3, 4, 7}));
        EXPECT_EQ(cost.variable(), 2U);
        EXPECT_EQ(cost.low(), Mtbdd<std::int64_t>::of(diagrams.variable(5), 4));
        EXPECT_EQ(cost.high().high(), Mtbdd<std::int64_t>::constant(diagrams, 7));
        EXPECT_TRUE(cost.low().low().is_constant());
        EXPECT_EQ(message_of<Error>([&] { cost.low().low().variable(); }), "a constant depends on no variable");
        EXPECT_EQ(message_of<UsageError>([&] {
                      cost({true, true, true});
                  }),
                  "the function depends on variable 5, which has no value among 3");
    });
}

TEST(NumbersOfDiagrams, ThatDoNotFitAreAnError) {
    for (const unsigned workers : {1U, 3U}) {
        run_in({.workers = workers}, test::small_table(), [](Diagrams& diagrams) {
            const auto most = std::numeric_limits<std::int64_t>::max();
            const auto f = Mtbdd<std::int64_t>::of(diagrams.variable(0), most, 2);
            EXPECT_EQ(message_of<Error>([&] { f + f; }),
                      "the value 9223372036854775807 + 9223372036854775807 does not fit into 64 bits");
            EXPECT_EQ(message_of<Error>([&] { f* f; }),
                      "the value 9223372036854775807 * 9223372036854775807 does not fit into 64 bits");
            EXPECT_EQ((f - f)({true}), 0);
            const auto infinite = Mtbdd<double>::constant(diagrams, std::numeric_limits<double>::infinity());
            const auto other = Mtbdd<double>::of(diagrams.variable(1), std::numeric_limits<double>::infinity());
            EXPECT_EQ(message_of<Error>([&] { infinite - other; }), "a value of a function would not be a number");
            EXPECT_EQ(message_of<Error>([&] { other - other; }), "a value of a function would not be a number");
            EXPECT_EQ((Mtbdd<double>::constant(diagrams, 0) * infinite)({}), 0);
        });
    }
}

}  // namespace
}  // namespace scrump
