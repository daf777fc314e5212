// scrump loop: applications of self-scheduled loops, each with its serial twin.

#include "commands.hpp"
#include "complain.hpp"
#include "interrupts.hpp"
#include "loop_report.hpp"
#include "parallel_options.hpp"
#include "values.hpp"

#include <apps/imbalance/imbalance.hpp>
#include <apps/mandelbrot/mandelbrot.hpp>
#include <apps/over_parts.hpp>

#include <scrump/base/clock.hpp>
#include <scrump/base/error.hpp>
#include <scrump/loops/technique.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <memory>
#include <numeric>
#include <string>
#include <utility>

namespace scrump::cli {
namespace {

struct Application;

struct Arguments {
    const Application* application = nullptr;
    LoopOptions options;
    LoopOutput output;
    apps::ImbalanceOptions imbalance;
    double imbalance_percent = 0;
    apps::MandelbrotOptions mandelbrot;
    std::string picture;
    bool shared = false;
    bool sequential = false;
};

/// One run: from when on time counts, and what came of it.
class Execution {
  public:
    Execution(Arguments& arguments, Session& session) : given(arguments), options(arguments.options) {
        interrupts().begin(options.time_limit, session.first());
        options.session = &session;
    }

    /// Runs the application or its twin; says whether there is an answer.
    template <class ByLoops, class ByHand>
    bool run(const ByLoops& by_loops, const ByHand& by_hand) {
        const auto began = Clock::now();
        if (given.sequential) {
            by_hand();
        } else {
            options.stop = interrupts().begin_search();
            if (options.time_limit)
                options.time_limit =
                    std::max<std::chrono::nanoseconds>(*options.time_limit - (Clock::now() - began_), {});
            auto result = by_loops();
            report.status = result.status;
            report.statistics = std::move(result.statistics);
        }
        report.seconds = std::chrono::duration<double>(Clock::now() - began).count();
        return report.status == Status::complete;
    }

    Arguments& given;
    LoopOptions options;
    LoopReport report;

  private:
    const Clock::time_point began_ = Clock::now();
};

struct Application {
    const char* name;
    const char* about;
    void (*run)(Execution& execution);
};

void run_imbalance(Execution& execution) {
    apps::ImbalanceOptions& options = execution.given.imbalance;
    options.imbalance = execution.given.imbalance_percent / 100;
    options.seed = execution.options.seed;  // of loads and victims alike
    LoopReport& report = execution.report;
    report.instance = {{"iterations", options.iterations},
                       {"workload", options.workload},
                       {"imbalance", options.imbalance},
                       {"spread", options.spread == apps::Spread::uniform ? "uniform" : "normal"},
                       {"seed", options.seed}};
    double pi = 0;
    const bool known = execution.run(
        [&] {
            auto result = apps::run_imbalance(options, execution.options);
            pi = result.pi;
            return result;
        },
        [&] { pi = apps::imbalance_by_hand(options, apps::parts_of(execution.options)); });
    if (known) report.add("pi", "value", fmt::format("{:.12g}", pi), pi);
}

void run_mandelbrot(Execution& execution) {
    const apps::MandelbrotOptions& options = execution.given.mandelbrot;
    LoopReport& report = execution.report;
    report.instance = {{"size", options.size}, {"steps", options.steps}, {"shared", execution.given.shared}};
    apps::MandelbrotResult result;
    const bool known = execution.run(
        [&] {
            result = execution.given.shared ? apps::mandelbrot(options, execution.options)
                                            : apps::mandelbrot_by_parts(options, execution.options);
            return apps::MandelbrotResult{.status = result.status, .statistics = result.statistics};
        },
        [&] {
            result.pixels = apps::mandelbrot_by_hand(options);
            result.steps = std::accumulate(result.pixels.begin(), result.pixels.end(), std::uint64_t{0});
        });
    if (!known) return;
    report.add("steps", "count", std::to_string(result.steps), result.steps);
    if (execution.given.picture.empty() || !execution.options.session->first()) return;
    apps::write_picture(options, result.pixels, execution.given.picture);
    report.add("picture", "picture", execution.given.picture, execution.given.picture);
}

constexpr Application applications[] = {
    {"imbalance", "π by iterations of differing lengths, over parts of differing loads", run_imbalance},
    {"mandelbrot", "the Mandelbrot set, pixel by pixel", run_mandelbrot},
};

std::string footer() {
    std::string text = "Applications:\n";
    for (const Application& each : applications) text += fmt::format("  {:<12}{}\n", each.name, each.about);
    return text + "\nTechniques (--technique NAME[:key=value,…], or a number):\n" + Technique::help() +
           "\nOrders of steals (--steal-order NAME[:key=value,…]):\n" + StealOrder::help();
}

Choices<const Application*> applications_by_name() {
    Choices<const Application*> choices;
    for (const Application& each : applications) choices.emplace_back(each.name, &each);
    return choices;
}

/// "0.5" or the name of a technique.
IterationAmount read_amount(const std::string& text) {
    if (text.find_first_not_of("0123456789.") != std::string::npos || text.find('.') == std::string::npos)
        return {.technique = Technique::parse(text)};
    const double ratio = real_number()(text);
    if (!(ratio > 0 && ratio <= 1)) throw BadValue(fmt::format("a ratio is more than 0 and at most 1, not {}", text));
    return {.ratio = ratio};
}

int run_and_print(Arguments& given, Session& session) {
    if (given.sequential && session.size() > 1) throw UsageError("--sequential is for one process");
    Execution execution(given, session);
    execution.report.problem = fmt::format("loop {}", given.application->name);
    execution.report.sequential = given.sequential;
    given.application->run(execution);
    if (!session.first()) return execution.report.status == Status::complete ? solved : stopped;
    return print(execution.report, given.options, given.output);
}

void declare_division(Command command, Arguments& given) {
    const std::string group = "How to divide it";
    LoopStealing& stealing = given.options.stealing;
    command.option("--technique", given.options.technique, Technique::parse, "How chunks are made: see below")
        .type_name("NAME[:key=value,…]")
        .initially(given.options.technique.describe())
        .group(group);
    command
        .option("--steal-order", stealing.order, StealOrder::parse,
                "How localities get iterations of others: see below")
        .type_name("NAME[:key=value,…]")
        .initially(stealing.order.describe())
        .group(group);
    command
        .option("--steal-amount", stealing.amount, read_amount,
                "How much a victim gives: a ratio such as 0.5 of what is left, or the next chunk of a technique")
        .type_name("RATIO|NAME")
        .initially("0.5")
        .group(group);
    command.option("--least", stealing.least, whole_number(1), "Iterations that are stolen at least [default: 1]")
        .type_name("N")
        .group(group);
    command.flag_against("--keep-results", stealing.results_go_home, "Results stay with the thief").group(group);
    command.flag("--check", stealing.checked, "Prove that each iteration was run once and its data arrived whole")
        .group(group);
}

void declare_applications(Command command, Arguments& given) {
    const std::string group = "What to run";
    command
        .option("--iterations", given.imbalance.iterations, whole_number(0, std::uint64_t{1} << 40U),
                "imbalance: iterations of all localities")
        .type_name("N")
        .show_default()
        .group(group);
    command
        .option("--workload", given.imbalance.workload, whole_number(1, 1'000'000'000),
                "imbalance: terms of an iteration, at most")
        .type_name("N")
        .show_default()
        .group(group);
    command
        .option("--imbalance", given.imbalance_percent, real_number(),
                "imbalance: by how much the localities' loads vary (coefficient of variation), 0 to 50")
        .type_name("PERCENT")
        .show_default()
        .group(group);
    command
        .option("--spread", given.imbalance.spread,
                one_of(Choices<apps::Spread>{{"normal", apps::Spread::normal}, {"uniform", apps::Spread::uniform}}),
                "imbalance: how they are distributed")
        .type_name("normal|uniform")
        .initially("uniform")
        .group(group);
    command.option("--size", given.mandelbrot.size, whole_number(1, 32'768), "mandelbrot: pixels along each side")
        .type_name("N")
        .show_default()
        .group(group);
    command
        .option("--steps", given.mandelbrot.steps, whole_number(1, 65'535),
                "mandelbrot: after which a point is one of the set")
        .type_name("N")
        .show_default()
        .group(group);
    command
        .flag("--shared", given.shared,
              "mandelbrot: one picture that all write to, instead of a part for each locality")
        .group(group);
    command.option("--picture", given.picture, a_name(), "mandelbrot: write it there (PGM)")
        .type_name("FILE")
        .group(group);
}

}  // namespace

void declare_loop(CommandLine& line) {
    const auto given = std::make_shared<Arguments>();
    Command command = line.subcommand("loop", "Run an application of self-scheduled loops, or its serial twin");
    command.option("APPLICATION", given->application, one_of(applications_by_name()), "Which one: see below")
        .required();
    declare_applications(command, *given);
    declare_division(command, *given);
    declare_parallel(command, given->options, given->options.policy.describe());
    command.flag("--sequential", given->sequential, "The same by hand, without loops of Scrump").group(how_to_run);
    declare_output(command, given->output);
    command.footer(footer);
    command.does([given](Session& session) { return run_and_print(*given, session); });
}

}  // namespace scrump::cli
