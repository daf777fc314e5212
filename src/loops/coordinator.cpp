#include "coordinator.hpp"

#include <scrump/stealing/detail/naive_locality_aware.hpp>

#include <algorithm>

namespace scrump::detail {

Coordinator::Coordinator(const StealOrder& order, const Topology& topology, std::uint64_t seed)
    : localities_(topology.size()), random_(seed) {
    const unsigned size = topology.size();
    for (unsigned thief = 0; thief < size; ++thief) {
        std::vector<unsigned>& candidates = localities_[thief].candidates;
        if (order.victims == StealOrder::Victims::naive_locality_aware) {
            candidates = naive_window(thief, size, order.divisor);
        } else {
            for (unsigned other = 0; other < size; ++other) {
                const bool near = order.victims == StealOrder::Victims::random || topology.same_host(thief, other);
                if (other != thief && near) candidates.push_back(other);
            }
        }
        if (!order.coordinator_steals) std::erase(candidates, 0U);
    }
}

void Coordinator::requested(unsigned thief, std::uint64_t received) {
    Locality& asks = localities_[thief];
    asks.received = std::max(asks.received, received);
    asks.empty = true;
    queue_.push_back(thief);
}

void Coordinator::rejected(unsigned thief, unsigned victim, std::uint64_t received) {
    Locality& rejects = localities_[victim];
    if (received >= rejects.received) {
        rejects.received = received;
        rejects.empty = true;
    }
    queue_.push_front(thief);
}

void Coordinator::granted(unsigned thief, std::uint64_t number) {
    Locality& gets = localities_[thief];
    if (number <= gets.received) return;  // it has asked again since
    gets.received = number;
    gets.empty = false;
}

std::optional<Coordinator::Relay> Coordinator::next() {
    for (auto place = queue_.begin(); place != queue_.end(); ++place) {
        const unsigned thief = *place;
        const std::optional<unsigned> victim = choose(thief);
        if (!victim) continue;
        queue_.erase(place);
        return Relay{.thief = thief, .victim = *victim, .number = localities_[thief].received + 1};
    }
    return std::nullopt;
}

// Each one that may have something is equally likely.
std::optional<unsigned> Coordinator::choose(unsigned thief) {
    std::vector<unsigned> available;
    for (const unsigned candidate : localities_[thief].candidates) {
        if (!localities_[candidate].empty) available.push_back(candidate);
    }
    if (available.empty()) return std::nullopt;
    return available[random_.below(static_cast<unsigned>(available.size()))];
}

}  // namespace scrump::detail
