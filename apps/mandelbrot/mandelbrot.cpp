#include <apps/mandelbrot/mandelbrot.hpp>

#include <apps/over_parts.hpp>
#include <apps/picture.hpp>

#include <scrump/base/error.hpp>
#include <scrump/loops.hpp>
#include <scrump/sim/work.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <functional>
#include <utility>

namespace scrump::apps {
namespace {

constexpr double left = -2;
constexpr double top = -1.25;
constexpr double side = 2.5;

void check(const MandelbrotOptions& options) {
    static constexpr std::uint32_t largest = 32'768;
    if (options.size == 0 || options.size > largest)
        throw UsageError("a picture has 1 to " + std::to_string(largest) + " pixels along each side");
    if (options.steps == 0) throw UsageError("the iteration takes at least one step");
}

std::uint64_t pixels_of(const MandelbrotOptions& options) {
    return std::uint64_t{options.size} * options.size;
}

std::uint64_t sum_of(const std::vector<std::uint16_t>& pixels) {
    std::uint64_t sum = 0;
    for (const std::uint16_t steps : pixels) sum += steps;
    return sum;
}

// In a loop, where it takes its time on a simulated machine, too.
std::uint16_t steps_in_loop(const MandelbrotOptions& options, std::uint64_t pixel) {
    const std::uint16_t steps = mandelbrot_steps(options, pixel);
    add_simulated_work(steps);
    return steps;
}

using Pixels = std::vector<std::uint16_t>;

// The whole picture, of which each locality's part is where it belongs and the rest is 0.
Pixels whole_picture(const MandelbrotOptions& options, const LoopOptions& loop, const std::vector<Pixels>& here,
                     const PartedLoop<LoopElements<std::uint16_t>>& came) {
    const std::uint64_t count = pixels_of(options);
    const unsigned parts = parts_of(loop);
    const unsigned first = first_part_here(loop);
    const auto place = [&](unsigned part) { return static_cast<std::ptrdiff_t>(part_of(count, part, parts).first); };
    return put_together<std::uint16_t>(loop, static_cast<std::size_t>(count), [&](unsigned part, Pixels& whole) {
        std::ranges::copy(here[part - first], whole.begin() + place(part));
        if (part != first) return;
        // What stayed with this process as a thief.
        for (const auto& piece : came.kept) {
            std::ranges::copy(piece.elements(),
                              whole.begin() + place(piece.owner) + static_cast<std::ptrdiff_t>(piece.range.first));
        }
    });
}

}  // namespace

std::uint16_t mandelbrot_steps(const MandelbrotOptions& options, std::uint64_t pixel) {
    const double step = side / options.size;
    const double cx = left + (static_cast<double>(pixel % options.size) + 0.5) * step;
    const std::uint64_t row = pixel / options.size;
    const double cy = top + (static_cast<double>(row) + 0.5) * step;
    double x = 0;
    double y = 0;
    std::uint16_t steps = 0;
    for (double xx = 0, yy = 0; steps < options.steps && xx + yy <= 4; ++steps) {
        y = 2 * x * y + cy;
        x = xx - yy + cx;
        xx = x * x;
        yy = y * y;
    }
    return steps;
}

std::vector<std::uint16_t> mandelbrot_by_hand(const MandelbrotOptions& options) {
    check(options);
    std::vector<std::uint16_t> pixels(static_cast<std::size_t>(pixels_of(options)));
    for (std::uint64_t i = 0; i < pixels.size(); ++i) pixels[i] = mandelbrot_steps(options, i);
    return pixels;
}

MandelbrotResult mandelbrot(const MandelbrotOptions& options, const LoopOptions& loop) {
    check(options);
    if (has_company(loop))
        throw UsageError("a picture that all write to is in one process: with several, each has a part of it");
    MandelbrotResult result;
    result.pixels.resize(static_cast<std::size_t>(pixels_of(options)));
    LoopResult came = scrump::loop(loop, pixels_of(options),
                                   [&](std::uint64_t pixel) { result.pixels[pixel] = steps_in_loop(options, pixel); });
    result.status = came.status;
    result.steps = sum_of(result.pixels);
    result.statistics = std::move(came.statistics);
    return result;
}

MandelbrotResult mandelbrot_by_parts(const MandelbrotOptions& options, const LoopOptions& loop) {
    check(options);
    const std::uint64_t count = pixels_of(options);
    const unsigned parts = parts_of(loop);
    std::vector<Pixels> here;
    std::vector<LoopElements<std::uint16_t>> views;
    const unsigned first = first_part_here(loop);
    for (unsigned part = first; part < first + parts_here(loop); ++part)
        here.emplace_back(static_cast<std::size_t>(part_of(count, part, parts).size()));
    views.reserve(here.size());
    for (Pixels& each : here) views.emplace_back(each);

    auto came = distributed_loop(loop, views, [&](std::span<std::uint16_t> pixels, LoopChunk& chunk) {
        std::uint64_t pixel = part_of(count, chunk.owner(), parts).first + chunk.first();
        for (std::uint16_t& steps : pixels) {
            if (!chunk.go_on()) return;
            steps = steps_in_loop(options, pixel++);
        }
    });
    MandelbrotResult result{.status = came.status, .steps = 0, .pixels = {}, .statistics = {}};
    if (result.status == Status::complete) result.pixels = whole_picture(options, loop, here, came);
    result.steps = sum_of(result.pixels);
    result.statistics = std::move(came.statistics);
    return result;
}

void write_picture(const MandelbrotOptions& options, const std::vector<std::uint16_t>& pixels,
                   const std::string& file) {
    const double most = std::log(static_cast<double>(options.steps));
    write_picture(file, options.size, [&](std::size_t row, std::size_t column) {
        const std::uint16_t steps = pixels[row * options.size + column];
        return steps >= options.steps || most <= 0 ? 0 : std::log(static_cast<double>(steps)) / most;
    });
}

}  // namespace scrump::apps
