// scrump_heat: the experiment of Grubel et al. (2015), one-dimensional heat diffusion in partitions of any size. See
// lab/README.md.

#include <scrump/base/detail/processing_units.hpp>
#include <scrump/base/error.hpp>
#include <scrump/runtime/paper.hpp>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <CLI/CLI.hpp>

#include <algorithm>
#include <cstdio>
#include <exception>
#include <new>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "experiment.hpp"
#include "table.hpp"

namespace scrump::heat {
namespace {

struct Arguments {
    Settings settings;
    std::optional<unsigned> workers;
    unsigned repeat = 1;
    bool adaptive = false;
    bool sequential = false;
    std::optional<double> alone_us;
    bool calibrate = false;
    std::string paper;
    bool order = false;  // whether it was given
    bool list_partitions = false;
    bool check = false;
    bool csv = false;
};

// What is computed, and by whom.
void declare_run(CLI::App& app, Arguments& given) {
    Settings& settings = given.settings;
    const auto from_one = CLI::Range(std::uint64_t{1}, std::uint64_t{1} << 40).description("");
    app.add_option("--points", settings.points, "Points of the ring; the paper has 100000000")
        ->check(from_one)
        ->type_name("N")
        ->capture_default_str();
    app.add_option("--partition", settings.partition, "Points of a partition; with --adaptive, the first guess")
        ->check(from_one)
        ->type_name("N");
    app.add_option("--steps", settings.steps, "Time steps")->check(from_one)->type_name("N")->capture_default_str();
    app.add_option("--workers", given.workers, "Threads [default: one for each core, of this machine or the node]")
        ->check(CLI::Range(1U, 4096U).description(""))
        ->type_name("N");
    app.add_option_function<std::string>(
           "--order",
           [&given](const std::string& order) {
               given.settings.order = order == "lifo" ? Order::lifo : Order::fifo;
               given.order = true;
           },
           "Which of its own tasks a worker takes next: the oldest (fifo, as the paper's scheduler) or the newest "
           "(lifo)")
        ->check(CLI::IsMember({"fifo", "lifo"}).description(""))
        ->type_name("fifo|lifo")
        ->default_str("fifo");
    app.add_option("--repeat", given.repeat, "Runs, one after another")
        ->check(CLI::Range(1U, 1'000'000U).description(""))
        ->type_name("N")
        ->capture_default_str();
}

CLI::Option* declare_simulation(CLI::App& app, Settings& settings) {
    std::vector<std::string> nodes;
    for (const SimulatedNode& node : simulated_nodes) nodes.emplace_back(node.name);
    const auto choose = [&settings](const std::string& name) {
        settings.node = std::ranges::find(simulated_nodes, name, &SimulatedNode::name);
    };
    return app
        .add_option_function<std::string>(
            "--simulate", choose, "Run on a simulated node of the paper: times are that node's; nothing is computed")
        ->check(CLI::IsMember(nodes).description(""))
        ->type_name(fmt::format("{}", fmt::join(nodes, "|")));
}

// How it is done, measured and printed.
void declare_modes(CLI::App& app, Arguments& given) {
    CLI::Option* const simulated = declare_simulation(app, given.settings);
    CLI::Option* const adaptive =
        app.add_flag("--adaptive", given.adaptive, "Choose the partitions while the run goes on");
    CLI::Option* const sequential =
        app.add_flag("--sequential", given.sequential, "The hand-written twin: no tasks, one thread");
    sequential->excludes(adaptive)->excludes(simulated);
    CLI::Option* const alone =
        app.add_option("--alone-us", given.alone_us, "What a task takes on one worker, for the wait time: microseconds")
            ->check(CLI::PositiveNumber.description(""))
            ->type_name("X");
    CLI::Option* const calibrate = app.add_flag(
        "--calibrate", given.calibrate, "Measure that first, in a few steps on one worker with the same partitions");
    // Of tasks of changing sizes, and of none, there is no duration alone.
    alone->excludes(calibrate)->excludes(adaptive)->excludes(sequential);
    calibrate->excludes(adaptive)->excludes(sequential);
    app.add_flag("--check", given.check, "Compare every point with the sequential twin, bit for bit")
        ->excludes(simulated);
    app.add_flag("--hardware-counters", given.settings.hardware_counters,
                 "Count instructions, cycles and cache misses, for the columns of --csv")
        ->excludes(simulated)
        ->excludes(sequential);
    app.add_flag("--csv", given.csv, "One line a run");
}

void declare_paper(CLI::App& app, Arguments& given) {
    CLI::Option* const paper =
        app.add_option("--paper", given.paper, "The system of a paper: its order of tasks, and partitions of one size")
            ->check(CLI::IsMember(paper_names(in_heat)).description(""))
            ->type_name("NAME")
            ->excludes(app.get_option("--adaptive"))
            ->excludes(app.get_option("--sequential"));
    app.add_flag("--list-partitions", given.list_partitions, "Print the sizes of partitions of --paper, and end")
        ->needs(paper);
}

// What the paper has for an option.
std::string value_of_paper(const std::string& paper, std::string_view option) {
    for (const PaperChoice& choice : paper_choices(paper, in_heat))
        if (choice.option == option) return std::string(choice.values.front()->value);
    throw Error(paper + " has no " + std::string(option));
}

void follow_paper(Arguments& given) {
    if (given.paper.empty()) return;
    const Order order = value_of_paper(given.paper, "order") == name(Order::lifo) ? Order::lifo : Order::fifo;
    if (given.order && given.settings.order != order)
        throw UsageError(fmt::format("--order {} contradicts --paper {}, which has {}", name(given.settings.order),
                                     given.paper, name(order)));
    given.settings.order = order;
}

void complete(Arguments& given) {
    follow_paper(given);
    Settings& settings = given.settings;
    const auto cores = static_cast<unsigned>(detail::processing_units().size());
    settings.workers = given.workers.value_or(settings.node != nullptr ? settings.node->cores : std::max(1U, cores));
    settings.mode = given.adaptive ? Mode::adaptive : given.sequential ? Mode::sequential : Mode::fixed;
    if (settings.mode == Mode::fixed && settings.partition == 0)
        throw UsageError("what partitions? --partition N, --adaptive or --sequential");
    if (settings.partition > settings.points)
        throw UsageError(fmt::format("--partition {}: the ring has {} points", settings.partition, settings.points));
}

Outcome run_once(const Arguments& given) {
    if (given.settings.node != nullptr) return simulate(given.settings);
    Ring ring(given.settings.points);
    const Outcome outcome = carry_out(given.settings, ring);
    if (given.check) check(given.settings, ring);
    return outcome;
}

int run(int argc, char** argv) {
    CLI::App app("Heat on a ring of points, computed by tasks of any size. See lab/README.md.", "scrump_heat");
    Arguments given;
    declare_run(app, given);
    declare_modes(app, given);
    declare_paper(app, given);
    try {
        app.parse(argc, argv);
    } catch (const CLI::ParseError& error) {
        return app.exit(error) == 0 ? 0 : 2;
    }
    if (given.list_partitions) {
        fmt::print("{}\n", value_of_paper(given.paper, "partitions"));
        return 0;
    }
    complete(given);
    std::optional<double> alone;
    if (given.alone_us) alone = *given.alone_us * 1e-6;
    if (given.calibrate) alone = task_duration_alone(given.settings);
    fmt::print("{}", given.csv ? csv_head() : text_head());
    for (unsigned repeat = 1; repeat <= given.repeat; ++repeat) {
        const Row row{given.settings, repeat, run_once(given), alone};
        fmt::print("{}", given.csv ? as_csv(row) : as_text(row));
        std::fflush(stdout);
    }
    return 0;
}

}  // namespace
}  // namespace scrump::heat

int main(int argc, char** argv) {
    try {
        return scrump::heat::run(argc, argv);
    } catch (const scrump::UsageError& error) {
        fmt::print(stderr, "scrump_heat: {}\n", error.what());
        return 2;
    } catch (const std::bad_alloc&) {
        fmt::print(stderr, "scrump_heat: not enough memory for so many points or partitions\n");
        return 1;
    } catch (const std::exception& error) {
        fmt::print(stderr, "scrump_heat: {}\n", error.what());
        return 1;
    }
}
