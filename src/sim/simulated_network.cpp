#include "simulated_network.hpp"

#include "../net/window_service.hpp"

#include <utility>

namespace scrump::detail {

class SimulatedNetwork::Endpoint final : public Transport {
  public:
    Endpoint(SimulatedWorld& world, std::size_t run, unsigned self)
        : world_(world),
          run_(run),
          self_(self),
          windows_([this](unsigned to, std::uint32_t tag, Bytes payload) { send(to, tag, std::move(payload)); }) {}

    unsigned self() const override { return self_; }
    const Topology& topology() const override { return world_.topology(); }

    void send(unsigned to, std::uint32_t tag, Bytes payload) override {
        world_.send(run_, to, {.source = self_, .tag = tag, .payload = std::move(payload)});
    }

    std::optional<Message> receive() override {
        world_.check_run(run_);
        while (std::optional<Message> message = take()) {
            if (!WindowService::handles(message->tag)) return message;
            windows_.handle(std::move(*message));
            windows_.check();
        }
        return std::nullopt;
    }

    std::unique_ptr<Window> open_window(std::size_t words) override {
        const std::shared_ptr<WindowMemory> memory = world_.window(run_, self_, windows_.next(), words);
        WindowService::Memory near{.words = {}, .owner = memory};
        const unsigned localities = world_.machine().localities;
        for (unsigned other = 0; other < size(); ++other)
            near.words.push_back(topology().same_host(self_, other) ? memory->of(other % localities) : nullptr);
        return windows_.open(self_, words, std::move(near));
    }

  private:
    std::optional<Message> take() {
        auto& waiting = world_.mailbox(run_, self_).messages;
        if (waiting.empty()) return std::nullopt;
        std::optional<Message> message = std::move(waiting.front());
        waiting.pop_front();
        message->began = Clock::now();
        const auto& costs = world_.machine().costs;
        world_.platform().spend(costs.receive + costs.byte * static_cast<double>(message->payload.size()));
        return message;
    }

    SimulatedWorld& world_;
    const std::size_t run_;
    const unsigned self_;
    WindowService windows_;
};

SimulatedNetwork::SimulatedNetwork(SimulatedWorld& world, std::size_t run, unsigned self)
    : world_(world), run_(run), self_(self), endpoint_(std::make_unique<Endpoint>(world, run, self)) {
    world_.open(run_, self_, events_);
}

SimulatedNetwork::~SimulatedNetwork() {
    world_.close(run_, self_);
}

Transport& SimulatedNetwork::endpoint(unsigned /*index*/) {
    return *endpoint_;
}

}  // namespace scrump::detail
