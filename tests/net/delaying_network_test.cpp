#include <support/delaying_network.hpp>

#include <gtest/gtest.h>

namespace scrump::test {
namespace {

// What locality 0 receives when each other sends so many messages, one after another.
std::vector<std::pair<unsigned, std::uint32_t>> received(std::uint64_t seed, std::uint32_t each) {
    DelayingNetwork network(seed, Topology::one_host(4));
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

TEST(DelayingNetwork, LosesNothingAndKeepsTheOrderBetweenTwo) {
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

TEST(DelayingNetwork, TheSeedSaysHow) {
    EXPECT_EQ(received(5, 50), received(5, 50));
    EXPECT_NE(received(5, 50), received(6, 50));
}

TEST(DelayingNetwork, ComesInAGroup) {
    DelayingGroup group(3, Reach::messages);
    const std::unique_ptr<Network> network = group.connect(2);
    EXPECT_EQ(network->here(), 2U);
    EXPECT_EQ(network->endpoint(0).topology().distance(0, 1), 2U);
    const std::unique_ptr<Window> window = network->endpoint(0).open_window(1);
    const std::unique_ptr<Window> other = network->endpoint(1).open_window(1);
    bool added = false;
    window->fetch_add(1, 0, 2, [&](auto) { added = true; });
    while (!added) {
        EXPECT_FALSE(network->endpoint(1).receive());
        EXPECT_FALSE(network->endpoint(0).receive());
    }
    EXPECT_EQ(*other->direct(1), 2U);
}

}  // namespace
}  // namespace scrump::test
