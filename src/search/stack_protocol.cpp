#include <scrump/search/detail/stack_protocol.hpp>

#include "message_passing_stack.hpp"
#include "shared_stack.hpp"

namespace scrump::detail {

ProbeOrder StackProtocol::Setting::order(const WorkerEndpoint& endpoint) const {
    if (protocol.probe == StealProtocol::Probe::random) return {endpoint.self(), endpoint.size(), seed};
    return {endpoint.self(), endpoint.size(), seed, [&](unsigned other) { return endpoint.same_host(other); }};
}

std::unique_ptr<StackProtocol> StackProtocol::make(const Setting& setting, OpenNodes& private_part,
                                                   WorkerEndpoint& endpoint) {
    if (setting.protocol.access() == StealProtocol::Access::by_message)
        return std::make_unique<MessagePassingStack>(setting, private_part, endpoint);
    return std::make_unique<SharedStack>(setting, private_part, endpoint);
}

std::size_t StackProtocol::words(const StealProtocol& protocol, std::size_t chunk_words) {
    if (protocol.access() == StealProtocol::Access::by_message) return 0;
    return StealStackLayout(chunk_words).words();
}

}  // namespace scrump::detail
