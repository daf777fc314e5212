#include <scrump/problems/flowshop/solve.hpp>

#include <scrump/base/digest.hpp>
#include <scrump/problems/flowshop/detail/generator.hpp>
#include <scrump/problems/flowshop/detail/local_search.hpp>
#include <scrump/runtime/session.hpp>
#include <scrump/search.hpp>

#include <algorithm>
#include <cstdint>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>

namespace scrump::flowshop {
namespace {

/// The amount of local search: some steps before the exact search, fewer where a step takes long; then one every
/// `period` backtracks, which keeps it to a few hundredths of the time.
struct LocalSearchPlan {
    std::size_t steps;
    std::uint64_t period;

    explicit LocalSearchPlan(const Instance& instance)
        : steps(std::min<std::size_t>(2000, 1 + 100'000'000 / (instance.jobs() * instance.times().size()))),
          period(128 * instance.jobs()) {}
};

SearchHints<Generator> hints_of(const Space& space, LocalSearch& local, const SearchOptions& options) {
    const Instance& instance = space.instance;
    const LocalSearchPlan plan(instance);
    const Time least = root(space).bound;
    for (std::size_t i = 0; i < plan.steps && local.best_makespan() > least && !options.should_stop(); ++i)
        local.step(no_order);
    SearchHints<Generator> hints;
    hints.start = node_of(instance, local.best());
    hints.primal_heuristic = {.run = [&](Time to_beat) -> std::optional<Node> {
                                  auto order = local.step(to_beat);
                                  if (!order) return std::nullopt;
                                  return node_of(instance, std::move(*order));
                              },
                              .period = plan.period};
    return hints;
}

std::string describe(const Instance& instance, const std::string& sought) {
    return sought + " of a flow shop of " + std::to_string(instance.jobs()) + " jobs and " +
           std::to_string(instance.machines()) + " machines, " + digest(instance.times());
}

using Solution = Answer<std::optional<Schedule>>;

Solution search(const Instance& instance, std::optional<Time> most, const Settings& settings) {
    SearchOptions options = settings.search;
    options.start_clock();
    if (!settings.known.empty() && !is_order(instance, settings.known))
        throw std::invalid_argument("the known order is not one of the jobs of this instance");
    const Space space(instance);
    if (compares_problem(options)) {
        options.checkpoints.problem =
            describe(instance, most ? "order of at most " + std::to_string(*most) : "best order");
    }
    SearchHints<Generator> hints;
    std::optional<LocalSearch> local;
    // Of several processes, the first one looks for good orders; the others learn of them.
    if (options.session == nullptr || options.session->first()) {
        hints.start = node_of(instance, any_order(instance));
        if (settings.local_search) {
            local.emplace(instance, options.seed, [&options] { return options.should_stop(); });
            hints = hints_of(space, *local, options);
        }
        if (!settings.known.empty() && makespan(instance, settings.known) < hints.start->bound)
            hints.start = node_of(instance, settings.known);
    }

    Solution solution;
    const auto take = [&](auto result) {
        std::optional<Schedule> schedule;
        if (result.node) schedule = Schedule{std::move(result.node->order)};
        solution = answer(result, std::move(schedule));
    };
    if (most) {
        take(decide<Generator, Minimise>(space, root(space), *most, options, std::move(hints)));
    } else {
        take(minimise<Generator>(space, root(space), options, std::move(hints)));
    }
    return solution;
}

Solution solve(const Instance& instance, std::optional<Time> most, const Settings& settings) {
    Solution solution = search(instance, most, settings);
    if (!solution.value) return solution;
    Schedule& found = *solution.value;
    if (!is_order(instance, found.order))
        throw std::logic_error("flow shop: the answer is not an order of the jobs; this is a defect of Scrump");
    found.makespan = makespan(instance, found.order);
    if (most && found.makespan > *most)
        throw std::logic_error("flow shop: the answer takes too long; this is a defect of Scrump");
    return solution;
}

}  // namespace

Answer<Schedule> find_best_order(const Instance& instance, const Settings& settings) {
    return solve(instance, std::nullopt, settings).transform([](std::optional<Schedule> found) {
        return std::move(found).value_or(Schedule{});
    });
}

Answer<std::optional<Schedule>> find_order(const Instance& instance, std::int64_t most, const Settings& settings) {
    // Every makespan is between these limits.
    const auto possible = static_cast<Time>(std::clamp<std::int64_t>(most, -1, max_sum));
    return solve(instance, possible, settings);
}

}  // namespace scrump::flowshop
