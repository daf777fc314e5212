#include <scrump/search/stack_protocol.hpp>

#include "mailed_stack.hpp"
#include "shared_stack.hpp"

namespace scrump {

ProbeOrder StackProtocol::Setting::order(const Peer& peer) const {
    if (protocol.probe == StealProtocol::Probe::random) return {peer.self(), peer.size(), seed};
    return {peer.self(), peer.size(), seed, [&](unsigned other) { return peer.same_host(other); }};
}

std::unique_ptr<StackProtocol> StackProtocol::make(const Setting& setting, WordColumns& private_part, Peer& peer) {
    if (setting.protocol.access() == StealProtocol::Access::by_mail)
        return std::make_unique<MailedStack>(setting, private_part, peer);
    return std::make_unique<SharedStack>(setting, private_part, peer);
}

std::size_t StackProtocol::words(const StealProtocol& protocol, std::size_t columns, std::size_t batch) {
    if (protocol.access() == StealProtocol::Access::by_mail) return 0;
    return SharedStack::layout(protocol, columns, batch).words();
}

}  // namespace scrump
