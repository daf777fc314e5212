// scrump tasks: programs of fork and join, each with its sequential twin.

#include "commands.hpp"
#include "line/table_options.hpp"
#include "line/texts.hpp"
#include "line/values.hpp"
#include "run/live_counters.hpp"
#include "run/live_run.hpp"
#include "run/output_options.hpp"
#include "run/print_run.hpp"
#include "run/process.hpp"
#include "run/report.hpp"
#include "run/simulation.hpp"
#include "run/statistics_tables.hpp"

#include "results/tasks_json.hpp"

#include <scrump/base/clock.hpp>
#include <scrump/base/error.hpp>
#include <scrump/base/memory.hpp>
#include <scrump/base/text.hpp>
#include <scrump/problems/fork_join/fib.hpp>
#include <scrump/problems/fork_join/integrate.hpp>
#include <scrump/problems/fork_join/matmul.hpp>
#include <scrump/problems/fork_join/queens.hpp>
#include <scrump/problems/fork_join/quicksort.hpp>
#include <scrump/problems/fork_join/uts.hpp>
#include <scrump/runtime/run_options.hpp>
#include <scrump/tasks/option_table.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace scrump::cli {
namespace {

using Json = Report::Json;

struct Program;

struct TasksArguments {
    const Program* program = nullptr;
    std::string size;  // empty: the program's own
    TaskOptions options;
    std::optional<SimulatedMachine> machine;  // that this runs on; none: this one
    CounterLog::Request counters;
    OutputOptions output;
    bool sequential = false;
};

/// One run: when its time began, and its result.
class Execution {
  public:
    Execution(const TasksArguments& given, const Process& process)
        : given_(given), run_(process, given.options.time_limit, given.machine.has_value()), options_(given.options) {}

    /// Refuses several localities, for what tasks share: an array, whose parts they write to.
    void stay_in_one_locality(const char* what) const {
        if (options_.localities == 1 && run_.session().size() == 1) return;
        throw UsageError(fmt::format("{}: {} lie in the memory of one locality, and its tasks cannot go to another one",
                                     report.problem, what));
    }

    /// Runs the program or its twin, and takes the value, if there is one. The time of both is that of this call alone.
    template <class ByTasks, class ByHand, class Take>
    void run(const ByTasks& by_tasks, const ByHand& by_hand, const Take& take) {
        report.status = Status::complete;
        if (given_.sequential) {
            const auto began = Clock::now();
            const auto value = by_hand();
            statistics.seconds = std::chrono::duration<double>(Clock::now() - began).count();
            return take(value);
        }
        run_.connect(options_);
        counters_.connect(options_.observe, given_.counters, given_.output.json);
        run_.show(options_.progress, options_.progress_interval, given_.output,
                  [](const TaskProgress& progress) { return progress_text(progress); });
        auto result = by_tasks(options_);
        run_.clear();
        report.status = result.status;
        statistics = std::move(result.statistics);
        if (result.value) take(*result.value);
    }

    Report report;  ///< without statistics
    TaskStatistics statistics;

  private:
    const TasksArguments& given_;
    LiveRun run_;
    LiveCounters counters_{run_};
    TaskOptions options_;
};

/// Of programs that return nothing: that they are complete is all there is to know.
template <class Run>
auto with_value(const Run& run) {
    return [run](const TaskOptions& options) {
        TaskResult<void> done = run(options);
        TaskResult<bool> result{.status = done.status, .value = {}, .statistics = std::move(done.statistics)};
        if (result.status == Status::complete) result.value = true;
        return result;
    };
}

struct Program {
    const char* name;
    const char* usual;  // its size, if none is given
    const char* about;
    void (*run)(const std::string& size, Execution& execution);
};

std::uint64_t whole(const std::string& size, std::uint64_t least, std::uint64_t most) {
    return whole_number(least, most)(size);
}

void run_fib(const std::string& size, Execution& execution) {
    const auto n = static_cast<unsigned>(whole(size, 0, fork_join::max_fib));
    execution.report.instance["n"] = n;
    execution.run([n](const TaskOptions& options) { return fork_join::fib(n, options); },
                  [n] { return fork_join::fib_by_hand(n); },
                  [&](std::uint64_t value) { execution.report.add_count("fib", "value", value); });
}

void run_queens(const std::string& size, Execution& execution) {
    const auto n = static_cast<unsigned>(whole(size, 1, 32));
    execution.report.instance["n"] = n;
    execution.run([n](const TaskOptions& options) { return fork_join::queens(n, options); },
                  [n] { return fork_join::queens_by_hand(n); },
                  [&](std::uint64_t ways) { execution.report.add_count("solutions", "count", ways); });
}

void run_uts(const std::string& name, Execution& execution) {
    const uts::Tree tree = uts::named_tree(name).tree;
    execution.report.instance["tree"] = name;
    execution.run([&](const TaskOptions& options) { return fork_join::uts(tree, options); },
                  [&] { return fork_join::uts_by_hand(tree); },
                  [&](const uts::Shape& shape) {
                      execution.report.add_count("size", "count", shape.nodes);
                      execution.report.add_count("leaves", "leaves", shape.leaves);
                      execution.report.add_count("depth", "depth", shape.depth);
                  });
}

void run_matmul(const std::string& size, Execution& execution) {
    execution.stay_in_one_locality("the matrices");
    const auto n = static_cast<unsigned>(whole(size, 1, 16'384));
    execution.report.instance["n"] = n;
    const std::size_t bytes = 3 * sizeof(double) * n * n;
    fork_join::Product product = allocate(
        bytes, [n] { return fmt::format("matrices of {} rows", n); }, [n] { return fork_join::Product(n); });
    execution.run(
        with_value([&](const TaskOptions& options) { return fork_join::multiply(product, options); }),
        [&] {
            fork_join::multiply_by_hand(product);
            return true;
        },
        [&](bool) {
            if (product.sum() != product.expected_sum()) throw Error("matmul: the product is wrong");
            execution.report.add_count("sum", "sum", static_cast<std::uint64_t>(product.sum()));
        });
}

void run_integrate(const std::string& size, Execution& execution) {
    const auto end = static_cast<double>(whole(size, 1, 10'000));
    execution.report.instance["end"] = static_cast<std::uint64_t>(end);
    execution.run([end](const TaskOptions& options) { return fork_join::integrate(end, options); },
                  [end] { return fork_join::integrate_by_hand(end); },
                  [&](double area) {
                      execution.report.answer.emplace_back("integral", fmt::format("{}", area));
                      execution.report.result["value"] = area;
                  });
}

void run_quicksort(const std::string& size, Execution& execution) {
    execution.stay_in_one_locality("the numbers");
    const std::size_t count = whole(size, 0, 4'000'000'000);
    execution.report.instance["n"] = count;
    std::vector<std::int32_t> numbers = allocate(
        count * sizeof(std::int32_t), [count] { return fmt::format("{} numbers", count); },
        [count] { return fork_join::numbers_to_sort(count); });
    execution.run(
        with_value([&](const TaskOptions& options) { return fork_join::quicksort(numbers, options); }),
        [&] {
            fork_join::quicksort_by_hand(numbers);
            return true;
        },
        [&](bool) {
            if (!std::is_sorted(numbers.begin(), numbers.end())) throw Error("quicksort: is not sorted");
            execution.report.add_count("sorted", "count", count);
        });
}

constexpr Program programs[] = {
    {"fib", "35", "Fibonacci number N, 0 to 93, by the plain recursion", run_fib},
    {"queens", "11", "ways to place N queens, 1 to 32, that do not attack each other", run_queens},
    {"uts", "T1", "shape of the unbalanced tree of that name, such as T3L", run_uts},
    {"matmul", "512", "product of two matrices of N rows, 1 to 16384", run_matmul},
    {"integrate", "1000", "integral of (x² + 1) x from 0 to N, 1 to 10000", run_integrate},
    {"quicksort", "10000000", "N numbers sorted, up to 4000000000", run_quicksort},
};

std::string list_of_programs() {
    std::string text = "Programs, with the size that they have if none is given:\n";
    for (const Program& each : programs) text += fmt::format("  {:<11}{:<10}{}\n", each.name, each.usual, each.about);
    return text + "\nDeques (--deque; how many tasks at a time is the policy's steal=, one if left out):\n" +
           deque_kinds_help();
}

Choices<const Program*> programs_by_name() {
    Choices<const Program*> choices;
    for (const Program& each : programs) choices.emplace_back(each.name, &each);
    std::ranges::sort(choices);
    return choices;
}

results::RunReport report_of(const Execution& execution, const TasksArguments& given) {
    results::RunReport run = given.sequential
                                 ? results::report_of_sequential_tasks(given.options, execution.statistics.seconds)
                                 : results::report_of(execution.statistics, &given.options);
    take_over(run, execution.report, given.machine);
    return run;
}

Lines lines_beneath(const results::RunReport& run, const TaskStatistics& statistics, const TasksArguments& given) {
    Lines lines = {{"status", status_text(run.status)}, {"time", fmt::format("{:.3f} s", run.seconds)}};
    if (given.sequential) {
        lines.emplace_back("workers", "none: sequential");
        return lines;
    }
    add_workers(lines, run);
    if (given.machine) lines.emplace_back("simulated", machine_text(*given.machine));
    const Counters& total = run.statistics.total;
    lines.emplace_back("steals", fmt::format("{} of {} tried", total.steals_won, total.steals_tried));
    add_paper(lines, run);
    add_trace(lines, run);
    if (given.output.stats && run.localities > 1) {
        const Traffic traffic = results::between_localities(statistics);
        lines.emplace_back("travelled", fmt::format("{} tasks between localities, by {} round trips, one at a time",
                                                    traffic.steals_won, traffic.round_trips));
    }
    return lines;
}

int print(const Execution& execution, const TasksArguments& given, const Invocation& invocation) {
    const results::RunReport run = report_of(execution, given);
    RunText text{.answer = execution.report.answer, .rest = lines_beneath(run, execution.statistics, given)};
    if (given.output.stats && !given.sequential) {
        text.tables = [&] {
            print_statistics(run.statistics, Computation::tasks, std::numeric_limits<double>::quiet_NaN());
        };
    }
    return print_run(run, text, given.output, invocation, run.status == Status::complete ? solved : stopped);
}

// Options that would change nothing, although they are given.
void refuse_meaningless_options(const Command& command, const TasksArguments& given, const Session& session) {
    const auto refuse = [&](const char* option, const char* why) {
        throw UsageError(fmt::format("tasks {}: {} has no meaning: {}", given.program->name, option, why));
    };
    for (const char* option : {"--paper", "--workers", "--policy", "--deque", "--deque-capacity", "--look-on",
                               "--no-pin", "--dead-after", "--trace", "--hardware-counters", "--counters", "--stats"}) {
        if (given.sequential && command.was_given(option)) refuse(option, "--sequential runs no tasks");
    }
    const unsigned localities = session.size() > 1 ? session.size() : given.options.localities;
    const unsigned workers = given.machine ? given.machine->workers : given.options.workers;
    const std::optional<StealAmount>& amount = given.options.policy.steal;
    if (localities > 1 && workers == 1 && amount && amount->kind != StealAmount::Kind::one)
        refuse("--policy …:steal=",
               "localities of one worker steal from each other alone, and between localities tasks move one at a time");
}

int run_and_print(const Command& command, const TasksArguments& given, const Process& process) {
    if (given.sequential && (process.session.size() > 1 || given.options.localities > 1))
        throw UsageError("--sequential is for one process and one locality");
    refuse_meaningless_options(command, given, process.session);
    Execution execution(given, process);
    Report& report = execution.report;
    report.problem = fmt::format("tasks {}", given.program->name);
    try {
        given.program->run(given.size.empty() ? given.program->usual : given.size, execution);
    } catch (const BadValue& error) {
        throw UsageError(fmt::format("{}: {}", report.problem, error.what()));
    }
    if (!process.first()) return report.status == Status::complete ? solved : stopped;
    return print(execution, given, process.invocation);
}

void declare_options(Command command, TasksArguments& given) {
    command.option("PROGRAM", given.program, one_of(programs_by_name()), "Name: see below").required();
    command.option("SIZE", given.size, "Size of the problem: a number, or a tree for uts");
    declare_table(command, given.options, option_table<TaskOptions>());
    const Argument simulate = declare_simulation(command, given.machine, {.workers = given.options.workers});
    command.flag("--sequential", given.sequential, "The same program without tasks")
        .excludes(simulate)
        .group(std::string(detail::how_to_run));
    declare_counters(command, given.counters, given.options.observe_interval, Computation::tasks);
    declare_output(command, given.output, "Print the answer alone", "Also print what each worker did");
    command.footer(list_of_programs);
}

}  // namespace

void declare_tasks(CommandLine& line) {
    const auto given = std::make_shared<TasksArguments>();
    Command command = line.subcommand("tasks", "Run a program of fork and join, or its sequential twin");
    command.options([given](Command own) { declare_options(own, *given); });
    command.does([given, command](const Process& process) { return run_and_print(command, *given, process); });
}

}  // namespace scrump::cli
