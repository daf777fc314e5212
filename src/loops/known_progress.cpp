#include "known_progress.hpp"

#include <scrump/base/error.hpp>

#include <utility>

namespace scrump::detail {

KnownProgress::KnownProgress(std::vector<WorkerProgress> before, unsigned first, unsigned own)
    : all_(std::move(before)), first_(first), own_(own) {}

void KnownProgress::begun(unsigned worker, std::uint64_t size, double now) {
    all_[worker].current = size;
    all_[worker].current_since = now;
}

void KnownProgress::finished(unsigned worker, const WorkerProgress& progress) {
    const double weight = all_[worker].weight;
    all_[worker] = progress;
    all_[worker].weight = weight;
}

std::vector<ProgressNews> KnownProgress::news() {
    std::vector<ProgressNews> news;
    for (std::size_t worker = first_; worker < first_ + own_; ++worker) tell(worker, news);
    const std::size_t enough = news.size() + most_others;
    for (std::size_t looked = 0; looked < all_.size() && news.size() < enough; ++looked) {
        if (!is_own(next_)) tell(next_, news);
        next_ = (next_ + 1) % all_.size();
    }
    return news;
}

// Clocks differ, so what a worker is at is its own locality's business.
void KnownProgress::tell(std::size_t worker, std::vector<ProgressNews>& news) const {
    if (all_[worker].chunks == 0) return;
    news.push_back({.worker = worker, .progress = all_[worker]});
    news.back().progress.current = 0;
    news.back().progress.current_since = 0;
}

void KnownProgress::learn(std::span<const ProgressNews> news) {
    for (const ProgressNews& each : news) {
        if (each.worker >= all_.size() || is_own(each.worker)) continue;
        WorkerProgress& known = all_[each.worker];
        if (each.progress.chunks <= known.chunks) continue;
        const double weight = known.weight;
        known = each.progress;
        known.weight = weight;
    }
}

void put_news(Encoder& to, const std::vector<ProgressNews>& news) {
    for (const ProgressNews& each : news) to.put(each);
    to.put(static_cast<std::uint64_t>(news.size()));
}

std::vector<ProgressNews> take_news(Decoder& from) {
    const auto count = from.get_last<std::uint64_t>();
    if (count > from.left() / sizeof(ProgressNews)) throw Error("a message about workers' progress ends early");
    std::vector<ProgressNews> news(static_cast<std::size_t>(count));
    for (auto each = news.rbegin(); each != news.rend(); ++each) *each = from.get_last<ProgressNews>();
    return news;
}

}  // namespace scrump::detail
