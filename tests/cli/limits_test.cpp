// Limits, signals and memory that end a command, from the first byte that it reads on.

#include "cli/command.hpp"

#include <gtest/gtest.h>

#include <sys/stat.h>

namespace scrump::detail {
namespace {

using test::Command;
using test::Completed;
using test::run;

/// A file that is open and never delivers anything.
class Silence {
  public:
    Silence() {
        std::string pattern = (std::filesystem::temp_directory_path() / "scrump-test-XXXXXX").string();
        folder_ = ::mkdtemp(pattern.data());
        ::mkfifo(name().c_str(), 0600);
        kept_open_ = ::open(name().c_str(), O_RDWR | O_CLOEXEC);
    }
    Silence(const Silence&) = delete;
    Silence& operator=(const Silence&) = delete;
    ~Silence() {
        ::close(kept_open_);
        std::filesystem::remove_all(folder_);
    }

    std::string name() const { return folder_ / "silence"; }

  private:
    std::filesystem::path folder_;
    int kept_open_ = -1;
};

TEST(TimeLimit, EndsACommandThatReadsForEver) {
    const Silence silence;
    for (const std::string command : {"maxclique", "colouring", "knapsack", "tsp"}) {
        const Completed ended = run({command, silence.name(), "--time-limit", "1ms"});
        EXPECT_EQ(ended.status, 3) << command;
        EXPECT_EQ(ended.out, "");
        EXPECT_EQ(ended.err, "scrump: the time limit is over and the search has not begun: nothing is known yet\n");
    }
}

TEST(Interrupts, EndACommandThatReadsForEver) {
    const Silence silence;
    for (const int signal : {SIGINT, SIGTERM, SIGUSR1}) {
        Command reading({"maxclique", silence.name()});
        reading.await_threads(2);
        reading.send(signal);
        EXPECT_EQ(reading.wait().status, 128 + signal);
    }
}

// However little time there is, what it takes to say something is taken.
TEST(TimeLimit, OfNoTimeStillGetsAnAnswer) {
    const std::vector<std::vector<std::string>> questions = {{"maxclique", "random:n=300,p=0.5"},
                                                             {"maxclique", "random:n=300,p=0.5", "--no-local-search"},
                                                             {"maxclique", "random:n=300,p=0.5", "--weights", "modulo"},
                                                             {"maxclique", "sparse-random:n=20000,m=100000"},
                                                             {"independent-set", "random:n=300,p=0.5"},
                                                             {"colouring", "random:n=300,p=0.5"},
                                                             {"knapsack", "uncorrelated:n=1000"},
                                                             {"tsp", "random:n=100"}};
    for (const std::string limit : {"0.000000001s", "0.001ms", "1ms"}) {
        for (std::vector<std::string> question : questions) {
            question.insert(question.end(), {"--time-limit", limit, "--json"});
            const Completed ended = run(question);
            ASSERT_TRUE(ended.status == 3 || ended.status == 0) << question.front() << ": " << ended.err;
            EXPECT_GT(ended.json().at("objective"), 0) << question.front();
            EXPECT_FALSE(ended.json().at("solution").empty()) << question.front();
        }
    }
}

#if !defined(SCRUMP_SANITIZED)

TEST(Memory, ThatIsNotThereIsAnErrorThatNamesWhatWasTooLarge) {
    const rlimit all{.rlim_cur = RLIM_INFINITY, .rlim_max = RLIM_INFINITY};
    const rlimit little{.rlim_cur = rlim_t{400} << 20U, .rlim_max = RLIM_INFINITY};
    ::setrlimit(RLIMIT_AS, &little);
    Command command({"independent-set", "-"}, "p edge 65536 0\n");
    ::setrlimit(RLIMIT_AS, &all);
    const Completed ended = command.wait();
    EXPECT_EQ(ended.status, 1);
    EXPECT_EQ(ended.err, "scrump: out of memory: the matrix of 65536 vertices (512.0 MiB)\n");
}

#endif

TEST(Localities, ThereMayBeAsManyAsThePageSays) {
    const Completed all = run({"queens", "6", "--workers", "1", "--localities", "4096", "--quiet"});
    EXPECT_EQ(all.status, 0) << all.err;
    EXPECT_EQ(all.out, "4\n");
}

}  // namespace
}  // namespace scrump::detail
