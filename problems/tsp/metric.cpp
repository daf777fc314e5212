#include <scrump/problems/tsp/metric.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <utility>

namespace scrump::tsp {
namespace {

constexpr std::array<std::pair<std::string_view, Metric>, 9> metrics = {{
    {"EUC_2D", Metric::euclidean},
    {"CEIL_2D", Metric::euclidean_ceiling},
    {"MAN_2D", Metric::manhattan},
    {"MAX_2D", Metric::maximum},
    {"EUC_3D", Metric::euclidean},
    {"MAN_3D", Metric::manhattan},
    {"MAX_3D", Metric::maximum},
    {"GEO", Metric::geographical},
    {"ATT", Metric::pseudo_euclidean},
}};

// "nint": distances are not negative.
double rounded(double value) {
    return std::floor(value + 0.5);
}

// TSPLIB's pi, which its published lengths are made with. Degrees are cut off, not rounded, as its own program does.
double radians(double degrees_and_minutes) {
    constexpr double pi = 3.141592;
    const double degrees = std::trunc(degrees_and_minutes);
    const double minutes = degrees_and_minutes - degrees;
    return pi * (degrees + 5.0 * minutes / 3.0) / 180.0;
}

double geographical(const Point& a, const Point& b) {
    constexpr double earth_radius = 6378.388;
    const double q1 = std::cos(radians(a.y) - radians(b.y));
    const double q2 = std::cos(radians(a.x) - radians(b.x));
    const double q3 = std::cos(radians(a.x) + radians(b.x));
    const double cosine = 0.5 * ((1.0 + q1) * q2 - (1.0 - q1) * q3);
    return std::floor(earth_radius * std::acos(std::clamp(cosine, -1.0, 1.0)) + 1.0);
}

double pseudo_euclidean(double dx, double dy) {
    const double exact = std::sqrt((dx * dx + dy * dy) / 10.0);
    const double nearest = rounded(exact);
    return nearest < exact ? nearest + 1 : nearest;
}

}  // namespace

std::optional<Metric> metric_named(std::string_view name) {
    const auto* const found = std::ranges::find(metrics, name, &std::pair<std::string_view, Metric>::first);
    if (found == metrics.end()) return std::nullopt;
    return found->second;
}

std::optional<double> exact_distance(Metric metric, const Point& a, const Point& b) {
    const double dx = std::abs(a.x - b.x);
    const double dy = std::abs(a.y - b.y);
    const double dz = std::abs(a.z - b.z);
    const double straight = std::sqrt(dx * dx + dy * dy + dz * dz);
    switch (metric) {
        case Metric::euclidean:
        case Metric::euclidean_ceiling:
            return straight;
        case Metric::manhattan:
            return dx + dy + dz;
        case Metric::maximum:
            return std::max({dx, dy, dz});
        case Metric::pseudo_euclidean:
            return straight / std::sqrt(10.0);
        case Metric::geographical:
            break;
    }
    return std::nullopt;
}

double distance(Metric metric, const Point& a, const Point& b) {
    const double dx = std::abs(a.x - b.x);
    const double dy = std::abs(a.y - b.y);
    const double dz = std::abs(a.z - b.z);
    switch (metric) {
        case Metric::euclidean:
            return rounded(std::sqrt(dx * dx + dy * dy + dz * dz));
        case Metric::euclidean_ceiling:
            return std::ceil(std::sqrt(dx * dx + dy * dy));
        case Metric::manhattan:
            return rounded(dx + dy + dz);
        case Metric::maximum:
            return std::max({rounded(dx), rounded(dy), rounded(dz)});
        case Metric::geographical:
            return geographical(a, b);
        case Metric::pseudo_euclidean:
            return pseudo_euclidean(dx, dy);
    }
    return std::numeric_limits<double>::infinity();
}

}  // namespace scrump::tsp
