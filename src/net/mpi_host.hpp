#pragma once
// What the processes of a communicator find out about each other's hosts, once, when they form a group.

#include <scrump/base/event_count.hpp>
#include <scrump/net/mpi.hpp>
#include <scrump/net/topology.hpp>

#include "shared_memory.hpp"

#include <memory>
#include <string>
#include <vector>

namespace scrump {

/// This process's rank.
unsigned rank_in(MPI_Comm communicator);

class MpiHost {
  public:
    /// Collective over the communicator.
    MpiHost(MPI_Comm communicator, AccessMode access_mode);

    const Topology& topology() const { return topology_; }
    /// What a process's host is called.
    const std::string& name(unsigned rank) const { return names_[rank]; }
    /// This process's share of the processors.
    const std::vector<unsigned>& processing_units() const { return processing_units_; }

    /// The processes that share memory with this one, itself included, in the order of their ranks.
    const std::vector<unsigned>& sharing() const { return sharing_; }
    /// The event count of a process; null if it is out of reach. This process's own never is.
    EventCount* events(unsigned rank) { return events_[rank].get(); }
    /// Whether that holds for everybody.
    bool all_hear() const { return sharing_.size() == topology_.size(); }

  private:
    void share_processing_units(MPI_Comm host);
    void map_hosts(MPI_Comm communicator, unsigned first_of_host);
    void share_bells(MPI_Comm host, unsigned self);

    Topology topology_;
    std::vector<std::string> names_;
    std::vector<unsigned> processing_units_;
    std::vector<unsigned> sharing_;
    SharedMemory memory_;
    std::vector<std::unique_ptr<EventCount>> events_;
};

}  // namespace scrump
