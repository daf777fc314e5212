#include "doors/loop_applications.hpp"

#include <apps/over_parts.hpp>

#include <fmt/format.h>

#include <cmath>
#include <cstdint>
#include <numeric>

namespace scrump::cli {
namespace {

// What is computed in a loop over parts of differing loads; it becomes the instance.
apps::ImbalanceOptions imbalance_of(LoopExecution& execution) {
    apps::ImbalanceOptions options = execution.given.imbalance;
    options.imbalance = execution.given.imbalance_percent / 100;
    options.seed = execution.options.seed;  // of loads and victims alike
    execution.report.instance = {{"iterations", options.iterations},
                                 {"workload", options.workload},
                                 {"imbalance", options.imbalance},
                                 {"spread", options.spread == apps::Spread::uniform ? "uniform" : "normal"},
                                 {"seed", options.seed}};
    return options;
}

void run_imbalance(LoopExecution& execution) {
    const apps::ImbalanceOptions options = imbalance_of(execution);
    LoopReport& report = execution.report;
    double pi = 0;
    const bool known = execution.run(
        [&] {
            auto result = apps::run_imbalance(options, execution.options);
            pi = result.pi;
            return LoopResult{result.status, std::move(result.statistics)};
        },
        [&] { pi = apps::imbalance_by_hand(options, apps::parts_of(execution.options)); });
    if (known) report.add("pi", "value", fmt::format("{:.12g}", pi), pi);
}

void run_mandelbrot(LoopExecution& execution) {
    const apps::MandelbrotOptions& options = execution.given.mandelbrot;
    LoopReport& report = execution.report;
    report.instance = {{"size", options.size}, {"steps", options.steps}, {"shared", execution.given.shared}};
    apps::MandelbrotResult result;
    const bool known = execution.run(
        [&] {
            result = execution.given.shared ? apps::mandelbrot(options, execution.options)
                                            : apps::mandelbrot_by_parts(options, execution.options);
            return LoopResult{result.status, result.statistics};
        },
        [&] {
            result.pixels = apps::mandelbrot_by_hand(options);
            result.steps = std::accumulate(result.pixels.begin(), result.pixels.end(), std::uint64_t{0});
        });
    if (!known) return;
    report.add("steps", "count", std::to_string(result.steps), result.steps);
    execution.draw([&](const std::string& file) { apps::write_picture(options, result.pixels, file); });
}

void run_julia(LoopExecution& execution) {
    apps::JuliaOptions options = execution.given.julia;
    options.steps = execution.given.mandelbrot.steps;
    LoopReport& report = execution.report;
    report.instance = {{"cells", options.side}, {"steps", options.steps}, {"axis", options.axis}};
    apps::JuliaResult result;
    const bool known = execution.run(
        [&] {
            result = apps::run_julia(options, execution.options);
            return LoopResult{result.status, result.statistics};
        },
        [&] {
            result.cells = apps::julia_by_hand(options);
            result.steps = std::accumulate(result.cells.begin(), result.cells.end(), std::uint64_t{0});
        });
    if (!known) return;
    report.add("steps", "count", std::to_string(result.steps), result.steps);
    execution.draw([&](const std::string& file) { apps::write_picture(options, result.cells, file); });
}

// Of applications that go on step by step: the answer is that of the steps that were complete, however it ended.
template <class Result, class ByLoops, class ByHand>
Result run_steps(LoopExecution& execution, const ByLoops& by_loops, const ByHand& by_hand) {
    Result result;
    execution.run(
        [&] {
            result = by_loops();
            return LoopResult{result.status, result.loops};
        },
        [&] { result = by_hand(); });
    execution.report.steps = result.costs;
    execution.report.add("steps", "steps", std::to_string(result.steps.size()), result.steps.size());
    return result;
}

void run_pisolver(LoopExecution& execution) {
    const apps::PisolverOptions options{.loop = imbalance_of(execution), .steps = execution.given.time_steps};
    LoopReport& report = execution.report;
    report.instance["time_steps"] = options.steps;
    unsigned step = 0;
    const auto result = run_steps<apps::PisolverResult>(
        execution,
        [&] {
            return apps::run_pisolver(options, execution.options, [&](double pi) {
                execution.tell(fmt::format("step {} of {} | pi {:.9f}", ++step, options.steps, pi));
            });
        },
        [&] { return apps::pisolver_by_hand(options, apps::parts_of(execution.options)); });
    if (!result.steps.empty()) report.add("pi", "value", fmt::format("{:.12g}", result.pi()), result.pi());
}

void run_sedov(LoopExecution& execution) {
    apps::SedovOptions options = execution.given.sedov;
    options.steps = execution.given.time_steps;
    LoopReport& report = execution.report;
    report.instance = {{"side", options.side}, {"time_steps", options.steps}};
    unsigned step = 0;
    const auto result = run_steps<apps::SedovResult>(
        execution,
        [&] {
            return apps::run_sedov(options, execution.options, [&](const apps::SedovStep& state) {
                execution.tell(fmt::format("step {} of {} | time {:.4f} | energy {:.6f} | shock at {:.3f}", ++step,
                                           options.steps, state.time, state.energy, state.shock_radius));
            });
        },
        [&] { return apps::run_sedov_serial(options); });
    if (result.steps.empty()) return;
    const apps::SedovStep& last = result.steps.back();
    const double momentum = std::hypot(last.momentum[0], last.momentum[1], last.momentum[2]);
    report.add("time of it", "time", fmt::format("{:.9g}", last.time), last.time);
    report.add("energy", "energy", fmt::format("{:.9g}", last.energy), last.energy);
    report.add("momentum", "momentum", fmt::format("{:.3g}", momentum), momentum);
    report.add("shock at", "shock_radius", fmt::format("{:.9g}", last.shock_radius), last.shock_radius);
    execution.draw([&](const std::string& file) { apps::write_picture(options, result, file); });
}

void run_amr(LoopExecution& execution) {
    apps::AmrOptions options = execution.given.amr;
    options.steps = execution.given.time_steps;
    LoopReport& report = execution.report;
    report.instance = {{"block", options.block},
                       {"coarsest", options.least_level},
                       {"finest", options.most_level},
                       {"sweeps", options.sweeps},
                       {"time_steps", options.steps}};
    unsigned step = 0;
    const auto result = run_steps<apps::AmrResult>(
        execution,
        [&] {
            return apps::run_amr(options, execution.options, [&](const apps::AmrStep& state) {
                execution.tell(fmt::format("step {} of {} | radius {:.3f} | {} blocks | heat {:.6f}", ++step,
                                           options.steps, state.radius, state.blocks, state.heat));
            });
        },
        [&] { return apps::run_amr_serial(options); });
    if (result.steps.empty()) return;
    const apps::AmrStep& last = result.steps.back();
    report.add("blocks", "blocks", std::to_string(last.blocks), last.blocks);
    report.add("heat", "heat", fmt::format("{:.9g}", last.heat), last.heat);
    report.add("checksum", "checksum", fmt::format("{:.12g}", last.checksum), last.checksum);
    execution.draw([&](const std::string& file) { apps::write_picture(result.plane, file); });
}

constexpr LoopApplication applications[] = {
    {LoopApplication::Kind::imbalance, "imbalance",
     "π by iterations of differing lengths, over parts of differing loads", false, run_imbalance},
    {LoopApplication::Kind::pisolver, "pisolver", "the same, step by step: a loop over new workloads in each", true,
     run_pisolver},
    {LoopApplication::Kind::mandelbrot, "mandelbrot", "the Mandelbrot set, pixel by pixel", false, run_mandelbrot},
    {LoopApplication::Kind::julia, "julia", "a Julia set in space, slice by slice", false, run_julia},
    {LoopApplication::Kind::sedov, "sedov", "a blast in a gas of particles: loops over particles, step by step", true,
     run_sedov},
    {LoopApplication::Kind::amr, "amr", "heat on a mesh that is fine around a growing sphere: loops over blocks", true,
     run_amr},
};

}  // namespace

std::span<const LoopApplication> loop_applications() {
    return applications;
}

LoopExecution::LoopExecution(const LoopArguments& arguments, const Process& process)
    : given(arguments), options(arguments.options), run_(process, options.time_limit, given.machine.has_value()) {
    report.problem = fmt::format("loop {}", given.application->name);
    report.sequential = given.sequential;
    report.machine = given.machine;
}

void LoopExecution::begin() {
    if (given.application->several_loops) options.began = run_.began();  // a time limit is one for all of them
    run_.connect(options);
    if (given.application->several_loops) return;
    counters_.connect(options.observe, given.counters, given.output.json);
    run_.show(options.progress, options.progress_interval, given.output,
              [](const LoopProgress& progress) { return progress_text(progress); });
}

}  // namespace scrump::cli
