#include <scrump/states/diagrams/counters.hpp>

#include <scrump/base/clock.hpp>
#include <scrump/base/deadline.hpp>
#include <scrump/base/error.hpp>
#include <scrump/diagrams.hpp>
#include <scrump/runtime/session.hpp>
#include <scrump/states/diagrams/counter_sets.hpp>

#include "carry_out.hpp"
#include "census.hpp"
#include "counter_lumps.hpp"
#include "counter_order.hpp"
#include "counter_search.hpp"
#include "counter_states.hpp"
#include "counter_trials.hpp"
#include "lists.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <cstddef>
#include <functional>
#include <limits>
#include <optional>
#include <string>
#include <utility>

namespace scrump {
namespace {

using detail::Edge;
using detail::Level;

// Unless another number is asked for: saturation looks many operations up for each node that it makes.
constexpr std::uint64_t initial_buckets = std::uint64_t{1} << 20U;

// How many orders are tried, and with how many firings each.
constexpr std::array<std::pair<std::size_t, std::int64_t>, 3> rounds{
    {{8, std::int64_t{1} << 15U}, {4, std::int64_t{1} << 18U}, {2, std::int64_t{1} << 21U}}};

[[noreturn]] void refuse(const std::string& what) {
    throw UsageError("reach: " + what);
}

void check(const CounterTransition& transition, std::size_t number, std::size_t counters) {
    const std::string which = "transition " + std::to_string(number);
    std::vector<std::uint32_t> touched;
    for (const CounterStep& step : transition.steps) {
        if (step.counter >= counters)
            refuse(which + " names counter " + std::to_string(step.counter) + " of " + std::to_string(counters));
        if (step.most > max_counter || step.least > step.most)
            refuse(which + " tests a counter for values from " + std::to_string(step.least) + " to " +
                   std::to_string(step.most) + "; expected an interval of numbers up to " +
                   std::to_string(max_counter));
        if (step.change < -std::int64_t{step.least} || step.change > std::int64_t{max_counter})
            refuse(which + " adds " + std::to_string(step.change) + " to a counter that is at least " +
                   std::to_string(step.least) + "; expected a result from 0 to " + std::to_string(max_counter));
        touched.push_back(step.counter);
    }
    std::ranges::sort(touched);
    if (std::ranges::adjacent_find(touched) != touched.end()) refuse(which + " has two steps for one counter");
}

void check(const CounterSystem& system, const CounterReachOptions& options) {
    const std::size_t counters = system.initial.size();
    const TaskOptions& tasks = options.diagrams.tasks;
    if (tasks.localities > 1 || (tasks.session != nullptr && tasks.session->size() > 1))
        refuse("counters and nets are explored by one process; expected one locality");
    if (options.diagrams.spread_nodes)
        refuse("counters and nets are explored by one process; expected no nodes spread over several (spread_nodes)");
    for (std::size_t number = 0; number < system.transitions.size(); ++number)
        check(system.transitions[number], number, counters);
    for (const std::uint32_t value : system.initial)
        if (value > max_counter)
            refuse("a counter is initially " + std::to_string(value) + "; expected at most " +
                   std::to_string(max_counter));
    if (!system.names.empty() && system.names.size() != counters) refuse("expected a name for each counter, or none");
    if (!system.sum_caps.empty() && system.sum_caps.size() != counters)
        refuse("expected a cap for each counter, or none");
    if (options.reorder && !(options.reorder->growth > 1 && options.reorder->growth < 1e6))
        refuse("reordering waits for a growth by " + std::to_string(options.reorder->growth) +
               "; expected a factor above 1 and below 1000000");
    std::vector<std::uint32_t> levels = options.levels;
    if (levels.empty()) return;
    std::ranges::sort(levels);
    bool all = levels.size() == counters;
    for (std::size_t i = 0; i < levels.size() && all; ++i) all = levels[i] == i;
    if (!all) refuse("expected each counter on one level");
}

class CounterSearch {
  public:
    /// `lumps`: of which the system consists; null: of counters.
    CounterSearch(const CounterSystem& system, const CounterReachOptions& options,
                  const std::function<void(CounterSets&)>& then, Clock::time_point began,
                  const detail::CounterLumps* lumps)
        : system_(system),
          began_(began),
          options_(options),
          then_(then),
          lumps_(lumps),
          orders_(orders(system, options)) {}

    CounterReachability operator()() {
        deadline_ = Deadline::current();
        DiagramOptions diagrams = options_.diagrams;
        if (diagrams.tasks.time_limit) diagrams.tasks.began = began_;  // as of the deadline
        if (diagrams.buckets == DiagramOptions().buckets) diagrams.buckets = initial_buckets;
        auto run = run_diagrams(diagrams, [this](Diagrams& all) { find(all); });
        CounterReachability result = std::move(found_);
        const bool has_chosen = orders_.size() == 1;
        result.order = has_chosen ? orders_.front().order : options_.order;
        if (has_chosen) result.levels = orders_.front().levels;
        result.status = run.status;
        result.diagrams = run.diagrams;
        result.tasks = std::move(run.statistics);
        return result;
    }

  private:
    static std::vector<detail::OrderedCounters> orders(const CounterSystem& system,
                                                       const CounterReachOptions& options) {
        if (!options.levels.empty()) return {{CounterOrder::given, options.levels}};
        return detail::orders_of(system, options.related, options.order);
    }

    void find(Diagrams& diagrams) {
        detail::DiagramParts parts = detail::DiagramParts::of(diagrams);
        bool is_stopped = false;
        try {
            const Deadline::Scope scope(deadline_);
            find(parts);
        } catch (const Stopped&) {
            is_stopped = true;
        }
        if (is_stopped) parts.locality.leave_at_end();
    }
    void find(detail::DiagramParts& parts) {
        const auto began = Clock::now();
        const auto seconds = [&] { return std::chrono::duration<double>(Clock::now() - began).count(); };
        const Edge set = reach_all(parts);
        const auto slot = parts.handles.add(set);  // for ever
        CounterReachability found;
        found.seconds = seconds();
        describe(parts, set, found);
        if (options_.find_deadlocks) found.deadlocks = deadlocks(parts, set);
        found.count_seconds = seconds() - found.seconds;
        found_ = std::move(found);
        if (!then_) return;
        detail::CounterStates states{parts, system_, *transitions_, orders_.front().levels, slot, found_};
        CounterSetsMaker::run(states, then_);
    }

    // Tries the first orders with a small budget, those that came furthest with a larger one, and so on, until the
    // search ends or one order is left.
    Edge reach_all(const detail::DiagramParts& parts) {
        if (orders_.size() > 1) detail::CounterTrials(parts, system_).choose(orders_);
        for (const auto& [most, firings] : rounds) {
            if (orders_.size() == 1) break;
            orders_.resize(std::min(orders_.size(), most));
            std::vector<std::pair<double, std::size_t>> left;  // share of the levels that are not done
            for (std::size_t i = 0; i < orders_.size(); ++i) {
                if (const auto set = try_order(parts, orders_[i], firings)) {
                    std::swap(orders_.front(), orders_[i]);
                    orders_.resize(1);
                    return *set;
                }
                left.emplace_back(transitions_->done_from(), i);
            }
            std::ranges::stable_sort(left);
            std::vector<detail::OrderedCounters> best_first;
            best_first.reserve(left.size());
            for (const auto& each : left) best_first.push_back(std::move(orders_[each.second]));
            orders_ = std::move(best_first);
        }
        orders_.resize(1);
        std::vector<std::uint32_t>& levels = orders_.front().levels;
        if (options_.reorder && levels.size() > 1)
            return detail::ReorderingSearch(parts, system_, *options_.reorder, levels, transitions_)();
        return *try_order(parts, orders_.front(), std::numeric_limits<std::int64_t>::max());
    }

    // All reachable vectors; none if they took more firings.
    std::optional<Edge> try_order(const detail::DiagramParts& parts, const detail::OrderedCounters& order,
                                  std::int64_t firings) {
        transitions_.emplace(system_, order.levels, std::uint32_t{0});
        transitions_->allow(firings);
        try {
            return detail::find_reachable(parts, *transitions_, system_, order.levels);
        } catch (const detail::OverBudget&) {
            parts.locality.collect();  // forgets results, too
            return std::nullopt;
        }
    }

    void describe(const detail::DiagramParts& parts, Edge set, CounterReachability& found) const {
        const detail::ListNodes nodes(parts.locality.worker(0), set, transitions_->levels());
        std::vector<std::uint32_t> members;
        if (lumps_ != nullptr) members = lumps_->sizes(orders_.front().levels);
        found.states = count_vectors(nodes, members);
        found.nodes = nodes.size();
        detail::AllowedTransitions allowed = count_allowed(nodes, *transitions_, members);
        found.transitions = std::move(allowed.all);
        found.enabled = std::move(allowed.any);
        found.values.resize(orders_.front().levels.size());
        std::vector<std::uint32_t> caps;
        for (Level level = 0; level < orders_.front().levels.size(); ++level) {
            const std::uint32_t counter = orders_.front().levels[level];
            found.values[counter] = values_at(nodes, level);
            caps.push_back(system_.sum_caps.empty() ? max_counter : system_.sum_caps[counter]);
        }
        found.max_sum = max_sum(nodes, caps);
    }

    Count deadlocks(const detail::DiagramParts& parts, Edge set) {
        const Edge stuck = detail::carry_out(parts.locality, [&] {
            return parts.fork.call<detail::forbidden>(&*transitions_, set, Level{0}, transitions_->forward().all);
        });
        return count_vectors(detail::ListNodes(parts.locality.worker(0), stuck, transitions_->levels()));
    }

    const CounterSystem& system_;
    const Clock::time_point began_;
    const CounterReachOptions& options_;
    const std::function<void(CounterSets&)>& then_;
    const detail::CounterLumps* const lumps_;
    Deadline deadline_;                            // of the run
    CounterReachability found_;                    // before `then_` is called
    std::vector<detail::OrderedCounters> orders_;  // to be tried; once there is one alone, it is used
    std::optional<detail::ListTransitions> transitions_;
};

// Sets of states and deadlocks are of counters: these are not lumped.
CounterReachability search(const CounterSystem& system, const CounterReachOptions& options,
                           const std::function<void(CounterSets&)>& then, Clock::time_point began) {
    if (!then && !options.find_deadlocks) {
        const detail::CounterLumps lumps(system);
        if (lumps.exist()) {
            CounterReachability found = CounterSearch(lumps.lumped(), lumps.options(options), then, began, &lumps)();
            lumps.expand(found);
            return found;
        }
    }
    return CounterSearch(system, options, then, began, nullptr)();
}

}  // namespace

CounterReachability reach(const CounterSystem& system, const CounterReachOptions& options) {
    return reach(system, options, {});
}

CounterReachability reach(const CounterSystem& system, const CounterReachOptions& options,
                          const std::function<void(CounterSets&)>& then) {
    check(system, options);
    const TaskOptions& tasks = options.diagrams.tasks;
    const Deadline deadline = deadline_of(tasks);
    const Deadline::Scope scope(deadline);
    const Clock::time_point began = tasks.began.value_or(Clock::now());
    CounterReachability found;
    try {
        found = search(system, options, then, began);
    } catch (const Stopped&) {  // before the run began
        found.status = tasks.stop.stop_requested() ? Status::cancelled : Status::time_limit;
        found.tasks.seconds = std::chrono::duration<double>(Clock::now() - began).count();
    }
    return found;
}

}  // namespace scrump
