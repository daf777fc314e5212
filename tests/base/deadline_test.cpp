#include <scrump/base/deadline.hpp>

#include <gtest/gtest.h>

namespace scrump::detail {
namespace {

using namespace std::chrono_literals;

TEST(Deadline, NeverComesByItself) {
    const Deadline never;
    EXPECT_FALSE(never.passed());
    const Deadline::Scope scope(never);
    EXPECT_NO_THROW(Deadline::look());
}

TEST(Deadline, PassesWhenAStopIsRequested) {
    std::stop_source source;
    const Deadline deadline(source.get_token(), std::chrono::hours(1));
    EXPECT_FALSE(deadline.passed());
    source.request_stop();
    EXPECT_TRUE(deadline.passed());
}

TEST(Deadline, OfNoTimeHasPassed) {
    EXPECT_TRUE(Deadline({}, 0ns).passed());
}

TEST(Deadline, BeyondTheClockIsNone) {
    EXPECT_FALSE(Deadline({}, std::chrono::nanoseconds::max()).passed());
}

TEST(Deadline, IsLookedAtByWhoeverWorksUnderIt) {
    const Deadline passed({}, 0ns);
    EXPECT_NO_THROW(Deadline::look());
    {
        const Deadline::Scope scope(passed);
        EXPECT_THROW(Deadline::look(), Stopped);
        EXPECT_TRUE(Deadline::current().passed());
        {
            const Deadline never;
            const Deadline::Scope inner(never);
            EXPECT_NO_THROW(Deadline::look());
        }
        EXPECT_THROW(Deadline::look(), Stopped);
    }
    EXPECT_NO_THROW(Deadline::look());
    EXPECT_FALSE(Deadline::current().passed());
}

}  // namespace
}  // namespace scrump::detail
