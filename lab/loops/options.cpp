#include "options.hpp"

#include <scrump/loops/option_table.hpp>

#include <map>
#include <string>

namespace scrump::loop_bench {
namespace {

const std::map<std::string, Application> applications = {{"imbalance", Application::imbalance},
                                                         {"mandelbrot", Application::mandelbrot}};
const std::map<std::string, apps::Spread> spreads = {{"uniform", apps::Spread::uniform},
                                                     {"normal", apps::Spread::normal}};

void seconds(CLI::App& app, const std::string& name, double& value, const std::string& help) {
    app.add_option(name, value, help)
        ->type_name("SECONDS")
        ->check(CLI::NonNegativeNumber)
        ->capture_default_str()
        ->group("Machine");
}

}  // namespace

void Options::declare(CLI::App& app) {
    declare_workload(app);
    declare_division(app);
    declare_machine(app);
    app.add_option("--seed", loop.seed, "Of loads, iterations and victims, in the first repetition")
        ->capture_default_str();
    app.add_option("--repetitions", repetitions, "How many, each with the next seed")
        ->check(CLI::PositiveNumber)
        ->capture_default_str();
}

void Options::declare_workload(CLI::App& app) {
    app.add_option("APPLICATION", workload.application, "imbalance or mandelbrot")
        ->required()
        ->transform(CLI::CheckedTransformer(applications));
    app.add_option_function<double>(
           "--imbalance", [this](double percent) { workload.imbalance.imbalance = percent / 100; },
           "imbalance: how much the ranks' loads vary, 0 to 50 [0]")
        ->type_name("PERCENT")
        ->group("Application");
    app.add_option("--spread", workload.imbalance.spread, "imbalance: uniform or normal [uniform]")
        ->transform(CLI::CheckedTransformer(spreads))
        ->group("Application");
    app.add_option("--iterations", workload.imbalance.iterations, "imbalance: of all ranks")
        ->capture_default_str()
        ->group("Application");
    app.add_option("--workload", workload.imbalance.workload, "imbalance: terms of an iteration, at most")
        ->check(CLI::PositiveNumber)
        ->capture_default_str()
        ->group("Application");
    app.add_option("--size", workload.mandelbrot.size, "mandelbrot: pixels along each side")
        ->check(CLI::Range(1U, 32'768U))
        ->capture_default_str()
        ->group("Application");
    app.add_option("--steps", workload.mandelbrot.steps, "mandelbrot: of a pixel, at most")
        ->check(CLI::PositiveNumber)
        ->capture_default_str()
        ->group("Application");
}

void Options::declare_division(CLI::App& app) {
    LoopStealing& stealing = loop.stealing;
    auto* const paper = app.add_option_function<std::string>(
                               "--paper", [this](const std::string& text) { loop = options_of_paper(text, loop); },
                               "The system of a paper, as of the scrump command: shatri2023:laws_gss")
                            ->group("Division");
    app.add_option_function<std::string>(
           "--technique", [this](const std::string& text) { loop.technique = Technique::parse(text); },
           "How ranks take chunks of what they have [static: in 256 pieces]")
        ->excludes(paper)
        ->group("Division");
    app.add_option_function<std::string>(
           "--steal-order", [&](const std::string& text) { stealing.order = StealOrder::parse(text); },
           "As of the scrump command [decentralised]")
        ->excludes(paper)
        ->group("Division");
    auto* const ratio = app.add_option("--steal-ratio", stealing.amount.ratio, "Share of what is left that is given")
                            ->check(CLI::Range(0.0, 1.0))
                            ->capture_default_str()
                            ->excludes(paper)
                            ->group("Division");
    app.add_option_function<std::string>(
           "--steal-technique", [&](const std::string& text) { stealing.amount.technique = Technique::parse(text); },
           "In place of that: the next chunk of a technique")
        ->excludes(ratio)
        ->excludes(paper)
        ->group("Division");
    app.add_option("--least", stealing.least, "Iterations of a piece and of a theft, at least [1, and 256 pieces]")
        ->group("Division");
}

void Options::declare_machine(CLI::App& app) {
    app.add_option("--hosts", hosts)->check(CLI::Range(1U, 4096U))->capture_default_str()->group("Machine");
    app.add_option("--ranks-per-host", ranks_per_host)
        ->check(CLI::Range(1U, 4096U))
        ->capture_default_str()
        ->group("Machine");
    seconds(app, "--near-latency", machine.near_latency, "Of a message within a host");
    seconds(app, "--far-latency", machine.far_latency, "Of one between hosts");
    app.add_option_function<double>(
           "--bytes-per-second", [this](double rate) { machine.byte = 1 / rate; }, "Of the network [1e9]")
        ->check(CLI::PositiveNumber)
        ->group("Machine");
    seconds(app, "--handling", machine.handling, "That a rank takes for a message");
    seconds(app, "--overhead", machine.overhead, "That a rank takes to get a chunk of what it has");
    seconds(app, "--seconds-per-step", workload.seconds_per_step, "A term of π, or a step of a pixel");
}

}  // namespace scrump::loop_bench
