// scrump flowshop as its users run it.

#include "cli/command.hpp"
#include "support/folder.hpp"

#include <scrump/base/file.hpp>

#include <gtest/gtest.h>

#include <fstream>
#include <string>
#include <vector>

namespace scrump::detail {
namespace {

using test::Completed;
using test::run;
using Arguments = std::vector<std::string>;
using Json = nlohmann::json;

// Of the orders of three jobs, 2 1 3 alone ends after 18, and none earlier.
const std::string three_jobs =
    "number of jobs, number of machines, initial seed, upper bound and lower bound :\n"
    "  3  2  1234567  18  16\n"
    "processing times :\n"
    " 5  3  8\n"
    " 4  6  2\n";
const std::string ta005 = "random:jobs=20,machines=5,seed=495070989";

TEST(FlowShop, HasAnswersOfAllFields) {
    const Completed result = run({"flowshop", "-", "--json"}, three_jobs);
    EXPECT_EQ(result.status, 0) << result.err;
    const Json json = result.json();
    EXPECT_EQ(json["problem"], "flowshop");
    EXPECT_EQ(json["instance"], Json({{"file", "-"}, {"name", "standard input"}, {"jobs", 3}, {"machines", 2}}));
    EXPECT_EQ(json["objective"], 18);
    EXPECT_EQ(json["bound"], 18);
    EXPECT_EQ(json["solution"], Json({2, 1, 3}));
    EXPECT_EQ(run({"flowshop", "-", "--quiet"}, three_jobs).out, "18\n2 1 3\n");
    EXPECT_TRUE(run({"flowshop", "-"}, three_jobs).out.starts_with("makespan    18\norder       2 1 3\n"));
}

TEST(FlowShop, IsDecided) {
    const auto decided = [](const std::string& at_most) {
        return run({"flowshop", "-", "--at-most", at_most, "--json"}, three_jobs).json();
    };
    EXPECT_EQ(decided("18")["exists"], true);
    EXPECT_EQ(decided("18")["solution"], Json({2, 1, 3}));
    EXPECT_EQ(decided("18")["instance"]["at_most"], 18);
    EXPECT_EQ(decided("17")["exists"], false);
    EXPECT_FALSE(decided("17").contains("objective"));
    EXPECT_EQ(decided("-1")["exists"], false);
    EXPECT_EQ(run({"flowshop", ta005, "--at-most", "1234", "--quiet"}).out, "no\n");
    EXPECT_TRUE(run({"flowshop", ta005, "--at-most", "1235", "--quiet"}).out.starts_with("yes\n1235\n"));
}

TEST(FlowShop, IsOneOfAFile) {
    const std::string file = "instance one\n1 1\n5\ninstance two\n1 1\n7\n";
    EXPECT_EQ(run({"flowshop", "-", "--quiet"}, file).out, "5\n1\n");
    const Json second = run({"flowshop", "-", "--instance", "2", "--json"}, file).json();
    EXPECT_EQ(second["objective"], 7);
    EXPECT_EQ(second["instance"]["name"], "two");
    EXPECT_EQ(second["instance"]["number"], 2);
    const Completed third = run({"flowshop", "-", "--instance", "3"}, file);
    EXPECT_EQ(third.status, 1);
    EXPECT_EQ(third.err, "scrump: standard input: has 2 instances, not an instance 3\n");
    const Completed made = run({"flowshop", "random:jobs=3", "--instance", "1"});
    EXPECT_EQ(made.status, 2);
    EXPECT_EQ(made.err, "scrump: --instance is for files; random:jobs=3 is a single instance\n");
    EXPECT_EQ(run({"flowshop", "-", "--instance", "0"}, file).status, 2);
}

TEST(FlowShop, ItsOrderIsWrittenAndBegunWith) {
    const test::Folder folder;
    const std::string order = folder / "order";
    const Completed found = run({"flowshop", ta005, "--order", order, "--json"});
    EXPECT_EQ(found.status, 0) << found.err;
    EXPECT_TRUE(read_file(order).starts_with("# " + ta005 + ": 20 jobs, makespan 1235\n")) << read_file(order);
    std::ofstream(folder / "json") << found.out;
    std::ofstream(folder / "people") << run({"flowshop", ta005}).out;
    std::ofstream(folder / "quiet") << run({"flowshop", ta005, "--quiet"}).out;
    for (const char* start : {"order", "json", "people", "quiet"}) {
        const Completed begun = run({"flowshop", ta005, "--no-local-search", "--node-limit", "1", "--workers", "1",
                                     "--start", folder / start, "--json"});
        EXPECT_EQ(begun.status, 3) << start << begun.err;
        EXPECT_EQ(begun.json()["objective"], 1235) << start;
    }
    EXPECT_GT(run({"flowshop", ta005, "--no-local-search", "--node-limit", "1", "--workers", "1", "--json"})
                  .json()["objective"],
              1235);
}

TEST(FlowShop, WrongInputIsNamed) {
    const test::Folder folder;
    const auto expect_refused = [](const Arguments& arguments, int status, const std::string& message,
                                   const std::string& input = {}) {
        const Completed result = run(arguments, input);
        EXPECT_EQ(result.status, status) << result.err;
        EXPECT_EQ(result.err, "scrump: " + message + "\n");
        EXPECT_EQ(result.out, "");
    };
    expect_refused({"flowshop", "-"}, 1, "standard input:1: 1001 jobs; expected from 1 to 1000", "1001 5\n");
    expect_refused({"flowshop", "/nowhere/x"}, 1,
                   "/nowhere/x: no such file; expected a file of flow shops, '-', or random:jobs=…");
    std::ofstream(folder / "start") << "1\n2\n2\n";
    expect_refused({"flowshop", "random:jobs=3", "--start", folder / "start"}, 1,
                   (folder / "start") + ":3: job 2 a second time");
    std::ofstream(folder / "start") << "1 2 4\n";
    expect_refused({"flowshop", "random:jobs=3", "--start", folder / "start"}, 1,
                   (folder / "start") + ":1: expected a job from 1 to 3, found '4'");
    std::ofstream(folder / "start") << "1 2\n";
    expect_refused({"flowshop", "random:jobs=3", "--start", folder / "start"}, 1,
                   (folder / "start") + ":1: the order ends after 2 of the 3 jobs");
    expect_refused({"flowshop", "random:jobs=3", "--order", "x", "--checkpoint", "x"}, 2,
                   "--order x would overwrite what is read or kept there");
    expect_refused({"flowshop", "random:jobs=3", "--at-most", "five"}, 2,
                   "flowshop: --at-most: 'five' is not a whole number");
}

TEST(FlowShop, AFileOfItIsRecognised) {
    const test::Folder folder;
    std::ofstream(folder / "tai") << three_jobs;
    EXPECT_TRUE(
        run({folder / "tai"}).out.starts_with((folder / "tai") + " is a permutation flow shop\n  scrump flowshop "));
}

}  // namespace
}  // namespace scrump::detail
