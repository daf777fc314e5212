#pragma once
// What the localities of an application found, each from its own part, put together for all of them.

#include <scrump/loops.hpp>
#include <scrump/runtime/session.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <utility>
#include <vector>

namespace scrump::apps {

/// Whether other processes take part.
inline bool has_company(const LoopOptions& options) {
    return options.session != nullptr && options.session->size() > 1;
}
/// How many localities run what these options say.
inline unsigned parts_of(const LoopOptions& options) {
    return has_company(options) ? options.session->size() : options.localities;
}
/// The first of those that are in this process, and how many these are.
inline unsigned first_part_here(const LoopOptions& options) {
    return has_company(options) ? options.session->self() : 0;
}
inline unsigned parts_here(const LoopOptions& options) {
    return has_company(options) ? 1 : options.localities;
}

/// The iterations of a part of so many, all about as long.
inline ChunkRule::Range part_of(std::uint64_t iterations, unsigned part, unsigned parts) {
    const auto rule = Technique{.kind = Technique::Kind::block}.rule({.iterations = iterations, .workers = parts});
    return rule->assigned(part, 0);
}

/// Combines `map(part)` of all parts, each called where that part is; the same value everywhere.
template <class T, class Map, class Combine>
T over_parts(const LoopOptions& options, T none, const Map& map, const Combine& combine) {
    // One worker for each locality, and for each worker one iteration: its own.
    LoopOptions one_each{.technique = {.kind = Technique::Kind::block},
                         .workers = 1,
                         .localities = options.localities,
                         .session = options.session,
                         .pin = options.pin};
    return loop_reduce(
               one_each, parts_of(options), std::move(none),
               [&](std::uint64_t part) { return map(static_cast<unsigned>(part)); }, combine)
        .value;
}

/// An array of which each part has some elements, complete everywhere. `fill(part, whole)`, called where that part is,
/// puts its elements into their places among zeros; elements are not negative.
template <class T, class Fill>
std::vector<T> put_together(const LoopOptions& options, std::size_t size, const Fill& fill) {
    return over_parts(
        options, std::vector<T>(),
        [&](unsigned part) {
            std::vector<T> whole(size);
            fill(part, whole);
            return whole;
        },
        [](std::vector<T> a, const std::vector<T>& b) {
            if (a.empty()) return b;
            for (std::size_t i = 0; i < b.size(); ++i) a[i] = std::max(a[i], b[i]);
            return a;
        });
}

/// What each part has, by its number.
template <class T>
using ByPart = std::map<unsigned, std::vector<T>>;

/// What all parts have; `own` is what this process has, which is one part.
template <class T>
ByPart<T> gather(const LoopOptions& options, const std::vector<T>& own) {
    return over_parts(
        options, ByPart<T>(),
        [&](unsigned part) {
            return ByPart<T>{{part, own}};
        },
        [](ByPart<T> a, ByPart<T> b) {
            a.merge(b);
            return a;
        });
}

/// The same, one part after another.
template <class T>
std::vector<T> gather_in_order(const LoopOptions& options, const std::vector<T>& own) {
    std::vector<T> all;
    for (auto& [part, values] : gather(options, own)) all.insert(all.end(), values.begin(), values.end());
    return all;
}

}  // namespace scrump::apps
