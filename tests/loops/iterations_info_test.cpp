// The tables that LB4MPI_ITERATIONS_INFO=1 asks for.

#include "../src/loops/iterations_info.hpp"

#include "support/folder.hpp"

#include <scrump/base/error.hpp>

#include <gtest/gtest.h>

#include <fstream>
#include <string>
#include <vector>

namespace scrump::detail {
namespace {

std::vector<std::string> lines_of(const std::string& path) {
    std::ifstream in(path);
    std::vector<std::string> lines;
    for (std::string line; std::getline(in, line);) lines.push_back(line);
    return lines;
}

LoopStatistics two_ranks() {
    LoopStatistics run;
    run.shares = {{.locality = 0, .chunks = 2, .iterations = 30, .finished = 1.5},
                  {.locality = 1, .chunks = 1, .iterations = 20, .stolen = 10, .finished = 2}};
    run.transfers.resize(2);
    return run;
}

TEST(IterationsInfo, HasALineForEachRankAndChunkOfEachLoop) {
    const test::Folder folder;
    std::ofstream(folder / "steps.csv") << "of an earlier program\n";
    const std::vector<ChunkRecord> chunks = {{.locality = 0, .owner = 0, .first = 0, .size = 20},
                                             {.locality = 0, .owner = 0, .first = 20, .size = 10},
                                             {.locality = 1, .owner = 0, .first = 30, .size = 20}};
    for (int loop = 0; loop < 2; ++loop) IterationsInfo(folder.path(), "steps").add(two_ranks(), chunks);
    const std::vector<std::string> ranks = lines_of(folder / "steps.csv");
    ASSERT_EQ(ranks.size(), 5U);
    EXPECT_EQ(ranks[0],
              "loop,rank,chunks,iterations,stolen,steals_tried,steals_won,send_seconds,receive_seconds,finished");
    EXPECT_EQ(ranks[1], "1,0,2,30,0,0,0,0,0,1.5");
    EXPECT_EQ(ranks[4], "2,1,1,20,10,0,0,0,0,2");
    EXPECT_EQ(lines_of(folder / "steps-chunks.csv"),
              (std::vector<std::string>{"loop,rank,chunk,owner,first,iterations", "1,0,1,0,0,20", "1,0,2,0,20,10",
                                        "1,1,1,0,30,20", "2,0,1,0,0,20", "2,0,2,0,20,10", "2,1,1,0,30,20"}));
}

TEST(IterationsInfo, HasNoTransfersWhereAllRanksHaveTheData) {
    const test::Folder folder;
    LoopStatistics run = two_ranks();
    run.transfers.clear();
    IterationsInfo(folder.path(), "whole").add(run, {});
    const std::vector<std::string> ranks = lines_of(folder / "whole.csv");
    ASSERT_EQ(ranks.size(), 3U);
    EXPECT_EQ(ranks[1], "1,0,2,30,0,0,0,0,0,1.5");
}

TEST(IterationsInfo, MakesItsFolder) {
    const test::Folder folder;
    IterationsInfo(folder / "runs/today", "a/b").add(two_ranks(), {});
    EXPECT_EQ(lines_of(folder / "runs/today/a-b.csv").size(), 3U);
}

TEST(IterationsInfo, NamesTheVariableWhereItsFolderCannotBe) {
    const test::Folder folder;
    std::ofstream(folder / "file") << "in the way";
    try {
        IterationsInfo(folder / "file/runs", "loop");
        FAIL();
    } catch (const UsageError& error) {
        EXPECT_TRUE(std::string(error.what()).starts_with("LB4MPI_DIR_ID is '")) << error.what();
    }
}

}  // namespace
}  // namespace scrump::detail
