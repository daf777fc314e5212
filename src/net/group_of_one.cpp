#include <scrump/net/detail/group_of_one.hpp>

#include <scrump/base/detail/processing_units.hpp>
#include <scrump/net/detail/in_process.hpp>

namespace scrump::detail {

std::unique_ptr<Network> GroupOfOne::connect(unsigned localities) {
    const auto topology =
        access_mode_ == AccessMode::direct ? Topology::one_host(localities) : Topology::apart(localities);
    return std::make_unique<InProcessNetwork>(topology, access_mode_);
}

const std::vector<unsigned>& GroupOfOne::processing_units() const {
    return detail::processing_units();
}

}  // namespace scrump::detail
