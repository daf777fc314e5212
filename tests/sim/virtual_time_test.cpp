#include "../src/sim/virtual_time.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <exception>
#include <functional>
#include <limits>
#include <memory>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace scrump::detail {
namespace {

class VirtualTimeTest : public testing::Test {
  protected:
    using Strand = VirtualTime::Strand;

    Strand& begin(double at, std::function<void()> work) {
        strands_.push_back(std::make_unique<Strand>(std::move(work), std::size_t{1} << 16U));
        time_.begin(*strands_.back(), at);
        return *strands_.back();
    }
    void run() {
        time_.run([] { return false; });
    }
    void note(const char* what) {
        seen_.push_back(std::string(what) + "@" + std::to_string(static_cast<int>(time_.now())));
    }

    VirtualTime time_;
    std::vector<std::unique_ptr<Strand>> strands_;
    std::vector<std::string> seen_;
};

using Seen = std::vector<std::string>;

TEST_F(VirtualTimeTest, WhoIsTheFurthestBehindGoesOn) {
    begin(0, [&] {
        note("a");
        time_.pass(10);
        note("a");
        time_.pass(10);
        note("a");
    });
    begin(5, [&] {
        note("b");
        time_.pass(10);
        note("b");
    });
    time_.at(12, [&] { note("action"); });
    run();
    EXPECT_EQ(seen_, (Seen{"a@0", "b@5", "a@10", "action@12", "b@15", "a@20"}));
}

TEST_F(VirtualTimeTest, WhatIsSpentIsSeenLater) {
    begin(0, [&] {
        time_.spend(10);
        note("a");
    });
    begin(5, [&] { note("b"); });
    run();
    EXPECT_EQ(seen_, (Seen{"a@10", "b@5"}));
}

TEST_F(VirtualTimeTest, SleepEndsWhenSomebodySaysSoOrInTime) {
    Strand& sleeper = begin(0, [&] {
        time_.sleep();
        note("woken");
        note(time_.sleep_until(50) ? "woken" : "late");
        note(time_.sleep_until(1000) ? "woken" : "late");
        note(time_.sleep_until(10) ? "woken" : "late");  // long over
    });
    begin(0, [&] {
        time_.pass(20);
        EXPECT_TRUE(sleeper.asleep());
        time_.wake(sleeper, 30);
        EXPECT_FALSE(sleeper.asleep());
        time_.pass(50);
        time_.wake(sleeper, 75);
    });
    run();
    EXPECT_EQ(seen_, (Seen{"woken@30", "late@50", "woken@75", "late@75"}));
}

TEST_F(VirtualTimeTest, EqualsComeInTheOrderInWhichTheyAsked) {
    for (const char* name : {"a", "b", "c"}) {
        begin(1, [&, name] {
            note(name);
            time_.pass(1);
            note(name);
        });
    }
    run();
    EXPECT_EQ(seen_, (Seen{"a@1", "b@1", "c@1", "a@2", "b@2", "c@2"}));
}

// Each has its own: the runtime library keeps them by thread.
TEST_F(VirtualTimeTest, ExceptionsStayWithTheirStrand) {
    const auto throwing = [&](const char* name, double step) {
        return [this, name, step] {
            try {
                throw std::runtime_error(name);
            } catch (const std::runtime_error&) {
                time_.pass(step);
                try {
                    throw;
                } catch (const std::runtime_error& same) {
                    note(same.what());
                }
            }
            EXPECT_EQ(std::uncaught_exceptions(), 0);
        };
    };
    begin(0, throwing("a", 10));
    begin(0, throwing("b", 5));
    run();
    EXPECT_EQ(seen_, (Seen{"b@5", "a@10"}));
    EXPECT_EQ(std::current_exception(), nullptr);
}

TEST_F(VirtualTimeTest, WhoIsNotAvailableGoesOnLaterOrNever) {
    Strand& stalled = begin(0, [&] {
        note("stalled");
        time_.pass(10);
        note("stalled");
    });
    Strand& dead = begin(0, [&] {
        note("dead");
        time_.pass(10);
        note("dead");
    });
    time_.set_available([&](const Strand& strand, double at) {
        if (at < 5) return at;
        if (&strand == &stalled) return std::max(at, 100.0);
        return &strand == &dead ? std::numeric_limits<double>::infinity() : at;
    });
    run();
    EXPECT_EQ(seen_, (Seen{"stalled@0", "dead@0", "stalled@100"}));
    EXPECT_FALSE(dead.ended());
}

}  // namespace
}  // namespace scrump::detail
