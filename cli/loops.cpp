// scrump loop: applications of self-scheduled loops, each with its serial twin.

#include "commands.hpp"
#include "loop_applications.hpp"
#include "parallel_options.hpp"
#include "simulation.hpp"
#include "values.hpp"

#include <scrump/base/error.hpp>
#include <scrump/loops/technique.hpp>

#include <fmt/format.h>

#include <cstdint>
#include <memory>
#include <string>

namespace scrump::cli {
namespace {

std::string list_of_applications() {
    std::string text = "Applications:\n";
    for (const LoopApplication& each : loop_applications()) text += fmt::format("  {:<12}{}\n", each.name, each.about);
    return text + "\nTechniques (--technique NAME[:key=value,…], or a number):\n" + Technique::help() +
           "\nOrders of steals (--steal-order NAME[:key=value,…]):\n" + StealOrder::help();
}

Choices<const LoopApplication*> applications_by_name() {
    Choices<const LoopApplication*> choices;
    for (const LoopApplication& each : loop_applications()) choices.emplace_back(each.name, &each);
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

int run_and_print(LoopArguments& given, Session& session) {
    if (given.sequential && session.size() > 1) throw UsageError("--sequential is for one process");
    if (given.application->several_loops && given.options.trace.wanted())
        throw UsageError(fmt::format("{}: a trace is of one loop, and this runs many", given.application->name));
    LoopExecution execution(given, session);
    given.application->run(execution);
    if (!session.first()) return execution.report.status == Status::complete ? solved : stopped;
    return print(execution.report, given.options, given.output);
}

void declare_division(Command command, LoopArguments& given) {
    const std::string group = "How to divide it";
    LoopStealing& stealing = given.options.stealing;
    command.option("--technique", given.options.technique, Technique::parse, "How chunks are made: see below")
        .type_name("NAME[:key=value,…]")
        .words(Technique::names())
        .initially(given.options.technique.describe())
        .group(group);
    command
        .option("--steal-order", stealing.order, StealOrder::parse,
                "How localities get iterations of others: see below")
        .type_name("NAME[:key=value,…]")
        .words(StealOrder::names())
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

void declare_applications(Command command, LoopArguments& given) {
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
    command.option("--side", given.sedov.side, whole_number(1, 256), "sedov: particles along each side of their cube")
        .type_name("N")
        .show_default()
        .group(group);
    command.option("--block", given.amr.block, whole_number(2, 64), "amr: cells along each side of a block, even")
        .type_name("N")
        .show_default()
        .group(group);
    command
        .option("--finest", given.amr.most_level, whole_number(0, 8),
                "amr: how often the cube is halved where it is finest")
        .type_name("LEVEL")
        .show_default()
        .group(group);
    command.option("--time-steps", given.time_steps, whole_number(0, 1'000'000), "sedov, amr: steps of time")
        .type_name("N")
        .show_default()
        .group(group);
    command.option("--picture", given.picture, a_name(), "write a picture of the answer there (PGM); not of imbalance")
        .type_name("FILE")
        .group(group);
}

}  // namespace

void declare_loop(CommandLine& line) {
    const auto given = std::make_shared<LoopArguments>();
    Command command = line.subcommand("loop", "Run an application of self-scheduled loops, or its serial twin");
    command.option("APPLICATION", given->application, one_of(applications_by_name()), "Which one: see below")
        .required();
    declare_applications(command, *given);
    declare_division(command, *given);
    declare_parallel(command, given->options, given->options.policy.describe());
    const Argument simulate = declare_simulation(command, given->machine, how_to_run);
    command.flag("--sequential", given->sequential, "The same by hand, without loops of Scrump")
        .excludes(simulate)
        .group(how_to_run);
    declare_output(command, given->output);
    command.footer(list_of_applications);
    command.does([given](Session& session) { return run_and_print(*given, session); });
}

}  // namespace scrump::cli
