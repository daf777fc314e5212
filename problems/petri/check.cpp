#include <scrump/problems/petri/check.hpp>

#include <scrump/base/clock.hpp>
#include <scrump/base/deadline.hpp>
#include <scrump/base/error.hpp>
#include <scrump/problems/petri/detail/evaluation.hpp>
#include <scrump/problems/petri/detail/groups.hpp>
#include <scrump/problems/petri/detail/making.hpp>
#include <scrump/problems/petri/detail/questions.hpp>
#include <scrump/problems/petri/detail/structure.hpp>
#include <scrump/problems/petri/detail/visits.hpp>
#include <scrump/problems/petri/detail/walks.hpp>
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
bool is_quantified(const Formula& formula) {
    return formula.kind == Kind::some_path || formula.kind == Kind::every_path;
}

// The formula whose reachability decides a formula EF p or AG p: it holds, or not, if the goal is reached.
struct Goal {
    Formula formula{};
    bool if_reached = true;
};

std::optional<Goal> goal_of(const Formula& formula) {
    if (!is_quantified(formula) || !is_ctl(formula)) return std::nullopt;
    const Formula& path = formula.parts.front();
    if (formula.kind == Kind::some_path && path.kind == Kind::eventually) return Goal{path.parts.front(), true};
    if (formula.kind == Kind::every_path && path.kind == Kind::always) return Goal{negated(path.parts.front()), false};
    return std::nullopt;
}

std::size_t count_quantifiers(const Formula& formula) {
    std::size_t count = is_quantified(formula) ? 1 : 0;
    for (const Formula& part : formula.parts) count += count_quantifiers(part);
    return count;
}

// Calls `see` with the parts that begin with A or E, and are not within such.
template <class See>
void each_quantified(const Formula& formula, const See& see) {
    if (is_quantified(formula)) {
        see(formula);
    } else {
        for (const Formula& part : formula.parts) each_quantified(part, see);
    }
}

// A formula with those of its parts that begin with A or E replaced.
template <class Replace>
Formula with_quantified(const Formula& formula, const Replace& replace) {
    if (is_quantified(formula)) return replace(formula);
    Formula result = formula;
    for (Formula& part : result.parts) part = with_quantified(part, replace);
    return result;
}

// What the initial marking says of a formula: it is replaced by its value, or parts of it are.
class InitialMarking {
  public:
    explicit InitialMarking(const Net& net) : net_(net) {
        for (const Place& place : net.places) tokens_.push_back(place.tokens);
        is_stuck_ = holds(Formula{.kind = Kind::deadlock});
    }

    const std::vector<Tokens>& tokens() const { return tokens_; }
    bool is_stuck() const { return is_stuck_; }
    bool holds(const Formula& of_marking) const { return holds_in(net_, of_marking, tokens_); }

    Formula decide(const Formula& formula) const {
        const bool only_this = is_stuck_ && !is_ctl(formula);
        return simplified(only_this ? for_ever(formula) : replace(formula));
    }

  private:
    // A formula of the only path, which stays in this marking.
    Formula for_ever(const Formula& formula) const {
        if (is_of_marking(formula)) return constant(holds(formula));
        if (formula.kind != Kind::negation && formula.kind != Kind::all && formula.kind != Kind::any)
            return for_ever(formula.parts.back());
        Formula result{.kind = formula.kind};
        for (const Formula& part : formula.parts) result.parts.push_back(for_ever(part));
        return result;
    }

    Formula replace(const Formula& formula) const {
        if (is_of_marking(formula)) return constant(holds(formula));
        if (is_quantified(formula)) return is_ctl(formula) ? replace_quantified(formula) : formula;
        Formula result{.kind = formula.kind};
        for (const Formula& part : formula.parts) result.parts.push_back(replace(part));
        return result;
    }
    Formula replace_quantified(const Formula& formula) const {
        const Formula& path = formula.parts.front();
        if (path.kind == Kind::next) return is_stuck_ ? constant(formula.kind == Kind::every_path) : formula;
        Formula goal = decide(path.parts.back());
        if (is_stuck_) return goal;
        if (path.kind == Kind::always) return goal.kind == Kind::no ? goal : formula;
        if (goal.kind == Kind::yes) return goal;
        const bool stays =
            path.kind == Kind::eventually || goal.kind != Kind::no || decide(path.parts.front()).kind != Kind::no;
        return stays ? formula : constant(false);
    }

    const Net& net_;
    std::vector<Tokens> tokens_;
    bool is_stuck_ = false;
};

// A property, and what is left to be decided of its formula.
struct Question {
    const Property* property = nullptr;
    std::optional<Goal> goal{};  // of EF p and AG p
    Formula left{};
};

class Checker {
  public:
    Checker(const Net& net, const std::vector<Property>& properties, const CheckOptions& options)
        : net_(net),
          options_(options),
          began_(tasks().began.value_or(Clock::now())),
          deadline_(tasks().stop, time_left()),
          units_(options.reach.join_places ? units_of(net) : std::vector<Unit>()),
          places_(Groups::of_places(net)),
          structure_(net, units_),
          initial_(net) {
        for (const Property& property : properties) {
            checked_.verdicts.push_back({.id = property.id});
            questions_.push_back({.property = &property});
        }
    }

    Checked run() {
        decide_by_structure();
        const auto is_needed = [&] { return has_open() && !deadline_.passed(); };
        if (has_open()) walk(soon);
        if (is_needed()) follow_paths(few_on_paths);
        if (is_needed()) use_diagrams();
        if (!knows_all_markings()) {
            if (is_needed()) visit(few_markings);
            if (is_needed()) walk(late);
            if (is_needed()) visit(std::nullopt);
            if (is_needed()) follow_paths(std::nullopt);
        }
        conclude();
        return std::move(checked_);
    }

  private:
    const TaskOptions& tasks() const { return options_.reach.diagrams.tasks; }
    std::optional<std::chrono::nanoseconds> time_left() const {
        if (!tasks().time_limit) return std::nullopt;
        return *tasks().time_limit - (Clock::now() - began_);
    }

    // --- Answers

    bool is_open(std::size_t i) const { return !checked_.verdicts[i].is_known(); }
    std::size_t count_open() const {
        return static_cast<std::size_t>(std::ranges::count(checked_.verdicts, false, &Verdict::is_known));
    }
    bool has_open() const { return count_open() > 0; }
    bool is_asked(Asked kind) const {
        for (std::size_t i = 0; i < questions_.size(); ++i)
            if (is_open(i) && questions_[i].property->kind == kind) return true;
        return false;
    }

    void publish(std::size_t i, Method method, std::optional<FiringPath> path) {
        Verdict& verdict = checked_.verdicts[i];
        verdict.method = method;
        if (options_.find_paths) verdict.path = std::move(path);
        verdict.seconds = std::chrono::duration<double>(Clock::now() - began_).count();
        if (options_.answered) options_.answered(verdict);
    }
    void answer(std::size_t i, bool holds, Method method, std::optional<FiringPath> path = std::nullopt) {
        checked_.verdicts[i].holds = holds;
        checked_.verdicts[i].why.clear();
        publish(i, method, std::move(path));
    }
    void answer_bound(std::size_t i, std::int64_t bound, Method method, std::optional<FiringPath> path) {
        checked_.verdicts[i].bound = static_cast<std::uint64_t>(bound);
        publish(i, method, std::move(path));
    }
    // The answer to a formula, if nothing is left to be decided. A path to the goal shows it, if there is one goal.
    void answer_formula(std::size_t i, Method method, const std::optional<FiringPath>& path_to_goal) {
        const Question& question = questions_[i];
        if (!is_constant(question.left)) return;
        const bool holds = question.left.kind == Kind::yes;
        const bool shows =
            is_of_marking(question.property->formula) || (question.goal && question.goal->if_reached == holds);
        answer(i, holds, method, shows ? path_to_goal : std::nullopt);
    }

    // --- By the structure of the net and its initial marking

    void decide_by_structure() {
        for (std::size_t i = 0; i < questions_.size(); ++i) {
            const Property& property = *questions_[i].property;
            switch (property.kind) {
                case Asked::formula:
                    decide_formula(i, property.formula);
                    break;
                case Asked::deadlock:
                    decide_formula(i, with(Kind::some_path, with(Kind::eventually, Formula{.kind = Kind::deadlock})));
                    break;
                case Asked::bound: {
                    const std::int64_t now = value_in(property.sum, initial_.tokens());
                    if (now == structure_.most(property.sum)) answer_bound(i, now, Method::structure, FiringPath());
                    break;
                }
                default:
                    decide_whole_net(i, property.kind);
            }
        }
    }

    void decide_formula(std::size_t i, const Formula& formula) {
        Question& question = questions_[i];
        question.goal = goal_of(simplified(formula));
        const bool is_one_path = initial_.is_stuck() && !is_ctl(formula);
        question.left = initial_.decide(is_one_path ? formula : structure_.decide(formula));
        const bool reached = !question.goal || initial_.decide(question.goal->formula).kind == Kind::yes;
        answer_formula(i, Method::structure, reached ? std::optional(FiringPath()) : std::nullopt);
    }

    void decide_whole_net(std::size_t i, Asked kind) {
        if (kind == Asked::one_safe) {
            decide_one_safe(i);
        } else if (kind == Asked::stable_marking) {
            if (structure_.has_stable_place()) answer(i, true, Method::structure);
        } else if (structure_.has_dead_transition()) {
            answer(i, false, Method::structure);
        } else if (net_.transitions.empty()) {
            answer(i, true, Method::structure);
        } else if (kind == Asked::live && initial_.is_stuck()) {
            answer(i, false, Method::structure, FiringPath());
        }
    }

    void decide_one_safe(std::size_t i) {
        const auto any_place = [&](const auto& is_so) {
            for (std::size_t place = 0; place < places_.size(); ++place)
                if (is_so(place)) return true;
            return false;
        };
        if (any_place([&](std::size_t place) { return places_.tokens(place, initial_.tokens()) > 1; })) {
            answer(i, false, Method::structure, FiringPath());
        } else if (!any_place(
                       [&](std::size_t place) { return structure_.most({.places = places_.members(place)}) > 1; })) {
            answer(i, true, Method::structure);
        }
    }

    // --- By what is seen in some markings

    Sought sought() const {
        Sought sought{.overfull = is_asked(Asked::one_safe),
                      .enabled = is_asked(Asked::quasi_live),
                      .changed = is_asked(Asked::stable_marking)};
        const auto add = [&](const Formula& goal) {
            if (is_of_marking(goal) && std::ranges::find(sought.goals, goal) == sought.goals.end())
                sought.goals.push_back(goal);
        };
        for (std::size_t i = 0; i < questions_.size(); ++i) {
            if (!is_open(i)) continue;
            const Question& question = questions_[i];
            each_quantified(question.left, [&](const Formula& part) {
                if (const auto goal = goal_of(part)) add(goal->formula);
            });
            if (question.property->kind == Asked::bound) sought.sums.push_back(question.property->sum);
            if (question.property->kind == Asked::live) add(Formula{.kind = Kind::deadlock});
        }
        return sought;
    }

    // Answers questions by the markings that were seen: some of them, or all.
    void learn(const Sought& sought, const Seen& seen, bool all, Method method) {
        for (std::size_t i = 0; i < questions_.size(); ++i)
            if (is_open(i)) learn(i, sought, seen, all, method);
    }
    void learn(std::size_t i, const Sought& sought, const Seen& seen, bool all, Method method) {
        const auto has_all = [](const std::vector<bool>& what) { return std::ranges::find(what, false) == what.end(); };
        switch (questions_[i].property->kind) {
            case Asked::formula:
            case Asked::deadlock:
                learn_of_formula(i, sought, seen, all, method);
                break;
            case Asked::bound:
                learn_bound(i, sought, seen, all, method);
                break;
            case Asked::one_safe:
                if (seen.overfull) {
                    answer(i, false, method, seen.overfull_path);
                } else if (all) {
                    answer(i, true, method);
                }
                break;
            case Asked::quasi_live:
                if (has_all(seen.enabled) || all) answer(i, has_all(seen.enabled), method);
                break;
            case Asked::stable_marking:
                if (has_all(seen.changed) || all) answer(i, !has_all(seen.changed), method);
                break;
            case Asked::live: {
                const auto stuck = std::ranges::find(sought.goals, Kind::deadlock, &Formula::kind);
                const auto goal = static_cast<std::size_t>(stuck - sought.goals.begin());
                if (stuck != sought.goals.end() && seen.goals[goal]) answer(i, false, method, seen.goal_paths[goal]);
                break;
            }
        }
    }

    void learn_of_formula(std::size_t i, const Sought& sought, const Seen& seen, bool all, Method method) {
        std::optional<FiringPath> path;
        Question& question = questions_[i];
        question.left = simplified(with_quantified(question.left, [&](const Formula& part) {
            const auto goal = goal_of(part);
            const auto found = goal ? std::ranges::find(sought.goals, goal->formula) : sought.goals.end();
            if (found == sought.goals.end()) return part;
            const auto number = static_cast<std::size_t>(found - sought.goals.begin());
            if (!seen.goals[number] && !all) return part;
            path = seen.goal_paths[number];
            return constant(goal->if_reached == seen.goals[number]);
        }));
        answer_formula(i, method, path);
    }

    void learn_bound(std::size_t i, const Sought& sought, const Seen& seen, bool all, Method method) {
        const Sum& sum = questions_[i].property->sum;
        const auto found = std::ranges::find(sought.sums, sum);
        const auto number = static_cast<std::size_t>(found - sought.sums.begin());
        if (all || seen.most[number] >= structure_.most(sum))
            answer_bound(i, seen.most[number], method, seen.most_paths[number]);
    }

    // --- Random walks

    void walk(const Patience& patience) {
        const Sought sought = this->sought();
        Walks walks(net_, sought, tasks().seed + walks_++);
        unsigned fruitless = 0;
        for (unsigned part = 0; part < patience.parts && fruitless < patience.fruitless_parts; ++part) {
            const std::size_t before = count_open();
            walks.walk(first_work << part, deadline_);
            learn(sought, walks.seen(), false, Method::walk);
            if (walks.stopped() || !has_open()) break;
            drop_what_is_known(sought, walks);
            if (count_open() == before) ++fruitless;
        }
        checked_.steps_walked += walks.fired();
    }

    void drop_what_is_known(const Sought& before, Walks& walks) const {
        const Sought now = sought();
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
            stopped_ = found.status;
            if (knows_all_markings()) found.status = Status::complete;  // whatever came after it
            checked_.reached = {.counters = std::move(found)};
            counters.describe(checked_.reached, ranges);
        } catch (const UsageError&) {
            throw;
        } catch (const Error& error) {
            no_diagrams_ = error.what();
            stopped_ = Status::memory_limit;
        }
    }

    bool knows_all_markings() const { return !checked_.reached.counters.states.digits.empty(); }

    // Cheap answers first: sums and goals, then properties of all places or transitions, then CTL.
    void answer_by(NetSets& sets) {
        std::vector<std::pair<std::size_t, std::size_t>> order;
        for (std::size_t i = 0; i < questions_.size(); ++i)
            if (is_open(i)) order.emplace_back(cost_of(questions_[i]), i);
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
                if (const auto holds = value_by(sets, i, questions_[i].left)) answer(i, *holds, Method::diagrams);
                break;
            }
            case Asked::bound: {
                const std::int64_t bound = sets.greatest(property.sum);
                answer_bound(i, bound, Method::diagrams, std::nullopt);
                shown_by_[i] = at_most({.constant = bound}, property.sum);
                break;
            }
            case Asked::one_safe:
                answer(i, is_one_safe(i), Method::diagrams);
                break;
            case Asked::quasi_live:
                answer(i, checked_.reached.quasi_live(), Method::diagrams);
                break;
            case Asked::stable_marking:
                answer(i, checked_.reached.has_stable_place(), Method::diagrams);
                break;
            case Asked::live:
                answer(i, is_live(sets, i), Method::diagrams);
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
            if (reached && questions_[i].goal) shown_by_[i] = goal->formula;
            return reached == goal->if_reached;
        }
        return sets.has_initial(sets.satisfying(formula));
    }

    std::optional<bool> value_on_paths(NetSets& sets, std::size_t i, const Formula& formula) {
        std::string& why = checked_.verdicts[i].why;
        try {
            if (is_ltl(formula))
                return holds_on_paths(sets.sets(), formula, [&](const Formula& part) { return sets.satisfying(part); });
            why = "the formula is neither one of CTL nor one of LTL";
        } catch (const Error& error) {  // its automaton is too large
            why = error.what();
        }
        return std::nullopt;
    }

    bool is_one_safe(std::size_t i) {
        if (checked_.reached.one_safe()) return true;
        std::size_t place = 0;
        while (checked_.reached.bound_of(place) <= 1) ++place;
        shown_by_[i] = at_most({.constant = 2}, {.places = places_.members(place)});
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
            shown_by_[i] = with(Kind::negation, again);
            return false;
        }
        return true;
    }

    // When all answers are known.
    void find_paths(NetSets& sets) {
        for (const auto& [i, goal] : shown_by_)
            checked_.verdicts[i].path = sets.path_to(sets.satisfying(goal), max_path_rounds);
    }

    // --- Markings one by one

    void visit(std::optional<std::uint64_t> state_limit) {
        const Sought sought = this->sought();
        ExploreOptions how{.paths = false,
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
        try {
            const Visits visits = visit_markings(net_, sought, how);
            if (!visits.seen.enabled.empty() || visits.all) learn(sought, visits.seen, visits.all, Method::states);
            if (visits.status != Status::complete) stopped_ = visits.status;
        } catch (const UsageError&) {
            throw;
        } catch (const Error& error) {
            if (no_diagrams_.empty()) no_diagrams_ = error.what();
        }
    }

    // --- Formulas of LTL by markings one by one

    void follow_paths(std::optional<std::uint64_t> state_limit) {
        for (std::size_t i = 0; i < questions_.size() && !deadline_.passed(); ++i)
            if (is_open(i) && is_formula(questions_[i].property->kind)) follow_paths(i, state_limit);
    }
    void follow_paths(std::size_t i, std::optional<std::uint64_t> state_limit) {
        Question& question = questions_[i];
        LtlAnswer last;
        question.left = simplified(with_quantified(question.left, [&](const Formula& part) {
            if (is_ctl(part) || !is_ltl(part)) return part;
            last = follow_paths(part, state_limit, checked_.verdicts[i].why);
            return last.holds ? constant(*last.holds) : part;
        }));
        if (!is_constant(question.left)) return;
        const bool shows = is_quantified(simplified(question.property->formula));
        if (shows && options_.find_paths) checked_.verdicts[i].cycle = std::move(last.cycle);
        answer(i, question.left.kind == Kind::yes, Method::states, shows ? std::move(last.path) : std::nullopt);
    }
    LtlAnswer follow_paths(const Formula& formula, std::optional<std::uint64_t> state_limit, std::string& why) const {
        LtlOptions how{.workers = tasks().workers,
                       .session = tasks().session,
                       .pin = tasks().pin,
                       .state_limit = state_limit,
                       .memory_limit = options_.reach.diagrams.memory_limit,
                       .stop = tasks().stop};
        if (const auto left = time_left())
            how.time_limit = *left / static_cast<std::chrono::nanoseconds::rep>(count_open());
        try {
            return check_ltl(net_, formula, how);
        } catch (const UsageError&) {
            throw;
        } catch (const Error& error) {
            why = error.what();
            return {};
        }
    }

    // --- The end

    void conclude() {
        if (!has_open()) return;
        if (tasks().stop.stop_requested()) {
            stopped_ = Status::cancelled;
        } else if (deadline_.passed()) {
            stopped_ = Status::time_limit;
        }
        if (stopped_ == Status::complete) stopped_ = Status::state_limit;
        checked_.status = stopped_;
        for (Verdict& verdict : checked_.verdicts) {
            if (verdict.is_known() || !verdict.why.empty()) continue;
            verdict.why = stopped_ == Status::cancelled    ? "stopped"
                          : stopped_ == Status::time_limit ? "the time limit was reached"
                          : no_diagrams_.empty()           ? "no method answers it"
                                                           : no_diagrams_;
        }
    }

    const Net& net_;
    const CheckOptions& options_;
    Clock::time_point began_;
    Deadline deadline_;
    std::vector<Unit> units_;
    Groups places_;
    NetStructure structure_;
    InitialMarking initial_;
    std::vector<Question> questions_;
    std::map<std::size_t, Formula> shown_by_;  // goals of answers to which paths are to be found
    std::uint64_t walks_ = 0;                  // series of walks
    std::string no_diagrams_;                  // why there are none
    Status stopped_ = Status::complete;        // how the last method ended
    Checked checked_;
};

}  // namespace

const char* name(Method method) {
    switch (method) {
        case Method::structure:
            return "structure";
        case Method::walk:
            return "walk";
        case Method::diagrams:
            return "diagrams";
        case Method::states:
            return "states";
    }
    return "";
}

std::string to_string(const Verdict& verdict) {
    if (verdict.bound) return std::to_string(*verdict.bound);
    return verdict.holds ? *verdict.holds ? "true" : "false" : "unknown";
}

Checked check(const Net& net, const std::vector<Property>& properties, const CheckOptions& options) {
    const TaskOptions& tasks = options.reach.diagrams.tasks;
    if (tasks.localities > 1 || (tasks.session != nullptr && tasks.session->size() > 1))
        throw UsageError("check: nets are checked by one process; expected one locality");
    return Checker(net, properties, options).run();
}

}  // namespace scrump::petri
