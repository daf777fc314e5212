#pragma once
// The protocols by which workers with steal stacks keep each other busy: section 3 of Olivier and Prins (2008). They
// share everything but what makes them differ, and know nothing of what the nodes mean.

#include <scrump/metrics/stack_activity.hpp>
#include <scrump/pools/detail/word_columns.hpp>
#include <scrump/runtime/detail/worker_endpoints.hpp>
#include <scrump/stealing/detail/probe_order.hpp>
#include <scrump/stealing/steal_protocol.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>

namespace scrump::detail {

/// One worker's part in a protocol. While the worker explores its private nodes it calls poll() now and then; when they
/// are used up, refill().
class StackProtocol {
  public:
    using State = StackActivity::State;
    /// Told when the worker begins to do something else than working.
    using Enter = std::function<void(State)>;
    /// Told of a try to steal from another worker, and how many nodes came of it.
    using Tried = std::function<void(unsigned victim, std::size_t nodes)>;

    struct Setting {
        StealProtocol protocol;
        std::size_t batch = 1;  ///< nodes that are explored at once: so many should be there
        std::uint64_t seed = 1;
        Enter enter;
        Tried tried;

        /// Nodes that stay with a worker of a roomy stack: two chunks, or as many as make two whole batches.
        std::size_t release_threshold() const { return 2 * std::max<std::size_t>(protocol.chunk, batch); }
        /// In which order the worker at `endpoint` looks at the others.
        ProbeOrder order(const WorkerEndpoint& endpoint) const;
    };

    /// `private_part` holds what this worker has to explore; the endpoint's words are those of a StealStackLayout.
    static std::unique_ptr<StackProtocol> make(const Setting& setting, WordColumns& private_part,
                                               WorkerEndpoint& endpoint);
    /// How many words each endpoint needs for nodes of so many columns.
    static std::size_t words(const StealProtocol& protocol, std::size_t columns);

    StackProtocol() = default;
    StackProtocol(const StackProtocol&) = delete;
    StackProtocol& operator=(const StackProtocol&) = delete;
    virtual ~StackProtocol() = default;

    /// Gives and takes back: after so many nodes, made or explored.
    virtual void poll(std::uint64_t nodes) = 0;
    /// Gets nodes into the private part, which is empty. False: there are none anywhere any more, or the run is ending.
    virtual bool refill() = 0;

    /// What it has counted. Times are its owner's.
    const StackActivity& counts() const { return counts_; }

  protected:
    StackActivity counts_;
};

}  // namespace scrump::detail
