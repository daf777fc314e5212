#pragma once
// Self-scheduled loops, the front door: a loop whose iterations take different times, divided into chunks that workers
// take as they go.
//
//     std::vector<double> result(n);
//     scrump::loop({.technique = scrump::Technique::parse("gss")}, n, [&](std::uint64_t i) { result[i] = f(i); });
//
// docs/loops.md is a tutorial.

#include <scrump/base/detail/cache_line.hpp>
#include <scrump/loops/chunk.hpp>
#include <scrump/loops/detail/loop_run.hpp>
#include <scrump/loops/history.hpp>
#include <scrump/loops/options.hpp>
#include <scrump/loops/result.hpp>
#include <scrump/loops/technique.hpp>
#include <scrump/net/codec.hpp>

#include <concepts>
#include <cstdint>
#include <map>
#include <memory>
#include <type_traits>
#include <utility>
#include <vector>

namespace scrump {

namespace detail {

template <class Body>
inline constexpr bool takes_chunks = std::is_invocable_v<const Body&, LoopChunk&>;

// Calls it for each iteration, until the loop is over for another reason.
template <class Body>
std::uint64_t run_each(LoopChunk& chunk, const Body& body) {
    std::uint64_t i = chunk.first();
    for (const std::uint64_t last = chunk.last(); i < last && chunk.go_on(); ++i) body(i);
    return i - chunk.first();
}

// What each worker of this process has added up.
template <class T>
class Partials {
  public:
    Partials(T none) : none_(std::move(none)) {}

    void prepare(unsigned locality, unsigned workers) { of_[locality].resize(workers, Partial{none_}); }
    T& at(unsigned locality, unsigned worker) { return of_.find(locality)->second[worker].value; }
    template <class Combine>
    T of(unsigned locality, const Combine& combine) {
        T sum = none_;
        for (Partial& each : of_[locality]) sum = combine(std::move(sum), std::move(each.value));
        return sum;
    }

  private:
    struct alignas(cache_line) Partial {
        T value;
    };

    T none_;
    std::map<unsigned, std::vector<Partial>> of_;  // by locality
};

}  // namespace detail

/// Calls `body(i)` for each i from 0 up to `iterations`, or `body(chunk)` with a LoopChunk& for pieces that together
/// are all of them, on all workers of all localities, in no particular order. Returns when all have returned; throws
/// what one of them throws.
template <class Body>
requires(std::is_invocable_v<const Body&, std::uint64_t> || detail::takes_chunks<Body>) LoopResult
    loop(const LoopOptions& options, std::uint64_t iterations, const Body& body) {
    return detail::run_loop(options, iterations, {.run = [&body](LoopChunk& chunk) {
                                if constexpr (detail::takes_chunks<Body>) {
                                    body(chunk);
                                    return chunk.size();
                                } else {
                                    return detail::run_each(chunk, body);
                                }
                            }});
}

/// Combines `map(i)` of all i from 0 up to `iterations` with `none`, in any order: `combine(a, b)` has to be
/// associative and commutative, and `none` to change nothing. The same value in all processes; of a loop that was
/// stopped, that of the iterations that were run.
template <Transferable T, std::invocable<std::uint64_t> Map, class Combine = std::plus<>>
ReducedLoop<T> loop_reduce(const LoopOptions& options, std::uint64_t iterations, T none, const Map& map,
                           const Combine& combine = {}) {
    detail::Partials<T> partials(none);
    T value = none;
    detail::LoopWork work;
    work.run = [&](LoopChunk& chunk) {
        T& sum = partials.at(chunk.locality(), chunk.worker());
        T part = std::move(sum);
        const std::uint64_t done =
            detail::run_each(chunk, [&](std::uint64_t i) { part = combine(std::move(part), map(i)); });
        sum = std::move(part);
        return done;
    };
    work.prepare = [&](unsigned locality, unsigned workers) { partials.prepare(locality, workers); };
    work.gathering.found = [&](unsigned locality) { return Encoder().put(partials.of(locality, combine)).take(); };
    work.gathering.merge = [&](Bytes found) { value = combine(std::move(value), Decoder(std::move(found)).get<T>()); };
    work.gathering.whole = [&] { return Encoder().put(value).take(); };
    work.gathering.take_over = [&](Bytes whole) { value = Decoder(std::move(whole)).get<T>(); };
    LoopResult result = detail::run_loop(options, iterations, work);
    return {.status = result.status, .value = std::move(value), .statistics = std::move(result.statistics)};
}

}  // namespace scrump
