#pragma once
// How many round trips a table takes whose memory is elsewhere, under the ways to hash that part 1 of the distributed
// symbolic reachability slides considers: counted on tables that exist, in one process and without messages. A round
// trip is one read of consecutive memory, one write, or one compare-and-swap, that has to be waited for.

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace scrump::table_bench {

/// Averages over many states.
struct RoundTrips {
    double found = 0;     ///< to find one that is there
    double inserted = 0;  ///< to find that one is not, and to put it in
    bool full = false;    ///< some could not be put in
};

/// Which table, and how it is measured: filled up to the load, of which the last `measured` states are counted.
struct RivalOptions {
    std::size_t buckets = std::size_t{1} << 16U;
    double load = 0.5;
    std::size_t measured = 2000;
    std::uint64_t seed = 1;
};

/// Linear probing by chunks of so many buckets; a swap to put a state in.
RoundTrips linear_probing(const RivalOptions& options, std::size_t chunk);
/// Each bucket is the head of a list: a read for it and for each state of the list. To put one in, it is written, and
/// the head swapped.
RoundTrips chained(const RivalOptions& options);
/// Each state is in one of `ways` buckets of so many slots, each a read. Where all are full, a state of one of them
/// makes room and goes to another of its own, which is read; each move is a swap there and one here.
RoundTrips cuckoo(const RivalOptions& options, std::size_t ways, std::size_t slots);
/// Each state is within so many buckets from its home, which are one read. The first empty bucket is looked for by
/// reads of as many; it is moved nearer by moving states of before it, for each of which there are a read and two
/// swaps.
RoundTrips hopscotch(const RivalOptions& options, std::size_t neighbourhood);

/// Those of the slides with a name each.
struct Rival {
    std::string name;
    RoundTrips trips;
};
std::vector<Rival> all_rivals(const RivalOptions& options);

}  // namespace scrump::table_bench
