#pragma once
// What is measured and what is claimed of it, as plain data: an experiment is a few variants that do the same work, and
// claims that compare them. Rows (rows.hpp) make experiments, measure.hpp runs them, table.hpp prints them.

#include <cstdint>
#include <functional>
#include <limits>
#include <map>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

namespace scrump::bench {

/// One run of one variant.
struct Sample {
    double seconds = 0;
    double units = 0;                      ///< how much was done, or taken: nodes, hashes, bytes
    std::string answer{};                  ///< must be the same in all runs of an experiment
    std::map<std::string, double> more{};  ///< what else the run told, by name; the same names in all runs of a variant
};

/// A way to do the work. `run()` is called once a round.
struct Variant {
    std::string name;
    std::function<Sample()> run;
};

/// How a number is written.
enum class Quantity : std::uint8_t { seconds, per_second, count, bytes };

/// What is taken of a sample.
struct Metric {
    std::string name;
    Quantity quantity = Quantity::seconds;
    std::function<double(const Sample&)> of;

    static const Metric seconds;
    static const Metric seconds_per_unit;
    static const Metric units_per_second;
    static const Metric units;
    static const Metric bytes;  ///< units that are bytes

    /// One of `Sample::more`.
    static Metric named(const std::string& name, Quantity quantity) {
        return {name, quantity, [name](const Sample& sample) { return sample.more.at(name); }};
    }
};

inline const Metric Metric::seconds = {"seconds", Quantity::seconds, [](const Sample& one) { return one.seconds; }};
inline const Metric Metric::seconds_per_unit = {"seconds_per_unit", Quantity::seconds,
                                                [](const Sample& one) { return one.seconds / one.units; }};
inline const Metric Metric::units_per_second = {"units_per_second", Quantity::per_second,
                                                [](const Sample& one) { return one.units / one.seconds; }};
inline const Metric Metric::units = {"units", Quantity::count, [](const Sample& one) { return one.units; }};
inline const Metric Metric::bytes = {"units", Quantity::bytes, [](const Sample& one) { return one.units; }};

/// What a row shows: one variant's metric, or that of two variants as a ratio or a difference; or by how much one
/// variant's metric varies: greatest less least, as a share of the least (equation 4.2 of Xie (2023)).
enum class Comparison : std::uint8_t { alone, ratio, difference, variability };

struct Target {
    enum class Side : std::uint8_t { at_most, at_least };
    Side side;
    double bound;

    static Target at_most(double bound) { return {Side::at_most, bound}; }
    static Target at_least(double bound) { return {Side::at_least, bound}; }
    bool reached_by(double value) const { return side == Side::at_most ? value <= bound : value >= bound; }
};

/// Two variants by their indices, as in a claim.
struct Beside {
    std::size_t subject = 0;
    std::size_t base = 0;
};

/// One row of the table.
struct Claim {
    std::string what;
    Metric metric = Metric::seconds;
    Comparison comparison = Comparison::ratio;
    std::size_t subject = 0;  ///< index of a variant
    std::size_t base = 0;     ///< the one that it is compared with, if there are two
    /// Candidates for the subject: the one with the least median takes its place, and the row says which. Empty: none.
    std::vector<std::size_t> best_of{};
    std::optional<Metric> per{};  ///< of the subject: what a difference is divided by
    /// Two more variants, by whose ratio a ratio is divided: a speed-up beside another one.
    std::optional<Beside> beside{};
    std::optional<Target> target{};  ///< none: for information
};

struct Experiment {
    std::string unit = "nodes";  ///< what `Sample::units` counts
    std::vector<Variant> variants{};
    std::vector<Claim> claims{};
    unsigned least_rounds = 1;                                    ///< runs too short for few rounds ask for more
    unsigned most_rounds = std::numeric_limits<unsigned>::max();  ///< long runs are content with fewer
};

/// Thrown by whoever makes an experiment that cannot be done here: a file or a program is missing.
struct Skipped : std::runtime_error {
    using std::runtime_error::runtime_error;
};

}  // namespace scrump::bench
