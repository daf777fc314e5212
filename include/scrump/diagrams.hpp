#pragma once

// Include it for decision diagrams.
//
// Decision diagrams, the front door: a program that works on Boolean functions with all cores.
//
//     scrump::run_diagrams({}, [](scrump::Diagrams& diagrams) {
//         const scrump::Bdd a = diagrams.variable(0), b = diagrams.variable(1), c = diagrams.variable(2);
//         const scrump::Bdd f = a & !b | c;
//         ...
//     });
//
// bdd.hpp lists the operations; docs/diagrams.md is the reference.

#include <scrump/base/error.hpp>
#include <scrump/states/diagrams/bdd.hpp>
#include <scrump/states/diagrams/detail/diagrams_run.hpp>
#include <scrump/states/diagrams/full_table.hpp>
#include <scrump/states/diagrams/options.hpp>
#include <scrump/states/diagrams/reachability.hpp>
#include <scrump/tasks.hpp>

#include <type_traits>
#include <typeinfo>
#include <utility>

namespace scrump {

/// Result of a program on decision diagrams that returns a T.
template <class T>
struct DiagramsResult : TaskResult<T> {
    DiagramStatistics diagrams{};  ///< statistics of the nodes and operations; filled in the first process only
};

/// Runs a program on decision diagrams and returns its result once all its operations have ended. Rethrows what the
/// program throws; throws FullTable if the diagrams need more nodes than the options allow, and UsageError for invalid
/// options. With a session of several processes, all make the same call and the program runs in the first one.
template <class Program>
auto run_diagrams(const DiagramOptions& options, Program&& program) {
    using Value = std::invoke_result_t<Program, Diagrams&>;
    static_assert(!std::is_same_v<std::decay_t<Value>, Bdd>, "a function ends with the diagrams that it is one of");
    DiagramsResult<Value> result;
    detail::FirstTask first{.call = {}, .type = typeid(std::decay_t<Program>).name()};
    detail::have_travel(first, static_cast<TaskResult<Value>&>(result));
    const auto run = [&](Diagrams& diagrams) {
        if constexpr (std::is_void_v<Value>) {
            program(diagrams);
        } else {
            result.value.emplace(program(diagrams));
        }
    };
    auto [status, statistics] = detail::run_on_diagrams(options, first, run, result.diagrams);
    result.status = status;
    result.statistics = std::move(statistics);
    if constexpr (!std::is_void_v<Value>) {
        if (status != Status::complete) result.value.reset();
    }
    return result;
}

}  // namespace scrump
