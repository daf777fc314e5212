#pragma once
// Networks of one process on which something goes wrong as it may on a cluster.
//
// Delays: messages of different senders overtake each other as they please. What came is held back and released in
// random order, that between two localities apart. The same calls with the same seed meet the same order. Finds what
// only works when messages arrive promptly.
//
// Silence: a locality stops answering, as if its process had been stopped. As it is served all the same, by the thread
// that serves everybody here, it is kept from finding that all the others stopped answering: in place of what is sent
// to it, it gets messages that mean nothing.

#include <scrump/base/random.hpp>
#include <scrump/net/detail/group_of_one.hpp>
#include <scrump/net/detail/in_process.hpp>
#include <scrump/net/detail/tag.hpp>

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <deque>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

namespace scrump::test {

using namespace detail;

/// Which locality stops answering, after it has sent and received so many messages.
struct Silence {
    unsigned locality = 0;
    std::size_t after = 0;
};

class FaultyNetwork final : public Network {
  public:
    /// Messages that mean nothing but that somebody is there.
    static constexpr std::uint32_t nothing = Tag("keep-alive").number();

    FaultyNetwork(std::uint64_t seed, Topology topology, AccessMode access_mode = AccessMode::direct,
                  std::optional<Silence> silence = std::nullopt)
        : network_(std::move(topology), access_mode), silence_(silence) {
        SplitMix64 seeds(seed);
        for (unsigned i = 0; i < network_.here(); ++i) {
            endpoints_.push_back(std::make_unique<Endpoint>(*this, network_.endpoint(i), seeds()));
        }
    }

    unsigned here() const override { return network_.here(); }
    Transport& endpoint(unsigned index) override { return *endpoints_[index]; }
    EventCount& events() override { return network_.events(); }
    /// Short while anything is held back: nobody is notified when it is released.
    std::chrono::nanoseconds patience(bool reply_expected) override {
        const bool holds =
            std::any_of(endpoints_.begin(), endpoints_.end(), [](const auto& end) { return end->holds(); });
        return holds ? std::chrono::microseconds(10) : network_.patience(reply_expected);
    }

  private:
    class Endpoint final : public Transport {
      public:
        Endpoint(FaultyNetwork& network, Transport& inner, std::uint64_t seed)
            : network_(network), inner_(inner), random_(seed), held_(inner.size()) {}

        unsigned self() const override { return inner_.self(); }
        const Topology& topology() const override { return inner_.topology(); }
        std::unique_ptr<Window> open_window(std::size_t words) override { return inner_.open_window(words); }

        void send(unsigned to, std::uint32_t tag, Bytes payload) override {
            if (silent()) return;
            ++moved_;
            if (!network_.endpoints_[to]->silent()) return inner_.send(to, tag, std::move(payload));
            network_.endpoints_[to]->hold({.source = self(), .tag = nothing, .payload = {}});
            network_.events().notify_all();
        }

        // A caller goes on until there is nothing; half the time there seems to be nothing.
        std::optional<Message> receive() override {
            while (!silent()) {
                std::optional<Message> message = inner_.receive();
                if (!message) break;
                hold(std::move(*message));
            }
            if (senders_.empty() || random_.below(2) == 0) return std::nullopt;
            const auto sender = senders_.begin() + random_.below(static_cast<std::uint32_t>(senders_.size()));
            std::deque<Message>& queue = held_[*sender];
            std::optional<Message> message = std::move(queue.front());
            queue.pop_front();
            if (queue.empty()) senders_.erase(sender);
            if (silent()) return Message{.source = message->source, .tag = nothing, .payload = {}};
            ++moved_;
            return message;
        }

        bool holds() const { return !senders_.empty(); }

      private:
        bool silent() const {
            const std::optional<Silence>& silence = network_.silence_;
            return silence && silence->locality == inner_.self() && moved_ >= silence->after;
        }
        void hold(Message message) {
            std::deque<Message>& queue = held_[message.source];
            if (queue.empty()) senders_.push_back(message.source);
            queue.push_back(std::move(message));
        }

        FaultyNetwork& network_;
        Transport& inner_;
        SplitMix64 random_;
        std::vector<std::deque<Message>> held_;  // by sender
        std::vector<unsigned> senders_;          // of which something is held
        std::size_t moved_ = 0;                  // messages sent and received
    };

    InProcessNetwork network_;
    const std::optional<Silence> silence_;
    std::vector<std::unique_ptr<Endpoint>> endpoints_;
};

/// A group of one process whose networks are faulty: `Session(std::make_unique<FaultyGroup>(seed))`. Each run meets
/// another order. With AccessMode::messages each locality has a host of its own.
class FaultyGroup final : public GroupOfOne {
  public:
    explicit FaultyGroup(std::uint64_t seed, AccessMode access_mode = AccessMode::direct,
                         std::optional<Silence> silence = std::nullopt)
        : seeds_(seed), access_mode_(access_mode), silence_(silence) {}

    std::unique_ptr<Network> connect(unsigned localities) override {
        Topology topology =
            access_mode_ == AccessMode::direct ? Topology::one_host(localities) : Topology::apart(localities);
        return std::make_unique<FaultyNetwork>(seeds_(), std::move(topology), access_mode_, silence_);
    }

  private:
    SplitMix64 seeds_;
    AccessMode access_mode_;
    std::optional<Silence> silence_;
};

}  // namespace scrump::test
