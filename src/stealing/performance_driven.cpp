#include <scrump/stealing/detail/performance_driven.hpp>

#include <algorithm>
#include <cmath>

namespace scrump::detail {

PerformanceDriven::PerformanceDriven(unsigned self, unsigned size, std::uint64_t seed, const Options& options)
    : self_(self),
      options_(options),
      most_requests_(options.settings.requests > 0 ? static_cast<unsigned>(options.settings.requests)
                                                   : options.workers),
      settings_(options.settings),
      random_(thief_random(self, seed)),
      infos_(size),
      interval_(settings_.shortest_interval),
      far_round_(others(self, size, [](unsigned) { return true; })),
      allowance_(static_cast<double>(settings_.far_reads)) {}

// --- What came of choices

// A thief that asks one at a time waits for it; one that is late counts as a failure.
void PerformanceDriven::asked(unsigned victim) {
    if (most_requests_ < 2) return;
    infos_[victim].asked = true;
    if (target_ == victim) target_ = best();
}

void PerformanceDriven::succeeded(unsigned victim) {
    NodeInfo& info = infos_[victim];
    if (info.summary.tasks > 0) --info.summary.tasks;
    info.doubt = 0;
    if (!options_.ordered) giver_ = victim;
    remember(true);
    reconsider_target();
}

void PerformanceDriven::failed(unsigned victim) {
    NodeInfo& info = infos_[victim];
    info.summary.tasks = 0;
    info.doubt += 1;
    if (giver_ == victim) giver_.reset();
    remember(false);
    reconsider_target();
}

void PerformanceDriven::remember(bool success) {
    success_ = success_memory * success_ + (1 - success_memory) * (success ? 1 : 0);
}

// A target that is not worth it any more is dropped, and the next refresh comes as soon as may be.
void PerformanceDriven::reconsider_target() {
    if (!target_ || worth_asking(*target_)) return;
    target_.reset();
    next_refresh_ = std::min(next_refresh_, refreshed_at_ + shortest_interval());
}

// --- Knowledge

void PerformanceDriven::learn(unsigned candidate, const LoadSummary& summary) {
    if (candidate == self_) return;
    NodeInfo& info = infos_[candidate];
    info.summary = summary;
    info.doubt *= forgiving;
    if (giver_ == candidate && summary.tasks == 0) giver_.reset();
    reconsider_target();
    if (worth_asking(candidate) && (!target_ || better(candidate, *target_))) target_ = candidate;
}

void PerformanceDriven::answered(unsigned candidate, double delay) {
    double& known = infos_[candidate].delay;
    known = smoothed_delay(delay, options_.workers, known, settings_.weights);
}

void PerformanceDriven::hear(unsigned candidate, const LoadSummary& summary, double delay) {
    infos_[candidate].asked = false;
    VictimSelector::hear(candidate, summary, delay);
}

PerformanceDriven::Value PerformanceDriven::value_of(unsigned candidate) const {
    const NodeInfo& info = infos_[candidate];
    const double tasks = info.summary.tasks == 0 ? 0 : static_cast<double>(info.summary.tasks) * std::exp2(-info.doubt);
    const double worth = score(info.summary.work_rate, tasks, info.delay, settings_.weights);
    if (worth > 0) return {.worth_its_delay = true, .score = worth};
    return {.worth_its_delay = false, .score = score(info.summary.work_rate, tasks, 0, settings_.weights)};
}

std::optional<Assessment> PerformanceDriven::assess(unsigned candidate) const {
    const NodeInfo& info = infos_[candidate];
    const auto tasks = static_cast<double>(info.summary.tasks);
    return Assessment{.score = score(info.summary.work_rate, tasks, info.delay, settings_.weights),
                      .delay = info.delay};
}

bool PerformanceDriven::worth_asking(unsigned candidate) const {
    return infos_[candidate].summary.tasks > 0 && !infos_[candidate].asked;
}

bool PerformanceDriven::still_gives(unsigned candidate) const {
    return candidate == giver_ && worth_asking(candidate) && value_of(candidate).worth_its_delay;
}

// Scores of victims that are not worth a steal do not tell them apart.
bool PerformanceDriven::better(unsigned candidate, unsigned than) const {
    if (still_gives(than)) return false;
    if (still_gives(candidate)) return true;
    const Value mine = value_of(candidate);
    const Value its = value_of(than);
    if (options_.ordered && mine.is_similar(its))
        return infos_[candidate].summary.first_task < infos_[than].summary.first_task;
    return its < mine;
}

// Each thief begins with its successor, so that thieves which know the same choose different ones of equals.
std::optional<unsigned> PerformanceDriven::best() const {
    if (giver_ && still_gives(*giver_)) return giver_;
    const auto size = static_cast<unsigned>(infos_.size());
    std::optional<unsigned> best;
    Value best_value{};
    for (unsigned step = 1; step < size; ++step) {
        const unsigned candidate = (self_ + step) % size;
        if (!worth_asking(candidate)) continue;
        const Value its = value_of(candidate);
        if (best && !(best_value < its)) continue;
        best = candidate;
        best_value = its;
    }
    return options_.ordered && best ? first_similar(best_value) : best;
}

// The best one itself, if there is no other.
std::optional<unsigned> PerformanceDriven::first_similar(const Value& best_value) const {
    const auto size = static_cast<unsigned>(infos_.size());
    std::optional<unsigned> first;
    for (unsigned step = 1; step < size; ++step) {
        const unsigned candidate = (self_ + step) % size;
        if (!worth_asking(candidate)) continue;
        const Value its = value_of(candidate);
        if (its != best_value && !its.is_similar(best_value)) continue;
        if (!first || infos_[candidate].summary.first_task < infos_[*first].summary.first_task) first = candidate;
    }
    return first;
}

std::optional<unsigned> PerformanceDriven::guess() {
    if (took_ < slow_refresh || far_round_.size() == 0) return std::nullopt;
    return far_round_.next(random_);
}

// --- Refreshing

std::vector<unsigned> PerformanceDriven::begin_refresh(double now, const std::vector<bool>& near) {
    automatic_ = now >= next_refresh_;
    began_at_ = now;
    std::vector<unsigned> wanted;
    add_near(near, wanted);
    add_far(now, near, wanted);
    return wanted;
}

void PerformanceDriven::add_near(const std::vector<bool>& near, std::vector<unsigned>& wanted) {
    const auto size = static_cast<unsigned>(infos_.size());
    const unsigned first = near_turn_;
    for (unsigned step = 0; step < size && wanted.size() < most_near_reads; ++step) {
        const unsigned candidate = (first + step) % size;
        if (candidate == self_ || !near[candidate]) continue;
        wanted.push_back(candidate);
        near_turn_ = (candidate + 1) % size;
    }
}

void PerformanceDriven::add_far(double now, const std::vector<bool>& near, std::vector<unsigned>& wanted) {
    const auto most = static_cast<double>(options_.settings.far_reads);
    const double filled = (now - allowed_at_) * most / options_.settings.shortest_interval;
    allowance_ = std::min(allowance_ + filled, most);
    allowed_at_ = now;
    const auto read = [&](unsigned candidate) {
        wanted.push_back(candidate);
        allowance_ -= 1;
    };
    constexpr double one = 1 - 1e-9;  // what is left of it after rounding
    if (target_ && !near[*target_] && allowance_ >= one) read(*target_);
    for (std::size_t dealt = 0; dealt < far_round_.size() && allowance_ >= one; ++dealt) {
        const unsigned candidate = far_round_.next(random_);
        if (!near[candidate] && candidate != target_) read(candidate);
    }
}

void PerformanceDriven::end_refresh(double now, double idle_fraction) {
    if (options_.tuned) {
        const Weights& weights = options_.settings.weights;
        idle_ = weights.fresh * idle_fraction + weights.history * idle_;
        settings_ = options_.settings.tuned(success_, idle_);
    }
    target_ = best();
    const bool good = target_ && value_of(*target_).worth_its_delay;
    const bool starves = idle_fraction >= negligible_idle;
    schedule(now, good || !starves);
}

void PerformanceDriven::schedule(double now, bool satisfied) {
    refreshed_at_ = now;
    took_ = now - began_at_;
    if (satisfied && !automatic_) return;
    const double shortest = shortest_interval();
    interval_ =
        std::clamp(interval_ * (satisfied ? growth : shrink), shortest, std::max(shortest, settings_.longest_interval));
    const double next = now + interval_;
    next_refresh_ = automatic_ ? next : std::min(next_refresh_, next);
}

}  // namespace scrump::detail
