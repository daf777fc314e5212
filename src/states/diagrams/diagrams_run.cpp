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
                             const std::function<void(Diagrams&)>& program) {
    HeldByHandles handles;
    DiagramLocality* locality = nullptr;
    first.call = [&](Fork fork) { DiagramsMaker::run(fork, *locality, handles, program); };
    return run_first_task(options.tasks, first, [&](TaskLocality& home) {
        auto made = std::make_unique<DiagramLocality>(home, options, handles);
        if (home.is_first()) locality = made.get();
        return made;
    });
}

}  // namespace detail
}  // namespace scrump
