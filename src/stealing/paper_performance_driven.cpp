#include <scrump/stealing/detail/paper_performance_driven.hpp>

#include <algorithm>

namespace scrump::detail {

PaperPerformanceDriven::PaperPerformanceDriven(unsigned self, unsigned size, unsigned workers,
                                               const MonitorSettings& settings)
    : self_(self), workers_(workers), settings_(settings), infos_(size) {}

// The thief refreshes next and tries once more; meanwhile it has no target.
void PaperPerformanceDriven::failed(unsigned victim) {
    if (target_ == victim) target_.reset();
}

// Reading shared memory takes no time.
std::vector<unsigned> PaperPerformanceDriven::begin_refresh(double now, const std::vector<bool>& near) {
    automatic_ = now >= next_refresh_;
    std::vector<unsigned> wanted;
    for (unsigned candidate = 0; candidate < infos_.size(); ++candidate) {
        if (candidate == self_) continue;
        wanted.push_back(candidate);
        if (near[candidate]) answered(candidate, 0);
    }
    return wanted;
}

void PaperPerformanceDriven::answered(unsigned candidate, double delay) {
    double& known = infos_[candidate].delay;
    known = smoothed_delay(delay, workers_, known, settings_.weights);
}

void PaperPerformanceDriven::end_refresh(double now, double /*idle_fraction*/) {
    target_ = best();
    if (!automatic_) return;
    interval_ = std::clamp(target_ ? interval_ + longer : interval_ - shorter, settings_.shortest_interval,
                           settings_.longest_interval);
    next_refresh_ = now + interval_;
}

std::optional<Assessment> PaperPerformanceDriven::assess(unsigned candidate) const {
    return Assessment{.score = score_of(candidate), .delay = infos_[candidate].delay};
}

double PaperPerformanceDriven::score_of(unsigned candidate) const {
    const NodeInfo& info = infos_[candidate];
    return score(info.summary.work_rate, static_cast<double>(info.summary.tasks), info.delay, settings_.weights);
}

std::optional<unsigned> PaperPerformanceDriven::best() const {
    std::optional<unsigned> best;
    double best_score = 0;
    for (unsigned candidate = 0; candidate < infos_.size(); ++candidate) {
        const double its = score_of(candidate);
        if (candidate == self_ || its <= best_score) continue;
        best = candidate;
        best_score = its;
    }
    return best;
}

}  // namespace scrump::detail
