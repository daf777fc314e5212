// The crews of two nested loops.

#include "../src/loops/crews.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <string>
#include <vector>

namespace scrump::detail {
namespace {

using Foremen = std::vector<unsigned>;

TEST(Crews, AProcessThatIsAloneIsItsOwnForeman) {
    EXPECT_EQ(foremen_of({"a"}, 0), Foremen({0}));
}

TEST(Crews, HaveMembersOfOneHost) {
    EXPECT_EQ(foremen_of({"a", "a", "a", "b", "b"}, 0), Foremen({0, 1, 1, 3, 3}));
    EXPECT_EQ(foremen_of({"b", "a", "b", "a", "b"}, 4), Foremen({0, 1, 0, 1, 4}));
}

TEST(Crews, TakeInThoseWhoWouldBeAlone) {
    EXPECT_EQ(foremen_of({"a", "b"}, 0), Foremen({0, 1}));
    EXPECT_EQ(foremen_of({"a", "a", "b", "c"}, 0), Foremen({0, 1, 1, 1}));
    // But not into a full crew.
    EXPECT_EQ(foremen_of({"a", "b", "b", "b", "b", "c"}, 0), Foremen({0, 1, 1, 1, 1, 5}));
}

TEST(Crews, HaveTwoToFourMembers) {
    for (unsigned processes = 3; processes < 40; ++processes) {
        const Foremen foremen = foremen_of(std::vector<std::string>(processes, "host"), 2);
        std::map<unsigned, unsigned> sizes;
        for (const unsigned foreman : foremen) ++sizes[foreman];
        EXPECT_EQ(sizes[2], 1U);  // the coordinator
        sizes.erase(2);
        for (const auto& [foreman, size] : sizes) {
            EXPECT_GE(size, 2U) << processes;
            EXPECT_LE(size, 4U) << processes;
            EXPECT_EQ(foremen[foreman], foreman);
        }
    }
}

}  // namespace
}  // namespace scrump::detail
