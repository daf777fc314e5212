#include <support/faulty_network.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <vector>

namespace scrump::test {

using namespace detail;
namespace {

// What locality 0 receives when each other sends so many messages, one after another.
std::vector<std::pair<unsigned, std::uint32_t>> received(std::uint64_t seed, std::uint32_t each) {
    FaultyNetwork network(seed, Topology::one_host(4));
    for (std::uint32_t i = 0; i < each; ++i) {
        for (unsigned from = 1; from < network.here(); ++from) network.endpoint(from).send(0, i, {});
    }
    std::vector<std::pair<unsigned, std::uint32_t>> messages;
    while (const auto message = network.endpoint(0).receive()) messages.emplace_back(message->source, message->tag);
    while (network.patience(false) != std::chrono::nanoseconds::max()) {
        if (const auto message = network.endpoint(0).receive()) messages.emplace_back(message->source, message->tag);
    }
    EXPECT_FALSE(network.endpoint(0).receive());
    return messages;
}

TEST(FaultyNetwork, LosesNothingAndKeepsTheOrderBetweenTwo) {
    constexpr std::uint32_t each = 200;
    std::uint32_t next[4] = {};
    bool overtaken = false;
    for (const auto& [source, tag] : received(1, each)) {
        EXPECT_EQ(tag, next[source]++);
        overtaken |= tag > next[1 + source % 3] + 1;
    }
    EXPECT_EQ(next[1] + next[2] + next[3], 3 * each);
    EXPECT_TRUE(overtaken);
}

TEST(FaultyNetwork, TheSeedSaysHow) {
    EXPECT_EQ(received(5, 50), received(5, 50));
    EXPECT_NE(received(5, 50), received(6, 50));
}

// What a locality receives in so many attempts.
std::vector<std::uint32_t> tags_at(Transport& end) {
    std::vector<std::uint32_t> tags;
    for (int attempt = 0; attempt < 1000; ++attempt) {
        if (const auto message = end.receive()) tags.push_back(message->tag);
    }
    return tags;
}

TEST(FaultyNetwork, ASilentLocalityNeitherSendsNorLearnsAnything) {
    constexpr std::uint32_t each = 100;
    for (const std::size_t after : {0U, 1U, 30U, 150U, 1000U}) {
        FaultyNetwork network(7, Topology::one_host(3), AccessMode::direct, Silence{.locality = 1, .after = after});
        for (std::uint32_t tag = 1; tag <= each; ++tag) network.endpoint(1).send(0, tag, "x");
        for (std::uint32_t tag = 1; tag <= each; ++tag) network.endpoint(2).send(1, tag, "x");
        const std::size_t sent = std::min<std::size_t>(after, each);
        EXPECT_EQ(tags_at(network.endpoint(0)).size(), sent);
        const std::vector<std::uint32_t> tags = tags_at(network.endpoint(1));
        const auto told =
            std::count_if(tags.begin(), tags.end(), [](auto tag) { return tag != FaultyNetwork::nothing; });
        EXPECT_EQ(tags.size(), each);
        EXPECT_EQ(static_cast<std::size_t>(told), std::min<std::size_t>(after - sent, each));
        network.endpoint(2).send(0, 1, {});
        network.endpoint(0).send(2, 1, {});
        EXPECT_EQ(tags_at(network.endpoint(0)).size() + tags_at(network.endpoint(2)).size(), 2U);
    }
}

TEST(FaultyNetwork, ASilentLocalityDoesNotServeItsWindow) {
    FaultyNetwork network(7, Topology::apart(2), AccessMode::messages, Silence{.locality = 1, .after = 0});
    const std::unique_ptr<Window> window = network.endpoint(0).open_window(1);
    const std::unique_ptr<Window> other = network.endpoint(1).open_window(1);
    window->execute(1, RemoteOperations().fetch_add(0, 2), [](auto) { FAIL(); });
    EXPECT_TRUE(tags_at(network.endpoint(1)).empty());
    EXPECT_TRUE(tags_at(network.endpoint(0)).empty());
    EXPECT_EQ(*other->direct(1), 0U);
}

TEST(FaultyNetwork, ComesInAGroup) {
    FaultyGroup group(3, AccessMode::messages);
    const std::unique_ptr<Network> network = group.connect(2);
    EXPECT_EQ(network->here(), 2U);
    EXPECT_EQ(network->endpoint(0).topology().distance(0, 1), 2U);
    const std::unique_ptr<Window> window = network->endpoint(0).open_window(1);
    const std::unique_ptr<Window> other = network->endpoint(1).open_window(1);
    bool added = false;
    window->execute(1, RemoteOperations().fetch_add(0, 2), [&](auto) { added = true; });
    while (!added) {
        EXPECT_FALSE(network->endpoint(1).receive());
        EXPECT_FALSE(network->endpoint(0).receive());
    }
    EXPECT_EQ(*other->direct(1), 2U);
}

}  // namespace
}  // namespace scrump::test
