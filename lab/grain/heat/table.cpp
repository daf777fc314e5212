#include "table.hpp"

#include <scrump/metrics/activity.hpp>

#include <fmt/format.h>

namespace scrump::heat {
namespace {

constexpr double micro = 1e6;

unsigned workers_of(const Row& row) {
    return row.settings.mode == Mode::sequential ? 1 : row.settings.workers;
}

// A loop takes no tasks.
std::string_view order_of(const Row& row) {
    return row.settings.mode == Mode::sequential ? "" : name(row.settings.order);
}

std::string_view node_of(const Row& row) {
    return row.settings.node == nullptr ? "" : row.settings.node->name;
}

// What was not read stays empty.
std::string shown(const std::optional<std::uint64_t>& count) {
    return count ? std::to_string(*count) : std::string();
}

// Equations 5 and 6 need the one-worker reference.
struct Waits {
    std::string alone_us, per_task_us, per_core_s;
};

Waits waits(const Row& row) {
    if (!row.alone) return {};
    const Activity& sum = row.outcome.times.activity;
    return {fmt::format("{:.6g}", *row.alone * micro),
            fmt::format("{:.6g}", wait_time_per_task(sum, *row.alone) * micro),
            fmt::format("{:.6g}", wait_time_per_core(sum, *row.alone, workers_of(row)))};
}

}  // namespace

std::string csv_head() {
    return "mode,points,partition,steps,workers,order,node,repeat,seconds,tasks,phases,idle_rate,task_duration_us,"
           "task_overhead_us,phase_duration_us,phase_overhead_us,management_overhead_s,task_duration_alone_us,"
           "wait_time_per_task_us,wait_time_per_core_s,pool_accesses,pool_misses,steals_tried,steals_won,"
           "instructions,cycles,cache_misses\n";
}

std::string as_csv(const Row& row) {
    const auto& [seconds, sum, steals_tried, steals_won, hardware] = row.outcome.times;
    const Waits wait = waits(row);
    return fmt::format(
        "{},{},{},{},{},{},{},{},{:.6f},{},{},{:.6f},{:.6g},{:.6g},{:.6g},{:.6g},{:.6g},{},{},{},{},{},{},{},{},{},{}"
        "\n",
        name(row.settings.mode), row.settings.points, row.outcome.partition, row.settings.steps, workers_of(row),
        order_of(row), node_of(row), row.repeat, seconds, sum.tasks, sum.phases, idle_rate(sum),
        task_duration(sum) * micro, task_overhead(sum) * micro, phase_duration(sum) * micro,
        phase_overhead(sum) * micro, management_overhead(sum, workers_of(row)), wait.alone_us, wait.per_task_us,
        wait.per_core_s, sum.pool_accesses, sum.pool_misses, steals_tried, steals_won, shown(hardware.instructions),
        shown(hardware.cycles), shown(hardware.cache_misses));
}

std::string text_head() {
    return fmt::format("{:<11}{:>11}{:>9}{:>10}{:>11}{:>11}{:>14}{:>14}{:>14}\n", "mode", "partition", "workers",
                       "seconds", "tasks", "idle-rate", "task us", "overhead us", "wait us/task");
}

std::string as_text(const Row& row) {
    const double seconds = row.outcome.times.seconds;
    const Activity& sum = row.outcome.times.activity;
    std::string line = fmt::format("{:<11}{:>11}{:>9}{:>10.4f}", name(row.settings.mode), row.outcome.partition,
                                   workers_of(row), seconds);
    if (sum.tasks > 0) {
        line += fmt::format("{:>11}{:>10.2f}%{:>14.3f}{:>14.3f}{:>14}", sum.tasks, idle_rate(sum) * 100,
                            task_duration(sum) * micro, task_overhead(sum) * micro, waits(row).per_task_us);
        line.erase(line.find_last_not_of(' ') + 1);
    }
    return line + "\n";
}

}  // namespace scrump::heat
