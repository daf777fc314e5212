#pragma once
// The coordinator of section 4.1 of Shatri (2023), without messages: it keeps a queue of steal requests and decides to
// which victim each is to be relayed.
//
// In the paper it relays a request to any locality, until one gives something or all have ended. Here it remembers
// which localities have nothing: those that ask for work themselves, and those that have rejected a request, until they
// get work again; so a request that cannot be satisfied waits, and is relayed once some locality could satisfy it.
// Messages of different localities overtake each other. So each carries the number of chunks that its sender had
// received when it was sent: a rejection from before the victim got its last known chunk means nothing.

#include <scrump/base/random.hpp>
#include <scrump/loops/stealing.hpp>
#include <scrump/net/topology.hpp>

#include <cstdint>
#include <deque>
#include <optional>
#include <vector>

namespace scrump::detail {

class Coordinator {
  public:
    Coordinator(const StealOrder& order, const Topology& topology, std::uint64_t seed);

    /// A request that is to be relayed.
    struct Relay {
        unsigned thief = 0;
        unsigned victim = 0;
        std::uint64_t number = 0;  ///< number of the thief's next chunk: the number that it has received by then
    };

    /// STL: a thief that has received this number of chunks asks for another one.
    void requested(unsigned thief, std::uint64_t received);
    /// REJ: a victim that has received this number of chunks has nothing for the thief.
    void rejected(unsigned thief, unsigned victim, std::uint64_t received);
    /// Records that a victim has sent the thief its chunk of that number.
    void granted(unsigned thief, std::uint64_t number);

    /// The next request to be relayed; to be called until there is none.
    std::optional<Relay> next();

    /// Number of requests that wait for a locality with work.
    std::size_t waiting() const { return queue_.size(); }

  private:
    struct Locality {
        std::vector<unsigned> candidates{};  // victims from which it may steal
        std::uint64_t received = 0;          // as far as known
        bool empty = false;                  // no work is available there, as far as known
    };

    std::optional<unsigned> choose(unsigned thief);

    std::vector<Locality> localities_;
    std::deque<unsigned> queue_;  // thieves whose request waits here
    SplitMix64 random_;
};

}  // namespace scrump::detail
