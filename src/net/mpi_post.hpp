#pragma once
// Messages over an MPI communicator that is used for nothing else. All travel under one MPI tag, so that MPI keeps
// their order between two processes; the run to which a message belongs and its own tag follow its payload.
//
// Nothing here waits: sends that MPI cannot complete at once, and receives of messages too large to have come whole,
// are kept, and checked again by the next receive().

#include <scrump/net/detail/transport.hpp>
#include <scrump/net/mpi.hpp>

#include <cstdint>
#include <deque>
#include <functional>
#include <list>
#include <optional>

namespace scrump::detail {

struct Parcel {
    std::uint32_t run = 0;
    Message message;
};

class MpiPost {
  public:
    /// `left` is called with the receiver when a message that could not be sent at once has been sent.
    MpiPost(MPI_Comm communicator, std::function<void(unsigned to)> left)
        : communicator_(communicator), left_(std::move(left)) {}

    void send(unsigned to, std::uint32_t run, std::uint32_t tag, Bytes payload);
    std::optional<Parcel> receive();

    /// Whether something is under way that only progresses when this process calls MPI.
    bool pending() const { return !sending_.empty() || !arriving_.empty(); }
    /// Waits for all sends to complete. The receivers must be receiving.
    void finish();

  private:
    struct Sending {
        MPI_Request request = MPI_REQUEST_NULL;
        unsigned to = 0;
        Bytes bytes;
    };
    struct Arriving {
        MPI_Request request = MPI_REQUEST_NULL;
        unsigned source = 0;
        Bytes bytes;
        Clock::time_point began{};
    };

    void let_go();
    void probe();
    std::optional<Parcel> take();

    MPI_Comm communicator_;
    std::function<void(unsigned to)> left_;
    std::list<Sending> sending_;
    std::list<Arriving> arriving_;
};

}  // namespace scrump::detail
