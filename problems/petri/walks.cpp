#include <scrump/problems/petri/detail/evaluation.hpp>
#include <scrump/problems/petri/detail/walks.hpp>

#include <algorithm>
#include <array>
#include <limits>
#include <map>
#include <utility>

namespace scrump::petri {
namespace {

// Lengths of walks, in turns: some things are near the initial marking, others far from it.
constexpr std::array<std::size_t, 4> lengths{100, 400, 1'600, 6'400};
// How many enabled transitions a walk looks at before it chooses one.
constexpr std::size_t candidates = 6;
constexpr std::size_t not_here = std::numeric_limits<std::size_t>::max();
constexpr std::int64_t far = std::int64_t{1} << 40;

}  // namespace

FiringMarking::FiringMarking(const Net& net)
    : net_(net),
      takers_(net.places.size()),
      tokens_(net.places.size()),
      missing_(net.transitions.size()),
      place_in_enabled_(net.transitions.size()) {
    for (std::uint32_t i = 0; i < net.transitions.size(); ++i) {
        missing_[i] = static_cast<std::uint32_t>(net.transitions[i].takes.size());
        for (const Arc& arc : net.transitions[i].takes) takers_[arc.place].push_back({i, arc.weight});
        if (missing_[i] == 0) add(i);
    }
    reset();
}

void FiringMarking::reset() {
    for (std::uint32_t place = 0; place < tokens_.size(); ++place) set(place, net_.places[place].tokens);
}

bool FiringMarking::fire(std::uint32_t transition) {
    const Transition& what = net_.transitions[transition];
    for (const Arc& arc : what.takes) set(arc.place, tokens_[arc.place] - arc.weight);
    const auto has_no_room = [&](const Arc& arc) {
        return tokens_[arc.place] > std::numeric_limits<Tokens>::max() - arc.weight;
    };
    if (std::ranges::any_of(what.puts, has_no_room)) {
        for (const Arc& arc : what.takes) set(arc.place, tokens_[arc.place] + arc.weight);
        return false;
    }
    for (const Arc& arc : what.puts) set(arc.place, tokens_[arc.place] + arc.weight);
    return true;
}

void FiringMarking::undo(std::uint32_t transition) {
    for (const Arc& arc : net_.transitions[transition].puts) set(arc.place, tokens_[arc.place] - arc.weight);
    for (const Arc& arc : net_.transitions[transition].takes) set(arc.place, tokens_[arc.place] + arc.weight);
}

void FiringMarking::set(std::uint32_t place, Tokens tokens) {
    const Tokens before = std::exchange(tokens_[place], tokens);
    if (before == tokens) return;
    steps_ += takers_[place].size() + 1;
    for (const auto& [transition, weight] : takers_[place]) {
        if (before < weight && tokens >= weight) {
            if (--missing_[transition] == 0) add(transition);
        } else if (before >= weight && tokens < weight) {
            if (missing_[transition]++ == 0) remove(transition);
        }
    }
}

void FiringMarking::add(std::uint32_t transition) {
    place_in_enabled_[transition] = enabled_.size();
    enabled_.push_back(transition);
}

void FiringMarking::remove(std::uint32_t transition) {
    const std::size_t hole = place_in_enabled_[transition];
    enabled_[hole] = enabled_.back();
    place_in_enabled_[enabled_[hole]] = hole;
    enabled_.pop_back();
}

Walks::Walks(const Net& net, Sought sought, std::uint64_t seed)
    : net_(net),
      places_(Groups::of_places(net)),
      transitions_(Groups::of_transitions(net)),
      sought_(std::move(sought)),
      random_(seed),
      marking_(net),
      open_goals_(sought_.goals.size(), true),
      open_sums_(sought_.sums.size(), true),
      unseen_enabled_(sought_.enabled ? transitions_.size() : 0),
      unseen_changed_(sought_.changed ? places_.size() : 0),
      times_fired_(net.transitions.size()) {
    seen_.goals.resize(sought_.goals.size());
    seen_.goal_paths.resize(sought_.goals.size());
    seen_.most.resize(sought_.sums.size(), -far);
    seen_.most_paths.resize(sought_.sums.size());
    seen_.enabled.resize(transitions_.size());
    seen_.changed.resize(places_.size());
    for (std::size_t group = 0; group < places_.size(); ++group)
        initial_.push_back(places_.tokens(group, marking_.tokens()));
}

bool Walks::has_open() const {
    return unseen_enabled_ > 0 || unseen_changed_ > 0 || (sought_.overfull && !seen_.overfull) ||
           std::ranges::find(open_goals_, true) != open_goals_.end() ||
           std::ranges::find(open_sums_, true) != open_sums_.end();
}

void Walks::walk(std::uint64_t work, const Deadline& deadline) {
    stopped_ = false;
    const auto done = [&] { return marking_.steps() + evaluated_ + fired_; };
    const std::uint64_t end = done() + work;
    while (has_open() && done() < end && !stopped_) one_walk(walks_++, deadline);
}

void Walks::one_walk(std::size_t number, const Deadline& deadline) {
    ++evaluated_;  // so that walks end in a net without enabled transitions
    marking_.reset();
    path_.clear();
    new_goals_.clear();
    most_at_.assign(sought_.sums.size(), not_here);
    overfull_at_.reset();
    choose_target(number);
    const auto strategy = static_cast<Strategy>(number % 3);
    const std::size_t length = lengths[number / 3 % lengths.size()];
    look();
    while (path_.size() < length && !marking_.enabled().empty() && has_open()) {
        if (path_.size() % 64 == 63 && deadline.passed()) {
            stopped_ = true;
            break;
        }
        const std::uint32_t transition = choose(strategy);
        if (!marking_.fire(transition)) break;
        ++fired_;
        ++times_fired_[transition];
        path_.push_back(transition);
        look_at_changes(transition);
        look();
    }
    keep_paths();
}

// Open goals and sums in turns.
void Walks::choose_target(std::size_t number) {
    const std::size_t all = open_goals_.size() + open_sums_.size();
    for (std::size_t i = 0; i < all; ++i) {
        target_ = (number / 3 + i) % all;
        if (target_ < open_goals_.size() ? open_goals_[target_] : open_sums_[target_ - open_goals_.size()]) return;
    }
    target_ = all;
}

std::uint32_t Walks::choose(Strategy strategy) {
    const std::vector<std::uint32_t>& enabled = marking_.enabled();
    const auto any = [&] { return enabled[random_.below(static_cast<std::uint32_t>(enabled.size()))]; };
    if (enabled.size() == 1 || strategy == Strategy::any) return any();
    const bool has_target = target_ < open_goals_.size() + open_sums_.size();
    if (strategy == Strategy::nearer && has_target) return random_.below(8) == 0 ? any() : choose_nearer();
    const std::uint32_t first = any();
    const std::uint32_t second = any();
    return times_fired_[second] < times_fired_[first] ? second : first;
}

// Of some enabled transitions, the one after which the target is nearest.
std::uint32_t Walks::choose_nearer() {
    std::array<std::uint32_t, candidates> tried{};
    for (std::uint32_t& each : tried)
        each = marking_.enabled()[random_.below(static_cast<std::uint32_t>(marking_.enabled().size()))];
    std::uint32_t best = tried.front();
    std::int64_t nearest = std::numeric_limits<std::int64_t>::max();
    for (const std::uint32_t each : tried) {
        if (!marking_.fire(each)) continue;
        const std::int64_t now = distance();
        marking_.undo(each);
        if (now < nearest) {
            nearest = now;
            best = each;
        }
    }
    return best;
}

std::int64_t Walks::distance() {
    if (target_ < sought_.goals.size()) return distance(sought_.goals[target_]);
    const Sum& sum = sought_.sums[target_ - sought_.goals.size()];
    evaluated_ += sum.places.size();
    return -value_in(sum, marking_.tokens());
}

// Tokens that are missing or in the way, roughly; 0: the formula holds.
std::int64_t Walks::distance(const Formula& formula) {
    using Kind = Formula::Kind;
    ++evaluated_;
    const std::vector<Tokens>& tokens = marking_.tokens();
    std::int64_t result = 0;
    switch (formula.kind) {
        case Kind::at_most:
            evaluated_ += formula.left.places.size() + formula.right.places.size();
            return std::clamp<std::int64_t>(value_in(formula.left, tokens) - value_in(formula.right, tokens), 0, far);
        case Kind::enabled:
            result = far;
            for (const std::uint32_t transition : formula.transitions) {
                std::int64_t missing = 0;
                for (const Arc& arc : net_.transitions[transition].takes)
                    if (tokens[arc.place] < arc.weight) missing += arc.weight - tokens[arc.place];
                evaluated_ += net_.transitions[transition].takes.size();
                result = std::min(result, missing);
            }
            return result;
        case Kind::deadlock:
            return static_cast<std::int64_t>(marking_.enabled().size());
        case Kind::all:
            for (const Formula& part : formula.parts) result = std::min(result + distance(part), far);
            return result;
        case Kind::any:
            result = far;
            for (const Formula& part : formula.parts) result = std::min(result, distance(part));
            return result;
        default: {  // a negation: of enabled transitions, or of a deadlock
            const Formula& part = formula.parts.front();
            if (part.kind == Kind::deadlock) return marking_.enabled().empty() ? 1 : 0;
            evaluated_ += part.transitions.size();
            return std::ranges::count_if(part.transitions, [&](std::uint32_t i) { return marking_.is_enabled(i); });
        }
    }
}

void Walks::look() {
    const auto is_enabled = [&](std::uint32_t transition) {
        ++evaluated_;
        return marking_.is_enabled(transition);
    };
    const auto is_stuck = [&] { return marking_.enabled().empty(); };
    const std::span<const Tokens> tokens(marking_.tokens());
    for (std::size_t i = 0; i < sought_.goals.size(); ++i) {
        if (!open_goals_[i]) continue;
        evaluated_ += 4;
        if (!evaluate(sought_.goals[i], tokens, is_enabled, is_stuck)) continue;
        open_goals_[i] = false;
        seen_.goals[i] = true;
        new_goals_.emplace_back(i, path_.size());
    }
    for (std::size_t i = 0; i < sought_.sums.size(); ++i) {
        if (!open_sums_[i]) continue;
        evaluated_ += 1 + sought_.sums[i].places.size();
        const std::int64_t value = value_in(sought_.sums[i], tokens);
        if (value <= seen_.most[i]) continue;
        seen_.most[i] = value;
        most_at_[i] = path_.size();
    }
    if (path_.empty()) {
        if (std::ranges::any_of(initial_, [](std::uint64_t each) { return each > 1; })) overfull_at_ = 0;
        if (overfull_at_) seen_.overfull = true;
    }
    if (unseen_enabled_ > 0) look_at_enabled();
}

void Walks::look_at_enabled() {
    evaluated_ += marking_.enabled().size();
    for (const std::uint32_t transition : marking_.enabled()) {
        const std::uint32_t group = transitions_.of(transition);
        if (seen_.enabled[group]) continue;
        seen_.enabled[group] = true;
        --unseen_enabled_;
    }
}

void Walks::look_at_changes(std::uint32_t transition) {
    const Transition& fired = net_.transitions[transition];
    if (seen_.overfull && unseen_changed_ == 0) return;
    for (const std::vector<Arc>* const arcs : {&fired.takes, &fired.puts}) {
        for (const Arc& arc : *arcs) {
            const std::uint32_t group = places_.of(arc.place);
            const std::uint64_t tokens = places_.tokens(group, marking_.tokens());
            if (tokens > 1 && !seen_.overfull) {
                seen_.overfull = true;
                overfull_at_ = path_.size();
            }
            if (unseen_changed_ == 0 || seen_.changed[group] || tokens == initial_[group]) continue;
            seen_.changed[group] = true;
            --unseen_changed_;
        }
    }
}

void Walks::keep_paths() {
    for (const auto& [goal, length] : new_goals_) seen_.goal_paths[goal] = path_of_length(length);
    for (std::size_t i = 0; i < most_at_.size(); ++i)
        if (most_at_[i] != not_here) seen_.most_paths[i] = path_of_length(most_at_[i]);
    if (overfull_at_ && !seen_.overfull_path) seen_.overfull_path = path_of_length(*overfull_at_);
}

FiringPath Walks::path_of_length(std::size_t length) const {
    return without_loops(net_, {path_.begin(), path_.begin() + static_cast<std::ptrdiff_t>(length)});
}

FiringPath without_loops(const Net& net, const FiringPath& path) {
    FiringMarking marking(net);
    FiringPath result;
    std::map<std::vector<Tokens>, std::size_t> length_at{{marking.tokens(), 0}};
    std::vector<decltype(length_at)::iterator> on_path{length_at.begin()};
    for (const std::uint32_t transition : path) {
        marking.fire(transition);
        result.push_back(transition);
        const auto [at, is_new] = length_at.emplace(marking.tokens(), result.size());
        if (is_new) {
            on_path.push_back(at);
            continue;
        }
        for (; result.size() > at->second; result.pop_back()) {
            if (on_path.back() != at) length_at.erase(on_path.back());
            on_path.pop_back();
        }
        on_path.push_back(at);
    }
    return result;
}

}  // namespace scrump::petri
