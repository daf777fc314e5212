#pragma once
// What a process has learned of its loops, by the place that calls them.

#include "technique_choice.hpp"

#include <scrump/loops/detail/call_site.hpp>

#include <cstddef>
#include <cstdint>
#include <map>
#include <mutex>
#include <utility>

namespace scrump::detail {

/// Any number of threads may use it.
class CallSites {
  public:
    /// Of this process.
    static CallSites& shared();

    /// A place, called in a session of that number.
    using Key = std::pair<CallSite, std::uint64_t>;

    TechniqueChoice choose(const Key& site, std::uint64_t iterations);
    void learn(const Key& site, const Technique& technique, const LoopStatistics& run);

    std::size_t size() const;
    /// More are not kept: the place that was not called for the longest time is forgotten.
    static constexpr std::size_t max_size = 256;

  private:
    struct Known {
        LoopRecord record;
        std::uint64_t last_call = 0;
    };

    Known& at(const Key& site);

    mutable std::mutex mutex_;
    std::map<Key, Known> known_;
    std::uint64_t calls_ = 0;
};

}  // namespace scrump::detail
