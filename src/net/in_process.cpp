#include <scrump/net/detail/in_process.hpp>

#include <scrump/base/detail/cache_line.hpp>
#include <scrump/base/detail/page_memory.hpp>

#include "window_service.hpp"

#include <algorithm>
#include <deque>
#include <utility>

namespace scrump::detail {

// A window's words of all localities, each locality's on cache lines of their own, one after the other without a gap
// where they fill their lines.
class InProcessNetwork::Memory {
  public:
    using Word = Window::Word;

    Memory(unsigned localities, std::size_t words)
        : apart_(std::max<std::size_t>((words * sizeof(Word) + cache_line - 1) / cache_line, 1) * cache_line),
          all_(localities * apart_) {}

    std::atomic<Word>* of(unsigned locality) {
        return reinterpret_cast<std::atomic<Word>*>(all_.data() + locality * apart_);
    }

  private:
    std::size_t apart_;  // bytes
    PageMemory all_;
};

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
        const std::shared_ptr<Memory> memory = network_.open(windows_.next(), words);
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

std::shared_ptr<InProcessNetwork::Memory> InProcessNetwork::open(std::size_t window, std::size_t words) {
    const std::lock_guard lock(opening_);
    Opening& opening = openings_[window];
    if (!opening.memory) opening.memory = std::make_shared<Memory>(here(), words);
    std::shared_ptr<Memory> memory = opening.memory;
    if (++opening.opened == here()) openings_.erase(window);
    return memory;
}

}  // namespace scrump::detail
