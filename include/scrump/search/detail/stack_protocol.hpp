#pragma once
// The protocols by which workers with steal stacks keep each other busy: section 3 of Olivier and Prins (2008). They
// share everything except their differences, and know nothing of the meaning of nodes.

#include <scrump/metrics/stack_activity.hpp>
#include <scrump/pools/detail/open_nodes.hpp>
#include <scrump/runtime/detail/worker_endpoints.hpp>
#include <scrump/stealing/detail/probe_order.hpp>
#include <scrump/stealing/steal_protocol.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>

namespace scrump::detail {

/// One worker's part in a protocol. While the worker explores its private nodes it calls poll() from time to time; when
/// they are used up, refill().
class StackProtocol {
  public:
    using State = StackActivity::State;
    /// Called when the worker begins to do something else than working.
    using Enter = std::function<void(State)>;
    /// Called after an attempt to steal from another worker, with the number of nodes.
    using Tried = std::function<void(unsigned victim, std::size_t nodes)>;

    struct Setting {
        StealProtocol protocol;
        std::size_t batch = 1;  ///< nodes that are explored at once: this number should be available
        /// Whether the private part holds only nodes that are to be shared, which are taken out of the worker's own
        /// subtree when stock() asks for them.
        bool draws = false;
        std::uint64_t seed = 1;
        Enter enter;
        Tried tried;

        /// Number of nodes that stay with a worker of a roomy stack: two chunks, or enough for two whole batches.
        std::size_t release_threshold() const { return 2 * std::max<std::size_t>(protocol.chunk, batch); }
        /// The order in which the worker at `endpoint` looks at the others.
        ProbeOrder order(const WorkerEndpoint& endpoint) const;
    };

    /// `private_part` holds the nodes that this worker has to explore; the endpoint's words are those of a
    /// StealStackLayout.
    static std::unique_ptr<StackProtocol> make(const Setting& setting, OpenNodes& private_part,
                                               WorkerEndpoint& endpoint);
    /// Number of words that each endpoint needs for chunks of this number of words.
    static std::size_t words(const StealProtocol& protocol, std::size_t chunk_words);

    StackProtocol() = default;
    StackProtocol(const StackProtocol&) = delete;
    StackProtocol& operator=(const StackProtocol&) = delete;
    virtual ~StackProtocol() = default;

    /// Gives and takes back chunks, after this number of nodes was made or explored.
    virtual void poll(std::uint64_t nodes) = 0;
    /// Number of nodes that the private part should have before poll(), if the worker draws them.
    virtual std::size_t stock() const = 0;
    /// Gets nodes into the private part, which is empty. Returns false if no worker has any, or the run is ending.
    virtual bool refill() = 0;

    /// Its counts. The owner measures the times.
    const StackActivity& counts() const { return counts_; }

  protected:
    StackActivity counts_;
};

}  // namespace scrump::detail
