// scrump counters: what can be read of a run.

#include "commands.hpp"
#include "run/process.hpp"
#include "run/report.hpp"

#include <scrump/search/figures.hpp>

#include <fmt/format.h>

#include <string>

namespace scrump::cli {
namespace {

std::string list_of_counters() {
    std::string text;
    for (const Counter& counter : all_counters())
        text += fmt::format("{:<28}{:<20}{:<2}{}{}\n", counter.name, counter.unit, counter.accrues ? "+" : "",
                            counter.meaning, counter.of_workers ? "" : "; not for single workers");
    return text;
}

int print_list_of_counters(const Process& process) {
    if (process.first()) fmt::print("{}", list_of_counters());
    return solved;
}

}  // namespace

void declare_counters(CommandLine& line) {
    Command command =
        line.subcommand("counters", "List what --counters can print of a running search: names, units, meanings");
    command.footer(list_of_counters);
    command.does(print_list_of_counters);
}

}  // namespace scrump::cli
