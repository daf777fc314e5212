#pragma once
// The gas of the blast: what is known of its particles, and what one step of time does to them.
//
// A particle's density is the sum of its neighbours' masses, each weighted by the cubic spline W of its distance.
// Particles i and j push each other by
//     m² (P_i / ρ_i² + P_j / ρ_j² + Π_ij) ∇W,
// the same in both directions, and what work that does is taken from the heat of both: momentum and energy do not
// change (Monaghan 2005, equations 2.21 and 2.42). Π is the viscosity that makes heat in shocks (Monaghan, "SPH and
// Riemann solvers", Journal of Computational Physics 136, 1997). Time goes on by leapfrog: half of a push, a drift, new
// pushes, the other half.

#include <apps/sedov/cells.hpp>
#include <apps/sedov/sedov.hpp>

#include <cstddef>
#include <vector>

namespace scrump::apps {

/// What its neighbours do to a particle.
struct Push {
    Vector acceleration{};
    double heating = 0;  ///< change of its heat with time
    double signal = 0;   ///< the fastest speed at which it and a neighbour learn of each other
};

/// All particles. To be called in this order, for each step: begin_step(), density_at() for all, set_densities(),
/// push_at() for all, set_pushes(), and end_step(), if the step had a beginning.
class Gas {
  public:
    /// Just after the blast. Throws UsageError for options that cannot be.
    explicit Gas(const SedovOptions& options);

    std::size_t size() const { return position_.size(); }
    /// How long the next step may be.
    double time_step() const;

    void begin_step(double time);
    double density_at(std::size_t i) const;
    void set_densities(const std::vector<double>& densities);
    Push push_at(std::size_t i) const;
    void set_pushes(const std::vector<Push>& pushes) { push_ = pushes; }
    void end_step(double time);

    /// What is to be told of a step.
    SedovStep state(double time) const;
    const std::vector<Vector>& positions() const { return position_; }
    const std::vector<double>& densities() const { return density_; }

  private:
    void warm();
    double shock_radius() const;

    const SedovOptions options_;
    const double mass_;     // of a particle
    const double spacing_;  // of particles at rest
    const double reach_;    // smoothing length
    const double norm_;     // of the kernel
    Cells cells_;
    std::vector<Vector> position_;
    std::vector<Vector> velocity_;
    std::vector<double> heat_;  // for each unit of mass
    // As they are expected to be at the end of a step, which pushes depend on.
    std::vector<Vector> expected_velocity_;
    std::vector<double> expected_heat_;
    std::vector<double> density_;
    std::vector<double> pressure_;  // divided by the square of the density
    std::vector<double> sound_;     // its speed
    std::vector<Push> push_;
};

}  // namespace scrump::apps
