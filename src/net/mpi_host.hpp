#pragma once
// Information on each other's hosts that the processes of a communicator exchange, once, when they form a group.

#include <scrump/base/detail/event_count.hpp>
#include <scrump/net/detail/announcements.hpp>
#include <scrump/net/mpi.hpp>
#include <scrump/net/topology.hpp>

#include "shared_memory.hpp"

#include <memory>
#include <string>
#include <vector>

namespace scrump::detail {

/// Rank of this process.
unsigned rank_in(MPI_Comm communicator);

class MpiHost {
  public:
    /// Collective over the communicator.
    MpiHost(MPI_Comm communicator, AccessMode access_mode);

    const Topology& topology() const { return topology_; }
    /// Name of a process's host.
    const std::string& name(unsigned rank) const { return names_[rank]; }
    /// This process's share of the processors.
    const std::vector<unsigned>& processing_units() const { return processing_units_; }

    /// The processes that share memory with this one, itself included, in the order of their ranks.
    const std::vector<unsigned>& sharing() const { return sharing_; }
    /// The event count on which this process's thread sleeps.
    EventCount& events() { return *events_[self_]; }
    /// Records that a message was sent to a process: wakes it, if it sleeps.
    void announce(unsigned rank);
    /// Records that an earlier message has only now left.
    void remind(unsigned rank);
    /// Records that a message has come from a process.
    void note_arrival(unsigned rank);
    /// Whether announced messages have not arrived yet.
    bool under_way() const { return announcements_ != nullptr && announcements_->under_way(); }
    /// Whether all processes reliably wake this one when they send something.
    bool all_announce() const { return announcements_ == nullptr || announcements_->all_announced(); }

  private:
    void share_processing_units(MPI_Comm host);
    void map_hosts(MPI_Comm communicator, unsigned first_of_host);
    void share_events(MPI_Comm host);
    void meet_other_hosts(MPI_Comm communicator, unsigned first_of_host);

    const unsigned self_;
    Topology topology_;
    std::vector<std::string> names_;
    std::vector<unsigned> processing_units_;
    std::vector<unsigned> sharing_;
    SharedMemory memory_;
    std::vector<std::unique_ptr<EventCount>> events_;  // of the processes that share memory
    std::unique_ptr<Announcements> announcements_;     // exists if there are others
};

}  // namespace scrump::detail
