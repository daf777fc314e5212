// Loops that processes run together: their chunks are counted in memory that they share, or by messages where
// SCRUMP_NET says so.

#include "session.hpp"
#include "support/folder.hpp"
#include "support/nested_calls.hpp"
#include "support/rough_terms.hpp"

#include <scrump/base/error.hpp>
#include <scrump/loops.hpp>
#include <scrump/net/codec.hpp>
#include <scrump/parallel.hpp>

#include <gtest/gtest.h>

#include <bit>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <functional>
#include <numeric>
#include <optional>
#include <span>
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

// The bits of a sum by one worker, who needs no other process to know them.
TEST(MpiLoops, DeterministicSumsHaveTheSameBitsInAnyNumberOfProcesses) {
    for (const std::uint64_t n : {1U, 4500U}) {
        const double expected =
            parallel_reduce(std::uint64_t{0}, n, 0.0, rough_term, std::plus<>(), {.deterministic = true});
        for (const std::string& technique : Technique::names()) {
            LoopOptions options = options_of(technique);
            options.deterministic = true;
            const auto sum = loop_reduce(options, n, 0.0, rough_term);
            EXPECT_EQ(sum.statistics.iterations, n);
            EXPECT_EQ(std::bit_cast<std::uint64_t>(sum.value), std::bit_cast<std::uint64_t>(expected))
                << technique << " " << n;
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
        std::ofstream(here / std::to_string(session().self())).flush();
        for (unsigned rank = 0; rank < session().size(); ++rank) {
            while (!std::filesystem::exists(here / std::to_string(rank))) std::this_thread::yield();
        }
    });
    ASSERT_EQ(result.statistics.shares.size(), session().size());
    for (const WorkerShare& share : result.statistics.shares) EXPECT_GE(share.iterations, 1U);
    session().broadcast({});  // the folder is needed until all are here
}

// Each process has another number of its part's elements, the last one most of them; the first one's wait until it runs
// something of others, and theirs until the first one does.
TEST(MpiLoops, StealIterationsWithTheirDataAndSendResultsHome) {
    for (const char* const order : {"decentralised", "coordinator", "coordinator:victims=laws"}) {
        if (session().size() == 1) GTEST_SKIP() << "there is nobody to steal from";
        if (by_messages() && std::string(order).find("=laws") != std::string::npos)
            continue;  // each is on its own host
        std::optional<Folder> folder;
        if (session().first()) folder.emplace();
        const std::filesystem::path stolen =
            std::filesystem::path(session().broadcast(folder ? folder->path().string() : "")) / "stolen";
        const bool last = session().self() + 1 == session().size();
        std::vector<std::uint64_t> own(last ? 1000 : session().self());
        std::iota(own.begin(), own.end(), std::uint64_t{1000} * session().self());
        const std::vector<std::uint64_t> before = own;
        LoopOptions options = options_of("fac2");
        options.localities = 1;
        options.stealing = {.order = StealOrder::parse(order), .checked = true};
        const auto result = distributed_loop(options, LoopElements<std::uint64_t>(own),
                                             [&](std::span<std::uint64_t> elements, LoopChunk& chunk) {
                                                 if (chunk.owner() != chunk.locality()) std::ofstream(stolen).flush();
                                                 while (!std::filesystem::exists(stolen) && chunk.go_on())
                                                     std::this_thread::yield();
                                                 for (std::uint64_t& element : elements)
                                                     element = element * element + 1;
                                             });
        EXPECT_EQ(result.status, Status::complete);
        for (std::size_t i = 0; i < own.size(); ++i) ASSERT_EQ(own[i], before[i] * before[i] + 1) << order << " " << i;
        EXPECT_GT(result.statistics.stolen(), 0U) << order;
        EXPECT_EQ(result.statistics.transfers.size(), session().size());
        EXPECT_EQ(result.statistics.transfers.back().own, 1000U);
        std::uint64_t won = 0;
        for (const LoopTransfers& each : result.statistics.transfers) won += each.won;
        EXPECT_GT(won, 0U);
        session().broadcast({});  // the folder is needed until all are here
    }
}

// The inner calls are of the process that runs the iteration.
TEST(MpiLoops, BodiesCallLoopsAndTasks) {
    for (const auto& [name, call] : nested_calls()) {
        const auto sum = loop_reduce(options_of("auto"), 12, std::uint64_t{0},
                                     [&inner = call](std::uint64_t i) { return inner(i); });
        std::uint64_t expected = 0;
        for (std::uint64_t i = 1; i < 12; ++i) expected += i * (i - 1) / 2;
        EXPECT_EQ(sum.value, expected) << name;

        LoopOptions options = options_of("auto");
        options.localities = 1;
        std::vector<std::uint64_t> own(session().self() == 0 ? 20 : 2, 100);
        distributed_loop(options, LoopElements<std::uint64_t>(own),
                         [&inner = call](std::uint64_t& each) { each = inner(each); });
        for (const std::uint64_t each : own) EXPECT_EQ(each, 4950U) << name;
    }
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
