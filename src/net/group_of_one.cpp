#include <scrump/net/group_of_one.hpp>

#include <scrump/base/places.hpp>
#include <scrump/net/in_process.hpp>

namespace scrump {

std::unique_ptr<Network> GroupOfOne::connect(unsigned localities) {
    const auto topology = reach_ == Reach::direct ? Topology::one_host(localities) : Topology::apart(localities);
    return std::make_unique<InProcessNetwork>(topology, reach_);
}

const std::vector<unsigned>& GroupOfOne::places() const {
    return scrump::places();
}

}  // namespace scrump
