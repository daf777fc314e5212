// Loops that processes run together: their chunks are counted in memory that they share, or by messages where
// SCRUMP_NET says so.

#include "session.hpp"
#include "support/folder.hpp"

#include <scrump/base/error.hpp>
#include <scrump/loops.hpp>
#include <scrump/net/codec.hpp>

#include <gtest/gtest.h>

#include <cstdint>
#include <filesystem>
#include <fstream>
#include <optional>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

namespace scrump::test {
namespace {

// Of all processes, or of two localities in one that is alone.
LoopOptions options_of(const std::string& technique) {
    return {.technique = Technique::parse(technique == "block-cyclic" ? "block-cyclic:size=3" : technique),
            .costs = {.mean = 1e-6, .sigma = 1e-6, .overhead = 1e-7},
            .workers = 2,
            .localities = session().size() == 1 ? 2U : 1U,
            .session = &session(),
            .pin = false};
}

TEST(MpiLoops, AddUpAllIterationsUnderEveryTechnique) {
    for (const std::string& technique : Technique::names()) {
        for (const std::uint64_t n : {0U, 1U, 3U, 500U}) {
            const auto sum =
                loop_reduce(options_of(technique), n, std::uint64_t{0}, [](std::uint64_t i) { return i * i + 1; });
            std::uint64_t right = 0;
            for (std::uint64_t i = 0; i < n; ++i) right += i * i + 1;
            EXPECT_EQ(sum.status, Status::complete);
            EXPECT_EQ(sum.value, right) << technique << " " << n;
            EXPECT_EQ(sum.statistics.iterations, n);
            EXPECT_EQ(sum.statistics.shares.size(), 2 * (session().size() == 1 ? 2U : session().size()));
        }
    }
}

// No iteration ends before all processes are in one: each must have got its first one from the loop that all share.
TEST(MpiLoops, AllProcessesTakeChunksOfOneLoop) {
    std::optional<Folder> folder;
    if (session().first()) folder.emplace();
    const std::filesystem::path here = session().broadcast(folder ? folder->path().string() : "");
    LoopOptions options = options_of("ss");
    options.workers = 1;
    options.localities = 1;
    const LoopResult result = loop(options, 100, [&](std::uint64_t) {
        std::ofstream(here / std::to_string(session().self()));
        for (unsigned rank = 0; rank < session().size(); ++rank) {
            while (!std::filesystem::exists(here / std::to_string(rank))) std::this_thread::yield();
        }
    });
    ASSERT_EQ(result.statistics.shares.size(), session().size());
    for (const WorkerShare& share : result.statistics.shares) EXPECT_GE(share.iterations, 1U);
    session().broadcast({});  // the folder is needed until all are here
}

TEST(MpiLoops, AnExceptionInOneProcessEndsAll) {
    const std::uint64_t n = 10'000;
    try {
        loop(options_of("static"), n, [&](std::uint64_t i) {
            if (i == n - 1) throw std::runtime_error("the last one");
        });
        ADD_FAILURE() << "nothing was thrown";
    } catch (const std::exception& error) {
        EXPECT_NE(std::string(error.what()).find("the last one"), std::string::npos) << error.what();
    }
}

}  // namespace
}  // namespace scrump::test
