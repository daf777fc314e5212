#pragma once
// The technique for a loop that was given none, by what earlier runs at the same place have shown. Pure: told numbers,
// it answers with a technique.
//
// The first run is paced (detail/paced_rule.hpp), and measures. The second is `static` or has chunks of one size,
// whichever should take less time by these measurements, the third is paced again, now that caches and memory are warm.
// After that the one of the two whose last runs were faster is used; each sixteenth run measures anew.

#include <scrump/loops/result.hpp>
#include <scrump/loops/technique.hpp>

#include <cstdint>
#include <string>

namespace scrump::detail {

/// A technique and why it was chosen, as statistics tell it.
struct TechniqueChoice {
    Technique technique{};
    std::string reason{};
};

/// What runs of one loop have shown.
class LoopRecord {
  public:
    /// For the next run, of a loop of that many iterations.
    TechniqueChoice choose(std::uint64_t iterations) const;
    /// A run by the technique that was chosen; all its iterations were run.
    void learn(const Technique& technique, const LoopStatistics& run);

    /// What a paced run shows of a loop. Times are in seconds.
    struct Measured {
        std::uint64_t workers = 0;
        double mean = 0;       ///< time of an iteration
        double imbalance = 1;  ///< largest time of a worker's block, divided by their mean
    };
    static Measured measured(const LoopStatistics& run);
    const Measured& measured() const { return measured_; }

    /// Size of chunks that all have the same: getting them, and waiting for the last one, should take the least time.
    static std::uint64_t fixed_size(const Measured& loop, std::uint64_t iterations);
    /// Parallel time under chunks of that size, and under `static`, as far as these measurements tell.
    static double time_of_fixed(const Measured& loop, std::uint64_t iterations, std::uint64_t size);
    static double time_of_static(const Measured& loop, std::uint64_t iterations);

  private:
    // Time per iteration, of the last runs.
    struct Pace {
        std::uint64_t runs = 0;
        double seconds = 0;
        void add(double each) { seconds = runs++ == 0 ? each : (seconds + each) / 2; }
    };

    Technique predicted(std::uint64_t iterations) const;
    std::string reason_for(const Technique& technique) const;

    std::uint64_t runs_ = 0;
    Measured measured_;
    Pace paced_;
    Technique::Kind other_kind_ = Technique::Kind::automatic;  // none
    Pace other_;                                               // of that kind
};

}  // namespace scrump::detail
