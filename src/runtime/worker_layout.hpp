#pragma once
// How many localities and workers a run has in this process, and what connects them.

#include <scrump/net/detail/network.hpp>
#include <scrump/runtime/settings.hpp>

#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace scrump::detail {

/// What this process contributes to a run: how many localities and workers, and where they run.
struct WorkerLayout {
    unsigned localities = 1;                 ///< in this process
    unsigned workers = 1;                    ///< of each
    std::vector<unsigned> processing_units;  ///< processors for all its workers, locality by locality; empty: anywhere

    /// Throws UsageError for settings that cannot be.
    static void check(const Settings& settings);
    /// Throws as that.
    static WorkerLayout of(const Settings& settings);
    /// Collective: with as many workers as the first process has, which steal stacks need.
    WorkerLayout agreed(const Settings& settings) const;

    std::span<const unsigned> places_of(unsigned locality) const {
        if (processing_units.empty()) return {};
        return std::span(processing_units).subspan(std::size_t{locality} * workers, workers);
    }
};

/// What connects the run's localities, and what this process is called among others ("" if it is alone).
std::unique_ptr<Network> connect(const Settings& settings, const WorkerLayout& layout);
std::string title_of_process(const Settings& settings);

/// The processors that this process's workers may use, best first: where processes of a host share them, its share.
/// Empty where unknown.
const std::vector<unsigned>& usable_processors(const Settings& settings);

}  // namespace scrump::detail
