#include <scrump/states/diagrams/labels.hpp>
#include <scrump/states/diagrams/model_file.hpp>

#include "example_models.hpp"
#include "plain_search.hpp"
#include "support/data.hpp"

#include <gtest/gtest.h>

#include <algorithm>

namespace scrump {
namespace {

using test::stored_true;

/// One bit, which is switched on with label 1 and off with label 0.
SymbolicModel labelled_switch() {
    constexpr std::uint32_t label = first_label_variable;
    return {.bits = {1},
            .nodes = {{label, 0, stored_true},
                      {1, 0, {1, false}},
                      {1, 1, stored_true},
                      {0, 2, {3, true}},
                      {0, 0, stored_true}},
            .initial = {.entries = {0}, .root = {5, true}},
            .relations = {{.read = {0}, .written = {0}, .root = {4, false}}},
            .label_bits = 1};
}

TEST(WithoutLabels, ATransitionIsOneWhateverItsLabelIs) {
    const SymbolicModel model = without_labels(labelled_switch());
    const SymbolicModel expected = {.bits = {1},
                                    .nodes = {{0, 0, stored_true}, {1, 0, stored_true}, {0, 2, {2, true}}},
                                    .initial = {.entries = {0}, .root = {1, true}},
                                    .relations = {{.read = {0}, .written = {0}, .root = {3, false}}},
                                    .label_bits = 0};
    EXPECT_EQ(model, expected);
}

TEST(WithoutLabels, TheStatesAreTheSame) {
    EXPECT_EQ(test::count_reachable(labelled_switch()), 2);
    EXPECT_EQ(test::count_reachable(without_labels(labelled_switch())), 2);
}

TEST(WithoutLabels, AModelThatHasNoneStaysAsItIs) {
    EXPECT_EQ(without_labels(test::distbdd_example()), test::distbdd_example());
}

TEST(WithoutLabels, ABenchmarkHasTheStatesThatItHad) {
    SCRUMP_NEEDS_LARGE_DATA("states/anderson.4.sylvan.bdd");
    const SymbolicModel model = without_labels(read_model_file(test::data("states/anderson.4.sylvan.bdd")));
    EXPECT_TRUE(std::ranges::all_of(model.nodes, [](const StoredNode& node) { return node.variable < 2 * 31; }));
    EXPECT_EQ(test::count_reachable(model), 29641);
}

}  // namespace
}  // namespace scrump
