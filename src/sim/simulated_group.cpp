#include "simulated_group.hpp"

#include "simulated_network.hpp"

#include <scrump/net/detail/group_of_one.hpp>

#include <utility>

namespace scrump::detail {

SimulatedGroup::~SimulatedGroup() {
    try {
        leave();
    } catch (const std::exception&) {  // who ends by another exception has something to say already
    }
}

Bytes SimulatedGroup::broadcast(Bytes bytes) {
    const std::size_t number = broadcasts_++;
    if (self_ != 0) return world_.await(self_, number);
    world_.give(number, bytes);
    return bytes;
}

std::unique_ptr<Network> SimulatedGroup::connect(unsigned localities) {
    world_.throw_failure();
    if (size() == 1) return GroupOfOne().connect(localities);
    return std::make_unique<SimulatedNetwork>(world_, runs_++, self_);
}

std::string SimulatedGroup::said_by_this(const std::string& why) const {
    return title().empty() ? why : title() + ": " + why;
}

void SimulatedGroup::fail(const std::string& why, FailureKind kind) noexcept {
    failure_told_ = true;
    world_.fail(said_by_this(why), kind, std::nullopt);
}

void SimulatedGroup::mark_dead(unsigned rank, const std::string& why) noexcept {
    failure_told_ = true;
    world_.fail(said_by_this(why), FailureKind::error, rank);
}

void SimulatedGroup::leave() {
    if (std::exchange(left_, true)) return;
    world_.leave(self_, broadcasts_, runs_);
    if (!failure_told_) world_.throw_failure();
}

}  // namespace scrump::detail
