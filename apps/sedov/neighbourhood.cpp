#include <apps/sedov/neighbourhood.hpp>

#include <apps/sedov/vectors.hpp>

#include <cmath>
#include <numbers>

namespace scrump::apps {
namespace {

// The cubic spline and its slope, without the factor that makes the integral 1; q: distance in smoothing lengths.
double spline(double q) {
    if (q < 1) return 1 - 1.5 * q * q + 0.75 * q * q * q;
    return q < 2 ? 0.25 * (2 - q) * (2 - q) * (2 - q) : 0;
}
double slope(double q) {
    if (q < 1) return (2.25 * q - 3) * q;
    return q < 2 ? -0.75 * (2 - q) * (2 - q) : 0;
}

}  // namespace

Neighbourhood::Neighbourhood(const SedovOptions& options)
    : options_(options),
      mass_(1 / std::pow(options.side, 3)),
      reach_(options.reach * (1.0 / options.side)),
      norm_(1 / (std::numbers::pi * reach_ * reach_ * reach_)),
      cells_(2 * reach_) {}

void Neighbourhood::assign(std::vector<Seen> particles) {
    particles_ = std::move(particles);
    positions_.clear();
    for (const Seen& each : particles_) positions_.push_back(each.position);
    cells_.sort(positions_);
}

double Neighbourhood::density_at(std::size_t i) const {
    double sum = 0;
    cells_.for_each_near(positions_[i], [&](std::size_t j) {
        const Vector way = positions_[i] - positions_[j];
        const double square = dot(way, way);
        if (square < 4 * reach_ * reach_) sum += spline(std::sqrt(square) / reach_);
    });
    return mass_ * norm_ * sum;
}

Push Neighbourhood::push_at(std::size_t i) const {
    const Seen& self = particles_[i];
    Push push{.signal = self.sound};
    cells_.for_each_near(positions_[i], [&](std::size_t j) {
        const Vector way = positions_[i] - positions_[j];
        const double square = dot(way, way);
        if (square >= 4 * reach_ * reach_ || i == j || square == 0) return;
        const Seen& other = particles_[j];
        const double distance = std::sqrt(square);
        const double approach = dot(self.velocity - other.velocity, way) / distance;
        const double signal = self.sound + other.sound - 3 * std::min(0.0, approach);
        const double mean = (self.density + other.density) / 2;
        const double drag = approach < 0 ? -options_.viscosity / 2 * signal * approach / mean : 0;
        const double gradient = mass_ * norm_ / reach_ * slope(distance / reach_);
        add(push.acceleration, -gradient * (self.pressure + other.pressure + drag) / distance, way);
        push.heating += gradient * (self.pressure + drag / 2) * approach;
        push.signal = std::max(push.signal, signal);
    });
    return push;
}

std::pair<std::vector<Seen>, std::size_t> Neighbourhood::around(std::size_t first, std::size_t last) const {
    std::vector<std::size_t> places;
    for (std::size_t i = first; i < last; ++i)
        cells_.for_each_near(positions_[i], [&](std::size_t j) { places.push_back(j); });
    std::ranges::sort(places);
    places.erase(std::unique(places.begin(), places.end()), places.end());
    std::vector<Seen> found;
    found.reserve(places.size());
    for (const std::size_t place : places) found.push_back(particles_[place]);
    const auto its = std::ranges::lower_bound(places, first);
    return {std::move(found), static_cast<std::size_t>(its - places.begin())};
}

}  // namespace scrump::apps
