#include <scrump/base/error.hpp>
#include <scrump/net/detail/in_process.hpp>
#include <scrump/runtime/detail/message_dispatcher.hpp>

#include <gtest/gtest.h>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace scrump::detail {
namespace {

constexpr Tag greeting{"greeting"};
constexpr Tag farewell{"farewell"};
constexpr Clock::time_point now{};

// Three localities in this process, each with a dispatcher.
class MessageDispatcherTest : public testing::Test {
  protected:
    MessageDispatcherTest() {
        for (unsigned self = 0; self < 3; ++self) all_.emplace_back(network_.endpoint(self), traffic_[self]);
    }

    InProcessNetwork network_{3};
    Traffic traffic_[3];
    std::deque<MessageDispatcher> all_;
};

TEST_F(MessageDispatcherTest, EachKindGoesToItsHandlerInOrder) {
    std::vector<std::string> said;
    all_[1].handle(greeting, [&](auto, unsigned from, const Bytes& what) {
        said.push_back("hello " + std::to_string(from) + what);
    });
    all_[1].handle(farewell, [&](auto, unsigned from, const Bytes& what) {
        said.push_back("bye " + std::to_string(from) + what);
    });
    EXPECT_FALSE(all_[1].receive(now));
    all_[0].send(1, greeting, "a");
    all_[0].send(1, farewell, "b");
    all_[0].send(1, greeting, "c");
    EXPECT_TRUE(all_[1].receive(now));
    EXPECT_EQ(said, (std::vector<std::string>{"hello 0a", "bye 0b", "hello 0c"}));
    EXPECT_EQ(traffic_[0].messages, 3U);
    EXPECT_EQ(traffic_[0].bytes, 3U);
    EXPECT_EQ(all_[1].names(), (MessageNames{{greeting.number(), "greeting"}, {farewell.number(), "farewell"}}));
}

TEST_F(MessageDispatcherTest, ABroadcastReachesAllOthers) {
    std::vector<unsigned> reached;
    for (unsigned self = 0; self < 3; ++self)
        all_[self].handle(greeting, [&, self](auto, unsigned from, const Bytes&) {
            EXPECT_EQ(from, 1U);
            reached.push_back(self);
        });
    all_[1].broadcast(greeting, {});
    for (MessageDispatcher& each : all_) each.receive(now);
    EXPECT_EQ(reached, (std::vector<unsigned>{0, 2}));
}

// What comes meanwhile is seen by observers at once, and handled later, before what comes later.
TEST_F(MessageDispatcherTest, WhatIsHeldIsHandledInItsOrder) {
    bool hold = true;
    unsigned seen = 0;
    Bytes said;
    all_[0].hold_while([&] { return hold; });
    all_[0].observe([&](auto, unsigned) { ++seen; });
    all_[0].handle(greeting, [&](auto, unsigned, const Bytes& what) { said += what; });
    all_[1].send(0, greeting, "1");
    all_[1].send(0, greeting, "2");
    EXPECT_TRUE(all_[0].receive(now));
    EXPECT_EQ(said, "");
    EXPECT_EQ(seen, 2U);
    all_[1].send(0, greeting, "3");
    hold = false;
    EXPECT_TRUE(all_[0].receive(now));
    EXPECT_EQ(said, "123");
    EXPECT_EQ(seen, 3U);
}

// One message may make that the next ones are held.
TEST_F(MessageDispatcherTest, AHandlerMayBeginToHold) {
    bool hold = false;
    Bytes said;
    all_[0].hold_while([&] { return hold; });
    all_[0].handle(greeting, [&](auto, unsigned, const Bytes& what) {
        said += what;
        hold = true;
    });
    all_[1].send(0, greeting, "1");
    all_[1].send(0, greeting, "2");
    all_[0].receive(now);
    EXPECT_EQ(said, "1");
    hold = false;
    all_[0].receive(now);
    EXPECT_EQ(said, "12");
}

TEST_F(MessageDispatcherTest, KindsHaveOneHandlerEach) {
    all_[0].handle(greeting, [](auto, unsigned, const Bytes&) {});
    EXPECT_THROW(all_[0].handle(greeting, [](auto, unsigned, const Bytes&) {}), Error);
    all_[1].send(0, farewell, {});
    EXPECT_THROW(all_[0].receive(now), Error);
}

TEST_F(MessageDispatcherTest, RecordsWhatGoesAndComes) {
    Timeline timeline(10);
    all_[0].record_in(&timeline);
    all_[0].handle(farewell, [](auto, unsigned, const Bytes&) {});
    all_[0].send(2, greeting, "four");
    all_[2].send(0, farewell, {});
    all_[0].receive(now);
    const std::vector<TimelineEvent> events = timeline.events();
    ASSERT_EQ(events.size(), 2U);
    EXPECT_EQ(events[0].kind, TimelineEvent::Kind::send);
    EXPECT_EQ(events[0].peer, 2U);
    EXPECT_EQ(events[0].value, message_value(greeting.number(), 4));
    EXPECT_EQ(events[1].kind, TimelineEvent::Kind::receive);
    EXPECT_EQ(events[1].value, message_value(farewell.number(), 0));
}

// A network that notices when messages begin to arrive.
class NoticingTransport final : public Transport {
  public:
    unsigned self() const override { return 0; }
    const Topology& topology() const override { return topology_; }
    void send(unsigned /*to*/, std::uint32_t tag, Bytes payload) override {
        coming_.push_back({.source = 1, .tag = tag, .payload = std::move(payload), .began = began});
    }
    std::optional<Message> receive() override {
        if (coming_.empty()) return std::nullopt;
        std::optional<Message> next = std::move(coming_.front());
        coming_.pop_front();
        return next;
    }
    std::unique_ptr<Window> open_window(std::size_t /*words*/) override { return nullptr; }

    std::optional<Clock::time_point> began{};

  private:
    Topology topology_ = Topology::one_host(2);
    std::deque<Message> coming_;
};

// What was held came long before it is handled: when it began to arrive says nothing then.
TEST(MessageDispatcher, TellsHandlersWhenTheirMessageBeganToArrive) {
    const Clock::time_point moment{std::chrono::seconds(7)};
    NoticingTransport transport;
    Traffic traffic;
    MessageDispatcher dispatcher(transport, traffic);
    bool hold = false;
    dispatcher.hold_while([&] { return hold; });
    std::vector<std::optional<Clock::time_point>> told;
    dispatcher.handle(greeting, [&](auto, unsigned, const Bytes&) { told.push_back(dispatcher.arrival_began()); });
    transport.began = moment;
    dispatcher.send(1, greeting, {});
    transport.began.reset();
    dispatcher.send(1, greeting, {});
    dispatcher.receive(now);
    EXPECT_EQ(told, (std::vector<std::optional<Clock::time_point>>{moment, std::nullopt}));
    told.clear();
    hold = true;
    transport.began = moment;
    dispatcher.send(1, greeting, {});
    dispatcher.receive(now);
    hold = false;
    dispatcher.receive(now);
    EXPECT_EQ(told, (std::vector<std::optional<Clock::time_point>>{std::nullopt}));
}

}  // namespace
}  // namespace scrump::detail
