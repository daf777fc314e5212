// A steal of an iteration with 1 MiB of data from another process, beside a bare message of the same bytes between two
// such processes. bench/peers/loop_steals.cpp says what exactly is timed.

#include <nlohmann/json.hpp>

#include <string>
#include <utility>

#include "child.hpp"
#include "launch.hpp"
#include "rows.hpp"

namespace scrump::bench {
namespace {

// Seconds are the thief's median.
Variant waiting_for_data(const Settings& settings, std::string name, const Arguments& how) {
    const Arguments program = {SCRUMP_BENCH_LOOP_STEALS, "--blocks", settings.quick ? "16" : "256"};
    return {std::move(name), [started = launch(settings, 2, program + how)] {
                const Child child = run_child(started.arguments, started.environment);
                return Sample{.seconds = nlohmann::json::parse(child.output).at("median").get<double>()};
            }};
}

Experiment steals_of_data(const Settings& settings) {
    Experiment experiment{.unit = "steals", .least_rounds = settings.quick ? 1U : 9U};
    experiment.variants = {waiting_for_data(settings, "a steal", {}),
                           waiting_for_data(settings, "a steal, victim busy", {"--victim", "busy"}),
                           waiting_for_data(settings, "a bare message", {"--bare"}),
                           waiting_for_data(settings, "a bare message into one place", {"--bare", "--into", "one"})};
    const std::string what = "loops, 1 MiB from another process: a steal";
    experiment.claims = {{.what = what + " / a bare message", .base = 2, .target = Target::at_most(1.2)},
                         {.what = what + " from a busy victim / a bare message", .subject = 1, .base = 2},
                         {.what = what + " / a bare message, all into one place", .base = 3}};
    return experiment;
}

}  // namespace

void add_loop_steals(Experiments& all) {
    all.push_back({"loops-steal-1MiB", "an iteration stolen with its data, beside a bare message", steals_of_data});
}

}  // namespace scrump::bench
