#pragma once
// Heat on a ring of points: what the experiment on task size computes (section I-C of Grubel et al. (2015)).

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

namespace scrump::heat {

/// One time step of `now.size()` > 0 neighbouring points: each moves towards its two neighbours, the outermost of which
/// are `left` and `right`. The diffusion number is a power of two, so that multiplying by it is exact and it makes no
/// difference whether a compiler fuses it with the addition: every way to cut the ring gives the same bits.
void diffuse(double left, std::span<const double> now, double right, std::span<double> next);

/// Temperatures of two neighbouring time steps: even steps are in one buffer, odd steps in the other.
class Ring {
  public:
    /// Random temperatures, the same for all rings of this size.
    explicit Ring(std::size_t points);

    std::size_t size() const { return buffers_[0].size(); }

    /// The temperatures at the beginning of step `step`.
    std::span<double> at(std::uint64_t step) { return buffers_[step % 2]; }
    std::span<const double> at(std::uint64_t step) const { return buffers_[step % 2]; }

    /// Step `step` of the points from `begin` up to `end`.
    void advance(std::uint64_t step, std::size_t begin, std::size_t end) {
        const std::span<const double> now = std::as_const(*this).at(step);
        const double left = now[begin == 0 ? size() - 1 : begin - 1];
        const double right = now[end == size() ? 0 : end];
        diffuse(left, now.subspan(begin, end - begin), right, at(step + 1).subspan(begin, end - begin));
    }

  private:
    std::vector<double> buffers_[2];
};

/// The hand-written twin: all steps of all points, one after the other.
inline void run_sequentially(Ring& ring, std::uint64_t steps) {
    for (std::uint64_t step = 0; step < steps; ++step) ring.advance(step, 0, ring.size());
}

/// How a ring is cut: into as few partitions of at most so many points as possible, whose sizes differ by at most one.
class Cut {
  public:
    Cut(std::size_t points, std::size_t partition) : points_(points), count_((points + partition - 1) / partition) {}

    std::size_t partitions() const { return count_; }
    /// Partition i begins here; the one past the last begins at the ring's end.
    std::size_t begin(std::size_t i) const {
        const std::size_t longer = points_ % count_;  // the first so many have one point more
        return points_ / count_ * i + std::min(i, longer);
    }
    std::size_t left_of(std::size_t i) const { return i == 0 ? count_ - 1 : i - 1; }
    std::size_t right_of(std::size_t i) const { return i + 1 == count_ ? 0 : i + 1; }

  private:
    std::size_t points_;
    std::size_t count_;
};

}  // namespace scrump::heat
