// scrump explore: checkpoints, and states on disk.

#include "cli/command.hpp"
#include "cli/state_models.hpp"
#include "support/folder.hpp"

#include <scrump/base/file.hpp>

#include <gtest/gtest.h>

#include <array>
#include <csignal>
#include <filesystem>
#include <string>
#include <vector>

namespace scrump::detail {
namespace {

using test::Command;
using test::Completed;
using test::microban_1;
using test::run;
using test::small_net;
using Words = std::vector<std::string>;

TEST(ExploreCommand, ResumesACheckpoint) {
    const test::Folder folder;
    const std::string file = folder / "states";
    const auto first = run({"explore", "puzzle", "3x3", "--levels", "15", "--checkpoint", file, "--json"}).json();
    EXPECT_EQ(first["checkpoints"]["written"], 1);
    const auto whole = run({"explore", "puzzle", "3x3", "--resume", file, "--localities", "2", "--json"}).json();
    EXPECT_EQ(whole["states"], 181'440);
    EXPECT_EQ(whole["transitions"], 483'840);
    EXPECT_EQ(whole["levels"].size(), 32U);
    const Completed other = run({"explore", "puzzle", "3x4", "--resume", file});
    EXPECT_EQ(other.status, 1);
    EXPECT_NE(other.err.find("states: is of 'explore puzzle "), std::string::npos) << other.err;
    EXPECT_EQ(run({"explore", "puzzle", "3x3", "--checkpoint", file}).status, 1) << "it is there already";
}

TEST(ExploreCommand, KeepsStatesOnDisk) {
    const test::Folder folder;
    const Words question = {"explore", "puzzle", "3x3", "--workers", "2", "--memory-limit", "80K"};
    const auto with = [&](const Words& more) {
        Words words = question;
        words.insert(words.end(), more.begin(), more.end());
        return words;
    };
    const auto found = run(with({"--disk", folder.path().string(), "--json"})).json();
    EXPECT_EQ(found["states"], 181'440);
    EXPECT_EQ(found["all_expanded"], true);
    EXPECT_EQ(found["disk"]["folder"], folder.path().string());
    EXPECT_GT(found["disk"]["bytes_written"], found["disk"]["bytes"]);
    EXPECT_GT(found["disk"]["runs"], 80);
    EXPECT_FALSE(run({"explore", "puzzle", "2x2", "--json"}).json().contains("disk"));
    EXPECT_NE(run(with({"--disk", folder.path().string(), "--levels", "9"})).out.find("\ndisk "), std::string::npos);

    test::Command full(with({"--disk", folder.path().string()}), "", 20'000);
    const Completed stopped = full.wait();
    EXPECT_EQ(stopped.status, 1);
    EXPECT_TRUE(stopped.err.starts_with("scrump: " + folder / "scrump-")) << stopped.err;
    EXPECT_TRUE(stopped.err.ends_with(": cannot be written: File too large\n")) << stopped.err;
    EXPECT_EQ(run(with({"--disk", folder / "none"})).err,
              "scrump: " + folder / "none" + ": no folder can be made there: No such file or directory\n");
    for (const Words& refused : {Words{"--localities", "2"}, {"--order", "depth-first"}, {"--storage", "bit-state"}}) {
        Words words = with({"--disk", folder.path().string()});
        words.insert(words.end(), refused.begin(), refused.end());
        EXPECT_EQ(run(words).status, 2) << refused.front();
    }
    EXPECT_TRUE(std::filesystem::is_empty(folder.path()));
}

// A limit that ends the reading of a checkpoint.
TEST(ExploreCommand, TellsTheFiguresOfACheckpointThatItCouldNotReadToTheEnd) {
    const test::Folder folder;
    const std::string file = folder / "states";
    const auto first = run({"explore", "puzzle", "4x4", "--levels", "14", "--checkpoint", file, "--json"}).json();
    Words words = {"explore", "puzzle", "4x4", "--resume", file, "--memory-limit", "64K"};
    const Completed lines = run(words);
    EXPECT_EQ(lines.status, 3) << lines.err;
    EXPECT_NE(lines.out.find("stopped (memory-limit) while reading " + file + ": these are its figures"),
              std::string::npos)
        << lines.out;
    words.emplace_back("--json");
    const auto stopped = run(words).json();
    EXPECT_EQ(stopped["stopped_reading"], true);
    EXPECT_EQ(stopped["stopped_by"], "memory-limit");
    for (const char* const figure : {"states", "transitions", "deadlocks", "levels"})
        EXPECT_EQ(stopped[figure], first[figure]) << figure;
    const auto read = run({"explore", "puzzle", "4x4", "--levels", "14", "--resume", file, "--json"}).json();
    EXPECT_EQ(read["stopped_reading"], false);
}

// Whoever stops it, and when: what is found of the level that was being expanded is all that is found again.
TEST(ExploreCommand, KeepsWhatIsKnownWhenItIsStopped) {
    const Words first = {"1", "2", "4", "10", "24", "54", "107", "212", "446", "946", "1948"};
    for (const std::string by : {"time_limit", "cancelled", "memory_limit"}) {
        SCOPED_TRACE(by);
        const test::Folder folder;
        const std::string file = folder / "states";
        Words words = {"explore",
                       "puzzle",
                       "4x4",
                       "--workers",
                       "2",
                       "--no-pin",
                       "--localities",
                       "2",
                       "--checkpoint",
                       file,
                       "--json",
                       "--memory-limit",
                       by == "memory_limit" ? "4M" : "1G",
                       "--checkpoint-every",
                       "1h"};
        if (by == "time_limit") words.insert(words.end(), {"--time-limit", "100ms"});
        Command command(words);
        if (by == "cancelled") {
            command.await_threads(6);  // main, the one that waits for signals, four workers
            command.send(SIGINT);
        }
        const Completed stopped = command.wait();
        ASSERT_EQ(stopped.status, 3) << stopped.err;
        const auto found = stopped.json();
        EXPECT_EQ(found["checkpoints"]["written"], 1);
        // It has all levels up to the one before the last.
        const auto kept = run({"explore", "puzzle", "4x4", "--levels", "0", "--resume", file, "--json"}).json();
        EXPECT_GE(kept["levels"].size() + 1, found["levels"].size());
        const auto more = run({"explore", "puzzle", "4x4", "--levels", "10", "--resume", file, "--json"}).json();
        ASSERT_GE(more["levels"].size(), first.size());
        for (std::size_t level = 0; level < first.size(); ++level)
            EXPECT_EQ(more["levels"][level].dump(), first[level]) << level;
    }
}

TEST(ExploreCommand, ACheckpointIsOfWhatAFileHasWhateverItsName) {
    const test::Folder folder;
    for (const auto& [model, text, part, other] :
         {std::array<std::string, 4>{"pnml", small_net, ">5<", ">6<"}, {"sokoban", microban_1, "$ #", " $#"}}) {
        const std::string kept = folder / (model + ".states");
        const std::string file = folder / model;
        replace_file(file, text);
        ASSERT_EQ(run({"explore", model, file, "--levels", "1", "--checkpoint", kept}).status, 0);
        replace_file(folder / "same", text);
        EXPECT_EQ(run({"explore", model, folder / "same", "--resume", kept}).status, 0);
        std::string changed = text;
        replace_file(file, changed.replace(changed.find(part), part.size(), other));
        const Completed resumed = run({"explore", model, file, "--resume", kept});
        EXPECT_EQ(resumed.status, 1) << resumed.out;
        EXPECT_NE(resumed.err.find(" in a file of content "), std::string::npos) << resumed.err;
    }
}

}  // namespace
}  // namespace scrump::detail
