#include <scrump/states/diagrams/model_file.hpp>

#include "example_models.hpp"
#include "plain_search.hpp"
#include "support/data.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <vector>

namespace scrump {
namespace {

TEST(SymbolicModel, HasVariablesByTheBitsOfItsEntries) {
    SymbolicModel model;
    model.bits = {1, 3, 2};
    EXPECT_EQ(state_variables(model, std::vector<std::uint32_t>{0, 1, 2}),
              (std::vector<std::uint32_t>{0, 2, 4, 6, 8, 10}));
    EXPECT_EQ(state_variables(model, std::vector<std::uint32_t>{2}), (std::vector<std::uint32_t>{8, 10}));
    EXPECT_EQ(next_state_variable(8), 9);
}

TEST(SymbolicModel, SpeaksOfWhatARelationReadsOrWrites) {
    EXPECT_EQ(entries_of({.read = {0, 2, 5}, .written = {1, 2, 7}, .root = {}}),
              (std::vector<std::uint32_t>{0, 1, 2, 5, 7}));
}

TEST(SymbolicModel, MeansTheStatesThatItsExamplesWereMadeFor) {
    EXPECT_EQ(test::count_reachable(test::sylvan_example()), 4);
    EXPECT_EQ(test::count_reachable(test::distbdd_example()), 4);
}

TEST(SymbolicModel, HasTheNumberOfStatesThatIsKnown) {
    SCRUMP_NEEDS_LARGE_DATA("states/anderson.4.sylvan.bdd");
    EXPECT_EQ(test::count_reachable(read_model_file(test::data("states/anderson.4.sylvan.bdd"))), 29641);
}

}  // namespace
}  // namespace scrump
