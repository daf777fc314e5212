#pragma once
// The Sedov blast: energy that is set free in one place of a cold gas drives a shock wave outwards, whose radius grows
// as the time to the power of 2/5 (Sedov, "Similarity and Dimensional Methods in Mechanics", 1959). The gas is followed
// by smoothed particle hydrodynamics (Monaghan, "Smoothed particle hydrodynamics", Reports on Progress in Physics 68,
// 2005). Each step has two loops over particles, for densities and for forces; a particle costs as much as it has
// neighbours, so iterations differ, and differ more as the shock sweeps particles up.
//
// Particles fill a cube of side 1, beyond which is nothing. They are too cold to leave it before the shock is there.

#include <apps/step_cost.hpp>
#include <scrump/loops/options.hpp>
#include <scrump/loops/result.hpp>
#include <scrump/runtime/status.hpp>

#include <array>
#include <functional>
#include <string>
#include <vector>

namespace scrump::apps {

/// A place, a velocity or the like.
using Vector = std::array<double, 3>;

/// What blast to follow, and how closely. All lengths are in sides of the cube, all masses in that of the gas.
struct SedovOptions {
    unsigned side = 20;      ///< its cube is the number of particles; at most 256
    unsigned steps = 20;     ///< of time
    double energy = 1;       ///< that is set free, in the particles nearest to the centre
    double gamma = 5.0 / 3;  ///< ratio of specific heats
    double reach = 1.3;      ///< smoothing length, in distances between particles at rest; at most 4
    double viscosity = 1;    ///< of the gas in shocks (Monaghan's alpha)
    double courant = 0.3;    ///< share of the time in which a signal crosses a smoothing length that a step takes
    double cold = 1e-6;      ///< energy of all the gas before, as a share of what is set free
    bool operator==(const SedovOptions&) const = default;
};

/// The state after a step.
struct SedovStep {
    double time = 0;          ///< since the blast
    double energy = 0;        ///< of motion and heat together
    Vector momentum{};        ///< of all particles
    double shock_radius = 0;  ///< how far from the centre the densest hundredth of all particles are, at a mean
    bool operator==(const SedovStep&) const = default;
};

/// What became of the gas.
struct SedovResult {
    Status status = Status::complete;  ///< of the loops; what follows ends with the last step that was complete
    std::vector<SedovStep> steps{};    ///< one by one
    std::vector<Vector> positions{};   ///< of the particles, at the end
    std::vector<double> densities{};   ///< of the gas there, at the end; none without a step. At rest 1 but near faces
    LoopStatistics loops{};            ///< what the loops cost; nothing if they were run without Scrump
    std::vector<StepCost> costs{};     ///< the same, step by step
};

/// Follows the blast by ordinary loops. Throws UsageError for options that cannot be.
SedovResult run_sedov_serial(const SedovOptions& options);

/// The same, to the last bit, by loops of Scrump. Each locality has a part of the particles, and steals when it is done
/// with it: particles travel with copies of those around them, the ghosts. Of several processes (`loop.session`) each
/// knows its own particles, and before each loop gets ghosts of those of the others that are near; all return the
/// same. A time limit is one for each loop, or for all of them if `loop.began` is
/// set. `told` is called after each step, in every process. Throws UsageError as run_sedov_serial(), and what loops
/// throw.
SedovResult run_sedov(const SedovOptions& options, const LoopOptions& loop,
                      const std::function<void(const SedovStep&)>& told = {});

/// Writes a picture (PGM) of the gas in the middle plane of the cube at the end: the denser, the darker; particles are
/// squares as wide as they are apart at rest. Throws Error if it cannot be written.
void write_picture(const SedovOptions& options, const SedovResult& result, const std::string& file);

}  // namespace scrump::apps
