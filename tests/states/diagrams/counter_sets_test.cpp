#include "plain_counter_sets.hpp"
#include "support/message_of.hpp"
#include "support/sanitized.hpp"

#include <scrump/base/error.hpp>
#include <scrump/states/diagrams/counter_sets.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <functional>
#include <limits>
#include <random>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

namespace scrump {
namespace {

using test::Counters;
using test::message_of;
using test::PlainCounters;
using test::set_of;
using Set = PlainCounters::Set;

CounterReachOptions with(unsigned workers, CounterOrder order = CounterOrder::best) {
    CounterReachOptions options;
    options.diagrams.tasks.workers = workers;
    options.diagrams.buckets = 1024;
    options.order = order;
    return options;
}

// Systems of no more states than are compared one by one.
constexpr std::size_t most_states = 150;
std::vector<CounterSystem> small_systems(unsigned number) {
    std::vector<CounterSystem> systems;
    for (std::uint64_t seed = 0; systems.size() < number; ++seed) {
        CounterSystem system = test::random_system(seed);
        const std::size_t states = test::reach_plainly(system).states.size();
        if (states <= most_states && (states > 3 || seed % 16 == 0)) systems.push_back(std::move(system));
    }
    return systems;
}

// A system's states, plainly and as sets, to be asked the same.
struct Both {
    const PlainCounters& plain;
    CounterSets& sets;

    CounterSet of(const Set& set) const { return set_of(sets, plain, set); }
};

// For some systems, with each number of workers and several orders.
void for_both(unsigned systems, const std::function<void(const Both&, const CounterSystem&, std::mt19937_64&)>& check) {
    std::uint64_t number = 0;
    for (const CounterSystem& system : small_systems(test::few_or(systems))) {
        const PlainCounters plain(system);
        std::mt19937_64 random(number);
        SCOPED_TRACE(number);
        const CounterOrder order = number % 3 == 0 ? CounterOrder::given : CounterOrder::force;
        const unsigned workers = 1 + static_cast<unsigned>(number % 2);
        const CounterReachability found = reach(system, with(workers, order), [&](CounterSets& sets) {
            check({plain, sets}, system, random);
        });
        EXPECT_EQ(found.status, Status::complete);
        EXPECT_EQ(found.states.digits, std::to_string(plain.size()));
        ++number;
    }
}

TEST(CounterSets, OfOneStateEachAreWhereTheirCountersHaveItsValues) {
    for_both(20, [](const Both& both, const CounterSystem& system, std::mt19937_64& /*random*/) {
        for (std::size_t i = 0; i < both.plain.size(); ++i) {
            const CounterSet one = both.of(both.plain.those([&](std::size_t state) { return state == i; }));
            EXPECT_EQ(both.sets.count(one).digits, "1");
            EXPECT_EQ(both.sets.pick(one), both.plain.states()[i]);
            EXPECT_EQ(one == both.sets.initial(), both.plain.states()[i] == system.initial);
        }
        EXPECT_TRUE(both.of(both.plain.all()) == both.sets.reachable());
    });
}

TEST(CounterSets, AreUnitedIntersectedAndSubtracted) {
    for_both(40, [](const Both& both, const CounterSystem& /*system*/, std::mt19937_64& random) {
        const Set a = both.plain.random_set(random);
        const Set b = both.plain.random_set(random);
        const CounterSet of_a = both.of(a);
        const CounterSet of_b = both.of(b);
        EXPECT_TRUE((of_a | of_b) == both.of(both.plain.those([&](std::size_t i) { return a[i] || b[i]; })));
        EXPECT_TRUE((of_a & of_b) == both.of(both.plain.those([&](std::size_t i) { return a[i] && b[i]; })));
        EXPECT_TRUE((of_a - of_b) == both.of(both.plain.those([&](std::size_t i) { return a[i] && !b[i]; })));
        EXPECT_TRUE((of_a - of_a).empty());
        EXPECT_TRUE((both.sets.none() & of_a).empty());
        EXPECT_TRUE((of_a - both.sets.none()) == of_a);
        EXPECT_EQ(both.sets.count(of_a).digits, std::to_string(std::ranges::count(a, true)));
        EXPECT_EQ(of_a.empty(), !std::ranges::count(a, true));
    });
}

// Some weights, and some values that count.
std::vector<CounterTerm> random_sum(std::size_t counters, std::mt19937_64& random) {
    std::vector<CounterTerm> sum;
    for (std::uint64_t terms = random() % 5; terms > 0; --terms) {
        CounterTerm term{.counter = static_cast<std::uint32_t>(random() % counters),
                         .weight = static_cast<std::int64_t>(random() % 7) - 3};
        if (random() % 3 == 0) term.value = static_cast<std::uint32_t>(random() % 5);
        sum.push_back(term);
    }
    return sum;
}

std::int64_t sum_in(const std::vector<CounterTerm>& sum, const Counters& state) {
    std::int64_t all = 0;
    for (const CounterTerm& term : sum) {
        const std::uint32_t value = state[term.counter];
        all += term.value == CounterTerm::any ? term.weight * value : term.value == value ? term.weight : 0;
    }
    return all;
}

TEST(CounterSets, AreWhereASumIsInAnInterval) {
    for_both(60, [](const Both& both, const CounterSystem& system, std::mt19937_64& random) {
        const Set some = both.plain.random_set(random);
        const CounterSet of_some = both.of(some);
        for (int i = 0; i < 6; ++i) {
            const std::vector<CounterTerm> sum = random_sum(system.initial.size(), random);
            std::int64_t least = static_cast<std::int64_t>(random() % 12) - 6;
            std::int64_t most = least + static_cast<std::int64_t>(random() % 5) - 1;
            if (i == 0) least = std::numeric_limits<std::int64_t>::min();
            if (i == 1) most = std::numeric_limits<std::int64_t>::max();
            const auto sum_of = [&](std::size_t state) { return sum_in(sum, both.plain.states()[state]); };
            EXPECT_TRUE(both.sets.where(of_some, sum, least, most) == both.of(both.plain.those([&](std::size_t state) {
                return some[state] && sum_of(state) >= least && sum_of(state) <= most;
            })));
            if (of_some.empty()) continue;
            std::int64_t greatest = std::numeric_limits<std::int64_t>::min();
            for (std::size_t state = 0; state < both.plain.size(); ++state)
                if (some[state]) greatest = std::max(greatest, sum_of(state));
            EXPECT_EQ(both.sets.greatest(of_some, sum), greatest);
        }
    });
}

TEST(CounterSets, AreWhereTransitionsAreEnabled) {
    for_both(60, [](const Both& both, const CounterSystem& system, std::mt19937_64& random) {
        const Set some = both.plain.random_set(random);
        const CounterSet of_some = both.of(some);
        const Set ends = both.plain.deadlocks();
        EXPECT_TRUE(both.sets.deadlocks(of_some) ==
                    both.of(both.plain.those([&](std::size_t i) { return some[i] && ends[i]; })));
        for (int i = 0; i < 4; ++i) {
            std::vector<std::uint32_t> transitions;
            for (std::uint32_t each = 0; each < system.transitions.size(); ++each)
                if (random() % 3 == 0) transitions.push_back(each);
            EXPECT_TRUE(both.sets.enabling(of_some, transitions) == both.of(both.plain.those([&](std::size_t state) {
                return some[state] && std::ranges::any_of(transitions, [&](std::uint32_t each) {
                           return test::fire_plainly(system.transitions[each], both.plain.states()[state]).has_value();
                       });
            })));
        }
    });
}

TEST(CounterSets, HaveStatesBeforeAndAfter) {
    for_both(60, [](const Both& both, const CounterSystem& /*system*/, std::mt19937_64& random) {
        const Set some = both.plain.random_set(random);
        EXPECT_TRUE(both.sets.before(both.of(some)) == both.of(both.plain.before(some)));
        EXPECT_TRUE(both.sets.after(both.of(some)) == both.of(both.plain.after(some)));
    });
}

TEST(CounterSets, CanBeReached) {
    for_both(80, [](const Both& both, const CounterSystem& /*system*/, std::mt19937_64& random) {
        for (int i = 0; i < 3; ++i) {
            const Set some = both.plain.random_set(random);
            const Set way = both.plain.random_set(random);
            EXPECT_TRUE(both.sets.can_reach(both.of(some)) == both.of(both.plain.can_reach(some, both.plain.all())));
            EXPECT_TRUE(both.sets.can_reach(both.of(some), both.of(way)) == both.of(both.plain.can_reach(some, way)));
        }
    });
}

TEST(CounterSets, CanBeStayedIn) {
    for_both(60, [](const Both& both, const CounterSystem& /*system*/, std::mt19937_64& random) {
        for (int i = 0; i < 3; ++i) {
            const Set some = i == 0 ? both.plain.all() : both.plain.random_set(random);
            EXPECT_TRUE(both.sets.can_stay(both.of(some)) == both.of(both.plain.can_stay(some)));
            EXPECT_TRUE(both.sets.can_stay(both.of(some), {}) == both.of(both.plain.can_stay(some)));
        }
    });
}

TEST(CounterSets, CanBeStayedInFairly) {
    for_both(60, [](const Both& both, const CounterSystem& /*system*/, std::mt19937_64& random) {
        for (std::size_t number = 1; number <= 3; ++number) {
            const Set some = number == 1 ? both.plain.all() : both.plain.random_set(random);
            std::vector<Set> fair(number);
            std::vector<CounterSet> of_fair;
            for (Set& each : fair) {
                each = both.plain.random_set(random);
                of_fair.push_back(both.of(each));
            }
            EXPECT_TRUE(both.sets.can_stay(both.of(some), of_fair) == both.of(both.plain.can_stay(some, fair)));
        }
    });
}

TEST(CounterSets, AreReachedByPathsOfFewestTransitions) {
    for_both(80, [](const Both& both, const CounterSystem& system, std::mt19937_64& random) {
        for (int i = 0; i < 4; ++i) {
            const Set goal = both.plain.those([&](std::size_t /*state*/) { return random() % 16 == 0; });
            const std::size_t distance = both.plain.distance(goal);
            const auto path = both.sets.path_to(both.of(goal), 1'000);
            ASSERT_EQ(path.has_value(), distance < both.plain.size());
            if (!path) continue;
            EXPECT_EQ(path->size(), distance);
            Counters state = system.initial;
            for (const std::uint32_t each : *path) {
                const auto next = test::fire_plainly(system.transitions[each], state);
                ASSERT_TRUE(next.has_value());
                state = *next;
            }
            EXPECT_TRUE(goal[both.plain.number_of(state)]);
            if (distance > 0) {
                EXPECT_FALSE(both.sets.path_to(both.of(goal), distance - 1).has_value());
            }
            EXPECT_TRUE(both.sets.path_to(both.of(goal), distance).has_value());
        }
    });
}

}  // namespace
}  // namespace scrump
