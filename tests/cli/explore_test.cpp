// scrump explore: state spaces of models.

#include "cli/command.hpp"
#include "cli/state_models.hpp"
#include "support/data.hpp"
#include "support/folder.hpp"

#include <scrump/base/file.hpp>

#include <gtest/gtest.h>

#include <array>
#include <csignal>
#include <cstdint>
#include <filesystem>
#include <string>
#include <tuple>
#include <vector>

namespace scrump::detail {
namespace {

using test::Command;
using test::Completed;
using test::microban_1;
using test::run;
using test::small_net;
using Words = std::vector<std::string>;

Words states(const Words& more) {
    Words words = {"explore"};
    words.insert(words.end(), more.begin(), more.end());
    return words;
}

TEST(ExploreCommand, CountsTheStatesOfEachModel) {
    const test::Folder folder;
    replace_file(folder / "level.xsb", microban_1);
    replace_file(folder / "net.pnml", small_net);
    const std::vector<std::pair<Words, std::string>> questions = {{{"puzzle", "2x3"}, "360\n"},
                                                                  {{"philosophers", "7", "--all"}, "478\n"},
                                                                  {{"philosophers", "7", "--contrary"}, "408\n"},
                                                                  {{"peterson", "3"}, "705\n"},
                                                                  {{"pnml", folder / "net.pnml"}, "5\n3\n"}};
    for (const auto& [question, answer] : questions) {
        for (const Words& how : {Words{"--workers", "1"},
                                 {"--workers", "2", "--localities", "2"},
                                 {"--order", "depth-first"},
                                 {"--storage", "hash-compaction", "--no-paths"}}) {
            Words words = states(question);
            words.insert(words.end(), how.begin(), how.end());
            words.emplace_back("--quiet");
            const Completed result = run(words);
            EXPECT_EQ(result.status, 0) << result.err;
            EXPECT_EQ(result.out, answer) << question[0] << ' ' << how.back();
            EXPECT_EQ(result.err, "");
        }
    }
    EXPECT_EQ(run({"explore", "sokoban", folder / "level.xsb", "--quiet"}).out.substr(0, 5), "goal\n");
}

TEST(ExploreCommand, ItsFormerNameIsAcceptedWithAWarning) {
    const Completed former = run({"states", "puzzle", "2x2", "--quiet"});
    EXPECT_EQ(former.out, "12\n");
    EXPECT_EQ(former.err, "scrump: 'scrump states' is deprecated: write 'scrump explore'\n");
    EXPECT_EQ(run({"explore", "puzzle", "2x2", "--quiet"}).err, "");
}

TEST(ExploreCommand, AFileSaysItselfWhichModelItIs) {
    const test::Folder folder;
    for (const auto& [text, names, answer] :
         {std::tuple{microban_1, Words{"level.xsb", "LEVEL.XSB", "level.txt", "microban"}, std::string("goal\n")},
          std::tuple{small_net, Words{"net.pnml", "NET.PNML", "net.xml", "net"}, std::string("5\n3\n")}}) {
        for (const std::string& name : names) {
            replace_file(folder / name, text);
            EXPECT_TRUE(run({"explore", folder / name, "--quiet"}).out.starts_with(answer)) << name;
        }
        EXPECT_TRUE(run({"explore", "-", "--quiet"}, text).out.starts_with(answer));
    }
    EXPECT_EQ(run({"explore", "pnml", "-", "--quiet"}, small_net).out, "5\n3\n");
    const std::vector<std::tuple<Words, int, std::string>> wrong = {
        {{"nothing"},
         2,
         "explore: MODEL: 'nothing' is not one of puzzle, sokoban, peterson, philosophers, pnml and pins; nor is it a "
         "file"},
        {{"puzzle"}, 2, "explore puzzle: ROWSxCOLUMNS is missing; see scrump explore --help"},
        {{folder / "level.xsb", "3x3"}, 2, "explore: MODEL: '"},
        {{"-", "--board", "1"}, 2, "explore pnml: --board is for puzzle alone"},
        {{"sokoban", folder / "net.pnml"}, 1, folder / "net.pnml:"}};
    for (const auto& [words, status, message] : wrong) {
        const Completed result = run(states(words), small_net);
        EXPECT_EQ(result.status, status) << result.err;
        EXPECT_TRUE(result.err.starts_with("scrump: " + message)) << result.err;
    }
    for (const auto& [name, expected] : {std::pair{"x.PNML", "not well-formed XML"},
                                         {"x.Xsb", "ends without a level"},
                                         {"x.SOK", "ends without a level"}}) {
        replace_file(folder / name, "x\n");
        const Completed named = run({"explore", folder / name});
        EXPECT_NE(named.err.find(expected), std::string::npos) << "its name says what it is: " << named.err;
    }
    const Completed graph = run({"explore", "-"}, "p edge 3 1\ne 1 2\n");
    EXPECT_EQ(graph.err,
              "scrump: standard input: neither a net (PNML), levels of Sokoban (XSB) nor a compiled model; it is a "
              "graph (DIMACS "
              "text): see "
              "scrump -\n");
}

TEST(ExploreCommand, AFileAloneIsToldWhatCouldBeDoneWithIt) {
    const test::Folder folder;
    const std::vector<std::tuple<std::string, std::string, Words>> files = {
        {microban_1, "a file of Sokoban levels (XSB)", {"explore"}},
        {small_net, "a net (PNML)", {"explore"}},
        {"p edge 3 1\ne 1 2\n", "a graph (DIMACS text)", {"maxclique", "colouring", "sip", "convert"}},
        {"<graphml><graph edgedefault='undirected'><node id='a'/></graph></graphml>",
         "a graph (GraphML)",
         {"maxclique"}},
        {"2 10\n5 6\n7 5\n", "a knapsack problem", {"knapsack"}},
        {"NAME: x\nTYPE: TSP\nDIMENSION: 3\nEDGE_WEIGHT_TYPE: EUC_2D\nNODE_COORD_SECTION\n1 0 0\n2 1 0\n3 0 1\nEOF\n",
         "a problem of the travelling salesman (TSPLIB)",
         {"tsp"}}};
    for (const auto& [text, kind, commands] : files) {
        replace_file(folder / "file", text);
        const Completed result = run({folder / "file"});
        EXPECT_EQ(result.status, 0) << result.err;
        EXPECT_NE(result.out.find(kind + "\n"), std::string::npos) << result.out;
        for (const std::string& command : commands)
            EXPECT_NE(result.out.find("  scrump " + command + " " + (folder / "file")), std::string::npos)
                << result.out;
        EXPECT_NE(run({"-"}, text).out.find(kind), std::string::npos);
    }
    const Completed more = run({folder / "file", "--workers", "2"});
    EXPECT_EQ(more.status, 2);
    EXPECT_TRUE(more.err.starts_with("scrump: expected a subcommand before the name of a file; ")) << more.err;
    replace_file(folder / "file", "# A letter\n\nDear all, this is one.\n\n- It has no more than words.\n");
    const Completed letter = run({folder / "file"});
    EXPECT_EQ(letter.status, 1);
    EXPECT_NE(letter.err.find("file: not in a format that a subcommand takes"), std::string::npos) << letter.err;
    EXPECT_TRUE(run({folder / "none"}).err.starts_with("scrump: unknown subcommand "));
}

TEST(ExploreCommand, FindsWhatIsLookedForOnAShortestPath) {
    const test::Folder folder;
    replace_file(folder / "level.xsb", microban_1);
    const auto solved = run({"explore", "sokoban", folder / "level.xsb", "--json"}).json();
    EXPECT_EQ(solved["finding"], "goal");
    EXPECT_EQ(solved["steps"], 33);
    EXPECT_EQ(solved["moves"].get<std::string>().size(), 33U);
    EXPECT_EQ(solved["instance"]["title"], "Microban 1");

    const auto dead = run({"explore", "philosophers", "5", "--json", "--path"}).json();
    EXPECT_EQ(dead["finding"], "deadlock");
    EXPECT_EQ(dead["steps"], 5);
    EXPECT_EQ(dead["path"].size(), 6U);
    EXPECT_EQ(dead["path"][0], "TTTTT");
    EXPECT_EQ(dead["found_state"], "HHHHH");
    EXPECT_EQ(dead["path_steps"].size(), 5U);
    EXPECT_EQ(dead["legend"], "T: thinks, H: holds one fork, E: eats");
    EXPECT_EQ(dead["all_expanded"], false);

    const auto violated = run({"explore", "peterson", "2", "--exchanged", "--json"}).json();
    EXPECT_EQ(violated["finding"], "violation");
    EXPECT_EQ(violated["invariant"], "mutual exclusion");

    const auto puzzle = run({"explore", "puzzle", "2x3", "--board", "3 4 5 0 1 2", "--json"}).json();
    EXPECT_EQ(puzzle["steps"], 21);
}

TEST(ExploreCommand, NamesTheStepsOfAPath) {
    const test::Folder folder;
    replace_file(folder / "level.xsb", microban_1);
    replace_file(folder / "net.pnml", small_net);
    const std::string dead = run({"explore", "pnml", folder / "net.pnml", "--find-deadlock", "--path"}).out;
    EXPECT_NE(dead.find("\ntokens 5\n\n-- t\ntokens 3, q\n\n-- t\ntokens, q 2\n"), std::string::npos) << dead;
    const auto table = run({"explore", "philosophers", "2", "--path", "--workers", "1"}).out;
    EXPECT_NE(table.find("\nT: thinks, H: holds one fork, E: eats\n\nTT\n\n-- philosopher 0 takes the left fork\nHT\n"
                         "\n-- philosopher 1 takes the left fork\nHH\n"),
              std::string::npos)
        << table;
    const auto violated = run({"explore", "peterson", "2", "--exchanged", "--json", "--path"}).json();
    ASSERT_EQ(violated["path_steps"].size(), violated["path"].size() - 1);
    const std::string last = violated["path_steps"].back();
    EXPECT_TRUE(last.ends_with(": passes level 1, into the critical section")) << last;
    const auto solved = run({"explore", "sokoban", folder / "level.xsb", "--json", "--path"}).json();
    std::string moves;
    for (const std::string step : solved["path_steps"]) moves += step;
    EXPECT_EQ(solved["moves"], moves);
    const auto order = run({"explore", "puzzle", "2x2", "--board", "1 0 2 3", "--json", "--path"}).json();
    EXPECT_EQ(order["path"].dump(), R"(["1 .\n2 3",". 1\n2 3"])");
    EXPECT_EQ(order["path_steps"].dump(), R"(["tile 1"])");
    EXPECT_FALSE(run({"explore", "philosophers", "2", "--json"}).json().contains("path_steps"));
}

TEST(ExploreCommand, VisitsRepresentativesWhereSymmetryIsAskedFor) {
    // Necklaces: the states of 6 philosophers that differ by more than a turn of the table.
    const Completed all = run(states({"philosophers", "6", "--all", "--symmetry"}));
    EXPECT_NE(all.out.find("states      38 representatives\n"), std::string::npos) << all.out;
    const Completed json = run(states({"philosophers", "6", "--symmetry", "--json"}));
    EXPECT_NE(json.out.find("\"representatives\":true"), std::string::npos) << json.out;
    EXPECT_NE(json.out.find("\"found_state\":\"HHHHHH\""), std::string::npos) << json.out;
    EXPECT_EQ(run(states({"philosophers", "6", "--json"})).out.find("representatives"), std::string::npos);
    EXPECT_NE(
        run(states({"philosophers", "6", "--symmetry", "--contrary"})).err.find("--symmetry is not for --contrary"),
        std::string::npos);
}

TEST(ExploreCommand, WritesTheStateGraph) {
    const test::Folder folder;
    replace_file(folder / "net.pnml", small_net);
    const Completed drawn = run(states({folder / "net.pnml", "--graph", folder / "net.gv"}));
    EXPECT_NE(drawn.out.find("net.gv: 3 states, 2 transitions\n"), std::string::npos) << drawn.out << drawn.err;
    EXPECT_EQ(read_file(folder / "net.gv"),
              "digraph states {\n  0 [label=\"tokens 5\", initial=true, style=bold];\n  1 [label=\"tokens 3, q\"];\n"
              "  2 [label=\"tokens, q 2\", deadlock=true, shape=box];\n  0 -> 1 [label=\"t\"];\n"
              "  1 -> 2 [label=\"t\"];\n}\n");
    const Completed json =
        run(states({"puzzle", "2x2", "--levels", "2", "--json", "--graph", folder / "puzzle.graphml"}));
    EXPECT_NE(json.out.find("\"states\":5,\"transitions\":6}"), std::string::npos) << json.out;
    EXPECT_TRUE(read_file(folder / "puzzle.graphml").ends_with("</graphml>\n"));
}

TEST(ExploreCommand, AGraphBeyondItsLimitIsNotWritten) {
    const test::Folder folder;
    replace_file(folder / "old.dot", "old");
    const Words words = {"philosophers", "6", "--all", "--graph", folder / "old.dot", "--graph-limit", "197"};
    const Completed refused = run(states(words));
    EXPECT_EQ(
        refused.err,
        "scrump: the state graph has more than 197 states: raise its limit (graph-limit), or draw fewer levels\n");
    EXPECT_EQ(read_file(folder / "old.dot"), "old");
    EXPECT_NE(run(states({"puzzle", "2x2", "--graph", folder / "g.png"})).err.find("expected .dot, .gv or .graphml"),
              std::string::npos);
    const auto stopped = run(states({"puzzle", "3x3", "--json", "--state-limit", "20", "--graph", folder / "old.dot"}));
    EXPECT_EQ(stopped.status, 3) << stopped.err;
    EXPECT_EQ(stopped.json()["graph"]["stopped_by"], "state-limit");
    EXPECT_EQ(read_file(folder / "old.dot"), "old");
    EXPECT_NE(run(states({"puzzle", "2x2", "--graph-limit", "9"})).err.find("needs --graph"), std::string::npos);
}

TEST(ExploreCommand, ABoardOfTheOtherParityHasNoSolutionAtOnce) {
    const std::string loyd = "1 2 3 4 5 6 7 8 9 10 11 12 13 15 14 0";
    const Completed none = run({"explore", "puzzle", "4x4", "--board", loyd, "--goal", "blank-last"});
    EXPECT_EQ(none.status, 0) << none.err;
    EXPECT_TRUE(
        none.out.starts_with("found       no solution\nbecause     moves never lead from this board to the goal: "
                             "its parity is the other one; --goal blank-first can be reached\n"))
        << none.out;
    const auto json = run({"explore", "puzzle", "4x4", "--board", loyd, "--goal", "blank-last", "--json"}).json();
    EXPECT_EQ(json["refuted"], true);
    EXPECT_EQ(json["status"], "complete");
    EXPECT_EQ(json["all_expanded"], false) << "nothing was explored";
    EXPECT_EQ(json["states"], 0);
    EXPECT_EQ(run({"explore", "puzzle", "2x2", "--board", "0 1 3 2", "--quiet"}).out, "no solution\n");
}

TEST(ExploreCommand, APuzzleHasBothUsualGoalsAndAnyOther) {
    const auto steps = [](const std::string& board, const std::string& goal) {
        return run({"explore", "puzzle", "3x3", "--board", board, "--goal", goal, "--json"}).json()["steps"];
    };
    EXPECT_EQ(steps("1 2 3 4 5 6 7 0 8", "blank-last"), 1);
    EXPECT_EQ(steps("1 0 2 3 4 5 6 7 8", "blank-first"), 1);
    EXPECT_EQ(steps("1 0 2 3 4 5 6 7 8", "1 2 0 3 4 5 6 7 8"), 1);
    const Completed wrong = run({"explore", "puzzle", "3x3", "--board", "1 0 2 3 4 5 6 7 8", "--goal", "last"});
    EXPECT_EQ(wrong.status, 2);
    EXPECT_EQ(wrong.err, "scrump: explore puzzle: --goal: expected blank-first, blank-last or a board, found 'last'\n");
}

TEST(ExploreCommand, TellsMachinesWhatWasVisitedAndWhatItCost) {
    const auto json = run({"explore", "puzzle", "3x3", "--workers", "2", "--json"}).json();
    EXPECT_EQ(json["schema"], "scrump-states");
    EXPECT_EQ(json["status"], "complete");
    EXPECT_EQ(json["all_expanded"], true);
    EXPECT_EQ(json["states"], 181'440);
    EXPECT_EQ(json["transitions"], 483'840);
    EXPECT_EQ(json["levels"].size(), 32U);
    EXPECT_EQ(json["levels"][31], 2);
    ASSERT_EQ(json["level_seconds"].size(), 32U);
    double seconds = 0;
    for (const double each : json["level_seconds"]) seconds += each;
    EXPECT_GT(seconds, 0);
    EXPECT_LE(seconds, json["seconds"]);
    EXPECT_EQ(json["policy"], "hierarchical");
    EXPECT_EQ(json["workers"], 2);
    EXPECT_EQ(json["storage"], "exact");
    EXPECT_LT(json["bytes_per_state"], 64);
    EXPECT_FALSE(json.contains("expected_missed"));
    EXPECT_EQ(json["statistics"]["per_worker"].size(), 2U);
    EXPECT_LT(run({"explore", "puzzle", "3x3", "--storage", "bit-state", "--json"}).json()["expected_missed"], 100);
}

TEST(ExploreCommand, TellsWhoStoleFromWhom) {
    const auto json = run({"explore", "puzzle", "3x3", "--workers", "1", "--localities", "2", "--policy",
                           "round-robin:steal=one", "--json"})
                          .json();
    EXPECT_EQ(json["states"], 181'440);
    EXPECT_EQ(json["policy"], "round-robin:steal=one");
    std::uint64_t states = 0;
    for (const auto& [thief, victim, steals, tasks] :
         json["statistics"]["steals_between"].get<std::vector<std::array<std::uint64_t, 4>>>()) {
        EXPECT_NE(thief, victim);
        EXPECT_EQ(steals, tasks) << "one state each time";
        states += tasks;
    }
    EXPECT_EQ(states, json["stolen_between_localities"]);
}

TEST(ExploreCommand, TellsPeopleTheSame) {
    const std::string text = run({"explore", "philosophers", "4", "--path", "--stats"}).out;
    for (const char* line :
         {"found       deadlock, after 4 steps: there is no shorter way\n", "status      complete: found\n", "\nHHHH\n",
          "level          states     seconds\n", "idle-rate"})
        EXPECT_NE(text.find(line), std::string::npos) << line << text;
    EXPECT_NE(run({"explore", "puzzle", "2x2"}).out.find("complete: all states were visited\n"), std::string::npos);
}

TEST(ExploreCommand, LimitsLeaveWhatIsKnownSoFar) {
    const std::vector<std::pair<Words, std::string>> limits = {{{"--time-limit", "1s"}, "time-limit"},
                                                               {{"--memory-limit", "8M"}, "memory-limit"},
                                                               {{"--state-limit", "100000"}, "state-limit"}};
    for (const char* order : {"breadth-first", "depth-first"}) {
        for (const auto& [limit, name] : limits) {
            Words words = states({"puzzle", "4x4", "--json", "--order", order});
            words.insert(words.end(), limit.begin(), limit.end());
            const Completed result = run(words);
            EXPECT_EQ(result.status, 3) << result.err;
            EXPECT_EQ(result.json()["stopped_by"], name);
            EXPECT_EQ(result.json()["all_expanded"], false);
            EXPECT_GT(result.json()["states"], 1000);
        }
    }
    const Completed levels = run({"explore", "puzzle", "4x4", "--levels", "10", "--json"});
    EXPECT_EQ(levels.status, 0);
    EXPECT_EQ(levels.json()["levels"].dump(), "[1,2,4,10,24,54,107,212,446,946,1948]");
}

TEST(ExploreCommand, WhatMeansNothingIsRefused) {
    const test::Folder folder;
    replace_file(folder / "net.pnml", small_net);
    const std::vector<std::pair<Words, std::string>> cases = {
        {{"pnml", folder / "net.pnml", "--level", "1"}, "explore pnml: --level is for sokoban alone"},
        {{"pnml", folder / "net.pnml", "--board", "1 2"}, "explore pnml: --board is for puzzle alone"},
        {{"philosophers", "3", "--board", "1", "--goal", "blank-last"},
         "explore philosophers: --board is for puzzle alone"},
        {{"puzzle", "2x2", "--goal", "blank-last"}, "explore: --goal needs --board, which is missing"},
        {{"philosophers", "3", "--exchanged"}, "explore philosophers: --exchanged is for peterson alone"},
        {{"peterson", "2", "--contrary"}, "explore peterson: --contrary is for philosophers alone"},
        {{"puzzle", "2x2", "--order", "depth-first", "--levels", "3"},
         "explore puzzle: --levels is for the order breadth-first: depth-first knows no levels"},
        {{"puzzle", "2x2", "--path", "--no-paths"}, "explore puzzle: --path cannot be combined with --no-paths"},
        {{"puzzle", "2x2", "--path"},
         "explore puzzle: --path: nothing is looked for here, so no path leads to it; --find-deadlock looks for one"},
        {{"philosophers", "3", "--all", "--path"},
         "explore philosophers: --path: nothing is looked for here, so no path leads to it; --find-deadlock looks for "
         "one"},
        {{"puzzle", "2x2", "--board", "1 2 3 0", "--goal", "blank-last", "--all"},
         "explore puzzle: --goal cannot be combined with --all"},
        {{"puzzle", "2x2", "--disk", folder / "", "--policy", "random"},
         "explore puzzle: --policy cannot be combined with --disk"},
        {{"puzzle", "2x2", "--disk", folder / "", "--seed", "1"},
         "explore puzzle: --seed cannot be combined with --disk"},
        {{"puzzle", "2x2", "--disk", folder / "", "--dead-after", "1s"},
         "explore puzzle: --dead-after cannot be combined with --disk"},
        {{"puzzle", "2x2", "--all", "--find-deadlock"}, "explore: --find-deadlock cannot be combined with --all"},
        {{"puzzle", "3x"}, "explore puzzle: '3x' is not a size such as 3x4: rows and columns, 1 to 16 of each"},
        {{"puzzle", "x3"}, "explore puzzle: 'x3' is not a size such as 3x4: rows and columns, 1 to 16 of each"},
        {{"puzzle", "2x2", "--board", "1 2 3"},
         "explore puzzle: --board: a board: expected 4 different numbers from 0 to 3, found the end of the line"}};
    for (const auto& [words, sentence] : cases) {
        const Completed result = run(states(words));
        EXPECT_EQ(result.status, 2) << sentence;
        EXPECT_EQ(result.err, "scrump: " + sentence + "\n");
        EXPECT_EQ(result.out, "");
    }
}

TEST(ExploreCommand, SaysThatThereIsNoneOfWhatWasLookedFor) {
    const test::Folder folder;
    replace_file(folder / "stuck.xsb", "; Caf\xe9\n#####\n#$@.#\n#####\n");  // a title that is no UTF-8
    const std::vector<std::pair<Words, std::string>> cases = {
        {{"sokoban", folder / "stuck.xsb"}, "no solution"},
        {{"philosophers", "3", "--contrary"}, "no deadlock"},
        {{"peterson", "2"}, "no violation of mutual exclusion, no deadlock"}};
    for (const auto& [words, none] : cases) {
        const std::string text = run(states(words)).out;
        EXPECT_TRUE(text.starts_with("found       " + none + "\n")) << text;
    }
    EXPECT_TRUE(run({"explore", "puzzle", "2x2"}).out.starts_with("states      12\n"));
    EXPECT_TRUE(run({"explore", "philosophers", "3", "--contrary", "--levels", "1"}).out.starts_with("states "));
}

TEST(ExploreCommand, CtrlCGivesWhatIsKnownSoFar) {
    Command interrupted({"explore", "puzzle", "4x4", "--json", "--workers", "2"});
    interrupted.await_threads(4);
    interrupted.send(SIGINT);
    const Completed ended = interrupted.wait();
    EXPECT_EQ(ended.status, 3) << ended.err;
    EXPECT_EQ(ended.json()["stopped_by"], "cancelled");
    EXPECT_EQ(ended.json()["all_expanded"], false);
}

TEST(ExploreCommand, ShowsItsProgressWhereThatIsAskedFor) {
    const Completed shown = run({"explore", "puzzle", "4x4", "--progress", "--time-limit", "1500ms", "--workers", "1"});
    EXPECT_EQ(shown.status, 3);
    EXPECT_NE(shown.err.find(" states | level "), std::string::npos) << shown.err;
}

TEST(ExploreCommand, WhatIsWrongIsSaid) {
    const test::Folder folder;
    replace_file(folder / "open.xsb", "####\n#@$.\n####\n");
    replace_file(folder / "cut.pnml", small_net.substr(0, 200));
    const std::vector<std::pair<Words, std::string>> cases = {
        {{"puzzle", "3"}, "explore puzzle: '3' is not a size such as 3x4: rows and columns, 1 to 16 of each"},
        {{"puzzle", "5x5"}, "a sliding puzzle has 2 to 16 cells, not 5 x 5"},
        {{"puzzle", "2x2", "--board", "1 2 3"}, "a board: expected 4 different numbers"},
        {{"peterson", "9"}, "explore peterson: '9' is not a whole number from 2 to 8"},
        {{"sokoban", folder / "open.xsb"}, "open.xsb:2: the keeper can leave the level here"},
        {{"sokoban", folder / "none.xsb"}, "none.xsb: cannot be read"},
        {{"pnml", folder / "cut.pnml"}, "cut.pnml:3: not well-formed XML"},
        {{"puzzle", "2x2", "--storage", "none"}, "no storage of states is called 'none'"},
        {{"puzzle", "2x2", "--memory-limit", "much"}, "'much' is not a number of bytes; write for example 800M or 16G"},
        {{"chess", "8x8"}, "MODEL: 'chess' is not one of"}};
    for (const auto& [words, expected] : cases) {
        const Completed result = run(states(words));
        EXPECT_NE(result.status, 0) << words[0];
        EXPECT_EQ(result.out, "");
        EXPECT_NE(result.err.find(expected), std::string::npos) << result.err;
    }
}

}  // namespace
}  // namespace scrump::detail
