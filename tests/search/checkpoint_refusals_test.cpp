// Files and searches that do not belong together, and files that are damaged, are refused by name.

#include "search/problems.hpp"
#include "search/small_checkpoint.hpp"
#include "support/message_of.hpp"

#include <scrump/base/error.hpp>
#include <scrump/base/file.hpp>

#include <gtest/gtest.h>

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <string>

namespace scrump::detail {
namespace {

using test::RandomTree;
using test::SmallCheckpoint;
using test::TreeGenerator;
using std::chrono_literals::operator""ms;
namespace fs = std::filesystem;

TEST(CheckpointRefusals, NoFileIsOverwrittenThatTheRunDoesNotResume) {
    SmallCheckpoint small;
    small.count();
    const std::string before = read_file(small.options.checkpoints.file);
    EXPECT_EQ(small.complaint(), small.options.checkpoints.file + ": exists already; resume it, or remove it first");
    EXPECT_EQ(read_file(small.options.checkpoints.file), before);
    fs::create_symlink(small.options.checkpoints.file, small.folder / "link");
    small.options.checkpoints.resume = small.folder / "link";
    EXPECT_EQ(small.complaint(), "no error");
}

TEST(CheckpointRefusals, NoOtherFileIsTakenForWhatAKilledRunLeft) {
    SmallCheckpoint small;
    const std::string draft = small.options.checkpoints.file + ".new";
    replace_file(draft, "a chapter of a novel");
    EXPECT_EQ(small.complaint(), draft + ": is in the way of checkpoints; remove it first");
    EXPECT_EQ(read_file(draft), "a chapter of a novel");
    replace_file(draft, "SCRUMPCP and what came of it");
    EXPECT_EQ(small.complaint(), "no error");
    EXPECT_FALSE(fs::exists(draft));
}

TEST(CheckpointRefusals, WhatCannotBeIsRefusedAtOnce) {
    SmallCheckpoint small;
    small.options.checkpoints.file = "-";
    EXPECT_EQ(small.complaint(), "a checkpoint cannot be written to the standard output: name a file");
    small.options.checkpoints.file = small.folder / "nowhere/checkpoint";
    EXPECT_EQ(small.complaint(), small.options.checkpoints.file + ": cannot be written: No such file or directory");
    small.options.checkpoints = {.file = small.folder / "a"};
    EXPECT_NE(small.complaint().find("Checkpoints::problem"), std::string::npos);
    small.options.checkpoints = {.file = small.folder / "a", .every = 0ms, .problem = "x"};
    EXPECT_NE(small.complaint().find("more than nothing"), std::string::npos);
    small.options.checkpoints = {.resume = small.folder / "a", .problem = "x"};
    EXPECT_EQ(small.complaint(), small.folder / "a: cannot be read: No such file or directory");
}

/// Owns its inner generator, so it cannot be copied.
class Uncopyable {
  public:
    using Space = RandomTree;
    using Node = RandomTree::Node;
    Uncopyable(const Space& space, const Node& parent) : inner_(std::make_unique<TreeGenerator<true>>(space, parent)) {}
    bool next(Node& child) { return inner_->next(child); }

  private:
    std::unique_ptr<TreeGenerator<true>> inner_;
};

TEST(CheckpointRefusals, AGeneratorThatCannotBeCopiedIsRefused) {
    const SmallCheckpoint small;
    EXPECT_THROW(enumerate<Uncopyable>(small.tree, small.tree.root(), CountNodes{}, small.options), UsageError);
    EXPECT_EQ(enumerate<Uncopyable>(small.tree, small.tree.root(), CountNodes{}).value, small.nodes());
}

TEST(CheckpointRefusals, AnotherSearchIsRefused) {
    SmallCheckpoint small;
    small.count();
    small.resume();
    const std::string file = small.options.checkpoints.file;
    small.options.checkpoints.problem = "large";
    EXPECT_EQ(small.complaint(), file + ": belongs to another problem: to 'small', not to 'large'");
    small.options.checkpoints.problem = "small";
    const std::string other = file +
                              ": belongs to another search of 'small': with another root, target, depth limit, or "
                              "other types";
    small.options.depth_limit = 7;
    EXPECT_EQ(small.complaint(), other);
    small.options.depth_limit = unlimited_depth;
    const auto refused = [&](const std::function<void()>& search) { EXPECT_EQ(test::message_of(search), other); };
    using G = TreeGenerator<true>;
    refused([&] { enumerate<G>(small.tree, small.tree.root(), CountPerDepth{}, small.options); });
    refused([&] { maximise<G>(small.tree, small.tree.root(), small.options); });
    refused([&] { decide<G>(small.tree, small.tree.root(), 7, small.options); });
    EXPECT_EQ(small.complaint(), "no error");
}

TEST(CheckpointRefusals, ADecisionOfAnotherTargetIsRefused) {
    SmallCheckpoint small;
    decide<TreeGenerator<true>>(small.tree, small.tree.root(), 5000, small.options);
    small.resume();
    EXPECT_FALSE(decide<TreeGenerator<true>>(small.tree, small.tree.root(), 5000, small.options).node);
    EXPECT_THROW(decide<TreeGenerator<true>>(small.tree, small.tree.root(), 5001, small.options), Error);
}

TEST(CheckpointRefusals, DamageIsNoticedAndNamed) {
    SmallCheckpoint small;
    small.options.node_limit = 200;
    small.count();
    small.resume();
    const std::string file = small.options.checkpoints.file;
    const std::string whole = read_file(file);
    for (std::size_t size = 0; size < whole.size(); size += 97) {
        replace_file(file, whole.substr(0, size));
        EXPECT_EQ(small.complaint().substr(0, file.size() + 2), file + ": ") << size;
    }
    for (std::size_t at = 0; at < whole.size(); at += 13) {
        std::string damaged = whole;
        damaged[at] = static_cast<char>(damaged[at] ^ 0x10);
        replace_file(file, damaged);
        EXPECT_EQ(small.complaint().substr(0, file.size() + 2), file + ": ") << at;
    }
}

}  // namespace
}  // namespace scrump::detail
