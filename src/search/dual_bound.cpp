#include <scrump/search/detail/dual_bound.hpp>

#include <algorithm>

namespace scrump::detail {

void DualBound::learn(double score, Clock::duration pause, Clock::time_point now) {
    score_ = std::min(score_, score);
    // Besides, a serving thread has work with each of the other localities.
    constexpr int share = 100;
    constexpr int share_of_serving = 10;
    next_ = now + std::max({every_, share * pause, share_of_serving * (now - asked_)});
}

}  // namespace scrump::detail
