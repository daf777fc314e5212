#include <scrump/net/detail/in_process.hpp>

#include <gtest/gtest.h>

#include <thread>

namespace scrump::detail {
namespace {

// Messages from two others until each has sent so many; its events say when to look.
void receive_in_order(InProcessNetwork& network, std::uint32_t each) {
    std::uint32_t next[3] = {0, 0, 0};
    while (next[1] < each || next[2] < each) {
        const EventCount::Key key = network.events().prepare_wait();
        const std::optional<Message> message = network.endpoint(0).receive();
        if (!message) {
            network.events().wait(key);
            continue;
        }
        network.events().cancel_wait();
        ASSERT_EQ(message->tag, next[message->source]);
        ASSERT_EQ(message->payload.size(), message->source);
        ++next[message->source];
    }
}

TEST(InProcessNetwork, KeepsTheOrderBetweenTwoLosesNothingAndRings) {
    InProcessNetwork network(3);
    constexpr std::uint32_t each = 5000;
    const auto send_all = [&](unsigned from, const Bytes& payload) {
        for (std::uint32_t i = 0; i < each; ++i) network.endpoint(from).send(0, i, payload);
    };
    std::jthread first([&] { send_all(1, "a"); });
    std::jthread second([&] { send_all(2, "bb"); });
    receive_in_order(network, each);
    first.join();
    second.join();
    EXPECT_FALSE(network.endpoint(0).receive());
    EXPECT_FALSE(network.endpoint(1).receive());
}

TEST(InProcessNetwork, IsWhatTheTopologySays) {
    const Topology topology{{{.host = 0, .domain = 0}, {.host = 0, .domain = 1}, {.host = 1, .domain = 0}}};
    InProcessNetwork network(topology);
    EXPECT_EQ(network.here(), 3U);
    EXPECT_EQ(network.endpoint(2).self(), 2U);
    EXPECT_EQ(network.endpoint(2).size(), 3U);
    EXPECT_EQ(network.endpoint(1).topology().distance(0, 0), 0U);
    EXPECT_EQ(network.endpoint(1).topology().distance(0, 1), 1U);
    EXPECT_EQ(network.endpoint(1).topology().distance(0, 2), 2U);
    EXPECT_TRUE(InProcessNetwork(2).endpoint(0).topology().same_host(0, 1));
    EXPECT_EQ(network.patience(true), std::chrono::nanoseconds::max());
}

}  // namespace
}  // namespace scrump::detail
