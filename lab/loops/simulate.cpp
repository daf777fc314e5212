// scrump_loop_simulation: loops over the parts of ranks that do not exist, with and without stealing, for the
// experiments of chapter 5 of Shatri (2023) at their size. Prints JSON. See bench/README.md.

#include "options.hpp"
#include "workload.hpp"

#include <scrump/base/error.hpp>
#include <scrump/loops/option_table.hpp>
#include <scrump/loops/result.hpp>
#include <scrump/loops/simulation.hpp>

#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

#include <cstdint>
#include <iostream>
#include <string>

namespace scrump::loop_bench {
namespace {

using Json = nlohmann::ordered_json;

Topology topology_of(const Options& options) {
    Topology topology = Topology::one_host(options.ranks());
    for (unsigned rank = 0; rank < options.ranks(); ++rank) topology.places[rank].host = rank / options.ranks_per_host;
    return topology;
}

// To steal takes three messages: to the coordinator, to the victim and back.
double steal_seconds(const Options& options) {
    const SimulatedLocalities& machine = options.machine;
    const double latency = options.hosts > 1 ? machine.far_latency : machine.near_latency;
    return machine.overhead + 3 * (latency + machine.handling);
}

LoopOptions without_stealing(LoopOptions options) {
    options.technique = {.kind = Technique::Kind::block};
    options.stealing.order = {.kind = StealOrder::Kind::off};
    options.stealing.amount = {};
    return options;
}

// As a real loop is judged.
LoopStatistics statistics_of(const SimulatedParts& came) {
    LoopStatistics statistics{.iterations = came.iterations, .chunks = came.chunks, .seconds = came.seconds()};
    for (const double finished : came.finished) statistics.shares.push_back({.finished = finished});
    return statistics;
}

LoopTransfers sum_of(const SimulatedParts& came) {
    LoopTransfers sum;
    for (const LoopTransfers& each : came.transfers) sum += each;
    return sum;
}

Json run_once(const Options& options, std::uint64_t seed) {
    WorkloadOptions what = options.workload;
    what.imbalance.seed = seed;
    const Workload workload = workload_of(what, options.ranks());
    SimulatedLocalities machine = options.machine;
    machine.topology = topology_of(options);
    machine.bytes_each = workload.bytes_each;
    machine.results_each = workload.results_each;
    LoopOptions loop = options.loop;
    loop.seed = seed;
    loop.costs = workload.costs;
    loop.costs.overhead = steal_seconds(options);

    const SimulatedParts came = simulate_parts(loop, workload.parts, machine);
    const SimulatedParts alone = simulate_parts(without_stealing(loop), workload.parts, machine);
    const LoopTransfers sum = sum_of(came);
    const LoopStatistics statistics = statistics_of(came);
    return {{"seed", seed},
            {"seconds", came.seconds()},
            {"cost", came.seconds() * static_cast<double>(workload.parts.size())},
            {"off_seconds", alone.seconds()},
            {"bound", workload.bound()},
            {"iterations", came.iterations},
            {"chunks", came.chunks},
            {"steals_tried", sum.tried},
            {"steals_won", sum.won},
            {"iterations_stolen", sum.iterations},
            {"imbalance", statistics.imbalance()},
            {"variation", statistics.variation()},
            {"costs", {{"mean", loop.costs.mean}, {"sigma", loop.costs.sigma}, {"overhead", loop.costs.overhead}}}};
}

Json simulated(const Options& options) {
    Json result = {{"schema", "scrump-loop-simulation"},
                   {"version", 1},
                   {"status", "complete"},
                   {"hosts", options.hosts},
                   {"ranks_per_host", options.ranks_per_host},
                   {"technique", options.loop.technique.describe()},
                   {"steal_order", options.loop.stealing.order.describe()}};
    const std::string paper = paper_in_force(options.loop);
    if (!paper.empty()) result["paper"] = paper;
    const IterationAmount& amount = options.loop.stealing.amount;
    if (amount.technique) {
        result["steal_amount"] = amount.technique->describe();
    } else {
        result["steal_amount"] = amount.ratio;
    }
    for (unsigned repetition = 0; repetition < options.repetitions; ++repetition)
        result["runs"].push_back(run_once(options, options.loop.seed + repetition));
    return result;
}

}  // namespace
}  // namespace scrump::loop_bench

int main(int argc, char** argv) {
    CLI::App app{"Loops over the parts of simulated ranks, with and without stealing"};
    try {
        scrump::loop_bench::Options options;
        options.declare(app);
        CLI11_PARSE(app, argc, argv);
        std::cout << scrump::loop_bench::simulated(options).dump() << '\n';
        return 0;
    } catch (const scrump::UsageError& error) {
        std::cerr << "scrump_loop_simulation: " << error.what() << '\n';
        return 2;
    } catch (const std::exception& error) {
        std::cerr << "scrump_loop_simulation: " << error.what() << '\n';
        return 1;
    }
}
