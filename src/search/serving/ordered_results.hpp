#pragma once
// What ordered tasks found that were executed elsewhere, on its way to who keeps the order.

#include "snapshots.hpp"
#include "termination.hpp"

#include <scrump/runtime/component.hpp>
#include <scrump/runtime/message_dispatcher.hpp>
#include <scrump/search/locality.hpp>

namespace scrump {

class OrderedResults final : public Component {
  public:
    OrderedResults(MessageDispatcher& messages, Locality& home, Termination& termination, Snapshots& snapshots);

    bool on_time(Clock::time_point now) override;

    /// The run ends, `complete` or early. What comes now is nothing final, but perhaps the best known.
    void end(bool complete) {
        ended_ = true;
        complete_ = complete;
    }

  private:
    static constexpr Tag result{"ordered"};

    void take(unsigned from, Bytes finished);

    MessageDispatcher& messages_;
    Locality& home_;
    Termination& termination_;
    Snapshots& snapshots_;
    bool ended_ = false;
    bool complete_ = true;
};

}  // namespace scrump
