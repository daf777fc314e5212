#pragma once
// Results of ordered tasks that were executed elsewhere, on their way to the locality that keeps the order.

#include "../../runtime/serving/snapshots.hpp"
#include "../../runtime/serving/termination.hpp"

#include <scrump/runtime/detail/component.hpp>
#include <scrump/runtime/detail/message_dispatcher.hpp>
#include <scrump/search/detail/search_locality.hpp>

namespace scrump::detail {

class OrderedResults final : public Component {
  public:
    OrderedResults(MessageDispatcher& messages, SearchLocality& home, Termination& termination, Snapshots& snapshots);

    bool on_time(Clock::time_point now) override;

    /// Later results are not final, but perhaps the best known.
    void on_end(bool complete) override {
        ended_ = true;
        complete_ = complete;
    }

  private:
    static constexpr Tag result{"ordered"};

    void take(unsigned from, Bytes finished);

    MessageDispatcher& messages_;
    SearchLocality& home_;
    Termination& termination_;
    Snapshots& snapshots_;
    bool ended_ = false;
    bool complete_ = true;
};

}  // namespace scrump::detail
