#pragma once
// The times at which better solutions were found.

#include <scrump/base/clock.hpp>
#include <scrump/search/result.hpp>

#include <cstddef>
#include <mutex>
#include <utility>
#include <vector>

namespace scrump::detail {

class Meter;

/// Records a better solution on a worker's timeline.
void note_incumbent(Meter& meter, double objective);

/// May be used by several threads at once.
class Improvements {
  public:
    /// Records a better solution found now.
    void note(double objective);
    /// Adds the improvements of another locality.
    void merge(const std::vector<Improvement>& others);

    /// In the order of time since `began`, each better than the previous one: greater, or less with `less`.
    std::vector<Improvement> since(Clock::time_point began, bool less) const;

  private:
    // This number is kept, and then only the last: some objectives improve in tiny steps.
    static constexpr std::size_t most = 10'000;

    mutable std::mutex mutex_;
    std::vector<std::pair<Clock::time_point, double>> noted_;
    std::vector<Improvement> merged_;
};

}  // namespace scrump::detail
