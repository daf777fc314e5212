#include "ring.hpp"

#include <scrump/base/random.hpp>

namespace scrump::heat {
namespace {

constexpr double diffusion_number = 0.25;

inline double diffused(double left, double middle, double right) {
    return middle + diffusion_number * (left - 2 * middle + right);
}

}  // namespace

void diffuse(double left, std::span<const double> now, double right, std::span<double> next) {
    const std::size_t last = now.size() - 1;
    const double* __restrict from = now.data();
    double* __restrict to = next.data();
    if (last == 0) {
        to[0] = diffused(left, from[0], right);
        return;
    }
    to[0] = diffused(left, from[0], from[1]);
    for (std::size_t i = 1; i < last; ++i) to[i] = diffused(from[i - 1], from[i], from[i + 1]);
    to[last] = diffused(from[last - 1], from[last], right);
}

Ring::Ring(std::size_t points) : buffers_{std::vector<double>(points), std::vector<double>(points)} {
    SplitMix64 random(points);
    for (double& temperature : buffers_[0]) temperature = random.unit();
}

}  // namespace scrump::heat
