#include <scrump/loops/stealing.hpp>

#include <scrump/base/error.hpp>

#include <gtest/gtest.h>

namespace scrump {
namespace {

TEST(StealOrder, IsReadBackFromItsDescription) {
    for (const char* const text : {"off", "decentralised", "coordinator:victims=rws",
                                   "coordinator:victims=laws,steals=0", "coordinator:victims=nlaws,divisor=5"}) {
        EXPECT_EQ(StealOrder::parse(text).describe(), text);
    }
    EXPECT_EQ(StealOrder::parse("coordinator"), (StealOrder{.kind = StealOrder::Kind::coordinator}));
}

TEST(StealOrder, SaysWhatIsWrong) {
    EXPECT_THROW(StealOrder::parse("central"), UsageError);
    EXPECT_THROW(StealOrder::parse("off:victims=rws"), UsageError);
    EXPECT_THROW(StealOrder::parse("coordinator:victims=all"), UsageError);
    EXPECT_THROW(StealOrder::parse("coordinator:divisor=0"), UsageError);
    EXPECT_NE(StealOrder::help().find("coordinator: "), std::string::npos);
}

}  // namespace
}  // namespace scrump
