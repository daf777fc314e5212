#include "run/live_counters.hpp"

#include "line/values.hpp"
#include "run/complain.hpp"

#include <scrump/runtime/run_options.hpp>
#include <scrump/search/figures.hpp>

#include <exception>
#include <string>
#include <vector>

namespace scrump::cli {

void declare_counters(Command command, CounterLog::Request& request, std::chrono::nanoseconds& every,
                      Computation kind) {
    const std::string observation(detail::observation);
    std::vector<std::string> names = {"all"};
    for (const Counter& counter : all_counters())
        if (is_counted(counter, kind)) names.emplace_back(counter.name);
    const auto to_counters = [kind](const std::string& text) { return parse_counters(a_name()(text), kind); };
    const Argument list = command
                              .option("--counters", request.wanted, to_counters,
                                      "Print these counters during the run: names that `scrump counters` lists, or "
                                      "all, each for the run, or per locality or worker with @locality or @worker")
                              .type_name("LIST")
                              .words(names)
                              .group(observation);
    command.option("--every", every, duration(std::chrono::milliseconds(10)), "Time between two lines of counters")
        .needs(list)
        .type_name("TIME")
        .initially("1s")
        .group(observation);
    command
        .option("--counters-file", request.file, a_name(),
                "File for the counters: CSV, or JSON lines if its name ends in .jsonl [default: standard error]")
        .needs(list)
        .type_name("FILE")
        .group(observation);
}

// A log that cannot be written is no reason to lose hours of work.
void LiveCounters::keep(const Statistics& now) {
    run_.clear();
    if (!log_) return;
    try {
        log_->write(now);
    } catch (const std::exception& error) {
        log_.reset();
        complain(std::string(error.what()) + "; the run goes on without its counters");
    }
}

}  // namespace scrump::cli
