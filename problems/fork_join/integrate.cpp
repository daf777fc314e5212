#include "integrate.hpp"

#include <scrump/tasks.hpp>

#include <cmath>

namespace scrump::fork_join {
namespace {

constexpr double tolerance = 1e-9;

double curve(double x) {
    return (x * x + 1) * x;
}

// A trapezium below the curve, cut in two where the curve is in its middle.
struct Halves {
    double middle, height, left, right;

    Halves(double x1, double y1, double x2, double y2)
        : middle((x1 + x2) / 2),
          height(curve(middle)),
          left((y1 + height) / 2 * (middle - x1)),
          right((height + y2) / 2 * (x2 - middle)) {}

    bool good_enough(double whole) const { return std::abs(left + right - whole) < tolerance; }
};

double area_task(FlatFork fork, double x1, double y1, double x2, double y2, double area) {
    const Halves halves(x1, y1, x2, y2);
    if (halves.good_enough(area)) return halves.left + halves.right;
    auto right = fork.spawn<area_task>(halves.middle, halves.height, x2, y2, halves.right);
    const double left = fork.call<area_task>(x1, y1, halves.middle, halves.height, halves.left);
    return left + fork.sync(right);
}

double area_by_hand(double x1, double y1, double x2, double y2, double area) {
    const Halves halves(x1, y1, x2, y2);
    if (halves.good_enough(area)) return halves.left + halves.right;
    return area_by_hand(x1, y1, halves.middle, halves.height, halves.left) +
           area_by_hand(halves.middle, halves.height, x2, y2, halves.right);
}

}  // namespace

TaskResult<double> integrate(double end, const TaskOptions& options) {
    return run_tasks<area_task>(options, 0.0, curve(0), end, curve(end), curve(end) / 2 * end);
}

double integrate_by_hand(double end) {
    return area_by_hand(0, curve(0), end, curve(end), curve(end) / 2 * end);
}

}  // namespace scrump::fork_join
