#include "counter_order.hpp"

#include "counter_invariants.hpp"

#include <scrump/base/deadline.hpp>
#include <scrump/base/error.hpp>
#include <scrump/base/spec.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <limits>
#include <map>
#include <numeric>
#include <queue>
#include <random>
#include <set>
#include <string>
#include <utility>

namespace scrump {
namespace {

struct NamedOrder {
    std::string_view name;
    std::string_view help;
};

constexpr std::array named_orders = {
    NamedOrder{"best", "of all others, the one with which the search is fastest at first"},
    NamedOrder{"given", "as in the model"},
    NamedOrder{"force", "counters move to the centres of their transitions (Aloul, Markov and Sakallah 2003)"},
    NamedOrder{"noack", "one by one, those whose transitions are most complete first (after Noack 1999)"},
    NamedOrder{"tovchigrechko", "the same with other weights (after Tovchigrechko 2008)"},
    NamedOrder{"sloan", "from one end of the graph of counters to the other (Sloan 1989)"},
    NamedOrder{"invariants",
               "cuts between levels separate few invariants (after Amparore and others 2019); "
               "'force' where that tells nothing"}};
static_assert(static_cast<std::size_t>(CounterOrder::invariants) + 1 == named_orders.size(), "in their order");

using CounterNumbers = std::vector<std::uint32_t>;

// The counters of a transition: tested ones that it may lower, and raised ones.
struct Ends {
    CounterNumbers before;
    CounterNumbers after;
};

// Which counters belong together, and how.
class Structure {
  public:
    Structure(const CounterSystem& system, std::span<const CounterNumbers> related)
        : ends_of_(system.initial.size()), sets_of_(system.initial.size()) {
        PacedLook look;
        for (const CounterTransition& transition : system.transitions) {
            look();
            Ends ends;
            CounterNumbers all;
            for (const CounterStep& step : transition.steps) {
                all.push_back(step.counter);
                if (step.change <= 0 || step.least > 0) ends.before.push_back(step.counter);
                if (std::int64_t{step.least} + step.change > 0) ends.after.push_back(step.counter);
            }
            std::ranges::sort(all);
            add(all);
            for (const std::uint32_t each : ends.before) ends_of_[each].push_back({ends_.size(), true});
            for (const std::uint32_t each : ends.after) ends_of_[each].push_back({ends_.size(), false});
            ends_.push_back(std::move(ends));
        }
        for (CounterNumbers each : related) {
            std::ranges::sort(each);
            add(each);
        }
    }

    struct End {
        std::size_t transition;
        bool before;
    };

    std::uint32_t counters() const { return static_cast<std::uint32_t>(sets_of_.size()); }
    const std::vector<CounterNumbers>& sets() const { return sets_; }
    const std::vector<std::uint32_t>& sets_of(std::uint32_t counter) const { return sets_of_[counter]; }
    const std::vector<Ends>& ends() const { return ends_; }
    const std::vector<End>& ends_of(std::uint32_t counter) const { return ends_of_[counter]; }

    // The levels that sets span, in all.
    double cost(const CounterNumbers& levels) const {
        std::vector<std::uint32_t> place(levels.size());
        for (std::uint32_t level = 0; level < levels.size(); ++level) place[levels[level]] = level;
        double sum = 0;
        for (std::size_t i = 0; i < sets_.size(); ++i) {
            const auto [low, high] =
                std::ranges::minmax(sets_[i], {}, [&](std::uint32_t counter) { return place[counter]; });
            sum += weights_[i] * (place[high] - place[low]);
        }
        return sum;
    }

  private:
    // Equal sets are one.
    void add(const CounterNumbers& set) {
        if (set.size() < 2) return;
        const auto [place, is_new] = known_.try_emplace(set, sets_.size());
        if (!is_new) {
            weights_[place->second] += 1;
            return;
        }
        for (const std::uint32_t each : set) sets_of_[each].push_back(static_cast<std::uint32_t>(sets_.size()));
        sets_.push_back(set);
        weights_.push_back(1);
    }

    std::vector<CounterNumbers> sets_;
    std::vector<double> weights_;
    std::map<CounterNumbers, std::size_t> known_;
    std::vector<Ends> ends_;
    std::vector<std::vector<End>> ends_of_;
    std::vector<std::vector<std::uint32_t>> sets_of_;
};

CounterNumbers given_order(const Structure& structure) {
    CounterNumbers levels(structure.counters());
    std::iota(levels.begin(), levels.end(), 0U);
    return levels;
}

// FORCE: each set pulls its counters to its centre; counters are sorted by the mean of their centres. Keeps the best.
CounterNumbers force_from(const Structure& structure, CounterNumbers levels) {
    CounterNumbers best = levels;
    double best_cost = structure.cost(best);
    std::vector<double> place(levels.size());
    std::vector<double> centre(structure.sets().size());
    unsigned without_gain = 0;
    for (unsigned round = 0; round < 200 && without_gain < 20; ++round) {
        Deadline::look();
        for (std::size_t level = 0; level < levels.size(); ++level) place[levels[level]] = static_cast<double>(level);
        for (std::size_t i = 0; i < centre.size(); ++i) {
            double sum = 0;
            for (const std::uint32_t counter : structure.sets()[i]) sum += place[counter];
            centre[i] = sum / static_cast<double>(structure.sets()[i].size());
        }
        std::vector<double> wanted = place;
        for (std::uint32_t counter = 0; counter < wanted.size(); ++counter) {
            if (structure.sets_of(counter).empty()) continue;
            double sum = 0;
            for (const std::uint32_t set : structure.sets_of(counter)) sum += centre[set];
            wanted[counter] = sum / static_cast<double>(structure.sets_of(counter).size());
        }
        std::ranges::stable_sort(levels, {}, [&](std::uint32_t counter) { return wanted[counter]; });
        const double cost = structure.cost(levels);
        ++without_gain;
        if (cost < best_cost) {
            without_gain = 0;
            best_cost = cost;
            best = levels;
        }
    }
    return best;
}

// What a transition adds to a counter's weight, given how many of its counters before and after are placed.
struct Weights {
    double before_before, before_after, after_before, after_after;  // of the counter's end, of the placed ones
    double least;                                                   // for none placed
};

// One counter after the other, always one of greatest weight.
CounterNumbers greedy_order(const Structure& structure, const Weights& weights) {
    const std::uint32_t counters = structure.counters();
    struct Placed {
        double before = 0, after = 0;
    };
    std::vector<Placed> placed(structure.ends().size());
    const auto share = [&](double some, std::size_t all) {
        return all == 0 ? 0 : std::max(weights.least, some) / static_cast<double>(all);
    };
    const auto weight = [&](std::uint32_t counter) {
        double sum = 0;
        for (const Structure::End& end : structure.ends_of(counter)) {
            const Ends& ends = structure.ends()[end.transition];
            const double before = share(placed[end.transition].before, ends.before.size());
            const double after = share(placed[end.transition].after, ends.after.size());
            sum += end.before ? weights.before_before * before + weights.before_after * after
                              : weights.after_before * before + weights.after_after * after;
        }
        const auto all = static_cast<double>(structure.ends_of(counter).size());
        return all == 0 ? 0 : sum / all;
    };
    using Candidate = std::pair<double, std::uint32_t>;
    const auto later = [](const Candidate& a, const Candidate& b) {
        return a.first != b.first ? a.first < b.first : a.second > b.second;
    };
    std::priority_queue<Candidate, std::vector<Candidate>, decltype(later)> queue(later);
    std::vector<double> current(counters);
    std::vector<bool> done(counters);
    const auto enter = [&](std::uint32_t counter) { queue.emplace(current[counter] = weight(counter), counter); };
    for (std::uint32_t counter = 0; counter < counters; ++counter) enter(counter);
    CounterNumbers levels;
    PacedLook look;
    while (!queue.empty()) {
        look();
        const auto [of, counter] = queue.top();
        queue.pop();
        if (done[counter] || of != current[counter]) continue;
        done[counter] = true;
        levels.push_back(counter);
        std::set<std::uint32_t> touched;
        for (const Structure::End& end : structure.ends_of(counter)) {
            (end.before ? placed[end.transition].before : placed[end.transition].after) += 1;
            for (const CounterNumbers* all :
                 {&structure.ends()[end.transition].before, &structure.ends()[end.transition].after})
                touched.insert(all->begin(), all->end());
        }
        for (const std::uint32_t each : touched)
            if (!done[each]) enter(each);
    }
    return levels;
}

// The graph of counters that are in a set together, from an end that is far from another.
class SloanOrder {
  public:
    explicit SloanOrder(const Structure& structure) : neighbours_(structure.counters()) {
        for (const CounterNumbers& set : structure.sets()) {
            if (set.size() > largest_set) continue;
            for (const std::uint32_t a : set)
                for (const std::uint32_t b : set)
                    if (a != b) neighbours_[a].push_back(b);
        }
        for (CounterNumbers& each : neighbours_) {
            std::ranges::sort(each);
            each.erase(std::unique(each.begin(), each.end()), each.end());
        }
    }

    CounterNumbers operator()() {
        CounterNumbers levels;
        state_.assign(neighbours_.size(), State::inactive);
        priority_.assign(neighbours_.size(), 0);
        for (std::uint32_t counter = 0; counter < neighbours_.size(); ++counter)
            if (state_[counter] == State::inactive) add_component(counter, levels);
        return levels;
    }

  private:
    static constexpr std::size_t largest_set = 40;
    static constexpr std::int64_t by_distance = 1, by_degree = 2;
    enum class State : std::uint8_t { inactive, preactive, active, done };

    // Distances from a counter; the last one is farthest.
    std::vector<std::pair<std::uint32_t, std::int64_t>> distances(std::uint32_t from) const {
        std::vector<std::pair<std::uint32_t, std::int64_t>> all{{from, 0}};
        std::set<std::uint32_t> seen{from};
        PacedLook look;
        for (std::size_t at = 0; at < all.size(); ++at) {
            look();
            const auto [counter, distance] = all[at];
            for (const std::uint32_t next : neighbours_[counter])
                if (seen.insert(next).second) all.emplace_back(next, distance + 1);
        }
        return all;
    }

    void add_component(std::uint32_t any, CounterNumbers& levels) {
        std::uint32_t start = any;
        std::uint32_t end = distances(start).back().first;
        for (unsigned round = 0; round < 4; ++round) start = std::exchange(end, distances(end).back().first);
        std::vector<std::int64_t>& priority = priority_;
        std::priority_queue<std::pair<std::int64_t, std::uint32_t>> queue;
        for (const auto& [counter, distance] : distances(end))
            priority[counter] =
                by_distance * distance - by_degree * (static_cast<std::int64_t>(neighbours_[counter].size()) + 1);
        const auto raise = [&](std::uint32_t counter) {
            if (state_[counter] == State::done) return;
            priority[counter] += by_degree;
            if (state_[counter] == State::inactive) state_[counter] = State::preactive;
            queue.emplace(priority[counter], counter);
        };
        state_[start] = State::preactive;
        queue.emplace(priority[start], start);
        PacedLook look;
        while (!queue.empty()) {
            look();
            const auto [of, counter] = queue.top();
            queue.pop();
            if (state_[counter] == State::done || of != priority[counter]) continue;
            if (state_[counter] == State::preactive)
                for (const std::uint32_t each : neighbours_[counter]) raise(each);
            state_[counter] = State::done;
            levels.push_back(counter);
            for (const std::uint32_t each : neighbours_[counter]) {
                if (state_[each] != State::preactive) continue;
                state_[each] = State::active;
                raise(each);
                for (const std::uint32_t next : neighbours_[each]) raise(next);
            }
        }
    }

    std::vector<CounterNumbers> neighbours_;
    std::vector<State> state_;
    std::vector<std::int64_t> priority_;
};

constexpr Weights noack{.before_before = 1, .before_after = 2, .after_before = 2, .after_after = 1, .least = 0.1};
constexpr Weights tovchigrechko{
    .before_before = 2, .before_after = 1, .after_before = 1, .after_after = 2, .least = 0.1};

// Those orders that are of a kind.
std::vector<CounterNumbers> orders_by(const Structure& structure, CounterOrder kind) {
    switch (kind) {
        case CounterOrder::noack:
            return {greedy_order(structure, noack)};
        case CounterOrder::tovchigrechko:
            return {greedy_order(structure, tovchigrechko)};
        case CounterOrder::sloan:
            return {SloanOrder(structure)()};
        case CounterOrder::force: {
            std::vector<CounterNumbers> orders;
            for (const CounterOrder start :
                 {CounterOrder::given, CounterOrder::noack, CounterOrder::tovchigrechko, CounterOrder::sloan})
                orders.push_back(force_from(structure, orders_by(structure, start).front()));
            return orders;
        }
        case CounterOrder::given:
        case CounterOrder::invariants:
        case CounterOrder::best:
            break;
    }
    return {given_order(structure)};
}

// --- By invariants

// How much measuring a search for an order may take.
constexpr std::size_t search_work = 3'000'000;
constexpr std::size_t most_moves = 500;
constexpr std::size_t most_searches = 4;
// Orders by invariants that are to be tried, in both directions.
constexpr std::size_t most_by_invariants = 4;

// Moves counters, one at a time, to where the cost is smaller, and at first also to where it is a little larger
// (threshold accepting, Dueck and Scheuer 1990). Keeps the best.
template <class Cost>
CounterNumbers improved(CounterNumbers levels, const Cost& cost, std::size_t tries) {
    std::mt19937_64 random(levels.size());
    CounterNumbers best = levels;
    double now = cost(levels);
    double least = now;
    for (std::size_t i = 0; i < tries; ++i) {
        Deadline::look();
        CounterNumbers next = levels;
        detail::move_one(next, random);
        const double then = cost(next);
        const double threshold = 0.3 * (1 - static_cast<double>(i) / static_cast<double>(tries));
        if (then > now * (1 + threshold)) continue;
        levels = std::move(next);
        now = then;
        if (now >= least) continue;
        least = now;
        best = levels;
    }
    return best;
}

struct Ranked {
    double cost;
    detail::OrderedCounters order;
};

// Unless it is there already, or its reverse.
void add_order(std::vector<Ranked>& all, Ranked order) {
    const CounterNumbers& levels = order.order.levels;
    const auto same = [&](const Ranked& each) {
        return each.order.levels == levels || std::equal(levels.rbegin(), levels.rend(), each.order.levels.begin());
    };
    if (std::ranges::none_of(all, same)) all.push_back(std::move(order));
}

// Those for which transitions span the fewest levels first.
std::vector<Ranked> by_spans(const Structure& structure, std::span<const CounterOrder> kinds) {
    std::vector<Ranked> all;
    for (const CounterOrder kind : kinds) {
        for (CounterNumbers& levels : orders_by(structure, kind)) {
            const double cost = structure.cost(levels);
            add_order(all, {cost, {kind, std::move(levels)}});
        }
    }
    std::ranges::stable_sort(all, {}, &Ranked::cost);
    return all;
}

// From some of these on, those that invariants make seem best; none if these tell nothing. Where they tell no
// difference, spans do.
std::vector<Ranked> by_invariants(const CounterSystem& system, const Structure& structure,
                                  const std::vector<Ranked>& starts) {
    const detail::InvariantMeasure measure(system);
    if (!measure.is_known() || starts.empty()) return {};
    const double usual = std::max(starts.front().cost, 1.0);
    const auto cost = [&](const CounterNumbers& levels) {
        return measure(levels) * (1 + 0.1 * structure.cost(levels) / usual);
    };
    std::vector<Ranked> all;
    for (std::size_t i = 0; i < std::min(starts.size(), most_searches); ++i) {
        CounterNumbers levels =
            improved(starts[i].order.levels, cost, std::min(search_work / measure.work(), most_moves));
        const double of = cost(levels);
        add_order(all, {of, {CounterOrder::invariants, std::move(levels)}});
    }
    std::ranges::stable_sort(all, {}, &Ranked::cost);
    return all;
}

}  // namespace

std::string_view name(CounterOrder order) {
    return named_orders[static_cast<std::size_t>(order)].name;
}

CounterOrder parse_counter_order(std::string_view text) {
    const auto* const entry = std::ranges::find(named_orders, text, &NamedOrder::name);
    if (entry == named_orders.end()) {
        throw UsageError("unknown order '" + std::string(text) + "'; there are " +
                         join(named_orders, [](const NamedOrder& each) { return std::string(each.name); }));
    }
    return static_cast<CounterOrder>(entry - named_orders.begin());
}

std::vector<std::string> counter_order_names() {
    return names_of(named_orders);
}

std::string counter_orders_help() {
    std::string text;
    for (const NamedOrder& each : named_orders)
        text.append("  ").append(each.name).append(": ").append(each.help).append("\n");
    return text;
}

std::vector<bool> detail::find_amounts(const CounterSystem& system) {
    std::vector<bool> amounts(system.initial.size(), true);
    for (const CounterTransition& transition : system.transitions)
        for (const CounterStep& step : transition.steps)
            if (step.most < max_counter) amounts[step.counter] = false;
    return amounts;
}

std::uint32_t detail::largest_amount(const CounterSystem& system) {
    const std::vector<bool> amounts = find_amounts(system);
    std::uint32_t largest = 0;
    for (std::size_t i = 0; i < amounts.size(); ++i)
        if (amounts[i]) largest = std::max(largest, system.initial[i]);
    return largest;
}

void detail::move_one(std::vector<std::uint32_t>& levels, std::mt19937_64& random) {
    const auto from = levels.begin() + static_cast<std::ptrdiff_t>(random() % levels.size());
    const auto to = levels.begin() + static_cast<std::ptrdiff_t>(random() % levels.size());
    if (from < to) std::rotate(from, from + 1, to + 1);
    if (to < from) std::rotate(to, from, from + 1);
}

std::vector<detail::OrderedCounters> detail::orders_of(const CounterSystem& system,
                                                       std::span<const std::vector<std::uint32_t>> related,
                                                       CounterOrder wanted) {
    const Structure structure(system, related);
    if (wanted == CounterOrder::given) return {{wanted, given_order(structure)}};
    std::vector<CounterOrder> kinds{wanted};
    if (wanted == CounterOrder::best)
        kinds = {CounterOrder::force, CounterOrder::noack, CounterOrder::tovchigrechko, CounterOrder::sloan,
                 CounterOrder::given};
    if (wanted == CounterOrder::invariants) kinds = {CounterOrder::force};
    std::vector<Ranked> all = by_spans(structure, kinds);
    if (wanted == CounterOrder::best || wanted == CounterOrder::invariants) {
        std::vector<Ranked> first = by_invariants(system, structure, all);
        first.resize(std::min(first.size(), most_by_invariants));
        if (wanted == CounterOrder::best || first.empty())
            for (Ranked& each : all) add_order(first, std::move(each));
        all = std::move(first);
    }
    std::vector<OrderedCounters> orders;
    for (Ranked& each : all) {
        orders.push_back(each.order);
        std::ranges::reverse(each.order.levels);
        if (each.order.levels.size() > 1) orders.push_back(std::move(each.order));
    }
    return orders;
}

}  // namespace scrump
