// Safra's algorithm on simulated localities: few with little work, in every order of events that there is; and more
// with more, as chance will have it. Messages between different pairs overtake each other.

#include <scrump/base/random.hpp>
#include <scrump/runtime/detail/termination.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

namespace scrump::detail {
namespace {

/// All that may happen among a few localities, of which one has work: who has work may send some or be done, who gets
/// some has work. The token is where it is sent to at once: until it is passed on it makes no difference where it is.
class AllOrders {
  public:
    AllOrders(unsigned size, unsigned first, unsigned most_sent, unsigned most_passed)
        : to_send_(most_sent), to_pass_(most_passed), working_(size), coming_(size) {
        for (unsigned i = 0; i < size; ++i) detectors_.emplace_back(i, size);
        working_[first] = true;
    }

    /// What happened before an end that was declared too early, or that never was; empty if that cannot be.
    const std::string& follow() {
        if (over() && !ends()) note_failure("is never over");
        for (unsigned self = 0; self < size() && failure_.empty(); ++self) {
            if (working_[self]) finish(self);
            if (working_[self] && to_send_ > 0) {
                for (unsigned to = 0; to < size(); ++to) {
                    if (to != self) send(self, to);
                }
            }
            if (coming_[self] > 0) receive(self);
            if (holder_ == self && !working_[self] && to_pass_ > 0) pass();
        }
        return failure_;
    }

    std::size_t orders() const { return orders_; }

  private:
    unsigned size() const { return static_cast<unsigned>(detectors_.size()); }
    bool over() const {
        return std::ranges::none_of(working_, [](bool works) { return works; }) &&
               std::ranges::none_of(coming_, [](unsigned pieces) { return pieces > 0; });
    }

    // Whether the end is declared within three rounds if nothing else happens.
    bool ends() {
        ++orders_;
        std::vector<TerminationDetector> detectors = detectors_;
        unsigned holder = holder_;
        for (unsigned passed = 0; passed <= 3 * size(); ++passed) {
            const TerminationDetector::Action action = detectors[holder].passive();
            if (action.terminated) return true;
            if (!action.token) return false;
            holder = action.to;
            detectors[holder].received_token(*action.token);
        }
        return false;
    }

    // Each step is undone when all that may come after it was seen.
    void finish(unsigned self) {
        working_[self] = false;
        continue_with(std::to_string(self) + " is done");
        working_[self] = true;
    }
    void send(unsigned self, unsigned to) {
        const TerminationDetector before = detectors_[self];
        detectors_[self].sent_work();
        ++coming_[to];
        --to_send_;
        continue_with(std::to_string(self) + " sends work to " + std::to_string(to));
        ++to_send_;
        --coming_[to];
        detectors_[self] = before;
    }
    void receive(unsigned self) {
        const TerminationDetector before = detectors_[self];
        const bool worked = working_[self];
        detectors_[self].received_work();
        working_[self] = true;
        --coming_[self];
        continue_with(std::to_string(self) + " gets work");
        ++coming_[self];
        working_[self] = worked;
        detectors_[self] = before;
    }
    void pass() {
        const unsigned self = holder_;
        const TerminationDetector before = detectors_[self];
        const TerminationDetector::Action action = detectors_[self].passive();
        if (action.terminated) {
            if (!over()) note_failure("is over too early");
        } else if (!action.token) {
            note_failure("keeps the token");
        } else {
            const TerminationDetector next = detectors_[action.to];
            detectors_[action.to].received_token(*action.token);
            holder_ = action.to;
            --to_pass_;
            continue_with(std::to_string(self) + " passes the token on");
            ++to_pass_;
            holder_ = self;
            detectors_[action.to] = next;
        }
        detectors_[self] = before;
    }

    void continue_with(const std::string& event) {
        events_.push_back(event);
        follow();
        events_.pop_back();
    }
    void note_failure(const std::string& what) {
        for (const std::string& event : events_) failure_ += event + ", ";
        failure_ += what;
    }

    unsigned to_send_;
    unsigned to_pass_;
    unsigned holder_ = 0;
    std::vector<TerminationDetector> detectors_;
    std::vector<bool> working_;
    std::vector<unsigned> coming_;  // pieces of work on their way to each
    std::vector<std::string> events_;
    std::string failure_;
    std::size_t orders_ = 0;
};

TEST(Termination, IsRightInEveryOrderOfEvents) {
    for (const unsigned size : {1U, 2U, 3U}) {
        for (unsigned first = 0; first < size; ++first) {
            AllOrders all(size, first, 2, 4);
            EXPECT_EQ(all.follow(), "") << size << " localities, work at " << first;
            EXPECT_GT(all.orders(), size == 1 ? 0U : 100U);
        }
    }
}

struct Simulation {
    struct Flying {
        unsigned to;
        bool is_token;
        TerminationToken token;
    };

    explicit Simulation(unsigned size, std::uint64_t seed) : random(seed), work(size) {
        for (unsigned i = 0; i < size; ++i) detectors.emplace_back(i, size);
        work[random.below(size)] = 30;
    }

    unsigned size() const { return static_cast<unsigned>(work.size()); }
    bool any_work() const {
        for (const unsigned amount : work) {
            if (amount > 0) return true;
        }
        for (const Flying& message : flying) {
            if (!message.is_token) return true;
        }
        return false;
    }

    void deliver_one() {
        if (flying.empty()) return;
        const std::size_t which = random.below(static_cast<std::uint32_t>(flying.size()));
        const Flying message = flying[which];
        flying.erase(flying.begin() + static_cast<std::ptrdiff_t>(which));
        if (message.is_token) {
            detectors[message.to].received_token(message.token);
        } else {
            detectors[message.to].received_work();
            work[message.to] += random.below(3);
        }
    }

    /// Lets a random locality do something; says whether the end was declared.
    bool step() {
        const unsigned self = random.below(size());
        if (work[self] > 0) {
            --work[self];
            if (random.below(2) == 0) {
                detectors[self].sent_work();
                flying.push_back({random.below(size()), false, {}});
            }
            return false;
        }
        const TerminationDetector::Action action = detectors[self].passive();
        if (action.token) flying.push_back({action.to, true, *action.token});
        return action.terminated;
    }

    SplitMix64 random;
    std::vector<unsigned> work;
    std::vector<TerminationDetector> detectors;
    std::vector<Flying> flying;
};

TEST(Termination, IsNeverDeclaredEarlyAndNeverMissed) {
    for (std::uint64_t seed = 0; seed < 10'000; ++seed) {
        Simulation simulation(1 + static_cast<unsigned>(seed % 5), seed);
        bool terminated = false;
        for (int step = 0; step < 100'000 && !terminated; ++step) {
            if (simulation.random.below(3) == 0) simulation.deliver_one();
            terminated = simulation.step();
        }
        ASSERT_TRUE(terminated) << seed;
        ASSERT_FALSE(simulation.any_work()) << seed;
    }
}

}  // namespace
}  // namespace scrump::detail
