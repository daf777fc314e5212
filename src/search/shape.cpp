#include <scrump/search/run.hpp>

#include <algorithm>
#include <string>
#include <thread>

namespace scrump {
namespace {

void check(unsigned value, unsigned most, const char* what) {
    if (value <= most) return;
    throw UsageError(std::to_string(value) + " " + what + ": there can be at most " + std::to_string(most));
}

}  // namespace

Shape Shape::of(const Options& options) {
    static constexpr unsigned most = 4096;
    check(options.workers, most, "workers");
    check(options.localities, most, "localities");
    if (options.skeleton.kind == Skeleton::Kind::sequential) return {.localities = 1, .workers = 1, .pin = false};
    Shape shape;
    shape.localities = std::max(options.localities, 1U);
    shape.workers = options.workers;
    const bool needs_places = shape.workers == 0 || options.pin;
    const auto cores = static_cast<unsigned>(
        needs_places && !places().empty() ? places().size() : std::max(1U, std::thread::hardware_concurrency()));
    if (shape.workers == 0) shape.workers = std::max(1U, cores / shape.localities);
    check(shape.localities * shape.workers, most, "workers in all");
    // With one worker the system chooses better than we can; with more workers than cores it must be free to.
    const unsigned all = shape.localities * shape.workers;
    shape.pin = options.pin && !places().empty() && all > 1 && all <= places().size();
    return shape;
}

}  // namespace scrump
