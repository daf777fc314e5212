#include <scrump/metrics/counters.hpp>
#include <scrump/metrics/detail/published.hpp>

#include <gtest/gtest.h>

namespace scrump::detail {
namespace {

constexpr Counters counted{
    .nodes = 1, .prunes = 2, .backtracks = 3, .tasks = 4, .spawns = 5, .steals_tried = 6, .steals_won = 7};

TEST(Counters, AddAndSubtractEveryMember) {
    Counters sum = counted;
    sum += counted;
    EXPECT_EQ(sum, (Counters{2, 4, 6, 8, 10, 12, 14}));
    sum -= counted;
    EXPECT_EQ(sum, counted);
}

TEST(Counters, AreReadAsPublished) {
    Published<Counters> published;
    EXPECT_EQ(published.read(), Counters{});
    published.publish(counted);
    EXPECT_EQ(published.read(), counted);
}

}  // namespace
}  // namespace scrump::detail
