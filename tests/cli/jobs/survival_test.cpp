// Jobs that are killed at any moment, and go on from their checkpoints as other jobs: the answers are those of a search
// that nobody disturbed.

#include "cli/jobs/doomed_job.hpp"
#include "support/folder.hpp"
#include "support/words.hpp"

#include <scrump/base/random.hpp>

#include <nlohmann/json.hpp>

#include <gtest/gtest.h>

#include <sys/stat.h>
#include <algorithm>
#include <array>
#include <chrono>
#include <csignal>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <functional>
#include <iostream>
#include <iterator>
#include <map>
#include <random>
#include <string>
#include <thread>
#include <vector>

namespace scrump::test {
namespace {

using Milliseconds = std::chrono::milliseconds;
using Clock = std::chrono::steady_clock;
namespace fs = std::filesystem;

/// A search that takes one core about half a second, and what is always the same of its answer.
struct Known {
    Words command;
    std::map<std::string, nlohmann::json> answer;
};

const std::string graph = "random:n=200,p=0.8,seed=3";
const std::array<Known, 4> searches = {
    Known{{"semigroups", "--genus", "34"}, {{"count", 40761087}, {"nodes", 104515489}}},
    Known{{"maxclique", graph, "--no-local-search"}, {{"objective", 26}}},
    Known{{"kclique", "-k", "27", graph, "--no-local-search"}, {{"exists", false}}},
    Known{{"kclique", "-k", "26", graph, "--no-local-search"}, {{"exists", true}}},
};
const Words endless = {"semigroups", "--genus", "70"};

Job scrump(unsigned processes, const Words& arguments) {
    return {.processes = processes, .command = Words{SCRUMP_COMMAND} + arguments, .environment = {}, .input = {}};
}

void expect_answer(const JobResult& result, const Known& known) {
    ASSERT_EQ(result.status, 0) << result.err << result.out;
    const auto found = nlohmann::json::parse(result.out);
    ASSERT_EQ(found.at("status"), "complete");
    for (const auto& [field, value] : known.answer) ASSERT_EQ(found.at(field), value) << field;
}

/// Which file a name stands for: another one after each checkpoint. 0: none.
ino_t version(const std::string& file) {
    struct stat status {};
    return ::stat(file.c_str(), &status) == 0 ? status.st_ino : 0;
}

/// The random choices of one trial.
class Chance {
  public:
    explicit Chance(std::uint64_t seed) : random_(seed) {}

    /// From 0 to n - 1.
    unsigned below(unsigned n) { return random_.below(n); }
    bool one_in(unsigned n) { return below(n) == 0; }
    template <class List>
    const auto& of(const List& list) {
        return *std::next(std::begin(list), below(static_cast<unsigned>(std::size(list))));
    }
    Milliseconds up_to(Milliseconds most) { return Milliseconds(below(static_cast<unsigned>(most.count()) + 1)); }

  private:
    SplitMix64 random_;
};

/// A job with so many processes (0: no launcher), and its way to search.
struct Way {
    unsigned processes;
    Words options;
    Words environment;

    explicit Way(Chance& chance) : processes(chance.below(4)) {
        static const char* const skeletons[] = {"adaptive",
                                                "adaptive",
                                                "stack-stealing",
                                                "stack-stealing:chunked=0",
                                                "depth-bounded:depth=3",
                                                "ordered",
                                                "ordered:window=4",
                                                "budget:backtracks=1000",
                                                "sequential"};
        static const char* const policies[] = {"sticky-random",      "random",
                                               "round-robin",        "hierarchical",
                                               "locality-aware",     "naive-locality-aware",
                                               "performance-driven", "performance-driven:tuned,steal=all"};
        const std::string skeleton = chance.of(skeletons);
        options = {"--skeleton", skeleton, "--no-pin", "--json"};
        if (skeleton != "sequential") options.insert(options.end(), {"--policy", chance.of(policies)});
        options.insert(options.end(), {"--workers", std::to_string(1 + chance.below(2))});
        if (processes == 0) options.insert(options.end(), {"--localities", std::to_string(1 + chance.below(2))});
        if (chance.one_in(3)) environment = {"SCRUMP_NET=messages"};
    }

    Job job(const Words& arguments) const {
        Job made = scrump(processes, arguments + options);
        made.environment = environment;
        return made;
    }
};

/// About how long a search takes here once it has begun.
Milliseconds length_of(const Known& known) {
    const auto began = Clock::now();
    expect_answer(DoomedJob(scrump(0, known.command + Words{"--workers", "1", "--json"})).wait(), known);
    return std::chrono::duration_cast<Milliseconds>(Clock::now() - began) * 2 / 3;
}

/// Kills all of a job, or some of it, and leaves nothing of it.
void kill_somehow(DoomedJob& job, Chance& chance) {
    const std::vector<pid_t> ranks = job.ranks();
    switch (chance.below(4)) {
        case 0:  // one process; the others end by themselves, or the launcher ends them
            if (!ranks.empty()) {
                ::kill(chance.of(ranks), SIGKILL);
                // Not for the launcher: Open MPI's may hang when one is killed while others still start.
                job.await([&] { return job.ranks().empty(); });
            }
            break;
        case 1:  // the launcher; the others may go on for a while
            job.send(SIGKILL);
            std::this_thread::sleep_for(chance.up_to(Milliseconds(50)));
            break;
        case 2:  // one after the other
            for (const pid_t rank : ranks) {
                ::kill(rank, SIGKILL);
                std::this_thread::sleep_for(chance.up_to(Milliseconds(5)));
            }
            break;
        default:
            break;
    }
    job.kill_all();
}

/// What the trials met; says whether they looked where they were meant to.
struct Tally {
    unsigned kills = 0;
    unsigned without_checkpoint = 0;
    unsigned while_writing = 0;
    unsigned too_late = 0;
};

/// One search, killed up to three times, each time at a random moment.
class Trial {
  public:
    Trial(std::uint64_t seed, const Known& known, Milliseconds length, Tally& tally)
        : chance_(seed), known_(known), length_(length), tally_(tally) {}

    void run() {
        unsigned kills = 1;
        while (kills < 3 && chance_.one_in(3)) ++kills;
        for (unsigned i = 0; i < kills; ++i) {
            run_and_kill();
            if (testing::Test::HasFatalFailure()) return;
        }
        const bool writes = chance_.one_in(2);
        const Way way(chance_);
        SCOPED_TRACE(testing::PrintToString(way.options) + " by " + std::to_string(way.processes));
        expect_answer(DoomedJob(way.job(known_.command + resumed() + (writes ? written() : Words{}))).wait(), known_);
        if (writes) {
            EXPECT_FALSE(fs::exists(file_ + ".new")) << "what a killed writer left was in the way, or stays for ever";
        }
    }

  private:
    void run_and_kill() {
        static const char* const intervals[] = {"1ms", "5ms", "20ms", "50ms"};
        const Way way(chance_);
        SCOPED_TRACE(testing::PrintToString(way.options) + " by " + std::to_string(way.processes));
        const Words arguments =
            known_.command + resumed() + written() + Words{"--checkpoint-every", chance_.of(intervals)};
        const ino_t before = version(file_);
        DoomedJob job(way.job(arguments));
        // Mostly while it searches; else also while it starts.
        if (!chance_.one_in(4)) job.await([&] { return version(file_) != before; });
        const auto until = Clock::now() + chance_.up_to(length_);
        job.await([&] { return Clock::now() >= until; });
        if (job.ended()) {
            ++tally_.too_late;
            return expect_answer(job.wait(), known_);
        }
        kill_somehow(job, chance_);
        ++tally_.kills;
        if (version(file_) == 0) ++tally_.without_checkpoint;
        if (fs::exists(file_ + ".new")) ++tally_.while_writing;
    }

    Words resumed() const { return version(file_) == 0 ? Words{} : Words{"--resume", file_}; }
    Words written() const { return {"--checkpoint", file_}; }

    Chance chance_;
    const Known& known_;
    const Milliseconds length_;
    Tally& tally_;
    const Folder folder_;
    const std::string file_ = folder_ / "checkpoint";
};

std::uint64_t from_environment(const char* name, std::uint64_t otherwise) {
    const char* const value = std::getenv(name);
    return value == nullptr ? otherwise : std::strtoull(value, nullptr, 10);
}

constexpr std::uint64_t usual_kills = 12;

// Until so many kills hit a job under way. SCRUMP_TRIALS says how many, SCRUMP_SEED which trials; both are for those
// who look for more.
TEST(Survival, JobsThatAreKilledAtAnyMomentLoseNoAnswer) {
    std::array<Milliseconds, searches.size()> lengths{};
    for (std::size_t i = 0; i < searches.size(); ++i) lengths[i] = length_of(searches[i]);
    const std::uint64_t kills = from_environment("SCRUMP_TRIALS", usual_kills);
    const std::uint64_t seed = from_environment("SCRUMP_SEED", std::random_device()());
    Tally tally;
    for (std::uint64_t i = 0; tally.kills < kills && !HasFailure(); ++i) {
        const std::size_t which = i % searches.size();
        SCOPED_TRACE(searches[which].command.front() + ", trial " + std::to_string(i) +
                     " of SCRUMP_SEED=" + std::to_string(seed));
        Trial(seed + i, searches[which], lengths[which], tally).run();
    }
    RecordProperty("kills", std::to_string(tally.kills));
    std::cout << tally.kills << " kills, " << tally.without_checkpoint << " before the first checkpoint, "
              << tally.while_writing << " while one was written; " << tally.too_late << " came too late\n";
}

/// A job of two processes that searches for ever, until it is stopped by `stop(job)`.
void expect_last_checkpoint(const std::function<void(DoomedJob&)>& stop) {
    const Folder folder;
    const std::string file = folder / "checkpoint";
    DoomedJob job(
        scrump(2, endless + Words{"--checkpoint", file, "--checkpoint-every", "10ms", "--workers", "1", "--json"}));
    job.await([&] { return version(file) != 0; });
    stop(job);
    const JobResult stopped = job.wait();
    ASSERT_EQ(stopped.status, 3) << stopped.err;
    const auto first = nlohmann::json::parse(stopped.out);
    EXPECT_EQ(first.at("stopped_by"), "cancelled");
    for (const unsigned processes : {1U, 3U}) {
        const JobResult resumed =
            DoomedJob(scrump(processes, endless + Words{"--resume", file, "--node-limit", "1", "--json"})).wait();
        ASSERT_EQ(resumed.status, 3) << resumed.err;
        const auto second = nlohmann::json::parse(resumed.out);
        EXPECT_EQ(second.at("earlier").at("nodes"), first.at("nodes")) << "the last checkpoint has all that was done";
        EXPECT_EQ(second.at("localities"), processes);
    }
}

// What a batch system sends when time is running out reaches the launcher, which passes it on, or each process.
TEST(Stop, AWarningToTheLauncherLeavesALastCheckpoint) {
    expect_last_checkpoint([](DoomedJob& job) { job.send(SIGUSR1); });
}

TEST(Stop, AWarningToEachProcessLeavesALastCheckpoint) {
    expect_last_checkpoint([](DoomedJob& job) {
        for (const pid_t rank : job.ranks()) ::kill(rank, SIGUSR1);
    });
}

TEST(Stop, AWarningToAnyOneProcessStopsAll) {
    expect_last_checkpoint([](DoomedJob& job) { ::kill(job.ranks().back(), SIGUSR1); });
}

TEST(Stop, JobsStoppedAndResumedGiveTheAnswer) {
    const Known& known = searches[0];
    const Folder folder;
    const std::string file = folder / "checkpoint";
    Words resumed;
    for (const unsigned processes : {2U, 3U, 1U}) {
        const ino_t before = version(file);
        DoomedJob job(scrump(
            processes, known.command + resumed + Words{"--checkpoint", file, "--checkpoint-every", "10ms", "--json"}));
        job.await([&] { return version(file) != before; });
        job.send(SIGUSR1);
        const JobResult result = job.wait();  // it may have been done before it learned of the signal
        ASSERT_TRUE(result.status == 3 || result.status == 0) << result.err;
        resumed = {"--resume", file};
    }
    for (const unsigned processes : {1U, 3U}) {
        expect_answer(DoomedJob(scrump(processes, known.command + resumed + Words{"--json"})).wait(), known);
    }
}

}  // namespace
}  // namespace scrump::test
