#include "../runtime/serving/serving_side.hpp"

#include <scrump/base/error.hpp>
#include <scrump/runtime/detail/run.hpp>
#include <scrump/runtime/session.hpp>
#include <scrump/tasks/detail/deque_memory.hpp>
#include <scrump/tasks/detail/task_locality.hpp>
#include <scrump/tasks/detail/task_run.hpp>

#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace scrump::detail {
namespace {

Settings settings_of(const TasksOptions& options) {
    if (options.session != nullptr && options.session->size() > 1)
        throw UsageError("tasks run in one process: start the program without a launcher, or without a session");
    if (options.deque_capacity < 1 || options.deque_capacity > block_capacity) {
        throw UsageError("the deque of a worker has room for 1 to " + std::to_string(block_capacity) +
                         " tasks, not for " + std::to_string(options.deque_capacity));
    }
    return {.workers = options.workers,
            .session = options.session,
            .pin = options.pin,
            .policy = options.policy,
            .seed = options.seed,
            .began = options.began,
            .time_limit = options.time_limit,
            .stop = options.stop,
            .trace = options.trace};
}

class TaskRun final : public Run {
  public:
    TaskRun(const TasksOptions& options, const std::function<void(Fork)>& first)
        : Run(settings_of(options)), deque_(options.deque), deque_capacity_(options.deque_capacity), first_(first) {
        make_localities({}, std::nullopt);
    }

    TasksOutcome operator()() {
        carry_out();
        rethrow();
        const auto& home = static_cast<TaskLocality&>(locality());
        const bool complete = home.first_returned() && !home.left();
        statistics_.trace = trace_written();
        return {complete ? Status::complete : first().end().status(), std::move(statistics_)};
    }

  private:
    std::unique_ptr<Locality> make(Locality::Setup setup) override {
        return std::make_unique<TaskLocality>(std::move(setup), deque_, deque_capacity_, first_);
    }
    void gathered(std::vector<LocalityStatistics> figures) override {
        for (const LocalityStatistics& each : figures) statistics_.total += each.sum();
        statistics_.localities = std::move(figures);
        statistics_.seconds = seconds();
    }

    const DequeKind deque_;
    const std::size_t deque_capacity_;
    const std::function<void(Fork)>& first_;
    TasksStatistics statistics_;
};

}  // namespace

TasksOutcome run_first_task(const TasksOptions& options, const std::function<void(Fork)>& first) {
    return TaskRun(options, first)();
}

}  // namespace scrump::detail
