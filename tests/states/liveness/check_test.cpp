// Formulas hold where all paths of a model satisfy them: against all short paths of random models, with one worker and
// several; what is given as a counterexample is one.

#include <scrump/liveness.hpp>

#include "random_graphs.hpp"
#include "support/sanitized.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <random>
#include <stdexcept>
#include <stop_token>
#include <string>
#include <vector>

namespace scrump::test {
namespace {

using Number = std::uint32_t;

LtlResult<Number> check(const RandomGraph& graph, const LtlFormula& formula, LtlOptions options) {
    options.memory_limit = 1U << 28U;
    return check_ltl(Number{0}, graph.as_successors(), formula, graph.as_propositions(), options);
}

// It begins in state 0, all its steps are steps of the model, and the formula does not hold on it.
void expect_violation(const RandomGraph& graph, const LtlFormula& formula, const Counterexample<Number>& found) {
    ASSERT_FALSE(found.cycle.empty());
    std::vector<Number> path = found.path;
    path.insert(path.end(), found.cycle.begin(), found.cycle.end());
    ASSERT_EQ(path.front(), 0U);
    path.push_back(found.cycle.front());
    for (std::size_t i = 1; i < path.size(); ++i) ASSERT_TRUE(graph.has_step(path[i - 1], path[i]));
    ASSERT_FALSE(holds_on(formula, graph.word_of(found.path, found.cycle))) << to_string(formula);
}

void check_random_models(unsigned models, unsigned of_steps, const LtlOptions& options, std::uint64_t seed) {
    std::mt19937_64 random(seed);
    unsigned violated = 0, held = 0;
    for (unsigned i = 0; i < models; ++i) {
        const RandomGraph graph = random_graph(random, 2 + static_cast<unsigned>(random() % 5), of_steps);
        LtlFormula formula = random_formula(random, graph.propositions(), 2 + static_cast<unsigned>(random() % 9));
        // Of cycles with edges of several acceptance sets.
        if (i % 3 == 0) formula = ltl::implies(parse_ltl("G F p0 && G F (p1 && X !p0)"), formula);
        const LtlResult<Number> result = check(graph, formula, options);
        ASSERT_EQ(result.status, Status::complete);
        ASSERT_TRUE(result.holds.has_value());
        ASSERT_EQ(result.counterexample.has_value(), !*result.holds);
        if (*result.holds) {
            ++held;
            ASSERT_TRUE(holds_on_short_paths(graph, formula, 7)) << to_string(formula);
        } else {
            ++violated;
            expect_violation(graph, formula, *result.counterexample);
            if (testing::Test::HasFatalFailure()) return;
        }
    }
    if (sanitized) return;
    EXPECT_GT(violated, models / 5);
    EXPECT_GT(held, models / 5);
}

TEST(CheckLtl, AgreesWithAllShortPaths) {
    check_random_models(few_or(1000), 0, {.workers = 1}, 1);
}

TEST(CheckLtl, AgreesWithAllShortPathsForPropositionsOfSteps) {
    check_random_models(few_or(600), 2, {.workers = 1}, 2);
}

TEST(CheckLtl, AgreesWithSeveralWorkersAndManySearches) {
    for (const unsigned workers : {1U, 2U, 3U, 4U})
        check_random_models(few_or(30), workers % 2, {.workers = workers, .first_search = 1}, 2 + workers);
}

// Models of which all workers take their part.
TEST(CheckLtl, AgreesOnLargeModels) {
    std::mt19937_64 random(5);
    unsigned violated = 0, together = 0;
    for (unsigned i = 0; i < few_or(24); ++i) {
        RandomGraph graph = random_graph(random, 20'000, 0);
        // Mostly without deadlocks, with more successors, and with cycles that are hard to find.
        for (Number state = 0; state < 20'000; ++state) {
            graph.letters[state] = state % 50 == 0 ? 1 : state % 7 == 0 ? 2 : 0;
            for (Number j = 1; j < 4; ++j)
                graph.successors[state].push_back(i % 4 == 3 ? std::min(state + j * j, 19'999U)
                                                             : (state * j + j) % 20'000);
        }
        LtlFormula formula = random_formula(random, 2, 3 + static_cast<unsigned>(random() % 6));
        if (i % 3 != 0) formula = ltl::implies(parse_ltl("G F p0 && G F (p1 && X !p0)"), formula);
        const LtlResult<Number> alone = check(graph, formula, {.workers = 1});
        for (const unsigned workers : {2U, 4U}) {
            const LtlResult<Number> result = check(graph, formula, {.workers = workers, .first_search = 500});
            ASSERT_EQ(result.holds, alone.holds) << to_string(formula);
            if (*result.holds) {
                EXPECT_EQ(result.statistics.pairs, alone.statistics.pairs);
                EXPECT_EQ(result.statistics.transitions, alone.statistics.transitions);
            } else {
                expect_violation(graph, formula, *result.counterexample);
                if (testing::Test::HasFatalFailure()) return;
            }
        }
        violated += *alone.holds ? 0U : 1U;
        together += alone.statistics.pairs > 10'000 ? 1U : 0U;
    }
    if (sanitized) return;
    EXPECT_GT(violated, 3U);
    EXPECT_LT(violated, 22U);
    EXPECT_GT(together, 3U);
}

// A counter that is reset from any number: a cycle of each length.
const auto counter = [](Number state, const Yield<Number>& yield) {
    if (state + 1 < 20'000) yield(state + 1);
    if (state % 100 == 0) yield(0);
};
const Propositions<Number> of_counter = {
    .of_states = {{"zero", [](Number state) { return state == 0; }},
                  {"high", [](Number state) { return state >= 10'000; }},
                  {"last", [](Number state) { return state == 19'999; }}},
    .of_steps = {{"reset", [](Number from, Number to) { return from > 0 && to == 0; }}}};

TEST(CheckLtl, FindsLongCyclesWithAnyNumberOfWorkers) {
    for (const unsigned workers : {1U, 2U, 4U}) {
        const LtlOptions options{.workers = workers};
        const auto check_counter = [&](const char* formula) {
            return check_ltl(Number{0}, counter, parse_ltl(formula), of_counter, options);
        };
        EXPECT_TRUE(*check_counter("F last || G F zero").holds);
        EXPECT_TRUE(*check_counter("G (last -> G last)").holds);
        EXPECT_TRUE(*check_counter("(F G !high) || F last || G F reset").holds);
        const auto high = check_counter("!(G F high && G F zero)");
        EXPECT_FALSE(*high.holds);
        EXPECT_GE(high.counterexample->cycle.size(), 10'001U);
        const auto last = check_counter("G F zero");
        EXPECT_FALSE(*last.holds);
        EXPECT_EQ(last.counterexample->cycle, std::vector<Number>{19'999}) << "a deadlock is repeated";
        EXPECT_EQ(last.counterexample->path.size(), 19'999U);
        EXPECT_EQ(last.statistics.states, 20'000U);
        EXPECT_EQ(last.statistics.deadlocks, 1U);
    }
}

TEST(CheckLtl, FindsNoCycleThroughStepsBetweenRings) {
    // Rings of ten states, each of which leads to the next one.
    const auto rings = [](Number state, const Yield<Number>& yield) {
        yield(state / 10 * 10 + (state + 1) % 10);
        if (state + 10 < 1'000) yield(state + 10);
    };
    const Propositions<Number> propositions{
        .of_states = {}, .of_steps = {{"leaves", [](Number from, Number to) { return from / 10 != to / 10; }}}};
    const auto result = check_ltl(Number{0}, rings, parse_ltl("F G !leaves"), propositions, {.workers = 1});
    EXPECT_TRUE(*result.holds);
    EXPECT_FALSE(*check_ltl(Number{0}, rings, parse_ltl("F leaves"), propositions, {.workers = 1}).holds);
}

TEST(CheckLtl, EndsEarlyWhereAPrefixIsEnough) {
    const auto counts = [](std::uint64_t state, const Yield<std::uint64_t>& yield) { yield(state + 1); };
    const Propositions<std::uint64_t> propositions{
        .of_states = {{"ten", [](std::uint64_t state) { return state == 10; }}}};
    const auto wrong = [](std::uint64_t state, const Yield<std::uint64_t>& yield) {
        yield(state < 1'000'000 ? state + 1 : 0);
    };
    const auto result = check_ltl(std::uint64_t{0}, wrong, parse_ltl("G !ten"), propositions);
    EXPECT_FALSE(*result.holds);
    EXPECT_LT(result.statistics.states, 100U);
    EXPECT_EQ(result.counterexample->path.size(), 11U);
    EXPECT_EQ(result.counterexample->cycle.size(), 1'000'001U);
    // And where the states never end, a limit ends it, without an answer.
    const auto stopped =
        check_ltl(std::uint64_t{0}, counts, parse_ltl("G F ten"), propositions, {.state_limit = 5'000});
    EXPECT_EQ(stopped.status, Status::state_limit);
    EXPECT_FALSE(stopped.holds.has_value());
    EXPECT_FALSE(stopped.counterexample.has_value());
    EXPECT_GE(stopped.statistics.states, 5'000U);
}

// The answer is known, and states that never come again make no cycle.
TEST(CheckLtl, EndsWhereNoPathOfACounterexampleComesBack) {
    const auto counts = [](std::uint64_t state, const Yield<std::uint64_t>& yield) { yield(state + 1); };
    const Propositions<std::uint64_t> propositions{
        .of_states = {{"ten", [](std::uint64_t state) { return state == 10; }}}};
    const auto result =
        check_ltl(std::uint64_t{0}, counts, parse_ltl("G !ten"), propositions, {.memory_limit = 16'000'000});
    EXPECT_EQ(result.status, Status::complete);
    EXPECT_FALSE(result.holds.value());
    EXPECT_FALSE(result.counterexample);
}

TEST(CheckLtl, MayBeStoppedBeforeThereIsAnAutomaton) {
    std::string fair = "G F p0";
    Propositions<Number> propositions;
    for (unsigned i = 0; i < 24; ++i)
        propositions.of_states.push_back({"p" + std::to_string(i), [i](Number state) { return state == i; }});
    for (unsigned i = 1; i < 12; ++i)
        fair += " && (G F p" + std::to_string(i) + " -> G F p" + std::to_string(i + 12) + ")";
    std::stop_source stop;
    stop.request_stop();
    const auto stays = [](Number state, const Yield<Number>& yield) { yield(state); };
    const LtlFormula formula = parse_ltl("(" + fair + ") -> G F p12");  // whose automaton takes a minute
    const auto cancelled = check_ltl(Number{0}, stays, formula, propositions, {.stop = stop.get_token()});
    EXPECT_EQ(cancelled.status, Status::cancelled);
    EXPECT_FALSE(cancelled.holds);
    const auto late = check_ltl(Number{0}, stays, formula, propositions, {.time_limit = std::chrono::nanoseconds(1)});
    EXPECT_EQ(late.status, Status::time_limit);
    EXPECT_FALSE(late.holds);
}

TEST(CheckLtl, EndsEarlyWithACycleOfVisitedStates) {
    // A cycle near the beginning, and states without end.
    const auto successors = [](std::uint64_t state, const Yield<std::uint64_t>& yield) {
        yield(state == 1 ? 0 : state + 1);
        yield(state + 2);
        yield(state * 3 + 5);
    };
    const Propositions<std::uint64_t> propositions{
        .of_states = {{"even", [](std::uint64_t state) { return state % 2 == 0; }}}};
    const auto result =
        check_ltl(std::uint64_t{0}, successors, parse_ltl("F G !even"), propositions, {.first_search = 100});
    EXPECT_FALSE(*result.holds);
    EXPECT_LT(result.statistics.states, 10'000U);
}

TEST(CheckLtl, MakesRoomAsStatesCome) {
    // More successors of a state than there is room for at first.
    constexpr Number all = sanitized ? 60'000 : 600'000;
    const auto fan = [](Number state, const Yield<Number>& yield) {
        if (state > 0) return yield(0);
        for (Number i = 1; i <= all; ++i) yield(i);
    };
    for (const unsigned workers : {1U, 2U}) {
        const auto result =
            check_ltl(Number{0}, fan, parse_ltl("G F zero && !F G zero"), of_counter, {.workers = workers});
        EXPECT_TRUE(*result.holds);
        EXPECT_EQ(result.statistics.states, all + 1);
        EXPECT_EQ(result.statistics.transitions, 2 * all);
    }
}

TEST(CheckLtl, HasFairness) {
    // Two processes that take turns as they like; the second may be neglected.
    const auto processes = [](Number state, const Yield<Number>& yield) {
        yield((state / 2 + 1) % 3 * 2 + state % 2);
        yield(state / 2 * 2 + 1 - state % 2);
    };
    const auto first_moves = [](Number from, Number to) { return from / 2 != to / 2; };
    const Propositions<Number> propositions{.of_states = {{"able", [](Number /*state*/) { return true; }},
                                                          {"at_zero", [](Number state) { return state / 2 == 0; }}},
                                            .of_steps = {{"moves", first_moves}}};
    const LtlFormula again = parse_ltl("G F !at_zero");
    const LtlFormula fair = ltl::weakly_fair(LtlFormula("able"), LtlFormula("moves"));
    EXPECT_FALSE(*check_ltl(Number{0}, processes, again, propositions).holds);
    EXPECT_TRUE(*check_ltl(Number{0}, processes, ltl::implies(fair, again), propositions).holds);
    // What is enabled only now and then needs strong fairness.
    const Propositions<Number> now_and_then{
        .of_states = {{"able", [](Number state) { return state == 0; }},
                      {"done", [](Number state) { return state == 2; }}},
        .of_steps = {{"finish", [](Number /*from*/, Number to) { return to == 2; }}}};
    const auto hesitates = [](Number state, const Yield<Number>& yield) {
        if (state == 2) return;
        yield(1 - state);
        if (state == 0) yield(2);
    };
    const LtlFormula ends = parse_ltl("F done"), able("able"), finish("finish");
    EXPECT_FALSE(
        *check_ltl(Number{0}, hesitates, ltl::implies(ltl::weakly_fair(able, finish), ends), now_and_then).holds);
    EXPECT_TRUE(
        *check_ltl(Number{0}, hesitates, ltl::implies(ltl::strongly_fair(able, finish), ends), now_and_then).holds);
}

TEST(CheckLtl, TakesStatesOfVariableWidthAndSeveralInitialOnes) {
    const auto grows = [](std::span<const char> word, const Yield<std::string>& yield) {
        if (word.size() < 20) yield(std::string(word.begin(), word.end()) + "a");
        if (word.size() == 20) yield("x");
    };
    const Propositions<std::string> propositions{
        .of_states = {{"x", [](std::span<const char> word) { return !word.empty() && word[0] == 'x'; }}}};
    const auto always = check_ltl({std::string("a"), std::string("aaa")}, grows, parse_ltl("F G x"), propositions);
    EXPECT_TRUE(*always.holds);
    const auto at_once = check_ltl({std::string("x"), std::string("aaa")}, grows, parse_ltl("x"), propositions);
    ASSERT_FALSE(*at_once.holds);
    EXPECT_EQ(at_once.counterexample->path.front(), "aaa");
}

TEST(CheckLtl, ProvesWhatNeedsNoModel) {
    const auto result = check_ltl(Number{0}, counter, parse_ltl("F zero || G !zero"), of_counter);
    EXPECT_TRUE(*result.holds);
    EXPECT_EQ(result.statistics.states, 0U);
    const auto never = check_ltl(Number{0}, counter, parse_ltl("zero && !zero"), of_counter);
    EXPECT_FALSE(*never.holds);
    EXPECT_EQ(never.counterexample->cycle.size(), 20'000U - never.counterexample->path.size());
}

TEST(CheckLtl, IsStopped) {
    const auto counts = [](std::uint64_t state, const Yield<std::uint64_t>& yield) { yield(state + 1); };
    const Propositions<std::uint64_t> propositions{
        .of_states = {{"p", [](std::uint64_t state) { return state % 2 == 0; }}}};
    const auto timed = check_ltl(std::uint64_t{0}, counts, parse_ltl("G F p"), propositions,
                                 {.time_limit = std::chrono::milliseconds(20)});
    EXPECT_EQ(timed.status, Status::time_limit);
    EXPECT_FALSE(timed.holds.has_value());
    std::stop_source source;
    source.request_stop();
    const auto cancelled =
        check_ltl(std::uint64_t{0}, counts, parse_ltl("G F p"), propositions, {.stop = source.get_token()});
    EXPECT_EQ(cancelled.status, Status::cancelled);
    const auto full = check_ltl(std::uint64_t{0}, counts, parse_ltl("G F p"), propositions, {.memory_limit = 1 << 22U});
    EXPECT_EQ(full.status, Status::memory_limit);
    EXPECT_GT(full.statistics.states, 1000U);
}

// While workers meet, decide, and search for cycles; a worker may be anywhere then.
TEST(CheckLtl, IsStoppedAtAnyLevel) {
    const auto grows = [](std::uint64_t state, const Yield<std::uint64_t>& yield) {
        for (std::uint64_t i = 0; i < 3; ++i) yield((state * 7 + i) % 1'000'003);
    };
    const Propositions<std::uint64_t> propositions{
        .of_states = {{"p", [](std::uint64_t state) { return state % 1000 != 0; }}}};
    for (std::uint64_t level = 0; level < 12; ++level) {
        std::stop_source source;
        const auto watch = [&](const LtlProgress& now) {
            if (now.level >= level) source.request_stop();
        };
        const auto found = check_ltl(
            std::uint64_t{1}, grows, parse_ltl("F G p | G F p"), propositions,
            {.workers = 3, .stop = source.get_token(), .progress = watch, .progress_interval = {}, .first_search = 1});
        if (found.status == Status::cancelled) {
            EXPECT_FALSE(found.holds.has_value());
        } else {
            EXPECT_EQ(found.holds, true);
        }
    }
}

TEST(CheckLtl, TellsItsProgress) {
    const auto counts = [](std::uint64_t state, const Yield<std::uint64_t>& yield) { yield(state + 1); };
    const Propositions<std::uint64_t> propositions{
        .of_states = {{"p", [](std::uint64_t state) { return state % 2 == 0; }}}};
    std::stop_source source;
    std::vector<LtlProgress> told;
    const auto watch = [&](const LtlProgress& now) {
        told.push_back(now);
        if (now.level > 100) source.request_stop();
    };
    const auto found = check_ltl(std::uint64_t{0}, counts, parse_ltl("G F p"), propositions,
                                 {.stop = source.get_token(), .progress = watch, .progress_interval = {}});
    EXPECT_EQ(found.status, Status::cancelled);
    ASSERT_FALSE(told.empty());
    EXPECT_GT(told.back().pairs, 0U);
    EXPECT_LE(told.back().states, found.statistics.states);
    EXPECT_TRUE(std::ranges::is_sorted(told, {}, &LtlProgress::states));
    const auto refuses = [](const LtlProgress& /*now*/) { throw std::runtime_error("enough"); };
    EXPECT_THROW(static_cast<void>(check_ltl(std::uint64_t{0}, counts, parse_ltl("G F p"), propositions,
                                             {.progress = refuses, .progress_interval = {}})),
                 std::runtime_error);
}

TEST(CheckLtl, RefusesWhatItDoesNotKnow) {
    const auto message_of = [](const char* formula, const Propositions<Number>& propositions) -> std::string {
        try {
            static_cast<void>(check_ltl(Number{0}, counter, parse_ltl(formula), propositions));
        } catch (const Error& error) {
            return error.what();
        }
        return "accepted";
    };
    EXPECT_EQ(message_of("F nothing", of_counter), "the formula mentions 'nothing', which is not a proposition");
    Propositions<Number> twice = of_counter;
    twice.of_states.push_back(twice.of_states.front());
    EXPECT_EQ(message_of("G zero", twice), "several propositions have the name 'zero'");
    const auto throwing = [](Number /*state*/, const Yield<Number>& /*yield*/) { throw std::runtime_error("no more"); };
    EXPECT_THROW(static_cast<void>(check_ltl(Number{0}, throwing, parse_ltl("G F zero"), of_counter)),
                 std::runtime_error);
}

}  // namespace
}  // namespace scrump::test
