#pragma once
// Nets with known numbers of markings.

#include <scrump/problems/petri/net.hpp>

#include <cstdint>
#include <string>
#include <vector>

namespace scrump::petri::test {

/// The Kanban system of Ciardo and Tilgner (ICASE report 96-35), with n cards in each of its four cells: 160, 4,600,
/// 58,400, 454,475, … markings for n = 1, 2, 3, 4, ….
inline Net kanban(Tokens n) {
    Net net;
    const auto place = [](unsigned cell, unsigned which) { return 4 * cell + which; };
    enum : std::uint8_t { kanban, m, back, out };
    for (unsigned cell = 0; cell < 4; ++cell)
        for (const char* name : {"kanban", "m", "back", "out"})
            net.places.push_back({name + std::to_string(cell + 1), std::string(name) == "kanban" ? n : 0});
    const auto add = [&](const std::string& name, const std::vector<std::uint32_t>& takes,
                         const std::vector<std::uint32_t>& puts) {
        Transition& transition = net.transitions.emplace_back();
        transition.name = name;
        for (const std::uint32_t p : takes) transition.takes.push_back({p});
        for (const std::uint32_t p : puts) transition.puts.push_back({p});
    };
    for (unsigned cell = 0; cell < 4; ++cell) {
        const std::string number = std::to_string(cell + 1);
        add("redo" + number, {place(cell, m)}, {place(cell, back)});
        add("back" + number, {place(cell, back)}, {place(cell, m)});
        add("ok" + number, {place(cell, m)}, {place(cell, out)});
    }
    add("in1", {place(0, kanban)}, {place(0, m)});
    add("s1_23", {place(0, out), place(1, kanban), place(2, kanban)}, {place(0, kanban), place(1, m), place(2, m)});
    add("s23_4", {place(1, out), place(2, out), place(3, kanban)}, {place(1, kanban), place(2, kanban), place(3, m)});
    add("out4", {place(3, out)}, {place(3, kanban)});
    return net;
}

/// A producer, a consumer and a buffer for so many: 4 (n + 1) markings, each side in one of two states.
inline Net producer_and_consumer(Tokens n) {
    Net net;
    net.places = {{"producing", 1}, {"produced", 0}, {"free", n}, {"full", 0}, {"waiting", 1}, {"consuming", 0}};
    net.transitions = {{"produce", {{0}}, {{1}}},
                       {"put", {{1}, {2}}, {{0}, {3}}},
                       {"get", {{3}, {4}}, {{2}, {5}}},
                       {"consume", {{5}}, {{4}}}};
    return net;
}

}  // namespace scrump::petri::test
