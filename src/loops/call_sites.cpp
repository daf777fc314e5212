#include "call_sites.hpp"

#include <algorithm>

namespace scrump::detail {

CallSites& CallSites::shared() {
    static auto* const sites = new CallSites();  // never destroyed: destructors of static objects may run loops
    return *sites;
}

CallSites::Known& CallSites::at(const Key& site) {
    const auto found = known_.find(site);
    if (found == known_.end() && known_.size() == max_size)
        known_.erase(std::ranges::min_element(known_, {}, [](const auto& each) { return each.second.last_call; }));
    Known& known = known_[site];
    known.last_call = ++calls_;
    return known;
}

TechniqueChoice CallSites::choose(const Key& site, std::uint64_t iterations) {
    const std::lock_guard lock(mutex_);
    return at(site).record.choose(iterations);
}

void CallSites::learn(const Key& site, const Technique& technique, const LoopStatistics& run) {
    const std::lock_guard lock(mutex_);
    at(site).record.learn(technique, run);
}

std::size_t CallSites::size() const {
    const std::lock_guard lock(mutex_);
    return known_.size();
}

}  // namespace scrump::detail
