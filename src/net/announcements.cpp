#include <scrump/net/detail/announcements.hpp>

#include <arpa/inet.h>
#include <ifaddrs.h>
#include <net/if.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <cstring>
#include <memory>
#include <random>
#include <system_error>
#include <type_traits>

namespace scrump::detail {
namespace {

// Largest number of a process's addresses that are tried.
constexpr std::size_t most_ways = 3;

static_assert(std::is_trivially_copyable_v<Announcements::Contact>);

sockaddr_in socket_address(std::uint32_t address, std::uint16_t port) {
    sockaddr_in place{};
    place.sin_family = AF_INET;
    place.sin_port = port;
    place.sin_addr.s_addr = address;
    return place;
}

// One that datagrams can be sent to from everywhere; -1 if there can be none.
int open_socket() {
    const int opened = ::socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0);
    const sockaddr_in anywhere = socket_address(htonl(INADDR_ANY), 0);
    if (opened >= 0 && ::bind(opened, reinterpret_cast<const sockaddr*>(&anywhere), sizeof(anywhere)) == 0)
        return opened;
    if (opened >= 0) ::close(opened);
    return -1;
}

std::uint32_t ipv4_of(const sockaddr* any) {
    sockaddr_in address{};
    std::memcpy(&address, any, sizeof(address));
    return address.sin_addr.s_addr;
}

std::vector<Announcements::Interface> interfaces() {
    ifaddrs* first = nullptr;
    if (::getifaddrs(&first) != 0) return {};
    const std::unique_ptr<ifaddrs, decltype(&::freeifaddrs)> all(first, &::freeifaddrs);
    std::vector<Announcements::Interface> found;
    for (const ifaddrs* each = first; each != nullptr; each = each->ifa_next) {
        const bool usable = each->ifa_addr != nullptr && each->ifa_netmask != nullptr &&
                            each->ifa_addr->sa_family == AF_INET && (each->ifa_flags & IFF_UP) != 0 &&
                            (each->ifa_flags & IFF_LOOPBACK) == 0;
        if (usable) found.push_back({.address = ipv4_of(each->ifa_addr), .mask = ipv4_of(each->ifa_netmask)});
    }
    return found;
}

}  // namespace

Announcements::Announcements(EventCount& events) : events_(events), socket_(open_socket()) {
    std::random_device random;
    secret_ = (std::uint64_t{random()} << 32U) | random();
    if (socket_ >= 0) ends_ = ::eventfd(0, EFD_CLOEXEC);
}

Announcements::~Announcements() {
    if (listener_.joinable()) {
        const std::uint64_t one = 1;
        if (::write(ends_, &one, sizeof(one)) < 0) std::terminate();  // cannot be
        listener_.join();
    }
    if (ends_ >= 0) ::close(ends_);
    if (socket_ >= 0) ::close(socket_);
}

Announcements::Contact Announcements::contact(std::uint32_t machine) const {
    Contact contact{.secret = secret_, .machine = machine};
    sockaddr_in own{};
    socklen_t size = sizeof(own);
    if (ends_ >= 0 && ::getsockname(socket_, reinterpret_cast<sockaddr*>(&own), &size) == 0)
        contact.port = own.sin_port;
    for (const Interface& each : interfaces()) {
        if (contact.interfaces == contact.interface.size()) break;
        contact.interface[contact.interfaces++] = each;
    }
    return contact;
}

std::vector<std::uint32_t> Announcements::ways(const Contact& from, const Contact& to) {
    if (to.port == 0) return {};
    if (from.machine == to.machine) return {htonl(INADDR_LOOPBACK)};
    const auto has = [](const Contact& contact, const auto& holds) {
        return std::any_of(contact.interface.begin(), contact.interface.begin() + contact.interfaces, holds);
    };
    std::vector<std::uint32_t> shared;
    std::vector<std::uint32_t> others;
    for (std::size_t i = 0; i < to.interfaces; ++i) {
        const Interface& there = to.interface[i];
        // What both have leads nowhere: bridges inside of machines have the same address everywhere.
        if (has(from, [&](const Interface& here) { return here.address == there.address; })) continue;
        const bool near = has(from, [&](const Interface& here) {
            return here.mask == there.mask && (here.address & here.mask) == (there.address & there.mask);
        });
        (near ? shared : others).push_back(there.address);
    }
    std::vector<std::uint32_t>& chosen = shared.empty() ? others : shared;
    if (chosen.size() > most_ways) chosen.resize(most_ways);
    return chosen;
}

void Announcements::connect(unsigned self, std::span<const Contact> contacts) {
    self_ = self;
    heard_.resize(contacts.size());
    for (const Contact& each : contacts)
        peers_.push_back({.secret = each.secret, .port = each.port, .addresses = ways(contacts[self], each)});
    if (contacts[self].port == 0) return;
    try {
        listener_ = Thread([this] { listen(); });
    } catch (const std::system_error&) {  // then nobody hears them
    }
}

void Announcements::announce(unsigned to) {
    ++peers_[to].sent;
    remind(to);
}

void Announcements::remind(unsigned to) {
    if (socket_ < 0) return;
    const Peer& peer = peers_[to];
    const Datagram datagram{.secret = peer.secret, .sent = peer.sent, .from = self_};
    for (const std::uint32_t address : peer.addresses) {
        const sockaddr_in place = socket_address(address, peer.port);
        // One that cannot be sent is one that was lost.
        ::sendto(socket_, &datagram, sizeof(datagram), MSG_DONTWAIT | MSG_NOSIGNAL,
                 reinterpret_cast<const sockaddr*>(&place), sizeof(place));
    }
}

void Announcements::listen() {
    while (true) {
        pollfd wanted[] = {{.fd = socket_, .events = POLLIN, .revents = 0},
                           {.fd = ends_, .events = POLLIN, .revents = 0}};
        ::poll(wanted, std::size(wanted), -1);
        if (wanted[1].revents != 0) return;
        Datagram datagram;
        const ssize_t size = ::recv(socket_, &datagram, sizeof(datagram), MSG_DONTWAIT | MSG_TRUNC);
        if (size == sizeof(datagram)) take(datagram);
    }
}

void Announcements::take(const Datagram& datagram) {
    if (datagram.secret != secret_ || datagram.from >= heard_.size()) return;
    std::uint64_t& heard = heard_[datagram.from];
    if (datagram.sent > heard) {
        announced_.fetch_add(datagram.sent - heard, std::memory_order_relaxed);
        heard = datagram.sent;
    }
    events_.notify_all();
}

}  // namespace scrump::detail
