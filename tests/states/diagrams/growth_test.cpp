// What a table that grows keeps: nodes, handles, and what is remembered of operations.

#include "random_model.hpp"

#include <scrump/diagrams.hpp>

#include <gtest/gtest.h>

#include <vector>

namespace scrump {
namespace {

using test::RandomModel;

// Holds one node after another, until the table has grown for them.
std::vector<Bdd> grow(Diagrams& diagrams) {
    std::vector<Bdd> held;
    const std::uint64_t collections = diagrams.statistics().collections;
    for (unsigned variable = 100'000; diagrams.statistics().growths == 0; --variable)
        held.push_back(diagrams.node(variable, held.empty() ? diagrams.no() : held.back(), diagrams.yes()));
    EXPECT_EQ(diagrams.statistics().collections, collections);
    return held;
}

TEST(DiagramGrowth, WhatIsRememberedStays) {
    run_diagrams({.tasks = {.workers = 1}, .buckets = 1024, .max_buckets = 1U << 16U}, [](Diagrams& diagrams) {
        SymbolicSystem system(diagrams, RandomModel(5).model);
        const auto all = [&] {
            return std::vector<Bdd>{diagrams.saturate(system.initial(), system.relations()),
                                    diagrams.successors(system.initial(), system.relations().front()),
                                    diagrams.predecessors(system.initial(), system.relations().front()),
                                    system.initial() & system.relations().front().relation,
                                    system.initial() ^ system.relations().front().relation};
        };
        const std::vector<Bdd> before = all();
        const std::vector<Bdd> held = grow(diagrams);
        const DiagramStatistics grown = diagrams.statistics();
        const std::vector<Bdd> after = all();
        EXPECT_EQ(before, after);
        // Each is known at the first look.
        EXPECT_EQ(diagrams.statistics().operations - grown.operations, diagrams.statistics().known - grown.known);
        EXPECT_GE(diagrams.statistics().known - grown.known, 4U);
    });
}

TEST(DiagramGrowth, ACacheStaysAsItIsWhereFewOperationsAreRepeated) {
    run_diagrams({.tasks = {.workers = 1}, .buckets = 1024, .max_buckets = 1U << 16U}, [](Diagrams& diagrams) {
        const std::uint64_t before = diagrams.statistics().cache_bytes;
        grow(diagrams);
        EXPECT_EQ(diagrams.statistics().cache_bytes, before);
    });
}

TEST(DiagramGrowth, ACacheGrowsWhereOperationsAreRepeated) {
    run_diagrams({.tasks = {.workers = 1}, .buckets = 1024, .max_buckets = 1U << 16U}, [](Diagrams& diagrams) {
        Bdd even = diagrams.yes();
        Bdd odd = diagrams.yes();
        for (unsigned variable = 100; variable-- > 0;) (variable % 2 == 0 ? even : odd) &= diagrams.variable(variable);
        const Bdd both = even & odd;
        for (unsigned time = 0; time < 50; ++time) {
            diagrams.collect();
            EXPECT_EQ(even & odd, both);
        }
        const DiagramStatistics before = diagrams.statistics();
        grow(diagrams);
        const DiagramStatistics grown = diagrams.statistics();
        EXPECT_GT(grown.cache_bytes, before.cache_bytes);
        EXPECT_EQ(even & odd, both);
        EXPECT_EQ(diagrams.statistics().known, grown.known + 1);
    });
}

TEST(DiagramGrowth, CollectionsForgetWhatOperationsCameTo) {
    run_diagrams({.tasks = {.workers = 1}}, [](Diagrams& diagrams) {
        const Bdd a = diagrams.variable(0) ^ diagrams.variable(2);
        const Bdd b = diagrams.variable(1) ^ diagrams.variable(2);
        const Bdd before = a & b;
        diagrams.collect();
        const std::uint64_t known = diagrams.statistics().known;
        EXPECT_EQ(a & b, before);
        EXPECT_EQ(diagrams.statistics().known, known);
    });
}

}  // namespace
}  // namespace scrump
