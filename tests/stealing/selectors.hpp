#pragma once
// What the tests of selectors share.

#include <scrump/net/topology.hpp>
#include <scrump/stealing/victim_selector.hpp>

#include <optional>
#include <vector>

namespace scrump::detail {

/// Localities on hosts with memory domains: `hosts` times `domains` times `each`, numbered along the machine.
inline Topology machine(unsigned hosts, unsigned domains, unsigned each) {
    Topology topology;
    for (unsigned host = 0; host < hosts; ++host) {
        for (unsigned domain = 0; domain < domains; ++domain) {
            topology.places.insert(topology.places.end(), each, {host, domain});
        }
    }
    return topology;
}

/// The next `count` choices, all of which fail.
inline std::vector<unsigned> failing_choices(VictimSelector& selector, unsigned count) {
    std::vector<unsigned> chosen;
    for (unsigned i = 0; i < count; ++i) {
        chosen.push_back(selector.choose().value());
        selector.failed(chosen.back());
    }
    return chosen;
}

/// How many attempts it takes to find the only one that has work; none if more than `most`.
inline std::optional<unsigned> attempts_to_find(VictimSelector& selector, unsigned loaded, unsigned most) {
    for (unsigned attempt = 1; attempt <= most; ++attempt) {
        const unsigned victim = selector.choose().value();
        if (victim == loaded) return attempt;
        selector.failed(victim);
    }
    return std::nullopt;
}

}  // namespace scrump::detail
