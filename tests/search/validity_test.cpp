// Nodes and answers that come from elsewhere are shown to the generator or the fold before they are used.

#include "search/problems.hpp"
#include "support/folder.hpp"
#include "support/message_of.hpp"

#include <scrump/base/file.hpp>
#include <scrump/search/detail/checkpoint_file.hpp>

#include <gtest/gtest.h>

#include <functional>
#include <string>

namespace scrump::detail {
namespace {

using test::Folder;
using test::RandomTree;
using test::TreeGenerator;

/// Knows what depth a node has, and that labels are not 0.
class Checking : public TreeGenerator<true> {
  public:
    using TreeGenerator<true>::TreeGenerator;
    static bool valid(const RandomTree& tree, const Node& node) { return node.label != 0 && node.depth <= tree.depth; }
    static bool valid(const RandomTree& tree, const Node& node, unsigned depth) {
        return valid(tree, node) && node.depth == depth;
    }
};
static_assert(ChecksNodes<Checking> && ChecksDepths<Checking> && !ChecksNodes<TreeGenerator<true>>);

struct CountDepths : CountPerDepth {
    unsigned deepest = 0;
    bool valid(const Value& value) const { return value.size() <= deepest + 1; }
};
static_assert(ChecksValues<CountDepths> && !ChecksValues<CountPerDepth>);

const RandomTree tree{.depth = 12, .seed = 4};

using Best = BranchAndBound<Checking, Maximise>;

SearchOptions checkpointed(const Folder& folder) {
    return {.skeleton = Skeleton::sequential(),
            .depth_limit = 12,
            .checkpoints = {.file = folder / "checkpoint", .problem = "tree"}};
}

auto maximise(const SearchOptions& options) {
    return scrump::maximise<Checking>(tree, tree.root(), options);
}
auto count(const SearchOptions& options) {
    return enumerate<Checking>(tree, tree.root(), CountDepths{{}, tree.depth}, options);
}

/// What resuming says of a checkpoint of `search` in which `note` wrote another state.
template <class Run>
std::string resume_with(const Run& search, const std::function<void(StateWriter&)>& note) {
    const Folder folder;
    SearchOptions options = checkpointed(folder);
    options.node_limit = 10;
    search(options);
    CheckpointFile file = unpack(read_file(folder / "checkpoint"), "checkpoint");
    StateWriter state;
    note(state);
    file.parts = {state.take()};
    replace_file(folder / "checkpoint", pack(file));
    options.checkpoints = {.resume = folder / "checkpoint", .problem = "tree"};
    const std::string said = test::message_of([&] { search(options); });
    return said.substr(said.rfind('/') + 1);
}

// What is said of a checkpoint with `what`.
std::string refusal_of(const std::string& what) {
    return "checkpoint: does not belong to this search: " + what +
           " cannot be one of its own; a program of another version may have numbered its nodes in another way: resume "
           "the file with the program that wrote it, or search from the beginning";
}

RandomTree::Node below_root() {
    return tree.child(tree.root(), 0);
}

TEST(Validity, IsAskedOfTheNodesOfACheckpoint) {
    const std::string refused = refusal_of("a node");
    const auto resume = [](const RandomTree::Node& node, unsigned depth) {
        const std::string best =
            resume_with(maximise, [&](StateWriter& state) { state.subtree(depth, depth % 2 == 0).put(node); });
        EXPECT_EQ(best, resume_with(count, [&](StateWriter& state) { state.subtree(depth, true).put(node); }));
        return best;
    };
    EXPECT_EQ(resume(below_root(), 1), "no error");
    EXPECT_EQ(resume(below_root(), 2), refused);
    EXPECT_EQ(resume({.label = 0, .depth = 1}, 1), refused);
    EXPECT_EQ(resume({.label = 7, .depth = 13}, 13), refused);
}

TEST(Validity, NodesAreNotDeeperThanTheLimit) {
    const auto plain = [](const SearchOptions& options) {
        return enumerate<TreeGenerator<true>>(tree, tree.root(), CountNodes{}, options);
    };
    const auto at = [&](unsigned depth) {
        return resume_with(plain, [&](StateWriter& state) { state.subtree(depth, true).put(below_root()); });
    };
    EXPECT_EQ(at(12), "no error");
    EXPECT_EQ(at(13), refusal_of("a node"));
    EXPECT_NE(at(4'000'000'000), "no error");
}

TEST(Validity, IsAskedOfTheAnswersOfACheckpoint) {
    const std::string refused = refusal_of("an answer");
    const auto resume = [](const RandomTree::Node& node, std::int64_t objective) {
        return resume_with(maximise, [&](StateWriter& state) {
            Best::encode(state.answer(), Best::Found{objective, node});
        });
    };
    const RandomTree::Node node = below_root();
    EXPECT_EQ(resume(node, RandomTree::value(node)), "no error");
    EXPECT_EQ(resume(node, RandomTree::value(node) + 1), refused);
    EXPECT_EQ(resume({.label = 0, .depth = 1}, RandomTree::value({.label = 0, .depth = 1})), refused);

    const auto count_from = [](std::size_t depths) {
        return resume_with(count, [&](StateWriter& state) { state.answer().put(std::vector<std::uint64_t>(depths)); });
    };
    EXPECT_EQ(count_from(13), "no error");
    EXPECT_EQ(count_from(14), refused);
}

/// Takes nothing that it did not make itself.
class Suspicious : public TreeGenerator<true> {
  public:
    using TreeGenerator<true>::TreeGenerator;
    static bool valid(const RandomTree&, const Node&) { return false; }
};

// An endless tree: it ends because the second locality gets a task, or an incumbent.
TEST(Validity, IsAskedOfWhatOtherLocalitiesSend) {
    const RandomTree endless{.most_children = 8, .depth = 1'000'000, .seed = 1};
    const SearchOptions options{.workers = 1, .localities = 2, .pin = false, .check = false};
    EXPECT_EQ(test::message_of([&] { enumerate<Suspicious>(endless, endless.root(), CountNodes{}, options); }),
              "does not belong to this search: a task that another process sent cannot be one of its own");
    const std::string said = test::message_of([&] { scrump::maximise<Suspicious>(endless, endless.root(), options); });
    EXPECT_EQ(said.substr(0, 33), "does not belong to this search: a") << said;
}

TEST(Validity, IsAskedOfNodesOnOtherLocalitiesStealStacks) {
    const RandomTree endless{.most_children = 8, .depth = 1'000'000, .seed = 1};
    for (const StealProtocol::Kind kind :
         {StealProtocol::Kind::message_passing, StealProtocol::Kind::distributed_memory}) {
        const SearchOptions options{.skeleton = Skeleton::steal_stack({.kind = kind, .chunk = 4, .poll = 1}),
                                    .workers = 1,
                                    .localities = 2,
                                    .pin = false,
                                    .check = false};
        EXPECT_EQ(
            test::message_of([&] { enumerate<Suspicious>(endless, endless.root(), CountNodes{}, options); }),
            "does not belong to this search: a node that was stolen from another process cannot be one of its own");
        const std::string said =
            test::message_of([&] { scrump::maximise<Suspicious>(endless, endless.root(), options); });
        EXPECT_EQ(said.substr(0, 33), "does not belong to this search: a") << said;
    }
}

// An objective travels without its node, which must be there in the end.
TEST(Validity, IsAskedOfIncumbents) {
    const RandomTree one{.root_children = 1, .most_children = 1, .depth = 1, .seed = 1};
    const Best::Settings settings;
    Best mine(one, settings);
    Best other(one, settings);
    other.improve(RandomTree::value(one.root()), one.root());
    EXPECT_TRUE(mine.learn(*other.improvement()));
    EXPECT_EQ(mine.incumbent(), static_cast<double>(RandomTree::value(one.root())));
    EXPECT_EQ(test::message_of([&] { mine.take_answer(); }),
              "does not belong to this search: an incumbent cannot be one of its own");
    mine.merge(other.answer());
    EXPECT_EQ(mine.take_answer()->node.label, one.root().label);
    other.improve(2000, one.root());  // no value of this node
    EXPECT_FALSE(mine.accepts(other.answer()));
}

}  // namespace
}  // namespace scrump::detail
