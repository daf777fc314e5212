#pragma once
// An allowance of work. What ends for lack of it is the same everywhere; the work also ends at its thread's deadline.

#include <scrump/base/deadline.hpp>

#include <algorithm>
#include <cstdint>

namespace scrump::colouring {

class Effort {
  public:
    /// `steps` of about a nanosecond; the deadline is looked at about every millisecond.
    explicit Effort(std::int64_t steps) : left_(steps) {}

    void spend(std::int64_t steps) {
        left_ -= steps;
        unasked_ += steps;
        if (unasked_ < 1'000'000) return;
        unasked_ = 0;
        if (deadline_.passed()) left_ = 0;
    }
    /// Leaves at most `steps`.
    void cut(std::int64_t steps) { left_ = std::min(left_, steps); }
    bool over() const { return left_ <= 0; }

  private:
    std::int64_t left_;
    std::int64_t unasked_ = 0;
    Deadline deadline_ = Deadline::current();
};

}  // namespace scrump::colouring
