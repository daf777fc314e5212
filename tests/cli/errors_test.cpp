// Wrong input and wrong usage: a message that says what and where, the right exit status, nothing on standard output.

#include "cli/command.hpp"
#include "support/folder.hpp"
#include "support/shell.hpp"

#include <scrump/base/version.hpp>

#include <gtest/gtest.h>

namespace scrump::detail {
namespace {

using test::Command;
using test::Completed;
using test::run;

void expect_error(const std::vector<std::string>& arguments, int status, const std::string& message,
                  const std::string& input = {}) {
    const Completed result = run(arguments, input);
    EXPECT_EQ(result.status, status) << result.err;
    EXPECT_NE(result.err.find(message), std::string::npos) << "expected '" << message << "' in: " << result.err;
    EXPECT_EQ(result.out, "");
}

TEST(Errors, InputIsNamedWithItsLine) {
    expect_error({"maxclique", "/nowhere/graph.clq"}, 1, "/nowhere/graph.clq");
    expect_error({"maxclique", "/"}, 1, "/");
    expect_error({"maxclique", "-"}, 1, "standard input: the file is empty");
    expect_error({"maxclique", "-"}, 1, ":3:", "c x\np edge 2 1\ne 1 3\n");
    expect_error({"maxclique", "-"}, 1, ":2:", "p edge 2 1\nhello\n");
    expect_error({"kclique", "-k", "2", "-"}, 1, ":1:", "p edge 99999999999999999999 1\n");
}

TEST(Errors, UsageIsExplained) {
    expect_error({}, 2, "subcommand");
    expect_error({"solve"}, 2, "solve");
    expect_error({"maxclique"}, 2, "GRAPH");
    expect_error({"kclique", "random:n=5,p=0.5"}, 2, "-k");
    expect_error({"kclique", "-k", "-1", "random:n=5,p=0.5"}, 2, "-k");
    expect_error({"maxclique", "random:n=5,p=1.5"}, 2, "p");
    expect_error({"maxclique", "random:n=5,x=1"}, 2, "x");
    expect_error({"maxclique", "random:n=5,p=0.5", "--skeleton", "fast"}, 2, "adaptive");
    expect_error({"maxclique", "random:n=5,p=0.5", "--skeleton", "budget:backtracks=no"}, 2, "backtracks");
    expect_error({"maxclique", "random:n=5,p=0.5", "--skeleton", "steal-stack", "--gap", "0.1"}, 2, "no gap");
    expect_error({"maxclique", "random:n=5,p=0.5", "--skeleton", "steal-stack", "--checkpoint", "/tmp/scrump-never"}, 2,
                 "checkpoints");
    expect_error({"uts", "--tree", "T1", "--hash", "md5"}, 2, "md5");
    expect_error({"uts", "--type", "binomial", "--b0", "1e7"}, 2, "b0");
    expect_error({"uts", "--type", "binomial", "--m", "10001"}, 2, "m is");
    expect_error({"queens", "5", "--skeleton", "steal-stack:protocol=upc"}, 2, "message-passing");
    expect_error({"queens", "5", "--skeleton", "steal-stack:stack=deep"}, 2, "paper");
    expect_error({"queens", "5", "--skeleton", "steal-stack:probe=far"}, 2, "near-first");
    expect_error({"queens", "5", "--skeleton", "steal-stack:poll=5"}, 2, "poll is for protocol=message-passing");
    expect_error({"queens", "5", "--skeleton", "steal-stack", "--policy", "random"}, 2, "no policy");
    expect_error({"queens", "5", "--skeleton", "steal-stack", "--checkpoint", "/tmp/scrump-never"}, 2, "checkpoints");
    expect_error({"maxclique", "random:n=5,p=0.5", "--workers", "-1"}, 2, "--workers");
    expect_error({"maxclique", "random:n=5,p=0.5", "--workers", "99999"}, 2, "--workers");
    expect_error({"maxclique", "random:n=5,p=0.5", "--time-limit", "soon"}, 2, "soon");
    expect_error({"maxclique", "random:n=5,p=0.5", "--time-limit", "-3s"}, 2, "-3s");
    expect_error({"maxclique", "random:n=5,p=0.5", "--node-limit", "0"}, 2, "--node-limit");
    expect_error({"maxclique", "random:n=5,p=0.5", "--json", "--quiet"}, 2, "--quiet");
    expect_error({"semigroups", "--genus", "1000"}, 2, "1000");
    expect_error({"semigroups", "--genus", "-1"}, 2, "--genus");
    expect_error({"queens", "33"}, 2, "33");
    expect_error({"queens", "0"}, 2, "0");
    expect_error({"uts"}, 2, "--tree");
    expect_error({"uts", "--tree", "T9"}, 2, "T3L");
    expect_error({"uts", "--tree", "T1", "--b0", "3"}, 2, "--b0");
    expect_error({"uts", "--type", "square"}, 2, "square");
    expect_error({"uts", "--tree", "T1", "--shift", "0.3"}, 2, "--shift");
    expect_error({"uts", "--tree", "T1", "--granularity", "much"}, 2, "--granularity");
    expect_error({"generate", "nothing"}, 2, "random");
}

TEST(Errors, ParametersOfOtherTreesAreRefused) {
    const std::vector<std::pair<std::string, std::vector<std::string>>> laws = {
        {"binomial", {"--shape=linear", "--max-depth=5", "--shift=0.5"}},
        {"geometric", {"--q=0.1", "--m=4", "--shift=0.5"}},
        {"balanced", {"--shape=fixed", "--q=0.1", "--m=4", "--shift=0.5"}}};
    for (const auto& [law, others] : laws)
        for (const std::string& each : others)
            expect_error({"uts", "--type", law, each}, 2,
                         "uts: a " + law + " tree has no " + each.substr(0, each.find('=')));
    EXPECT_EQ(run({"uts", "--type", "hybrid", "--shape", "linear", "--max-depth", "4", "--q", "0.1", "--m", "2",
                   "--shift", "0.3", "--quiet"})
                  .status,
              0);
}

// All of standard error: no message of the parser of options comes through, or comes with ours.
void expect_refused(const std::vector<std::string>& arguments, const std::string& sentence) {
    const Completed result = run(arguments);
    EXPECT_EQ(result.status, 2);
    EXPECT_EQ(result.err, "scrump: " + sentence + "\n");
    EXPECT_EQ(result.out, "");
}

TEST(Errors, AnOptionOfOthersIsRefusedWithTheirNames) {
    expect_refused({"explore", "philosophers", "3", "--find"}, "explore: unknown option '--find'; it is for queens");
    const Completed refused = run({"check", "x", "--simulate", "infiniband:hosts=2"});
    EXPECT_EQ(refused.status, 2);
    EXPECT_TRUE(refused.err.starts_with("scrump: check: unknown option '--simulate'; it is for maxclique, "));
    EXPECT_TRUE(refused.err.ends_with(", tasks, loop, explore, reach\n")) << refused.err;
    EXPECT_EQ(refused.out, "");
}

TEST(Errors, AnUnknownOptionIsBlamedBeforeAllElse) {
    expect_refused({"maxclique", "--wrokers", "2", "x.clq"},
                   "maxclique: unknown option '--wrokers'; did you mean --workers?");
    expect_refused({"kclique", "--wrokers=2", "x.clq"}, "kclique: unknown option '--wrokers'; did you mean --workers?");
    expect_refused({"queens", "--time", "5s", "--every", "soon"},
                   "queens: unknown option '--time'; did you mean --time-limit?");
    expect_refused({"uts", "--treee", "T1"}, "uts: unknown option '--treee'; did you mean --tree?");
    expect_refused({"maxclique", "--zebra", "x.clq"}, "maxclique: unknown option '--zebra'");
    expect_refused({"maxclique", "-x", "2", "x.clq"}, "maxclique: unknown option '-x'");
    // What others call it.
    for (const std::string name : {"-w", "-j", "-j4", "--threads", "--threads=4", "--jobs", "--cores"}) {
        const std::string shown = name == "-j4" ? name : name.substr(0, name.find('='));
        expect_refused({"maxclique", name, "x.clq"},
                       "maxclique: unknown option '" + shown + "'; did you mean --workers?");
        expect_refused({"tasks", "fib", name, "20"}, "tasks: unknown option '" + shown + "'; did you mean --workers?");
    }
    expect_refused({"queens", "--timeout", "5", "8"}, "queens: unknown option '--timeout'; did you mean --time-limit?");
    expect_refused({"queens", "--timeout=5s", "8"}, "queens: unknown option '--timeout'; did you mean --time-limit?");
    expect_refused({"uts", "--max-nodes", "5"}, "uts: unknown option '--max-nodes'; did you mean --node-limit?");
    expect_refused({"loop", "imbalance", "--max-nodes", "5"}, "loop: unknown option '--max-nodes'");
    expect_refused({"--wrokers", "2", "maxclique", "x.clq"}, "unknown option '--wrokers'");
    expect_refused({"maxclique", "x.clq", "--skeleton", "fast", "--zebra"}, "maxclique: unknown option '--zebra'");
    expect_refused({"maxclique", "x.clq", "--bad"}, "maxclique: unknown option '--bad'");
    expect_refused({"knapsack", "x", "--start", "y"},
                   "knapsack: unknown option '--start'; it is for maxclique, kclique, independent-set, vertex-cover, "
                   "colouring, tsp, flowshop");
    expect_refused({"maxclique", "x.clq", "--", "--quiet"}, "maxclique: unexpected argument '--quiet'");
    expect_refused({"maxclique", "--", "x.clq", "--quiet"}, "maxclique: unexpected argument '--quiet'");
    expect_refused({"maxclique", "--zebra", "--", "x.clq"}, "maxclique: unknown option '--zebra'");
    const std::string unknown = run({"maxcliqeu", "x.clq"}).err;
    EXPECT_TRUE(unknown.starts_with("scrump: unknown subcommand 'maxcliqeu'; there are maxclique, kclique,"))
        << unknown;
    EXPECT_TRUE(unknown.ends_with("; did you mean maxclique?\n")) << unknown;
    EXPECT_NE(unknown.find(" colouring, coloring, "), std::string::npos) << unknown;
    for (const auto& [arguments, meant] : std::vector<std::pair<std::vector<std::string>, std::string>>{
             {{"queens", "5", "--skeleton", "budgt"}, "budget"},
             {{"queens", "5", "--skeleton", "budget:backtraks=3"}, "backtracks"},
             {{"queens", "5", "--policy", "stiky-random"}, "sticky-random"},
             {{"maxclique", "randm:n=5,p=0.5"}, "random"},
             {{"maxclique", "x", "--format", "metsi"}, "metis"},
             {{"knapsack", "circl:n=5"}, "circle"},
             {{"queens", "5", "--counters", "nods"}, "nodes"}}) {
        const std::string told = run(arguments).err;
        EXPECT_TRUE(told.ends_with("; did you mean " + meant + "?\n")) << told;
    }
}

TEST(Errors, WrongUsageIsToldInOurSentences) {
    expect_refused({}, "expected a subcommand; see scrump --help");
    expect_refused({"maxclique"}, "maxclique: GRAPH is missing; see scrump maxclique --help");
    expect_refused({"kclique", "x"}, "kclique: -k is missing; see scrump kclique --help");
    expect_refused({"maxclique", "x", "y", "z"}, "maxclique: unexpected argument 'y'");
    expect_refused({"maxclique", "x", "--workers"}, "maxclique: --workers needs a value: N");
    expect_refused({"maxclique", "x", "--seed", "1", "--seed", "2"}, "maxclique: --seed is given more than once");
    expect_refused({"queens", "5", "--json=maybe"}, "queens: --json cannot be 'maybe'");
    expect_refused({"queens", "5", "--every", "1s"}, "queens: --every needs --counters, which is missing");
    expect_refused({"maxclique", "x", "--all", "--count"}, "maxclique: --all cannot be combined with --count");
    expect_refused({"maxclique", "x", "--weights", "y"}, "no weights are called 'y'; there are file, modulo");
    expect_refused({"maxclique", "x", "--weights", "1"}, "no weights are called '1'; there are file, modulo");
    expect_refused({"sip", "x", "y", "--format", "xml"},
                   "sip: --format: 'xml' is not one of auto, dimacs, dimacs-binary, lad, directed-lad, labelled-lad, "
                   "vertex-labelled-lad, edge-list, sized-edge-list, adjacency-list, csv, gfd, gfu, metis, "
                   "matrix-market, graph6, sparse6 and "
                   "graphml");
    for (const char* type : {"square", "0", "1"}) {
        const std::string told = run({"uts", "--type", type}).err;
        EXPECT_TRUE(told.starts_with("scrump: uts: --type: '" + std::string(type) + "' is not one of b")) << told;
    }
    expect_refused({"uts", "--type", "binomial", "--b0", "many"}, "uts: --b0: 'many' is not a number");
    expect_refused({"queens", "33"}, "queens: N: '33' is not a whole number from 1 to 32");
    expect_refused({"queens", "5", "--node-limit", "abc"},
                   "queens: --node-limit: 'abc' is not a whole number of at least 1");
    expect_refused({"queens", "5", "--node-limit", "18446744073709551616"},
                   "queens: --node-limit: '18446744073709551616' is not a whole number from 1 to 18446744073709551615");
    expect_refused({"tsp", "x", "--at-most", "0x1F"}, "tsp: --at-most: '0x1F' is not a whole number");
    expect_refused({"queens", "5", "--checkpoint", ""}, "queens: --checkpoint: '' is not the name of a file");
    EXPECT_EQ(run({"maxclique", "--help"}).out.find("good enough"), std::string::npos);
    EXPECT_NE(run({"knapsack", "--help"}).out.find("good enough"), std::string::npos);
    // 2^32 + 5 is none of the numbers that a genus can be, and not 5.
    expect_refused({"semigroups", "--genus", "4294967301"}, "semigroups: --genus cannot be '4294967301'");
}

TEST(Errors, BadOptionsAreRefusedBeforeAnythingIsRead) {
    expect_error({"maxclique", "/nowhere", "--skeleton", "fast"}, 2, "adaptive");
    expect_error({"maxclique", "/nowhere", "--policy", "nobody"}, 2, "sticky-random");
    expect_error({"maxclique", "/nowhere", "--counters", "luck"}, 2, "luck");
    expect_error({"uts", "--tree", ""}, 2, "T3L");
}

TEST(Errors, ALimitOfNoTimeIsNoLimit) {
    const std::string example = "; write for example 250ms, 60s, 1.5m or 2h";
    const std::string otherwise = "; leave it out for no limit";
    const auto expect = [](const char* time, const std::string& sentence) {
        expect_refused({"queens", "5", "--time-limit", time}, "queens: --time-limit: " + sentence);
    };
    expect("", "'' is not a duration" + example + otherwise);
    expect("soon", "'soon' is not a duration" + example + otherwise);
    expect("0", "'0' is too short: expected more than 0" + otherwise);
    expect("0ms", "'0ms' is too short: expected more than 0" + otherwise);
    expect("1000000h", "'1000000h' is too long: expected at most 876600h" + otherwise);
    expect("1e-12s", "'1e-12s' is too short: expected more than 0" + otherwise);
    expect_refused({"queens", "5", "--counters", "nodes", "--every", "9ms"},
                   "queens: --every: '9ms' is too short: expected at least 10ms");
    EXPECT_EQ(run({"queens", "5", "--dead-after", "0", "--quiet"}).out, "10\n");
}

TEST(Numbers, AreDecimalWhateverTheyBeginWith) {
    EXPECT_EQ(run({"queens", "08", "--quiet"}).out, "92\n");
    const auto json = [](const std::vector<std::string>& arguments) { return run(arguments).json(); };
    EXPECT_EQ(json({"queens", "5", "--json", "--seed", "010"})["seed"], 10);
    EXPECT_EQ(json({"queens", "5", "--json", "--workers", "01", "--localities", "002"})["localities"], 2);
    EXPECT_GE(json({"queens", "12", "--json", "--skeleton", "sequential", "--node-limit", "0100"})["nodes"], 100);
    EXPECT_EQ(json({"colouring", "-k", "010", "random:n=5,p=0.5", "--json"})["instance"]["k"], 10);
    EXPECT_EQ(json({"kclique", "-k", "010", "random:n=5,p=0.5", "--json"})["instance"]["k"], 10);
    EXPECT_EQ(
        json({"mcs", "--at-least", "010", "random:n=5,p=0.5", "random:n=5,p=0.5", "--json"})["instance"]["at_least"],
        10);
    EXPECT_EQ(json({"knapsack", "--at-least", "010", "circle:n=5", "--json"})["instance"]["at_least"], 10);
    EXPECT_EQ(json({"tsp", "--at-most", "-010", "random:n=5", "--json"})["instance"]["at_most"], -10);
    EXPECT_EQ(json({"semigroups", "--genus", "010", "--json"})["instance"]["genus"], 10);
    const auto tree =
        json({"uts", "--type", "geometric", "--tree-seed", "010", "--max-depth", "010", "--b0", "1.5", "--json"});
    EXPECT_EQ(tree["instance"]["tree_seed"], 10);
    EXPECT_EQ(tree["instance"]["max_depth"], 10);
    EXPECT_EQ(run({"generate", "random:n=5,p=0.5", "--seed", "010"}).out,
              run({"generate", "random:n=5,p=0.5", "--seed", "10"}).out);
}

TEST(Errors, AFileThatCannotBeWrittenHasOneStatus) {
    for (const char* option : {"--checkpoint", "--trace"})
        expect_error({"queens", "5", option, "/nowhere/file"}, 1, "/nowhere/file: cannot be written");
    expect_error({"queens", "5", "--counters", "nodes", "--counters-file", "/nowhere/file"}, 1, "/nowhere/file");
}

TEST(Errors, WhatOthersWroteCannotSteerATerminal) {
    const std::string red = "\x1b[31mred";
    for (const std::vector<std::string>& arguments :
         std::vector<std::vector<std::string>>{{"maxclique", red},
                                               {red},
                                               {"queens", "5", "--" + red},
                                               {"tsp", "x:" + red},
                                               {"generate", "random:" + red + "=3"},
                                               {"knapsack", "circle:n=" + red},
                                               {"queens", "5", "--skeleton", red},
                                               {"queens", "5", "--resume", red}}) {
        const std::string err = run(arguments).err;
        EXPECT_EQ(err.find('\x1b'), std::string::npos) << arguments.front();
        EXPECT_NE(err.find("\\x1b[31mred"), std::string::npos) << err;
    }
    const test::Folder folder;
    const Completed result = run({"queens", "5", "--checkpoint", folder / red});
    EXPECT_EQ(result.out.find('\x1b'), std::string::npos);
    EXPECT_NE(result.out.find("\\x1b[31mred: "), std::string::npos) << result.out;
}

TEST(Errors, TreesOutOfRangeAreRefused) {
    expect_error({"uts", "--type", "binomial", "--q", "2", "--m", "3"}, 2, "q");
    expect_error({"uts", "--type", "geometric", "--b0", "-3"}, 2, "b0");
    expect_error({"uts", "--type", "balanced", "--b0", "10001"}, 2, "b0 is 10001, must be from 0 to 10000");
    expect_error({"uts", "--type", "hybrid", "--shift", "1.5"}, 2, "shift is 1.5, must be from 0 to 1");
    expect_error({"uts", "--tree", "T1", "--granularity", "0"}, 2, "granularity is 0, must be from 1 to 10000");
    expect_error({"uts", "--type", "geometric", "--max-depth", "0"}, 2, "max_depth is 0, must be at least 1");
}

TEST(Errors, AnUnwritableFileIsReported) {
    expect_error({"generate", "hamming:n=4,d=2", "-o", "/nowhere/x.clq"}, 1, "/nowhere/x.clq");
}

TEST(Errors, AGraphThatCannotBeWrittenLeavesTheFileAsItWas) {
    const test::Folder folder;
    const std::string file = folder / "graph.clq";
    const auto expect_refused_where_files_are_short = [&] {
        const Completed result = Command({"generate", "random:n=300,p=0.5", "-o", file}, {}, 8192).wait();
        EXPECT_EQ(result.status, 1);
        EXPECT_EQ(result.err, "scrump: " + file + ": cannot be written: File too large\n");
    };
    expect_refused_where_files_are_short();
    EXPECT_TRUE(std::filesystem::is_empty(folder.path()));

    ASSERT_EQ(run({"generate", "hamming:n=4,d=2", "-o", file}).status, 0);
    const auto size = std::filesystem::file_size(file);
    expect_refused_where_files_are_short();
    EXPECT_EQ(std::filesystem::file_size(file), size);
    EXPECT_EQ(run({"maxclique", file, "--quiet"}).out.substr(0, 2), "8\n");
    EXPECT_EQ(run({"generate", "hamming:n=4,d=2", "-o", "/dev/stdout"}).out, run({"generate", "hamming:n=4,d=2"}).out);
}

TEST(Errors, AFullDiskIsReported) {
    if (!std::filesystem::exists("/dev/full")) GTEST_SKIP() << "needs /dev/full";
    for (const char* arguments :
         {"queens 5", "--help", "--version", "queens --help", "help", "counters", "generate hamming:n=4,d=2"}) {
        const std::string line = std::string(SCRUMP_COMMAND) + " " + arguments + " > /dev/full 2> /dev/null";
        EXPECT_EQ(WEXITSTATUS(std::system(line.c_str())), 1) << arguments;
    }
}

TEST(Errors, WhatCannotBePrintedIsSaidWithTheReason) {
    if (!std::filesystem::exists("/dev/full")) GTEST_SKIP() << "needs /dev/full";
    for (const char* arguments : {"queens 5", "--help", "counters", "instances", "instances --json", "completion bash",
                                  "generate hamming:n=4,d=2", "generate random:n=300,p=0.5",
                                  "sip --all random:n=4,p=0 random:n=12,p=0", "help", "man"}) {
        const test::Shell shell(std::string(SCRUMP_COMMAND) + " " + arguments + " 2>&1 >/dev/full");
        EXPECT_EQ(shell.status, 1) << arguments;
        EXPECT_EQ(shell.output, "scrump: cannot write to standard output: No space left on device\n") << arguments;
    }
}

TEST(Errors, AReaderThatHasGoneIsNothingToTell) {
    for (const char* arguments : {"queens 5", "--help", "counters", "instances", "generate random:n=300,p=0.5",
                                  "sip --all random:n=4,p=0 random:n=12,p=0"}) {
        // The reader is gone before anything is written; 3 is where to say so.
        const test::Shell shell("exec 3>&1; { sleep 0.2; " + std::string(SCRUMP_COMMAND) + " " + arguments +
                                " 2>&3; echo $? >&3; } | true");
        EXPECT_EQ(shell.output, "1\n") << arguments;
    }
}

TEST(Errors, WhatIsNoFileToWriteToIsSaidWithTheReason) {
    const test::Folder folder;
    const std::string path = folder.path().string();
    expect_error({"generate", "hamming:n=4,d=2", "-o", path}, 1, path + ": cannot be written: Is a directory\n");
    for (const char* ending : {".bz2", ".zip", ".Z", ".7z", ".lz4"}) {
        const std::string file = folder / ("x.clq" + std::string(ending));
        expect_error({"generate", "hamming:n=4,d=2", "-o", file}, 2,
                     file + ": nothing is packed as " + ending + "; expected .gz, .xz or .zst, or none");
        EXPECT_FALSE(std::filesystem::exists(file));
    }
}

TEST(Help, NamesSubcommandsSkeletonsAndStatuses) {
    const Completed help = run({"--help"});
    EXPECT_EQ(help.status, 0);
    for (const char* text : {"maxclique", "kclique", "semigroups", "uts", "queens", "generate", "adaptive",
                             "stack-stealing", "Exit status"}) {
        EXPECT_NE(help.out.find(text), std::string::npos) << text;
    }
    for (const char* command : {"maxclique", "kclique", "semigroups", "uts", "queens", "generate"}) {
        EXPECT_EQ(run({command, "--help"}).status, 0) << command;
    }
    const std::string version = std::string("scrump ") + scrump::version() + "\n";
    EXPECT_EQ(run({"--version"}).out, version);
    EXPECT_EQ(run({"-V"}).out, version);
    EXPECT_EQ(run({"maxclique", "--version"}).out, version);
    EXPECT_EQ(run({"help", "-V"}).out, version);
}

TEST(Help, CanBeAskedForInWords) {
    EXPECT_EQ(run({"help"}).out, run({"--help"}).out);
    EXPECT_EQ(run({"help", "queens"}).out, run({"queens", "--help"}).out);
    EXPECT_EQ(run({"help", "coloring"}).out, run({"colouring", "--help"}).out);
    EXPECT_EQ(run({"help", "queens"}).status, 0);
    expect_error({"help", "qeens"}, 2, "did you mean queens?");
}

TEST(Answers, CountOneOfAThingAsOne) {
    const std::string out = run({"semigroups", "--genus", "0"}).out;
    EXPECT_EQ(out.find("1 nodes"), std::string::npos) << out;
    EXPECT_NE(out.find(" s, 1 node"), std::string::npos) << out;
}

// What is left of a finished search is nothing, which takes no time.
TEST(Answers, TellNoRateOfARunThatVisitedNothing) {
    const test::Folder folder;
    const std::string file = folder / "state";
    ASSERT_EQ(run({"queens", "6", "--checkpoint", file}).status, 0);
    const std::string out = run({"queens", "6", "--resume", file}).out;
    EXPECT_EQ(out.find("/s"), std::string::npos) << out;
    EXPECT_NE(out.find(" nodes\n"), std::string::npos) << out;
}

}  // namespace
}  // namespace scrump::detail
