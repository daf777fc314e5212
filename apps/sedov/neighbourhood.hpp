#pragma once
// Particles and their neighbours: what they do to each other. A particle's density is the sum of its neighbours'
// masses, each weighted by the cubic spline W of its distance. Particles i and j push each other by
//     m² (P_i / ρ_i² + P_j / ρ_j² + Π_ij) ∇W,
// the same in both directions, and what work that does is taken from the heat of both: momentum and energy do not
// change (Monaghan 2005, equations 2.21 and 2.42). Π is the viscosity that makes heat in shocks (Monaghan, "SPH and
// Riemann solvers", Journal of Computational Physics 136, 1997).
//
// A neighbourhood may be all of the gas, or the particles of a part of it and copies of those around it, the ghosts: as
// long as all that are near a particle are there, and in the same order, it finds the same to the last bit.

#include <apps/sedov/cells.hpp>
#include <apps/sedov/sedov.hpp>

#include <scrump/loops/chunk_rule.hpp>
#include <scrump/net/codec.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

namespace scrump::apps {

/// What its neighbours see of a particle. Densities and what follows from them are known in the second loop of a step.
struct Seen {
    Vector position{};
    Vector velocity{};  ///< as expected at the end of the step
    double density = 0;
    double pressure = 0;  ///< divided by the square of the density
    double sound = 0;     ///< its speed
};

/// What its neighbours do to a particle.
struct Push {
    Vector acceleration{};
    double heating = 0;  ///< change of its heat with time
    double signal = 0;   ///< the fastest speed at which it and a neighbour learn of each other
};

class Neighbourhood {
  public:
    explicit Neighbourhood(const SedovOptions& options);

    const SedovOptions& options() const { return options_; }
    std::size_t size() const { return particles_.size(); }
    const Cells& cells() const { return cells_; }

    /// These, in the order of their numbers.
    void assign(std::vector<Seen> particles);
    /// Of particle `i` of these.
    double density_at(std::size_t i) const;
    Push push_at(std::size_t i) const;

    /// Particles `first` up to `last` and all that may be near them, in order; and where among these the first one is.
    std::pair<std::vector<Seen>, std::size_t> around(std::size_t first, std::size_t last) const;

  private:
    SedovOptions options_;
    double mass_;   // of a particle
    double reach_;  // smoothing length
    double norm_;   // of the kernel
    Cells cells_;
    std::vector<Seen> particles_;
    std::vector<Vector> positions_;  // the same, side by side
};

/// The particles of a locality in a loop which finds something of each: an iteration is a particle. To a thief goes an
/// object of those that it gets and of the ghosts around them; back comes what was found.
template <Transferable Found>
class Particles {
  public:
    /// Particles from the `first` one of a neighbourhood on, as many as there is room for in `found`.
    Particles(const Neighbourhood& near, std::size_t first, std::span<Found> found)
        : near_(&near), first_(first), found_(found) {}

    /// Of a thief.
    class Stolen {
      public:
        Stolen(const SedovOptions& options, std::size_t count, Bytes bytes) : near_(options), found_(count) {
            Decoder from(std::move(bytes));
            first_ = static_cast<std::size_t>(from.get<std::uint64_t>());
            near_.assign(from.get<std::vector<Seen>>());
        }
        Particles view() { return Particles(near_, first_, found_); }

      private:
        Neighbourhood near_;
        std::size_t first_ = 0;
        std::vector<Found> found_;
    };

    // --- See LoopData

    std::uint64_t size() const { return found_.size(); }
    Particles elements(ChunkRule::Range range) const {
        return Particles(*near_, first_ + static_cast<std::size_t>(range.first),
                         found_.subspan(static_cast<std::size_t>(range.first), static_cast<std::size_t>(range.size())));
    }
    Bytes pack(ChunkRule::Range range) const {
        const auto [particles, first] = near_->around(first_ + static_cast<std::size_t>(range.first),
                                                      first_ + static_cast<std::size_t>(range.last));
        return Encoder().put(std::uint64_t{first}).put(particles).take();
    }
    Bytes results(ChunkRule::Range range) const {
        Encoder to;
        for (const Found& each : elements(range).found_) to.put(each);
        return to.take();
    }
    void put(ChunkRule::Range range, Bytes results) const {
        Decoder from(std::move(results));
        for (Found& each : elements(range).found_) each = from.get<Found>();
    }
    Stolen unpack(std::uint64_t count, Bytes bytes) const {
        return Stolen(near_->options(), static_cast<std::size_t>(count), std::move(bytes));
    }
    template <class Body>
    static void call(const Body& body, const Particles& some, std::size_t place, std::uint64_t /*index*/) {
        body(*some.near_, some.first_ + place, some.found_[place]);
    }

  private:
    const Neighbourhood* near_;
    std::size_t first_;
    std::span<Found> found_;
};

}  // namespace scrump::apps
