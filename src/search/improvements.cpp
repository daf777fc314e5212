#include <scrump/search/detail/improvements.hpp>

#include <scrump/metrics/detail/meter.hpp>

#include <algorithm>
#include <bit>
#include <cstdint>

namespace scrump::detail {

void note_incumbent(Meter& meter, double objective) {
    meter.note_moment(TimelineEvent::Kind::incumbent, std::bit_cast<std::uint64_t>(objective), 0);
}

void Improvements::note(double objective) {
    const std::lock_guard lock(mutex_);
    if (noted_.size() == most) noted_.pop_back();
    noted_.emplace_back(Clock::now(), objective);
}

void Improvements::merge(const std::vector<Improvement>& others) {
    const std::lock_guard lock(mutex_);
    merged_.insert(merged_.end(), others.begin(), others.end());
}

std::vector<Improvement> Improvements::since(Clock::time_point began, bool less) const {
    const std::lock_guard lock(mutex_);
    std::vector<Improvement> all = merged_;
    for (const auto& [time, objective] : noted_) {
        all.push_back(
            {.time = std::max<Clock::duration>(time - began, Clock::duration::zero()), .objective = objective});
    }
    std::stable_sort(all.begin(), all.end(),
                     [](const Improvement& a, const Improvement& b) { return a.time < b.time; });
    const auto better = [less](double a, double b) { return less ? a < b : a > b; };
    std::size_t kept = 0;
    for (const Improvement& each : all) {
        if (kept == 0 || better(each.objective, all[kept - 1].objective)) all[kept++] = each;
    }
    all.resize(kept);
    return all;
}

}  // namespace scrump::detail
