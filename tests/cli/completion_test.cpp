// What makes shells complete the command line, and manual pages: made of what the command takes, so whatever it takes
// is in them.

#include "cli/subcommands.hpp"
#include "support/folder.hpp"
#include "support/shell.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

namespace scrump::detail {
namespace {

using test::Completed;
using test::Folder;
using test::listed_subcommands;
using test::run;
using test::Shell;

std::string completion(const std::string& shell) {
    const Completed printed = run({"completion", shell});
    EXPECT_EQ(printed.status, 0) << printed.err;
    return printed.out;
}

// What bash offers for the last word of a line, which stands at `COMP_CWORD`.
std::string bash_offers(const std::string& words) {
    const Shell bash("bash -c 'source <(" SCRUMP_COMMAND " completion bash); COMP_WORDS=(scrump " + words +
                     "); COMP_CWORD=$((${#COMP_WORDS[@]} - 1)); _scrump; echo \"${COMPREPLY[@]}\"'");
    EXPECT_EQ(bash.status, 0);
    return bash.output;
}

bool is_installed(const std::string& program) {
    return Shell("command -v " + program).status == 0;
}

void expect_readable(const std::string& shell, const std::string& option) {
    if (!is_installed(shell)) GTEST_SKIP() << "needs " << shell;
    const Folder folder;
    std::ofstream(folder / "script") << completion(shell);
    const Shell read(shell + " " + option + " " + (folder / "script") + " 2>&1");
    EXPECT_EQ(read.status, 0) << read.output;
    EXPECT_EQ(read.output, "");
}

TEST(Completion, HasEverySubcommandAndItsOptions) {
    const std::vector<std::string> subcommands = listed_subcommands();
    ASSERT_GT(subcommands.size(), 15U);
    const std::string bash = completion("bash");
    const std::string all = bash_offers("\"\"");
    const std::string offered = " " + all.substr(0, all.find('\n')) + " ";
    const std::string zsh = completion("zsh");
    const std::string fish = completion("fish");
    for (const std::string& name : subcommands) {
        EXPECT_NE(offered.find(" " + name + " "), std::string::npos) << name;
        EXPECT_NE(zsh.find("'" + name + ":"), std::string::npos) << name;
        EXPECT_NE(fish.find("-a " + name + " -d"), std::string::npos) << name;
    }
    for (const std::string* script : {&bash, &zsh, &fish})
        for (const char* option : {"node-limit", "deque-capacity", "steal-order", "max-buckets", "into"})
            EXPECT_NE(script->find(option), std::string::npos) << option;
}

TEST(Completion, OffersWhatFitsInBash) {
    EXPECT_EQ(bash_offers("indep"), "independent-set\n");
    EXPECT_EQ(bash_offers("maxclique --skel"), "--skeleton\n");
    EXPECT_EQ(bash_offers("coloring --skel"), "--skeleton\n");  // another name of colouring
    EXPECT_EQ(bash_offers("maxclique --skeleton ad"), "adaptive\n");
    EXPECT_EQ(bash_offers("maxclique --skeleton = ad"), "adaptive\n");
    EXPECT_EQ(bash_offers("tasks --deque \"\""), "private split\n");
    EXPECT_EQ(bash_offers("tasks fi"), "fib\n");
    EXPECT_EQ(bash_offers("help que"), "queens\n");
    EXPECT_EQ(bash_offers("maxclique --workers \"\""), "\n");
    EXPECT_EQ(bash_offers("completion z"), "zsh\n");
    const Folder folder;
    std::ofstream(folder / "graph.clq");
    EXPECT_EQ(bash_offers("maxclique " + (folder / "gra")), folder / "graph.clq" + "\n");
    EXPECT_EQ(bash_offers("maxclique kell"), "keller:\n");
    EXPECT_EQ(bash_offers("sip kell"), "keller:\n");
    EXPECT_EQ(bash_offers("knapsack circ"), "circle:\n");
    EXPECT_EQ(bash_offers("tsp rand"), "random:\n");
    EXPECT_EQ(bash_offers("flowshop rand"), "random:\n");
    EXPECT_EQ(bash_offers("maxclique --skeleton st"), "stack-stealing steal-stack\n");
    EXPECT_EQ(bash_offers("maxclique --checkpoint " + (folder / "gra")), folder / "graph.clq" + "\n");
}

TEST(Completion, IsReadByBash) {
    expect_readable("bash", "-n");
}

TEST(Completion, IsReadByZsh) {
    expect_readable("zsh", "-n");
}

TEST(Completion, IsReadByFish) {
    expect_readable("fish", "--no-execute");
}

TEST(Completion, IsForShellsThatItKnows) {
    const Completed refused = run({"completion", "tcsh"});
    EXPECT_EQ(refused.status, 2);
    EXPECT_NE(refused.err.find("'tcsh' is not one of bash, zsh and fish"), std::string::npos) << refused.err;
}

TEST(Manual, HasAPageForEverySubcommand) {
    const Folder folder;
    ASSERT_EQ(run({"man", "--into", folder / "man1"}).status, 0);
    EXPECT_TRUE(std::filesystem::exists(folder / "man1/scrump.1"));
    for (const std::string& name : listed_subcommands())
        EXPECT_TRUE(std::filesystem::exists(folder / ("man1/scrump-" + name + ".1"))) << name;
}

TEST(Manual, SaysWhatHelpSays) {
    const std::string page = run({"man", "coloring"}).out;
    for (const char* text : {"scrump\\-colouring \\- ", "\\fB\\-\\-time\\-limit\\fR \\fITIME\\fR",
                             "[default: adaptive]", ".SS Long runs", "\\fIGRAPH\\fR"})
        EXPECT_NE(page.find(text), std::string::npos) << text << " in: " << page;
    const std::string all = run({"man"}).out;
    for (const std::string& name : listed_subcommands())
        EXPECT_NE(all.find(".TP\n\\fB" + name.substr(0, name.find('-'))), std::string::npos) << name;
}

// The lines below EXAMPLES, as they are typed.
std::vector<std::string> examples_in(const std::string& page) {
    std::istringstream lines(page.substr(std::min(page.find(".SH EXAMPLES\n"), page.size())));
    std::vector<std::string> found;
    for (std::string line; std::getline(lines, line);) {
        for (std::size_t at = 0; (at = line.find("\\-", at)) != std::string::npos;) line.erase(at, 1);
        if (!line.empty() && line.front() != '.') found.push_back(line);
        if (line.starts_with(".SH SEE")) break;
    }
    return found;
}

TEST(Manual, HasExamplesThatWork) {
    for (const std::string& name : listed_subcommands()) {
        const std::vector<std::string> examples = examples_in(run({"man", name}).out);
        EXPECT_FALSE(examples.empty()) << name;
        // Of these the first one takes a while, or files that are not there.
        if (examples.empty() || name == "calibrate" || name == "reach" || name == "check" || name == "completion" ||
            name == "man" || name == "merge")
            continue;
        ASSERT_EQ(examples.front().substr(0, 7), "scrump ") << name;
        const Shell shell(SCRUMP_COMMAND + examples.front().substr(6) + " 2>&1");
        EXPECT_EQ(shell.status, 0) << examples.front() << shell.output;
    }
}

TEST(Manual, SaysWhatExitStatusesMean) {
    const auto has = [](const std::string& name, const char* status) {
        const std::string page = run({"man", name}).out;
        const std::string statuses = page.substr(page.find(".SH EXIT STATUS"));
        return statuses.find(std::string(".TP\n\\fB") + status + "\\fR") != std::string::npos;
    };
    for (const char* status : {"0", "1", "2", "3", "4"}) EXPECT_TRUE(has("maxclique", status)) << status;
    EXPECT_TRUE(has("tasks", "3"));
    EXPECT_FALSE(has("tasks", "4"));
    EXPECT_TRUE(has("convert", "2"));
    EXPECT_FALSE(has("convert", "3"));
}

TEST(Manual, IsAskedForPagesThatThereAre) {
    const Completed refused = run({"man", "qeens"});
    EXPECT_EQ(refused.status, 2);
    EXPECT_NE(refused.err.find("did you mean queens?"), std::string::npos) << refused.err;
    EXPECT_EQ(run({"man", "--into", "/dev/null/pages"}).status, 1);
}

TEST(Manual, IsReadWithoutAWarning) {
    if (!is_installed("groff")) GTEST_SKIP() << "needs groff";
    for (const char* name : {"", "maxclique", "generate"}) {
        const Shell read(std::string(SCRUMP_COMMAND " man ") + name +
                         " | groff -man -ww -Kutf8 -Tutf8 2>&1 >/dev/null");
        EXPECT_EQ(read.output, "") << name;
    }
}

}  // namespace
}  // namespace scrump::detail
