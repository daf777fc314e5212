#include <scrump/states/diagrams/detail/diagrams_run.hpp>

#include <scrump/base/error.hpp>
#include <scrump/states/diagrams/detail/diagram_locality.hpp>
#include <scrump/tasks/detail/task_locality.hpp>

#include <memory>
#include <string>
#include <utility>

namespace scrump {

/// Who may make a Diagrams.
class DiagramsMaker {
  public:
    static void run(Fork& fork, detail::DiagramLocality& locality, detail::HeldByHandles& handles,
                    const std::function<void(Diagrams&)>& program) {
        Diagrams diagrams(fork, locality, handles);
        program(diagrams);
    }
};

namespace detail {

TasksOutcome run_on_diagrams(const DiagramOptions& options, FirstTask first,
                             const std::function<void(Diagrams&)>& program, DiagramStatistics& figures) {
    HeldByHandles handles;
    DiagramStatistics of_others;
    DiagramLocality* locality = nullptr;  // the first one, where it is here
    first.call = [&](Fork fork) { DiagramsMaker::run(fork, *locality, handles, program); };
    TasksOptions tasks = options.tasks;
    if (options.progress) {
        tasks.progress_interval = options.progress_interval;
        tasks.progress = [&](const TasksProgress& progress) {
            const DiagramLocality::Fill fill = locality->fill();
            options.progress({.elapsed = progress.elapsed,
                              .nodes = fill.nodes,
                              .buckets = fill.buckets,
                              .busy_workers = progress.busy_workers,
                              .workers = progress.workers});
        };
    }
    return run_first_task(tasks, first, [&](TaskLocality& home) {
        auto made = std::make_unique<DiagramLocality>(home, options, handles, home.is_first() ? figures : of_others);
        if (home.is_first()) locality = made.get();
        return made;
    });
}

}  // namespace detail
}  // namespace scrump
