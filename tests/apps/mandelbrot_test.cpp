#include <apps/mandelbrot/mandelbrot.hpp>

#include "support/folder.hpp"

#include <scrump/base/error.hpp>
#include <scrump/base/file.hpp>

#include <gtest/gtest.h>

#include <cstdint>
#include <numeric>
#include <vector>

namespace scrump::apps {
namespace {

const MandelbrotOptions small{.size = 40, .steps = 100};

TEST(Mandelbrot, KnowsSomePoints) {
    // The pixel's middle is (-2 + 2.5 (x + 0.5) / 5, -1.25 + 2.5 (y + 0.5) / 5).
    const MandelbrotOptions five{.size = 5, .steps = 1000};
    EXPECT_EQ(mandelbrot_steps(five, 2 * 5 + 3), 1000U);  // -0.25: one of the set
    EXPECT_EQ(mandelbrot_steps(five, 0), 1U);             // -1.75 - i: outside the circle after one step
}

TEST(Mandelbrot, IsTheSameHoweverItIsDivided) {
    const std::vector<std::uint16_t> right = mandelbrot_by_hand(small);
    const std::uint64_t steps = std::accumulate(right.begin(), right.end(), std::uint64_t{0});
    for (const char* const technique : {"static", "ss", "gss", "awf-c"}) {
        for (const unsigned localities : {1U, 3U}) {
            LoopOptions loop{
                .technique = Technique::parse(technique), .workers = 2, .localities = localities, .pin = false};
            const auto shared = mandelbrot(small, loop);
            EXPECT_EQ(shared.pixels, right);
            EXPECT_EQ(shared.steps, steps);
            for (const bool home : {true, false}) {
                loop.stealing = {.results_go_home = home, .checked = true};
                const auto parts = mandelbrot_by_parts(small, loop);
                EXPECT_EQ(parts.pixels, right) << technique << localities;
                EXPECT_EQ(parts.steps, steps);
            }
        }
    }
}

TEST(Mandelbrot, IsDrawn) {
    const test::Folder folder;
    write_picture(small, mandelbrot_by_hand(small), folder / "picture.pgm");
    const std::string picture = read_file(folder / "picture.pgm");
    EXPECT_EQ(picture.substr(0, 13), "P5\n40 40\n255\n");
    EXPECT_EQ(picture.size(), 13U + 1600U);
    EXPECT_THROW(write_picture(small, mandelbrot_by_hand(small), folder / "none/picture.pgm"), Error);
}

TEST(Mandelbrot, SaysWhatIsWrong) {
    EXPECT_THROW(mandelbrot({.size = 0}, {}), UsageError);
    EXPECT_THROW(mandelbrot_by_parts({.size = 40'000}, {}), UsageError);
    EXPECT_THROW(mandelbrot({.size = 4, .steps = 0}, {}), UsageError);
}

}  // namespace
}  // namespace scrump::apps
