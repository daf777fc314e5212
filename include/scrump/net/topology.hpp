#pragma once
// The positions of localities, and the distances between them.

#include <vector>

namespace scrump {

/// The hosts and memory domains of all localities.
struct Topology {
    /// Position of a locality.
    struct Place {
        unsigned host = 0;    ///< localities with the same number share a host
        unsigned domain = 0;  ///< within a host: those with the same number share a memory domain (NUMA node, package)
        /// Whether both are the same.
        bool operator==(const Place&) const = default;
    };

    std::vector<Place> places;  ///< position of each locality

    static constexpr unsigned levels = 3;  ///< number of levels of distance()

    /// `size` localities in one memory domain of one host.
    static Topology one_host(unsigned size) { return {std::vector<Place>(size)}; }

    /// `size` localities, each on a host of its own.
    static Topology apart(unsigned size) {
        Topology topology = one_host(size);
        for (unsigned i = 0; i < size; ++i) topology.places[i].host = i;
        return topology;
    }

    /// Number of localities.
    unsigned size() const { return static_cast<unsigned>(places.size()); }

    /// The level that two localities share: 0 a memory domain, 1 a host, 2 only the network.
    unsigned distance(unsigned a, unsigned b) const {
        if (places[a].host != places[b].host) return 2;
        return places[a].domain != places[b].domain ? 1 : 0;
    }
    /// Whether two localities share a host.
    bool same_host(unsigned a, unsigned b) const { return places[a].host == places[b].host; }
};

}  // namespace scrump
