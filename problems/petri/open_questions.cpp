#include <scrump/problems/petri/detail/evaluation.hpp>
#include <scrump/problems/petri/detail/making.hpp>
#include <scrump/problems/petri/detail/open_questions.hpp>

#include <algorithm>
#include <array>
#include <chrono>
#include <utility>

namespace scrump::petri {
namespace {

using Kind = Formula::Kind;
using Asked = Property::Kind;

bool is_stop(Status status) {
    return status == Status::cancelled || status == Status::time_limit;
}

// Of several limits, the one that a run is said to have ended by.
constexpr std::array<Status, 5> by_rank = {Status::cancelled, Status::time_limit, Status::memory_limit,
                                           Status::node_limit, Status::stuck};

}  // namespace

bool Question::has_method() const {
    bool has = true;
    each_quantified(left, [&](const Formula& part) { has = has && (is_ctl(part) || is_ltl(part)); });
    return has;
}

bool Question::is_for_visits() const {
    if (property->kind != Asked::formula && property->kind != Asked::deadlock) return true;
    bool is = false;
    each_quantified(left, [&](const Formula& part) { is = is || goal_of(part); });
    return is || is_for_paths();
}

bool Question::is_for_paths() const {
    bool is = false;
    each_quantified(left, [&](const Formula& part) { is = is || (!is_ctl(part) && is_ltl(part)); });
    return is;
}

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

OpenQuestions::OpenQuestions(const Net& net, const std::vector<Property>& properties, const std::vector<Unit>& units,
                             const CheckOptions& options, Clock::time_point began)
    : net_(net),
      options_(options),
      began_(began),
      places_(Groups::of_places(net)),
      structure_(net, units),
      initial_(net) {
    for (const Property& property : properties) {
        verdicts_.push_back({.id = property.id});
        questions_.push_back({.property = &property});
    }
}

// --- Answers

std::size_t OpenQuestions::count_open() const {
    return static_cast<std::size_t>(std::ranges::count(verdicts_, false, &Verdict::is_known));
}

bool OpenQuestions::has_open_beside_steps() const {
    for (std::size_t i = 0; i < questions_.size(); ++i)
        if (is_open(i) && !is_about_steps(questions_[i].left)) return true;
    return false;
}

bool OpenQuestions::is_asked(Asked kind) const {
    for (std::size_t i = 0; i < questions_.size(); ++i)
        if (is_open(i) && questions_[i].property->kind == kind) return true;
    return false;
}

void OpenQuestions::publish(std::size_t i, Method method, std::optional<FiringPath> path) {
    Verdict& verdict = verdicts_[i];
    verdict.method = method;
    if (options_.find_paths) verdict.path = std::move(path);
    verdict.seconds = std::chrono::duration<double>(Clock::now() - began_).count();
    if (options_.answered) options_.answered(verdict);
}

void OpenQuestions::answer(std::size_t i, bool holds, Method method, std::optional<FiringPath> path) {
    verdicts_[i].holds = holds;
    verdicts_[i].why.clear();
    publish(i, method, std::move(path));
}

void OpenQuestions::answer_bound(std::size_t i, std::int64_t bound, Method method, std::optional<FiringPath> path) {
    verdicts_[i].bound = static_cast<std::uint64_t>(bound);
    publish(i, method, std::move(path));
}

// The answer to a formula, if nothing is left to be decided. A path to the goal shows it, if there is one goal.
void OpenQuestions::answer_formula(std::size_t i, Method method, const std::optional<FiringPath>& path_to_goal) {
    const Question& question = questions_[i];
    if (!is_constant(question.left)) return;
    const bool holds = question.left.kind == Kind::yes;
    const bool shows =
        is_of_marking(question.property->formula) || (question.goal && question.goal->if_reached == holds);
    answer(i, holds, method, shows ? path_to_goal : std::nullopt);
}

// --- What stays open

void OpenQuestions::leave_open(std::size_t i, Ending ending) {
    std::optional<Ending>& told = questions_[i].ending;
    if (!told || ending.status != Status::stuck) told = std::move(ending);
}

void OpenQuestions::end_visits(const std::optional<Ending>& ending) {
    for (std::size_t i = 0; i < questions_.size(); ++i) {
        Question& question = questions_[i];
        if (!is_open(i) || !question.is_for_visits()) continue;
        if (ending) leave_open(i, *ending);
        question.is_visited = !question.is_for_paths() && !(ending && is_stop(ending->status));
    }
}

Ending OpenQuestions::ending_of(std::size_t i, const std::optional<Ending>& stop, bool knows_all_markings) const {
    const Question& question = questions_[i];
    if (!question.has_method()) return {Status::stuck, "the formula is neither one of CTL nor one of LTL"};
    const bool may_be_visited = knows_all_markings ? question.is_for_paths() : question.is_for_visits();
    if (stop && ((may_be_visited && !question.is_visited) || !question.ending)) return *stop;
    return question.ending.value_or(Ending{Status::stuck, "no method answers it"});
}

Status OpenQuestions::conclude(const std::optional<Ending>& stop, bool knows_all_markings) {
    std::size_t rank = by_rank.size();
    for (std::size_t i = 0; i < questions_.size(); ++i) {
        if (!is_open(i)) continue;
        const Ending ending = ending_of(i, stop, knows_all_markings);
        verdicts_[i].why = ending.why;
        rank = std::min(rank, static_cast<std::size_t>(std::ranges::find(by_rank, ending.status) - by_rank.begin()));
    }
    return rank < by_rank.size() ? by_rank[rank] : Status::complete;
}

// --- By the structure of the net and its initial marking

void OpenQuestions::decide_by_structure() {
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

void OpenQuestions::decide_formula(std::size_t i, const Formula& formula) {
    Question& question = questions_[i];
    question.goal = goal_of(simplified(formula));
    const bool is_one_path = initial_.is_stuck() && !is_ctl(formula);
    question.left = initial_.decide(is_one_path ? formula : structure_.decide(formula));
    const bool reached = !question.goal || initial_.decide(question.goal->formula).kind == Kind::yes;
    answer_formula(i, Method::structure, reached ? std::optional(FiringPath()) : std::nullopt);
}

void OpenQuestions::decide_whole_net(std::size_t i, Asked kind) {
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

void OpenQuestions::decide_one_safe(std::size_t i) {
    const auto any_place = [&](const auto& is_so) {
        for (std::size_t place = 0; place < places_.size(); ++place)
            if (is_so(place)) return true;
        return false;
    };
    if (any_place([&](std::size_t place) { return places_.tokens(place, initial_.tokens()) > 1; })) {
        answer(i, false, Method::structure, FiringPath());
    } else if (!any_place([&](std::size_t place) { return structure_.most({.places = places_.members(place)}) > 1; })) {
        answer(i, true, Method::structure);
    }
}

// --- By what is seen in some markings

Sought OpenQuestions::sought() const {
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

void OpenQuestions::learn(const Sought& sought, const Seen& seen, bool all, Method method) {
    for (std::size_t i = 0; i < questions_.size(); ++i)
        if (is_open(i)) learn(i, sought, seen, all, method);
}

void OpenQuestions::learn(std::size_t i, const Sought& sought, const Seen& seen, bool all, Method method) {
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
            if (!sought.overfull) break;
            if (seen.overfull) {
                answer(i, false, method, seen.overfull_path);
            } else if (all) {
                answer(i, true, method);
            }
            break;
        case Asked::quasi_live:
            if (sought.enabled && (has_all(seen.enabled) || all)) answer(i, has_all(seen.enabled), method);
            break;
        case Asked::stable_marking:
            if (sought.changed && (has_all(seen.changed) || all)) answer(i, !has_all(seen.changed), method);
            break;
        case Asked::live: {
            const auto stuck = std::ranges::find(sought.goals, Kind::deadlock, &Formula::kind);
            const auto goal = static_cast<std::size_t>(stuck - sought.goals.begin());
            if (stuck != sought.goals.end() && seen.goals[goal]) answer(i, false, method, seen.goal_paths[goal]);
            break;
        }
    }
}

void OpenQuestions::learn_of_formula(std::size_t i, const Sought& sought, const Seen& seen, bool all, Method method) {
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

void OpenQuestions::learn_bound(std::size_t i, const Sought& sought, const Seen& seen, bool all, Method method) {
    const Sum& sum = questions_[i].property->sum;
    const auto found = std::ranges::find(sought.sums, sum);
    if (found == sought.sums.end()) return;
    const auto number = static_cast<std::size_t>(found - sought.sums.begin());
    if (all || seen.most[number] >= structure_.most(sum))
        answer_bound(i, seen.most[number], method, seen.most_paths[number]);
}

}  // namespace scrump::petri
