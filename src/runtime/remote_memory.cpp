#include <scrump/runtime/detail/remote_memory.hpp>

#include <algorithm>
#include <utility>

namespace scrump::detail {

RemoteMemory::RemoteMemory(Transport& transport, unsigned workers, EventCount& server_events)
    : transport_(transport), workers_(workers), server_events_(server_events) {}

RemoteMemory::~RemoteMemory() = default;

RemoteArray& RemoteMemory::open(std::string name, std::size_t words) {
    arrays_.push_back(std::make_unique<RemoteArray>(std::move(name), transport_, workers_, words, server_events_));
    return *arrays_.back();
}

bool RemoteMemory::serve() {
    bool any = false;
    for (const auto& each : arrays_) any |= each->serve();
    return any;
}

bool RemoteMemory::awaits_reply() const {
    return std::any_of(arrays_.begin(), arrays_.end(), [](const auto& each) { return each->awaits_reply(); });
}

void RemoteMemory::end() {
    for (const auto& each : arrays_) each->end();
}

}  // namespace scrump::detail
