// Wrong input and wrong usage: a message that says what and where, the right exit status, nothing on standard output.

#include "cli/command.hpp"

#include <gtest/gtest.h>

namespace scrump {
namespace {

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
    expect_error({"maxclique", "-"}, 1, "p edge");
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
    expect_error({"maxclique", "random:n=5,p=0.5", "--skeleton", "steal-stack"}, 2, "enumerations");
    expect_error({"uts", "--tree", "T1", "--hash", "md5"}, 2, "md5");
    expect_error({"uts", "--type", "binomial", "--b0", "1e7"}, 1, "b0");
    expect_error({"uts", "--type", "binomial", "--m", "10001"}, 1, "m is");
    expect_error({"queens", "5", "--skeleton", "steal-stack:protocol=upc"}, 2, "message-passing");
    expect_error({"queens", "5", "--skeleton", "steal-stack:stack=deep"}, 2, "paper");
    expect_error({"queens", "5", "--skeleton", "steal-stack:probe=far"}, 2, "near-first");
    expect_error({"queens", "5", "--skeleton", "steal-stack:poll=5"}, 2, "poll is for protocol=message-passing");
    expect_error({"queens", "5", "--skeleton", "steal-stack", "--policy", "random"}, 2, "no policy");
    expect_error({"queens", "5", "--skeleton", "steal-stack", "--checkpoint", "/tmp/scrump-never"}, 2, "checkpoints");
    expect_error({"maxclique", "random:n=5,p=0.5", "--workers", "0"}, 2, "--workers");
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

TEST(Errors, TreesOutOfRangeAreRefused) {
    expect_error({"uts", "--type", "binomial", "--q", "2", "--m", "3"}, 1, "q");
    expect_error({"uts", "--type", "geometric", "--b0", "-3"}, 1, "b0");
    expect_error({"uts", "--type", "balanced", "--b0", "10001"}, 1, "b0 is 10001, must be from 0 to 10000");
    expect_error({"uts", "--type", "hybrid", "--shift", "1.5"}, 1, "shift is 1.5, must be from 0 to 1");
    expect_error({"uts", "--tree", "T1", "--granularity", "0"}, 1, "granularity is 0, must be from 1 to 10000");
}

TEST(Errors, AnUnwritableFileIsReported) {
    expect_error({"generate", "hamming:n=4,d=2", "-o", "/nowhere/x.clq"}, 1, "/nowhere/x.clq");
}

TEST(Errors, AFullDiskIsReported) {
    if (!std::filesystem::exists("/dev/full")) GTEST_SKIP() << "needs /dev/full";
    const std::string line = std::string(SCRUMP_COMMAND) + " queens 5 > /dev/full 2> /dev/null";
    EXPECT_EQ(WEXITSTATUS(std::system(line.c_str())), 1);
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
    EXPECT_EQ(run({"--version"}).out, "scrump 0.1.0\n");
}

}  // namespace
}  // namespace scrump
