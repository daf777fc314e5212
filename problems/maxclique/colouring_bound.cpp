#include <scrump/problems/maxclique/detail/colouring_bound.hpp>

#include <scrump/problems/colouring/ext/greedy.hpp>

#include <algorithm>

namespace scrump::maxclique {

std::size_t ColouringBound::colours() {
    if (const std::size_t known = colours_.load(std::memory_order_acquire); known != unknown) return known;
    const std::lock_guard lock(mutex_);
    if (colours_.load(std::memory_order_relaxed) == unknown) {
        best_ = colouring::colour_greedily(graph_);
        colours_.store(colouring::count_colours(best_), std::memory_order_release);
    }
    return colours_.load(std::memory_order_relaxed);
}

void ColouringBound::improve(std::uint64_t effort) {
    if (exhausted_) return;
    const std::uint64_t size = graph_.size();
    // As much for one colour as a search for the fewest colours spends.
    const std::uint64_t enough = std::min<std::uint64_t>(1'500 * size * size, 150'000'000);
    if (!walk_) {
        if (size > max_vertices || colours() < 2) {
            exhausted_ = true;
            return;
        }
        walk_.emplace(graph_, best_, colouring::count_colours(best_) - 1, seed_);
        spent_ = 0;
    }
    if (walk_->run(effort)) {
        best_ = walk_->colouring();
        walk_.reset();
        colours_.store(colouring::count_colours(best_), std::memory_order_release);
    } else {
        spent_ += effort;
        exhausted_ = spent_ >= enough;
        if (exhausted_) walk_.reset();
    }
}

}  // namespace scrump::maxclique
