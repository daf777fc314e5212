#pragma once
// The coordinator of section 4.1 of Shatri (2023), without messages: it keeps a queue of steal requests and says to
// which victim each is to be relayed.
//
// In the paper it relays a request to anybody, until somebody gives something or all have ended. Here it remembers who
// has nothing: who asks for work itself, and who has rejected a request, until it gets work again; so a request that
// nobody can satisfy waits, and is relayed once somebody could. Messages of different localities overtake each other.
// So each says how many chunks its sender had received when it was sent: a rejection from before the victim got what
// the coordinator knows that it got says nothing.

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

    /// A request that is to be sent on.
    struct Relay {
        unsigned thief = 0;
        unsigned victim = 0;
        std::uint64_t number = 0;  ///< of the chunk that the thief is to get: how many it has received then
    };

    /// STL: a thief that has received so many chunks asks for another one.
    void requested(unsigned thief, std::uint64_t received);
    /// REJ: a victim that has received so many has nothing for the thief.
    void rejected(unsigned thief, unsigned victim, std::uint64_t received);
    /// A victim has sent the thief its chunk of that number.
    void granted(unsigned thief, std::uint64_t number);

    /// What is to be relayed now; to be called until there is nothing.
    std::optional<Relay> next();

    /// How many requests wait for somebody to have something.
    std::size_t waiting() const { return queue_.size(); }

  private:
    struct Locality {
        std::vector<unsigned> candidates{};  // whom it may steal from
        std::uint64_t received = 0;          // as far as is known
        bool empty = false;                  // nothing is to be had there, as far as is known
    };

    std::optional<unsigned> choose(unsigned thief);

    std::vector<Locality> localities_;
    std::deque<unsigned> queue_;  // thieves whose request is with nobody
    SplitMix64 random_;
};

}  // namespace scrump::detail
