#include <scrump/search/figures.hpp>

#include <scrump/base/error.hpp>
#include <scrump/base/spec.hpp>
#include <scrump/base/suggestion.hpp>

#include <algorithm>
#include <chrono>
#include <limits>
#include <optional>
#include <string>
#include <vector>

namespace scrump {
namespace {

using Microseconds = std::chrono::duration<double, std::micro>;

double number(std::uint64_t count) {
    return static_cast<double>(count);
}
double seconds(std::uint64_t nanoseconds) {
    return number(nanoseconds) * 1e-9;
}
// Not a number: it was not read.
double number(const std::optional<std::uint64_t>& count) {
    return count ? number(*count) : std::numeric_limits<double>::quiet_NaN();
}
double percentile(const LatencyHistogram& durations, double percent) {
    return Microseconds(durations.percentile(percent)).count();
}

// What a task of these would take on one worker alone: the nodes are the same, so tasks need not be.
double alone(const Figures& of) {
    return of.activity.tasks == 0 ? 0 : of.alone_per_node * number(of.counters.nodes) / number(of.activity.tasks);
}

constexpr double micro = 1e6;

constexpr Counter catalogue[] = {
    // What was done.
    {"nodes", "nodes", "nodes visited", true, true, [](const Figures& of) { return number(of.counters.nodes); },
     "nodes", of_searches | of_states | of_all_runs},
    {"node-rate", "nodes/s", "nodes visited per second", false, true,
     [](const Figures& of) { return of.seconds > 0 ? number(of.counters.nodes) / of.seconds : 0; }, "",
     of_searches | of_states},
    {"prunes", "nodes", "nodes pruned by a bound, and nodes that left out children", true, true,
     [](const Figures& of) { return number(of.counters.prunes); }, "prunes", of_searches | of_all_runs},
    {"backtracks", "nodes", "nodes whose children were all explored or given away", true, true,
     [](const Figures& of) { return number(of.counters.backtracks); }, "backtracks", of_searches | of_all_runs},
    {"incumbents", "solutions", "times that a worker found a better solution than it knew", true, true,
     [](const Figures& of) { return number(of.incumbents); }, "incumbents", of_searches},
    // Tasks.
    {"executed-tasks", "tasks", "tasks that were begun", true, true,
     [](const Figures& of) { return number(of.counters.tasks); }, "tasks", of_all_runs},
    {"finished-tasks", "tasks", "tasks that ended, except those that ran while another waited: the paper's n_t", true,
     true, [](const Figures& of) { return number(of.activity.tasks); }, "finished_tasks"},
    {"phases", "phases", "uninterrupted periods of work on a task: one more for each interruption of a task", true,
     true, [](const Figures& of) { return number(of.activity.phases); }, "phases"},
    {"spawns", "tasks", "tasks created from the search of a worker", true, true,
     [](const Figures& of) { return number(of.counters.spawns); }, "spawns", of_all_runs},
    {"task-duration", "us", "mean duration of a task (equation 2)", false, true,
     [](const Figures& of) { return task_duration(of.activity) * micro; }, "task_duration_us"},
    {"task-duration-median", "us", "half of all tasks took no longer", false, false,
     [](const Figures& of) { return percentile(of.task_durations, 50); }},
    {"task-duration-p99", "us", "99% of all tasks took no longer", false, false,
     [](const Figures& of) { return percentile(of.task_durations, 99); }},
    {"phase-duration", "us", "mean duration of a phase", false, true,
     [](const Figures& of) { return phase_duration(of.activity) * micro; }, "phase_duration_us"},
    {"grain", "backtracks or us",
     "current size of tasks: the budget, the heartbeat interval, or the first knob of a custom skeleton", false, false,
     [](const Figures& of) { return of.grain; }, "", of_searches},
    // Where the time went.
    {"idle-rate", "1", "share of all workers' time in which no task computed (equation 1)", false, true,
     [](const Figures& of) { return idle_rate(of.activity); }, "idle_rate"},
    {"task-overhead", "us", "time in which no task computed, per task (equation 3)", false, true,
     [](const Figures& of) { return task_overhead(of.activity) * micro; }, "task_overhead_us"},
    {"phase-overhead", "us", "time in which no task computed, per phase", false, true,
     [](const Figures& of) { return phase_overhead(of.activity) * micro; }, "phase_overhead_us"},
    {"management-overhead", "s", "time in which no task computed, per worker (equation 4)", false, true,
     [](const Figures& of) { return management_overhead(of.activity, of.workers); }, "management_overhead_s"},
    {"wait-time-per-task", "us", "how much longer tasks took than on one worker alone (equation 5)", false, true,
     [](const Figures& of) { return wait_time_per_task(of.activity, alone(of)) * micro; }, "wait_time_per_task_us"},
    {"wait-time-per-core", "s", "the same, summed over all tasks of a worker (equation 6)", false, true,
     [](const Figures& of) { return wait_time_per_core(of.activity, alone(of), of.workers); }, "wait_time_per_core_s"},
    {"task-time", "s", "time in which tasks computed, of all workers", true, true,
     [](const Figures& of) { return seconds(of.activity.task_time); }, "task_time"},
    {"management-time", "s", "time in which tasks were created, stored, looked for or stolen", true, true,
     [](const Figures& of) { return seconds(of.activity.management_time()); }, "management_time"},
    {"waiting-time", "s", "time in which no task was available", true, true,
     [](const Figures& of) { return seconds(of.activity.wait_time); }, "wait_time"},
    {"total-time", "s", "all time of all workers", true, true,
     [](const Figures& of) { return seconds(of.activity.total_time); }, "total_time"},
    // What the processors counted, with --hardware-counters.
    {"instructions", "instructions", "hardware counters: instructions outside the kernel", true, true,
     [](const Figures& of) { return number(of.hardware.instructions); }, "instructions"},
    {"cycles", "cycles", "hardware counters: cycles outside the kernel", true, true,
     [](const Figures& of) { return number(of.hardware.cycles); }, "cycles"},
    {"cache-misses", "misses", "hardware counters: accesses to memory that missed the last cache", true, true,
     [](const Figures& of) { return number(of.hardware.cache_misses); }, "cache_misses"},
    // Pools and stealing within a locality.
    {"pool-accesses", "looks",
     "looks for a task in a pool, a worker's own or a victim's, including those of idle workers", true, true,
     [](const Figures& of) { return number(of.activity.pool_accesses); }, "pool_accesses"},
    {"pool-misses", "looks", "those that found none", true, true,
     [](const Figures& of) { return number(of.activity.pool_misses); }, "pool_misses"},
    {"victim-accesses", "looks", "looks for a task in a victim's pool: all others are into a worker's own", true, true,
     [](const Figures& of) { return number(of.activity.victim_accesses); }, "victim_accesses"},
    {"victim-misses", "looks", "those that found none", true, true,
     [](const Figures& of) { return number(of.activity.victim_misses); }, "victim_misses"},
    {"steals-tried", "steals", "attempts to get a task from another worker or locality", true, true,
     [](const Figures& of) { return number(of.counters.steals_tried); }, "steals_tried", of_all_runs},
    {"steals-won", "steals", "those that succeeded", true, true,
     [](const Figures& of) { return number(of.counters.steals_won); }, "steals_won", of_all_runs},
    {"steals-refused", "steals", "those that failed", true, true,
     [](const Figures& of) {
         return number(of.counters.steals_tried - std::min(of.counters.steals_tried, of.counters.steals_won));
     }},
    {"steal-latency-median", "us", "within a locality, from running out of work to receiving a stolen task: median",
     false, false, [](const Figures& of) { return percentile(of.steal_latency, 50); }},
    {"steal-latency-p99", "us", "the same: 99% took no longer", false, false,
     [](const Figures& of) { return percentile(of.steal_latency, 99); }},
    // Between localities.
    {"remote-steals-tried", "steals", "requests for work sent to other localities", true, false,
     [](const Figures& of) { return number(of.traffic.steals_tried); }},
    {"remote-steals-won", "steals", "those answered with tasks", true, false,
     [](const Figures& of) { return number(of.traffic.steals_won); }},
    {"tasks-received", "tasks", "tasks that came from other localities", true, false,
     [](const Figures& of) { return number(of.traffic.tasks_received); }},
    {"remote-steal-latency-median", "us", "from a request to receiving the tasks: median", false, false,
     [](const Figures& of) { return percentile(of.traffic.steal_latency, 50); }},
    {"remote-steal-latency-p99", "us", "the same: 99% took no longer", false, false,
     [](const Figures& of) { return percentile(of.traffic.steal_latency, 99); }},
    {"messages", "messages", "messages sent, of all kinds except the performance monitor's", true, false,
     [](const Figures& of) { return number(of.traffic.messages); }},
    {"bytes", "bytes", "their contents", true, false, [](const Figures& of) { return number(of.traffic.bytes); }},
    {"refreshes", "refreshes", "times that the performance monitor read the other localities", true, false,
     [](const Figures& of) { return number(of.traffic.refreshes); }},
    {"monitor-messages", "messages", "queries that the performance monitor had to send", true, false,
     [](const Figures& of) { return number(of.traffic.monitor_messages); }},
    // Steal stacks: the states of figure 1 of Olivier and Prins (2008).
    {"working-time", "s", "steal stacks: time in which workers explored their own stacks", true, true,
     [](const Figures& of) { return seconds(of.stack.working_time); }, "working_seconds", of_stacks},
    {"searching-time", "s", "steal stacks: time in which workers looked at others for work", true, true,
     [](const Figures& of) { return seconds(of.stack.searching_time); }, "searching_seconds", of_stacks},
    {"stealing-time", "s", "steal stacks: time in which workers took the work that they found", true, true,
     [](const Figures& of) { return seconds(of.stack.stealing_time); }, "stealing_seconds", of_stacks},
    {"terminating-time", "s", "steal stacks: time in which workers waited for termination to be detected", true, true,
     [](const Figures& of) { return seconds(of.stack.terminating_time); }, "terminating_seconds", of_stacks},
    {"working-rate", "nodes/s", "steal stacks: nodes visited per worker and second of work", false, true,
     [](const Figures& of) {
         return of.stack.working_time == 0 ? 0 : number(of.counters.nodes) / seconds(of.stack.working_time);
     },
     "working_rate", of_stacks},
    {"releases", "chunks", "steal stacks: chunks made available to others, or sent", true, true,
     [](const Figures& of) { return number(of.stack.releases); }, "releases", of_stacks},
    {"reacquires", "chunks", "steal stacks: chunks taken back", true, true,
     [](const Figures& of) { return number(of.stack.reacquires); }, "reacquires", of_stacks},
    {"stack-steals", "steals", "steal stacks: transfers of work from another worker", true, true,
     [](const Figures& of) { return number(of.stack.steals); }, "steals", of_stacks},
    {"stack-steal-rate", "steals/s", "steal stacks: such transfers per second", false, true,
     [](const Figures& of) { return of.seconds > 0 ? number(of.stack.steals) / of.seconds : 0; }, "steals_per_second",
     of_stacks},
    {"chunks-stolen", "chunks", "steal stacks: chunks transferred", true, true,
     [](const Figures& of) { return number(of.stack.chunks_stolen); }, "chunks_stolen", of_stacks},
    {"failed-probes", "looks", "steal stacks: looks at others that found no work", true, true,
     [](const Figures& of) { return number(of.stack.failed_probes); }, "failed_probes", of_stacks},
    {"work-rate", "1", "average work rate of the workers, with policies that use it (docs/distributed.md)", false,
     false, [](const Figures& of) { return of.work_rate; }},
    {"target-score", "1", "score of the locality to steal from next, with policies that use it (docs/distributed.md)",
     false, false, [](const Figures& of) { return of.target_score; }},
    {"target-delay", "1", "its smoothed delay", false, false, [](const Figures& of) { return of.target_delay; }},
};

// Names of the previous version, which are still accepted.
struct FormerName {
    std::string_view former;
    std::string_view now;
};
constexpr FormerName former_names[] = {{"tasks", "finished-tasks"}};

}  // namespace

Figures Figures::of_worker(const Statistics& statistics, std::size_t locality, std::size_t worker) {
    const WorkerStatistics& its = statistics.localities[locality].workers[worker];
    Figures figures;
    figures.counters = its.counters;
    figures.activity = its.activity;
    figures.stack = its.stack;
    figures.hardware = its.hardware;
    figures.incumbents = its.incumbents;
    figures.seconds = statistics.seconds;
    return figures;
}

Figures Figures::of_locality(const Statistics& statistics, std::size_t locality) {
    const LocalityStatistics& its = statistics.localities[locality];
    Figures figures;
    figures.counters = its.sum();
    figures.activity = its.activity();
    figures.stack = its.stack();
    figures.hardware = its.hardware();
    for (const WorkerStatistics& worker : its.workers) figures.incumbents += worker.incumbents;
    figures.traffic = its.traffic;
    figures.task_durations = its.task_durations;
    figures.steal_latency = its.steal_latency;
    figures.work_rate = its.work_rate;
    figures.target_score = its.target_score;
    figures.target_delay = its.target_delay;
    figures.grain = its.grain;
    figures.workers = static_cast<double>(its.workers.size());
    figures.seconds = statistics.seconds;
    return figures;
}

Figures Figures::of_run(const Statistics& statistics) {
    Figures sum;
    sum.workers = 0;
    const auto localities = static_cast<double>(std::max<std::size_t>(statistics.localities.size(), 1));
    for (std::size_t i = 0; i < statistics.localities.size(); ++i) {
        const Figures each = of_locality(statistics, i);
        sum.counters += each.counters;
        sum.activity += each.activity;
        sum.stack += each.stack;
        sum.incumbents += each.incumbents;
        sum.traffic += each.traffic;
        sum.task_durations += each.task_durations;
        sum.steal_latency += each.steal_latency;
        sum.work_rate += each.work_rate / localities;
        sum.target_score += each.target_score / localities;
        sum.target_delay += each.target_delay / localities;
        sum.grain += each.grain / localities;
        sum.workers += each.workers;
    }
    sum.hardware = HardwareCounts::sum(statistics.localities, [](const auto& each) { return each.hardware(); });
    sum.seconds = statistics.seconds;
    return sum;
}

Figures Figures::since(const Figures& before) const {
    Figures passed = *this;
    passed.counters -= before.counters;
    passed.activity = activity.since(before.activity);
    passed.stack = stack.since(before.stack);
    passed.incumbents -= before.incumbents;
    passed.task_durations = task_durations.since(before.task_durations);
    passed.steal_latency = steal_latency.since(before.steal_latency);
    passed.traffic.steal_latency = traffic.steal_latency.since(before.traffic.steal_latency);
    passed.seconds -= before.seconds;
    return passed;
}

std::span<const Counter> all_counters() {
    return catalogue;
}

const Counter& find_counter(std::string_view name) {
    const auto* const former = std::find_if(std::begin(former_names), std::end(former_names),
                                            [&](const auto& each) { return each.former == name; });
    const std::string_view now = former == std::end(former_names) ? name : former->now;
    const auto* const found =
        std::find_if(std::begin(catalogue), std::end(catalogue), [&](const Counter& each) { return each.name == now; });
    if (found != std::end(catalogue)) return *found;
    std::vector<std::string> names;
    for (const Counter& each : catalogue) names.emplace_back(each.name);
    throw UsageError("unknown counter '" + std::string(name) + "'; there are " +
                     join(catalogue, [](const Counter& each) { return std::string(each.name); }) +
                     did_you_mean(name, names));
}

}  // namespace scrump
