// Random assignments that satisfy a function. Those of families are in zdd_test.cpp.

#include "truth_table.hpp"
#include "ways.hpp"

#include <scrump/base/error.hpp>

#include <gtest/gtest.h>

#include <cstdint>
#include <map>
#include <vector>

namespace scrump {
namespace {

using Assignment = std::vector<bool>;

class RandomAssignments : public test::InAllWays {};
INSTANTIATE_TEST_SUITE_P(Ways, RandomAssignments, testing::ValuesIn(test::all_ways()),
                         [](const auto& of) { return of.param.name(); });

// Of 1,000 expected times for each, the standard deviation is below 32.
TEST_P(RandomAssignments, AreAllAsLikely) {
    run([](Diagrams& diagrams) {
        const Bdd f = (diagrams.variable(1) & diagrams.variable(4)) | !diagrams.variable(5);
        const std::vector<unsigned> variables = {0, 1, 4, 5};
        std::map<Assignment, unsigned> drawn;
        for (const Assignment& each : diagrams.sample(f, variables, 10'000, 11)) ++drawn[each];
        EXPECT_EQ(drawn.size(), 10U);
        for (const auto& [each, times] : drawn) {
            EXPECT_TRUE((each[1] && each[2]) || !each[3]);
            EXPECT_NEAR(times, 1000, 200);
        }
    });
}

TEST(RandomAssignmentsOfMany, DependOnTheSeedAlone) {
    test::run_in({}, test::small_table(), [](Diagrams& diagrams) {
        const std::vector<unsigned> variables = test::first_variables(3000);
        Bdd f = diagrams.no();
        for (unsigned each = 0; each < 40; ++each) f ^= diagrams.variable(each * 75);
        const auto drawn = diagrams.sample(f, variables, 20, 5);
        EXPECT_EQ(drawn, diagrams.sample(f, variables, 20, 5));
        EXPECT_NE(drawn, diagrams.sample(f, variables, 20, 6));
        for (const Assignment& each : drawn) EXPECT_TRUE(f(each));
        EXPECT_TRUE(diagrams.sample(diagrams.no(), variables, 3, 1).empty());
        EXPECT_THROW(diagrams.sample(f, std::vector<unsigned>{3}, 1, 1), UsageError);
    });
}

}  // namespace
}  // namespace scrump
