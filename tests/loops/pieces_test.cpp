#include "../src/loops/pieces.hpp"

#include <scrump/base/error.hpp>

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace scrump::detail {
namespace {

using Range = ChunkRule::Range;

class Part {
  public:
    explicit Part(const std::string& technique, LoopStealing stealing = {}, std::uint64_t size = 100)
        : pieces_(Technique::parse(technique), stealing, {.iterations = size, .workers = 4}) {
        pieces_.add({.owner = 2, .range = {0, size}});
    }

    Range take() {
        const auto taken = pieces_.take(0, 0, {});
        return taken ? taken->piece.range : Range{};
    }
    Range give() {
        const auto given = pieces_.give();
        return given ? given->piece.range : Range{};
    }
    Pieces& pieces() { return pieces_; }

  private:
    Pieces pieces_;
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
    const auto last = part.pieces().give();
    ASSERT_TRUE(last);
    EXPECT_TRUE(last->last);
    EXPECT_EQ(last->piece.owner, 2U);
    EXPECT_FALSE(part.pieces().give());
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

TEST(Pieces, RefusesWhatItsTechniquesDo) {
    EXPECT_THROW(Part("fac"), UsageError);
    EXPECT_THROW(Part("ss", {.amount = {.technique = Technique::parse("bold")}}), UsageError);
}

}  // namespace
}  // namespace scrump::detail
