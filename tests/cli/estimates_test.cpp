// Estimates from the command line: what a search would take, here and on simulated machines.

#include "cli/command.hpp"
#include "cli/refusal.hpp"
#include "support/folder.hpp"
#include "support/words.hpp"

#include <gtest/gtest.h>

#include <string>

namespace scrump::estimates {
namespace {

using nlohmann::json;
using test::Completed;
using test::Folder;
using test::run;
using test::operator+;
using test::Words;

TEST(Estimates, ASearchThatEndsHasItsAnswer) {
    const Completed result = run({"queens", "8", "--json", "--estimate", "1h"});
    ASSERT_EQ(result.status, 0) << result.err;
    const json found = result.json();
    EXPECT_EQ(found["count"], 92);
    EXPECT_EQ(found["estimate"]["nodes"], 2057);
    EXPECT_EQ(found["estimate"]["part_done"], 1);
    EXPECT_EQ(found["estimate"]["samples"], 0);
}

// Simulated time passes for nodes only, so the same is sampled on each machine that runs this.
TEST(Estimates, SimulatedMachinesAreEstimated) {
    const Words search = {"uts", "--tree", "T1", "--json", "--simulate", "hosts=2,workers=2"};
    const json whole = run(search).json();
    const Completed result = run(search + Words{"--estimate", "10ms"});
    ASSERT_EQ(result.status, 3) << result.err;
    const json found = result.json();
    const auto ratio = [&](const char* estimated, const char* known) {
        return found["estimate"][estimated].get<double>() / whole[known].get<double>();
    };
    EXPECT_NEAR(ratio("nodes", "nodes"), 1, 0.05);
    EXPECT_NEAR(ratio("seconds", "seconds"), 1, 0.1);
    EXPECT_GT(found["estimate"]["samples"], 4);
}

TEST(Estimates, AStoppedSearchWithProgressHasOne) {
    const Completed result =
        run({"semigroups", "--genus", "25", "--json", "--progress", "--node-limit", "100000", "--workers", "1"});
    ASSERT_EQ(result.status, 3) << result.err;
    const double nodes = result.json()["estimate"]["nodes"];
    EXPECT_GT(nodes, 0.7 * 1'179'597);  // the sum of the numbers of semigroups up to genus 25
    EXPECT_LT(nodes, 1.4 * 1'179'597);
}

TEST(Estimates, QuestionsOfMoreThanOneSearchAreRefused) {
    const auto refused = [](const Words& search) { return test::refusal(search + Words{"--estimate", "1s"}); };
    const Folder folder;
    const std::string graph = "random:n=20,p=0.5,seed=1";
    EXPECT_NE(refused({"maxclique", graph, "--count"}).find("an estimate is of one search"), std::string::npos);
    EXPECT_NE(refused({"knapsack", "uncorrelated:n=9,seed=1", "--best", "2"}).find("an estimate is of one search"),
              std::string::npos);
    EXPECT_NE(refused({"maxclique", graph, "--proof", folder / "proof"}).find("a proof"), std::string::npos);
}

}  // namespace
}  // namespace scrump::estimates
