#include "files.hpp"

#include <scrump/base/error.hpp>
#include <scrump/problems/proof/ext/tree_log.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <optional>
#include <thread>
#include <vector>

namespace scrump::proof {
namespace {

using Payload = std::vector<std::uint16_t>;

std::vector<std::uint32_t> ranks_below(const LoggedTree& tree, Address address) {
    std::vector<std::uint32_t> ranks;
    for (Address child = tree[address].first_child; child != 0; child = tree[child].next_sibling)
        ranks.push_back(tree[child].rank);
    return ranks;
}

bool begins_with(const LoggedNode& node, const Payload& payload) {
    return node.payload.size() >= payload.size() && std::ranges::equal(node.payload.first(payload.size()), payload);
}

TEST(TreeLog, LinksChildrenByFallingRankWhateverOrderAndThreadTheyComeFrom) {
    const ProofFolder folder;
    TreeLog log(folder.name(), 0);
    const Address root = log.writer().add(0, 0, Payload{1, 2, 3, 4, 5});
    const Address middle = log.writer().add(root, 5, Payload{6});
    std::thread([&] {
        log.writer().add(root, 9, {});
        log.writer().add(middle, 1, Payload{7});
        log.writer().add(root, 2, {});
    }).join();
    log.writer().add(root, 7, {});
    log.close();
    const LoggedTree tree(log.stem(), 1);
    EXPECT_EQ(tree.root(), root);
    EXPECT_EQ(tree.records(), 6U);
    EXPECT_EQ(ranks_below(tree, root), (std::vector<std::uint32_t>{9, 7, 5, 2}));
    EXPECT_EQ(ranks_below(tree, middle), (std::vector<std::uint32_t>{1}));
    EXPECT_TRUE(begins_with(tree[root], {1, 2, 3, 4, 5}));
    EXPECT_TRUE(begins_with(tree[middle], {6}));
    EXPECT_TRUE(begins_with(tree[tree[middle].first_child], {7}));
}

TEST(TreeLog, TakesANodeThatWasExpandedTwiceOnce) {
    const ProofFolder folder;
    TreeLog log(folder.name(), 0);
    const Address root = log.writer().add(0, 0, {});
    log.writer().add(root, 3, Payload{1});
    log.writer().add(root, 3, Payload{1});
    log.writer().add(root, 1, {});
    log.close();
    const LoggedTree tree(log.stem(), 1);
    EXPECT_EQ(ranks_below(tree, root), (std::vector<std::uint32_t>{3, 1}));
}

TEST(TreeLog, HoldsMoreThanItsBuffers) {
    const ProofFolder folder;
    TreeLog log(folder.name(), 0);
    Address parent = 0;
    constexpr std::uint16_t depth = 50'000;
    for (std::uint16_t i = 0; i < depth; ++i) parent = log.writer().add(parent, i, Payload{i, 1});
    log.close();
    const LoggedTree tree(log.stem(), 1);
    std::uint16_t at = 0;
    for (Address node = tree.root(); node != 0; node = tree[node].first_child, ++at)
        ASSERT_TRUE(begins_with(tree[node], {at, 1})) << at;
    EXPECT_EQ(at, depth);
}

TEST(TreeLog, PutsTheFilesOfSeveralProcessesTogether) {
    const ProofFolder folder;
    TreeLog first(folder.name(), 0);
    TreeLog second(folder.name(), 1);
    const Address root = first.writer().add(0, 0, {});
    const Address away = second.writer().add(root, 4, Payload{8});
    first.writer().add(away, 6, {});
    first.close();
    EXPECT_THROW(LoggedTree(folder.name(), 2), Error);
    second.close();
    const LoggedTree tree(folder.name(), 2);
    EXPECT_EQ(ranks_below(tree, root), (std::vector<std::uint32_t>{4}));
    EXPECT_EQ(ranks_below(tree, away), (std::vector<std::uint32_t>{6}));
}

TEST(TreeLog, LeavesNoFilesBehind) {
    const ProofFolder folder;
    {
        TreeLog log(folder.name(), 0);
        log.writer().add(0, 0, {});
        log.close();
        EXPECT_EQ(folder.files(), 2U);
    }
    EXPECT_EQ(folder.files(), 0U);
}

TEST(TreeLog, SaysWhereFilesCannotBeMade) {
    TreeLog log("/nowhere/at/all", 0);
    EXPECT_THROW(log.writer(), Error);
}

}  // namespace
}  // namespace scrump::proof
