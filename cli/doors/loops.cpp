// scrump loop: applications of self-scheduled loops, each with its serial twin.

#include "commands.hpp"
#include "doors/loop_applications.hpp"
#include "doors/loop_options.hpp"
#include "line/values.hpp"
#include "run/simulation.hpp"

#include <scrump/base/error.hpp>
#include <scrump/loops/technique.hpp>
#include <scrump/runtime/run_options.hpp>

#include <fmt/format.h>

#include <algorithm>
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

int run_and_print(const Command& command, const LoopArguments& given, const Process& process) {
    if (given.sequential && process.session.size() > 1) throw UsageError("--sequential is for one process");
    const unsigned localities = std::max(process.session.size(), given.options.localities);
    refuse_meaningless_options(command, given, localities);
    LoopExecution execution(given, process);
    given.application->run(execution);
    if (!process.first()) return execution.report.status == Status::complete ? solved : stopped;
    return print(execution.report, given.options, given.output, process.invocation);
}

void declare_options(Command command, LoopArguments& given) {
    command.option("APPLICATION", given.application, one_of(applications_by_name()), "Name: see below").required();
    declare_loop_options(command, given);
    const Argument simulate = declare_simulation(command, given.machine, {.workers = given.options.workers});
    command.flag("--sequential", given.sequential, "Run the serial version, without Scrump's loops")
        .excludes(simulate)
        .group(std::string(detail::how_to_run));
    declare_output(command, given.output, "Print the answer alone", "Also print what each worker and locality did");
    command.option("--csv", given.output.csv, a_name(), "Write each worker's share to this file")
        .type_name("FILE")
        .group(what_to_print);
    command.footer(list_of_applications);
}

}  // namespace

void declare_loop(CommandLine& line) {
    const auto given = std::make_shared<LoopArguments>();
    Command command = line.subcommand("loop", "Run an application of self-scheduled loops, or its serial twin");
    command.options([given](Command own) { declare_options(own, *given); });
    command.does([given, command](const Process& process) { return run_and_print(command, *given, process); });
}

}  // namespace scrump::cli
