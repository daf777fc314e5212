#include <scrump/net/detail/in_process.hpp>
#include <scrump/runtime/detail/worker_endpoints.hpp>

#include <gtest/gtest.h>

#include <atomic>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <thread>
#include <vector>

namespace scrump::detail {
namespace {

using Word = WorkerEndpoints::Word;

constexpr std::uint32_t worker_message_tag = 7;

// Localities with some workers each, all served by one thread as a run would, and a thread for each worker.
class WorkerEndpointsTest : public testing::TestWithParam<AccessMode> {
  protected:
    static constexpr unsigned localities = 3;
    static constexpr unsigned workers = 2;
    static constexpr unsigned size = localities * workers;
    static constexpr std::size_t words = 40;

    WorkerEndpointsTest() : network_(Topology::one_host(localities), GetParam()) {
        for (unsigned i = 0; i < localities; ++i) {
            memories_.push_back(std::make_unique<RemoteMemory>(network_.endpoint(i), workers, network_.events()));
            endpoints_.push_back(std::make_unique<WorkerEndpoints>(*memories_.back(), words));
        }
    }

    WorkerEndpoint& endpoint(unsigned index) { return endpoints_[index / workers]->endpoint(index % workers); }

    // Runs `work(endpoint)` for all of them, until each has returned.
    void run(const std::function<void(WorkerEndpoint&)>& work) {
        std::atomic<unsigned> left = size;
        std::vector<std::jthread> threads;
        for (unsigned index = 0; index < size; ++index) {
            threads.emplace_back([&, index] {
                work(endpoint(index));
                --left;
                network_.events().notify_all();
            });
        }
        while (left > 0) {
            const EventCount::Key key = network_.events().prepare_wait();
            if (serve() || left == 0) {
                network_.events().cancel_wait();
            } else {
                network_.events().wait(key);
            }
        }
        for (int round = 0; round < 3; ++round) serve();  // what nobody waited for
    }
    bool serve() {
        bool busy = false;
        for (unsigned i = 0; i < localities; ++i) {
            Transport& transport = network_.endpoint(i);
            busy |= endpoints_[i]->serve(
                [&](unsigned to, Bytes message) { transport.send(to, worker_message_tag, std::move(message)); });
            while (std::optional<Message> message = transport.receive()) {
                EXPECT_EQ(message->tag, worker_message_tag);
                endpoints_[i]->deliver(std::move(message->payload));
                busy = true;
            }
        }
        return busy;
    }
    void end() {
        for (const auto& each : endpoints_) each->end();
    }

    InProcessNetwork network_;
    std::vector<std::unique_ptr<RemoteMemory>> memories_;
    std::vector<std::unique_ptr<WorkerEndpoints>> endpoints_;
};

INSTANTIATE_TEST_SUITE_P(AccessModes, WorkerEndpointsTest, testing::Values(AccessMode::direct, AccessMode::messages),
                         [](const auto& each) { return each.param == AccessMode::direct ? "direct" : "messages"; });

TEST_P(WorkerEndpointsTest, AreNumberedThroughAllLocalities) {
    for (unsigned index = 0; index < size; ++index) {
        EXPECT_EQ(endpoint(index).self(), index);
        EXPECT_EQ(endpoint(index).size(), size);
    }
}

TEST_P(WorkerEndpointsTest, ReadAndChangeEachOthersWords) {
    run([](WorkerEndpoint& self) {
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
        for (unsigned by = 0; by < size; ++by) EXPECT_EQ(endpoint(index).words()[10 + by], 4U);
        EXPECT_EQ(endpoint(index).words()[10 + size], 0U);
    }
}

TEST_P(WorkerEndpointsTest, ReadTheSameWordsOfSeveral) {
    for (unsigned index = 0; index < size; ++index) {
        endpoint(index).words()[20] = index;
        endpoint(index).words()[21] = 10 * index;
    }
    run([](WorkerEndpoint& self) {
        for (int again = 0; again < 2; ++again) {
            const std::vector<unsigned> several = {5, 0, 3};
            std::vector<Word> seen(6);
            self.read_of_each(several, 20, seen);
            EXPECT_EQ(seen, (std::vector<Word>{5, 50, 0, 0, 3, 30}));
        }
    });
}

TEST_P(WorkerEndpointsTest, NoChangeIsLost) {
    run([](WorkerEndpoint& self) {
        for (int i = 0; i < 50; ++i) {
            self.fetch_add(0, 0, 1);
            self.add(0, 1, 2);
            // A lock by compare-and-swap around a plain read and write.
            for (unsigned round = 0; !self.compare_and_swap(3, 16, 0, 1); ++round) self.pause(round);
            self.write(3, 17, self.read(3, 17) + 1);
            self.write(3, 16, 0);
        }
    });
    EXPECT_EQ(endpoint(0).words()[0], 50 * size);
    EXPECT_EQ(endpoint(0).words()[1], 100 * size);
    EXPECT_EQ(endpoint(3).words()[17], 50 * size);
}

TEST_P(WorkerEndpointsTest, WhatIsSeenBringsWhatWasWrittenBefore) {
    run([](WorkerEndpoint& self) {
        const unsigned next = (self.self() + 1) % size;
        for (Word w = 1; w < words; ++w) self.words()[w].store(self.self() + w, std::memory_order_relaxed);
        self.words()[0].store(1, std::memory_order_release);
        for (unsigned round = 0; self.read(next, 0) == 0; ++round) self.pause(round);
        std::vector<Word> got(words - 1);
        self.read(next, 1, got);
        for (Word w = 1; w < words; ++w) EXPECT_EQ(got[w - 1], next + w);
    });
}

TEST_P(WorkerEndpointsTest, MessagesComeInOrder) {
    constexpr unsigned letters = 100;
    run([](WorkerEndpoint& self) {
        for (unsigned i = 0; i < letters; ++i) {
            for (unsigned to = 0; to < size; ++to) {
                if (to != self.self()) self.send(to, std::to_string(i));
            }
        }
        std::vector<unsigned> got(size);
        for (unsigned left = letters * (size - 1); left > 0;) {
            self.wait_for_message();
            EXPECT_TRUE(self.has_message());
            while (const std::optional<WorkerMessage> message = self.receive()) {
                EXPECT_EQ(message->text, std::to_string(got[message->from]++));
                --left;
            }
        }
        EXPECT_FALSE(self.has_message());
    });
}

TEST_P(WorkerEndpointsTest, AMessageDoesNotOvertakeWhatWasWritten) {
    run([](WorkerEndpoint& self) {
        const unsigned next = (self.self() + workers) % size;
        self.write(next, 3, 7);
        self.send(next, "written");
        self.wait_for_message();
        EXPECT_EQ(self.words()[3], 7U);
        EXPECT_TRUE(self.receive());
    });
}

// Nobody is served here: who waits must come back when the run ends.
TEST_P(WorkerEndpointsTest, NobodyWaitsBeyondTheEnd) {
    std::vector<std::jthread> threads;
    std::atomic<unsigned> waiting = 0;
    for (unsigned index = 0; index < size; ++index) {
        threads.emplace_back([&, index] {
            WorkerEndpoint& self = endpoint(index);
            ++waiting;
            if (index % 2 == 0) self.wait_for_message();
            self.read((index + workers) % size, 0);
            while (!self.ending()) self.wait_for_message();
            EXPECT_FALSE(self.receive());
            EXPECT_FALSE(self.compare_and_swap((index + workers) % size, 5, 1, 2));
        });
    }
    while (waiting < size) std::this_thread::yield();
    end();
}

}  // namespace
}  // namespace scrump::detail
