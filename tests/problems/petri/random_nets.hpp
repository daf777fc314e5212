#pragma once
// Random bounded nets, and what a plain search finds in them.

#include <scrump/problems/petri/net.hpp>

#include <algorithm>
#include <cstdint>
#include <random>
#include <set>
#include <string>
#include <vector>

namespace scrump::petri::test {

/// Transitions keep the number of tokens or lower it, so that the net is bounded; some read places, and some places
/// never change.
inline Net random_net(std::uint64_t seed, Tokens most_tokens) {
    std::mt19937_64 random(seed);
    const auto below = [&](std::uint64_t limit) { return static_cast<std::uint32_t>(random() % limit); };
    Net net;
    const std::uint32_t places = 2 + below(7);
    for (std::uint32_t i = 0; i < places; ++i) net.places.push_back({"p" + std::to_string(i), below(most_tokens + 1)});
    const auto put = [](std::vector<Arc>& arcs, std::uint32_t place) {
        const auto there = std::ranges::find(arcs, place, &Arc::place);
        if (there == arcs.end()) {
            arcs.push_back({place, 1});
        } else {
            ++there->weight;
        }
    };
    const std::uint32_t transitions = 1 + below(8);
    for (std::uint32_t i = 0; i < transitions; ++i) {
        Transition& transition = net.transitions.emplace_back();
        transition.name = "t" + std::to_string(i);
        const std::uint32_t tokens = below(4);
        for (std::uint32_t token = 0; token < tokens; ++token) put(transition.takes, below(places));
        const std::uint32_t back = tokens == 0 ? 0 : below(8) == 0 ? tokens - 1 : tokens;
        for (std::uint32_t token = 0; token < back; ++token)
            put(transition.puts, below(3) == 0 ? transition.takes.front().place : below(places));
        std::ranges::sort(transition.takes, {}, &Arc::place);
        std::ranges::sort(transition.puts, {}, &Arc::place);
    }
    return net;
}

/// Some cycles of places, each with a token in one of them, and transitions that move one to three of these, or test
/// them: a net of several units.
inline Net random_cycles(std::uint64_t seed) {
    std::mt19937_64 random(seed);
    const auto below = [&](std::uint64_t limit) { return static_cast<std::uint32_t>(random() % limit); };
    Net net;
    const std::uint32_t cycles = 1 + below(4);
    const std::uint32_t length = 2 + below(3);
    for (std::uint32_t i = 0; i < cycles * length; ++i)
        net.places.push_back({"p" + std::to_string(i), i % length == 0 ? 1U : 0U});
    std::ranges::shuffle(net.places, random);
    const auto marked = [&](std::uint32_t place) { return net.places[place].tokens > 0; };
    // The places of each cycle, one of them marked.
    std::vector<std::vector<std::uint32_t>> cycle(cycles);
    for (std::uint32_t place = 0, full = 0, empty = 0; place < net.places.size(); ++place)
        cycle[marked(place) ? full++ : empty++ / (length - 1)].push_back(place);
    for (std::uint32_t i = 0; i < 2 + below(10); ++i) {
        Transition& transition = net.transitions.emplace_back();
        transition.name = "t" + std::to_string(i);
        for (const std::vector<std::uint32_t>& places : cycle) {
            if (below(2) == 0) continue;
            const std::uint32_t from = places[below(length)];
            const std::uint32_t to = below(4) == 0 ? from : places[below(length)];
            transition.takes.push_back({from, 1});
            transition.puts.push_back({to, 1});
        }
        std::ranges::sort(transition.takes, {}, &Arc::place);
        std::ranges::sort(transition.puts, {}, &Arc::place);
    }
    return net;
}

/// What a plain search finds.
struct PlainMarkings {
    std::set<std::vector<Tokens>> markings{};
    std::uint64_t transitions = 0;
    std::uint64_t deadlocks = 0;
    std::vector<bool> enabled{};
};

inline PlainMarkings reach_plainly(const Net& net) {
    std::vector<Tokens> initial;
    for (const Place& place : net.places) initial.push_back(place.tokens);
    PlainMarkings found{.markings = {initial}, .enabled = std::vector<bool>(net.transitions.size())};
    std::vector<std::vector<Tokens>> open{initial};
    while (!open.empty()) {
        const std::vector<Tokens> marking = open.back();
        open.pop_back();
        std::uint64_t enabled = 0;
        for (std::size_t i = 0; i < net.transitions.size(); ++i) {
            const Transition& transition = net.transitions[i];
            const auto has = [&](const Arc& arc) { return marking[arc.place] >= arc.weight; };
            if (!std::ranges::all_of(transition.takes, has)) continue;
            ++enabled;
            found.enabled[i] = true;
            std::vector<Tokens> next = marking;
            for (const Arc& arc : transition.takes) next[arc.place] -= arc.weight;
            for (const Arc& arc : transition.puts) next[arc.place] += arc.weight;
            if (found.markings.insert(next).second) open.push_back(next);
        }
        found.transitions += enabled;
        if (enabled == 0) ++found.deadlocks;
    }
    return found;
}

}  // namespace scrump::petri::test
