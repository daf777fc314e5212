#include <apps/julia/julia.hpp>

#include "support.hpp"
#include "support/folder.hpp"

#include <scrump/base/error.hpp>
#include <scrump/base/file.hpp>
#include <scrump/simulation.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <vector>

namespace scrump::apps {
namespace {

JuliaOptions small_volume(unsigned axis) {
    return {.side = 13, .steps = 100, .axis = axis};
}

TEST(Julia, KnowsSomeCells) {
    // A single cell's middle is the origin, whose orbit stays; the middle of a corner leaves at once.
    EXPECT_EQ(julia_by_hand({.side = 1, .steps = 1000}).front(), 1000U);
    EXPECT_EQ(julia_by_hand({.side = 9, .steps = 1000}).front(), 0U);
    const std::vector<std::uint16_t> cells = julia_by_hand({.side = 24, .steps = 200});
    const auto inside = std::ranges::count(cells, 200);
    EXPECT_GT(inside, 24);
    EXPECT_LT(inside, 24 * 24 * 24 / 4);
}

TEST(Julia, IsTheSameAlongEveryAxis) {
    EXPECT_EQ(julia_by_hand(small_volume(1)), julia_by_hand(small_volume(0)));
    EXPECT_EQ(julia_by_hand(small_volume(2)), julia_by_hand(small_volume(0)));
}

TEST(Julia, IsTheSameHoweverItIsDivided) {
    const std::vector<std::uint16_t> right = julia_by_hand(small_volume(0));
    const std::uint64_t steps = std::accumulate(right.begin(), right.end(), std::uint64_t{0});
    for (const Way& way : ways()) {
        for (unsigned axis = 0; axis < 3; ++axis) {
            for (const bool home : {true, false}) {
                LoopOptions loop = way.loop;
                loop.stealing.results_go_home = home;
                const JuliaResult result = run_julia(small_volume(axis), loop);
                EXPECT_EQ(result.status, Status::complete);
                EXPECT_EQ(result.cells, right) << way.name << ", axis " << axis;
                EXPECT_EQ(result.steps, steps);
                EXPECT_EQ(result.statistics.iterations, 13U);
            }
        }
    }
}

// More localities than slices, too: some have none.
TEST(Julia, SlicesOfASlowHostAreStolenAlongEveryAxis) {
    const std::vector<std::uint16_t> right = julia_by_hand(small_volume(0));
    for (const unsigned hosts : {2U, 3U, 15U}) {
        SimulatedMachine machine = SimulatedMachine::named("infiniband");
        machine.hosts = hosts;
        machine.workers = 1;
        machine.costs.node = 1000;
        machine.speeds = std::vector<double>(hosts, 1);
        machine.speeds.back() = 0.1;
        for (unsigned axis = 0; axis < 3; ++axis) {
            for (const bool home : {true, false}) {
                std::vector<JuliaResult> results(hosts);
                const Simulation done = simulate(machine, [&](Session& session) {
                    LoopOptions loop{.technique = Technique::parse("ss"), .session = &session};
                    loop.stealing = {.results_go_home = home, .checked = true};
                    results[session.self()] = run_julia(small_volume(axis), loop);
                    return 0;
                });
                ASSERT_EQ(done.status(), 0);
                for (const JuliaResult& each : results) EXPECT_EQ(each.cells, right) << hosts << ", axis " << axis;
                if (hosts == 15) continue;
                EXPECT_GT(results.front().statistics.stolen(), 0U) << hosts << ", axis " << axis;
            }
        }
    }
}

TEST(Julia, IsDrawn) {
    const test::Folder folder;
    write_picture(small_volume(0), julia_by_hand(small_volume(0)), folder / "picture.pgm");
    const std::string picture = read_file(folder / "picture.pgm");
    EXPECT_EQ(picture.substr(0, 13), "P5\n13 13\n255\n");
    EXPECT_EQ(picture.size(), 13U + 169U);
    EXPECT_EQ(static_cast<unsigned char>(*std::ranges::max_element(
                  picture.begin() + 13, picture.end(),
                  [](char a, char b) { return static_cast<unsigned char>(a) < static_cast<unsigned char>(b); })),
              255);
}

TEST(Julia, SaysWhatIsWrong) {
    for (const JuliaOptions& options :
         {JuliaOptions{.side = 0}, JuliaOptions{.side = 513}, JuliaOptions{.steps = 0}, JuliaOptions{.axis = 3}}) {
        EXPECT_THROW(run_julia(options, {}), UsageError);
        EXPECT_THROW(julia_by_hand(options), UsageError);
    }
}

}  // namespace
}  // namespace scrump::apps
