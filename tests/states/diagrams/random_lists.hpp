#pragma once
// Random sets of vectors as list decision diagrams, and the vectors of sets.

#include "../../../src/states/diagrams/carry_out.hpp"
#include "../../../src/states/diagrams/census.hpp"
#include "../../../src/states/diagrams/list_levels.hpp"
#include "../../../src/states/diagrams/lists.hpp"

#include <scrump/diagrams.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <random>
#include <set>
#include <span>
#include <utility>
#include <vector>

namespace scrump::test {

using ListVector = std::vector<std::uint32_t>;
using ListVectors = std::set<ListVector>;

/// Runs a program with the parts of a table of nodes.
inline void with_diagrams(unsigned workers, const std::function<void(detail::DiagramParts&)>& program) {
    DiagramOptions options;
    options.tasks.workers = workers;
    run_diagrams(options, [&](Diagrams& diagrams) {
        detail::DiagramParts parts = detail::DiagramParts::of(diagrams);
        program(parts);
    });
}

/// Vectors of 1 to 6 elements, some of which are large.
inline ListVectors random_vectors(std::uint64_t seed) {
    std::mt19937_64 random(seed);
    const std::size_t levels = 1 + random() % 6;
    std::vector<ListVector> values(levels);
    for (ListVector& each : values)
        for (std::uint64_t i = 1 + random() % 5; i > 0; --i)
            each.push_back(
                static_cast<std::uint32_t>(random() % 3 == 0 ? random() % (max_counter + 1) : random() % 80));
    ListVectors vectors;
    for (std::uint64_t i = 1 + random() % 80; i > 0; --i) {
        ListVector vector;
        for (const ListVector& each : values) vector.push_back(each[random() % each.size()]);
        vectors.insert(vector);
    }
    return vectors;
}

/// The set of some vectors.
inline detail::Edge set_of(const detail::DiagramParts& parts, const ListVectors& vectors) {
    detail::DiagramWorker& worker = parts.locality.worker(0);
    detail::DiagramWorker::Held set(worker, detail::Edge::no());
    detail::Edge all = detail::Edge::no();
    for (const ListVector& each : vectors) {
        const detail::Edge one = detail::set_of(worker, each);
        const detail::DiagramWorker::Held held(worker, one);
        set = all = parts.fork.call<detail::unite>(all, one);
    }
    return all;
}

/// Levels of a set of vectors, whose counters are numbered as they come.
inline std::vector<detail::SharedLevel> levels_of(const detail::DiagramParts& parts, const ListVectors& vectors) {
    ListVector counters;
    for (std::uint32_t i = 0; i < vectors.begin()->size(); ++i) counters.push_back(i);
    return detail::levels_of(
        {parts.locality.worker(0), set_of(parts, vectors), static_cast<detail::Level>(counters.size())}, counters);
}

/// The vectors of which these are the levels, by counters.
inline ListVectors vectors_of(std::span<const detail::SharedLevel> levels) {
    ListVectors vectors;
    ListVector vector(levels.size());
    const std::function<void(std::size_t, std::uint32_t)> add = [&](std::size_t level, std::uint32_t list) {
        if (level == levels.size()) {
            vectors.insert(vector);
            return;
        }
        const detail::ListLevel& of = *levels[level];
        for (std::uint32_t place = of.heads[list]; place != detail::ListLevel::end; place = of.nodes[place].right) {
            vector[of.counter] = of.values[of.nodes[place].value];
            add(level + 1, of.nodes[place].down);
        }
    };
    add(0, 0);
    return vectors;
}

/// Number of nodes of the only diagram of some vectors in the order of these levels.
inline std::uint64_t canonical_size(const detail::DiagramParts& parts, const ListVectors& vectors,
                                    std::span<const detail::SharedLevel> levels) {
    ListVectors ordered;
    for (const ListVector& each : vectors) {
        ListVector vector;
        for (const detail::SharedLevel& level : levels) vector.push_back(each[level->counter]);
        ordered.insert(vector);
    }
    return detail::ListNodes(parts.locality.worker(0), set_of(parts, ordered),
                             static_cast<detail::Level>(levels.size()))
        .size();
}

inline std::uint64_t size_of(std::span<const detail::SharedLevel> levels) {
    std::uint64_t nodes = 0;
    for (const detail::SharedLevel& each : levels) nodes += each->size();
    return nodes;
}

}  // namespace scrump::test
