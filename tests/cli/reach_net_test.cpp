// scrump reach: markings of place/transition nets.

#include "cli/command.hpp"
#include "cli/refusal.hpp"
#include "problems/petri/nets.hpp"
#include "support/data.hpp"
#include "support/folder.hpp"

#include <scrump/base/file.hpp>
#include <scrump/problems/petri/pnml.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <sstream>
#include <string>
#include <vector>

namespace scrump::detail {
namespace {

using test::Completed;
using test::run;

class ReachCommandOfNets : public testing::Test {
  protected:
    std::string write(const std::string& name, const petri::Net& net) {
        const std::string path = folder_ / name;
        replace_file(path, petri::to_pnml(net));
        return path;
    }

    test::Folder folder_;
};

TEST_F(ReachCommandOfNets, CountsMarkingsOfAFileOrStandardInputWithAnyOrder) {
    const std::string file = write("net.pnml", petri::test::kanban(4));
    for (const char* const order : {"best", "given", "force", "noack", "tovchigrechko", "sloan", "invariants"}) {
        const Completed result = run({"reach", file, "--order", order, "--quiet", "--workers", "2"});
        EXPECT_EQ(result.out, "454475\n") << order << result.err;
        EXPECT_EQ(result.status, 0);
    }
    EXPECT_EQ(run({"reach", "-", "--quiet"}, read_file(file)).out, "454475\n");
}

TEST_F(ReachCommandOfNets, TellsMachinesAndPeopleWhatItFound) {
    petri::Net net = petri::test::producer_and_consumer(3);
    net.places.push_back({"spare", 7});
    net.transitions.push_back({"never", {{6, 8}}, {}});
    const std::string file = write("net.pnml", net);
    const auto json = run({"reach", file, "--workers", "2", "--deadlocks", "--json"}).json();
    EXPECT_EQ(json["schema"], "scrump-reach");
    EXPECT_EQ(json["status"], "complete");
    EXPECT_EQ(json["instance"]["places"], 7);
    EXPECT_EQ(json["instance"]["levels"], 5);
    EXPECT_EQ(json["states"], "16");
    EXPECT_EQ(json["transitions"], "28");
    EXPECT_EQ(json["deadlocks"], "0");
    EXPECT_EQ(json["max_tokens"], 7);
    EXPECT_EQ(json["max_tokens_of_marking"], 12);
    EXPECT_EQ(json["one_safe"], false);
    EXPECT_EQ(json["quasi_live"], false);
    EXPECT_EQ(json["dead_transitions"], std::vector<std::string>{"never"});
    EXPECT_EQ(json["stable_places"], std::vector<std::string>{"spare"});
    EXPECT_EQ(json["bounds"]["full"], 3);
    EXPECT_EQ(json["bounds"]["producing"], 1);
    const std::string out = run({"reach", file, "--workers", "1", "--order", "given"}).out;
    EXPECT_NE(out.find("transitions 28\n"), std::string::npos) << out;
    EXPECT_NE(out.find("at most 7 in a place, 12 in a marking"), std::string::npos) << out;
    EXPECT_NE(out.find("no: 1 of 5 transitions are never enabled"), std::string::npos) << out;
    EXPECT_NE(out.find("given; 5 levels for 7 places"), std::string::npos) << out;
}

TEST_F(ReachCommandOfNets, NamesTheTransitionsThatLeadToADeadlockAndToAMarking) {
    const petri::Net net{{{"free", 2}, {"busy", 0}, {"done", 0}},
                         {{"take", {{0}}, {{1}}}, {"return", {{1}}, {{0}}}, {"end", {{1}}, {{2}}}}};
    const std::string file = write("net.pnml", net);
    const auto json = run({"reach", file, "--deadlocks", "--path-to", "0,2,0", "--json"}).json();
    EXPECT_EQ(json["deadlocks"], "1");
    const std::vector<std::string> to_dead = json["deadlock_path_steps"];
    EXPECT_EQ(to_dead.size(), 4U);
    EXPECT_EQ(std::ranges::count(to_dead, "take"), 2);
    EXPECT_EQ(std::ranges::count(to_dead, "end"), 2);
    EXPECT_EQ(json["reachable"], true);
    EXPECT_EQ(json["path_steps"], (std::vector<std::string>{"take", "take"}));
    const std::string out = run({"reach", file, "--deadlocks", "--path-to", "0,2,0"}).out;
    EXPECT_NE(out.find("to one      4 transitions: take, "), std::string::npos) << out;
    EXPECT_NE(out.find("path        2 transitions: take, take\n"), std::string::npos) << out;
    const std::string none = run({"reach", file, "--path-to", "2,1,0"}).out;
    EXPECT_NE(none.find("path        none: that marking cannot be reached\n"), std::string::npos) << none;
    EXPECT_EQ(run({"reach", file, "--path-to", "1"}).err,
              "scrump: reach: --path-to has 1 entries; expected the tokens of each of 3 places, in the order of the "
              "file\n");
}

TEST_F(ReachCommandOfNets, AnOrderIsWrittenAndReadBack) {
    const std::string file = write("net.pnml", petri::test::kanban(3));
    const std::string order = folder_ / "order";
    const std::string again = folder_ / "again";
    EXPECT_EQ(run({"reach", file, "--write-order", order, "--quiet"}).out, "58400\n");
    const auto json = run({"reach", file, "--order-file", order, "--write-order", again, "--json"}).json();
    EXPECT_EQ(json["states"], "58400");
    EXPECT_EQ(json["order"], "file");
    EXPECT_EQ(json["order_written"], true);
    EXPECT_EQ(read_file(again), read_file(order));
    EXPECT_EQ(std::ranges::count(read_file(order), '\n'), 16);
    replace_file(order, "m1\nm2\n");
    EXPECT_NE(run({"reach", file, "--order-file", order}).err.find("leaves out the place"), std::string::npos);
    replace_file(order, "\n");
    EXPECT_NE(run({"reach", file, "--order-file", order}).err.find("expected names of places"), std::string::npos);
    EXPECT_EQ(run({"reach", file, "--order-file", order, "--order", "force"}).status, 2);
}

TEST_F(ReachCommandOfNets, NoOrderIsWrittenBeforeOneIsChosen) {
    const std::string file = write("net.pnml", petri::test::kanban(1000));
    const std::string order = folder_ / "order";
    const std::vector<std::string> words = {"reach", file, "--write-order", order, "--time-limit", "0.001ms"};
    const Completed stopped = run(words);
    EXPECT_EQ(stopped.status, 3) << stopped.err;
    EXPECT_NE(stopped.out.find("none was chosen before the search was stopped; " + order + " was not written\n"),
              std::string::npos)
        << stopped.out;
    EXPECT_FALSE(std::filesystem::exists(order));
    std::vector<std::string> as_json = words;
    as_json.emplace_back("--json");
    EXPECT_EQ(run(as_json).json()["order_written"], false);
}

// Pairs of places, of which the first ones, which come before all others, have two tokens.
petri::Net pairs(unsigned number) {
    petri::Net net;
    for (unsigned i = 0; i < number; ++i) net.places.push_back({"a" + std::to_string(i), 2});
    for (unsigned i = 0; i < number; ++i) {
        net.places.push_back({"b" + std::to_string(i), 0});
        net.transitions.push_back({"t" + std::to_string(i), {{i}}, {{number + i}}});
    }
    return net;
}

TEST_F(ReachCommandOfNets, PlacesMoveDuringTheSearch) {
    const std::string file = write("net.pnml", pairs(9));
    const std::string order = folder_ / "order";
    // Where deadlocks are asked for, places between which tokens move freely are not made one.
    const auto plain = run({"reach", file, "--order", "given", "--deadlocks", "--json"}).json();
    EXPECT_EQ(plain["reorder"], "off");
    EXPECT_FALSE(plain["diagrams"].contains("reordering"));
    const auto json = run({"reach", file, "--order", "given", "--reorder", "auto", "--reorder-growth", "1.5",
                           "--deadlocks", "--write-order", order, "--json"})
                          .json();
    EXPECT_EQ(json["states"], "19683") << "3^9";
    EXPECT_EQ(json["transitions"], plain["transitions"]);
    EXPECT_EQ(json["deadlock_path_steps"].size(), 18U);
    EXPECT_EQ(json["reorder"], "auto");
    EXPECT_LT(json["nodes"].get<unsigned>() * 10, plain["nodes"].get<unsigned>());
    const auto reordering = json["diagrams"]["reordering"];
    EXPECT_GT(reordering["reorderings"].get<unsigned>(), 0U);
    EXPECT_LT(reordering["nodes_after"].get<unsigned>(), reordering["nodes_before"].get<unsigned>());
    EXPECT_EQ(run({"reach", file, "--order-file", order, "--deadlocks", "--json"}).json()["nodes"], json["nodes"]);
    const std::string out = run({"reach", file, "--order", "given", "--reorder", "auto", "--deadlocks"}).out;
    EXPECT_NE(out.find("reordered   "), std::string::npos) << out;
}

TEST_F(ReachCommandOfNets, SaysWhatIsWrong) {
    const std::string file = write("net.pnml", petri::test::kanban(1));
    using test::operator+;
    const auto wrong = [&](const test::Words& words, int status) {
        return test::refusal(test::Words{"reach", file} + words, status);
    };
    EXPECT_NE(wrong({"--strategy", "bfs"}, 2).find("saturation alone"), std::string::npos);
    EXPECT_NE(wrong({"--path-to", "1"}, 2).find("--path-to"), std::string::npos);
    EXPECT_NE(wrong({"--rounds"}, 2).find("--rounds"), std::string::npos);
    EXPECT_NE(wrong({"--localities", "2"}, 2).find("one process"), std::string::npos);
    EXPECT_NE(wrong({"--dead-after", "1m"}, 2).find("--dead-after means nothing"), std::string::npos);
    EXPECT_NE(wrong({"--spread-nodes"}, 2).find("--spread-nodes means nothing"), std::string::npos);
    EXPECT_NE(wrong({"--travel-from", "9"}, 2).find("--travel-from means nothing"), std::string::npos);
    EXPECT_NE(wrong({"--order", "random"}, 2).find("sloan"), std::string::npos);
    EXPECT_NE(wrong({"--reorder", "always"}, 2).find("off and auto"), std::string::npos);
    EXPECT_NE(wrong({"--reorder-growth", "2"}, 2).find("without --reorder auto"), std::string::npos);
    EXPECT_NE(wrong({"--reorder", "auto", "--reorder-growth", "1"}, 2).find("above 1"), std::string::npos);
    EXPECT_NE(wrong({"--format", "sylvan"}, 1).find("byte"), std::string::npos);
    EXPECT_EQ(run({"reach", "-"}, "<pnml>").status, 1);
    const std::string timed = "<pnml><net type=\"http://www.pnml.org/version-2009/grammar/timednet\"/></pnml>";
    EXPECT_NE(run({"reach", "-"}, timed).err.find("expected a place/transition net"), std::string::npos);
    const petri::Net unbounded{{{"source", 1}, {"sink", 0}}, {{"grow", {{0}}, {{0}, {1, 65536}}}}};
    EXPECT_NE(run({"reach", write("unbounded.pnml", unbounded)}).err.find("'sink' has no bound"), std::string::npos);
}

// Nets of the Model Checking Contest, and what its oracle says of them.
TEST_F(ReachCommandOfNets, FindsWhatTheOracleOfTheModelCheckingContestSays) {
    SCRUMP_NEEDS_LARGE_DATA("mcc/answers.tsv");
    std::istringstream answers(read_file(test::data("mcc/answers.tsv")));
    std::size_t compared = 0;
    for (std::string line; std::getline(answers, line);) {
        std::istringstream words(line);
        std::string model, states, transitions, in_place, in_marking, deadlock, one_safe, quasi_live, live, stable;
        words >> model >> states >> transitions >> in_place >> in_marking >> deadlock >> one_safe >> quasi_live >>
            live >> stable;
        // Those that take more than a second are left to the laboratory.
        const std::string slow =
            " model Kanban-PT-00050 ERK-PT-001000 SharedMemory-PT-000050 Peterson-PT-3 "
            "LamportFastMutEx-PT-4 ";
        if (slow.find(' ' + model + ' ') != std::string::npos) continue;
        const auto json =
            run({"reach", test::data("mcc/" + model + "/model.pnml.xz"), "--workers", "2", "--deadlocks", "--json"})
                .json();
        EXPECT_EQ(json["states"], states) << model;
        EXPECT_EQ(json["transitions"], transitions) << model;
        EXPECT_EQ(json["max_tokens"].dump(), in_place) << model;
        EXPECT_EQ(json["max_tokens_of_marking"].dump(), in_marking) << model;
        EXPECT_EQ(json["deadlocks"] != "0" ? "true" : "false", deadlock) << model;
        EXPECT_TRUE(deadlock == "true" || !json.contains("deadlock_path_steps")) << model;
        EXPECT_EQ(json["one_safe"].dump(), one_safe) << model;
        if (quasi_live != "-") {
            EXPECT_EQ(json["quasi_live"].dump(), quasi_live) << model;
        }
        EXPECT_EQ(json["stable_places"].empty() ? "false" : "true", stable) << model;
        ++compared;
    }
    EXPECT_EQ(compared, 34U);
}

}  // namespace
}  // namespace scrump::detail
