#pragma once
// The options of a table of states: its size, its states, and how far it is searched.

#include <cstddef>
#include <cstdint>
#include <string>

namespace scrump {

/// When the next chunk is requested before the current one has been examined.
enum class ChunkPrefetch : std::uint8_t {
    always,       ///< always, as in the slides
    when_needed,  ///< if the current chunk is not expected to have an empty bucket: efficiency_bound()
    never,
};

/// Options of a table, which must be the same in all localities. A bucket takes 8 bytes; memory that was never used
/// costs nothing.
struct TableOptions {
    std::string name = "states";    ///< name, for messages
    std::size_t buckets = 1 << 20;  ///< initial number of buckets in each locality, rounded up to lines of 8
    std::size_t max_buckets = 0;    ///< largest number of buckets in each locality; 0: the table does not grow

    /// Largest number of words of a state, at most 4095: a state has 1 to `state_words` words, and its bucket says
    /// where they lie. 0: a state is a word below 2^63, which lies in its bucket.
    std::size_t state_words = 0;
    /// Words in each locality for states of several words; 0: enough for as many of the longest states as there are
    /// buckets.
    std::size_t record_words = 0;

    std::size_t chunk = 0;  ///< size of a chunk in buckets, a multiple of 8; 0: chosen by the load factor (chunk_for())
    /// Number of chunks after which the table counts as full, of the largest size if sizes differ.
    std::size_t max_chunks = 64;
    ChunkPrefetch prefetch = ChunkPrefetch::when_needed;  ///< for chunks that come by messages

    /// Largest distance of a state from its home, in buckets.
    std::size_t max_examined() const;
    /// Throws UsageError, with the table's name, for invalid options.
    void check() const;
};

}  // namespace scrump
