#pragma once
// A locality's part in consistent snapshots of the run (runtime/snapshot.hpp): stops its workers, records its state,
// and delivers it to locality 0 when no messages that were on their way can come any more.

#include "local_snapshots.hpp"

#include <scrump/runtime/detail/component.hpp>
#include <scrump/runtime/detail/locality.hpp>
#include <scrump/runtime/detail/message_dispatcher.hpp>
#include <scrump/runtime/detail/snapshot.hpp>

#include <functional>
#include <optional>
#include <vector>

namespace scrump::detail {

class Snapshots final : public Component {
  public:
    Snapshots(MessageDispatcher& messages, Locality& home, const Traffic& traffic);

    bool on_time(Clock::time_point now) override;

    /// Locality 0: begins a snapshot of the run, unless one is under way. If it is the `last` one, all workers stay
    /// stopped until the run is stopped.
    void begin(bool last);
    /// Locality 0: whether some localities have not delivered their part yet.
    bool under_way() const { return delivered_.expecting(); }
    /// Locality 0: the parts, once all have come. The snapshot is then over.
    std::optional<std::vector<LocalSnapshot>> take() { return delivered_.take(); }

    /// Whether work that comes from there now was on its way when the state was recorded; it then belongs to it.
    bool crosses(unsigned from) const { return snapshot_.crosses(from); }
    void add(const Bytes& crossing) { snapshot_.add(crossing); }

    /// Ends all recording.
    void on_end(bool complete) override;

  private:
    static constexpr Tag marker{"marker"};
    static constexpr Tag local_snapshot{"local-snapshot"};

    void enter(Marker with);
    void deliver(LocalSnapshot snapshot);

    MessageDispatcher& messages_;
    Locality& home_;
    const Traffic& traffic_;
    Snapshot snapshot_;
    LocalSnapshot noted_;  // of this locality, without the state
    bool ended_ = false;
    LocalSnapshots delivered_;  // at locality 0
};

}  // namespace scrump::detail
