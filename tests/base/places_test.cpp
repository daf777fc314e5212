#include <scrump/base/places.hpp>

#include <gtest/gtest.h>

namespace scrump {
namespace {

using Places = std::vector<unsigned>;

TEST(Places, ProcessesThatMayUseTheSameTakeTurns) {
    const std::vector<Places> allowed(2, {0, 1, 2, 3, 4});
    EXPECT_EQ(share_places(allowed, 0), (Places{0, 2, 4}));
    EXPECT_EQ(share_places(allowed, 1), (Places{1, 3}));
}

TEST(Places, ProcessesThatTheirLauncherBoundKeepTheirs) {
    const std::vector<Places> allowed{{0, 1}, {2, 3}};
    EXPECT_EQ(share_places(allowed, 0), (Places{0, 1}));
    EXPECT_EQ(share_places(allowed, 1), (Places{2, 3}));
}

TEST(Places, WhoHasLessChoiceChoosesFirst) {
    const std::vector<Places> allowed{{0, 1}, {0}};
    EXPECT_EQ(share_places(allowed, 0), Places{1});
    EXPECT_EQ(share_places(allowed, 1), Places{0});
}

TEST(Places, WithFewerProcessorsThanProcessesSomeShare) {
    const std::vector<Places> allowed(5, {4, 6});
    EXPECT_EQ(share_places(allowed, 0), Places{4});
    EXPECT_EQ(share_places(allowed, 1), Places{6});
    EXPECT_EQ(share_places(allowed, 2), Places{4});
    EXPECT_EQ(share_places(allowed, 3), Places{6});
}

TEST(Places, UnknownStaysUnknown) {
    const std::vector<Places> allowed{{}, {0}};
    EXPECT_TRUE(share_places(allowed, 0).empty());
    EXPECT_EQ(share_places(allowed, 1), Places{0});
}

}  // namespace
}  // namespace scrump
