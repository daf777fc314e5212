// The chunks of each technique, against numbers worked out by hand from its paper's formulas.

#include <scrump/loops/chunk_rule.hpp>
#include <scrump/loops/technique.hpp>

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <string>
#include <vector>

namespace scrump {
namespace {

using Sizes = std::vector<std::uint64_t>;

LoopShape shape(std::uint64_t iterations, unsigned workers) {
    return {.iterations = iterations, .workers = workers, .weights = {}, .costs = {}};
}

// Of a rule that does not care who asks.
Sizes sizes(const std::string& technique, const LoopShape& shape) {
    const auto rule = Technique::parse(technique).rule(shape);
    EXPECT_EQ(rule->depends(), ChunkRule::Depends::steps) << technique;
    Sizes all;
    std::uint64_t scheduled = 0;
    while (scheduled < shape.iterations) {
        const std::uint64_t size = rule->size({.step = all.size(), .scheduled = scheduled});
        all.push_back(std::min(size, shape.iterations - scheduled));
        scheduled += all.back();
    }
    return all;
}

std::vector<ChunkRule::Range> assigned(const std::string& technique, const LoopShape& shape, unsigned worker) {
    const auto rule = Technique::parse(technique).rule(shape);
    EXPECT_EQ(rule->depends(), ChunkRule::Depends::assigned) << technique;
    std::vector<ChunkRule::Range> all;
    for (ChunkRule::Range range = rule->assigned(worker, 0); range.size() > 0;
         range = rule->assigned(worker, all.size())) {
        all.push_back(range);
    }
    return all;
}

using Ranges = std::vector<ChunkRule::Range>;

TEST(StaticRules, GiveEachWorkerOneBlock) {
    EXPECT_EQ(assigned("static", shape(10, 4), 0), (Ranges{{0, 3}}));
    EXPECT_EQ(assigned("static", shape(10, 4), 1), (Ranges{{3, 6}}));
    EXPECT_EQ(assigned("static", shape(10, 4), 2), (Ranges{{6, 8}}));
    EXPECT_EQ(assigned("static", shape(10, 4), 3), (Ranges{{8, 10}}));
    EXPECT_EQ(assigned("static", shape(3, 4), 3), Ranges{});
}

TEST(StaticRules, DealOutInTurn) {
    EXPECT_EQ(assigned("cyclic", shape(7, 3), 0), (Ranges{{0, 1}, {3, 4}, {6, 7}}));
    EXPECT_EQ(assigned("cyclic", shape(7, 3), 2), (Ranges{{2, 3}, {5, 6}}));
    EXPECT_EQ(assigned("block-cyclic:size=4", shape(26, 3), 0), (Ranges{{0, 4}, {12, 16}, {24, 26}}));
    EXPECT_EQ(assigned("block-cyclic:size=4", shape(26, 3), 1), (Ranges{{4, 8}, {16, 20}}));
    EXPECT_EQ(assigned("block-cyclic:size=4", shape(3, 3), 1), Ranges{});
}

TEST(FixedSizeRules, SelfSchedulingHandsOutOneAtATime) {
    EXPECT_EQ(sizes("ss", shape(4, 2)), (Sizes{1, 1, 1, 1}));
}

// N = 1000, P = 4, h = 0.05, σ = 0.1: √2·1000·0.05 = 70.711; σ P √ln 4 = 0.4·1.17741 = 0.47096; ratio 150.14; to the
// power of 2/3: 28.25.
TEST(FixedSizeRules, FscIsKruskalAndWeisssSize) {
    const Sizes all = sizes("fsc:sigma=0.1,overhead=0.05", shape(1000, 4));
    EXPECT_EQ(all.front(), 29U);
    EXPECT_EQ(all.size(), 35U);  // 34 × 29 = 986
    EXPECT_EQ(all.back(), 14U);
    EXPECT_EQ(sizes("fsc:size=300", shape(1000, 4)), (Sizes{300, 300, 300, 100}));
}

TEST(FixedSizeRules, FscGivesAtMostAWorkersShare) {
    EXPECT_EQ(sizes("fsc:sigma=0.001,overhead=9", shape(1000, 4)), (Sizes{250, 250, 250, 250}));
    EXPECT_EQ(sizes("fsc:sigma=1,overhead=1", shape(10, 1)), Sizes{10});
}

// FAC2 makes 4 chunks each of 125, 63, 31, 16, 8, 4, 2; 4 are left for as many of 1: 32 chunks in all.
TEST(FixedSizeRules, ModifiedFscMakesAsManyChunksAsFactoring) {
    const Sizes all = sizes("mfsc", shape(1000, 4));
    EXPECT_EQ(all.front(), 32U);
    EXPECT_EQ(all.size(), 32U);
}

// ⌈R/4⌉ of what is left each time.
TEST(GuidedRule, IsAShareOfWhatIsLeft) {
    EXPECT_EQ(sizes("gss", shape(100, 4)), (Sizes{25, 19, 14, 11, 8, 6, 5, 3, 3, 2, 1, 1, 1, 1}));
    EXPECT_EQ(sizes("gss:min=5", shape(100, 4)), (Sizes{25, 19, 14, 11, 8, 6, 5, 5, 5, 2}));
}

// f = 125, l = 1: A = ⌈2000/126⌉ = 16 chunks, decreasing by ⌊124/15⌋ = 8.
TEST(TrapezoidRule, DecreasesByTheSameEachTime) {
    EXPECT_EQ(sizes("tss", shape(1000, 4)), (Sizes{125, 117, 109, 101, 93, 85, 77, 69, 61, 53, 45, 37, 28}));
    // f = 10, l = 2: A = ⌈200/12⌉ = 17, ⌊8/16⌋ = 0: all of the first size.
    EXPECT_EQ(sizes("tss:first=10,last=2", shape(100, 4)), Sizes(10, 10));
    // f = 40, l = 10: A = ⌈400/50⌉ = 8, ⌊30/7⌋ = 4.
    EXPECT_EQ(sizes("tss:first=40,last=10", shape(200, 4)), (Sizes{40, 36, 32, 28, 24, 20, 16, 4}));
    // Never below the last: 9, 7, 5, 3 and on with 3 if more were left.
    const auto rule = Technique::parse("tss:first=9,last=3").rule(shape(24, 2));
    EXPECT_EQ(rule->size({.step = 3}), 3U);
    EXPECT_EQ(rule->size({.step = 9}), 3U);
}

TEST(FactoringRule, HandsOutHalfOfWhatIsLeftInEachBatch) {
    EXPECT_EQ(sizes("fac2", shape(100, 2)), (Sizes{25, 25, 13, 13, 6, 6, 3, 3, 2, 2, 1, 1}));
    EXPECT_EQ(sizes("fac2:min=5", shape(100, 2)), (Sizes{25, 25, 13, 13, 6, 6, 5, 5, 2}));
}

// N = 1000, P = 4, σ/μ = 2. b_0 = 4/(2√1000)·2 = 0.126491, b_0² = 0.016, x_0 = 1 + 0.016 + 0.126491·√2.016 = 1.195600:
// ⌈1000/4.7824⌉ = 210, 160 are left. b_1 = 4/√160 = 0.316228, b_1² = 0.1, x_1 = 2.1 + 0.316228·√4.1 = 2.740312:
// ⌈160/10.96125⌉ = 15, 100 are left. b_2 = 0.4, b_2² = 0.16, x_2 = 2.16 + 0.4·√4.16 = 2.975843: ⌈100/11.903⌉ = 9, 64
// are left.
TEST(FactoringRule, KnowsTheVariation) {
    const Sizes all = sizes("fac:mean=0.5,sigma=1", shape(1000, 4));
    ASSERT_GE(all.size(), 12U);
    for (unsigned i = 0; i < 4; ++i) EXPECT_EQ(all[i], 210U);
    for (unsigned i = 4; i < 8; ++i) EXPECT_EQ(all[i], 15U);
    for (unsigned i = 8; i < 12; ++i) EXPECT_EQ(all[i], 9U);
}

// Without variance all is handed out at once; with a lot of it, iterations one by one.
TEST(FactoringRule, GoesFromOneBlockToSingleIterations) {
    EXPECT_EQ(sizes("fac:mean=1", shape(1000, 4)), Sizes(4, 250));
    EXPECT_EQ(sizes("fac:mean=1,sigma=1000", shape(20, 4)), Sizes(20, 1));
}

TEST(WeightedFactoringRule, GivesByWeight) {
    LoopShape two = shape(100, 2);
    two.weights = {3, 1};  // normalised: 1.5 and 0.5
    const auto rule = Technique::parse("wf").rule(two);
    EXPECT_EQ(rule->depends(), ChunkRule::Depends::worker);
    EXPECT_EQ(rule->size({.step = 0, .worker = 0}), 38U);  // ⌈1.5 · 25⌉
    EXPECT_EQ(rule->size({.step = 1, .worker = 1}), 13U);  // ⌈0.5 · 25⌉
    EXPECT_EQ(rule->size({.step = 2, .worker = 0}), 20U);  // ⌈1.5 · 13⌉
    EXPECT_EQ(sizes("wf", shape(100, 2)), sizes("fac2", shape(100, 2)));
}

// Two workers; the first took 2 s for 10 iterations and then 6 s for 20: π = (1·2 + 2·6)/(1·10 + 2·20) = 0.28; the
// second 4 s for 10: π = 0.4. Weights 2·(1/0.28)/(1/0.28 + 1/0.4) = 1.176471 and 0.823529.
std::vector<WorkerProgress> measured() {
    std::vector<WorkerProgress> workers(2);
    workers[0].finish(10, 2, 3);
    workers[0].finish(20, 6, 8);
    workers[1].finish(10, 4, 4);
    return workers;
}

TEST(AdaptiveWeightedFactoring, LearnsWeightsFromRankedAverages) {
    const std::vector<WorkerProgress> workers = measured();
    const auto batch = Technique::parse("awf-b").rule(shape(1000, 2));
    EXPECT_EQ(batch->depends(), ChunkRule::Depends::progress);
    EXPECT_EQ(batch->size({.step = 2, .scheduled = 600, .worker = 0, .workers = workers}), 148U);  // ⌈1.176471 · 125⌉
    EXPECT_EQ(batch->size({.step = 3, .scheduled = 600, .worker = 1, .workers = workers}), 103U);  // ⌈0.823529 · 125⌉
    const auto chunk = Technique::parse("awf-c").rule(shape(1000, 2));
    EXPECT_EQ(chunk->size({.step = 2, .scheduled = 600, .worker = 0, .workers = workers}), 118U);  // ⌈1.176471 · 100⌉
    EXPECT_EQ(chunk->size({.step = 2, .scheduled = 600, .worker = 1, .workers = workers}), 83U);
}

// With the time to get chunks: π = (3 + 16)/50 = 0.38 and 0.4: weights 1.025641 and 0.974359.
TEST(AdaptiveWeightedFactoring, MayCountWhatItTakesToGetAChunk) {
    const std::vector<WorkerProgress> workers = measured();
    EXPECT_EQ(Technique::parse("awf-d").rule(shape(1000, 2))->size({.step = 2, .worker = 0, .workers = workers}), 129U);
    EXPECT_EQ(Technique::parse("awf-e")
                  .rule(shape(1000, 2))
                  ->size({.step = 2, .scheduled = 600, .worker = 0, .workers = workers}),
              103U);
}

// Who has not finished anything counts by the weight that it was given, 2 of 4: as fast as both others together by
// theirs.
TEST(AdaptiveWeightedFactoring, GoesByGivenWeightsUntilItKnows) {
    std::vector<WorkerProgress> workers(2);
    const auto rule = Technique::parse("awf-c").rule(shape(400, 2));
    EXPECT_EQ(rule->size({.worker = 1, .workers = workers}), 100U);
    workers[0].weight = 0.5;
    workers[1].weight = 1.5;
    EXPECT_EQ(rule->size({.worker = 1, .workers = workers}), 150U);
    workers[0].finish(10, 1, 1);  // 10 a second with 0.5: the other one is expected to do 30
    EXPECT_EQ(rule->size({.worker = 1, .workers = workers}), 150U);
    EXPECT_EQ(rule->size({.worker = 0, .workers = workers}), 50U);
}

// Each worker's first two chunks are a twentieth of its share.
TEST(AdaptiveFactoring, MeasuresFirst) {
    std::vector<WorkerProgress> workers(2);
    const auto rule = Technique::parse("af").rule(shape(1000, 2));
    EXPECT_EQ(rule->size({.worker = 0, .workers = workers}), 25U);
    workers[0].finish(25, 1, 1);
    EXPECT_EQ(rule->size({.scheduled = 50, .worker = 0, .workers = workers}), 25U);
}

// μ = 1 and σ² = 4 for one (chunks of 2 iterations in 0 and 4 seconds), μ = 2 and σ² = 0 for the other. D = 4, T =
// 1/1.5; with R = 300, TR = 200: (4 + 400 - √(16 + 3200))/2 = 173.645, and half of that.
TEST(AdaptiveFactoring, GoesByMeanAndVarianceOfEachWorker) {
    std::vector<WorkerProgress> workers(2);
    workers[0].finish(2, 0, 0);
    workers[0].finish(2, 4, 4);
    workers[1].finish(5, 10, 10);
    workers[1].finish(5, 10, 10);
    EXPECT_DOUBLE_EQ(workers[0].mean(), 1);
    EXPECT_DOUBLE_EQ(workers[0].variance(), 4);
    EXPECT_DOUBLE_EQ(workers[1].variance(), 0);
    const auto rule = Technique::parse("af").rule(shape(1000, 2));
    EXPECT_EQ(rule->size({.scheduled = 700, .worker = 0, .workers = workers}), 174U);
    EXPECT_EQ(rule->size({.scheduled = 700, .worker = 1, .workers = workers}), 87U);
}

// μ = 1, σ = 1, h = 0.5, P = 4: a = 2, b = 16 ln 16 = 44.3614, c1 = 0.5/ln 2 = 0.721348, c2 = √(2π) c1 = 1.808151. At
// first R = 1000: Q = 250, ln Q = 5.521461, v = 250/294.3614 = 0.849296, d = 1000/(1 + 0.181111 - 0.849296) = 3013.7;
// nothing runs, so r = 1000, the share 250 and m = 1000: s = 2 (ln 3013.7 - ln 1.808151)(1 + 1/4) = 18.5464, w =
// ln(5.521461 · 0.849296) + ln 44.3614 = 5.337622: 250 + 3.850281 + 9.273200 - √(18.5464 · 254.6366) = 194.40.
TEST(BoldRule, TakesWhatCanBeRisked) {
    const auto rule = Technique::parse("bold:mean=1,sigma=1,overhead=0.5").rule(shape(1000, 4));
    const std::vector<WorkerProgress> nobody(4);
    EXPECT_EQ(rule->size({.workers = nobody}), 195U);
    // What others are still at makes up for a larger chunk: by half of its time, half of the running one is expected to
    // be done.
    std::vector<WorkerProgress> one = nobody;
    one[1].current = 200;
    EXPECT_GT(rule->size({.scheduled = 200, .now = 0, .workers = one}),
              rule->size({.scheduled = 200, .now = 190, .workers = one}));
    EXPECT_EQ(rule->size({.scheduled = 997, .workers = nobody}), 1U);
    EXPECT_EQ(Technique::parse("bold:mean=1").rule(shape(1000, 4))->size({.workers = nobody}), 250U);
}

// √(4 · 9990 · 200 ns / 1 µs) = 89.4, of a block of 10,000 of which 10 were taken.
TEST(PacedRule, GoesByTheTimeOfIterations) {
    const auto rule = Technique::parse("auto").rule({.iterations = 20'000, .workers = 2});
    EXPECT_EQ(rule->depends(), ChunkRule::Depends::block);
    std::vector<WorkerProgress> own(1);
    const auto size = [&](std::uint64_t scheduled, std::uint64_t block) {
        return rule->size({.scheduled = scheduled, .block = block, .workers = own});
    };
    EXPECT_EQ(size(0, 10'000), 1U) << "nothing is known";
    own[0] = {.chunks = 4, .iterations = 1000, .recent = 1e-6, .recent_wait = 100e-9};
    EXPECT_EQ(size(10, 10'000), 89U);
    EXPECT_EQ(size(7500, 10'000), 44U) << "of fewer that are left";
    own[0].iterations = 10;
    EXPECT_EQ(size(10, 10'000), 20U) << "at most twice as many as it has run";
    own[0] = {.chunks = 4, .iterations = 1000, .recent = 1e-3, .recent_wait = 100e-9};
    EXPECT_EQ(size(10, 10'000), 2U);
    own[0] = {.chunks = 4, .iterations = 100'000, .recent = 0};
    EXPECT_EQ(size(10, 10'000), 2498U) << "a quarter of what is left";
    EXPECT_EQ(size(9997, 10'000), 1U);
    const auto of_many = Technique().rule({.iterations = 20'000, .workers = 64});
    EXPECT_EQ(of_many->size({.scheduled = 0, .block = 160, .workers = own}), 10U) << "less where more would wait";
}

// A share of 10,000 for each of two workers: √(4 · 10,000 · 500 ns / 1 µs) = 141.4.
TEST(PacedQueueRule, TakesAShareWhereDataAreStolen) {
    const auto rule = Technique().rule_of_part({.iterations = 20'000, .workers = 10}, 2);
    EXPECT_EQ(rule->depends(), ChunkRule::Depends::progress);
    std::vector<WorkerProgress> all(2);
    all[1] = {.chunks = 4, .iterations = 1000, .recent = 1e-6, .recent_wait = 100e-9};
    EXPECT_EQ(rule->size({.scheduled = 0, .worker = 0, .workers = all}), 156U) << "1 of 64";
    EXPECT_EQ(rule->size({.scheduled = 0, .worker = 1, .workers = all}), 141U);
    EXPECT_EQ(rule->size({.scheduled = 15'000, .worker = 1, .workers = all}), 70U) << "of fewer that are left";
    all[1].recent = 0;
    EXPECT_EQ(rule->size({.scheduled = 15'000, .worker = 1, .workers = all}), 625U) << "a quarter of its share";
    const auto other = Technique::parse("fac2").rule_of_part({.iterations = 20'000, .workers = 2}, 2);
    EXPECT_EQ(other->depends(), ChunkRule::Depends::steps);
}

TEST(PacedRule, KnowsTheRecentTime) {
    WorkerProgress own;
    own.finish(10, 10e-6, 11e-6);
    EXPECT_DOUBLE_EQ(own.recent, 1e-6);
    EXPECT_NEAR(own.recent_wait, 1e-6, 1e-15);
    own.finish(10, 30e-6, 34e-6);
    EXPECT_DOUBLE_EQ(own.recent, 2e-6);
    EXPECT_NEAR(own.recent_wait, 2.5e-6, 1e-15);
}

}  // namespace
}  // namespace scrump
