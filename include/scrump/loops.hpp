#pragma once

// Include it for self-scheduled loops.
//
// Self-scheduled loops, the front door: a loop whose iterations take different times, divided into chunks that workers
// take as they go.
//
//     std::vector<double> result(n);
//     scrump::loop({.technique = scrump::Technique::parse("gss")}, n, [&](std::uint64_t i) { result[i] = f(i); });
//
// docs/tutorial-loops.md is a tutorial.

#include <scrump/base/error.hpp>
#include <scrump/loops/chunk.hpp>
#include <scrump/loops/data.hpp>
#include <scrump/loops/detail/call_site.hpp>
#include <scrump/loops/detail/loop_run.hpp>
#include <scrump/loops/detail/part_run.hpp>
#include <scrump/loops/detail/reduction.hpp>
#include <scrump/loops/history.hpp>
#include <scrump/loops/options.hpp>
#include <scrump/loops/result.hpp>
#include <scrump/loops/technique.hpp>
#include <scrump/net/codec.hpp>

#include <concepts>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <type_traits>
#include <utility>
#include <vector>

namespace scrump {

namespace detail {

// Asked first of every body: testing whether a generic body takes a chunk would compile it for chunks.
template <class Body>
inline constexpr bool takes_iterations = std::is_invocable_v<const Body&, std::uint64_t>;
template <class Body>
inline constexpr bool is_loop_body =
    std::disjunction_v<std::is_invocable<const Body&, std::uint64_t>, std::is_invocable<const Body&, LoopChunk&>>;

}  // namespace detail

/// Calls `body(i)` for each i from 0 up to `iterations`, or `body(chunk)` with a LoopChunk& for pieces that together
/// cover all of them, on all workers of all localities, in no particular order. A body that accepts both gets single
/// iterations. Returns when all calls have returned; rethrows what one of them throws. `place` is where the loop is
/// called: what its runs show is for the next ones, unless `options` name a technique.
template <class Body>
LoopResult loop(const LoopOptions& options, std::uint64_t iterations, const Body& body,
                const detail::SourceLine& place = {__builtin_FILE(), __builtin_FUNCTION(), __builtin_LINE()}) {
    static_assert(
        detail::is_loop_body<Body>,
        "the body of a loop is a function of a std::uint64_t or of a scrump::LoopChunk&; several workers call "
        "it at once, so it cannot be a mutable lambda");
    detail::refuse_order(options, "loop()");
    return detail::run_loop(options, iterations,
                            {.run =
                                 [&body](LoopChunk& chunk) {
                                     if constexpr (detail::takes_iterations<Body>) {
                                         return chunk.run_each(chunk.first(), chunk.last(), body);
                                     } else {
                                         body(chunk);
                                         return chunk.iterations_run();
                                     }
                                 }},
                            detail::CallSite::of<Body>(place));
}

/// Result of a loop over data of which each locality has a part.
template <LoopData Data>
struct PartedLoop {
    Status status = Status::complete;  ///< how the loop ended
    LoopStatistics statistics{};       ///< what the loop cost

    /// Results that stay with this process, as `LoopStealing::results_go_home` says: iterations of another locality,
    /// numbered as that locality numbers them.
    struct Kept {
        unsigned owner = 0;                           ///< locality that owns the iterations
        ChunkRule::Range range{};                     ///< the iterations
        std::shared_ptr<typename Data::Stolen> data;  ///< data of all iterations that were stolen together with these
        std::uint64_t data_first = 0;                 ///< number of the first iteration in `data`

        /// The results of these iterations.
        auto elements() const { return data->view().elements({range.first - data_first, range.last - data_first}); }
    };
    std::vector<Kept> kept{};  ///< results that stay here, in no particular order
};

namespace detail {

// Runs the body for a chunk's elements, one by one or together. Whether it takes single elements is asked first, as in
// takes_iterations.
template <class Data, class Body>
std::uint64_t run_elements(const Data& data, ChunkRule::Range place, LoopChunk& chunk, const Body& body) {
    auto elements = data.elements(place);
    if constexpr (requires { data.call(body, elements, std::size_t{}, std::uint64_t{}); }) {
        const std::uint64_t first = chunk.first();
        return chunk.run_each(
            first, chunk.last(), [&, first ](std::uint64_t i) __attribute__((always_inline)) {
                data.call(body, elements, static_cast<std::size_t>(i - first), i);
            });
    } else {
        static_assert(std::disjunction_v<std::is_invocable<const Body&, decltype(elements)&, LoopChunk&>,
                                         std::is_invocable<const Body&, decltype(elements)&>>,
                      "the body of a loop over data takes what these say, one at a time or those of a chunk; several "
                      "workers call it at once, so it cannot be a mutable lambda");
        if constexpr (std::is_invocable_v<const Body&, decltype(elements)&, LoopChunk&>) {
            body(elements, chunk);
        } else {
            body(elements);
        }
        return chunk.iterations_run();
    }
}

template <LoopData Data, class Body>
LoopPart part_of_loop(const Data& data, const Body& body, std::vector<typename PartedLoop<Data>::Kept>& kept,
                      std::mutex& mutex) {
    using Stolen = typename Data::Stolen;
    const auto view = [](const StolenData& stolen) { return static_cast<Stolen*>(stolen.data.get())->view(); };
    LoopPart part;
    part.size = data.size();
    part.run = [&data, &body, view](LoopChunk& chunk, const StolenData* stolen) {
        const ChunkRule::Range range{chunk.first(), chunk.last()};
        if (stolen == nullptr) return run_elements(data, range, chunk, body);
        return run_elements(view(*stolen), stolen->within(range), chunk, body);
    };
    part.pack = [&data, view](ChunkRule::Range range, const StolenData* stolen) {
        return stolen == nullptr ? data.pack(range) : view(*stolen).pack(range);
    };
    part.unpack = [&data](ChunkRule::Range range, Bytes bytes) {
        return StolenData{.data = std::make_shared<Stolen>(data.unpack(range.size(), std::move(bytes))),
                          .first = range.first};
    };
    part.results = [view](ChunkRule::Range range, const StolenData& stolen) { return view(stolen).results(range); };
    part.put = [&data](ChunkRule::Range range, Bytes results) { data.put(range, std::move(results)); };
    part.keep = [&kept, &mutex](unsigned owner, ChunkRule::Range range, const StolenData& stolen) {
        const std::lock_guard lock(mutex);
        kept.push_back({owner, range, std::static_pointer_cast<Stolen>(stolen.data), stolen.first});
    };
    return part;
}

}  // namespace detail

/// Runs `body` on the data of all localities; `parts` are those of this process's localities, one each. Each locality
/// divides its own part by the technique. A locality that has nothing left to do steals iterations of another one with
/// their data, as `options.stealing` says, and by default sends the results home. The type of the data defines the
/// arguments of the body. Returns when all iterations have ended everywhere; rethrows what the body throws.
template <LoopData Data, class Body>
PartedLoop<Data> distributed_loop(const LoopOptions& options, const std::vector<Data>& parts, const Body& body) {
    PartedLoop<Data> result;
    std::mutex mutex;
    std::vector<detail::LoopPart> erased;
    erased.reserve(parts.size());
    for (const Data& each : parts) erased.push_back(detail::part_of_loop(each, body, result.kept, mutex));
    LoopResult came = detail::run_parts(options, erased);
    result.status = came.status;
    result.statistics = std::move(came.statistics);
    return result;
}

/// The same for the one locality of this process.
template <LoopData Data, class Body>
PartedLoop<Data> distributed_loop(const LoopOptions& options, const Data& part, const Body& body) {
    return distributed_loop(options, std::vector<Data>{part}, body);
}

/// Combines `map(i)` for all i from 0 up to `iterations` with `none`, in any order: `combine(a, b)` must be associative
/// and commutative, and `none` must be its neutral element. If `options.deterministic`, in an order that depends on
/// `iterations` alone, that of parallel_reduce(): `combine` need not be commutative then. All processes get the same
/// value; if the loop was stopped, it covers the iterations that were run.
template <Transferable T, std::invocable<std::uint64_t> Map, class Combine = std::plus<>>
ReducedLoop<T> loop_reduce(const LoopOptions& options, std::uint64_t iterations, T none, const Map& map,
                           const Combine& combine = {},
                           const detail::SourceLine& place = {__builtin_FILE(), __builtin_FUNCTION(),
                                                              __builtin_LINE()}) {
    static_assert(
        std::is_invocable_r_v<T, const Map&, std::uint64_t>,
        "what a loop combines is a function of a std::uint64_t, whose result converts to the type of the first "
        "value; several workers call it at once, so it cannot be a mutable lambda");
    const auto site = detail::CallSite::of<Map>(place);
    if (options.deterministic) {
        using Order = detail::FixedOrder<T, Map, Combine>;
        return detail::run_reduction<T>(options, iterations, Order(iterations, std::move(none), map, combine), site);
    }
    return detail::run_reduction<T>(options, iterations,
                                    detail::AnyOrder<T, Map, Combine>(std::move(none), map, combine), site);
}

}  // namespace scrump
