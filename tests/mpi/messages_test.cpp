// Messages between all pairs: order, integrity, size, and which run they belong to.

#include "session.hpp"

#include <scrump/base/random.hpp>

#include <gtest/gtest.h>

#include <algorithm>

namespace scrump::test {

using namespace detail;
namespace {

// What sender and receiver both know: how long the i-th message from one to another is, and what is in it.
class Contents {
  public:
    Contents(unsigned from, unsigned to) : random_(from * 1000 + to) {}

    Bytes next() {
        static constexpr std::uint32_t largest[] = {1, 16, 300, 5000, 70'000, 600'000};
        return filled(random_.below(largest[random_.below(6)]));
    }
    Bytes filled(std::uint32_t size) {
        Bytes bytes(size, '\0');
        std::generate(bytes.begin(), bytes.end(), [this] { return static_cast<char>(random_()); });
        return bytes;
    }

  private:
    SplitMix64 random_;
};

TEST(Messages, AllPairsInOrderAndIntact) {
    const std::unique_ptr<Network> network = session().group().connect(1);
    Transport& transport = network->endpoint(0);
    const unsigned size = transport.size();
    constexpr std::uint32_t each = 60;
    std::vector<Contents> sent, expected;
    for (unsigned other = 0; other < size; ++other) {
        sent.emplace_back(transport.self(), other);
        expected.emplace_back(other, transport.self());
    }
    std::vector<std::uint32_t> next(size);
    for (std::uint32_t i = 0; i < each; ++i) {
        for (unsigned to = 0; to < size; ++to) transport.send(to, i, sent[to].next());
    }
    serve_until(
        *network, [&] { return std::all_of(next.begin(), next.end(), [](auto count) { return count == each; }); },
        [&](const Message& message) {
            EXPECT_EQ(message.tag, next[message.source]++);
            EXPECT_TRUE(message.payload == expected[message.source].next());
            if (message.source == transport.self()) return;  // MPI has nothing to do with it
            ASSERT_TRUE(message.began) << "it was noticed when it began to arrive";
            EXPECT_LE(*message.began, Clock::now());
        });
}

// Who hears of all that is sent may sleep for as long as nothing is.
TEST(Messages, AreAnnouncedToWhomeverTheyGo) {
    const std::unique_ptr<Network> network = session().group().connect(1);
    Transport& transport = network->endpoint(0);
    for (unsigned to = 0; to < transport.size(); ++to) transport.send(to, 1, "announced");
    unsigned came = 0;
    const auto take = [&](const Message&) { ++came; };
    serve_until(
        *network, [&] { return came == transport.size(); }, take);
    serve_until(
        *network, [&] { return network->patience(true) >= std::chrono::milliseconds(10); }, take);
    EXPECT_EQ(came, transport.size());
}

TEST(Messages, MegabytesInAllDirectionsAtOnce) {
    const std::unique_ptr<Network> network = session().group().connect(1);
    Transport& transport = network->endpoint(0);
    constexpr std::uint32_t large = 8U << 20U;
    for (unsigned to = 0; to < transport.size(); ++to) {
        transport.send(to, 1, Contents(transport.self(), to).filled(large));
        transport.send(to, 2, "behind");
    }
    unsigned whole = 0;
    std::vector<bool> came(transport.size());
    serve_until(
        *network, [&] { return whole == transport.size(); },
        [&](const Message& message) {
            if (message.tag == 1) {
                EXPECT_TRUE(message.payload == Contents(message.source, transport.self()).filled(large));
                came[message.source] = true;
            } else {
                EXPECT_TRUE(came[message.source]);
                ++whole;
            }
        });
}

TEST(Messages, ATokenWakesEachProcessInTurn) {
    const std::unique_ptr<Network> network = session().group().connect(1);
    Transport& transport = network->endpoint(0);
    const unsigned next = (transport.self() + 1) % transport.size();
    constexpr std::uint32_t rounds = 100;
    if (transport.self() == 0) transport.send(next, 1, {});
    bool over = false;
    serve_until(
        *network, [&] { return over; },
        [&](const Message& message) {
            const std::uint32_t round = message.tag + (transport.self() == 0 ? 1 : 0);
            over = message.tag == rounds;
            if (round <= rounds) transport.send(next, round, {});
        });
}

// Each run ends when process 0's word comes; the others' messages to those that are still in the run before it are kept
// for them, and what is left of a run that is over goes with it.
TEST(Messages, AFastProcessMayBeRunsAhead) {
    constexpr int runs = 30;
    for (int run = 0; run < runs; ++run) {
        const std::unique_ptr<Network> network = session().group().connect(1);
        Transport& transport = network->endpoint(0);
        const Bytes name = std::to_string(run);
        for (unsigned to = 0; to < transport.size(); ++to) {
            transport.send(to, 1, name);
            transport.send(to, 2, name);
        }
        bool heard = false;
        serve_until(
            *network, [&] { return heard; },
            [&](const Message& message) {
                EXPECT_EQ(message.payload, name);
                heard |= message.source == 0;
            });
    }
}

TEST(Messages, ABroadcastReachesAllInOrder) {
    SplitMix64 random(7);
    for (int i = 0; i < 30; ++i) {
        const Bytes bytes = Contents(0, 0).filled(random.below(i == 10 ? 3'000'000 : 2'000));
        EXPECT_TRUE(session().broadcast(session().first() ? bytes : Bytes("ignored")) == bytes);
    }
}

TEST(Messages, FilesAreReadOnceAndForAll) {
    const std::string missing = "/nowhere/at/all";
    try {
        session().read_file(missing);
        ADD_FAILURE() << "read a file that is not there";
    } catch (const std::exception& error) {
        EXPECT_EQ(error.what(), missing + ": cannot be read: No such file or directory");
    }
    EXPECT_EQ(session().read_file("/dev/null"), "");
}

}  // namespace
}  // namespace scrump::test
