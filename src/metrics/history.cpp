#include <scrump/metrics/detail/history.hpp>

#include <algorithm>

namespace scrump::detail {

void History::add(std::int64_t from, std::int64_t to, double amount) {
    from = std::max<std::int64_t>(from, 0);
    to = std::max(to, from);
    while (to >= width_ * static_cast<std::int64_t>(most)) double_width();
    used_ = std::max(used_, index(to) + 1);
    if (index(from) == index(to)) {
        sums_[index(from)] += amount;
        return;
    }
    const double each = amount / static_cast<double>(to - from);
    for (std::int64_t at = from; at < to;) {
        const std::int64_t end = std::min(to, (at / width_ + 1) * width_);
        sums_[index(at)] += each * static_cast<double>(end - at);
        at = end;
    }
}

void History::double_width() {
    for (std::size_t i = 0; i < most / 2; ++i) sums_[i] = sums_[2 * i] + sums_[2 * i + 1];
    std::fill(sums_.begin() + most / 2, sums_.end(), 0);
    width_ *= 2;
    used_ = (used_ + 1) / 2;
}

}  // namespace scrump::detail
