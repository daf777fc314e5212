#include "../../../src/states/diagrams/list_system.hpp"
#include "random_list_model.hpp"
#include "support/data.hpp"
#include "support/message_of.hpp"
#include "support/sanitized.hpp"

#include <scrump/base/error.hpp>
#include <scrump/diagrams.hpp>
#include <scrump/states/diagrams/model_file.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace scrump {
namespace {

using test::PlainModel;
using test::PlainRelation;
using test::PlainVector;

constexpr ReachStrategy every_strategy[] = {ReachStrategy::bfs, ReachStrategy::par, ReachStrategy::chaining,
                                            ReachStrategy::saturation};

ListModel lists_of(const PlainModel& plain) {
    test::LddWriter writer(plain);
    writer.newer();
    return writer.model();
}

StateVector wide(const PlainVector& state) {
    return {state.begin(), state.end()};
}

// All vectors of these entries' values.
std::vector<PlainVector> all_vectors(const PlainModel& plain) {
    std::set<std::uint32_t> values;
    for (const PlainVector& each : plain.initial) values.insert(each.begin(), each.end());
    std::vector<PlainVector> vectors = {{}};
    for (std::uint32_t entry = 0; entry < plain.entries; ++entry) {
        std::vector<PlainVector> longer;
        for (const PlainVector& each : vectors) {
            for (const std::uint32_t value : values) {
                longer.push_back(each);
                longer.back().push_back(value);
            }
        }
        vectors = std::move(longer);
    }
    return vectors;
}

TEST(ListReachability, ProductsOfRandomRelationsAreThoseOfTheirVectors) {
    for (std::uint64_t seed = 0; seed < test::few_or(40); ++seed) {
        PlainModel plain = test::random_plain_model(seed);
        // All vectors that are made of its values are states at first, so that each has its number in all of them.
        const std::vector<PlainVector> states = all_vectors(plain);
        plain.initial = {states.begin(), states.end()};
        const ListModel model = lists_of(plain);
        DiagramOptions options{.buckets = 1U << 14U};
        options.tasks.workers = 1 + static_cast<unsigned>(seed % 2);
        run_diagrams(options, [&](Diagrams& diagrams) {
            detail::ListSystem system(diagrams, model, Deadline());
            const auto set_of = [&](const auto& vectors) {
                detail::ListSet set = system.none();
                for (const PlainVector& each : vectors) set = system.either(set, system.state(wide(each)));
                return set;
            };
            std::set<PlainVector> some;
            for (std::size_t i = 0; i < states.size(); i += 1 + (i + seed) % 3) some.insert(states[i]);
            for (std::size_t i = 0; i < plain.relations.size(); ++i) {
                std::set<PlainVector> after, enabling, before;
                for (const PlainVector& each : some) {
                    const auto to = plain.relations[i].successors(each);
                    after.insert(to.begin(), to.end());
                    if (!to.empty()) enabling.insert(each);
                }
                for (const PlainVector& each : states)
                    if (std::ranges::any_of(plain.relations[i].successors(each),
                                            [&](const PlainVector& to) { return some.contains(to); }))
                        before.insert(each);
                const detail::ListSet from = set_of(some);
                EXPECT_TRUE(system.after(from, i) == set_of(after)) << seed << ' ' << i;
                EXPECT_TRUE(system.enabling(from, i) == set_of(enabling)) << seed << ' ' << i;
                EXPECT_TRUE(system.before(from, i, system.initial()) == set_of(before)) << seed << ' ' << i;
            }
        });
    }
}

void expect_path(const PlainModel& plain, const std::vector<StateVector>& path,
                 const std::vector<std::size_t>& relations, unsigned steps) {
    ASSERT_EQ(path.size(), steps + 1U);
    ASSERT_EQ(relations.size(), steps);
    const auto narrow = [](const StateVector& state) { return PlainVector(state.begin(), state.end()); };
    EXPECT_TRUE(plain.initial.contains(narrow(path.front())));
    for (std::size_t step = 0; step < steps; ++step)
        EXPECT_TRUE(plain.relations[relations[step]].successors(narrow(path[step])).contains(narrow(path[step + 1])));
}

TEST(ListReachability, AllStrategiesFindWhatSingleStepsFind) {
    for (std::uint64_t seed = 0; seed < test::few_or(40); ++seed) {
        const PlainModel plain = test::random_plain_model(seed);
        const auto known = plain.distances();
        const auto furthest = std::ranges::max_element(known, {}, [](const auto& each) { return each.second; });
        unsigned deadlocks = 0;
        unsigned nearest = ~0U;
        for (const auto& [state, distance] : known) {
            if (!plain.is_deadlock(state)) continue;
            ++deadlocks;
            nearest = std::min(nearest, distance);
        }
        for (const ReachStrategy strategy : every_strategy) {
            SymbolicReachOptions options{.strategy = strategy, .count_rounds = true, .find_deadlocks = true};
            options.path_to = wide(furthest->first);
            options.diagrams.buckets = 1U << 12U;
            options.diagrams.tasks.workers = 1 + static_cast<unsigned>(seed % 3);
            const SymbolicReachability found = reach(lists_of(plain), options);
            SCOPED_TRACE(std::to_string(seed) + ' ' + std::string(name(strategy)));
            EXPECT_EQ(found.status, Status::complete);
            EXPECT_EQ(found.states.digits, std::to_string(known.size()));
            EXPECT_EQ(found.rounds.back().states, static_cast<double>(known.size()));
            EXPECT_EQ(found.rounds.back().nodes, found.nodes);
            if (strategy == ReachStrategy::bfs || strategy == ReachStrategy::par) {
                EXPECT_EQ(found.rounds.size(), furthest->second + 1);
            }
            EXPECT_EQ(found.deadlocks->digits, std::to_string(deadlocks));
            expect_path(plain, found.path, found.path_relations, furthest->second);
            if (deadlocks > 0) expect_path(plain, found.deadlock_path, found.deadlock_path_relations, nearest);
        }
    }
}

// A counter that goes round, and one that another relation switches: of values that are never written, none is reached.
PlainModel wheel(std::uint32_t size) {
    PlainRelation turn{.read = {0}, .written = {0}};
    for (std::uint32_t i = 0; i < size; ++i) turn.vectors.insert({i, (i + 1) % size});
    return {.entries = 2, .initial = {{0, 0}}, .relations = {turn, {.written = {1}, .vectors = {{1}, {0}}}}};
}

TEST(ListReachability, StopsAtALimitAndRefusesWhatItCannotDo) {
    const ListModel model = lists_of(wheel(1000));
    SymbolicReachOptions options{.strategy = ReachStrategy::bfs};
    options.path_to = StateVector{3, 7};
    SymbolicReachability found = reach(model, options);
    EXPECT_EQ(found.states.digits, "2000");
    EXPECT_TRUE(found.path.empty());
    options.diagrams.tasks.time_limit = std::chrono::nanoseconds(0);
    found = reach(model, options);
    EXPECT_EQ(found.status, Status::time_limit);
    EXPECT_EQ(found.states.digits, "");
    EXPECT_EQ(test::message_of<UsageError>([&] {
                  SymbolicReachOptions several;
                  several.diagrams.tasks.localities = 2;
                  reach(model, several);
              }),
              "reach: models of list diagrams are explored by one process; expected one locality");
    EXPECT_EQ(test::message_of<UsageError>([&] { reach(model, {.path_to = StateVector{3}}); }),
              "a state has 2 entries, not 1");
}

TEST(ListReachability, CollectsNodesInATableThatIsSmall) {
    PlainModel plain = wheel(300);
    plain.relations.push_back({.read = {0}, .written = {1}, .vectors = {{std::nullopt, 5}, {17, 9}}});
    SymbolicReachOptions options{.strategy = ReachStrategy::bfs};
    options.diagrams.buckets = options.diagrams.max_buckets = 4096;
    options.diagrams.tasks.workers = 2;
    const SymbolicReachability found = reach(lists_of(plain), options);
    EXPECT_EQ(found.states.digits, std::to_string(plain.distances().size()));
    EXPECT_GT(found.diagrams.collections, 0);
}

struct KnownLists {
    const char* name;
    const char* states;
    std::uint64_t nodes;  // as lddmc counts them
};

class PublicLists : public testing::TestWithParam<KnownLists> {};

TEST_P(PublicLists, HaveAsManyStatesAndNodesAsIsKnown) {
    const std::string file = std::string("states/") + GetParam().name + ".ldd";
    SCRUMP_NEEDS_LARGE_DATA(file);
    const auto model = std::get<ListModel>(read_any_model_file(test::data(file)));
    for (const ReachStrategy strategy : every_strategy) {
        const SymbolicReachability found = reach(model, {.strategy = strategy});
        EXPECT_EQ(found.states.digits, GetParam().states) << name(strategy);
        EXPECT_EQ(found.nodes, GetParam().nodes) << name(strategy);
    }
}
INSTANTIATE_TEST_SUITE_P(Models, PublicLists,
                         testing::Values(KnownLists{"anderson.4", "29641", 2493},
                                         KnownLists{"bakery.4", "157003", 5588}),
                         [](const auto& of) {
                             std::string name = of.param.name;
                             std::ranges::replace(name, '.', '_');
                             return name;
                         });

}  // namespace
}  // namespace scrump
