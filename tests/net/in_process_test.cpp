#include <scrump/net/in_process.hpp>

#include <gtest/gtest.h>

#include <atomic>
#include <thread>

namespace scrump {
namespace {

TEST(InProcessNetwork, KeepsTheOrderBetweenTwoAndLosesNothing) {
    std::atomic<int> arrivals = 0;
    InProcessNetwork network(3, [&] { ++arrivals; });
    constexpr std::uint32_t each = 5000;
    std::jthread first([&] {
        for (std::uint32_t i = 0; i < each; ++i) network.endpoint(1).send(0, i, "a");
    });
    std::jthread second([&] {
        for (std::uint32_t i = 0; i < each; ++i) network.endpoint(2).send(0, i, "bb");
    });
    std::uint32_t next[3] = {0, 0, 0};
    while (next[1] < each || next[2] < each) {
        const std::optional<Message> message = network.endpoint(0).receive();
        if (!message) continue;
        ASSERT_EQ(message->tag, next[message->source]);
        ASSERT_EQ(message->payload.size(), message->source);
        ++next[message->source];
    }
    first.join();
    second.join();
    EXPECT_FALSE(network.endpoint(0).receive());
    EXPECT_FALSE(network.endpoint(1).receive());
    EXPECT_EQ(arrivals, 2 * static_cast<int>(each));
    EXPECT_EQ(network.endpoint(2).self(), 2U);
    EXPECT_EQ(network.endpoint(2).size(), 3U);
}

}  // namespace
}  // namespace scrump
