#pragma once
// Contents of a bucket of a table of states: the slides' locking bit, which marks it as taken, and 63 bits of data. A
// bucket changes once, from empty to taken, until the table is cleared or grows.
//
// The data are a state of at most 63 bits; or the place and length of a longer one, and some bits of its hash, so that
// hardly any is read but the wanted one.

#include <scrump/states/table/place.hpp>

#include <cstddef>
#include <cstdint>

namespace scrump::detail {

struct Bucket {
    using Word = std::uint64_t;

    static constexpr Word empty = 0;
    static constexpr Word taken = Word{1} << 63U;

    static constexpr Word of_state(Word state) { return taken | state; }
    static constexpr Word state(Word bucket) { return bucket & ~taken; }

    // From the highest bit: taken, 12 bits of length, 15 of the hash, 36 of the place.
    static constexpr unsigned index_bits = 36;
    static constexpr unsigned tag_bits = 15;

    /// Everything except the place.
    static constexpr Word of_record(std::size_t words, Word hash) {
        return taken | Word{words} << (index_bits + tag_bits) | (hash & ((Word{1} << tag_bits) - 1)) << index_bits;
    }
    static constexpr std::size_t index(Word bucket) { return bucket & Place::max_index; }
    static constexpr std::size_t words(Word bucket) { return bucket >> (index_bits + tag_bits) & Place::max_words; }
    /// Whether two agree in everything except the place.
    static constexpr bool alike(Word one, Word other) { return (one ^ other) >> index_bits == 0; }
};

}  // namespace scrump::detail
