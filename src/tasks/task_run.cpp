#include "../runtime/common_settings.hpp"
#include "../runtime/serving/serving_side.hpp"
#include "../runtime/worker_layout.hpp"

#include <scrump/base/error.hpp>
#include <scrump/runtime/detail/run.hpp>
#include <scrump/runtime/detail/statistics_message.hpp>
#include <scrump/runtime/session.hpp>
#include <scrump/tasks/detail/deque_memory.hpp>
#include <scrump/tasks/detail/task_locality.hpp>
#include <scrump/tasks/detail/tasks_agreement.hpp>
#include <scrump/tasks/ext/task_run.hpp>

#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace scrump::detail {
namespace {

Settings settings_of(const TaskOptions& options, const FirstTask& first) {
    if (options.deque_capacity < 1 || options.deque_capacity > block_capacity) {
        throw UsageError("the deque of a worker has room for 1 to " + std::to_string(block_capacity) +
                         " tasks, not for " + std::to_string(options.deque_capacity));
    }
    Settings settings = common_settings(options);
    WorkerLayout::check(settings);
    if (settings.has_company() && !first.value) {
        throw UsageError(
            "the result of the first task cannot be sent to the other processes: make it trivially copyable or give "
            "it a serialize(archive) member, without pointers");
    }
    return settings;
}

class TaskRun final : public Run {
  public:
    TaskRun(const TaskOptions& options, const FirstTask& first, const MakeCompanion& make_companion)
        : Run(settings_of(options, first)),
          options_(options),
          keeping_{
              .deque = options.deque, .deque_capacity = options.deque_capacity, .ready_order = options.ready_order},
          first_(first),
          make_companion_(make_companion) {
        make_localities({.same_workers = true}, [&] { return tasks_agreement(options, first); });
    }

    TasksOutcome operator()() {
        carry_out();
        return leads() ? conclude() : take_over();
    }

  private:
    std::unique_ptr<Locality> make(Locality::Setup setup) override {
        return std::make_unique<TaskLocality>(std::move(setup), keeping_, first_.call, make_companion_);
    }
    bool needs_service() const override { return false; }
    bool report(const ProgressReport& sum, Clock::time_point now) override {
        const TaskProgress progress{.elapsed = now - began(),
                                    .stolen = sum.counters.steals_won,
                                    .busy_workers = sum.busy_workers,
                                    .workers = sum.workers};
        ending_all_by_exceptions([&] { options_.progress(progress); });
        return false;
    }
    void observed(std::vector<LocalityStatistics> figures) override {
        const TaskStatistics statistics = statistics_of(std::move(figures));
        ending_all_by_exceptions([&] { options_.observe(statistics); });
    }
    void gathered(std::vector<LocalityStatistics> figures) override {
        statistics_ = statistics_of(std::move(figures));
        if (options_.observe) ending_all_by_exceptions([&] { options_.observe(statistics_); });
    }
    TaskStatistics statistics_of(std::vector<LocalityStatistics> figures) const {
        TaskStatistics statistics;
        for (const LocalityStatistics& each : figures) statistics.total += each.sum();
        statistics.localities = std::move(figures);
        statistics.seconds = seconds();
        return statistics;
    }

    // The process that ran the first task: lets the others know.
    TasksOutcome conclude() {
        const auto& home = static_cast<TaskLocality&>(locality());
        const bool complete = home.first_returned() && !home.left();
        const Status status = complete ? Status::complete : first().end().status();
        const std::string failure = failed_here() ? own_failure() : first().end().failure();
        statistics_.trace = trace_written();
        if (settings().has_company()) announce(status, failure);
        rethrow();
        if (!failure.empty()) throw Error(failure);
        return {status, std::move(statistics_)};
    }
    void announce(Status status, const std::string& failure) {
        Encoder message;
        message.put(failure).put(status).put(statistics_.total).put(statistics_.seconds);
        encode(message, statistics_.trace);
        if (failure.empty() && status == Status::complete) message.append(first_.value());
        first().end().announce(message.take(), network().here());
    }

    // The other processes: the same, as announced; but of figures by locality only their own.
    TasksOutcome take_over() {
        TasksOutcome outcome;
        Decoder from(*first().end().announced());
        const auto failure = from.get<std::string>();
        outcome.status = from.get<Status>();
        TaskStatistics& statistics = outcome.statistics;
        statistics.total = from.get<Counters>();
        statistics.seconds = from.get<double>();
        statistics.trace = decode_trace(from);
        statistics.localities = own_figures();
        rethrow();
        if (!failure.empty()) throw Error(failure);
        if (outcome.status == Status::complete) first_.take_over(from.rest());
        return outcome;
    }

    const TaskOptions& options_;
    const TaskWorker::Keeping keeping_;
    const FirstTask& first_;
    const MakeCompanion& make_companion_;
    TaskStatistics statistics_;
};

}  // namespace

TasksOutcome run_first_task(const TaskOptions& options, const FirstTask& first, const MakeCompanion& make_companion) {
    return TaskRun(options, first, make_companion)();
}

}  // namespace scrump::detail
