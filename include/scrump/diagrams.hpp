#pragma once
// Decision diagrams, the front door: a program whose functions of truth values are worked on by all cores.
//
//     scrump::run_diagrams({}, [](scrump::Diagrams& diagrams) {
//         const scrump::Bdd a = diagrams.variable(0), b = diagrams.variable(1), c = diagrams.variable(2);
//         const scrump::Bdd f = a & !b | c;
//         ...
//     });
//
// See bdd.hpp for what can be done, and docs/diagrams.md for a tutorial.

#include <scrump/states/diagrams/bdd.hpp>
#include <scrump/states/diagrams/detail/diagrams_run.hpp>
#include <scrump/states/diagrams/options.hpp>
#include <scrump/tasks.hpp>

#include <type_traits>
#include <utility>

namespace scrump {

/// Runs a program on decision diagrams, and returns what it returns, when all its operations have ended. Throws what it
/// throws, Error where there are more nodes than there may be, and UsageError for options that cannot be.
template <class Function>
auto run_diagrams(const DiagramOptions& options, Function&& program) {
    using Result = std::invoke_result_t<Function, Diagrams&>;
    TasksResult<Result> result;
    detail::FirstTask first{.call = {}, .type = typeid(std::decay_t<Function>).name()};
    detail::have_travel(first, result);
    auto [status, statistics] = detail::run_on_diagrams(options, first, [&](Diagrams& diagrams) {
        if constexpr (std::is_void_v<Result>) {
            program(diagrams);
        } else {
            result.value.emplace(program(diagrams));
        }
    });
    result.status = status;
    result.statistics = std::move(statistics);
    if constexpr (!std::is_void_v<Result>) {
        if (status != Status::complete) result.value.reset();
    }
    return result;
}

}  // namespace scrump
