// Checkpoints from the command line that cannot be resumed or written: what is wrong is named.

#include "cli/checkpoint_files.hpp"
#include "cli/command.hpp"
#include "support/folder.hpp"
#include "support/words.hpp"

#include <gtest/gtest.h>

#include <cstddef>
#include <filesystem>
#include <fstream>
#include <string>

namespace scrump::detail {
namespace {

using test::Completed;
using test::contents;
using test::count_lines;
using test::Folder;
using test::run;
using test::operator+;
using test::version;
using test::Words;
namespace fs = std::filesystem;

/// Errors are told in one line.
void expect_error(const Words& arguments, const std::string& message) {
    const Completed result = run(arguments);
    EXPECT_EQ(result.status, 1) << message;
    EXPECT_EQ(result.err, "scrump: " + message + "\n");
    EXPECT_EQ(result.out, "");
}

/// Bad usage is told with a hint where to read more.
void expect_usage_error(const Words& arguments, const std::string& message) {
    const Completed result = run(arguments);
    EXPECT_EQ(result.status, 2) << message;
    EXPECT_NE(result.err.find(message), std::string::npos) << "expected '" << message << "' in: " << result.err;
    EXPECT_LE(count_lines(result.err), 2U) << result.err;
    EXPECT_EQ(result.out, "");
}

TEST(LongRunErrors, FilesThatAreNoCheckpointsAreNamed) {
    const Folder folder;
    const auto expect = [&](const std::string& file, const std::string& message) {
        expect_error({"queens", "8", "--resume", file}, file + ": " + message);
        expect_error({"queens", "8", "--resume", file, "--checkpoint", folder / "new"}, file + ": " + message);
        EXPECT_EQ(version(folder / "new"), 0U);
    };
    expect(folder / "missing", "cannot be read: No such file or directory");
    expect(folder.path().string(), "cannot be read: Is a directory");
    const std::string file = folder / "file";
    std::ofstream(file).flush();
    expect(file, "is not a checkpoint of Scrump");
    std::ofstream(file) << run({"generate", "random:n=5,p=0.5,seed=1"}).out;
    expect(file, "is not a checkpoint of Scrump");
}

TEST(LongRunErrors, DamageIsNamed) {
    const Folder folder;
    const std::string whole = folder / "whole";
    const std::string file = folder / "file";
    const Words search = {"queens", "8"};
    run(search + Words{"--checkpoint", whole, "--node-limit", "100"});  // done or not: it leaves a checkpoint
    const std::string bytes = contents(whole);
    ASSERT_GT(bytes.size(), 100U);
    const auto expect = [&](const std::string& damaged, const std::string& message) {
        std::ofstream(file, std::ios::binary) << damaged;
        expect_error(search + Words{"--resume", file}, file + ": " + message);
        expect_error(search + Words{"--resume", file, "--checkpoint", file}, file + ": " + message);
        EXPECT_EQ(contents(file), damaged);
    };
    const std::string size = std::to_string(bytes.size());
    expect(bytes.substr(0, 20), "is truncated: it has 20 bytes instead of at least 32");
    expect(bytes.substr(0, bytes.size() - 1),
           "is truncated: it has " + std::to_string(bytes.size() - 1) + " bytes instead of " + size);
    expect(bytes + "x", "is damaged: it has " + std::to_string(bytes.size() + 1) + " bytes instead of " + size);
    for (const std::size_t at : {std::size_t{32}, bytes.size() / 2, bytes.size() - 1}) {
        std::string changed = bytes;
        changed[at] = static_cast<char>(changed[at] ^ 1);
        expect(changed, "is damaged: its checksum does not match");
    }
}

TEST(LongRunErrors, ACheckpointOfAnotherSearchIsRefused) {
    const Folder folder;
    const std::string file = folder / "checkpoint";
    const auto expect = [&](const Words& search, const std::string& known, const std::string& wanted) {
        const Completed result = run(search + Words{"--resume", file, "--checkpoint", file});
        EXPECT_EQ(result.status, 1);
        EXPECT_EQ(count_lines(result.err), 1U) << result.err;
        EXPECT_EQ(result.err.find("scrump: " + file + ": belongs to another problem: to '" + known), 0U) << result.err;
        EXPECT_NE(result.err.find("not to '" + wanted), std::string::npos) << result.err;
        EXPECT_EQ(result.out, "");
    };
    const auto leave = [&](const Words& search) {
        fs::remove(file);
        const Completed result = run(search + Words{"--checkpoint", file, "--node-limit", "10"});
        EXPECT_TRUE(result.status == 0 || result.status == 3) << result.err;
    };
    leave({"semigroups", "--genus", "30"});
    expect({"semigroups", "--genus", "31"}, "numerical semigroups of genus 30", "numerical semigroups of genus 31");
    expect({"queens", "8"}, "numerical semigroups of genus 30", "all ways to place 8 queens");
    const std::string small = "random:n=50,p=0.5,seed=1";
    leave({"maxclique", small});
    expect({"maxclique", "random:n=50,p=0.5,seed=2"}, "maximum clique of a graph", "maximum clique of a graph");
    expect({"kclique", "-k", "9", small}, "maximum clique of a graph", "clique of 9 vertices");
    leave({"kclique", "-k", "9", small});
    expect({"kclique", "-k", "10", small}, "clique of 9 vertices", "clique of 10 vertices");
    leave({"uts", "--tree", "T1"});
    expect({"uts", "--tree", "T5"}, "", "");
    leave({"queens", "8"});
    expect({"queens", "8", "--find"}, "", "");
}

TEST(LongRunErrors, PlacesWhereNoCheckpointCanBeAreRefused) {
    const Folder folder;
    const std::string file = folder / "file";
    std::ofstream(file) << "dear";
    const Words search = {"queens", "8", "--checkpoint"};
    expect_error(search + Words{file}, file + ": exists already; resume it, or remove it first");
    EXPECT_EQ(contents(file), "dear");
    const std::string whole = folder / "whole";
    run({"queens", "8", "--checkpoint", whole});
    expect_error(search + Words{file, "--resume", whole}, file + ": exists already; resume it, or remove it first");
    EXPECT_EQ(contents(file), "dear");
    expect_error(search + Words{folder.path().string()},
                 folder.path().string() + ": exists already; resume it, or remove it first");
    const std::string nowhere = folder / "nowhere/file";
    expect_error(search + Words{nowhere}, nowhere + ": cannot be written: No such file or directory");
    const std::string within = file + "/within";
    expect_error(search + Words{within}, within + ": cannot be written: Not a directory");
}

TEST(LongRunErrors, UsageIsExplained) {
    const Folder folder;
    const Words search = {"queens", "8"};
    const Words checkpoint = {"--checkpoint", folder / "checkpoint"};
    expect_usage_error(search + Words{"--checkpoint-every", "10s"}, "--checkpoint");
    expect_usage_error(search + Words{"--checkpoint"}, "--checkpoint");
    expect_usage_error(search + Words{"--resume"}, "--resume");
    expect_usage_error(search + checkpoint + Words{"--checkpoint-every", "0"}, "more than 0");
    for (const char* const nonsense : {"-1s", "often", "10 parsecs", "", "nan"}) {
        const std::string message = std::string(1, '\'') + nonsense + "' is not a duration";
        expect_usage_error(search + checkpoint + Words{"--checkpoint-every", nonsense}, message);
        expect_usage_error(search + Words{"--dead-after", nonsense}, message);
    }
    expect_usage_error(search + Words{"--dead-after", "1e99h"}, "'1e99h' is too long: expected at most 876600h");
    EXPECT_EQ(version(folder / "checkpoint"), 0U);
    EXPECT_EQ(run(search + Words{"--dead-after", "0"}).status, 0) << "never";
}

// A name that a script left empty is a mistake: nobody would get what they expect.
TEST(LongRunErrors, AnEmptyNameIsNoFile) {
    for (const char* const option : {"--checkpoint", "--resume"}) {
        const Completed result = run({"queens", "8", option, ""});
        EXPECT_TRUE(result.status == 1 || result.status == 2) << option << result.out;
    }
}

}  // namespace
}  // namespace scrump::detail
