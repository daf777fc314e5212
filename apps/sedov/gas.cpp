#include <apps/sedov/gas.hpp>

#include <scrump/base/error.hpp>

#include <cmath>
#include <numbers>
#include <string>
#include <utility>

namespace scrump::apps {
namespace {

Vector operator-(const Vector& a, const Vector& b) {
    return {a[0] - b[0], a[1] - b[1], a[2] - b[2]};
}

double dot(const Vector& a, const Vector& b) {
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

void add(Vector& to, double factor, const Vector& what) {
    for (std::size_t axis = 0; axis < 3; ++axis) to[axis] += factor * what[axis];
}

constexpr Vector centre = {0.5, 0.5, 0.5};

double from_centre(const Vector& position) {
    const Vector way = position - centre;
    return std::sqrt(dot(way, way));
}

// The cubic spline and its slope, without the factor that makes the integral 1; q: distance in smoothing lengths.
double spline(double q) {
    if (q < 1) return 1 - 1.5 * q * q + 0.75 * q * q * q;
    return q < 2 ? 0.25 * (2 - q) * (2 - q) * (2 - q) : 0;
}
double slope(double q) {
    if (q < 1) return (2.25 * q - 3) * q;
    return q < 2 ? -0.75 * (2 - q) * (2 - q) : 0;
}

void check(double value, const char* what, double least, double most) {
    if (value >= least && value <= most) return;
    throw UsageError(std::string("a Sedov blast needs ") + what + " from " + std::to_string(least) + " to " +
                     std::to_string(most) + ", not " + std::to_string(value));
}

const SedovOptions& checked(const SedovOptions& options) {
    check(options.side, "a number of particles along each side", 1, 256);
    check(options.energy, "an energy", 1e-6, 1e6);
    check(options.gamma, "a ratio of specific heats", 1.01, 10);
    check(options.reach, "a smoothing length", 1, 4);
    check(options.viscosity, "a viscosity", 0, 10);
    check(options.courant, "a share of the signal's time", 1e-3, 1);
    check(options.cold, "a share of energy before", 1e-12, 1);
    return options;
}

}  // namespace

Gas::Gas(const SedovOptions& options)
    : options_(checked(options)),
      mass_(1 / std::pow(options.side, 3)),
      spacing_(1.0 / options.side),
      reach_(options.reach * spacing_),
      norm_(1 / (std::numbers::pi * reach_ * reach_ * reach_)),
      cells_(2 * reach_) {
    const auto along = [this](unsigned i) { return (i + 0.5) * spacing_; };
    for (unsigned x = 0; x < options.side; ++x) {
        for (unsigned y = 0; y < options.side; ++y) {
            for (unsigned z = 0; z < options.side; ++z) position_.push_back({along(x), along(y), along(z)});
        }
    }
    velocity_.resize(size());
    heat_.resize(size());
    push_.resize(size());
    warm();
    expected_velocity_ = velocity_;
    expected_heat_ = heat_;
    cells_.sort(position_);
}

// The nearest to the centre are those within a distance of particles: one and six, or eight, as the side is odd or
// even.
void Gas::warm() {
    std::vector<std::size_t> nearest;
    for (std::size_t i = 0; i < size(); ++i) {
        heat_[i] = options_.cold * options_.energy;
        if (from_centre(position_[i]) < 1.001 * spacing_) nearest.push_back(i);
    }
    for (const std::size_t i : nearest) heat_[i] += options_.energy / (mass_ * static_cast<double>(nearest.size()));
}

double Gas::time_step() const {
    double fastest = 0;
    for (const Push& push : push_) fastest = std::max(fastest, push.signal);
    return options_.courant * reach_ / fastest;
}

void Gas::begin_step(double time) {
    for (std::size_t i = 0; i < size(); ++i) {
        add(velocity_[i], time / 2, push_[i].acceleration);
        add(position_[i], time, velocity_[i]);
        heat_[i] += time / 2 * push_[i].heating;
        expected_velocity_[i] = velocity_[i];
        add(expected_velocity_[i], time / 2, push_[i].acceleration);
        expected_heat_[i] = heat_[i] + time / 2 * push_[i].heating;
    }
    cells_.sort(position_);
}

double Gas::density_at(std::size_t i) const {
    double sum = 0;
    cells_.for_each_near(position_[i], [&](std::size_t j) {
        const Vector way = position_[i] - position_[j];
        const double square = dot(way, way);
        if (square < 4 * reach_ * reach_) sum += spline(std::sqrt(square) / reach_);
    });
    return mass_ * norm_ * sum;
}

void Gas::set_densities(const std::vector<double>& densities) {
    density_ = densities;
    pressure_.resize(size());
    sound_.resize(size());
    for (std::size_t i = 0; i < size(); ++i) {
        // A step that is too long for a particle that expands would leave it colder than nothing.
        const double heat = std::max(0.0, expected_heat_[i]);
        pressure_[i] = (options_.gamma - 1) * heat / density_[i];
        sound_[i] = std::sqrt(options_.gamma * (options_.gamma - 1) * heat);
    }
}

Push Gas::push_at(std::size_t i) const {
    Push push{.signal = sound_[i]};
    cells_.for_each_near(position_[i], [&](std::size_t j) {
        const Vector way = position_[i] - position_[j];
        const double square = dot(way, way);
        if (square >= 4 * reach_ * reach_ || i == j || square == 0) return;
        const double distance = std::sqrt(square);
        const double approach = dot(expected_velocity_[i] - expected_velocity_[j], way) / distance;
        const double signal = sound_[i] + sound_[j] - 3 * std::min(0.0, approach);
        const double mean = (density_[i] + density_[j]) / 2;
        const double drag = approach < 0 ? -options_.viscosity / 2 * signal * approach / mean : 0;
        const double gradient = mass_ * norm_ / reach_ * slope(distance / reach_);
        add(push.acceleration, -gradient * (pressure_[i] + pressure_[j] + drag) / distance, way);
        push.heating += gradient * (pressure_[i] + drag / 2) * approach;
        push.signal = std::max(push.signal, signal);
    });
    return push;
}

void Gas::end_step(double time) {
    for (std::size_t i = 0; i < size(); ++i) {
        add(velocity_[i], time / 2, push_[i].acceleration);
        heat_[i] += time / 2 * push_[i].heating;
    }
}

SedovStep Gas::state(double time) const {
    SedovStep step{.time = time, .shock_radius = shock_radius()};
    for (std::size_t i = 0; i < size(); ++i) {
        add(step.momentum, mass_, velocity_[i]);
        step.energy += mass_ * (dot(velocity_[i], velocity_[i]) / 2 + heat_[i]);
    }
    return step;
}

// Particles are a hundredth at least eight, as many as are warm at first.
double Gas::shock_radius() const {
    std::vector<std::pair<double, double>> by_density(size());
    for (std::size_t i = 0; i < size(); ++i) by_density[i] = {-density_[i], from_centre(position_[i])};
    const std::size_t densest = std::min(size(), std::max<std::size_t>(8, size() / 100));
    std::ranges::partial_sort(by_density, by_density.begin() + static_cast<std::ptrdiff_t>(densest));
    double sum = 0;
    for (std::size_t k = 0; k < densest; ++k) sum += by_density[k].second;
    return sum / static_cast<double>(densest);
}

}  // namespace scrump::apps
