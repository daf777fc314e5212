// --paper: each system of a paper, at each front door where it has a meaning.

#include "cli/command.hpp"
#include "cli/refusal.hpp"
#include "states/diagrams/random_model.hpp"
#include "support/folder.hpp"

#include <scrump/base/file.hpp>
#include <scrump/runtime/paper.hpp>
#include <scrump/states/diagrams/model_file.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

namespace scrump {
namespace {

using test::run;

class CommandPapers : public testing::Test {
  protected:
    CommandPapers() { write_model_file(test::RandomModel(1).model, model_); }

    /// Small runs at a place, with several workers or localities where thieves need them.
    std::vector<std::vector<std::string>> runs_at(PaperPlaces place) const {
        switch (place) {
            case in_searches:
                return {{"maxclique", "random:n=40,p=0.5,seed=1", "--workers", "2"},
                        {"maxclique", "random:n=40,p=0.5,seed=1", "--workers", "2", "--localities", "2"},
                        {"tsp", "random:n=7,seed=1", "--simulate", "infiniband:hosts=2,workers=2"}};
            case in_enumerations:
                return {{"semigroups", "--genus", "12", "--workers", "2"},
                        {"queens", "7", "--workers", "1", "--localities", "3"},
                        {"uts", "--tree", "T5", "--simulate", "infiniband:hosts=2,workers=1"}};
            case in_tasks:
                return {{"tasks", "fib", "16", "--workers", "2"},
                        {"tasks", "fib", "16", "--simulate", "infiniband:hosts=2,workers=2"}};
            case in_loops:
                return {{"loop", "imbalance", "--iterations", "200", "--workers", "1", "--localities", "3"},
                        {"loop", "mandelbrot", "--size", "16", "--simulate", "infiniband:hosts=3,workers=1"}};
            case in_reachability:
                return {{"reach", model_, "--workers", "2"}, {"reach", model_, "--localities", "2"}};
            case in_heat:
                break;  // tests/lab
        }
        return {};
    }

    const test::Folder folder_;
    const std::string model_ = folder_ / "model.sylvan.bdd";
};

// What the object calls an option, and how it shows a value.
std::string told(const nlohmann::json& json, std::string option) {
    std::ranges::replace(option, '-', '_');
    return json.contains(option) ? json[option].get<std::string>() : "not told";
}

// Whether the text has the parts of the value, in any order and with others.
void expect_has(const std::string& text, const PaperOption& option, const std::string& which) {
    std::string_view rest = option.value;
    while (!rest.empty()) {
        const std::size_t end = std::min(rest.find_first_of(":,"), rest.size());
        EXPECT_NE(text.find(rest.substr(0, end)), std::string::npos) << which << ": " << option.value << ": " << text;
        rest.remove_prefix(std::min(end + 1, rest.size()));
    }
}

void expect_in_force(const PaperSystem& system, PaperPlaces place, std::vector<std::string> words) {
    const std::string name(system.name);
    words.insert(words.end(), {"--paper", name, "--json", "--no-pin"});
    const auto result = run(words);
    ASSERT_EQ(result.status, 0) << result.err;
    const auto json = result.json();
    EXPECT_EQ(json["paper"], name);
    unsigned seen = 0;
    for (const PaperChoice& choice : paper_choices(name, place)) {
        expect_has(told(json, std::string(choice.option)), *choice.values.front(), name + " in " + words.front());
        ++seen;
    }
    EXPECT_GE(seen, 1U) << name;
}

TEST_F(CommandPapers, EachIsInForceAtEachOfItsDoors) {
    for (const PaperSystem& system : paper_systems()) {
        for (const PaperPlaces place : {in_searches, in_enumerations, in_tasks, in_loops, in_reachability}) {
            if ((system.places() & place) == 0) continue;
            const auto runs = runs_at(place);
            EXPECT_FALSE(runs.empty());
            for (const auto& words : runs) expect_in_force(system, place, words);
        }
    }
}

TEST_F(CommandPapers, EachVariantIsInForce) {
    for (const PaperSystem& system : paper_systems()) {
        for (const PaperOption& each : system.options) {
            if (each.variant.empty()) continue;
            const auto place = static_cast<PaperPlaces>(each.places);
            std::vector<std::string> words = runs_at(place).front();
            const std::string name = std::string(system.name) + ":" + std::string(each.variant);
            words.insert(words.end(), {"--paper", name, "--json", "--no-pin"});
            if (each.variant == "wf") words.insert(words.end(), {"--weights", "1,1,1"});
            if (each.open.find("sigma") != std::string_view::npos)
                words.insert(words.end(), {"--" + std::string(each.name),
                                           std::string(each.value) + ":sigma=1e-6," +
                                               (each.value == "fsc" ? "overhead=1e-7" : "mean=1e-6")});
            const auto result = run(words);
            ASSERT_EQ(result.status, 0) << name << ": " << result.err;
            EXPECT_EQ(result.json()["paper"], name);
            expect_has(told(result.json(), std::string(each.name)), each, name);
        }
    }
}

TEST_F(CommandPapers, PeopleReadIt) {
    const std::string text = run({"queens", "6", "--paper", "olivier2008:upc-term", "--workers", "2"}).out;
    EXPECT_NE(text.find("olivier2008:upc-term\n"), std::string::npos) << text;
    EXPECT_EQ(run({"queens", "6", "--workers", "2"}).out.find("paper"), std::string::npos);
    EXPECT_NE(run({"--help"}).out.find(papers_help()), std::string::npos);
}

// A row of the table in docs/papers.md.
std::string row_of(const PaperSystem& system) {
    std::string text;
    for (unsigned place = 1; place <= in_heat; place *= 2) {
        if ((system.places() & place) == 0) continue;
        text += (text.empty() ? "" : "; ") + places_text(static_cast<std::uint8_t>(place)) + ":";
        for (const PaperChoice& choice : paper_choices(system.name, static_cast<std::uint8_t>(place))) {
            text += " `--" + std::string(choice.option) + "`";
            for (const PaperOption* const value : choice.values) {
                text += (value == choice.values.front() ? " `" : " or `") + std::string(value->value) + "`";
                if (!value->variant.empty()) text += " " + std::string(value->variant);
                if (!value->open.empty()) text += " (" + std::string(value->open) + ")";
            }
            text += ",";
        }
        text.pop_back();
    }
    return "| `" + std::string(system.name) + "`, " + std::string(system.cited) + " | " + text + " | " +
           std::string(system.differs) + " |\n";
}

TEST_F(CommandPapers, ThePageHasTheTable) {
    const std::string page = read_file(SCRUMP_SOURCE "/docs/papers.md");
    for (const PaperSystem& system : paper_systems())
        EXPECT_NE(page.find(row_of(system)), std::string::npos) << "missing row:\n" << row_of(system);
}

TEST_F(CommandPapers, IsNotClaimedWithoutIt) {
    EXPECT_FALSE(run({"queens", "6", "--json"}).json().contains("paper"));
}

TEST_F(CommandPapers, WhatContradictsItIsRefusedByName) {
    EXPECT_EQ(test::refusal({"queens", "6", "--policy", "random", "--paper", "yewpar2020"}),
              "scrump: queens: --policy random contradicts --paper yewpar2020, which has sticky-random:steal=one\n");
    EXPECT_EQ(test::refusal({"queens", "6", "--paper", "xie2023", "--skeleton", "depth-bounded"}),
              "scrump: queens: --skeleton depth-bounded contradicts --paper xie2023, which has "
              "budget:backtracks=1000000\n");
    EXPECT_EQ(test::refusal({"tasks", "fib", "9", "--deque", "split", "--paper", "slides"}),
              "scrump: tasks: --deque split contradicts --paper slides, which has private\n");
    EXPECT_EQ(test::refusal({"loop", "imbalance", "--localities", "2", "--paper", "shatri2023", "--technique", "gss"}),
              "scrump: loop: --technique gss contradicts --paper shatri2023, which has static\n");
    EXPECT_EQ(test::refusal({"reach", model_, "--deque", "split", "--paper", "slides"}),
              "scrump: reach: --deque split contradicts --paper slides, which has private\n");
}

TEST_F(CommandPapers, HasNoMeaningElsewhere) {
    EXPECT_EQ(
        test::refusal({"maxclique", "x", "--paper", "olivier2008"}),
        "scrump: maxclique: --paper: olivier2008 has no meaning here: it is for semigroups, queens and uts; papers "
        "with a meaning here: xie2023, yewpar2020\n");
    EXPECT_EQ(
        test::refusal({"tasks", "fib", "9", "--paper", "grubel2015"}),
        "scrump: tasks: --paper: grubel2015 has no meaning here: it is for lab/grain; papers with a meaning here: "
        "slides\n");
    EXPECT_NE(test::refusal({"explore", "puzzle", "2x2", "--paper", "slides"}).find("--paper"), std::string::npos);
    EXPECT_EQ(test::refusal({"tasks", "fib", "9", "--sequential", "--paper", "slides"}),
              "scrump: tasks fib: --paper has no meaning: --sequential runs no tasks\n");
    EXPECT_EQ(test::refusal({"loop", "imbalance", "--paper", "shatri2023"}),
              "scrump: loop imbalance: --paper needs several localities: one steals from nobody\n");
    EXPECT_EQ(test::refusal({"loop", "mandelbrot", "--shared", "--localities", "2", "--paper", "shatri2023"}),
              "scrump: loop mandelbrot: --paper has no meaning: with --shared no locality has a part of its own, so "
              "nothing is stolen\n");
}

}  // namespace
}  // namespace scrump
