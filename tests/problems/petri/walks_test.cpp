#include <scrump/problems/petri/detail/walks.hpp>

#include "nets.hpp"
#include "plain_answers.hpp"

#include <scrump/problems/petri/check.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace scrump::petri {
namespace {

using Kind = Formula::Kind;

TEST(Walks, FindPathsIfTheyAreToldTo) {
    const Net net = test::kanban(2);
    const std::vector<Property> properties = test::random_properties(net, 7);
    CheckOptions options = test::with_workers(1);
    const auto has_path = [](const Verdict& each) { return each.path.has_value(); };
    EXPECT_TRUE(std::ranges::any_of(check(net, properties, options).verdicts, has_path));
    options.find_paths = false;
    EXPECT_FALSE(std::ranges::any_of(check(net, properties, options).verdicts, has_path));
}

// A binary counter: its last bit is set after 2^19 transitions, and no other path leads there.
Net counter_of_bits(std::uint32_t bits) {
    Net net;
    for (std::uint32_t bit = 0; bit < bits; ++bit) {
        net.places.push_back({"zero" + std::to_string(bit), 1});
        net.places.push_back({"one" + std::to_string(bit), 0});
    }
    for (std::uint32_t bit = 0; bit < bits; ++bit) {
        Transition& add = net.transitions.emplace_back();
        add.name = "carry" + std::to_string(bit);
        for (std::uint32_t i = 0; i < bit; ++i) {
            add.takes.push_back({2 * i + 1});
            add.puts.push_back({2 * i});
        }
        add.takes.push_back({2 * bit});
        add.puts.push_back({2 * bit + 1});
    }
    return net;
}

TEST(Walks, WhatTheyDoNotSeeMayExist) {
    const Net net = counter_of_bits(20);
    const Formula last = test::at_most({.constant = 1}, {.places = {39}});
    const Formula none = test::at_most({.places = {39}}, {.constant = 0});
    const std::vector<Property> properties{test::asked(test::quantified(Kind::some_path, Kind::eventually, last)),
                                           test::asked(test::quantified(Kind::every_path, Kind::always, none)),
                                           test::question("QuasiLiveness"), test::question("StableMarking")};
    const Checked found = check(net, properties, test::with_workers(1));
    EXPECT_EQ(found.reached.counters.states.digits, "1048576");
    const std::vector<bool> expected{true, false, true, false};
    for (std::size_t i = 0; i < expected.size(); ++i) {
        EXPECT_EQ(found.verdicts[i].holds, expected[i]) << i;
        EXPECT_EQ(found.verdicts[i].method, Method::diagrams) << i;
        EXPECT_FALSE(found.verdicts[i].path) << "it takes too many rounds";
    }
}

}  // namespace
}  // namespace scrump::petri
