#pragma once
// A network on which messages of different senders overtake each other as they please: it holds back what came and
// releases it in random order, that between two localities apart. The same calls with the same seed meet the same
// order. Finds what only works when messages arrive promptly.

#include <scrump/base/random.hpp>
#include <scrump/net/group_of_one.hpp>
#include <scrump/net/in_process.hpp>

#include <algorithm>
#include <chrono>
#include <deque>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

namespace scrump::test {

class DelayingNetwork final : public Network {
  public:
    DelayingNetwork(std::uint64_t seed, Topology topology, Reach reach = Reach::direct)
        : network_(std::move(topology), reach) {
        SplitMix64 seeds(seed);
        for (unsigned i = 0; i < network_.here(); ++i) {
            endpoints_.push_back(std::make_unique<Endpoint>(network_.endpoint(i), seeds()));
        }
    }

    unsigned here() const override { return network_.here(); }
    Transport& endpoint(unsigned index) override { return *endpoints_[index]; }
    Doorbell& bell() override { return network_.bell(); }
    /// Short while anything is held back: nothing rings when it is released.
    std::chrono::nanoseconds patience(bool reply_expected) override {
        const bool holds =
            std::any_of(endpoints_.begin(), endpoints_.end(), [](const auto& end) { return end->holds(); });
        return holds ? std::chrono::microseconds(10) : network_.patience(reply_expected);
    }

  private:
    class Endpoint final : public Transport {
      public:
        Endpoint(Transport& inner, std::uint64_t seed) : inner_(inner), random_(seed), held_(inner.size()) {}

        unsigned self() const override { return inner_.self(); }
        const Topology& topology() const override { return inner_.topology(); }
        void send(unsigned to, std::uint32_t tag, Bytes payload) override { inner_.send(to, tag, std::move(payload)); }
        std::unique_ptr<Window> open_window(std::size_t words) override { return inner_.open_window(words); }

        // A caller goes on until there is nothing; half the time there seems to be nothing.
        std::optional<Message> receive() override {
            while (std::optional<Message> message = inner_.receive()) {
                std::deque<Message>& queue = held_[message->source];
                if (queue.empty()) senders_.push_back(message->source);
                queue.push_back(std::move(*message));
            }
            if (senders_.empty() || random_.below(2) == 0) return std::nullopt;
            const auto sender = senders_.begin() + random_.below(static_cast<std::uint32_t>(senders_.size()));
            std::deque<Message>& queue = held_[*sender];
            std::optional<Message> message = std::move(queue.front());
            queue.pop_front();
            if (queue.empty()) senders_.erase(sender);
            return message;
        }

        bool holds() const { return !senders_.empty(); }

      private:
        Transport& inner_;
        SplitMix64 random_;
        std::vector<std::deque<Message>> held_;  // by sender
        std::vector<unsigned> senders_;          // of which something is held
    };

    InProcessNetwork network_;
    std::vector<std::unique_ptr<Endpoint>> endpoints_;
};

/// A group of one process whose networks delay: `Session(std::make_unique<DelayingGroup>(seed))`. Each run meets
/// another order. With Reach::messages each locality has a host of its own.
class DelayingGroup final : public Group {
  public:
    explicit DelayingGroup(std::uint64_t seed, Reach reach = Reach::direct) : seeds_(seed), reach_(reach) {}

    unsigned self() const override { return 0; }
    unsigned size() const override { return 1; }
    std::string title() const override { return {}; }
    Bytes broadcast(Bytes bytes) override { return bytes; }
    std::unique_ptr<Network> connect(unsigned localities) override {
        Topology topology = reach_ == Reach::direct ? Topology::one_host(localities) : Topology::apart(localities);
        return std::make_unique<DelayingNetwork>(seeds_(), std::move(topology), reach_);
    }
    const std::vector<unsigned>& places() const override { return one_.places(); }
    void fail(const std::string& /*why*/) noexcept override {}
    void leave() override {}

  private:
    GroupOfOne one_;
    SplitMix64 seeds_;
    Reach reach_;
};

}  // namespace scrump::test
