#pragma once
// A small search with a checkpoint.

#include "search/problems.hpp"
#include "support/folder.hpp"
#include "support/message_of.hpp"

#include <cstdint>
#include <string>

namespace scrump::test {

/// The options of a small search that writes, and its answer.
struct SmallCheckpoint {
    Folder folder;
    RandomTree tree{.root_children = 6, .most_children = 4, .depth = 12, .seed = 5};
    SearchOptions options{
        .workers = 2, .pin = false, .checkpoints = {.file = folder / "checkpoint", .problem = "small"}};

    auto count() const { return enumerate<TreeGenerator<true>>(tree, tree.root(), CountNodes{}, options); }
    void resume() { options.checkpoints.resume = options.checkpoints.file; }

    /// What count() throws.
    std::string complaint() const {
        return message_of([&] { count(); });
    }
    /// Number of nodes of the tree.
    std::uint64_t nodes() const {
        std::uint64_t all = 0;
        tree.walk(tree.root(), [&](const RandomTree::Node& /*node*/) { ++all; });
        return all;
    }
};

}  // namespace scrump::test
