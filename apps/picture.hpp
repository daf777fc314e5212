#pragma once
// A picture in shades of grey: what applications show of their answers.

#include <scrump/base/file.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <string>

namespace scrump::apps {

/// Writes a square picture (PGM) of `side` pixels along each side. `shade(row, column)` is from 0, black, to 1, white;
/// what is beyond counts for these. Throws Error if it cannot be written.
template <class Shade>
void write_picture(const std::string& file, std::size_t side, const Shade& shade) {
    const std::string length = std::to_string(side);
    std::string picture = "P5\n" + length + " " + length + "\n255\n";
    picture.reserve(picture.size() + side * side);
    for (std::size_t row = 0; row < side; ++row) {
        for (std::size_t column = 0; column < side; ++column)
            picture += static_cast<char>(
                static_cast<unsigned char>(std::lround(255 * std::clamp(shade(row, column), 0.0, 1.0))));
    }
    replace_file(file, picture);
}

}  // namespace scrump::apps
