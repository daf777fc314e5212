#pragma once
// The transport between localities that live in one process: a mailbox each. Everything distributed can be run and
// tested with it, without a launcher.

#include <scrump/net/transport.hpp>

#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <vector>

namespace scrump {

/// A network of localities inside this process.
class InProcessNetwork {
  public:
    /// `arrived` is called after each message has been put into a mailbox, from the sender's thread.
    InProcessNetwork(unsigned localities, std::function<void()> arrived);

    /// The end of locality `index`; lives as long as the network.
    Transport& endpoint(unsigned index) { return *endpoints_[index]; }

  private:
    struct Mailbox {
        std::mutex mutex;
        std::deque<Message> messages;
    };
    class Endpoint;

    std::vector<std::unique_ptr<Mailbox>> mailboxes_;
    std::vector<std::unique_ptr<Transport>> endpoints_;
    std::function<void()> arrived_;
};

}  // namespace scrump
