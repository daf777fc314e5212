#include <scrump/parallel.hpp>
#include <scrump/tasks/detail/pieces.hpp>

#include "support/fast_platform.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <cstddef>

namespace scrump {
namespace {

// Whatever is done on it takes no time.
class StillClock final : public test::FastPlatform {
  public:
    StillClock() : test::FastPlatform(1) {}
    Clock::time_point now() override { return Clock::time_point() + std::chrono::hours(1); }
};

TEST(RangePieces, GrowWhateverTheSizeOfTheRange) {
    StillClock clock;
    const detail::Platform::Scope scope(clock);
    Pool pool(2);
    pool.run([] {
        const detail::PlainCall call;
        for (const std::size_t iterations :
             {1U << 20U, (1U << 20U) + 1, 1'000'000U, 2'000'000U, 3'999'999U, 70'000'001U}) {
            SCOPED_TRACE(iterations);
            detail::RangePieces pieces(iterations, {});
            for (int repetition = 0; repetition < 40; ++repetition) {
                std::size_t piece = iterations;
                while (piece > pieces.size()) piece -= piece / 2;
                pieces.measure(piece, [] {});
            }
            EXPECT_EQ(pieces.size(), iterations / 16);
        }
    });
}

}  // namespace
}  // namespace scrump
