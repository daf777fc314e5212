#include <scrump/problems/tsp/source.hpp>

#include <scrump/base/error.hpp>
#include <scrump/base/file.hpp>
#include <scrump/base/random.hpp>
#include <scrump/base/spec.hpp>
#include <scrump/problems/tsp/metric.hpp>

#include <array>
#include <filesystem>
#include <system_error>
#include <vector>

namespace scrump::tsp {
namespace {

constexpr std::string_view random_family = "random";

constexpr std::array random_parameters = {
    Parameter{"n", "number of cities", IntegerRange{1, max_cities}},
    Parameter{"side", "greatest coordinate", IntegerRange{0, 100'000'000}, "1000"},
    Parameter{"seed", "seed of the random numbers", IntegerRange{}, ""},
};

}  // namespace

Instance random_points(std::size_t cities, std::uint32_t side, std::uint64_t seed) {
    Instance instance(cities);
    SplitMix64 random(seed);
    std::vector<Point> points(cities);
    for (Point& point : points) {
        point.x = random.below(side + 1);
        point.y = random.below(side + 1);
    }
    for (std::size_t a = 0; a < cities; ++a) {
        for (std::size_t b = a + 1; b < cities; ++b) {
            const double length = distance(Metric::euclidean, points[a], points[b]);
            instance.set_distance(a, b, static_cast<std::int64_t>(length));
        }
    }
    return instance;
}

bool names_file(const std::string& source) {
    std::error_code unreadable;
    if (source == "-" || std::filesystem::exists(source, unreadable)) return true;
    if (spec_name(source) == random_family) return false;
    if (unreadable) throw Error(source + ": cannot be read: " + unreadable.message());
    throw Error(source + ": no such file; expected a file in TSPLIB's format, '-', or random:n=…");
}

Instance generate(std::string_view spec, std::uint64_t default_seed) {
    const Spec parsed = parse_spec(spec);
    if (parsed.name != random_family) {
        throw UsageError("unknown family of instances '" + parsed.name + "'; expected " + std::string(random_family));
    }
    const Arguments arguments(parsed, random_parameters);
    return random_points(arguments.integer("n"), static_cast<std::uint32_t>(arguments.integer("side")),
                         arguments.integer("seed", default_seed));
}

Instance load(const std::string& source, std::uint64_t default_seed) {
    if (!names_file(source)) return generate(source, default_seed);
    return parse_tsplib(read_file(source), source == "-" ? "standard input" : source).instance;
}

}  // namespace scrump::tsp
