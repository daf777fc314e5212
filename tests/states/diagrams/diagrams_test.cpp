// The front door: programs on decision diagrams, what they return, and how they end.

#include "truth_table.hpp"
#include "ways.hpp"

#include <scrump/base/error.hpp>
#include <scrump/diagrams.hpp>

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <cstdint>
#include <limits>
#include <optional>
#include <stdexcept>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

namespace scrump {
namespace {

class DiagramPrograms : public test::InAllWays {};
INSTANTIATE_TEST_SUITE_P(Ways, DiagramPrograms, testing::ValuesIn(test::all_ways()),
                         [](const auto& of) { return of.param.name(); });

TEST_P(DiagramPrograms, ReturnWhatTheyReturn) {
    const auto result = run([](Diagrams& diagrams) {
        const Bdd a = diagrams.variable(0);
        const Bdd b = diagrams.variable(1);
        const Bdd c = diagrams.variable(2);
        const Bdd f = (a & !b) | c;
        return diagrams.count(f, std::vector<unsigned>{0, 1, 2}).digits;
    });
    EXPECT_EQ(result.status, Status::complete);
    EXPECT_EQ(result.value, "5");
    EXPECT_EQ(result.statistics.localities.size(), GetParam().localities);
    EXPECT_EQ(result.statistics.localities[0].workers.size(), GetParam().workers);
}

TEST_P(DiagramPrograms, MayReturnNothing) {
    bool ran = false;
    const auto result = run([&](Diagrams& /*diagrams*/) { ran = true; });
    EXPECT_EQ(result.status, Status::complete);
    EXPECT_TRUE(ran);
}

TEST_P(DiagramPrograms, ThrowWhatTheyThrow) {
    EXPECT_THROW(run([](Diagrams& diagrams) {
                     const Bdd f = diagrams.variable(0);
                     throw std::range_error("of the program");
                 }),
                 std::range_error);
}

// Parity of more and more variables, in another order each time, so that there is always something to do.
void work_for_ever(Diagrams& diagrams) {
    for (unsigned round = 0;; ++round) {
        Bdd f = diagrams.no();
        for (unsigned variable = 0; variable < 50; ++variable) f ^= diagrams.variable((variable * 7 + round) % 1000);
    }
}

TEST_P(DiagramPrograms, EndWhereTheyAreStopped) {
    std::stop_source stop;
    DiagramOptions options = test::small_table();
    options.tasks.stop = stop.get_token();
    const auto result = test::run_in(GetParam(), options, [&](Diagrams& diagrams) {
        stop.request_stop();
        work_for_ever(diagrams);
        return 1;
    });
    EXPECT_EQ(result.status, Status::cancelled);
    EXPECT_EQ(result.value, std::nullopt);
}

// None of these would end, and none begins an operation after it has called for the stop.
const std::vector<void (*)(Diagrams&, std::stop_source&)> endless_works = {
    [](Diagrams& diagrams, std::stop_source& stop) {
        const auto stopping = [&](const auto& /*values*/) { return stop.request_stop(), true; };
        diagrams.each(diagrams.yes(), test::first_variables(100), stopping);
    },
    [](Diagrams& diagrams, std::stop_source& stop) {
        const Bdd f = diagrams.cube(test::first_variables(16));
        for (stop.request_stop();;) diagrams.count(f, test::first_variables(16));
    },
    [](Diagrams& diagrams, std::stop_source& stop) {
        const Bdd f = diagrams.cube(test::first_variables(16));
        for (stop.request_stop();;) diagrams.count_roughly(f, test::first_variables(16));
    },
    [](Diagrams& diagrams, std::stop_source& stop) {
        const Bdd f = diagrams.variable(1);
        stop.request_stop();
        diagrams.sample(f, test::first_variables(2), std::numeric_limits<std::size_t>::max(), 1);
    },
    [](Diagrams& diagrams, std::stop_source& stop) {
        const std::vector<Bdd> functions = {diagrams.cube(test::first_variables(16))};
        for (stop.request_stop();;) diagrams.nodes(functions);
    },
    [](Diagrams& diagrams, std::stop_source& stop) {
        const Bdd cube = diagrams.cube(test::first_variables(16));
        for (stop.request_stop(); cube.is_cube();) continue;
    },
    [](Diagrams& diagrams, std::stop_source& stop) {
        const Zdd sets = Zdd::power_set(diagrams, test::first_variables(100));
        sets.each([&](const Zdd::Set& /*set*/) { return stop.request_stop(), true; });
    },
    [](Diagrams& diagrams, std::stop_source& stop) {
        const Zdd sets = Zdd::power_set(diagrams, {1});
        stop.request_stop();
        sets.sample(std::numeric_limits<std::size_t>::max(), 1);
    },
    [](Diagrams& diagrams, std::stop_source& stop) {
        const auto step = [&](const std::string& state, std::size_t /*place*/, bool is_taken) {
            stop.request_stop();
            return std::optional(state + (is_taken ? '1' : '0'));
        };
        Zdd::search(diagrams, test::first_variables(100), "", step);
    },
};

TEST_P(DiagramPrograms, EndInTheMiddleOfWorkThatIsNotAnOperation) {
    for (std::size_t work = 0; work < endless_works.size(); ++work) {
        SCOPED_TRACE(work);
        std::stop_source stop;
        DiagramOptions options = test::small_table();
        options.tasks.stop = stop.get_token();
        const auto result = test::run_in(GetParam(), options, [&](Diagrams& diagrams) {
            endless_works[work](diagrams, stop);
            return 1;
        });
        EXPECT_EQ(result.status, Status::cancelled);
    }
}

TEST_P(DiagramPrograms, HaveHandlesThatAreValues) {
    run([](Diagrams& diagrams) {
        Bdd none;
        const Bdd of_none = none;
        none = of_none;
        Bdd f = diagrams.variable(3);
        Bdd g = f;
        EXPECT_EQ(f, g);
        none = std::move(f);
        EXPECT_EQ(none, g);
        f = !g;
        EXPECT_NE(f, g);
        f |= g;
        EXPECT_TRUE(f.is_true());
        f &= g;
        EXPECT_EQ(f, g);
        f ^= g;
        EXPECT_TRUE(f.is_false());
    });
}

TEST(DiagramOptions, ThatCannotBeAreRefused) {
    const auto nothing = [](Diagrams& /*diagrams*/) {};
    EXPECT_THROW(run_diagrams({.tasks = {.workers = 5000}}, nothing), UsageError);
    const std::uint64_t too_many = (std::uint64_t{1} << 40U) + 1;
    EXPECT_THROW(run_diagrams({.buckets = too_many}, nothing), UsageError);
    EXPECT_THROW(run_diagrams({.max_buckets = too_many}, nothing), UsageError);
    for (const double ratio : {-0.5, 1025.0, std::nan("")})
        EXPECT_THROW(run_diagrams({.cache_ratio = ratio}, nothing), UsageError) << ratio;
}

TEST(DiagramOptions, SayHowLargeTablesAre) {
    for (const auto& [buckets, most, are] : std::vector<std::array<std::uint64_t, 3>>{
             {1, 1, 1024}, {1024, 1024, 1024}, {1025, 5000, 2048}, {5000, 2000, 2048}}) {
        const auto result = run_diagrams({.tasks = {.workers = 1}, .buckets = buckets, .max_buckets = most},
                                         [](Diagrams& diagrams) { return diagrams.statistics().buckets; });
        EXPECT_EQ(result.value, are);
    }
    const auto result = run_diagrams({.tasks = {.workers = 1}, .buckets = 4096, .max_buckets = 4096, .cache_ratio = 2},
                                     [](Diagrams& diagrams) { return diagrams.statistics().cache_bytes; });
    EXPECT_EQ(result.value, 4 * 2 * 4096U * 32);
}

TEST(DiagramStatistics, CountWhatBecameOfNodesAndOperations) {
    run_diagrams({.tasks = {.workers = 1}}, [](Diagrams& diagrams) {
        EXPECT_EQ(diagrams.statistics().nodes, 0U);
        const Bdd f = diagrams.variable(0) & diagrams.variable(1);
        DiagramStatistics now = diagrams.statistics();
        EXPECT_EQ(now.nodes, 3U);
        EXPECT_EQ(now.inserted, 3U);
        EXPECT_EQ(now.operations, 1U);
        EXPECT_EQ(now.known, 0U);
        EXPECT_EQ(diagrams.variable(1) & diagrams.variable(0), f);
        now = diagrams.statistics();
        EXPECT_EQ(now.inserted, 3U);
        EXPECT_EQ(now.operations, 2U);
        EXPECT_EQ(now.known, 1U);
        diagrams.collect();
        now = diagrams.statistics();
        EXPECT_EQ(now.nodes, 2U);
        EXPECT_EQ(now.peak_nodes, 3U);
        EXPECT_EQ(now.collections, 1U);
        EXPECT_EQ(now.growths, 0U);
    });
}

}  // namespace
}  // namespace scrump
