#include "../../runtime/common_settings.hpp"
#include "../../runtime/serving/serving_side.hpp"
#include "ltl_search.hpp"

#include <scrump/base/clock.hpp>
#include <scrump/base/deadline.hpp>
#include <scrump/base/error.hpp>
#include <scrump/base/memory.hpp>
#include <scrump/runtime/settings.hpp>
#include <scrump/states/liveness/automaton.hpp>
#include <scrump/states/liveness/detail/check.hpp>

#include <algorithm>
#include <chrono>
#include <mutex>
#include <optional>
#include <utility>

namespace scrump::detail {
namespace {

Settings settings_of(const LtlOptions& options) {
    Settings settings = common_settings(options);
    if (settings.has_company())
        throw UsageError("a formula is checked in one process: a session of several processes is not supported");
    return settings;
}

// Each array is as large as it could become: memory that is not used costs nothing.
GraphShape shape_of(const AnyModel& model, std::size_t memory_limit) {
    constexpr std::size_t arrays = GraphShape::own_arrays + 2 + SharedLtlSearch::arrays;
    const std::size_t most = std::min(memory_limit, addresses_for_arrays() / arrays);
    return {.width = model.width(),
            .words = std::max<std::size_t>(most / sizeof(std::uint64_t), std::size_t{1} << 12U)};
}

// None if the check is stopped before it is made, which may take long.
std::optional<BuchiAutomaton> automaton_for(const LtlFormula& formula, const LtlOptions& options,
                                            Clock::time_point began) {
    std::optional<std::chrono::nanoseconds> left;
    if (options.time_limit) left = *options.time_limit - (Clock::now() - began);
    const Deadline deadline(options.stop, left);
    const Deadline::Scope scope(deadline);
    try {
        return accepting_automaton(formula);
    } catch (const Stopped&) {
        return std::nullopt;
    }
}

LtlOutcome outcome_of(SharedLtlSearch& shared, Status status) {
    LtlOutcome outcome{.status = shared.holds                 ? Status::complete
                                 : status == Status::complete ? shared.status
                                                              : status,
                       .holds = shared.holds,
                       .path = std::move(shared.counterexample.path),
                       .cycle = std::move(shared.counterexample.cycle),
                       .statistics = shared.sum(&SharedLtlSearch::Told::in_the_end)};
    return outcome;
}

LtlProgress progress_of(const SharedLtlSearch& shared, Clock::time_point began) {
    const SharedLtlSearch::Shown& shown = shared.shown;
    return {.elapsed = Clock::now() - began,
            .states = shown.states.load(std::memory_order_relaxed),
            .pairs = shown.pairs.load(std::memory_order_relaxed),
            .level = shown.level.load(std::memory_order_relaxed),
            .searches = shown.searches.load(std::memory_order_relaxed)};
}

}  // namespace

LtlOutcome run_ltl_check(const AnyModel& model, const LtlFormula& formula, const AnyPropositions& propositions,
                         const LtlOptions& options) {
    const Clock::time_point began = options.began.value_or(Clock::now());
    const Settings settings = settings_of(options);
    const std::optional<BuchiAutomaton> made = automaton_for(!formula, options, began);
    const auto seconds = [began] { return std::chrono::duration<double>(Clock::now() - began).count(); };
    if (!made) {
        LtlOutcome stopped{.status = options.stop.stop_requested() ? Status::cancelled : Status::time_limit};
        stopped.statistics.seconds = seconds();
        return stopped;
    }
    const BuchiAutomaton& automaton = *made;
    const FormulaPropositions of_formula(propositions, automaton.propositions);
    const std::size_t memory_limit = options.memory_limit.value_or(available_memory() / 4 * 3);
    SharedLtlSearch shared(model, of_formula, automaton, options, memory_limit);
    LtlOutcome outcome;
    unsigned workers = 1;
    if (automaton.states.empty()) {
        outcome.holds = true;
    } else {
        const GraphShape shape = shape_of(model, memory_limit);
        std::once_flag once;
        const Status status = run_on_all_workers(
            settings, shape.arrays(SharedLtlSearch::arrays),
            [&](const SpmdWorker& self) {
                std::call_once(once, [&] {
                    shared.set_workers(self.workers);
                    workers = self.workers;
                });
                LtlSearch(shared, shape, self).run();
            },
            [&] {
                if (options.progress) options.progress(progress_of(shared, began));
            });
        outcome = outcome_of(shared, status);
    }
    LtlStatistics& statistics = outcome.statistics;
    statistics.automaton_states = automaton.states.size();
    statistics.automaton_edges = automaton.edges();
    statistics.acceptance_sets = automaton.acceptance_sets;
    statistics.workers = workers;
    statistics.seconds = seconds();
    return outcome;
}

}  // namespace scrump::detail
