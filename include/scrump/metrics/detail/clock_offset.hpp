#pragma once
// Estimates the time of another machine's steady clock at a given time of the own clock. Such clocks begin anywhere and
// drift apart by some ten microseconds per second.
//
// After F. Cristian (Probabilistic clock synchronization, 1989): a process that asks for the time and gets the answer
// after a round trip r knows it to within r / 2, so the quickest of several answers is kept. The question is asked at
// the beginning and at the end of a run; in between the offset is assumed to change linearly.

#include <cstdint>
#include <optional>

namespace scrump::detail {

/// The offset between two clocks. Pure. All times are in nanoseconds.
class ClockOffset {
  public:
    enum class When : std::uint8_t { beginning, end };

    /// Adds an answer: asked and received by the own clock, `theirs` in between by the other one.
    void learn(When when, std::int64_t asked, std::int64_t theirs, std::int64_t received) {
        std::optional<Sample>& best = when == When::beginning ? beginning_ : end_;
        const std::int64_t trip = received - asked;
        if (best && best->trip <= trip) return;
        const std::int64_t middle = asked + trip / 2;
        best = Sample{.trip = trip, .theirs = theirs, .offset = theirs - middle};
    }

    /// The own clock's time when the other one showed `theirs`. Without any answer, the same time.
    std::int64_t to_own(std::int64_t theirs) const {
        if (!beginning_ && !end_) return theirs;
        if (!end_) return theirs - beginning_->offset;
        if (!beginning_) return theirs - end_->offset;
        const std::int64_t span = end_->theirs - beginning_->theirs;
        if (span <= 0) return theirs - beginning_->offset;
        const double share = static_cast<double>(theirs - beginning_->theirs) / static_cast<double>(span);
        const double drift = static_cast<double>(end_->offset - beginning_->offset) * share;
        return theirs - beginning_->offset - static_cast<std::int64_t>(drift);
    }

    /// The largest possible error: half of the longer of the two kept round trips.
    std::int64_t error() const {
        std::int64_t trip = 0;
        for (const auto& sample : {beginning_, end_}) {
            if (sample && sample->trip > trip) trip = sample->trip;
        }
        return trip / 2;
    }

  private:
    struct Sample {
        std::int64_t trip;
        std::int64_t theirs;
        std::int64_t offset;
    };

    std::optional<Sample> beginning_;
    std::optional<Sample> end_;
};

}  // namespace scrump::detail
