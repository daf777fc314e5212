#include "../../src/net/launcher.hpp"

#include <gtest/gtest.h>

namespace scrump::detail {
namespace {

constexpr bool yes = true, no = false;

TEST(Launcher, HasItsMarksInProcessesThatItStarts) {
    EXPECT_FALSE(marks_are_inherited({}));
    for (const char* const launcher :
         {"mpirun", "mpiexec", "orted", "prterun", "prted", "hydra_pmi_proxy", "mpiexec.hydra", "slurmstepd"}) {
        EXPECT_FALSE(marks_are_inherited({{launcher, no, no}, {"bash", no, no}})) << launcher;
        EXPECT_FALSE(marks_are_inherited({{"sh", yes, no}, {"python3", yes, no}, {launcher, no, no}})) << "wrappers";
    }
    EXPECT_FALSE(marks_are_inherited({{"an-unknown-one", no, yes}, {"bash", no, no}}));
}

TEST(Launcher, LeavesItsMarksToChildrenOfThese) {
    EXPECT_TRUE(marks_are_inherited({{"python3", yes, yes}, {"mpirun", no, no}}));
    EXPECT_TRUE(marks_are_inherited({{"sh", yes, no}, {"python3", yes, yes}, {"slurmstepd", no, no}}));
    EXPECT_TRUE(marks_are_inherited({{"python3", yes, no}, {"python3", yes, yes}, {"hydra_pmi_proxy", no, no}}))
        << "of a server that forks";
}

TEST(Launcher, MayBeStartedByAProcessOfAnother) {
    EXPECT_FALSE(marks_are_inherited({{"hydra_pmi_proxy", yes, no}, {"python3", yes, yes}}));
    EXPECT_FALSE(marks_are_inherited({{"mpirun", yes, yes}, {"python3", yes, yes}, {"mpirun", no, no}}));
    EXPECT_FALSE(marks_are_inherited({{"hydra_pmi_proxy", yes, no}, {"mpiexec.hydra", yes, no}, {"job", yes, yes}}));
}

}  // namespace
}  // namespace scrump::detail
