#include <scrump/states/diagrams/detail/diagrams_run.hpp>

#include <scrump/base/error.hpp>
#include <scrump/base/memory.hpp>
#include <scrump/net/codec.hpp>
#include <scrump/runtime/session.hpp>
#include <scrump/states/diagrams/detail/diagram_locality.hpp>
#include <scrump/tasks/detail/task_locality.hpp>

#include <algorithm>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>

namespace scrump {

/// Makes a Diagrams.
class DiagramsMaker {
  public:
    static void run(Fork& fork, detail::DiagramLocality& locality, detail::HeldByHandles& handles,
                    const std::function<void(Diagrams&)>& program) {
        Diagrams diagrams(fork, locality, handles);
        program(diagrams);
    }
};

namespace detail {
namespace {

void check(const DiagramOptions& options) {
    if (std::max(options.buckets, options.max_buckets) > std::uint64_t{1} << Edge::index_bits)
        throw UsageError("a table of decision diagrams has at most 2^40 buckets");
    if (!(options.cache_ratio >= 0 && options.cache_ratio <= 1024)) {
        throw UsageError("the operation cache has 0 to 1024 entries for each bucket of the table, not " +
                         std::to_string(options.cache_ratio));
    }
}

// What the first process may reserve in arrays: these are as large everywhere.
std::size_t agreed_addresses(Session* session) {
    const std::size_t own = addresses_for_arrays();
    if (session == nullptr || session->size() == 1) return own;
    return Decoder(session->broadcast(Encoder().put(own).take())).get<std::size_t>();
}

}  // namespace

TasksOutcome run_on_diagrams(const DiagramOptions& options, FirstTask first,
                             const std::function<void(Diagrams&)>& program, DiagramStatistics& figures) {
    check(options);
    HeldByHandles handles;
    DiagramStatistics of_others;
    DiagramLocality* locality = nullptr;  // the first one, where it is here
    first.call = [&](Fork fork) { DiagramsMaker::run(fork, *locality, handles, program); };
    TaskOptions tasks = options.tasks;
    if (options.progress) {
        tasks.progress_interval = options.progress_interval;
        tasks.progress = [&](const TaskProgress& progress) {
            const DiagramLocality::Fill fill = locality->fill();
            options.progress({.elapsed = progress.elapsed,
                              .nodes = fill.nodes,
                              .buckets = fill.buckets,
                              .reorderings = locality->reorderings(),
                              .busy_workers = progress.busy_workers,
                              .workers = progress.workers});
        };
    }
    const std::size_t addresses = agreed_addresses(tasks.session);
    return run_first_task(tasks, first, [&](TaskLocality& home) {
        auto made =
            std::make_unique<DiagramLocality>(home, options, addresses, handles, home.is_first() ? figures : of_others);
        if (home.is_first()) locality = made.get();
        return made;
    });
}

}  // namespace detail
}  // namespace scrump
