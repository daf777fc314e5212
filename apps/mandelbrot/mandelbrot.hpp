#pragma once
// The Mandelbrot set: how many steps the iteration z ↦ z² + c takes to leave the circle of radius 2, for each pixel c
// of a picture (section 5.3 of Shatri (2023)).

#include <scrump/loops/options.hpp>
#include <scrump/loops/result.hpp>

#include <cstdint>
#include <string>
#include <vector>

namespace scrump::apps {

/// What is computed: a square picture of the plane from -2 - 1.25i to 0.5 + 1.25i.
struct MandelbrotOptions {
    std::uint32_t size = 1024;   ///< pixels along each side, 1 to 32768
    std::uint16_t steps = 1500;  ///< after which a point counts as one of the set; at least 1
};

/// What came of it.
struct MandelbrotResult {
    Status status = Status::complete;     ///< how it ended
    std::uint64_t steps = 0;              ///< sum over all pixels
    std::vector<std::uint16_t> pixels{};  ///< row by row; where pixels are shared, in the process that has them all
    LoopStatistics statistics{};          ///< what it cost
};

/// Steps of a pixel, by its number.
std::uint16_t mandelbrot_steps(const MandelbrotOptions& options, std::uint64_t pixel);

/// By hand.
std::vector<std::uint16_t> mandelbrot_by_hand(const MandelbrotOptions& options);

/// All workers of all localities take pixels of the whole picture, which has to be in one process. Throws UsageError
/// for options that cannot be.
MandelbrotResult mandelbrot(const MandelbrotOptions& options, const LoopOptions& loop);

/// Each locality has a part of the pixels. The result has the whole picture, in every process.
MandelbrotResult mandelbrot_by_parts(const MandelbrotOptions& options, const LoopOptions& loop);

/// Writes a picture in shades of grey (PGM). Throws Error if it cannot be written.
void write_picture(const MandelbrotOptions& options, const std::vector<std::uint16_t>& pixels, const std::string& file);

}  // namespace scrump::apps
