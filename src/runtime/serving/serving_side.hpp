#pragma once
// A locality's side towards the others: the components that serve it, and the order in which they come. Served by one
// thread, which alone uses the transport.

#include "agreement_exchange.hpp"
#include "endpoint_messages.hpp"
#include "keep_alive.hpp"
#include "run_end.hpp"
#include "snapshots.hpp"
#include "statistics_exchange.hpp"
#include "stealing.hpp"
#include "termination.hpp"
#include "trace_exchange.hpp"

#include <scrump/base/clock.hpp>
#include <scrump/net/detail/transport.hpp>
#include <scrump/runtime/detail/locality.hpp>
#include <scrump/runtime/detail/message_dispatcher.hpp>
#include <scrump/runtime/detail/thief.hpp>

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace scrump::detail {

/// The parts of the runtime that a client's own components may need.
struct ServingParts {
    MessageDispatcher& messages;
    const AgreementExchange& agreement;
    Termination& termination;
    Snapshots& snapshots;
    Stealing& stealing;
};

class ServingSide {
  public:
    /// `title` names the locality's process.
    ServingSide(Locality& home, Transport& transport, Thief& thief, std::string title, Clock::time_point now);

    /// Does everything that is due now; returns whether it did anything that may have made more work.
    bool serve(Clock::time_point now);

    /// When serve() is to be called again even if nothing happens.
    std::optional<Clock::time_point> deadline() const;
    bool awaits_reply() const;
    bool expects_tasks(Clock::time_point now) const { return stealing_.expects_tasks(now); }
    std::optional<unsigned> lost(Clock::time_point now) { return keep_alive_.lost(now); }

    // --- For the code that runs everything

    AgreementExchange& agreement() { return agreement_; }
    RunEnd& end() { return end_; }
    const RunEnd& end() const { return end_; }
    Snapshots& snapshots() { return snapshots_; }
    StatisticsExchange& statistics() { return statistics_; }
    TraceExchange& trace() { return trace_; }
    /// Names of messages, for the trace.
    MessageNames message_names() const { return messages_.names(); }

  private:
    LocalityStatistics own_statistics(Clock::time_point now) const;

    Locality& home_;
    Thief& thief_;
    const std::string title_;
    MessageDispatcher messages_;

    KeepAlive keep_alive_;
    AgreementExchange agreement_;
    RunEnd end_;
    Termination termination_;
    StatisticsExchange statistics_;
    TraceExchange trace_;
    Snapshots snapshots_;
    EndpointMessages endpoints_;
    Stealing stealing_;
    std::vector<std::unique_ptr<Component>> of_client_;
    std::vector<Component*> while_running_;  // in the order in which they are called
};

}  // namespace scrump::detail
