#pragma once
// The numbers of localities and workers of a run in this process, and their connection.

#include <scrump/net/detail/network.hpp>
#include <scrump/runtime/detail/look_time.hpp>
#include <scrump/runtime/settings.hpp>

#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace scrump::detail {

/// The contribution of this process to a run: numbers of localities and workers, and where they run.
struct WorkerLayout {
    unsigned localities = 1;                 ///< in this process
    unsigned workers = 1;                    ///< workers of each locality
    Looks looks = Looks::never;              ///< of its threads for the next run
    std::vector<unsigned> processing_units;  ///< processors for all its workers, locality by locality; empty: anywhere

    /// Throws UsageError for invalid settings.
    static void check(const Settings& settings);
    /// Throws like that.
    static WorkerLayout of(const Settings& settings);
    /// Collective: with as many workers as the first process has, as steal stacks need.
    WorkerLayout agreed(const Settings& settings) const;

    /// Gives worker 0 of the first locality the processor of the calling thread, if it is one of those.
    void begin_here();

    std::span<const unsigned> places_of(unsigned locality) const {
        if (processing_units.empty()) return {};
        return std::span(processing_units).subspan(std::size_t{locality} * workers, workers);
    }
};

/// The connection of the run's localities, and the title of this process among others ("" if it is alone).
std::unique_ptr<Network> connect(const Settings& settings, const WorkerLayout& layout);
std::string title_of_process(const Settings& settings);

/// The processors that this process's workers may use, best first: if processes of a host share them, its share. Empty
/// if unknown.
const std::vector<unsigned>& usable_processors(const Settings& settings);

}  // namespace scrump::detail
