// Safra's algorithm on simulated localities: work moves at random, messages between different pairs overtake each
// other.

#include <scrump/base/random.hpp>
#include <scrump/runtime/termination.hpp>

#include <gtest/gtest.h>

#include <vector>

namespace scrump {
namespace {

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
}  // namespace scrump
