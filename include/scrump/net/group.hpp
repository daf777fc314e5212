#pragma once
// The processes that run a program together, each the same program (SPMD).

#include <scrump/net/network.hpp>

#include <memory>
#include <string>
#include <vector>

namespace scrump {

/// All members but fail() are collective: every process calls them in the same order. The thread that made the group
/// makes all calls.
class Group {
  public:
    Group() = default;
    Group(const Group&) = delete;
    Group& operator=(const Group&) = delete;
    /// Leaves: waits for the others to leave too, so that nothing is on its way any more. After fail() on any process,
    /// the others' next call (or their receive() of a network) throws, and then they leave as well.
    virtual ~Group() = default;

    virtual unsigned self() const = 0;
    virtual unsigned size() const = 0;
    /// "rank 2 on node17": for messages.
    virtual std::string title() const = 0;

    /// The bytes that process 0 gave, at every process.
    virtual Bytes broadcast(Bytes bytes) = 0;

    /// A network for one run. In a group of one process it has `localities` localities, all in this process; otherwise
    /// one in each process, and `localities` must be 1.
    virtual std::unique_ptr<Network> connect(unsigned localities) = 0;

    /// Operating-system numbers of the processors that this process's workers should use, best first: those it may use
    /// (runtime/places.hpp), shared out where processes of one host may use the same ones. Empty where unknown.
    virtual const std::vector<unsigned>& places() const = 0;

    /// This process cannot go on because of `why`: all others will end with an error that names it and says why.
    virtual void fail(const std::string& why) noexcept = 0;
};

}  // namespace scrump
