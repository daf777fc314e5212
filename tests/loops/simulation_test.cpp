#include <scrump/loops/simulation.hpp>

#include <scrump/base/random.hpp>

#include <gtest/gtest.h>

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace scrump {
namespace {

// Those that need to know something are told.
const IterationCosts known = {.mean = 1, .sigma = 0.5, .overhead = 0.01};

std::unique_ptr<ChunkRule> rule(const std::string& name, std::uint64_t iterations, unsigned workers) {
    return Technique::parse(name == "block-cyclic" ? "block-cyclic:size=3" : name)
        .rule({.iterations = iterations, .workers = workers, .weights = {}, .costs = known});
}

std::vector<double> random_times(std::uint64_t seed, std::uint64_t count) {
    SplitMix64 random(seed);
    std::vector<double> times;
    for (std::uint64_t i = 0; i < count; ++i) times.push_back(2 * random.unit());
    return times;
}

TEST(Simulation, RunsEachIterationOnceUnderEveryTechnique) {
    for (const std::string& name : Technique::names()) {
        for (const unsigned workers : {1U, 2U, 3U, 7U}) {
            for (const std::uint64_t iterations : {0U, 1U, 2U, 6U, 7U, 100U, 1001U}) {
                const IterationTimes times(random_times(iterations, iterations));
                const SimulatedLoop loop = simulate_loop(*rule(name, iterations, workers), times,
                                                         {.speeds = std::vector<double>(workers, 1), .overhead = 0.01});
                std::vector<unsigned> runs(iterations);
                for (const SimulatedChunk& chunk : loop.chunks) {
                    EXPECT_GT(chunk.range.size(), 0U);
                    for (std::uint64_t i = chunk.range.first; i < chunk.range.last; ++i) ++runs.at(i);
                }
                EXPECT_EQ(runs, std::vector<unsigned>(iterations, 1)) << name << " " << workers << " " << iterations;
                EXPECT_GE(loop.seconds() * workers, times.of({0, iterations}));
            }
        }
    }
}

// Two workers, iterations of 1, 2, 3, 4 seconds one at a time: one gets 1 and 3, the other 2 and 4.
TEST(Simulation, GivesToWhoAsksFirst) {
    const SimulatedLoop loop = simulate_loop(*rule("ss", 4, 2), IterationTimes({1, 2, 3, 4}), {.speeds = {1, 1}});
    EXPECT_EQ(loop.finished, (std::vector<double>{4, 6}));
    ASSERT_EQ(loop.chunks.size(), 4U);
    EXPECT_EQ(loop.chunks[2].worker, 0U);
    EXPECT_DOUBLE_EQ(loop.chunks[2].began, 1);
    EXPECT_DOUBLE_EQ(loop.chunks[2].ended, 4);
}

// Half a second to get a chunk, one after the other: the second worker begins at 1.
TEST(Simulation, ChunksAreHandedOutOneAfterAnother) {
    const SimulatedLoop loop =
        simulate_loop(*rule("ss", 2, 2), IterationTimes({1, 1}), {.speeds = {1, 2}, .overhead = 0.5, .serial = 0.5});
    EXPECT_EQ(loop.finished, (std::vector<double>{1.5, 1.5}));
    const SimulatedLoop apart =
        simulate_loop(*rule("ss", 2, 2), IterationTimes({1, 1}), {.speeds = {1, 1}, .overhead = 0.5});
    EXPECT_EQ(apart.finished, (std::vector<double>{1.5, 1.5}));
}

// A worker three times as fast as the others: who learns that is better than who does not, in the last chunk's size.
TEST(Simulation, AdaptiveTechniquesLearnSpeeds) {
    const IterationTimes times(std::vector<double>(10'000, 1));
    const SimulatedWorkers workers{.speeds = {3, 1, 1}};
    const auto seconds = [&](const char* name) {
        return simulate_loop(*rule(name, 10'000, 3), times, workers).seconds();
    };
    EXPECT_DOUBLE_EQ(seconds("static"), 3333);
    for (const char* const name : {"awf-b", "awf-c", "awf-d", "awf-e", "af"}) EXPECT_LT(seconds(name), 2010) << name;
    // Each has a share by its speed in the end.
    const SimulatedLoop loop = simulate_loop(*rule("awf-c", 10'000, 3), times, workers);
    std::uint64_t fast = 0;
    for (const SimulatedChunk& chunk : loop.chunks) fast += chunk.worker == 0 ? chunk.range.size() : 0;
    EXPECT_NEAR(static_cast<double>(fast), 6000, 100);
}

TEST(Simulation, SelectsByWhatIsKnown) {
    // Nothing.
    EXPECT_EQ(best_by_simulation({.iterations = 100, .workers = 2}).kind, Technique::Kind::fac2);
    // All iterations alike, and chunks that cost as much as a hundred of them: one block each.
    EXPECT_EQ(
        best_by_simulation({.iterations = 1000, .workers = 4, .weights = {}, .costs = {.mean = 1, .overhead = 100}})
            .kind,
        Technique::Kind::block);
    // Chunks for nothing, and iterations that differ: anything but one block.
    EXPECT_NE(
        best_by_simulation({.iterations = 1000, .workers = 4, .weights = {}, .costs = {.mean = 1, .sigma = 3}}).kind,
        Technique::Kind::block);
}

}  // namespace
}  // namespace scrump
