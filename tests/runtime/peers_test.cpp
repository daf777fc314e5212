#include <scrump/net/in_process.hpp>
#include <scrump/runtime/peers.hpp>

#include <gtest/gtest.h>

#include <atomic>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <thread>
#include <vector>

namespace scrump {
namespace {

using Word = Peers::Word;

constexpr std::uint32_t mail_tag = 7;

// Localities with some workers each, all served by one thread as a run would, and a thread for each worker.
class PeersTest : public testing::TestWithParam<Reach> {
  protected:
    static constexpr unsigned localities = 3;
    static constexpr unsigned workers = 2;
    static constexpr unsigned size = localities * workers;
    static constexpr std::size_t words = 40;

    PeersTest() : network_(Topology::one_host(localities), GetParam()) {
        for (unsigned i = 0; i < localities; ++i) {
            peers_.push_back(std::make_unique<Peers>(network_.endpoint(i), workers, words, network_.bell()));
        }
    }

    Peer& peer(unsigned index) { return peers_[index / workers]->peer(index % workers); }

    // Runs `work(peer)` for all of them, until each has returned.
    void run(const std::function<void(Peer&)>& work) {
        std::atomic<unsigned> left = size;
        std::vector<std::jthread> threads;
        for (unsigned index = 0; index < size; ++index) {
            threads.emplace_back([&, index] {
                work(peer(index));
                --left;
                network_.bell().ring_all();
            });
        }
        while (left > 0) {
            const Doorbell::Ticket ticket = network_.bell().listen();
            if (serve() || left == 0) {
                network_.bell().cancel();
            } else {
                network_.bell().wait(ticket);
            }
        }
        for (int round = 0; round < 3; ++round) serve();  // what nobody waited for
    }
    bool serve() {
        bool busy = false;
        for (unsigned i = 0; i < localities; ++i) {
            Transport& transport = network_.endpoint(i);
            busy |= peers_[i]->serve([&](unsigned to, Bytes mail) { transport.send(to, mail_tag, std::move(mail)); });
            while (std::optional<Message> message = transport.receive()) {
                EXPECT_EQ(message->tag, mail_tag);
                peers_[i]->deliver(std::move(message->payload));
                busy = true;
            }
        }
        return busy;
    }
    void end() {
        for (const auto& each : peers_) each->end();
    }

    InProcessNetwork network_;
    std::vector<std::unique_ptr<Peers>> peers_;
};

INSTANTIATE_TEST_SUITE_P(Reaches, PeersTest, testing::Values(Reach::direct, Reach::messages),
                         [](const auto& each) { return each.param == Reach::direct ? "direct" : "messages"; });

TEST_P(PeersTest, AreNumberedThroughAllLocalities) {
    for (unsigned index = 0; index < size; ++index) {
        EXPECT_EQ(peer(index).self(), index);
        EXPECT_EQ(peer(index).size(), size);
    }
}

TEST_P(PeersTest, ReadAndChangeEachOthersWords) {
    run([](Peer& self) {
        for (unsigned of = 0; of < size; ++of) {
            self.write(of, 10 + self.self(), 100 * of + self.self());
            EXPECT_EQ(self.read(of, 10 + self.self()), 100 * of + self.self());
            EXPECT_FALSE(self.compare_and_swap(of, 10 + self.self(), 7, 8));
            EXPECT_TRUE(self.compare_and_swap(of, 10 + self.self(), 100 * of + self.self(), 5));
            EXPECT_EQ(self.fetch_add(of, 10 + self.self(), ~Word{0}), 5U);
            EXPECT_EQ(self.read(of, 10 + self.self()), 4U);
        }
    });
    for (unsigned index = 0; index < size; ++index) {
        for (unsigned by = 0; by < size; ++by) EXPECT_EQ(peer(index).words()[10 + by], 4U);
        EXPECT_EQ(peer(index).words()[10 + size], 0U);
    }
}

TEST_P(PeersTest, NoChangeIsLost) {
    run([](Peer& self) {
        for (int i = 0; i < 50; ++i) {
            self.fetch_add(0, 0, 1);
            self.add(0, 1, 2);
            // A lock by compare-and-swap around a plain read and write.
            for (unsigned round = 0; !self.compare_and_swap(3, 16, 0, 1); ++round) self.pause(round);
            self.write(3, 17, self.read(3, 17) + 1);
            self.write(3, 16, 0);
        }
    });
    EXPECT_EQ(peer(0).words()[0], 50 * size);
    EXPECT_EQ(peer(0).words()[1], 100 * size);
    EXPECT_EQ(peer(3).words()[17], 50 * size);
}

TEST_P(PeersTest, WhatIsSeenBringsWhatWasWrittenBefore) {
    run([](Peer& self) {
        const unsigned next = (self.self() + 1) % size;
        for (Word w = 1; w < words; ++w) self.words()[w].store(self.self() + w, std::memory_order_relaxed);
        self.words()[0].store(1, std::memory_order_release);
        for (unsigned round = 0; self.read(next, 0) == 0; ++round) self.pause(round);
        std::vector<Word> got(words - 1);
        self.read(next, 1, got);
        for (Word w = 1; w < words; ++w) EXPECT_EQ(got[w - 1], next + w);
    });
}

TEST_P(PeersTest, MailComesInOrder) {
    constexpr unsigned letters = 100;
    run([](Peer& self) {
        for (unsigned i = 0; i < letters; ++i) {
            for (unsigned to = 0; to < size; ++to) {
                if (to != self.self()) self.send(to, std::to_string(i));
            }
        }
        std::vector<unsigned> got(size);
        for (unsigned left = letters * (size - 1); left > 0;) {
            self.wait_for_mail();
            EXPECT_TRUE(self.has_mail());
            while (const std::optional<Mail> mail = self.receive()) {
                EXPECT_EQ(mail->text, std::to_string(got[mail->from]++));
                --left;
            }
        }
        EXPECT_FALSE(self.has_mail());
    });
}

// Nobody is served here: who waits must come back when the run ends.
TEST_P(PeersTest, NobodyWaitsBeyondTheEnd) {
    std::vector<std::jthread> threads;
    std::atomic<unsigned> waiting = 0;
    for (unsigned index = 0; index < size; ++index) {
        threads.emplace_back([&, index] {
            Peer& self = peer(index);
            ++waiting;
            if (index % 2 == 0) self.wait_for_mail();
            self.read((index + workers) % size, 0);
            while (!self.ending()) self.wait_for_mail();
            EXPECT_FALSE(self.receive());
            EXPECT_FALSE(self.compare_and_swap((index + workers) % size, 5, 1, 2));
        });
    }
    while (waiting < size) std::this_thread::yield();
    end();
}

}  // namespace
}  // namespace scrump
