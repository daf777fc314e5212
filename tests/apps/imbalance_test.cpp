#include <apps/imbalance/imbalance.hpp>

#include <scrump/base/error.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

namespace scrump::apps {
namespace {

double variation(const std::vector<double>& loads) {
    const double mean = std::accumulate(loads.begin(), loads.end(), 0.0) / static_cast<double>(loads.size());
    double squares = 0;
    for (const double load : loads) squares += (load - mean) * (load - mean);
    return std::sqrt(squares / static_cast<double>(loads.size())) / mean;
}

TEST(Imbalance, LoadsVaryAsMuchAsIsWanted) {
    for (const Spread spread : {Spread::uniform, Spread::normal}) {
        EXPECT_EQ(part_loads({.imbalance = 0, .spread = spread}, 3), (std::vector<double>{1, 1, 1}));
        EXPECT_NEAR(variation(part_loads({.imbalance = 0.3, .spread = spread}, 5000)), 0.3, 0.01);
    }
    const std::vector<double> uniform = part_loads({.imbalance = 0.2}, 5000);
    EXPECT_NEAR(std::ranges::max(uniform), 1 + 0.2 * std::sqrt(3.0), 0.001);
}

TEST(Imbalance, WorkloadsAreBetweenHalfAndAll) {
    const ImbalanceOptions options{.iterations = 1000, .workload = 50, .imbalance = 0.4};
    const double load = part_loads(options, 3)[2];
    const std::vector<std::int64_t> terms = workloads(options, 2, 3);
    EXPECT_EQ(terms.size(), 333U);
    EXPECT_GE(std::ranges::min(terms), std::floor(load * 25));
    EXPECT_LE(std::ranges::max(terms), std::ceil(load * 50));
}

TEST(Imbalance, FindsWhatIsFoundByHand) {
    EXPECT_NEAR(midpoint_pi(1000), 3.14159265, 1e-6);
    const ImbalanceOptions options{.iterations = 3001, .workload = 20, .imbalance = 0.4};
    for (const unsigned localities : {1U, 2U, 3U}) {
        for (const bool home : {true, false}) {
            for (const char* const order : {"off", "decentralised", "coordinator"}) {
                const auto result = run_imbalance(
                    options,
                    {.workers = 2,
                     .localities = localities,
                     .pin = false,
                     .stealing = {.order = StealOrder::parse(order), .results_go_home = home, .checked = true}});
                EXPECT_EQ(result.status, Status::complete);
                EXPECT_NEAR(result.pi, imbalance_by_hand(options, localities), 1e-12);
                EXPECT_EQ(result.statistics.iterations, 3001U);
            }
        }
    }
}

TEST(Imbalance, SaysWhatIsWrong) {
    EXPECT_THROW(part_loads({.imbalance = 0.6}, 2), UsageError);
    EXPECT_THROW(part_loads({.imbalance = -0.1}, 2), UsageError);
    EXPECT_THROW(run_imbalance({.workload = 0}, {}), UsageError);
    EXPECT_EQ(run_imbalance({.iterations = 0}, {.workers = 1}).statistics.iterations, 0U);
}

}  // namespace
}  // namespace scrump::apps
