#pragma once
// One locality's part of a consistent snapshot of a running program: K. M. Chandy and L. Lamport, "Distributed
// snapshots: determining global states of distributed systems", ACM TOCS 3 (1985).
//
// Whoever begins, or receives the first marker, stops its workers, notes its own state, and then sends a marker to each
// other locality before anything else. What comes from another locality after the own state was noted, and before that
// one's marker, was on its way when the snapshot was made: it belongs to the state of the receiver. That needs messages
// between two localities to keep their order. Nobody waits for anybody else.
//
// This is the bookkeeping alone; the component notes and sends.

#include <scrump/metrics/counters.hpp>
#include <scrump/net/codec.hpp>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <utility>
#include <vector>

namespace scrump::detail {

/// What a marker says.
struct Marker {
    bool last = false;  ///< the workers stay stopped: the run is to end with this snapshot
};

/// A locality's part of a snapshot.
struct LocalSnapshot {
    Counters counters;
    std::chrono::nanoseconds pause{};  ///< no worker stood still for longer
    Bytes state;                       ///< what its client says that it holds
};

class Snapshot {
  public:
    Snapshot(unsigned self, unsigned size) : self_(self), marked_(size) {}

    bool under_way() const { return phase_ != Phase::none; }
    /// Whether workers are being stopped: until they are, messages must wait, or they would get into a state that is
    /// half noted.
    bool stopping() const { return phase_ == Phase::stopping; }
    bool last() const { return marker_.last; }
    const Marker& marker() const { return marker_; }

    void begin(Marker marker) {
        phase_ = Phase::stopping;
        marker_ = marker;
        std::fill(marked_.begin(), marked_.end(), false);
        marked_[self_] = true;
    }
    /// The workers stand still, and this is what the locality holds.
    void note(Bytes state) {
        phase_ = Phase::noted;
        state_ = std::move(state);
    }
    void marker_from(unsigned from) { marked_[from] = true; }
    /// Whether what comes from there now was on its way when the snapshot was made.
    bool crosses(unsigned from) const { return phase_ == Phase::noted && !marked_[from]; }
    void add(const Bytes& crossing) { state_ += crossing; }

    bool whole() const {
        return phase_ == Phase::noted &&
               std::all_of(marked_.begin(), marked_.end(), [](bool marked) { return marked; });
    }
    /// The locality's state, with what was on its way to it. Ends the snapshot.
    Bytes take() {
        phase_ = Phase::none;
        return std::move(state_);
    }
    void abandon() { phase_ = Phase::none; }

  private:
    enum class Phase : std::uint8_t { none, stopping, noted };

    const unsigned self_;
    Phase phase_ = Phase::none;
    Marker marker_{};
    std::vector<bool> marked_;  // whose marker has come, and this locality
    Bytes state_;
};

}  // namespace scrump::detail
