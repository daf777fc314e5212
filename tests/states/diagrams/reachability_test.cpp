#include "example_models.hpp"
#include "random_model.hpp"
#include "support/data.hpp"
#include "support/message_of.hpp"
#include "support/sanitized.hpp"
#include "ways.hpp"

#include <scrump/base/error.hpp>
#include <scrump/states/diagrams/model_file.hpp>
#include <scrump/states/diagrams/reachability.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <string>
#include <vector>

namespace scrump {
namespace {

using test::message_of;
using test::RandomModel;

constexpr ReachStrategy all_strategies[] = {ReachStrategy::bfs, ReachStrategy::par, ReachStrategy::chaining,
                                            ReachStrategy::saturation};

class Reachability : public test::InAllWays {};
INSTANTIATE_TEST_SUITE_P(Ways, Reachability, testing::ValuesIn(test::all_ways()),
                         [](const auto& of) { return of.param.name(); });

// A way from an initial state, one transition after the other, that is as long as it has to be.
void expect_way(const RandomModel& graph, const std::vector<StateVector>& way, unsigned steps) {
    ASSERT_EQ(way.size(), steps + 1U);
    const auto number = [](const StateVector& state) {
        return static_cast<unsigned>(state[0] << 4U | state[1] << 2U | state[2]);
    };
    EXPECT_TRUE(graph.initial.contains(number(way.front())));
    for (std::size_t step = 1; step < way.size(); ++step)
        EXPECT_TRUE(graph.successors[number(way[step - 1])].contains(number(way[step])));
}

TEST_P(Reachability, AllStrategiesFindTheStatesOfRandomModels) {
    run([](Diagrams& diagrams) {
        for (std::uint64_t seed = 0; seed < test::few_or(20); ++seed) {
            const RandomModel graph(seed);
            const auto distances = graph.distances();
            SymbolicSystem system(diagrams, graph.model);
            for (const ReachStrategy strategy : all_strategies) {
                const Bdd reached = system.reachable(strategy);
                for (unsigned state = 0; state < RandomModel::state_count; ++state) {
                    EXPECT_EQ(!(reached & system.state(RandomModel::vector_of(state))).is_false(),
                              distances[state].has_value())
                        << seed << ' ' << name(strategy) << ' ' << state;
                }
            }
        }
    });
}

TEST_P(Reachability, RoundsByLevelsAreTheLevels) {
    run([](Diagrams& diagrams) {
        for (std::uint64_t seed = 0; seed < test::few_or(10); ++seed) {
            const RandomModel graph(seed);
            const auto distances = graph.distances();
            SymbolicSystem system(diagrams, graph.model);
            for (const ReachStrategy strategy : {ReachStrategy::bfs, ReachStrategy::par}) {
                unsigned rounds = 0;
                system.reachable(strategy, [&](const SymbolicSystem::Round& round) {
                    const auto within = std::count_if(distances.begin(), distances.end(), [&](const auto& distance) {
                        return distance && *distance <= round.number;
                    });
                    EXPECT_EQ(system.count(round.reached).digits, std::to_string(within)) << seed;
                    EXPECT_EQ(round.number, ++rounds);
                    const auto all = std::count_if(distances.begin(), distances.end(),
                                                   [](const auto& distance) { return distance.has_value(); });
                    EXPECT_LE(within, all);
                });
                const unsigned deepest = **std::max_element(distances.begin(), distances.end());
                EXPECT_EQ(rounds, deepest + 1) << seed;
            }
        }
    });
}

TEST_P(Reachability, DeadlocksAreTheStatesWithoutSuccessors) {
    run([](Diagrams& diagrams) {
        std::size_t found = 0;
        for (std::uint64_t seed = 0; seed < test::few_or(20); ++seed) {
            const RandomModel graph(seed);
            const auto distances = graph.distances();
            SymbolicSystem system(diagrams, graph.model);
            const Bdd reached = system.reachable(ReachStrategy::saturation);
            const Bdd deadlocks = system.deadlocks(reached);
            for (unsigned state = 0; state < RandomModel::state_count; ++state) {
                const bool stuck = distances[state] && graph.successors[state].empty();
                found += stuck ? 1 : 0;
                EXPECT_EQ(!(deadlocks & system.state(RandomModel::vector_of(state))).is_false(), stuck) << seed;
            }
        }
        EXPECT_GT(found, 0U);
    });
}

TEST_P(Reachability, WaysAreShortestAndAreWays) {
    run([](Diagrams& diagrams) {
        unsigned longest = 0;
        for (std::uint64_t seed = 0; seed < test::few_or(10); ++seed) {
            const RandomModel graph(seed);
            const auto distances = graph.distances();
            SymbolicSystem system(diagrams, graph.model);
            const Bdd reached = system.reachable(ReachStrategy::chaining);
            for (unsigned state = 0; state < RandomModel::state_count; state += 3) {
                const auto way = system.path(reached, system.state(RandomModel::vector_of(state)));
                ASSERT_EQ(way.has_value(), distances[state].has_value()) << seed << ' ' << state;
                if (!way) continue;
                expect_way(graph, *way, *distances[state]);
                EXPECT_EQ(way->back(), RandomModel::vector_of(state));
                longest = std::max(longest, *distances[state]);
            }
        }
        EXPECT_GT(longest, 2U);
    });
}

TEST(ReachCall, GivesAllThatWasAskedFor) {
    const RandomModel graph(3);
    const auto distances = graph.distances();
    SymbolicReachOptions options{.strategy = ReachStrategy::bfs, .count_rounds = true, .find_deadlocks = true};
    options.diagrams.tasks.workers = 2;
    const auto furthest = std::max_element(distances.begin(), distances.end());
    options.path_to = RandomModel::vector_of(static_cast<unsigned>(furthest - distances.begin()));
    const SymbolicReachability found = reach(graph.model, options);
    const auto all =
        std::count_if(distances.begin(), distances.end(), [](const auto& each) { return each.has_value(); });
    EXPECT_EQ(found.status, Status::complete);
    EXPECT_EQ(found.bits, RandomModel::bits);
    EXPECT_EQ(found.states.digits, std::to_string(all));
    EXPECT_EQ(found.rounds.size(), **furthest + 1U);
    EXPECT_EQ(found.rounds.back().states, static_cast<double>(all));
    EXPECT_GT(found.nodes, 0U);
    EXPECT_EQ(found.rounds.back().nodes, found.nodes);
    ASSERT_TRUE(found.deadlocks);
    EXPECT_EQ(found.deadlock_path.empty(), found.deadlocks->digits == "0");
    expect_way(graph, found.path, **furthest);
    EXPECT_GT(found.diagrams.inserted, 0U);
    EXPECT_EQ(found.tasks.localities.size(), 1U);
}

// The first entry is switched by relation 0; relation 1 makes the second one 3 while the first is 1.
TEST(ReachCall, NumbersTheRelationsThatMakeAPath) {
    SymbolicReachOptions options{.find_deadlocks = true, .path_to = StateVector{0, 3}};
    options.diagrams.tasks.workers = 1;
    const SymbolicReachability found = reach(test::sylvan_example(), options);
    EXPECT_EQ(found.path, (std::vector<StateVector>{{0, 0}, {1, 0}, {1, 3}, {0, 3}}));
    EXPECT_EQ(found.path_relations, (std::vector<std::size_t>{0, 1, 0}));
    EXPECT_TRUE(found.deadlock_path_relations.empty());
}

TEST(ReachCall, WhatCannotBeReachedHasNoWay) {
    for (std::uint64_t seed = 0;; ++seed) {
        const RandomModel graph(seed);
        const auto distances = graph.distances();
        const auto never = std::find(distances.begin(), distances.end(), std::nullopt);
        if (never == distances.end()) continue;
        SymbolicReachOptions options;
        options.path_to = RandomModel::vector_of(static_cast<unsigned>(never - distances.begin()));
        EXPECT_TRUE(reach(graph.model, options).path.empty());
        break;
    }
}

TEST(ReachCall, RefusesStatesThatAreNone) {
    const RandomModel graph(1);
    SymbolicReachOptions options;
    options.path_to = StateVector{1, 2};
    EXPECT_EQ(message_of([&] { reach(graph.model, options); }), "a state has 3 entries, not 2");
    options.path_to = StateVector{1, 4, 0};
    EXPECT_EQ(message_of([&] { reach(graph.model, options); }), "entry 1 of a state has 2 bits, and no room for 4");
    EXPECT_EQ(message_of([&] { parse_reach_strategy("dfs"); }),
              "unknown strategy 'dfs'; there are bfs, par, chaining, saturation");
}

TEST(ReachCall, ShowsProgressAndEndsByItsExceptions) {
    struct Enough {};
    const RandomModel graph(1);
    SymbolicReachOptions options;
    options.diagrams.progress_interval = std::chrono::milliseconds(1);
    std::stop_source stop;
    options.diagrams.tasks.stop = stop.get_token();
    unsigned calls = 0;
    options.progress = [&](const SymbolicProgress& progress) {
        ++calls;
        EXPECT_GT(progress.diagrams.buckets, 0U);
        EXPECT_GT(progress.diagrams.workers, 0U);
        throw Enough{};
    };
    // One of these runs is long enough to be seen.
    bool thrown = false;
    for (unsigned round = 0; !thrown; ++round) {
        try {
            for (std::uint64_t seed = 0; seed < 50; ++seed) reach(RandomModel(seed).model, options);
        } catch (const Enough&) {
            thrown = true;
        }
    }
    EXPECT_GT(calls, 0U);
}

// A run that is over before anybody looks is complete.
TEST(ReachCall, StopsWhereItIsAskedTo) {
    std::stop_source stop;
    stop.request_stop();
    SymbolicReachOptions options;
    options.diagrams.tasks.stop = stop.get_token();
    const RandomModel graph(1);
    SymbolicReachability found;
    do found = reach(graph.model, options);
    while (found.status == Status::complete);
    EXPECT_EQ(found.status, Status::cancelled);
    EXPECT_EQ(found.states.digits, "");
}

struct Known {
    const char* file;
    const char* states;
    bool takes_long;
};

class SharedModel : public testing::TestWithParam<Known> {};

TEST_P(SharedModel, HasAsManyStatesAsIsKnown) {
    SCRUMP_NEEDS_LARGE_DATA(GetParam().file);
    const SymbolicModel model = read_model_file(test::data(GetParam().file));
    for (const ReachStrategy strategy : all_strategies) {
        if (GetParam().takes_long && strategy != ReachStrategy::saturation) continue;
        SymbolicReachOptions options{.strategy = strategy};
        options.diagrams.tasks.workers = 2;
        EXPECT_EQ(reach(model, options).states.digits, GetParam().states) << name(strategy);
    }
}
INSTANTIATE_TEST_SUITE_P(Models, SharedModel,
                         testing::Values(Known{"states/anderson.4.sylvan.bdd", "29641", false},
                                         Known{"states/bakery.4.sylvan.bdd", "157003", true},
                                         Known{"states/schedule_world.2.8.distbdd.bdd", "1570340", true}),
                         [](const auto& of) {
                             std::string file = of.param.file;
                             file = file.substr(7, file.find('.', 7) - 7);
                             return file;
                         });

}  // namespace
}  // namespace scrump
