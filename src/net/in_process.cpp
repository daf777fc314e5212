#include <scrump/net/in_process.hpp>

namespace scrump {

class InProcessNetwork::Endpoint final : public Transport {
  public:
    Endpoint(InProcessNetwork& network, unsigned self) : network_(network), self_(self) {}

    unsigned self() const override { return self_; }
    unsigned size() const override { return static_cast<unsigned>(network_.mailboxes_.size()); }

    void send(unsigned to, std::uint32_t tag, Bytes payload) override {
        Mailbox& mailbox = *network_.mailboxes_.at(to);
        {
            const std::lock_guard lock(mailbox.mutex);
            mailbox.messages.push_back({self_, tag, std::move(payload)});
        }
        network_.arrived_();
    }

    std::optional<Message> receive() override {
        Mailbox& mailbox = *network_.mailboxes_[self_];
        const std::lock_guard lock(mailbox.mutex);
        if (mailbox.messages.empty()) return std::nullopt;
        std::optional<Message> message = std::move(mailbox.messages.front());
        mailbox.messages.pop_front();
        return message;
    }

  private:
    InProcessNetwork& network_;
    unsigned self_;
};

InProcessNetwork::InProcessNetwork(unsigned localities, std::function<void()> arrived) : arrived_(std::move(arrived)) {
    for (unsigned index = 0; index < localities; ++index) {
        mailboxes_.push_back(std::make_unique<Mailbox>());
        endpoints_.push_back(std::make_unique<Endpoint>(*this, index));
    }
}

}  // namespace scrump
