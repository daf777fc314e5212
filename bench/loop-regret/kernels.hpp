#pragma once
// Loops with real work that are hard to divide. Each is a function of an iteration, and adds what it found to a place
// of its own, so that nothing is left out by the compiler.

#include <scrump/base/random.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

namespace scrump::regret {

/// Waits for a number of multiplications, one after another.
inline double spin(std::uint64_t steps) {
    double x = 1;
    for (std::uint64_t i = 0; i < steps; ++i) x = x * 0.999'999 + 1e-9;
    return x;
}

/// A block for each of two workers, whose loads differ; `variation` is the coefficient of variation.
class Imbalance {
  public:
    explicit Imbalance(double variation) : variation_(variation), found_(size()) {}

    std::uint64_t size() const { return 50'000; }
    void operator()(std::uint64_t i) const {
        const double load = i < size() / 2 ? 1 + variation_ : 1 - variation_;
        found_[i] = spin(static_cast<std::uint64_t>(800 * load));
    }

  private:
    double variation_;
    mutable std::vector<double> found_;
};

/// The pixels of a picture.
class Mandelbrot {
  public:
    std::uint64_t size() const { return std::uint64_t{side} * side; }
    void operator()(std::uint64_t i) const {
        const double c_re = 3.0 * static_cast<double>(i % side) / side - 2.2;
        const double c_im = 3.0 * static_cast<double>(i / side) / side - 1.5;
        double re = 0;
        double im = 0;
        unsigned steps = 0;
        for (; steps < 400 && re * re + im * im < 4; ++steps) {
            const double next = re * re - im * im + c_re;
            im = 2 * re * im + c_im;
            re = next;
        }
        found_[i] = steps;
    }

  private:
    static constexpr unsigned side = 512;
    mutable std::vector<unsigned> found_ = std::vector<unsigned>(std::size_t{side} * side);
};

/// A sparse matrix times a vector, rows of a power law; perhaps the longest ones first.
class PowerLawRows {
  public:
    explicit PowerLawRows(bool sorted) : x_(rows, 1.5), y_(rows) {
        SplitMix64 random(3);
        std::vector<std::size_t> lengths;
        for (std::size_t row = 0; row < rows; ++row)
            lengths.push_back(static_cast<std::size_t>(std::min(1e5, 30 * std::pow(1 - random.unit(), -1 / 1.3))));
        if (sorted) std::ranges::sort(lengths, std::greater<>());
        for (const std::size_t length : lengths) {
            for (std::size_t entry = 0; entry < length; ++entry)
                columns_.push_back(static_cast<std::uint32_t>(random.below(rows)));
            ends_.push_back(columns_.size());
        }
    }

    std::uint64_t size() const { return rows; }
    void operator()(std::uint64_t row) const {
        double sum = 0;
        for (std::size_t entry = row == 0 ? 0 : ends_[row - 1]; entry < ends_[row]; ++entry)
            sum += 0.5 * x_[columns_[entry]];
        y_[row] = sum;
    }

  private:
    static constexpr std::uint32_t rows = 200'000;
    std::vector<std::uint32_t> columns_;
    std::vector<std::size_t> ends_;
    std::vector<double> x_;
    mutable std::vector<double> y_;
};

/// Blocks of a mesh, each a cube of cells whose side is doubled where something happens: eight times the work.
class AdaptiveMesh {
  public:
    std::uint64_t size() const { return 3000; }
    void operator()(std::uint64_t block) const {
        const bool is_fine = block > size() * 7 / 10 && block < size() * 8 / 10;
        const std::size_t side = is_fine ? 32 : 16;
        double heat = static_cast<double>(block);
        for (std::size_t cell = 0; cell < side * side * side; ++cell)
            heat = 0.25 * (heat + static_cast<double>(cell % 7)) + 0.5 * heat;
        found_[block] = heat;
    }

  private:
    mutable std::vector<double> found_ = std::vector<double>(3000);
};

/// Forces among bodies on a line, which are denser in its middle, from those within a distance.
class Bodies {
  public:
    Bodies() : found_(size()) {
        SplitMix64 random(9);
        for (std::uint64_t i = 0; i < size(); ++i)
            places_.push_back((random.unit() + random.unit() + random.unit() + random.unit()) / 4);
        std::ranges::sort(places_);
    }

    std::uint64_t size() const { return 30'000; }
    void operator()(std::uint64_t i) const {
        const double own = places_[i];
        double force = 0;
        for (std::size_t j = i; j < places_.size() && places_[j] - own < 0.01; ++j)
            force += (places_[j] - own) / (1e-6 + (places_[j] - own) * (places_[j] - own));
        for (std::size_t j = i; j-- > 0 && own - places_[j] < 0.01;)
            force -= (own - places_[j]) / (1e-6 + (own - places_[j]) * (own - places_[j]));
        found_[i] = force;
    }

  private:
    std::vector<double> places_;
    mutable std::vector<double> found_;
};

/// Nothing, again and again.
class Empty {
  public:
    std::uint64_t size() const { return 20'000'000; }
    void operator()(std::uint64_t i) const {
        asm volatile("" : : "r"(i));  // so that the loop remains
    }
};

}  // namespace scrump::regret
