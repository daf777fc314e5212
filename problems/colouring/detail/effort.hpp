#pragma once
// An allowance of work. What ends for lack of it is the same everywhere; the work may also be told to end.

#include <algorithm>
#include <cstdint>
#include <functional>
#include <utility>

namespace scrump::colouring {

class Effort {
  public:
    /// `steps` of about a nanosecond, as long as `go_on()` returns true, which is asked about every millisecond.
    Effort(std::int64_t steps, std::function<bool()> go_on) : left_(steps), go_on_(std::move(go_on)) {}

    void spend(std::int64_t steps) {
        left_ -= steps;
        unasked_ += steps;
        if (unasked_ < 1'000'000) return;
        unasked_ = 0;
        if (!go_on_()) left_ = 0;
    }
    /// Leaves at most `steps`.
    void cut(std::int64_t steps) { left_ = std::min(left_, steps); }
    bool over() const { return left_ <= 0; }

  private:
    std::int64_t left_;
    std::int64_t unasked_ = 0;
    std::function<bool()> go_on_;
};

}  // namespace scrump::colouring
