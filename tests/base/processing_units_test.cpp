#include <scrump/base/detail/processing_units.hpp>

#include <gtest/gtest.h>

namespace scrump::detail {
namespace {

using Units = std::vector<unsigned>;

TEST(ProcessingUnits, ProcessesThatMayUseTheSameTakeTurns) {
    const std::vector<Units> allowed(2, {0, 1, 2, 3, 4});
    EXPECT_EQ(share_processing_units(allowed, 0), (Units{0, 2, 4}));
    EXPECT_EQ(share_processing_units(allowed, 1), (Units{1, 3}));
}

TEST(ProcessingUnits, ProcessesThatTheirLauncherBoundKeepTheirs) {
    const std::vector<Units> allowed{{0, 1}, {2, 3}};
    EXPECT_EQ(share_processing_units(allowed, 0), (Units{0, 1}));
    EXPECT_EQ(share_processing_units(allowed, 1), (Units{2, 3}));
}

TEST(ProcessingUnits, WhoHasLessChoiceChoosesFirst) {
    const std::vector<Units> allowed{{0, 1}, {0}};
    EXPECT_EQ(share_processing_units(allowed, 0), Units{1});
    EXPECT_EQ(share_processing_units(allowed, 1), Units{0});
}

TEST(ProcessingUnits, WithFewerProcessorsThanProcessesSomeShare) {
    const std::vector<Units> allowed(5, {4, 6});
    EXPECT_EQ(share_processing_units(allowed, 0), Units{4});
    EXPECT_EQ(share_processing_units(allowed, 1), Units{6});
    EXPECT_EQ(share_processing_units(allowed, 2), Units{4});
    EXPECT_EQ(share_processing_units(allowed, 3), Units{6});
}

TEST(ProcessingUnits, UnknownStaysUnknown) {
    const std::vector<Units> allowed{{}, {0}};
    EXPECT_TRUE(share_processing_units(allowed, 0).empty());
    EXPECT_EQ(share_processing_units(allowed, 1), Units{0});
}

}  // namespace
}  // namespace scrump::detail
