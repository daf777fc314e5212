#pragma once
// Victim selection: any candidate on the thief's own host, each equally likely (section 4.1.3.2 of Shatri (2023)); one
// on another host only after a round without success (see near_first.hpp).

#include <scrump/net/topology.hpp>
#include <scrump/stealing/detail/near_first.hpp>

namespace scrump::detail {

class LocalityAware final : public NearFirst {
  public:
    LocalityAware(unsigned self, const Topology& topology, std::uint64_t seed)
        : NearFirst(on_host(self, topology, true), on_host(self, topology, false), thief_random(self, seed)) {}

  private:
    static std::vector<unsigned> on_host(unsigned self, const Topology& topology, bool same) {
        return others(self, topology.size(), [&](unsigned other) { return topology.same_host(self, other) == same; });
    }
};

}  // namespace scrump::detail
