// Long runs from the command line: stopped by signals and limits, resumed in other ways, with files that are not what
// they should be.

#include "cli/checkpoint_files.hpp"
#include "cli/command.hpp"
#include "support/folder.hpp"
#include "support/words.hpp"

#include <gtest/gtest.h>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>
#include <algorithm>
#include <csignal>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace scrump::detail {
namespace {

using nlohmann::json;
using test::Command;
using test::Completed;
using test::contents;
using test::count_lines;
using test::Folder;
using test::run;
using test::operator+;
using test::version;
using test::Words;
namespace fs = std::filesystem;

/// A search of a second or so, and the fields of its answer that are always the same.
struct Known {
    Words command;
    std::map<std::string, json> answer;
};

const Known enumerations[] = {
    {{"semigroups", "--genus", "33"}, {{"count", 24896206}, {"nodes", 63754402}}},
    {{"uts", "--tree", "T1"}, {{"count", 4130071}, {"nodes", 4130071}, {"leaves", 3305118}, {"depth", 10}}},
    {{"queens", "13"}, {{"count", 73712}, {"nodes", 4674890}}},
};
const std::string graph = "random:n=200,p=0.8,seed=3";
const Known others[] = {
    {{"maxclique", graph, "--no-local-search"}, {{"objective", 26}}},
    {{"kclique", "-k", "27", graph}, {{"exists", false}}},
    {{"kclique", "-k", "26", graph, "--no-local-search"}, {{"exists", true}}},
};

/// Searches that do not end while anybody waits.
const Words endless_count = {"semigroups", "--genus", "70"};
const Words endless_clique = {"maxclique", "random:n=700,p=0.9,seed=1"};

/// In which way the run number `index` of a chain searches.
Words way(std::size_t index) {
    static const Words skeletons[] = {
        {"--skeleton", "adaptive", "--workers", "2"},
        {"--skeleton", "sequential"},
        {"--skeleton", "stack-stealing", "--workers", "3"},
        {"--skeleton", "depth-bounded:depth=3", "--workers", "1"},
        {"--skeleton", "ordered", "--workers", "2"},
        {"--skeleton", "budget:backtracks=1000", "--workers", "2"},
        {"--skeleton", "stack-stealing:chunked=0", "--workers", "1"},
    };
    static const Words policies[] = {
        {},
        {"--localities", "2", "--policy", "random"},
        {"--localities", "3", "--policy", "hierarchical"},
        {"--localities", "2", "--policy", "performance-driven:tuned,steal=all"},
    };
    const Words& skeleton = skeletons[index % std::size(skeletons)];
    const bool steals = skeleton.back() != "sequential";  // which refuses a policy
    return skeleton + (steals ? policies[index % std::size(policies)] : Words{}) + Words{"--no-pin"};
}

void expect_answer(const Completed& result, const Known& known) {
    ASSERT_EQ(result.status, 0) << result.err;
    const json found = result.json();
    EXPECT_EQ(found.at("status"), "complete");
    for (const auto& [field, value] : known.answer) EXPECT_EQ(found.at(field), value) << field;
}

void expect_stopped(const Completed& result, const std::string& by) {
    ASSERT_EQ(result.status, 3) << result.err;
    const json found = result.json();
    EXPECT_EQ(found.at("status"), "stopped");
    EXPECT_EQ(found.at("stopped_by"), by);
    EXPECT_GE(found.at("checkpoints").at("written"), 1);
    EXPECT_EQ(found.at("checkpoints").at("failed"), 0);
}

/// The nodes that a checkpoint accounts for.
std::uint64_t nodes_in(const std::string& file, const Words& search) {
    const Completed result = run(search + Words{"--resume", file, "--node-limit", "1", "--json"});
    EXPECT_TRUE(result.status == 0 || result.status == 3) << result.err;
    return result.json().at("earlier").at("nodes").get<std::uint64_t>();
}

// Not just any checkpoint: that of the moment when the search ended.
TEST(LongRuns, EachSignalStopsASearchAndLeavesAllThatWasDone) {
    for (const int signal : {SIGINT, SIGTERM, SIGUSR1}) {
        for (const Words& search : {endless_count, endless_clique}) {
            SCOPED_TRACE(::strsignal(signal) + (" of " + search.front()));
            const Folder folder;
            const std::string file = folder / "checkpoint";
            Command command(search +
                            Words{"--workers", "2", "--checkpoint", file, "--checkpoint-every", "10ms", "--json"});
            command.await([&] { return version(file) != 0; });
            command.send(signal);
            const Completed result = command.wait();
            expect_stopped(result, "cancelled");
            EXPECT_EQ(result.err, "");
            const json found = result.json();
            if (search == endless_clique) {
                EXPECT_GE(found.at("objective"), 40);
                EXPECT_EQ(found.at("solution").size(), found.at("objective"));
            } else {
                EXPECT_TRUE(found.contains("count_so_far"));
            }
            EXPECT_EQ(nodes_in(file, search), found.at("nodes"));
            EXPECT_FALSE(fs::exists(file + ".new"));
        }
    }
}

TEST(LongRuns, AreDescribedForPeople) {
    const Folder folder;
    const std::string file = folder / "checkpoint";
    const Completed first = run(endless_count + Words{"--checkpoint", file, "--node-limit", "100000"});
    EXPECT_EQ(first.status, 3);
    EXPECT_NE(first.out.find("\nstatus      stopped (node-limit): counted in part\n"), std::string::npos) << first.out;
    EXPECT_NE(first.out.find("\ncheckpoint  " + file + ": "), std::string::npos) << first.out;
    const Completed second = run(endless_count + Words{"--resume", file, "--node-limit", "100000"});
    EXPECT_EQ(second.status, 3);
    EXPECT_NE(second.out.find("\nresumed     after 1 run of "), std::string::npos) << second.out;
    EXPECT_EQ(second.out.find("\ncheckpoint"), std::string::npos) << second.out;
}

// A run may end before it learns of the signal; then it must be right all the same.
TEST(LongRuns, ChainsOfStoppedRunsGiveTheAnswer) {
    constexpr int signals[] = {SIGINT, SIGTERM, SIGUSR1};
    std::size_t chain = 0;
    const auto check = [&](const Known& known) {
        for (std::size_t repeat = 0; repeat < 2; ++repeat, ++chain) {
            SCOPED_TRACE(known.command.front() + ", chain " + std::to_string(chain));
            const Folder folder;
            const std::string file = folder / "checkpoint";
            Words resumed;
            std::size_t links = 0;
            for (; links < 3; ++links) {
                const ino_t before = version(file);
                Command command(known.command + way(chain + links) + resumed +
                                Words{"--checkpoint", file, "--checkpoint-every", "5ms", "--json"});
                command.await([&] { return version(file) != before; });
                command.send(signals[(chain + links) % 3]);
                const Completed result = command.wait();
                resumed = {"--resume", file};
                if (result.status == 0) {
                    expect_answer(result, known);
                } else {
                    expect_stopped(result, "cancelled");
                }
                if (testing::Test::HasFatalFailure()) return;
            }
            const Completed last = run(known.command + way(chain + links) + resumed + Words{"--json"});
            expect_answer(last, known);
            EXPECT_EQ(last.json().at("earlier").at("runs"), links);
            EXPECT_FALSE(last.json().contains("checkpoints"));
        }
    };
    for (const Known& known : enumerations) check(known);
    for (const Known& known : others) check(known);
}

TEST(LongRuns, NodeLimitsLeaveCheckpoints) {
    std::size_t first_way = 0;
    for (const Known& known : enumerations) {
        SCOPED_TRACE(known.command.front());
        const Folder folder;
        const std::string file = folder / "checkpoint";
        const auto nodes = known.answer.at("nodes").get<std::uint64_t>();
        Words resumed;
        std::uint64_t before = 0;
        for (std::size_t link = 0;; ++link) {
            const Completed result =
                run(known.command + way(first_way + link) + resumed +
                    Words{"--checkpoint", file, "--node-limit", std::to_string(nodes / 6), "--json"});
            if (result.status == 0) {
                expect_answer(result, known);
                EXPECT_GE(link, 1U);
                break;
            }
            ASSERT_NO_FATAL_FAILURE(expect_stopped(result, "node-limit"));
            const auto so_far = result.json().at("nodes").get<std::uint64_t>();
            ASSERT_GE(so_far, before + nodes / 6) << "the limit is that of each run";
            before = so_far;
            resumed = {"--resume", file};
        }
        first_way += 2;
    }
}

// Longer and longer ones: however slow the machine is, one is long enough.
TEST(LongRuns, TimeLimitsLeaveCheckpoints) {
    for (const Known& known : {enumerations[0], others[0], others[1]}) {
        SCOPED_TRACE(known.command.front());
        const Folder folder;
        const std::string file = folder / "checkpoint";
        Words resumed;
        std::size_t link = 0;
        for (unsigned milliseconds = 10;; milliseconds *= 2, ++link) {
            const Completed result =
                run(known.command + way(link) + resumed +
                    Words{"--checkpoint", file, "--time-limit", std::to_string(milliseconds) + "ms", "--json"});
            if (result.status == 0) {
                expect_answer(result, known);
                break;
            }
            ASSERT_NO_FATAL_FAILURE(expect_stopped(result, "time-limit"));
            resumed = {"--resume", file};
        }
    }
}

TEST(LongRuns, AnotherFileCanBeWrittenThanIsResumed) {
    const Folder folder;
    const Known& known = enumerations[2];
    const std::string old = folder / "old";
    const std::string young = folder / "young";
    run(known.command + Words{"--checkpoint", old, "--node-limit", "100000"});
    const std::string before = contents(old);
    const Completed second =
        run(known.command + Words{"--resume", old, "--checkpoint", young, "--node-limit", "100000", "--json"});
    expect_stopped(second, "node-limit");
    EXPECT_EQ(contents(old), before);
    EXPECT_EQ(nodes_in(young, known.command), second.json().at("nodes"));
    for (const std::string& file : {old, young}) {
        expect_answer(run(known.command + Words{"--resume", file, "--json"}), known);
    }
}

// What matters is the graph, not where it comes from, nor how cliques are looked for.
TEST(LongRuns, AGraphIsKnownByItsEdges) {
    const Folder folder;
    const std::string file = folder / "checkpoint";
    const Known& known = others[0];
    run(known.command + Words{"--checkpoint", file, "--node-limit", "1000"});
    ASSERT_NE(version(file), 0U);
    const std::string text = run({"generate", graph}).out;
    std::ofstream(folder / "graph.clq") << text;
    const Words resumed = {"--resume", file, "--json"};
    expect_answer(run(Words{"maxclique", folder / "graph.clq"} + resumed), known);
    expect_answer(run(Words{"maxclique", "-"} + resumed, text), known);
}

TEST(LongRuns, ACompleteRunLeavesItsAnswer) {
    for (const Known& known : {enumerations[1], others[1], others[2]}) {
        const Folder folder;
        const std::string file = folder / "checkpoint";
        const Completed first = run(known.command + Words{"--checkpoint", file, "--json"});
        expect_answer(first, known);
        const Completed again = run(known.command + Words{"--resume", file, "--json"});
        expect_answer(again, known);
        EXPECT_EQ(again.json().at("nodes"), first.json().at("nodes"));
    }
}

TEST(LongRuns, SignalsThatComeTogetherDoNotCostTheLastCheckpoint) {
    const Folder folder;
    const std::string file = folder / "checkpoint";
    Command command(endless_count +
                    Words{"--workers", "2", "--checkpoint", file, "--checkpoint-every", "5ms", "--json"});
    command.await([&] { return version(file) != 0; });
    for (const int signal : {SIGUSR1, SIGTERM, SIGTERM, SIGUSR1, SIGINT}) {
        command.send(signal);
        command.await_signals();
    }
    const Completed result = command.wait();
    expect_stopped(result, "cancelled");
    EXPECT_EQ(nodes_in(file, endless_count), result.json().at("nodes"));
}

TEST(Signals, StopASearchWithoutCheckpointsToo) {
    Command command(endless_clique + Words{"--workers", "2", "--json"});
    command.await_threads(4);  // main, the one that waits for signals, two workers
    command.send(SIGUSR1);
    const Completed result = command.wait();
    EXPECT_EQ(result.status, 3) << result.err;
    EXPECT_EQ(result.json().at("stopped_by"), "cancelled");
    EXPECT_GE(result.json().at("objective"), 1);
    EXPECT_FALSE(result.json().contains("checkpoints"));
}

/// A search that cannot end by itself: it waits for the rest of the checkpoint that it resumes.
struct Waiting {
    Folder folder;
    std::string pipe = folder / "pipe";
    std::unique_ptr<Command> command;
    int rest = -1;

    Waiting() {
        ::mkfifo(pipe.c_str(), 0600);
        command = std::make_unique<Command>(endless_count + Words{"--resume", pipe});
        command->await([this] {
            rest = ::open(pipe.c_str(), O_WRONLY | O_NONBLOCK | O_CLOEXEC);  // fails while nobody reads
            return rest >= 0;
        });
    }
    void end_the_file() { ::close(rest); }
    void send(int signal) const {
        command->send(signal);
        command->await_signals();
    }
};

TEST(Signals, OnlyASecondCtrlCEndsASearchAtOnce) {
    Waiting patient;
    for (const int signal : {SIGUSR1, SIGTERM, SIGINT, SIGTERM, SIGUSR1}) patient.send(signal);
    patient.end_the_file();
    EXPECT_EQ(patient.command->wait().status, 1) << "it went on, and found the file empty";

    Waiting pressed;
    for (const int signal : {SIGTERM, SIGINT, SIGINT}) pressed.send(signal);
    EXPECT_EQ(pressed.command->wait().status, 128 + SIGINT);
    pressed.end_the_file();
}

// Nor does one on which not even the complaint fits, as where the output goes to a file beside the checkpoint.
TEST(LongRuns, AFullDiskDoesNotEndASearch) {
    constexpr rlim_t for_the_complaint = 400;
    constexpr rlim_t for_the_answer = 20;
    for (const rlim_t full : {for_the_complaint, for_the_answer}) {
        const Folder folder;
        const std::string file = folder / "checkpoint";
        const Words search = {"semigroups", "--genus", "30", "--quiet", "--checkpoint", file};
        const Completed result = Command(search + Words{"--checkpoint-every", "1h"}, {}, full).wait();
        const std::string complaint =
            "scrump: " + file + ": cannot be written: File too large; the search ends without its last checkpoint\n";
        EXPECT_EQ(result.status, 0);
        EXPECT_EQ(result.out, "5646773\n");
        EXPECT_EQ(result.err, complaint.substr(0, full));
        EXPECT_EQ(version(file), 0U);
        EXPECT_EQ(version(file + ".new"), 0U);
    }
}

TEST(LongRuns, AFolderThatGoesAndComesBackDoesNotEndASearch) {
    const Folder folder;
    const std::string place = folder / "place";
    const std::string file = place + "/checkpoint";
    fs::create_directory(place);
    Command command(endless_count +
                    Words{"--workers", "2", "--json", "--checkpoint", file, "--checkpoint-every", "5ms"});
    command.await([&] { return version(file) != 0; });
    fs::rename(place, folder / "elsewhere");
    command.await([&] { return count_lines(command.err()) >= 2; });
    fs::rename(folder / "elsewhere", place);
    const ino_t before = version(file);
    command.await([&] { return version(file) != before; });
    command.send(SIGUSR1);
    const Completed result = command.wait();
    EXPECT_EQ(result.status, 3) << result.err;
    const json checkpoints = result.json().at("checkpoints");
    EXPECT_GE(checkpoints.at("written"), 2);
    EXPECT_EQ(checkpoints.at("failed"), count_lines(result.err));
    std::istringstream complaints(result.err);
    for (std::string line; std::getline(complaints, line);) {
        EXPECT_EQ(line, "scrump: " + file + ": cannot be written: No such file or directory; it will be tried again");
    }
    EXPECT_EQ(nodes_in(file, endless_count), result.json().at("nodes"));
}

TEST(LongRuns, ALastCheckpointThatFailsIsToldAsTheLast) {
    const Folder folder;
    const std::string place = folder / "place";
    const std::string file = place + "/checkpoint";
    fs::create_directory(place);
    Command command(endless_count +
                    Words{"--workers", "2", "--quiet", "--checkpoint", file, "--checkpoint-every", "5ms"});
    command.await([&] { return version(file) != 0; });
    fs::rename(place, folder / "elsewhere");
    command.send(SIGTERM);
    const Completed result = command.wait();
    EXPECT_EQ(result.status, 4);
    // The first one may have failed, too: its folder was moved while it was written.
    EXPECT_NE(result.err.find("; the search ends without its last checkpoint\nscrump: " + file + ": "),
              std::string::npos)
        << result.err;
    EXPECT_TRUE(result.err.ends_with(" is lost\n")) << result.err;
    const std::string left = folder / "elsewhere/checkpoint";
    EXPECT_GT(nodes_in(left, endless_count), 0U) << "what was written before is whole";
}

// A script that goes on after status 3 would begin anew for ever.
TEST(LongRuns, LostWorkHasAStatusOfItsOwn) {
    constexpr rlim_t full = 1000;
    const Folder folder;
    const std::string file = folder / "checkpoint";
    const Words quiet = endless_count + Words{"--node-limit", "1000000", "--quiet"};
    const Completed all = Command(quiet + Words{"--checkpoint", file}, {}, full).wait();
    EXPECT_EQ(all.status, 4);
    EXPECT_TRUE(all.err.ends_with("scrump: " + file + ": was never written; what was done is lost\n")) << all.err;
    ASSERT_EQ(run(quiet + Words{"--checkpoint", file}).status, 3);
    const std::string other = folder / "other";
    const Completed this_run = Command(quiet + Words{"--resume", file, "--checkpoint", other}, {}, full).wait();
    EXPECT_EQ(this_run.status, 4);
    EXPECT_TRUE(
        this_run.err.ends_with("scrump: " + file + ": still holds the state to resume; what this run did is lost\n"))
        << this_run.err;
}

}  // namespace
}  // namespace scrump::detail
