// The reference of options: made of what the command takes, so all that help shows is in it.

#include "cli/subcommands.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <sstream>
#include <string>
#include <vector>

namespace scrump::detail {
namespace {

using test::Completed;
using test::listed_subcommands;
using test::run;

std::string reference() {
    const Completed printed = run({"help", "--markdown"});
    EXPECT_EQ(printed.status, 0) << printed.err;
    return printed.out;
}

// From its heading up to the next one; empty if there is none.
std::string section(const std::string& page, const std::string& name) {
    const std::size_t begin = page.find("\n## " + name + "\n");
    if (begin == std::string::npos) return "";
    return page.substr(begin + 1, page.find("\n## ", begin + 1) - begin);
}

// The names of options in a text of help, "-o" and "--output": in lines that begin with two blanks and a dash.
std::vector<std::string> options_in(const std::string& help) {
    std::istringstream lines(help);
    std::vector<std::string> names;
    for (std::string line; std::getline(lines, line);) {
        if (!line.starts_with("  -")) continue;
        std::istringstream list(line.substr(2, line.find(' ', 2) - 2));
        for (std::string name; std::getline(list, name, ',');) names.push_back(name.substr(0, name.find('=')));
    }
    return names;
}

// The first column of all tables: other columns mention options, too.
std::string first_cells(const std::string& section) {
    std::istringstream lines(section);
    std::string cells;
    for (std::string line; std::getline(lines, line);)
        if (line.starts_with('|')) cells += line.substr(0, line.find('|', 1)) + "\n";
    return cells;
}

bool has_option(const std::string& cells, const std::string& name) {
    for (const char* before : {"`", "<code>"})
        for (const char* after : {"`", " "})
            if (cells.find(before + name + after) != std::string::npos) return true;
    return false;
}

void expect_options(const std::string& section, const std::string& help) {
    const std::vector<std::string> options = options_in(help);
    EXPECT_GE(options.size(), 2U) << help;
    const std::string cells = first_cells(section);
    for (const std::string& option : options) EXPECT_TRUE(has_option(cells, option)) << option << " in: " << section;
}

TEST(Reference, HasEverySubcommandAndItsOptions) {
    const std::string page = reference();
    const std::vector<std::string> subcommands = listed_subcommands();
    ASSERT_GT(subcommands.size(), 15U);
    expect_options(section(page, "scrump"), run({"--help"}).out);
    for (const std::string& name : subcommands) {
        EXPECT_NE(page.find("| [" + name + "](#" + name + ") |"), std::string::npos) << name;
        expect_options(section(page, name), run({name, "--help"}).out);
    }
}

TEST(Reference, SaysWhatHelpSays) {
    const std::string page = reference();
    const std::string colouring = section(page, "colouring");
    for (const char* text :
         {"Also called `coloring`.", "scrump colouring [OPTIONS] GRAPH\n", "| `GRAPH` | File, - for standard input",
          "**How to run**", "| `--seed N` | `1` | Seed of all random choices |", "`stack-stealing`, `budget`",
          "| `--checkpoint-every TIME` | `60s` | Time between two checkpoints. Needs `--checkpoint` |",
          "(see docs/command.md). Not with `--quiet` |", "scrump colouring -k 5 queen5_5.col\n"})
        EXPECT_NE(colouring.find(text), std::string::npos) << text << " in: " << colouring;
    EXPECT_NE(section(page, "kclique").find(". Required |"), std::string::npos);
    EXPECT_NE(section(page, "tasks").find("```\nPrograms, with the size"), std::string::npos) << "what help ends with";
    EXPECT_NE(section(page, "scrump").find("Skeletons (--skeleton NAME"), std::string::npos);
}

// Between cells, not within them.
std::size_t columns(const std::string& row) {
    return static_cast<std::size_t>(std::ranges::count(row, '|'));
}

TEST(Reference, HasTablesWhoseRowsFitTheirHeadings) {
    const std::string page = reference();
    std::istringstream lines(page);
    std::size_t expected = 0;
    std::size_t rows = 0;
    for (std::string line; std::getline(lines, line);) {
        if (!line.starts_with('|')) {
            expected = 0;
            continue;
        }
        if (expected == 0) expected = columns(line);
        EXPECT_EQ(columns(line), expected) << line;
        ++rows;
    }
    EXPECT_GT(rows, 200U);
    EXPECT_NE(page.find("<code>--weights file&#124;modulo</code>"), std::string::npos);
}

TEST(Reference, IsAlsoPrintedOfOneSubcommand) {
    const Completed one = run({"help", "--markdown", "coloring"});
    EXPECT_EQ(one.status, 0) << one.err;
    EXPECT_EQ(one.out + "\n", section(reference(), "colouring"));
    const Completed refused = run({"help", "--markdown", "qeens"});
    EXPECT_EQ(refused.status, 2);
    EXPECT_NE(refused.err.find("did you mean queens?"), std::string::npos) << refused.err;
}

}  // namespace
}  // namespace scrump::detail
