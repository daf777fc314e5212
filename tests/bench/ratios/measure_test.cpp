#include "ratios/measure.hpp"

#include <gtest/gtest.h>

#include <scrump/base/error.hpp>

namespace scrump::bench {
namespace {

// Takes these times, one in each round.
Variant taking(std::vector<double> seconds) {
    return {"a", [seconds, round = std::size_t{0}]() mutable {
                return Sample{.seconds = seconds.at(round++), .answer = "same"};
            }};
}

Row only_row(const Experiment& experiment, unsigned rounds) {
    const Samples samples = measure(experiment, rounds, [](unsigned, unsigned) {});
    return rows_of(experiment, samples, true).at(0);
}

TEST(Measure, ARatioIsThatOfTheMediansAndItsSpreadThatOfTheRounds) {
    const Experiment experiment{.variants = {taking({2, 9, 4}), taking({1, 1, 2})},
                                .claims = {{.what = "a / b", .subject = 0, .base = 1, .target = Target::at_most(4)}}};
    const Row row = only_row(experiment, 3);
    EXPECT_EQ(row.value, 4);
    EXPECT_EQ(row.low, 2);
    EXPECT_EQ(row.high, 9);
    EXPECT_EQ(row.reached, true);
}

TEST(Measure, ASpeedUpBesideAnotherOneIsTheirQuotient) {
    // 8 / 4 = 2 against 6 / 2 = 3; in the second round 2 against 1.
    const Experiment experiment{
        .variants = {taking({8, 8, 8}), taking({4, 4, 4}), taking({6, 2, 6}), taking({2, 2, 2})},
        .claims = {
            {.what = "speed-ups", .subject = 0, .base = 1, .beside = Beside{2, 3}, .target = Target::at_least(0.95)}}};
    const Row row = only_row(experiment, 3);
    EXPECT_DOUBLE_EQ(row.value, 2.0 / 3);
    EXPECT_DOUBLE_EQ(row.low, 2.0 / 3);
    EXPECT_DOUBLE_EQ(row.high, 2);
    EXPECT_EQ(row.reached, false);
}

TEST(Measure, TheBestOfSomeIsTheOneWithTheLeastMedian) {
    Experiment experiment{.variants = {taking({5, 5, 5}), taking({1, 9, 9}), taking({4, 8, 4})},
                          .claims = {{.what = "best / a", .base = 0, .best_of = {1, 2}}}};
    experiment.variants[2].name = "c";
    const Row row = only_row(experiment, 3);
    EXPECT_EQ(row.what, "best / a (c)");
    EXPECT_DOUBLE_EQ(row.value, 0.8);
    EXPECT_DOUBLE_EQ(row.high, 1.6);
}

TEST(Measure, AnswersThatDifferAreAnError) {
    Experiment experiment{.variants = {taking({1}), taking({1})}};
    experiment.variants[1].run = [] { return Sample{.answer = "another"}; };
    EXPECT_THROW(measure(experiment, 1, [](unsigned, unsigned) {}), Error);
}

}  // namespace
}  // namespace scrump::bench
