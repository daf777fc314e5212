#pragma once
// What a table of states is to be: how large, of what, and how far it is searched.

#include <cstddef>
#include <cstdint>
#include <string>

namespace scrump {

/// When the chunk that follows is requested before the present one has been looked through.
enum class ChunkPrefetch : std::uint8_t {
    always,       ///< as the slides have it
    when_needed,  ///< where the present one is not expected to have an empty bucket: efficiency_bound()
    never,
};

/// All localities must be given the same. A bucket takes 8 bytes; memory that was never used costs nothing.
struct TableOptions {
    std::string name = "states";    ///< for messages
    std::size_t buckets = 1 << 20;  ///< in each locality to begin with, rounded up to lines of 8
    std::size_t most_buckets = 0;   ///< in each locality, how far it can grow; 0: not beyond `buckets`

    /// 0: a state is a word below 2^63, which lies in its bucket. Else it has 1 to so many words (at most 4095), and
    /// its bucket says where they lie.
    std::size_t state_words = 0;
    /// Room for such states in each locality; 0: for as many of the longest as there are buckets.
    std::size_t record_words = 0;

    std::size_t chunk = 0;         ///< buckets: a multiple of 8, or 0: as many as the load factor wants (chunk_for())
    std::size_t most_chunks = 64;  ///< full after so many, of the largest size where sizes differ
    ChunkPrefetch prefetch = ChunkPrefetch::when_needed;  ///< of chunks that come by messages

    /// How many buckets a state may be from its home.
    std::size_t most_examined() const;
    /// Throws UsageError, with the table's name, for what cannot be.
    void check() const;
};

}  // namespace scrump
