// Who ends the run, and when it may: the algorithm itself is tested in tests/runtime/termination_test.cpp.

#include "../src/runtime/serving/termination.hpp"

#include <scrump/net/detail/in_process.hpp>

#include <gtest/gtest.h>

namespace scrump::detail {
namespace {

// A locality that has no work.
struct Idle {
    explicit Idle(Transport& transport)
        : messages(transport, traffic), agreement(messages), termination(messages, agreement, [this] { ++ends; }) {}

    // What it does at one time.
    void serve() {
        messages.receive(Clock::time_point());
        termination.look(true);
        termination.on_time(Clock::time_point());
    }

    Traffic traffic;
    MessageDispatcher messages;
    AgreementExchange agreement;
    int ends = 0;
    Termination termination;
};

// Else a run of processes that were started differently could end before that is noticed: what the other one is about
// to do, and the token that says that it has no work, may arrive together.
TEST(EndOfRuns, EndsNoRunBeforeItIsKnownThatAllDoTheSame) {
    InProcessNetwork network(2);
    Idle first(network.endpoint(0));
    Idle other(network.endpoint(1));
    for (int i = 0; i < 3; ++i) {
        first.serve();
        other.serve();
    }
    EXPECT_EQ(first.ends, 0);
    EXPECT_EQ(first.traffic.messages, 0U);

    first.agreement.announce();
    for (int i = 0; i < 3; ++i) {
        first.serve();
        other.serve();
    }
    EXPECT_GE(first.ends, 1);
    EXPECT_EQ(other.ends, 0);
}

TEST(EndOfRuns, ALocalityThatIsAloneEndsOnceItHasBegun) {
    InProcessNetwork network(1);
    Idle alone(network.endpoint(0));
    alone.serve();
    EXPECT_EQ(alone.ends, 0);
    alone.agreement.agree();
    alone.serve();
    EXPECT_EQ(alone.ends, 1);
}

}  // namespace
}  // namespace scrump::detail
