// Self-scheduled loops beside OpenMP's and oneTBB's: what a chunk costs, whole loops of empty iterations and of
// iterations of a microsecond, and what it costs to start one. Threads are there already, Scrump's those of a session.

#include <peers/loops.hpp>
#include <peers/loops/timing.hpp>

#include <scrump/base/detail/processing_units.hpp>
#include <scrump/loops.hpp>
#include <scrump/runtime/session.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "loop_peers.hpp"
#include "measure.hpp"
#include "rows.hpp"

namespace scrump::bench {
namespace {

using peers::BusyIteration;
using peers::LoopDivision;
using peers::LoopPeer;
using Kind = LoopDivision::Kind;

constexpr unsigned loop_workers = 2;
constexpr unsigned rounds_of_short_loops = 21;  // of runs that take some hundredths of a second

void need_two_cores() {
    if (detail::processing_units().size() < loop_workers) throw Skipped("needs two cores");
}

bool is_openmp(const LoopPeer& peer) {
    return std::string(peer.name) == "OpenMP";
}

std::vector<LoopPeer> peers_with_openmp() {
    std::vector<LoopPeer> all = linked_loop_peers();
    if (std::ranges::none_of(all, is_openmp)) throw Skipped("OpenMP was not found when this program was built");
    return all;
}

LoopOptions options_for(const Technique& technique, const std::shared_ptr<Session>& session) {
    return {.technique = technique, .workers = loop_workers, .session = session.get()};
}

// Wakes the workers, as the peers' are awake when their time begins.
void wake(const LoopOptions& options) {
    loop(options, loop_workers, peers::EmptyIteration{});
}

// --- Loops of empty iterations

struct EmptyLoops {
    std::uint64_t iterations = 0;
    unsigned loops = 1;
    double units = 1;  // what their time is divided by
};

// A body that takes a chunk at a time: between two iterations nobody asks whether to go on.
struct EmptyChunk {
    void operator()(const LoopChunk& chunk) const {
        for (std::uint64_t i = chunk.first(); i < chunk.last(); ++i) peers::EmptyIteration{}(i);
    }
};

Sample empty_sample(const EmptyLoops& loops, double seconds) {
    return {.seconds = seconds, .units = loops.units};
}

template <class Body = peers::EmptyIteration>
Variant empty_by_scrump(const std::string& technique, const EmptyLoops& loops, const std::shared_ptr<Session>& session,
                        const std::string& how = "") {
    return {"Scrump " + technique + how, [=, parsed = Technique::parse(technique)] {
                const LoopOptions options = options_for(parsed, session);
                wake(options);
                return empty_sample(loops, peers::seconds_of([&] {
                                        for (unsigned i = 0; i < loops.loops; ++i)
                                            loop(options, loops.iterations, Body{});
                                    }));
            }};
}

Variant empty_by_peer(const LoopPeer& peer, const std::string& how, LoopDivision division, const EmptyLoops& loops) {
    return {fmt::format("{} {}", peer.name, how), [=] {
                return empty_sample(loops, peer.empty({division, loops.iterations, loops.loops, loop_workers}).seconds);
            }};
}

Experiment chunks_beside_peers(const Settings& settings, unsigned size) {
    need_two_cores();
    const std::uint64_t count = settings.quick ? 10'000 : 4'000'000;
    // A chunk costs the worker that takes it so much, while the other one takes others.
    const EmptyLoops loops{.iterations = count * size, .units = static_cast<double>(count) / loop_workers};
    Experiment experiment{.unit = "chunks of a worker", .least_rounds = settings.quick ? 1 : rounds_of_short_loops};
    const std::string technique = size == 1 ? "ss" : fmt::format("fsc:size={}", size);
    experiment.variants = {empty_by_scrump(technique, loops, std::make_shared<Session>())};
    for (const LoopPeer& peer : linked_loop_peers()) {
        experiment.claims.push_back({.what = fmt::format("loops, an empty chunk of {}: {} / Scrump", size, peer.name),
                                     .metric = Metric::seconds_per_unit,
                                     .subject = experiment.variants.size(),
                                     .base = 0,
                                     .target = Target::at_least(1)});
        experiment.variants.push_back(empty_by_peer(peer, "chunks", {.kind = Kind::chunks, .chunk = size}, loops));
    }
    return experiment;
}

Experiment empty_beside_peers(const Settings& settings) {
    need_two_cores();
    const EmptyLoops loops{.iterations = settings.quick ? 20'000U : 20'000'000U};
    const std::shared_ptr<Session> session = std::make_shared<Session>();
    Experiment experiment{.unit = "loops", .least_rounds = settings.quick ? 1 : rounds_of_short_loops};
    experiment.variants = {empty_by_scrump("gss", loops, session), empty_by_scrump("fac2", loops, session),
                           empty_by_scrump("static", loops, session),
                           empty_by_scrump<EmptyChunk>("gss", loops, session, ", by chunks")};
    const auto compare = [&](const LoopPeer& peer, const std::string& how, Kind kind,
                             const std::vector<std::pair<std::size_t, std::optional<Target>>>& with) {
        for (const auto& [base, target] : with) {
            experiment.claims.push_back({.what = fmt::format("loops, {} empty iterations: {} {} / {}", loops.iterations,
                                                             peer.name, how, experiment.variants[base].name),
                                         .subject = experiment.variants.size(),
                                         .base = base,
                                         .target = target});
        }
        experiment.variants.push_back(empty_by_peer(peer, how, {.kind = kind}, loops));
    };
    for (const LoopPeer& peer : linked_loop_peers()) {
        if (is_openmp(peer)) {
            compare(peer, "guided", Kind::guided, {{0, Target::at_least(1)}, {1, std::nullopt}, {3, std::nullopt}});
            compare(peer, "static", Kind::blocks, {{2, std::nullopt}});
        } else {
            compare(peer, "auto", Kind::automatic, {{0, std::nullopt}, {1, std::nullopt}});
        }
    }
    return experiment;
}

Experiment loop_starts(const Settings& settings) {
    need_two_cores();
    const unsigned times = settings.quick ? 10 : 2000;
    const EmptyLoops loops{.iterations = loop_workers, .loops = times, .units = static_cast<double>(times)};
    Experiment experiment{.unit = "loops"};
    experiment.variants = {empty_by_scrump("fac2", loops, std::make_shared<Session>())};
    for (const LoopPeer& peer : linked_loop_peers())
        experiment.variants.push_back(empty_by_peer(peer, "static", {.kind = Kind::blocks}, loops));
    for (std::size_t i = 0; i < experiment.variants.size(); ++i) {
        experiment.claims.push_back(
            {.what = fmt::format("loops, 2 iterations, again and again: one loop, {}", experiment.variants[i].name),
             .metric = Metric::seconds_per_unit,
             .comparison = Comparison::alone,
             .subject = i});
    }
    return experiment;
}

// --- Loops whose iterations take a microsecond

struct BusyLoop {
    std::uint64_t iterations = 0;
    BusyIteration body{};
    IterationCosts costs{};  // what some techniques have to know
};

Sample busy_sample(const BusyLoop& busy, double seconds, std::uint64_t sum) {
    return {.seconds = seconds, .units = static_cast<double>(busy.iterations), .answer = std::to_string(sum)};
}

Variant busy_by_scrump(const std::string& technique, const BusyLoop& busy, const std::shared_ptr<Session>& session) {
    return {"Scrump " + technique, [=, parsed = Technique::parse(technique)] {
                LoopOptions options = options_for(parsed, session);
                options.costs = busy.costs;
                wake(options);
                std::uint64_t sum = 0;
                const double seconds = peers::seconds_of(
                    [&] { sum = loop_reduce(options, busy.iterations, std::uint64_t{0}, busy.body).value; });
                return busy_sample(busy, seconds, sum);
            }};
}

Variant busy_by_peer(const LoopPeer& peer, const std::string& how, LoopDivision division, const BusyLoop& busy) {
    return {fmt::format("{} {}", peer.name, how), [=] {
                const peers::LoopTime time = peer.busy({division, busy.iterations, 1, loop_workers}, busy.body);
                return busy_sample(busy, time.seconds, time.sum);
            }};
}

Experiment busy_beside_peers(const Settings& settings) {
    need_two_cores();
    const std::vector<LoopPeer> all = peers_with_openmp();
    const BusyLoop busy{.iterations = settings.quick ? 10'000U : 10'000'000U,
                        .body = {.mean_steps = steps_of_a_microsecond()}};
    const std::shared_ptr<Session> session = std::make_shared<Session>();
    Experiment experiment{.unit = "iterations"};
    std::vector<std::size_t> openmp;
    const std::vector<std::pair<const char*, LoopDivision>> schedules = {
        {"static", {.kind = Kind::blocks}},
        {"dynamic,1", {.kind = Kind::chunks}},
        {"dynamic,64", {.kind = Kind::chunks, .chunk = 64}},
        {"guided", {.kind = Kind::guided}}};
    for (const LoopPeer& peer : all) {
        if (!is_openmp(peer)) {
            experiment.variants.push_back(busy_by_peer(peer, "auto", {.kind = Kind::automatic}, busy));
            continue;
        }
        for (const auto& [how, division] : schedules) {
            openmp.push_back(experiment.variants.size());
            experiment.variants.push_back(busy_by_peer(peer, how, division, busy));
        }
    }
    const std::size_t peers = experiment.variants.size();
    const std::string usual = Technique().describe();
    for (const std::string& technique : {usual, std::string("gss"), std::string("fsc:size=64"), std::string("ss")}) {
        const std::size_t base = experiment.variants.size();
        experiment.variants.push_back(busy_by_scrump(technique, busy, session));
        experiment.claims.push_back({.what = fmt::format("loops, {} iterations of 0 to 2 µs: OpenMP's best / Scrump {}",
                                                         busy.iterations, technique),
                                     .subject = openmp.front(),
                                     .base = base,
                                     .best_of = openmp});
        if (technique == usual) experiment.claims.back().target = Target::at_least(0.98);
    }
    for (std::size_t i = openmp.size(); i < peers; ++i) {
        experiment.claims.push_back({.what = fmt::format("loops, {} iterations of 0 to 2 µs: {} / Scrump {}",
                                                         busy.iterations, experiment.variants[i].name, usual),
                                     .subject = i,
                                     .base = peers});
    }
    return experiment;
}

Experiment techniques_beside_static(const Settings& settings) {
    need_two_cores();
    // The deviation is one that the clock could just tell, and an overhead a generous one.
    const BusyLoop busy{.iterations = settings.quick ? 10'000U : 1'000'000U,
                        .body = {.mean_steps = steps_of_a_microsecond(), .alike = true},
                        .costs = {.mean = 1e-6, .sigma = 1e-8, .overhead = 1e-7}};
    const std::shared_ptr<Session> session = std::make_shared<Session>();
    Experiment experiment{.unit = "iterations"};
    experiment.variants = {busy_by_scrump("static", busy, session)};
    for (std::string technique : Technique::names()) {
        if (technique == "static" || technique == "ss") continue;
        if (technique == "block-cyclic") technique += ":size=64";
        experiment.claims.push_back(
            {.what = fmt::format("loops, {} iterations of 1 µs: {} / static", busy.iterations, technique),
             .subject = experiment.variants.size(),
             .base = 0,
             .target = Target::at_most(1.03)});
        experiment.variants.push_back(busy_by_scrump(technique, busy, session));
    }
    return experiment;
}

}  // namespace

void add_loops(Experiments& all) {
    for (const unsigned size : {1U, 16U}) {
        all.push_back({fmt::format("loops-chunk-{}", size), "what a chunk costs, beside OpenMP and oneTBB",
                       [size](const Settings& settings) { return chunks_beside_peers(settings, size); }});
    }
    all.push_back({"loops-guided", "a loop of empty iterations, beside OpenMP and oneTBB", empty_beside_peers});
    all.push_back({"loops-microseconds", "iterations of a microsecond, more or less: the best OpenMP schedule",
                   busy_beside_peers});
    all.push_back(
        {"loops-balanced", "iterations of a microsecond: all techniques against static", techniques_beside_static});
    all.push_back({"loops-start", "what it costs to start a loop, beside OpenMP and oneTBB", loop_starts});
}

}  // namespace scrump::bench
