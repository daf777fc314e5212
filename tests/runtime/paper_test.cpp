#include <scrump/runtime/paper.hpp>

#include <scrump/base/error.hpp>
#include <scrump/papers.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <string>
#include <vector>

namespace scrump {
namespace {

std::string refusal_of(const auto& action) {
    try {
        action();
    } catch (const UsageError& refusal) {
        return refusal.what();
    }
    return "accepted";
}

// Each value of each paper is one that the front door's option takes, and differs from the others of that option.
template <class Options>
unsigned expect_values_parse() {
    unsigned found = 0;
    for (const PaperSystem& system : paper_systems()) {
        if ((system.places() & paper_places<Options>) == 0) continue;
        for (const PaperChoice& choice : paper_choices(system.name, paper_places<Options>)) {
            const auto* const row = find_option(option_table<Options>(), choice.option);
            if (row == nullptr) {
                ADD_FAILURE() << system.name << " " << choice.option;
                continue;
            }
            std::set<std::string> different;
            for (const PaperOption* const value : choice.values) {
                Options options;
                EXPECT_NO_THROW(row->set(options, *row, value->value)) << system.name << " " << value->value;
                different.insert(row->shown(options));
                ++found;
            }
            EXPECT_EQ(different.size(), choice.values.size()) << system.name << " " << choice.option;
        }
    }
    return found;
}

TEST(Paper, EachValueIsOneOfItsOption) {
    const unsigned found = expect_values_parse<SearchOptions>() + expect_values_parse<TaskOptions>() +
                           expect_values_parse<LoopOptions>() + expect_values_parse<SymbolicReachOptions>();
    unsigned of_doors = 0;
    for (const PaperSystem& system : paper_systems())
        for (const PaperOption& each : system.options) of_doors += (each.places & ~in_heat) != 0 ? 1 : 0;
    EXPECT_EQ(found, of_doors + 2);  // two of the slides are for tasks and for reachability
}

TEST(Paper, EachVariantIsInForceOnceItIsSelected) {
    const auto expect_in_force = [](const std::string& variant) {
        EXPECT_EQ(paper_in_force(options_of_paper<LoopOptions>(variant)), variant);
    };
    for (const std::string victims : {"rws", "laws", "nlaws"})
        for (const std::string amount :
             {"static25", "static35", "static50", "ss", "fsc", "mfsc", "tss", "gss", "fac", "wf"})
            expect_in_force("shatri2023:" + victims + "_" + amount);
    const LoopOptions loop = options_of_paper<LoopOptions>("shatri2023:laws_GSS");
    EXPECT_EQ(loop.stealing.order.describe(), "coordinator:victims=laws,steals=0");
    EXPECT_EQ(loop.stealing.amount.technique, Technique::parse("gss"));
    for (const auto& [word, protocol] :
         {std::pair("upc-distmem", "distributed-memory"), std::pair("upc-term-rapidif", "rapid-diffusion"),
          std::pair("upc-term", "streamlined-termination"), std::pair("upc-sharedmem", "shared-memory"),
          std::pair("mpi-ws", "message-passing")}) {
        const auto search = options_of_paper<SearchOptions>("olivier2008:" + std::string(word));
        EXPECT_EQ(search.skeleton.protocol.name(), protocol);
        EXPECT_EQ(search.skeleton.protocol.probe, StealProtocol::Probe::random);
        EXPECT_EQ(search.skeleton.protocol.stack == StealProtocol::Stack::paper, std::string(word) != "mpi-ws");
        EXPECT_EQ(paper_in_force(search), search.paper);
    }
    EXPECT_EQ(options_of_paper<TaskOptions>("slides:steal-10").policy,
              Policy::parse("hierarchical:steal=chunk,chunk=10"));
}

TEST(Paper, WhatItDoesNotSetStaysAsItWas) {
    const auto options = options_of_paper<SearchOptions>("xie2023", {.workers = 3, .seed = 7});
    EXPECT_EQ(options.workers, 3U);
    EXPECT_EQ(options.seed, 7U);
    EXPECT_EQ(options.policy, Policy::parse("performance-driven:always,paper,steal=one"));
    EXPECT_EQ(options.skeleton, Skeleton::depth_bounded(2));
    EXPECT_EQ(options_of_paper<SearchOptions>("yewpar2020").policy, Policy::parse("sticky-random:steal=one"));
}

TEST(Paper, TheSkeletonDependsOnTheTypeOfSearch) {
    SearchOptions options{.paper = "yewpar2020"};
    apply_paper(options, {}, in_enumerations);
    EXPECT_EQ(options.skeleton, Skeleton::budget(1'000'000));
    EXPECT_EQ(paper_in_force(options), "yewpar2020");
    apply_paper(options, {}, in_searches);
    EXPECT_EQ(options.skeleton, Skeleton::depth_bounded(2));
}

// What a user gives is part of the system where the paper varies it, and completed by the rest.
TEST(Paper, LeavesOpenWhatThePaperVaries) {
    SearchOptions options{.paper = "olivier2008"};
    apply_paper(options, {{"skeleton", "steal-stack:protocol=rapid-diffusion,chunk=20"}});
    EXPECT_EQ(options.skeleton.describe(), "steal-stack:protocol=rapid-diffusion,chunk=20,stack=paper,probe=random");
    EXPECT_EQ(paper_in_force(options), "olivier2008");
    LoopOptions loop{.paper = "shatri2023:rws_fac"};
    apply_paper(loop, {{"steal-amount", "fac:mean=1e-3,sigma=1e-4"}});
    EXPECT_EQ(loop.stealing.amount.technique, Technique::parse("fac:mean=1e-3,sigma=1e-4"));
    EXPECT_EQ(paper_in_force(loop), "shatri2023:rws_fac");
    TaskOptions tasks{.paper = "slides"};
    apply_paper(tasks, {{"policy", "hierarchical"}, {"workers", "2"}});
    EXPECT_EQ(tasks.policy, Policy::parse("hierarchical:steal=one"));
}

TEST(Paper, RefusesWhatContradictsIt) {
    const auto beside = [](const char* paper, const char* option, const char* text) {
        return refusal_of([&] {
            SearchOptions options{.paper = paper};
            apply_paper(options, {{option, text}});
        });
    };
    EXPECT_EQ(beside("yewpar2020", "policy", "random"),
              "--policy random contradicts --paper yewpar2020, which has sticky-random:steal=one");
    EXPECT_EQ(beside("yewpar2020", "policy", "sticky-random"), "accepted");
    EXPECT_NE(beside("yewpar2020", "policy", "sticky-random:steal=half"), "accepted");
    EXPECT_NE(beside("xie2023", "policy", "performance-driven:tuned"), "accepted");
    EXPECT_EQ(beside("xie2023", "skeleton", "adaptive"),
              "--skeleton adaptive contradicts --paper xie2023, which has depth-bounded:depth=2, "
              "budget:backtracks=1000000");
    EXPECT_EQ(beside("xie2023", "skeleton", "budget:backtracks=10"), "accepted");
    EXPECT_NE(beside("olivier2008", "skeleton", "steal-stack:stack=roomy"), "accepted");
    EXPECT_NE(beside("olivier2008:upc-term", "skeleton", "steal-stack:protocol=shared-memory"), "accepted");
    EXPECT_EQ(beside("olivier2008", "skeleton", "steal-stack:protocol=message-passing,poll=9"), "accepted");
}

TEST(Paper, IsNotClaimedOfAnythingElse) {
    auto options = options_of_paper<SearchOptions>("xie2023");
    EXPECT_EQ(paper_in_force(options), "xie2023");
    options.skeleton = Skeleton::depth_bounded(5);  // which it varies
    EXPECT_EQ(paper_in_force(options), "xie2023");
    options.policy.steal = StealAmount{.kind = StealAmount::Kind::half};
    EXPECT_EQ(paper_in_force(options), "");
    EXPECT_EQ(paper_in_force(SearchOptions{}), "");
}

TEST(Paper, IsRefusedWhereItHasNoMeaning) {
    const auto selected = [](const char* text, std::uint8_t places) {
        return refusal_of([&] { paper_choices(text, places); });
    };
    EXPECT_EQ(
        selected("xie2023", in_tasks),
        "xie2023 has no meaning here: it is for searches, semigroups, queens and uts; papers with a meaning here: "
        "slides");
    EXPECT_EQ(selected("olivier2008", in_searches),
              "olivier2008 has no meaning here: it is for semigroups, queens and uts; papers with a meaning here: "
              "xie2023, yewpar2020");
    EXPECT_EQ(selected("grubel2015", in_loops),
              "grubel2015 has no meaning here: it is for lab/grain; papers with a meaning here: shatri2023");
    EXPECT_EQ(selected("xie2032", in_searches),
              "unknown paper 'xie2032'; there are xie2023, yewpar2020; did you mean xie2023?");
    EXPECT_EQ(selected("xie2023:fast", in_searches), "xie2023 has no variant 'fast'; it has none");
    EXPECT_EQ(selected("slides:steal-11", in_tasks), "slides has no variant 'steal-11'; its words are steal-10");
    EXPECT_NE(selected("slides:steal-10", in_reachability), "accepted");
    EXPECT_NE(selected("shatri2023:rws_laws", in_loops), "accepted");
    EXPECT_NE(selected("shatri2023:", in_loops), "accepted");
    EXPECT_NE(selected("shatri2023:rws_", in_loops), "accepted");
    EXPECT_EQ(selected("shatri2023:laws", in_loops), "accepted");
}

TEST(Paper, ProgramsSelectItOnTheirCommandLines) {
    std::vector<std::string> words = {"program", "--paper", "xie2023", "--skeleton=budget", "rest"};
    std::vector<char*> arguments;
    for (std::string& each : words) arguments.push_back(each.data());
    arguments.push_back(nullptr);
    int count = 5;
    const SearchOptions options = SearchOptions::parse(count, arguments.data());
    EXPECT_EQ(count, 2);
    EXPECT_EQ(options.skeleton, Skeleton::budget(1'000'000));
    EXPECT_EQ(paper_in_force(options), "xie2023");
}

TEST(Paper, HelpNamesAllPlacesAndValues) {
    const std::string help = papers_help();
    for (const PaperSystem& system : paper_systems()) {
        EXPECT_NE(help.find("  " + std::string(system.name) + ": "), std::string::npos);
        EXPECT_NE(help.find("(" + std::string(system.cited) + ")"), std::string::npos);
        for (const PaperOption& each : system.options)
            EXPECT_NE(help.find(each.value), std::string::npos) << system.name << each.value;
    }
}

}  // namespace
}  // namespace scrump
