// Plain calls, which use a pool of threads that is there: what it costs to start a loop, and short loops, beside OpenMP
// and oneTBB.

#include <scrump/base/detail/processing_units.hpp>
#include <scrump/parallel.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include "loop_peers.hpp"
#include "measure.hpp"
#include "rows.hpp"

namespace scrump::bench {
namespace {

using peers::BusyIteration;
using peers::EmptyIteration;
using peers::LoopDivision;
using peers::LoopPeer;
using Kind = LoopDivision::Kind;

constexpr unsigned rounds_of_short_loops = 21;

struct Loops {
    std::uint64_t iterations = 0;
    unsigned times = 0;
    unsigned workers = 0;
};

// Of a pool that has been used before, so that its threads are there.
template <class Run>
Sample in_a_warm_pool(const Loops& loops, const Run& run) {
    Pool pool(loops.workers);
    return pool.run([&] {
        for (unsigned i = 0; i < 10; ++i) run();
        std::uint64_t sum = 0;
        Sample sample = timed([&] {
            for (unsigned i = 0; i < loops.times; ++i) sum += run();
            return Sample{.answer = std::to_string(sum)};
        });
        sample.units = loops.times;
        return sample;
    });
}

peers::LoopRun as_run(const Loops& loops, Kind kind) {
    return {.division = {.kind = kind},
            .iterations = loops.iterations,
            .loops = loops.times,
            .workers = loops.workers,
            .bound = false};
}

Sample by_peer(const Loops& loops, const peers::LoopTime& time) {
    return {.seconds = time.seconds, .units = static_cast<double>(loops.times), .answer = std::to_string(time.sum)};
}

Experiment starts(const Settings& settings, unsigned workers) {
    if (detail::processing_units().size() < workers) throw Skipped("needs two cores");
    const Loops loops{.iterations = 2, .times = settings.quick ? 100U : 200'000U, .workers = workers};
    Experiment experiment{.unit = "loops", .least_rounds = rounds_of_short_loops};
    experiment.variants = {{"parallel_for", [loops] {
                                return in_a_warm_pool(loops, [&] {
                                    parallel_for(std::uint64_t{0}, loops.iterations, EmptyIteration{});
                                    return 0U;
                                });
                            }}};
    for (const LoopPeer& peer : linked_loop_peers()) {
        experiment.variants.push_back(
            {peer.name, [loops, peer] { return by_peer(loops, peer.empty(as_run(loops, Kind::blocks))); }});
    }
    for (std::size_t i = 0; i < experiment.variants.size(); ++i) {
        Claim claim{.what = fmt::format("loops of 2 iterations, {} worker{}: one loop, {}", workers,
                                        workers == 1 ? "" : "s", experiment.variants[i].name),
                    .metric = Metric::seconds_per_unit,
                    .comparison = Comparison::alone,
                    .subject = i};
        if (i == 0) claim.target = Target::at_most(workers == 1 ? 50e-9 : 0.5e-6);
        experiment.claims.push_back(claim);
    }
    return experiment;
}

Experiment short_loops(const Settings& settings) {
    const unsigned workers = 2;
    if (detail::processing_units().size() < workers) throw Skipped("needs two cores");
    const Loops loops{.iterations = 1000, .times = settings.quick ? 10U : 2000U, .workers = workers};
    const BusyIteration body{.mean_steps = std::max(steps_of_a_microsecond() / 10, 1U), .alike = true};
    Experiment experiment{.unit = "loops", .least_rounds = rounds_of_short_loops};
    experiment.variants = {{"parallel_reduce", [loops, body] {
                                return in_a_warm_pool(loops, [&] {
                                    return parallel_reduce(std::uint64_t{0}, loops.iterations, std::uint64_t{0}, body);
                                });
                            }}};
    for (const LoopPeer& peer : linked_loop_peers()) {
        for (const auto& [name, division] :
             {std::pair("blocks", Kind::blocks), std::pair("automatic", Kind::automatic)}) {
            if (division == Kind::automatic && std::string(peer.name) == "OpenMP") continue;  // it has none
            experiment.variants.push_back(
                {fmt::format("{}, {}", peer.name, name), [loops, body, peer, kind = division] {
                     return by_peer(loops, peer.busy(as_run(loops, kind), body));
                 }});
        }
    }
    for (std::size_t i = 1; i < experiment.variants.size(); ++i) {
        experiment.claims.push_back({.what = fmt::format("loops of 1,000 iterations of 0.1 µs: parallel_reduce over {}",
                                                         experiment.variants[i].name),
                                     .metric = Metric::seconds_per_unit,
                                     .subject = 0,
                                     .base = i,
                                     .target = Target::at_most(1.0)});
    }
    return experiment;
}

}  // namespace

void add_parallel(Experiments& all) {
    for (const unsigned workers : {1U, 2U}) {
        all.push_back({fmt::format("parallel-start-{}", workers), "what it costs to start a plain call",
                       [workers](const Settings& settings) { return starts(settings, workers); }});
    }
    all.push_back({"parallel-short", "short loops by plain calls, beside OpenMP and oneTBB", short_loops});
}

}  // namespace scrump::bench
