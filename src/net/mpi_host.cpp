#include "mpi_host.hpp"

#include <scrump/base/detail/cache_line.hpp>
#include <scrump/base/detail/processing_units.hpp>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <map>
#include <new>
#include <numeric>

namespace scrump::detail {
namespace {

unsigned size_of(MPI_Comm communicator) {
    int size = 0;
    MPI_Comm_size(communicator, &size);
    return static_cast<unsigned>(size);
}

// What lies in the memory that a host's processes share: a token that tells the right memory from any other, and their
// event counts, each on a cache line of its own.
struct alignas(cache_line) Slot {
    std::uint64_t token = 0;
    EventCount::State events;
};

// Where a process is. Names of hosts are cut to what is usual.
struct Whereabouts {
    unsigned first_of_host = 0;
    unsigned domain = 0;
    char host[64] = {};
};

Whereabouts whereabouts(unsigned first_of_host) {
    Whereabouts here{.first_of_host = first_of_host, .domain = memory_domain()};
    char name[MPI_MAX_PROCESSOR_NAME] = {};
    int length = 0;
    MPI_Get_processor_name(name, &length);
    std::copy_n(name, std::min<std::size_t>(static_cast<std::size_t>(length), sizeof(here.host) - 1), here.host);
    return here;
}

struct Invitation {
    SharedMemory::Address address;
    std::uint64_t token = 0;
};

}  // namespace

unsigned rank_in(MPI_Comm communicator) {
    int rank = 0;
    MPI_Comm_rank(communicator, &rank);
    return static_cast<unsigned>(rank);
}

MpiHost::MpiHost(MPI_Comm communicator, AccessMode access_mode) : self_(rank_in(communicator)) {
    MPI_Comm host = MPI_COMM_NULL;
    MPI_Comm_split_type(communicator, MPI_COMM_TYPE_SHARED, static_cast<int>(self_), MPI_INFO_NULL, &host);
    sharing_.resize(size_of(host));
    MPI_Allgather(&self_, 1, MPI_UNSIGNED, sharing_.data(), 1, MPI_UNSIGNED, host);
    share_processing_units(host);
    const unsigned first_of_host = sharing_.front();
    map_hosts(communicator, first_of_host);
    events_.resize(topology_.size());
    if (access_mode == AccessMode::messages) {
        topology_ = Topology::apart(topology_.size());
        sharing_ = {self_};
    } else {
        share_events(host);
    }
    if (!events_[self_]) events_[self_] = std::make_unique<EventCount>();
    meet_other_hosts(communicator, first_of_host);
    MPI_Comm_free(&host);
}

void MpiHost::share_processing_units(MPI_Comm host) {
    const std::vector<unsigned>& own = detail::processing_units();
    const int count = static_cast<int>(own.size());
    std::vector<int> counts(size_of(host));
    MPI_Allgather(&count, 1, MPI_INT, counts.data(), 1, MPI_INT, host);
    std::vector<int> begins(counts.size());
    std::exclusive_scan(counts.begin(), counts.end(), begins.begin(), 0);
    std::vector<unsigned> all(static_cast<std::size_t>(begins.back() + counts.back()));
    MPI_Allgatherv(own.data(), count, MPI_UNSIGNED, all.data(), counts.data(), begins.data(), MPI_UNSIGNED, host);
    std::vector<std::vector<unsigned>> allowed;
    for (std::size_t i = 0; i < counts.size(); ++i) {
        allowed.emplace_back(all.begin() + begins[i], all.begin() + begins[i] + counts[i]);
    }
    processing_units_ = detail::share_processing_units(allowed, rank_in(host));
}

// Hosts are numbered in the order of their first ranks.
void MpiHost::map_hosts(MPI_Comm communicator, unsigned first_of_host) {
    const Whereabouts own = whereabouts(first_of_host);
    std::vector<Whereabouts> all(size_of(communicator));
    MPI_Allgather(&own, sizeof(own), MPI_BYTE, all.data(), sizeof(own), MPI_BYTE, communicator);
    std::map<unsigned, unsigned> hosts;
    for (const Whereabouts& each : all) {
        const unsigned host = hosts.emplace(each.first_of_host, static_cast<unsigned>(hosts.size())).first->second;
        topology_.places.push_back({.host = host, .domain = each.domain});
        names_.emplace_back(each.host);
    }
}

// Either all processes of the host get the memory, or they do without.
void MpiHost::share_events(MPI_Comm host) {
    const std::size_t size = sharing_.size() * sizeof(Slot);
    const bool makes = sharing_.front() == self_;
    Invitation invitation;
    if (makes) {
        memory_ = SharedMemory::create(size);
        if (memory_.data() != nullptr) {
            const auto now = Clock::now().time_since_epoch().count();
            invitation = {.address = memory_.address(), .token = static_cast<std::uint64_t>(now)};
            reinterpret_cast<Slot*>(memory_.data())->token = invitation.token;
        }
    }
    MPI_Bcast(&invitation, sizeof(invitation), MPI_BYTE, 0, host);
    if (!makes && invitation.address.valid()) memory_ = SharedMemory::attach(invitation.address, size);
    Slot* const slots = reinterpret_cast<Slot*>(memory_.data());
    const int mapped = slots != nullptr && slots->token == invitation.token ? 1 : 0;
    int all_mapped = 0;
    MPI_Allreduce(&mapped, &all_mapped, 1, MPI_INT, MPI_MIN, host);
    memory_.hide();
    if (all_mapped == 0 || slots == nullptr) {
        sharing_ = {self_};
        return;
    }
    for (std::size_t i = 0; i < sharing_.size(); ++i)
        events_[sharing_[i]] = std::make_unique<EventCount>(slots[i].events);
}

// Collective: processes that share memory with all others take part for those that do not.
void MpiHost::meet_other_hosts(MPI_Comm communicator, unsigned first_of_host) {
    const int apart = sharing_.size() < topology_.size() ? 1 : 0;
    int any_apart = 0;
    MPI_Allreduce(&apart, &any_apart, 1, MPI_INT, MPI_MAX, communicator);
    if (any_apart == 0) return;
    announcements_ = std::make_unique<Announcements>(events());
    const Announcements::Contact own = announcements_->contact(first_of_host);
    std::vector<Announcements::Contact> all(topology_.size());
    MPI_Allgather(&own, sizeof(own), MPI_BYTE, all.data(), sizeof(own), MPI_BYTE, communicator);
    announcements_->connect(self_, all);
}

void MpiHost::announce(unsigned rank) {
    if (events_[rank]) return events_[rank]->notify_all();
    announcements_->announce(rank);
}

void MpiHost::remind(unsigned rank) {
    if (events_[rank]) return events_[rank]->notify_all();
    announcements_->remind(rank);
}

void MpiHost::note_arrival(unsigned rank) {
    if (!events_[rank]) announcements_->note_arrival();
}

}  // namespace scrump::detail
