// scrump counters: what can be read of a run.

#include "commands.hpp"
#include "run/process.hpp"
#include "run/report.hpp"

#include <scrump/search/figures.hpp>

#include <fmt/format.h>

namespace scrump::cli {
namespace {

int list_counters(const Process& process) {
    if (!process.first()) return solved;
    for (const Counter& counter : all_counters()) {
        fmt::print("{:<28}{:<20}{}{}\n", counter.name, counter.unit, counter.meaning,
                   counter.of_workers ? "" : "; not of single workers");
    }
    return solved;
}

}  // namespace

void declare_counters(CommandLine& line) {
    Command command =
        line.subcommand("counters", "List what --counters can print of a running search: names, units, meanings");
    command.does(list_counters);
}

}  // namespace scrump::cli
