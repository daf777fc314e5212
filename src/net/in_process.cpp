#include <scrump/net/detail/in_process.hpp>

#include "window_memory.hpp"
#include "window_service.hpp"

#include <deque>
#include <utility>

namespace scrump::detail {

class InProcessNetwork::Endpoint final : public Transport {
  public:
    Endpoint(InProcessNetwork& network, unsigned self)
        : network_(network),
          self_(self),
          windows_([this](unsigned to, std::uint32_t tag, Bytes payload) { send(to, tag, std::move(payload)); }) {}

    unsigned self() const override { return self_; }
    const Topology& topology() const override { return network_.topology_; }

    void send(unsigned to, std::uint32_t tag, Bytes payload) override {
        network_.endpoints_.at(to)->put({.source = self_, .tag = tag, .payload = std::move(payload)});
        network_.events_.notify_all();
    }

    std::optional<Message> receive() override {
        while (std::optional<Message> message = take()) {
            if (!WindowService::handles(message->tag)) return message;
            windows_.handle(std::move(*message));
            windows_.check();
        }
        return std::nullopt;
    }

    std::unique_ptr<Window> open_window(std::size_t words) override {
        const std::shared_ptr<WindowMemory> memory = network_.open(windows_.next(), words);
        WindowService::Memory memory_words{.words = {}, .owner = memory};
        for (unsigned locality = 0; locality < size(); ++locality) {
            const bool direct = locality == self_ || network_.access_mode_ == AccessMode::direct;
            memory_words.words.push_back(direct ? memory->of(locality) : nullptr);
        }
        return windows_.open(self_, words, std::move(memory_words));
    }

  private:
    void put(Message message) {
        const std::lock_guard lock(mutex_);
        mailbox_.push_back(std::move(message));
    }
    std::optional<Message> take() {
        const std::lock_guard lock(mutex_);
        if (mailbox_.empty()) return std::nullopt;
        std::optional<Message> message = std::move(mailbox_.front());
        mailbox_.pop_front();
        return message;
    }

    InProcessNetwork& network_;
    const unsigned self_;
    WindowService windows_;
    std::mutex mutex_;
    std::deque<Message> mailbox_;
};

InProcessNetwork::InProcessNetwork(Topology topology, AccessMode access_mode)
    : topology_(std::move(topology)), access_mode_(access_mode) {
    for (unsigned index = 0; index < topology_.size(); ++index) {
        endpoints_.push_back(std::make_unique<Endpoint>(*this, index));
    }
}

InProcessNetwork::~InProcessNetwork() = default;

Transport& InProcessNetwork::endpoint(unsigned index) {
    return *endpoints_[index];
}

std::shared_ptr<WindowMemory> InProcessNetwork::open(std::size_t window, std::size_t words) {
    const std::lock_guard lock(opening_);
    Opening& opening = openings_[window];
    if (!opening.memory) opening.memory = std::make_shared<WindowMemory>(here(), words);
    std::shared_ptr<WindowMemory> memory = opening.memory;
    if (++opening.opened == here()) openings_.erase(window);
    return memory;
}

}  // namespace scrump::detail
