#include <scrump/problems/flowshop/detail/local_search.hpp>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>
#include <numeric>
#include <utility>

namespace scrump::flowshop {
namespace {

constexpr std::size_t removed_at_once = 4;
constexpr double relative_temperature = 0.04;  // to a mean processing time

Time total_of(const Instance& instance, std::size_t job) {
    const auto times = instance.job(job);
    return std::accumulate(times.begin(), times.end(), Time{0});
}

auto at(Order& order, std::size_t place) {
    return std::next(order.begin(), static_cast<std::ptrdiff_t>(place));
}

}  // namespace

LocalSearch::LocalSearch(const Instance& instance, std::uint64_t seed, std::function<bool()> hurried)
    : instance_(instance),
      random_(seed),
      hurried_(std::move(hurried)),
      temperature_(relative_temperature * instance.total() / static_cast<double>(instance.times().size())),
      turns_(any_order(instance)) {
    Order longest_first = any_order(instance);
    std::stable_sort(longest_first.begin(), longest_first.end(),
                     [&](Job a, Job b) { return total_of(instance, a) > total_of(instance, b); });
    for (const Job job : longest_first) current_makespan_ = insert_best(current_, job);
    best_ = current_;
    best_makespan_ = current_makespan_;
}

// The makespan for a place is that of the longest way through the jobs before it, the job, and those after it.
Insertion LocalSearch::best_insertion(const Order& order, Job job) {
    const std::size_t machines = instance_.machines();
    const std::size_t jobs = order.size();
    heads_.assign((jobs + 1) * machines, 0);
    tails_.assign((jobs + 1) * machines, 0);
    for (std::size_t place = 0; place < jobs; ++place) {
        const Time* const takes = instance_.job(order[place]).data();
        const Time* const before = heads_.data() + place * machines;
        Time* const head = heads_.data() + (place + 1) * machines;
        Time arrival = 0;
        for (std::size_t machine = 0; machine < machines; ++machine)
            arrival = head[machine] = std::max(before[machine], arrival) + takes[machine];
    }
    for (std::size_t place = jobs; place-- > 0;) {
        const Time* const takes = instance_.job(order[place]).data();
        const Time* const after = tails_.data() + (place + 1) * machines;
        Time* const tail = tails_.data() + place * machines;
        Time rest = 0;
        for (std::size_t machine = machines; machine-- > 0;)
            rest = tail[machine] = std::max(after[machine], rest) + takes[machine];
    }
    Insertion best{0, std::numeric_limits<Time>::max()};
    const Time* const takes = instance_.job(job).data();
    for (std::size_t place = 0; place <= jobs; ++place) {
        const Time* const head = heads_.data() + place * machines;
        const Time* const tail = tails_.data() + place * machines;
        Time arrival = 0;
        Time makespan = 0;
        for (std::size_t machine = 0; machine < machines; ++machine) {
            arrival = std::max(head[machine], arrival) + takes[machine];
            makespan = std::max(makespan, arrival + tail[machine]);
        }
        if (makespan < best.makespan) best = {place, makespan};
    }
    return best;
}

Time LocalSearch::insert_best(Order& order, Job job) {
    const Insertion best = best_insertion(order, job);
    order.insert(at(order, best.place), job);
    return best.makespan;
}

std::optional<Order> LocalSearch::step(Time to_beat) {
    trial_ = current_;
    Order removed;
    while (removed.size() < removed_at_once && trial_.size() > 1) {
        const auto place = at(trial_, random_.below(static_cast<std::uint32_t>(trial_.size())));
        removed.push_back(*place);
        trial_.erase(place);
    }
    Time makespan = current_makespan_;
    for (const Job job : removed) makespan = insert_best(trial_, job);
    makespan = move_single_jobs(makespan);
    if (accepts(makespan)) {
        current_ = trial_;
        current_makespan_ = makespan;
    }
    if (makespan < best_makespan_) {
        best_ = trial_;
        best_makespan_ = makespan;
    }
    if (best_makespan_ >= to_beat) return std::nullopt;
    return best_;
}

// Each job in turn is moved to where it does least harm, until no job's move helps.
Time LocalSearch::move_single_jobs(Time makespan) {
    for (std::size_t left = trial_.size(); left > 0;) {
        shuffle_turns();
        for (const Job job : turns_) {
            if (left == 0 || (hurried_ && hurried_())) return makespan;
            const auto place = std::ranges::find(trial_, job) - trial_.begin();
            trial_.erase(trial_.begin() + place);
            const Insertion best = best_insertion(trial_, job);
            const bool helps = best.makespan < makespan;
            trial_.insert(helps ? at(trial_, best.place) : trial_.begin() + place, job);
            left = helps ? trial_.size() : left - 1;
            makespan = std::min(makespan, best.makespan);
        }
    }
    return makespan;
}

void LocalSearch::shuffle_turns() {
    for (std::size_t i = turns_.size(); i > 1; --i)
        std::swap(turns_[i - 1], turns_[random_.below(static_cast<std::uint32_t>(i))]);
}

// As simulated annealing at a constant temperature.
bool LocalSearch::accepts(Time makespan) {
    if (makespan <= current_makespan_) return true;
    return random_.unit() < std::exp((current_makespan_ - makespan) / temperature_);
}

}  // namespace scrump::flowshop
