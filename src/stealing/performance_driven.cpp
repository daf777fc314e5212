#include <scrump/stealing/detail/performance_driven.hpp>

#include <algorithm>
#include <cmath>

namespace scrump::detail {

MonitorSettings MonitorSettings::tuned(double success, double idle) {
    MonitorSettings settings;
    settings.weights.history = 0.05 + 0.6 * success;
    settings.weights.fresh = 1 - settings.weights.history;
    settings.weights.delay = std::exp2(1 - 2 * idle);
    settings.longest_interval *= std::pow(4.0, success - idle);
    settings.shortest_interval = std::max(settings.longest_interval / 100, least_interval);
    return settings;
}

PerformanceDriven::PerformanceDriven(unsigned self, unsigned size, std::uint64_t seed, const Options& options)
    : self_(self),
      options_(options),
      random_(thief_random(self, seed)),
      infos_(size),
      far_round_(others(self, size, [](unsigned) { return true; })) {}

// --- What came of choices

void PerformanceDriven::succeeded(unsigned victim) {
    NodeInfo& info = infos_[victim];
    if (info.summary.tasks > 0) --info.summary.tasks;
    info.doubt = 0;
    remember(true);
    reconsider_target();
}

void PerformanceDriven::failed(unsigned victim) {
    NodeInfo& info = infos_[victim];
    info.summary.tasks = 0;
    info.doubt += 1;
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
    next_refresh_ = std::min(next_refresh_, refreshed_at_ + settings_.shortest_interval);
}

// --- Knowledge

void PerformanceDriven::learn(unsigned candidate, const LoadSummary& summary) {
    if (candidate == self_) return;
    NodeInfo& info = infos_[candidate];
    info.summary = summary;
    info.doubt *= forgiving;
    reconsider_target();
    if (worth_asking(candidate) && (!target_ || better(candidate, *target_))) target_ = candidate;
}

void PerformanceDriven::answered(unsigned candidate, double delay) {
    double& known = infos_[candidate].delay;
    known = smoothed_delay(delay, options_.workers, known, settings_.weights);
}

double PerformanceDriven::score_of(unsigned candidate) const {
    const NodeInfo& info = infos_[candidate];
    const double tasks = info.summary.tasks == 0 ? 0 : static_cast<double>(info.summary.tasks) * std::exp2(-info.doubt);
    return score(info.summary.work_rate, tasks, desperate() ? 0 : info.delay, settings_.weights);
}

bool PerformanceDriven::worth_asking(unsigned candidate) const {
    return infos_[candidate].summary.tasks > 0 && score_of(candidate) > 0;
}

bool PerformanceDriven::better(unsigned candidate, unsigned than) const {
    const double mine = score_of(candidate);
    const double its = score_of(than);
    if (options_.ordered && std::min(mine, its) >= similar * std::max(mine, its)) {
        return infos_[candidate].summary.first_task < infos_[than].summary.first_task;
    }
    return mine > its;
}

// Of those that have tasks at all. Each thief begins with its successor, so that thieves which know the same choose
// different ones of equals.
std::optional<unsigned> PerformanceDriven::best() const {
    const auto size = static_cast<unsigned>(infos_.size());
    std::optional<unsigned> best;
    double best_score = 0;
    for (unsigned step = 1; step < size; ++step) {
        const unsigned candidate = (self_ + step) % size;
        if (infos_[candidate].summary.tasks == 0) continue;
        const double its = score_of(candidate);
        if (best && its <= best_score) continue;
        best = candidate;
        best_score = its;
    }
    return options_.ordered && best_score > 0 ? first_similar(best_score) : best;
}

std::optional<unsigned> PerformanceDriven::first_similar(double best_score) const {
    const auto size = static_cast<unsigned>(infos_.size());
    std::optional<unsigned> first;
    for (unsigned step = 1; step < size; ++step) {
        const unsigned candidate = (self_ + step) % size;
        if (score_of(candidate) < similar * best_score) continue;
        if (!first || infos_[candidate].summary.first_task < infos_[*first].summary.first_task) first = candidate;
    }
    return first;
}

// --- Refreshing

std::vector<unsigned> PerformanceDriven::begin_refresh(double now, const std::vector<bool>& near) {
    automatic_ = now >= next_refresh_;
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
    const double filled = (now - allowed_at_) * most_far_reads / MonitorSettings::least_interval;
    allowance_ = std::min(allowance_ + filled, most_far_reads);
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
        const Weights paper;
        idle_ = paper.fresh * idle_fraction + paper.history * idle_;
        settings_ = MonitorSettings::tuned(success_, idle_);
    }
    const unsigned bad_before = std::exchange(bad_in_a_row_, 0);  // not desperate: is anybody worth the delay?
    std::optional<unsigned> candidate = best();
    const bool good = candidate && worth_asking(*candidate);
    if (!good) {
        bad_in_a_row_ = std::min(bad_before + 1, patience);
        candidate = best();
    }
    target_ = candidate && worth_asking(*candidate) ? candidate : std::nullopt;
    schedule(now, good || idle_fraction < negligible_idle);
}

void PerformanceDriven::schedule(double now, bool satisfied) {
    refreshed_at_ = now;
    if (satisfied && !automatic_) return;
    interval_ =
        std::clamp(interval_ * (satisfied ? growth : shrink), settings_.shortest_interval, settings_.longest_interval);
    const double next = now + interval_;
    next_refresh_ = automatic_ ? next : std::min(next_refresh_, next);
}

}  // namespace scrump::detail
