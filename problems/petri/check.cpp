#include <scrump/problems/petri/check.hpp>

#include <scrump/base/clock.hpp>
#include <scrump/base/deadline.hpp>
#include <scrump/base/error.hpp>
#include <scrump/problems/petri/detail/groups.hpp>
#include <scrump/problems/petri/detail/making.hpp>
#include <scrump/problems/petri/detail/open_questions.hpp>
#include <scrump/problems/petri/detail/questions.hpp>
#include <scrump/problems/petri/detail/visits.hpp>
#include <scrump/problems/petri/detail/walks.hpp>
#include <scrump/problems/petri/detail/witness.hpp>
#include <scrump/problems/petri/ltl.hpp>
#include <scrump/problems/petri/net_counters.hpp>
#include <scrump/problems/petri/net_sets.hpp>
#include <scrump/problems/petri/units.hpp>
#include <scrump/runtime/session.hpp>

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <map>
#include <utility>

namespace scrump::petri {
namespace {

using Kind = Formula::Kind;
using Asked = Property::Kind;

// Walks are made in parts, each with twice the work of the one before; after each it is seen what is still open. They
// end when some parts have answered nothing: first soon, and later, when diagrams have failed, after much more work.
struct Patience {
    unsigned parts = 0, fruitless_parts = 0;
};
constexpr std::uint64_t first_work = std::uint64_t{1} << 18U;
constexpr Patience soon{8, 2};
constexpr Patience late{9, 9};
// Part of the time limit after which diagrams are given up for visits of markings one by one.
constexpr double share_of_diagrams = 0.8;
// Nets with so few markings need no walks then.
constexpr std::uint64_t few_markings = 100'000;
// Markings that are visited for a formula of LTL before there are diagrams.
constexpr std::uint64_t few_on_paths = 20'000;
constexpr std::uint64_t max_path_rounds = 1'000;

bool is_formula(Asked kind) {
    return kind == Asked::formula || kind == Asked::deadlock;
}

Ending ending_by_stop(const TaskOptions& tasks) {
    if (tasks.stop.stop_requested()) return {Status::cancelled, "stopped"};
    return {Status::time_limit, "the time limit was reached"};
}

// Of visits of markings for a question, unless the run ends.
Ending ending_of_visits(Status status) {
    return {status, status == Status::time_limit ? "its part of the time limit was reached while markings were visited"
                                                 : "the memory limit was reached while markings were visited"};
}

class Checker {
  public:
    Checker(const Net& net, const std::vector<Property>& properties, const CheckOptions& options)
        : net_(net),
          options_(options),
          began_(tasks().began.value_or(Clock::now())),
          deadline_(Deadline::current()),
          units_(options.reach.join_places ? units_of(net) : std::vector<Unit>()),
          places_(Groups::of_places(net)),
          questions_(net, properties, units_, options, began_) {}

    Checked run() {
        questions_.decide_by_structure();
        const auto is_needed = [&] { return questions_.has_open() && !deadline_.passed(); };
        if (questions_.has_open()) walk(soon);
        if (is_needed()) follow_paths(few_on_paths);
        if (is_needed() && questions_.has_open_beside_steps()) use_diagrams();
        if (!knows_all_markings()) {
            if (is_needed()) visit(few_markings);
            if (is_needed()) visit_for_each_goal(few_markings);
            if (is_needed()) walk(late);
            if (is_needed()) visit(std::nullopt);
        }
        if (is_needed()) follow_paths(std::nullopt);
        conclude();
        checked_.verdicts = std::move(questions_.verdicts());
        return std::move(checked_);
    }

  private:
    const TaskOptions& tasks() const { return options_.reach.diagrams.tasks; }
    std::optional<std::chrono::nanoseconds> time_left() const {
        if (!tasks().time_limit) return std::nullopt;
        return *tasks().time_limit - (Clock::now() - began_);
    }

    // --- Random walks

    void walk(const Patience& patience) {
        const Sought sought = questions_.sought();
        Walks walks(net_, sought, tasks().seed + walks_++);
        unsigned fruitless = 0;
        for (unsigned part = 0; part < patience.parts && fruitless < patience.fruitless_parts; ++part) {
            const std::size_t before = questions_.count_open();
            walks.walk(first_work << part, deadline_);
            questions_.learn(sought, walks.seen(), false, Method::walk);
            if (walks.stopped() || !questions_.has_open()) break;
            drop_what_is_known(sought, walks);
            if (questions_.count_open() == before) ++fruitless;
        }
        checked_.steps_walked += walks.fired();
    }

    void drop_what_is_known(const Sought& before, Walks& walks) const {
        const Sought now = questions_.sought();
        for (std::size_t i = 0; i < before.goals.size(); ++i)
            if (std::ranges::find(now.goals, before.goals[i]) == now.goals.end()) walks.drop_goal(i);
        for (std::size_t i = 0; i < before.sums.size(); ++i)
            if (std::ranges::find(now.sums, before.sums[i]) == now.sums.end()) walks.drop_sum(i);
    }

    // --- Decision diagrams of all markings

    void use_diagrams() {
        try {
            const NetCounters counters(net_, units_);
            CounterReachOptions how = counters.options(options_.reach);
            how.diagrams.tasks.began = began_;
            if (how.diagrams.tasks.time_limit)
                how.diagrams.tasks.time_limit = std::chrono::duration_cast<std::chrono::nanoseconds>(
                    *how.diagrams.tasks.time_limit * share_of_diagrams);
            std::vector<TokenRange> ranges;
            CounterReachability found = reach(counters.system(), how, [&](CounterSets& sets) {
                NetSets of_net(net_, counters, sets);
                ranges = of_net.ranges_of_coloured_places();
                checked_.reached.counters = sets.found();
                counters.describe(checked_.reached, ranges);
                answer_by(of_net);
            });
            leave_open_by_diagrams(found.status);
            if (knows_all_markings()) found.status = Status::complete;  // whatever came after it
            checked_.reached = {.counters = std::move(found)};
            counters.describe(checked_.reached, ranges);
        } catch (const Stopped&) {  // the whole run, before it has diagrams
        } catch (const UsageError&) {
            throw;
        } catch (const FullTable& error) {
            leave_open_by_diagrams({error.limit(), error.what()});
        } catch (const Error& error) {
            leave_open_by_diagrams({Status::stuck, error.what()});
        }
    }

    void leave_open_by_diagrams(Status status) {
        if (status == Status::cancelled) leave_open_by_diagrams(ending_by_stop(tasks()));
        if (status == Status::time_limit)
            leave_open_by_diagrams({status, "the part of the time limit that diagrams have was reached"});
    }
    void leave_open_by_diagrams(const Ending& ending) {
        for (std::size_t i = 0; i < questions_.size(); ++i)
            if (questions_.is_open(i) && !is_about_steps(questions_[i].left)) questions_.leave_open(i, ending);
    }

    bool knows_all_markings() const { return !checked_.reached.counters.states.digits.empty(); }

    // Cheap answers first: sums and goals, then properties of all places or transitions, then CTL.
    void answer_by(NetSets& sets) {
        std::vector<std::pair<std::size_t, std::size_t>> order;
        for (std::size_t i = 0; i < questions_.size(); ++i)
            if (questions_.is_open(i)) order.emplace_back(cost_of(questions_[i]), i);
        std::ranges::sort(order);
        for (const auto& each : order) {
            if (deadline_.passed()) return;
            answer_by(sets, each.second);
        }
        if (options_.find_paths) find_paths(sets);
    }
    static std::size_t cost_of(const Question& question) {
        constexpr std::size_t of_places = 1, of_ctl = 2, of_all_transitions = 1'000'000, of_paths = 2'000'000;
        switch (question.property->kind) {
            case Asked::bound:
                return 0;
            case Asked::one_safe:
            case Asked::quasi_live:
            case Asked::stable_marking:
                return of_places;
            case Asked::live:
                return of_all_transitions;
            default: {
                std::size_t cost = 0;
                each_quantified(question.left, [&](const Formula& part) {
                    const auto goal = goal_of(part);
                    const std::size_t quantifiers = count_quantifiers(part);
                    cost += !is_ctl(part) ? of_paths : goal && quantifiers == 1 ? 0 : of_ctl * quantifiers;
                });
                return cost;
            }
        }
    }

    void answer_by(NetSets& sets, std::size_t i) {
        const Property& property = *questions_[i].property;
        switch (property.kind) {
            case Asked::formula:
            case Asked::deadlock: {
                if (const auto holds = value_by(sets, i, questions_[i].left)) {
                    questions_.answer(i, *holds, Method::diagrams);
                    show_formula(i, *holds);
                }
                break;
            }
            case Asked::bound: {
                const std::int64_t bound = sets.greatest(property.sum);
                questions_.answer_bound(i, bound, Method::diagrams, std::nullopt);
                shown_by_[i] = reaches(at_most({.constant = bound}, property.sum));
                break;
            }
            case Asked::one_safe:
                questions_.answer(i, is_one_safe(i), Method::diagrams);
                break;
            case Asked::quasi_live:
                questions_.answer(i, checked_.reached.quasi_live(), Method::diagrams);
                break;
            case Asked::stable_marking:
                questions_.answer(i, checked_.reached.has_stable_place(), Method::diagrams);
                break;
            case Asked::live:
                questions_.answer(i, is_live(sets, i), Method::diagrams);
                break;
        }
    }

    // The value of a formula in the initial marking, from which all of these are reachable; none if it is neither of
    // CTL nor of LTL.
    std::optional<bool> value_by(NetSets& sets, std::size_t i, const Formula& formula) {
        if (is_constant(formula)) return formula.kind == Kind::yes;
        if (formula.kind == Kind::negation) {
            const auto part = value_by(sets, i, formula.parts.front());
            return part ? std::optional(!*part) : std::nullopt;
        }
        if (formula.kind == Kind::all || formula.kind == Kind::any) {
            bool known = true;
            for (const Formula& part : formula.parts) {
                const auto value = value_by(sets, i, part);
                known = known && value.has_value();
                if (value && *value == (formula.kind == Kind::any)) return value;
            }
            return known ? std::optional(formula.kind == Kind::all) : std::nullopt;
        }
        if (!is_ctl(formula)) return value_on_paths(sets, i, formula);
        if (const auto goal = goal_of(formula)) {
            const bool reached = !sets.satisfying(goal->formula).empty();
            return reached == goal->if_reached;
        }
        return sets.has_initial(sets.satisfying(formula));
    }

    std::optional<bool> value_on_paths(NetSets& sets, std::size_t i, const Formula& formula) {
        if (!is_ltl(formula)) return std::nullopt;
        try {
            return holds_on_paths(sets.sets(), formula, [&](const Formula& part) { return sets.satisfying(part); });
        } catch (const FullTable&) {
            throw;
        } catch (const Error& error) {  // its automaton is too large
            questions_.leave_open(i, {Status::stuck, error.what()});
        }
        return std::nullopt;
    }

    bool is_one_safe(std::size_t i) {
        if (checked_.reached.one_safe()) return true;
        std::size_t place = 0;
        while (checked_.reached.bound_of(place) <= 1) ++place;
        shown_by_[i] = reaches(at_most({.constant = 2}, {.places = places_.members(place)}));
        return false;
    }
    // If the initial marking can be reached from all others, transitions that are enabled once are live.
    bool is_live(NetSets& sets, std::size_t i) {
        if (!checked_.reached.quasi_live()) return false;
        if (sets.sets().can_reach(sets.initial()) == sets.reachable()) return true;
        const Groups transitions = Groups::of_transitions(net_);
        for (std::size_t each = 0; each < transitions.size(); ++each) {
            Formula enabled{.kind = Kind::enabled};
            enabled.transitions = transitions.members(each);
            const Formula again = with(Kind::some_path, with(Kind::eventually, std::move(enabled)));
            if (sets.satisfying(again) == sets.reachable()) continue;
            shown_by_[i] = reaches(with(Kind::negation, again));
            return false;
        }
        return true;
    }

    static Formula reaches(Formula goal) { return with(Kind::some_path, with(Kind::eventually, std::move(goal))); }
    // By what was asked: other parts may have been decided before.
    void show_formula(std::size_t i, bool holds) {
        const Property& property = *questions_[i].property;
        Formula asked =
            property.kind == Asked::deadlock ? reaches({.kind = Kind::deadlock}) : simplified(property.formula);
        if (is_ctl(asked)) shown_by_[i] = holds ? std::move(asked) : with(Kind::negation, std::move(asked));
    }
    // When all answers are known.
    void find_paths(NetSets& sets) {
        for (const auto& [i, formula] : shown_by_) {
            auto found = find_witness(sets, formula, max_path_rounds);
            if (!found) continue;
            questions_.verdict(i).path = std::move(found->path);
            questions_.verdict(i).cycle = std::move(found->cycle);
        }
    }

    // --- Markings one by one

    // Goals one by one need fewer markings than all together where these are reduced.
    void visit_for_each_goal(std::uint64_t state_limit) {
        const std::vector<Formula> goals = questions_.sought().goals;
        if (options_.reduction == NetReduction::none || goals.size() <= 1) return;
        for (const Formula& goal : goals)
            if (!deadline_.passed()) visit({.goals = {goal}}, state_limit);
    }
    void visit(std::optional<std::uint64_t> state_limit) { visit(questions_.sought(), state_limit); }
    void visit(const Sought& sought, std::optional<std::uint64_t> state_limit) {
        const ExploreOptions how{.paths = false,
                                 .workers = tasks().workers,
                                 .session = tasks().session,
                                 .pin = tasks().pin,
                                 .seed = tasks().seed,
                                 .state_limit = state_limit,
                                 .memory_limit = options_.reach.diagrams.memory_limit,
                                 .began = began_,
                                 .time_limit = tasks().time_limit,
                                 .stop = tasks().stop};
        const bool can_answer =
            !sought.goals.empty() || !sought.sums.empty() || sought.overfull || sought.enabled || sought.changed;
        if (!can_answer) return;
        std::optional<Ending> ending;
        try {
            const Visits visits = visit_markings(net_, sought, options_.reduction, how);
            checked_.visited += visits.markings;
            if (!visits.seen.enabled.empty() || visits.all)
                questions_.learn(sought, visits.seen, visits.all, Method::states);
            if (visits.status != Status::complete) ending = ending_of_visits(visits.status);
        } catch (const UsageError&) {
            throw;
        } catch (const Error& error) {
            ending = Ending{.why = error.what()};
        }
        if (!state_limit) questions_.end_visits(ending);
    }

    // --- Formulas of LTL by markings one by one

    void follow_paths(std::optional<std::uint64_t> state_limit) {
        for (std::size_t i = 0; i < questions_.size() && !deadline_.passed(); ++i)
            if (questions_.is_open(i) && is_formula(questions_[i].property->kind)) follow_paths(i, state_limit);
    }
    void follow_paths(std::size_t i, std::optional<std::uint64_t> state_limit) {
        Question& question = questions_[i];
        LtlAnswer last;
        question.left = simplified(with_quantified(question.left, [&](const Formula& part) {
            if (is_ctl(part) || !is_ltl(part)) return part;
            last = follow_paths(i, part, state_limit);
            return last.holds ? constant(*last.holds) : part;
        }));
        if (!is_constant(question.left)) return;
        const bool shows = is_quantified(simplified(question.property->formula));
        if (shows && options_.find_paths) questions_.verdict(i).cycle = std::move(last.cycle);
        questions_.answer(i, question.left.kind == Kind::yes, Method::states,
                          shows ? std::move(last.path) : std::nullopt);
    }
    LtlAnswer follow_paths(std::size_t i, const Formula& formula, std::optional<std::uint64_t> state_limit) {
        LtlOptions how{.workers = tasks().workers,
                       .session = tasks().session,
                       .pin = tasks().pin,
                       .state_limit = state_limit,
                       .memory_limit = options_.reach.diagrams.memory_limit,
                       .stop = tasks().stop};
        if (const auto left = time_left())
            how.time_limit = *left / static_cast<std::chrono::nanoseconds::rep>(questions_.count_open());
        try {
            LtlAnswer answer = check_ltl(net_, formula, how);
            if (answer.holds || state_limit) return answer;
            questions_.leave_open(i, ending_of_visits(answer.status));
            questions_[i].is_visited = answer.status != Status::cancelled;
            return answer;
        } catch (const UsageError&) {
            throw;
        } catch (const Error& error) {
            questions_.leave_open(i, {Status::stuck, error.what()});
            questions_[i].is_visited = true;
            return {};
        }
    }

    // --- The end

    void conclude() {
        std::optional<Ending> stop;
        if (deadline_.passed()) stop = ending_by_stop(tasks());
        checked_.status = questions_.conclude(stop, knows_all_markings());
    }

    const Net& net_;
    const CheckOptions& options_;
    Clock::time_point began_;
    Deadline deadline_;
    std::vector<Unit> units_;
    Groups places_;
    OpenQuestions questions_;
    std::map<std::size_t, Formula> shown_by_;  // formulas of CTL that hold, to which paths are to be found
    std::uint64_t walks_ = 0;                  // series of walks
    Checked checked_;
};

}  // namespace

Checked check(const Net& net, const std::vector<Property>& properties, const CheckOptions& options) {
    const TaskOptions& tasks = options.reach.diagrams.tasks;
    if (tasks.localities > 1 || (tasks.session != nullptr && tasks.session->size() > 1))
        throw UsageError("check: nets are checked by one process; expected one locality");
    const Deadline deadline = deadline_of(tasks);
    const Deadline::Scope scope(deadline);
    try {
        return Checker(net, properties, options).run();
    } catch (const Stopped&) {  // before the first answer
        const Ending stop = ending_by_stop(tasks);
        Checked none{.status = stop.status};
        for (const Property& each : properties) none.verdicts.push_back({.id = each.id, .why = stop.why});
        return none;
    }
}

}  // namespace scrump::petri
