// Signals stop runs of every front door, in programs that ask for it.

#include <scrump/base/signals.hpp>
#include <scrump/loops.hpp>
#include <scrump/search.hpp>
#include <scrump/states.hpp>
#include <scrump/tasks.hpp>

#include "support/folder.hpp"

#include <gtest/gtest.h>

#include <unistd.h>
#include <csignal>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <string>

namespace scrump {
namespace {

// The token is of the whole process: each run has one of its own.
template <class Run>
void expect_stopped(const Run& run) {
    GTEST_FLAG_SET(death_test_style, "threadsafe");
    EXPECT_EXIT(
        {
            ::alarm(120);
            std::_Exit(run() == Status::cancelled ? EXIT_SUCCESS : EXIT_FAILURE);
        },
        testing::ExitedWithCode(EXIT_SUCCESS), "");
}

// A binary tree that is too deep to be searched, and a signal where its leftmost path ends.
class Endless {
  public:
    using Space = int;
    using Node = std::uint64_t;  // its depth
    Endless(const Space& /*space*/, const Node& parent) : parent_(parent) {}
    bool next(Node& child) {
        if (parent_ == 60 || given_ == 2) return false;
        ++given_;
        child = parent_ + 1;
        if (child == 60) std::raise(SIGTERM);
        return true;
    }

  private:
    Node parent_;
    int given_ = 0;
};

TEST(StopOnSignals, EndsASearchWithALastCheckpoint) {
    expect_stopped([] {
        const test::Folder folder;
        const std::string file = folder / "checkpoint";
        SearchOptions options;
        options.workers = 2;
        options.checkpoints = {.file = file, .problem = "endless"};
        options.stop = stop_on_signals();
        const Status status = enumerate<Endless>(0, 0, CountNodes{}, options).status;
        return std::filesystem::exists(file) ? status : Status::complete;
    });
}

TEST(StopOnSignals, StaysStoppedForLaterRuns) {
    expect_stopped([] {
        enumerate<Endless>(0, 0, CountNodes{}, {.workers = 1, .stop = stop_on_signals()});
        return enumerate<Endless>(0, 0, CountNodes{}, {.workers = 1, .stop = stop_on_signals()}).status;
    });
}

void spawn_for_ever(Fork fork) {
    for (int i = 0;; ++i) {
        if (i == 1000) std::raise(SIGTERM);
        auto leaf = fork.spawn([](Fork) {});
        fork.sync(leaf);
    }
}

TEST(StopOnSignals, EndsTasks) {
    expect_stopped([] { return run_tasks<spawn_for_ever>({.workers = 2, .stop = stop_on_signals()}).status; });
}

TEST(StopOnSignals, EndsALoop) {
    expect_stopped([] {
        LoopOptions options;
        options.workers = 2;
        options.stop = stop_on_signals();
        constexpr std::uint64_t endless = std::uint64_t{1} << 50U;
        options.technique = Technique::parse("fsc:size=1000");
        return loop(options, endless,
                    [](std::uint64_t i) {
                        if (i == 1000) std::raise(SIGTERM);
                    })
            .status;
    });
}

TEST(StopOnSignals, EndsAnExploration) {
    expect_stopped([] {
        ExploreOptions options;
        options.workers = 2;
        options.stop = stop_on_signals();
        const auto next = [](std::uint64_t state, const Yield<std::uint64_t>& yield) {
            if (state == 1000) std::raise(SIGTERM);
            yield(state + 1);
        };
        return explore(std::uint64_t{0}, next, options).status;
    });
}

}  // namespace
}  // namespace scrump
