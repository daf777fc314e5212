#pragma once
// When better solutions were found.

#include <scrump/base/clock.hpp>
#include <scrump/search/result.hpp>

#include <cstddef>
#include <mutex>
#include <utility>
#include <vector>

namespace scrump::detail {

/// May be used by several threads at once.
class Improvements {
  public:
    /// Something better was found now.
    void note(double objective);
    /// Takes in what was found in another locality.
    void merge(const std::vector<Improvement>& others);

    /// In the order of time since `began`, each better than the one before: greater, or `less` if that is better.
    std::vector<Improvement> since(Clock::time_point began, bool less) const;

  private:
    // So many are kept, and then only the last: some objectives improve in steps too small to speak of.
    static constexpr std::size_t most = 10'000;

    mutable std::mutex mutex_;
    std::vector<std::pair<Clock::time_point, double>> noted_;
    std::vector<Improvement> merged_;
};

}  // namespace scrump::detail
