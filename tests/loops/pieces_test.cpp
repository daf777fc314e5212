#include "../src/loops/pieces.hpp"

#include <scrump/base/error.hpp>

#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

namespace scrump::detail {
namespace {

using Range = ChunkRule::Range;

class Part {
  public:
    explicit Part(const std::string& technique, LoopStealing stealing = {}, std::uint64_t size = 100)
        : Part({.technique = Technique::parse(technique), .stealing = std::move(stealing)}, size) {}
    explicit Part(LoopOptions options, std::uint64_t size = 100)
        : options_(std::move(options)), pieces_(options_, size, workers, workers), progress_(workers) {
        pieces_.add({.owner = 2, .range = {0, size}});
    }

    Range take() {
        const auto taken = pieces_.take(0, 0, progress_);
        return taken ? taken->piece.range : Range{};
    }
    Range give(ThiefWorkers thief = {}, std::uint64_t kept = 0) {
        const auto given = pieces_.give(thief, 0, progress_, kept);
        return given ? given->piece.range : Range{};
    }
    Pieces& pieces() { return pieces_; }
    WorkerProgress& progress(unsigned worker) { return progress_[worker]; }

  private:
    static constexpr unsigned workers = 4;

    const LoopOptions options_;
    Pieces pieces_;
    std::vector<WorkerProgress> progress_;
};

TEST(Pieces, AreDividedByTheTechnique) {
    Part part("gss");
    EXPECT_EQ(part.take(), (Range{0, 25}));
    EXPECT_EQ(part.take(), (Range{25, 44}));
    EXPECT_EQ(part.pieces().left(), 56U);
}

// Of 1024 iterations that are the locality's own: by 256.
TEST(Pieces, WhatIsStaticIsTakenInSmallParts) {
    EXPECT_EQ(Part("static", {}, 1024).take(), (Range{0, 4}));
    EXPECT_EQ(Part("static", {}, 10).take(), (Range{0, 1}));
    EXPECT_EQ(Part("static", {.least = 30}).take(), (Range{0, 30}));
}

TEST(Pieces, AThiefGetsAShareFromTheOtherEnd) {
    Part part("gss", {.amount = {.ratio = 0.25}});
    EXPECT_EQ(part.give(), (Range{75, 100}));
    EXPECT_EQ(part.take(), (Range{0, 19}));  // ⌈75/4⌉: what is gone counts as scheduled
    EXPECT_EQ(part.give(), (Range{61, 75}));
}

TEST(Pieces, AThiefGetsTheChunkOfAnotherTechnique) {
    Part part("ss", {.amount = {.technique = Technique::parse("tss")}});
    // f = ⌈100/8⌉ = 13, l = 1: A = ⌈200/14⌉ = 15, decreasing by ⌊12/14⌋ = 0.
    EXPECT_EQ(part.give(), (Range{87, 100}));
    EXPECT_EQ(part.give(), (Range{74, 87}));
    Part guided("ss", {.amount = {.technique = Technique::parse("gss")}});
    EXPECT_EQ(guided.take(), (Range{0, 1}));
    EXPECT_EQ(guided.give(), (Range{75, 100}));  // ⌈99/4⌉
    EXPECT_EQ(guided.give(), (Range{56, 75}));   // ⌈74/4⌉
}

TEST(Pieces, AThiefGetsSomethingAsLongAsThereIsAnything) {
    Part part("ss", {.amount = {.ratio = 0.01}}, 3);
    EXPECT_EQ(part.give(), (Range{2, 3}));
    EXPECT_EQ(part.give(), (Range{1, 2}));
    const auto last = part.pieces().give({}, 0, {}, 0);
    ASSERT_TRUE(last);
    EXPECT_TRUE(last->last);
    EXPECT_EQ(last->piece.owner, 2U);
    EXPECT_FALSE(part.pieces().give({}, 0, {}, 0));
    EXPECT_FALSE(part.pieces().take(0, 0, {}));
    EXPECT_TRUE(part.pieces().empty());
    EXPECT_EQ(Part("ss", {.least = 40}).give(), (Range{50, 100}));
    EXPECT_EQ(Part("ss", {.amount = {.ratio = 0.1}, .least = 40}).give(), (Range{60, 100}));
}

TEST(Pieces, OneAfterTheOtherIsWorkedOnAndTheLargestIsGivenOf) {
    Part part("gss", {}, 8);
    part.pieces().add({.owner = 1, .range = {40, 60}});
    EXPECT_EQ(part.give(), (Range{50, 60}));
    EXPECT_EQ(part.take(), (Range{0, 2}));
    EXPECT_EQ(part.pieces().left(), 16U);
    while (part.take().last <= 8) {
    }
    EXPECT_EQ(part.pieces().left(), 7U);  // ⌈10/4⌉ of the second was taken
}

// Speeds of 3 to 1: the fast one gets what it runs while the slow one runs its own.
TEST(Pieces, AThiefGetsByItsOwnWeight) {
    const LoopOptions options{.weights = {1, 1, 3, 3}, .stealing = {.amount = {.technique = Technique::parse("wf")}}};
    // ⌈100/8⌉ = 13 times 3/2 and 1/2, rounded up.
    EXPECT_EQ(Part(options).give({.first = 0, .count = 1}).size(), 7U);
    EXPECT_EQ(Part(options).give({.first = 3, .count = 1}).size(), 20U);
    EXPECT_EQ(Part(options).give({.first = 1, .count = 2}).size(), 14U);  // a locality of two: their mean, rounded up
}

TEST(Pieces, AThiefGetsByItsOwnProgress) {
    const LoopOptions options{.stealing = {.amount = {.technique = Technique::parse("awf-c")}}};
    std::vector<std::uint64_t> sizes;
    for (const unsigned thief : {0U, 3U}) {
        Part part(options);
        EXPECT_TRUE(part.pieces().depends_on_progress());
        for (unsigned worker = 0; worker < 4; ++worker) part.progress(worker).finish(10, worker == 3 ? 5 : 1, 1);
        sizes.push_back(part.give({.first = thief, .count = 1}).size());
    }
    // Speeds of 5, 5, 5 and 1 in relation to their mean of 4: of ⌈100/8⌉ = 12.5.
    EXPECT_EQ(sizes, (std::vector<std::uint64_t>{16, 4}));
}

// What idle workers are about to take is not given away: it might travel to and fro for ever.
TEST(Pieces, SomeAreKept) {
    EXPECT_EQ(Part("gss", {}, 1).give({}, 1), Range{});
    EXPECT_EQ(Part("gss", {.amount = {.ratio = 1}}, 10).give({}, 3), (Range{3, 10}));
    Part two("gss", {.amount = {.ratio = 1}}, 10);
    two.pieces().add({.owner = 1, .range = {40, 42}});
    EXPECT_EQ(two.give({}, 2), (Range{0, 10}));  // the other piece is kept
    EXPECT_EQ(two.give({}, 2), Range{});
    EXPECT_EQ(two.pieces().left(), 2U);
}

TEST(Pieces, RefusesWhatItsTechniquesDo) {
    EXPECT_THROW(Part("fac"), UsageError);
    EXPECT_THROW(Part("ss", {.amount = {.technique = Technique::parse("bold")}}), UsageError);
}

}  // namespace
}  // namespace scrump::detail
