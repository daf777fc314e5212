// --best and --all as users run them.

#include "cli/command.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace scrump::detail {
namespace {

using Json = nlohmann::json;

Json several(const std::vector<std::string>& arguments, const std::string& input = {}) {
    std::vector<std::string> all = arguments;
    all.emplace_back("--json");
    const test::Completed result = test::run(all, input);
    EXPECT_EQ(result.status, 0) << result.err;
    return result.status == 0 ? result.json() : Json::object();
}

const std::string three_items = "3 50\n60 10\n100 20\n120 30\n";
const std::string square =
    "TYPE: TSP\nDIMENSION: 4\nEDGE_WEIGHT_TYPE: EUC_2D\nNODE_COORD_SECTION\n1 0 0\n2 5 5\n3 5 0\n4 0 5\nEOF\n";
// A triangle with a path of two edges at one of its corners.
const std::string kite = "p edge 5 5\nn 1 3\nn 4 9\ne 1 2\ne 2 3\ne 1 3\ne 3 4\ne 4 5\n";

TEST(Several, Packings) {
    const Json best = several({"knapsack", "-", "--best", "3"}, three_items);
    EXPECT_EQ(best["objective"], 220);
    EXPECT_EQ(best["count"], 3);
    EXPECT_EQ(best["objectives"], Json({220, 180, 160}));
    EXPECT_EQ(best["solutions"], Json({{2, 3}, {1, 3}, {1, 2}}));
    EXPECT_EQ(several({"knapsack", "-", "--all"}, three_items)["solutions"], Json({{2, 3}}));
    EXPECT_EQ(several({"knapsack", "-", "--all", "--at-least", "100"}, three_items)["count"], 5);
    const test::Completed none = test::run({"knapsack", "-", "--all", "--at-least", "221", "--quiet"}, three_items);
    EXPECT_EQ(none.out, "0\n");
    const test::Completed shown = test::run({"knapsack", "-", "--best", "2", "--quiet"}, three_items);
    EXPECT_EQ(shown.out, "2\n220\n50 of 50\n2 3\n180\n40 of 50\n1 3\n");
    const test::Completed wrong = test::run({"knapsack", "-", "--best", "2"}, "# optimum 219\n" + three_items);
    EXPECT_EQ(wrong.status, 1);
}

TEST(Several, Tours) {
    const Json all = several({"tsp", "-", "--best", "5"}, square);
    EXPECT_EQ(all["objectives"], Json({20, 24, 24}));
    EXPECT_EQ(all["count"], 3);
    EXPECT_EQ(several({"tsp", "-", "--all-solutions"}, square)["solutions"], Json({{1, 3, 2, 4}}));
    EXPECT_EQ(several({"tsp", "-", "--all", "--at-most", "24"}, square)["count"], 3);
}

TEST(Several, CliquesAndSets) {
    const Json best = several({"maxclique", "-", "--best", "9"}, kite);
    EXPECT_EQ(best["objectives"], Json({3, 2, 2}));
    EXPECT_EQ(best["solutions"].front(), Json({1, 2, 3}));
    const Json heaviest = several({"maxclique", "-", "--weights", "file", "--best", "2"}, kite);
    EXPECT_EQ(heaviest["objectives"], Json({10, 10}));
    EXPECT_EQ(several({"maxclique", "-", "--weights", "file", "--all"}, kite)["count"], 2);
    EXPECT_EQ(several({"independent-set", "-", "--best", "2"}, kite)["objectives"], Json({2, 2}));
    EXPECT_EQ(several({"independent-set", "-", "--all"}, kite)["count"], 5);
    const Json covers = several({"vertex-cover", "-", "--all"}, kite);
    EXPECT_EQ(covers["objective"], 3);
    EXPECT_EQ(covers["count"], 5);
}

TEST(Several, ColouringsAndCommonSubgraphs) {
    EXPECT_EQ(several({"colouring", "-", "--all"}, kite)["count"], 4);
    const Json some = several({"colouring", "-", "-k", "4", "--best", "6"}, kite);
    EXPECT_EQ(some["objectives"], Json({3, 3, 3, 3, 4, 4}));
    EXPECT_EQ(some["solutions"].front().size(), 5U);
    const Json common = several({"mcs", "-", "random:n=3,p=1", "--all"}, kite);
    EXPECT_EQ(common["objective"], 3);
    EXPECT_EQ(several({"mcs", "-", "random:n=3,p=1", "--all", "--at-least", "3"}, kite)["count"], common["count"]);
}

// A part is never given as the whole.
TEST(Several, AStoppedSearchSaysSo) {
    const test::Completed stopped = test::run(
        {"tsp", "random:n=60,seed=1", "--best", "5", "--node-limit", "1", "--workers", "1", "--no-pin", "--json"});
    EXPECT_EQ(stopped.status, 3);
    const Json said = stopped.json();
    EXPECT_FALSE(said.contains("solutions"));
    EXPECT_TRUE(said.contains("solutions_so_far"));
    EXPECT_TRUE(said.contains("objective"));
}

TEST(Several, WhatMakesNoSenseIsRefused) {
    struct Case {
        std::vector<std::string> arguments;
        std::string message;
    };
    const Case cases[] = {
        {{"knapsack", "-", "--best", "0"}, "--best"},
        {{"knapsack", "-", "--best", "2", "--all"}, "--best"},
        {{"knapsack", "-", "--best", "2", "--gap", "1%"}, "a search for several solutions has no gap"},
        {{"maxclique", "-", "--best", "2", "--proof", "it"}, "--proof"},
        {{"maxclique", "-", "--best", "2", "--count"}, "--count"},
        {{"colouring", "-", "--all", "--checkpoint", "/nowhere/it"}, "several solutions take two searches"},
    };
    for (const Case& each : cases) {
        const test::Completed result =
            test::run(each.arguments, each.arguments.front() == "knapsack" ? three_items : kite);
        EXPECT_EQ(result.status, 2) << each.message;
        EXPECT_NE(result.err.find(each.message), std::string::npos) << result.err;
        EXPECT_EQ(result.out, "");
    }
}

}  // namespace
}  // namespace scrump::detail
