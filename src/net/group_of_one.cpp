#include <scrump/net/group_of_one.hpp>

#include <scrump/base/processing_units.hpp>
#include <scrump/net/in_process.hpp>

namespace scrump {

std::unique_ptr<Network> GroupOfOne::connect(unsigned localities) {
    const auto topology =
        access_mode_ == AccessMode::direct ? Topology::one_host(localities) : Topology::apart(localities);
    return std::make_unique<InProcessNetwork>(topology, access_mode_);
}

const std::vector<unsigned>& GroupOfOne::processing_units() const {
    return scrump::processing_units();
}

}  // namespace scrump
