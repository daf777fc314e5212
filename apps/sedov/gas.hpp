#pragma once
// The gas of the blast: what is known of its particles, or of a part of them, and what one step of time does to them.
// Time goes on by leapfrog: half of a push, a drift, new pushes, the other half.

#include <apps/sedov/neighbourhood.hpp>
#include <apps/sedov/sedov.hpp>

#include <cstddef>
#include <utility>
#include <vector>

namespace scrump::apps {

/// Particles are numbered from 0. Sums over them add up the sums of blocks of this size, in order, so that they are the
/// same whichever process has which blocks.
inline constexpr std::size_t particles_of_block = 16;

/// The particles from one number to another. To be called in this order, for each step: begin_step(), set_densities(),
/// set_pushes(), and end_step(), if the step had a beginning.
class Gas {
  public:
    struct Range {
        std::size_t first;
        std::size_t last;
        std::size_t size() const { return last - first; }
    };
    /// What blocks, or all of them, have in sum.
    struct Sums {
        double energy = 0;
        Vector momentum{};
        Sums& operator+=(const Sums& other);
    };
    /// Minus a density, and how far from the centre it is: the densest come first.
    using Dense = std::pair<double, double>;

    /// How many a blast has. Throws UsageError for options that cannot be.
    static std::size_t particles(const SedovOptions& options);

    /// Just after the blast; a range begins and ends between blocks.
    Gas(const SedovOptions& options, Range own);

    std::size_t size() const { return position_.size(); }
    /// The fastest signal between two of these, or of these and others.
    double fastest() const;
    /// How long the next step may be.
    static double time_step(const SedovOptions& options, double fastest);

    void begin_step(double time);
    void set_densities(const std::vector<double>& densities) { density_ = densities; }
    void set_pushes(const std::vector<Push>& pushes) { push_ = pushes; }
    void end_step(double time);

    /// As their neighbours see them; densities are those that were set last, if any were.
    std::vector<Seen> seen() const;
    /// By block.
    std::vector<Sums> sums() const;
    /// How many of all particles are looked at for the radius of the shock.
    static std::size_t most_dense(const SedovOptions& options);
    /// The densest of these, at most `count`, in order.
    std::vector<Dense> densest(std::size_t count) const;

    const std::vector<Vector>& positions() const { return position_; }
    const std::vector<double>& densities() const { return density_; }

  private:
    const SedovOptions options_;
    const double mass_;  // of a particle
    std::vector<Vector> position_;
    std::vector<Vector> velocity_;
    std::vector<double> heat_;  // for each unit of mass
    // As they are expected to be at the end of a step, which pushes depend on.
    std::vector<Vector> expected_velocity_;
    std::vector<double> expected_heat_;
    std::vector<double> density_;
    std::vector<Push> push_;
};

}  // namespace scrump::apps
