#include <scrump/base/error.hpp>
#include <scrump/problems/flowshop/source.hpp>

#include <gtest/gtest.h>

#include <support/folder.hpp>
#include <support/message_of.hpp>

#include <fstream>
#include <limits>
#include <string>
#include <vector>

namespace scrump::flowshop {
namespace {

using scrump::test::message_of;

// As published.
TEST(FlowShopSource, MakesTaillardsInstances) {
    const Instance ta001 = taillard(20, 5, 873654221);
    const char* const published =
        "20 5 873654221 1278 1232\nprocessing times :\n"
        "54 83 15 71 77 36 53 38 27 87 76 91 14 29 12 77 32 87 68 94\n"
        "79  3 11 99 56 70 99 60  5 56  3 61 73 75 47 14 21 86  5 77\n"
        "16 89 49 15 89 45 60 23 57 64  7  1 63 41 63 47 26 75 77 40\n"
        "66 58 31 68 78 91 13 59 49 85 85  9 39 41 56 40 54 77 51 31\n"
        "58 56 20 85 53 35 53 41 69 13 86 72  8 49 47 87 58 18 68 28\n";
    EXPECT_EQ(parse(published, "ta001", 1).instance, ta001);
    EXPECT_EQ(generate("random:jobs=20,seed=873654221", 1), ta001);
    EXPECT_EQ(load("random:jobs=20,machines=5", 873654221), ta001);
}

TEST(FlowShopSource, TakesEverySeedOfASearch) {
    EXPECT_EQ(generate("random:jobs=4", 1), taillard(4, 5, 1));
    EXPECT_EQ(generate("random:jobs=4", max_seed), taillard(4, 5, max_seed));
    EXPECT_EQ(generate("random:jobs=4", max_seed + 1), taillard(4, 5, 1));
    for (const std::uint64_t seed : {std::uint64_t{0}, std::numeric_limits<std::uint64_t>::max()})
        EXPECT_GT(generate("random:jobs=4", seed).total(), 0);
}

TEST(FlowShopSource, RefusesWhatCannotBeMade) {
    EXPECT_EQ(message_of([] { taillard(4, 5, 0); }), "a seed of 0; expected from 1 to 2147483646");
    EXPECT_NE(message_of([] { generate("random:jobs=0", 1); }).find("jobs"), std::string::npos);
    EXPECT_NE(message_of([] { generate("random:jobs=5,seed=2147483647", 1); }).find("seed"), std::string::npos);
    EXPECT_NE(message_of([] { generate("random:machines=5", 1); }).find("jobs"), std::string::npos);
    EXPECT_EQ(message_of([] { names_file("/nowhere/ta001"); }),
              "/nowhere/ta001: no such file; expected a file of flow shops, '-', or random:jobs=…");
}

TEST(FlowShopSource, ReadsOneOfTheInstancesOfAFile) {
    const std::string text = "1 1\n5\n1 1\n7\n";
    EXPECT_EQ(parse(text, "f", 2).instance.time(0, 0), 7);
    EXPECT_EQ(message_of([&] { parse(text, "f", 3); }), "f: has 2 instances, not an instance 3");
    EXPECT_EQ(message_of([&] { parse("1 1\n5\n", "f", 0); }), "f: has one instance, not an instance 0");
    const scrump::test::Folder folder;
    std::ofstream(folder / "shop") << text;
    EXPECT_EQ(load(folder / "shop", 1).time(0, 0), 5);
}

}  // namespace
}  // namespace scrump::flowshop
