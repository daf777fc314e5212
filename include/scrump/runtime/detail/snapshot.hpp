#pragma once
// One locality's part of a consistent snapshot of a running program: K. M. Chandy and L. Lamport, "Distributed
// snapshots: determining global states of distributed systems", ACM TOCS 3 (1985).
//
// A locality that begins, or receives the first marker, stops its workers, records its own state, and then sends a
// marker to each other locality before anything else. Messages from another locality that arrive after the own state
// was recorded, and before that locality's marker, were on their way when the snapshot was made: they belong to the
// state of the receiver. This requires that messages between two localities keep their order. No locality waits for
// another.
//
// This is the bookkeeping alone; the component records and sends.

#include <scrump/metrics/counters.hpp>
#include <scrump/net/codec.hpp>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <utility>
#include <vector>

namespace scrump::detail {

/// Contents of a marker.
struct Marker {
    bool last = false;  ///< whether the workers stay stopped, because the run is to end with this snapshot
};

/// A locality's part of a snapshot.
struct LocalSnapshot {
    Counters counters;
    std::chrono::nanoseconds pause{};  ///< longest time for which a worker stood still
    Bytes state;                       ///< state of the locality, as given by its client
};

class Snapshot {
  public:
    Snapshot(unsigned self, unsigned size) : self_(self), marked_(size) {}

    bool under_way() const { return phase_ != Phase::none; }
    /// Whether workers are being stopped: until they are, messages must wait, or they would get into a half-recorded
    /// state.
    bool stopping() const { return phase_ == Phase::stopping; }
    bool last() const { return marker_.last; }
    const Marker& marker() const { return marker_; }

    void begin(Marker marker) {
        phase_ = Phase::stopping;
        marker_ = marker;
        std::fill(marked_.begin(), marked_.end(), false);
        marked_[self_] = true;
    }
    /// Records the state of the locality, whose workers stand still.
    void note(Bytes state) {
        phase_ = Phase::noted;
        state_ = std::move(state);
    }
    void marker_from(unsigned from) { marked_[from] = true; }
    /// Whether a message that arrives from there now was on its way when the snapshot was made.
    bool crosses(unsigned from) const { return phase_ == Phase::noted && !marked_[from]; }
    void add(const Bytes& crossing) { state_ += crossing; }

    bool whole() const {
        return phase_ == Phase::noted &&
               std::all_of(marked_.begin(), marked_.end(), [](bool marked) { return marked; });
    }
    /// The locality's state, with the messages that were on their way to it. Ends the snapshot.
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
    std::vector<bool> marked_;  // localities whose marker has arrived, and this one
    Bytes state_;
};

}  // namespace scrump::detail
