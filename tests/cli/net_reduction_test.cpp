// --reduction of scrump explore and scrump check.

#include "cli/command.hpp"
#include "support/folder.hpp"

#include <scrump/base/file.hpp>
#include <scrump/problems/petri/pnml.hpp>

#include <gtest/gtest.h>

#include <cstdint>
#include <string>

namespace scrump::detail {
namespace {

using test::run;

// Places that a transition each empties: all orders of the transitions lead to the deadlock.
std::string independent(std::uint32_t number) {
    petri::Net net;
    for (std::uint32_t i = 0; i < number; ++i) {
        net.places.push_back({"p" + std::to_string(i), 1});
        net.transitions.push_back({"t" + std::to_string(i), {{i}}, {}});
    }
    return petri::to_pnml(net);
}

TEST(NetReduction, FindsTheDeadlockOfFewerMarkings) {
    const test::Folder folder;
    replace_file(folder / "net.pnml", independent(10));
    const auto all = run({"explore", folder / "net.pnml", "--json"}).json();
    EXPECT_EQ(all["states"], 1'024);
    EXPECT_FALSE(all.contains("reduced"));
    const auto reduced = run({"explore", folder / "net.pnml", "--reduction", "stubborn", "--json"}).json();
    EXPECT_EQ(reduced["reduced"], true);
    EXPECT_EQ(reduced["states"], 11);
    EXPECT_EQ(reduced["deadlocks"], 1);
    EXPECT_EQ(reduced["instance"]["reduction"], "stubborn");
    EXPECT_EQ(reduced["bound_so_far"], 1);
    EXPECT_FALSE(reduced.contains("bound")) << "markings that were left out may have more tokens";
    const std::string text = run({"explore", folder / "net.pnml", "--reduction", "stubborn"}).out;
    EXPECT_NE(text.find("11, reduced\n"), std::string::npos) << text;
    EXPECT_NE(text.find("complete: all states of the reduced space were visited\n"), std::string::npos) << text;
    const std::string found = run({"explore", folder / "net.pnml", "--reduction", "stubborn", "--find-deadlock"}).out;
    EXPECT_NE(found.find("deadlock, after 10 steps: there is no shorter way\n"), std::string::npos) << found;
}

TEST(NetReduction, OfTheSameSpaceAloneIsResumed) {
    const test::Folder folder;
    replace_file(folder / "net.pnml", independent(5));
    EXPECT_EQ(run({"explore", folder / "net.pnml", "--levels", "2", "--checkpoint", folder / "states"}).status, 0);
    const auto resumed =
        run({"explore", folder / "net.pnml", "--resume", folder / "states", "--reduction", "stubborn"});
    EXPECT_EQ(resumed.status, 1);
    EXPECT_NE(resumed.err.find("states"), std::string::npos) << resumed.err;
}

TEST(NetReduction, IsForNetsAlone) {
    EXPECT_EQ(run({"explore", "philosophers", "3", "--reduction", "stubborn"}).err,
              "scrump: explore philosophers: --reduction is for pnml alone\n");
    EXPECT_EQ(run({"explore", "philosophers", "3", "--reduction", "all"}).status, 2);
}

TEST(NetReduction, OfChecksIsReported) {
    const test::Folder folder;
    replace_file(folder / "net.pnml", independent(3));
    EXPECT_EQ(run({"check", folder / "net.pnml", "--ask", "deadlock", "--json"}).json()["reduction"], "stubborn");
    const auto whole = run({"check", folder / "net.pnml", "--ask", "deadlock", "--reduction", "none", "--json"}).json();
    EXPECT_EQ(whole["reduction"], "none");
    EXPECT_EQ(whole["visited"], 0) << "others answer it";
    EXPECT_EQ(whole["answers"][0]["answer"], true);
}

}  // namespace
}  // namespace scrump::detail
