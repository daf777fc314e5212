#pragma once
// One run's network between the processes of an MPI group: one locality in each.

#include <scrump/net/detail/network.hpp>

#include "mpi_group.hpp"
#include "window_service.hpp"

#include <deque>

namespace scrump::detail {

class MpiNetwork final : public Network, private Transport {
  public:
    MpiNetwork(MpiGroup& group, std::uint32_t run);
    MpiNetwork(const MpiNetwork&) = delete;
    MpiNetwork& operator=(const MpiNetwork&) = delete;
    ~MpiNetwork() override { group_.close(run_); }

    unsigned here() const override { return 1; }
    Transport& endpoint(unsigned /*index*/) override { return *this; }
    EventCount& events() override { return group_.host().events(); }
    std::chrono::nanoseconds patience(bool reply_expected) override { return group_.patience(reply_expected); }

    /// Receives incoming messages. Windows' requests are served at once, whatever this process waits for.
    void put(Message message);

  private:
    unsigned self() const override { return group_.self(); }
    const Topology& topology() const override { return group_.host().topology(); }
    void send(unsigned to, std::uint32_t tag, Bytes payload) override;
    std::optional<Message> receive() override;
    std::unique_ptr<Window> open_window(std::size_t words) override;

    void check() const;
    std::optional<Message> take();
    void reach_host(WindowService::Memory& memory, std::size_t words);

    MpiGroup& group_;
    const std::uint32_t run_;
    WindowService windows_;
    std::deque<Message> inbox_;
};

}  // namespace scrump::detail
