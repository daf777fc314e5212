#include <apps/sedov/gas.hpp>

#include <apps/sedov/vectors.hpp>

#include <scrump/base/error.hpp>

#include <algorithm>
#include <cmath>
#include <string>

namespace scrump::apps {
namespace {

constexpr Vector centre = {0.5, 0.5, 0.5};

double from_centre(const Vector& position) {
    const Vector way = position - centre;
    return std::sqrt(dot(way, way));
}

void check(double value, const char* what, double least, double most) {
    if (value >= least && value <= most) return;
    throw UsageError(std::string("a Sedov blast needs ") + what + " from " + std::to_string(least) + " to " +
                     std::to_string(most) + ", not " + std::to_string(value));
}

Vector place_at_rest(const SedovOptions& options, std::size_t number) {
    const double spacing = 1.0 / options.side;
    const auto along = [&](std::size_t i) { return (static_cast<double>(i) + 0.5) * spacing; };
    const std::size_t side = options.side;
    return {along(number / (side * side)), along(number / side % side), along(number % side)};
}

// The nearest to the centre are those within a distance of particles: one and six, or eight, as the side is odd or
// even.
bool is_warm(const SedovOptions& options, const Vector& place) {
    return from_centre(place) < 1.001 * (1.0 / options.side);
}

std::size_t count_warm(const SedovOptions& options) {
    std::size_t count = 0;
    for (std::size_t i = 0; i < Gas::particles(options); ++i)
        count += is_warm(options, place_at_rest(options, i)) ? 1U : 0U;
    return count;
}

}  // namespace

Gas::Sums& Gas::Sums::operator+=(const Sums& other) {
    energy += other.energy;
    add(momentum, 1, other.momentum);
    return *this;
}

std::size_t Gas::particles(const SedovOptions& options) {
    check(options.side, "a number of particles along each side", 1, 256);
    check(options.energy, "an energy", 1e-6, 1e6);
    check(options.gamma, "a ratio of specific heats", 1.01, 10);
    check(options.reach, "a smoothing length", 1, 4);
    check(options.viscosity, "a viscosity", 0, 10);
    check(options.courant, "a share of the signal's time", 1e-3, 1);
    check(options.cold, "a share of energy before", 1e-12, 1);
    return std::size_t{options.side} * options.side * options.side;
}

Gas::Gas(const SedovOptions& options, Range own) : options_(options), mass_(1 / std::pow(options.side, 3)) {
    const auto warm = static_cast<double>(count_warm(options));
    for (std::size_t i = own.first; i < own.last; ++i) {
        position_.push_back(place_at_rest(options, i));
        heat_.push_back(options.cold * options.energy);
        if (is_warm(options, position_.back())) heat_.back() += options.energy / (mass_ * warm);
    }
    velocity_.resize(size());
    push_.resize(size());
    expected_velocity_ = velocity_;
    expected_heat_ = heat_;
}

double Gas::fastest() const {
    double fastest = 0;
    for (const Push& push : push_) fastest = std::max(fastest, push.signal);
    return fastest;
}

double Gas::time_step(const SedovOptions& options, double fastest) {
    return options.courant * (options.reach * (1.0 / options.side)) / fastest;
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
}

void Gas::end_step(double time) {
    for (std::size_t i = 0; i < size(); ++i) {
        add(velocity_[i], time / 2, push_[i].acceleration);
        heat_[i] += time / 2 * push_[i].heating;
    }
}

std::vector<Seen> Gas::seen() const {
    std::vector<Seen> seen;
    seen.reserve(size());
    for (std::size_t i = 0; i < size(); ++i) {
        Seen& each = seen.emplace_back();
        each.position = position_[i];
        each.velocity = expected_velocity_[i];
        if (density_.empty()) continue;
        // A step that is too long for a particle that expands would leave it colder than nothing.
        const double heat = std::max(0.0, expected_heat_[i]);
        each.density = density_[i];
        each.pressure = (options_.gamma - 1) * heat / density_[i];
        each.sound = std::sqrt(options_.gamma * (options_.gamma - 1) * heat);
    }
    return seen;
}

std::vector<Gas::Sums> Gas::sums() const {
    std::vector<Sums> blocks((size() + particles_of_block - 1) / particles_of_block);
    for (std::size_t i = 0; i < size(); ++i) {
        Sums& block = blocks[i / particles_of_block];
        add(block.momentum, mass_, velocity_[i]);
        block.energy += mass_ * (dot(velocity_[i], velocity_[i]) / 2 + heat_[i]);
    }
    return blocks;
}

// A hundredth, and at least eight, as many as are warm at first.
std::size_t Gas::most_dense(const SedovOptions& options) {
    const std::size_t all = particles(options);
    return std::min(all, std::max<std::size_t>(8, all / 100));
}

std::vector<Gas::Dense> Gas::densest(std::size_t count) const {
    std::vector<Dense> found(size());
    for (std::size_t i = 0; i < size(); ++i) found[i] = {-density_[i], from_centre(position_[i])};
    const std::size_t kept = std::min(count, size());
    std::ranges::partial_sort(found, found.begin() + static_cast<std::ptrdiff_t>(kept));
    found.resize(kept);
    return found;
}

}  // namespace scrump::apps
