#pragma once
// The distances of TSPLIB between points in the plane, in space or on the globe, rounded exactly as they are defined:
// G. Reinelt, "TSPLIB 95", Universität Heidelberg, 1995, section 2. Only so can lengths of tours be compared with
// published ones.

#include <optional>
#include <string_view>

namespace scrump::tsp {

/// A point in the plane, or, for GEO, latitude and longitude as DDD.MM: degrees, and minutes after the point.
struct Point {
    double x = 0;
    double y = 0;
    double z = 0;  ///< in space, for EUC_3D, MAN_3D and MAX_3D
};

enum class Metric {
    euclidean,          ///< EUC_2D, EUC_3D: rounded to the nearest
    euclidean_ceiling,  ///< CEIL_2D: rounded up
    manhattan,          ///< MAN_2D, MAN_3D
    maximum,            ///< MAX_2D, MAX_3D
    geographical,       ///< GEO: kilometres on the globe
    pseudo_euclidean,   ///< ATT
};

/// The metric of that name in files; none for an unknown one.
std::optional<Metric> metric_named(std::string_view name);

/// The distance before it is rounded; none for GEO, whose coordinates are degrees.
std::optional<double> exact_distance(Metric metric, const Point& a, const Point& b);

/// The distance: a whole number, or infinity if the calculation overflows.
double distance(Metric metric, const Point& a, const Point& b);

}  // namespace scrump::tsp
