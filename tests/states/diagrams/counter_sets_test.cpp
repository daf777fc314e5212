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
#include <stop_token>
#include <string>
#include <vector>

namespace scrump {
namespace {

using test::Counters;
using test::message_of;
using test::PlainCounters;
using test::set_of;
using Set = PlainCounters::Set;

CounterReachOptions with_few_buckets(unsigned workers, CounterOrder order = CounterOrder::best) {
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
        const CounterReachability found = reach(system, with_few_buckets(workers, order), [&](CounterSets& sets) {
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
    for_both(300, [](const Both& both, const CounterSystem& /*system*/, std::mt19937_64& random) {
        for (int i = 0; i < 3; ++i) {
            const Set some = both.plain.random_set(random);
            const Set way = both.plain.random_set(random);
            EXPECT_TRUE(both.sets.can_reach(both.of(some)) == both.of(both.plain.can_reach(some, both.plain.all())));
            EXPECT_TRUE(both.sets.can_reach(both.of(some), both.of(way)) == both.of(both.plain.can_reach(some, way)));
        }
    });
}

TEST(CounterSets, CanBeStayedIn) {
    for_both(300, [](const Both& both, const CounterSystem& /*system*/, std::mt19937_64& random) {
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

// --- What is there in between

// n tokens in k counters in a ring, each of which passes them to the next.
CounterSystem ring(std::uint32_t tokens, std::uint32_t counters) {
    CounterSystem system;
    system.initial.assign(counters, 0);
    system.initial[0] = tokens;
    for (std::uint32_t i = 0; i < counters; ++i)
        system.transitions.push_back(
            {{{.counter = i, .least = 1, .change = -1}, {.counter = (i + 1) % counters, .change = 1}}});
    return system;
}

// What is found of a ring by each operation, one after the other.
std::vector<std::string> asked_of_ring(CounterReachOptions options, DiagramStatistics& statistics) {
    std::vector<std::string> found;
    const CounterReachability reached = reach(ring(12, 6), options, [&](CounterSets& sets) {
        const CounterSet all = sets.reachable();
        const CounterSet odd =
            sets.where(all, std::vector<CounterTerm>{{.counter = 0}, {.counter = 2}, {.counter = 4}}, 5, 8);
        const CounterSet first = sets.enabling(all, std::vector<std::uint32_t>{0, 3});
        const std::vector<CounterSet> fair{odd, first};
        for (const CounterSet& each : {odd, first, odd & first, odd - first, odd | first, sets.before(odd - first),
                                       sets.after(odd - first), sets.can_reach(odd - first),
                                       sets.can_reach(first - odd, odd), sets.can_stay(odd), sets.can_stay(odd, fair)})
            found.push_back(sets.count(each).digits);
        const CounterSet last = sets.where(all, std::vector<CounterTerm>{{.counter = 5}}, 12, 12);
        found.push_back(std::to_string(sets.path_to(last, 100)->size()));
    });
    statistics = reached.diagrams;
    return found;
}

TEST(CounterSets, AreTheSameInTablesThatAreFullAgainAndAgain) {
    DiagramStatistics statistics;
    CounterReachOptions options = with_few_buckets(1, CounterOrder::given);
    options.diagrams.buckets = 1U << 20U;
    const std::vector<std::string> expected = asked_of_ring(options, statistics);
    EXPECT_EQ(expected.back(), "60");
    EXPECT_EQ(statistics.collections, 0U);
    for (const unsigned workers : {1U, 2U}) {
        options = with_few_buckets(workers, CounterOrder::given);
        EXPECT_EQ(asked_of_ring(options, statistics), expected) << workers;
        EXPECT_GT(statistics.growths, 0U);
        options.diagrams.max_buckets = options.diagrams.buckets = 8192;
        EXPECT_EQ(asked_of_ring(options, statistics), expected) << workers;
        EXPECT_GT(statistics.collections, 0U);
    }
}

TEST(CounterSets, StayWhatTheyAreWhenAnOperationFindsNoRoom) {
    CounterReachOptions options = with_few_buckets(2, CounterOrder::given);
    options.diagrams.max_buckets = options.diagrams.buckets = 2048;
    reach(ring(12, 6), options, [&](CounterSets& sets) {
        const CounterSet some = sets.where(sets.reachable(), std::vector<CounterTerm>{{.counter = 0}}, 3, 3);
        const std::string before = sets.count(some).digits;
        const auto too_much = [&] {
            std::vector<CounterSet> all{some};
            while (true) all.push_back(sets.before(all.back()) - some);
        };
        EXPECT_NE(message_of(too_much).find("raise the largest number of buckets"), std::string::npos);
        EXPECT_EQ(sets.count(some).digits, before);
        EXPECT_EQ(sets.count(sets.where(some, std::vector<CounterTerm>{{.counter = 1}}, 0, 12)).digits, before);
    });
}

TEST(CounterSets, AreGoneWithAnExceptionOfTheProgram) {
    EXPECT_EQ(message_of<std::runtime_error>([] {
                  reach(ring(3, 3), with_few_buckets(2), [](CounterSets& sets) {
                      const CounterSet all = sets.reachable();
                      throw std::runtime_error(sets.count(all).digits);
                  });
              }),
              "10");
}

TEST(CounterSets, AreNotMadeAfterASearchThatWasStopped) {
    CounterReachOptions options = with_few_buckets(1);
    options.diagrams.tasks.time_limit = std::chrono::milliseconds(0);
    bool called = false;
    const CounterReachability found = reach(ring(400, 8), options, [&](CounterSets& /*sets*/) { called = true; });
    EXPECT_EQ(found.status, Status::time_limit);
    EXPECT_FALSE(called);
}

TEST(CounterSets, WhatWasReachedIsKnownWhereTheProgramIsStopped) {
    CounterReachOptions options = with_few_buckets(2);
    std::stop_source stop;
    options.diagrams.tasks.stop = stop.get_token();
    bool went_on = false;
    const CounterReachability found = reach(ring(12, 6), options, [&](CounterSets& sets) {
        stop.request_stop();
        while (true) {  // until an operation notices
            CounterSet all = sets.initial();
            for (CounterSet next = sets.after(all); !(next - all).empty(); next = sets.after(all)) all = all | next;
        }
        went_on = true;
    });
    EXPECT_EQ(found.status, Status::cancelled);
    EXPECT_EQ(found.states.digits, "6188") << "17 choose 5";
    EXPECT_FALSE(went_on);
}

TEST(CounterSets, ProgramsOfOperationsWithoutTasksAreStopped) {
    for (const bool counts : {false, true}) {
        CounterReachOptions options = with_few_buckets(1);
        std::stop_source stop;
        options.diagrams.tasks.stop = stop.get_token();
        const CounterReachability found = reach(ring(40, 12), options, [&](CounterSets& sets) {
            const CounterSet all = sets.reachable();
            const CounterSet none = sets.none();
            stop.request_stop();
            while (true) {  // what would not be noticed at a sync
                if (counts) static_cast<void>(sets.count(all));
                if (!counts) static_cast<void>(none | none);
            }
        });
        EXPECT_EQ(found.status, Status::cancelled);
        EXPECT_FALSE(found.states.digits.empty());
    }
}

TEST(CounterSets, AStopThatIsRequestedBeforeEndsTheChoiceOfAnOrder) {
    CounterReachOptions options = with_few_buckets(1);
    std::stop_source stop;
    stop.request_stop();
    options.diagrams.tasks.stop = stop.get_token();
    const CounterReachability found = reach(ring(1, 3000), options);
    EXPECT_EQ(found.status, Status::cancelled);
    EXPECT_TRUE(found.levels.empty());
}

TEST(CounterSets, OfSystemsWithoutCountersHaveOneState) {
    CounterSystem system;
    for (const bool has_transition : {false, true}) {
        if (has_transition) system.transitions.emplace_back();
        reach(system, with_few_buckets(1), [&](CounterSets& sets) {
            const CounterSet all = sets.reachable();
            EXPECT_EQ(sets.deadlocks(all).empty(), has_transition);
            EXPECT_EQ(sets.before(all).empty(), !has_transition);
            EXPECT_EQ(sets.after(all).empty(), !has_transition);
            EXPECT_TRUE(sets.can_reach(all) == all);
            EXPECT_TRUE(sets.can_stay(all) == all);
            EXPECT_TRUE(sets.can_stay(all, std::vector{all}) == all);
            EXPECT_EQ(sets.can_stay(all, std::vector{sets.none()}).empty(), true);
            EXPECT_TRUE(sets.where(all, {}, 0, 0) == all);
            EXPECT_TRUE(sets.where(all, {}, 1, 2).empty());
            EXPECT_EQ(sets.greatest(all, {}), 0);
            EXPECT_TRUE(sets.pick(all).empty());
            EXPECT_TRUE(sets.path_to(all, 0)->empty());
            EXPECT_FALSE(sets.path_to(sets.none(), 9).has_value());
        });
    }
}

TEST(CounterSets, RefuseWhatIsNotThere) {
    reach(ring(3, 3), with_few_buckets(1), [](CounterSets& sets) {
        const CounterSet all = sets.reachable();
        const auto where = [&](const CounterTerm& term) {
            return message_of([&] { sets.where(all, std::vector{term}, 0, 1); });
        };
        EXPECT_EQ(where({.counter = 3}), "a sum names counter 3 of 3");
        EXPECT_NE(where({.counter = 1, .weight = std::int64_t{1} << 50U}).find("may exceed 2^60"), std::string::npos);
        EXPECT_EQ(message_of([&] { sets.enabling(all, std::vector<std::uint32_t>{3}); }),
                  "there is no transition 3; expected a number below 3");
        const std::string empty = "expected a set of states that is not empty";
        EXPECT_EQ(message_of([&] { sets.pick(sets.none()); }), empty);
        EXPECT_EQ(message_of([&] { sets.greatest(sets.none(), {}); }), empty);
    });
}

// A handle of another set, of the same one, and of none.
TEST(CounterSets, AreCopiedAndMoved) {
    reach(ring(3, 3), with_few_buckets(1), [](CounterSets& sets) {
        CounterSet a;
        CounterSet b = sets.reachable();
        a = b;
        EXPECT_TRUE(a == b);
        const CounterSet c = std::move(b);
        EXPECT_TRUE(a == c);
        b = sets.initial();
        a = std::move(b);
        EXPECT_TRUE(a == sets.initial());
        a = a | c;
        EXPECT_TRUE(a == c);
    });
}

// Two rings that share nothing: a walk round one of them proves that nearly all can stay, at once.
TEST(CounterSets, CanBeStayedInWithoutARoundForEachTransition) {
    CounterSystem system = ring(1, 3);
    for (std::uint32_t i = 3; i < 40; ++i) {  // a long way to a state that cannot be left
        system.initial.push_back(i == 3 ? 1 : 0);
        if (i > 3)
            system.transitions.push_back({{{.counter = i - 1, .least = 1, .change = -1}, {.counter = i, .change = 1}}});
    }
    reach(system, with_few_buckets(1), [](CounterSets& sets) {
        const CounterSet some = sets.where(sets.reachable(), std::vector<CounterTerm>{{.counter = 39}}, 0, 0);
        EXPECT_TRUE(sets.can_stay(some) == some);
        EXPECT_TRUE(sets.can_stay(some, std::vector{sets.initial()}) ==
                    sets.where(some, std::vector<CounterTerm>{{.counter = 3}}, 1, 1));
    });
}

// A token goes to and fro, or down a long way, which it must leave the set by: more rounds than come before a walk.
TEST(CounterSets, CanNotBeStayedInWhereAllWaysLeave) {
    CounterSystem system;
    system.initial.assign(42, 0);
    system.initial[0] = 1;
    const auto move = [&](std::uint32_t from, std::uint32_t to) {
        system.transitions.push_back({{{.counter = from, .least = 1, .change = -1}, {.counter = to, .change = 1}}});
    };
    move(0, 41);
    move(41, 0);
    for (std::uint32_t i = 0; i < 40; ++i) move(i, i + 1);
    move(40, 0);
    for (const CounterOrder order : {CounterOrder::given, CounterOrder::force}) {
        reach(system, with_few_buckets(1, order), [](CounterSets& sets) {
            const auto at = [&](std::uint32_t counter) {
                return sets.where(sets.reachable(), std::vector<CounterTerm>{{.counter = counter}}, 1, 1);
            };
            EXPECT_TRUE(sets.can_stay(sets.reachable() - at(40)) == (at(0) | at(41)));
            EXPECT_TRUE(sets.can_stay(sets.reachable() - at(0)).empty());
            EXPECT_TRUE(sets.can_stay(sets.reachable() - at(41)) == sets.reachable() - at(41));
        });
    }
}

}  // namespace
}  // namespace scrump
