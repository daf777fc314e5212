// Eight nodes at a time, with AVX2. Lanes are chosen by vectors of ones and zeros, and numbers compare as signed ones.

#if defined(__x86_64__)

#include <immintrin.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <limits>

#include "detail/batches.hpp"
#include "detail/pieces.hpp"
#include "detail/sha1_many.hpp"
#include "detail/space.hpp"

namespace scrump::uts {

namespace {

using Words = __m256i;
constexpr std::size_t lanes = 8;

[[gnu::target("avx2"), gnu::always_inline]] inline Words all(std::uint32_t value) {
    return _mm256_set1_epi32(static_cast<int>(value));
}
[[gnu::target("avx2"), gnu::always_inline]] inline Words load(const std::uint32_t* from) {
    return _mm256_loadu_si256(reinterpret_cast<const Words*>(from));
}
[[gnu::target("avx2"), gnu::always_inline]] inline void store(std::uint32_t* to, Words words) {
    _mm256_storeu_si256(reinterpret_cast<Words*>(to), words);
}
[[gnu::target("avx2"), gnu::always_inline]] inline Words upwards() {
    return _mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7);
}
[[gnu::target("avx2"), gnu::always_inline]] inline Words gather(const std::uint32_t* from, Words places, Words where) {
    return _mm256_mask_i32gather_epi32(_mm256_setzero_si256(), reinterpret_cast<const int*>(from), places, where, 4);
}
// One bit for each lane.
[[gnu::target("avx2"), gnu::always_inline]] inline std::uint32_t bits(Words where) {
    return static_cast<std::uint32_t>(_mm256_movemask_ps(_mm256_castsi256_ps(where)));
}
// Lane i is word `order`[i] of these.
[[gnu::target("avx2"), gnu::always_inline]] inline Words ordered(const std::uint32_t* words, Words order) {
    return _mm256_permutevar8x32_epi32(load(words), order);
}

// The first lanes, those that stand for nodes.
[[gnu::target("avx2"), gnu::always_inline]] inline Words first_lanes(std::size_t count) {
    return _mm256_cmpgt_epi32(all(static_cast<std::uint32_t>(std::min(count, lanes))), upwards());
}
// Where depths are less than the limit; no node is as deep as 2^31.
[[gnu::target("avx2"), gnu::always_inline]] inline Words less(Words depths, std::uint64_t limit) {
    constexpr std::uint64_t greatest = std::numeric_limits<std::int32_t>::max();
    return _mm256_cmpgt_epi32(all(static_cast<std::uint32_t>(std::min(limit, greatest))), depths);
}

// Draws one by one what the tables do not tell.
[[gnu::target("avx2"), gnu::noinline]] void draw_singly(const Space& space, std::uint32_t which, Words values,
                                                        Words depths, std::uint32_t* counts) {
    std::array<std::uint32_t, lanes> value;
    std::array<std::uint32_t, lanes> depth;
    store(value.data(), values);
    store(depth.data(), depths);
    for (; which != 0; which &= which - 1) {
        const auto lane = static_cast<std::size_t>(std::countr_zero(which));
        counts[lane] = space.children({0, 0, 0, 0, value[lane]}, depth[lane]);
    }
}

// Writes the numbers of children of eight nodes, of which those in `used` stand for nodes.
template <Draw draw>
[[gnu::target("avx2"), gnu::always_inline]] inline void write_counts(const Space& space, Words states, Words depths,
                                                                     Words used, std::uint32_t* counts) {
    if constexpr (draw == Draw::balanced) {
        const Words inner = less(depths, space.tree().max_depth);
        return store(counts, _mm256_and_si256(inner, all(space.balanced_children())));
    }
    const Words values = _mm256_and_si256(states, all(0x7fffffff));
    Words binomial = _mm256_setzero_si256();
    if constexpr (draw == Draw::binomial || draw == Draw::hybrid) {
        // The threshold may be 2^31, one less is not.
        const Words has_none = _mm256_cmpgt_epi32(values, all(space.binomial_threshold() - 1));
        binomial = _mm256_andnot_si256(has_none, all(space.tree().m));
    }
    if constexpr (draw == Draw::binomial) {
        store(counts, binomial);
    } else {
        Words geometric = used;
        if constexpr (draw != Draw::tables) geometric = _mm256_and_si256(used, less(depths, space.geometric_depths()));
        Words in_table = geometric;
        Words places = _mm256_srli_epi32(values, GeometricTable::low_bits);
        if constexpr (draw != Draw::one_table) {
            in_table = _mm256_and_si256(geometric, less(depths, space.table_of_depth().size()));
            const Words tables = gather(space.table_of_depth().data(), depths, in_table);
            places = _mm256_add_epi32(places, _mm256_mullo_epi32(tables, all(Space::table_stride)));
        }
        const Words entries = gather(space.entries(), places, in_table);
        const Words base =
            _mm256_and_si256(_mm256_srli_epi32(entries, GeometricTable::base_shift), all(GeometricTable::base_mask));
        const Words low = _mm256_and_si256(values, all(GeometricTable::low_mask));
        const Words below_step = _mm256_cmpgt_epi32(_mm256_and_si256(entries, all(GeometricTable::step_mask)), low);
        const Words drawn =
            _mm256_and_si256(geometric, _mm256_add_epi32(base, _mm256_andnot_si256(below_step, all(1))));
        store(counts, draw == Draw::hybrid ? _mm256_blendv_epi8(binomial, drawn, geometric) : drawn);
        // The sign of an entry says that it does not tell all.
        const std::uint32_t untold = bits(_mm256_andnot_si256(in_table, geometric)) | bits(entries);
        if (untold != 0) [[unlikely]]
            draw_singly(space, untold, values, depths, counts);
    }
}

template <Draw draw>
[[gnu::target("avx2")]] void expand_by(const Space& space, const Nodes& nodes, std::size_t first, std::size_t count,
                                       Nodes& children) {
    const Columns<const std::uint32_t> from(nodes, first);
    Layout layout(from[children_column], count);
    PieceMessages messages;
    while (layout.next()) {
        const Columns<std::uint32_t> to(children, children.size());
        for (std::size_t at = 0; at < layout.size(); at += lanes) {
            // Each lane's parent, counted from that of the first lane; it is one of the next few.
            const std::uint32_t nearest = *layout.parents(at);
            const Words parent = _mm256_sub_epi32(
                _mm256_cvtepu8_epi32(_mm_loadl_epi64(reinterpret_cast<const __m128i*>(layout.parents(at)))),
                all(nearest));
            const std::size_t base = layout.first() + nearest;
            for (std::size_t word = 0; word < state_words; ++word)
                store(&messages.words[word][at], ordered(from[word] + base, parent));
            const Words place = _mm256_add_epi32(upwards(), all(static_cast<std::uint32_t>(at)));
            store(&messages.words[state_words][at], _mm256_sub_epi32(place, ordered(layout.starts(nearest), parent)));
            for (const std::size_t column : {depth_column, Nodes::words})
                store(to[column] + at, _mm256_add_epi32(ordered(from[column] + base, parent), all(1)));
        }
        space.hash_children(messages.columns(), {to[0], to[1], to[2], to[3], to[4]}, layout.size());
        for (std::size_t at = 0; at < layout.size(); at += lanes)
            write_counts<draw>(space, load(to[state_words - 1] + at), load(to[depth_column] + at),
                               first_lanes(layout.size() - at), to[children_column] + at);
        children.extend(layout.size());
    }
}

[[gnu::target("avx2")]] void expand(const Space& space, const Nodes& nodes, std::size_t first, std::size_t count,
                                    Nodes& children) {
    const Census census = take_census(nodes.column(children_column) + first, count);
    if (census.has_leaves) [[unlikely]] {
        const Nodes inner = inner_nodes(nodes, first, count);
        return expand(space, inner, 0, inner.size(), children);
    }
    children.reserve(census.children);
    with_draw(space.draw(), [&]<Draw draw>() { expand_by<draw>(space, nodes, first, count, children); });
}

// [mask]: a byte for each lane, those whose bit is set first.
constexpr std::array<std::uint64_t, 256> lanes_of_mask = [] {
    std::array<std::uint64_t, 256> table{};
    for (unsigned mask = 0; mask < 256; ++mask) {
        unsigned kept = 0;
        for (std::uint64_t lane = 0; lane < 8; ++lane) {
            if ((mask >> lane & 1) != 0) table[mask] |= lane << (8 * kept++);
        }
    }
    return table;
}();

[[gnu::target("avx2")]] void append_inner(const Nodes& nodes, Nodes& stack) {
    stack.reserve(nodes.size());
    const std::uint32_t* const counts = nodes.column(children_column);
    std::size_t to = stack.size();
    for (std::size_t at = 0; at < nodes.size(); at += lanes) {
        const Words leaf = _mm256_cmpeq_epi32(load(counts + at), _mm256_setzero_si256());
        const std::uint32_t inner = bits(_mm256_andnot_si256(leaf, first_lanes(nodes.size() - at)));
        const Words order = _mm256_cvtepu8_epi32(_mm_cvtsi64_si128(static_cast<std::int64_t>(lanes_of_mask[inner])));
        for (std::size_t column = 0; column < all_columns; ++column)
            store(stack.column(column) + to, ordered(nodes.column(column) + at, order));
        to += static_cast<std::size_t>(std::popcount(inner));
    }
    stack.extend(to - stack.size());
}

[[gnu::target("avx2")]] void add(Shape& shape, const Nodes& nodes) {
    const std::uint32_t* const counts = nodes.column(children_column);
    const std::uint32_t* const depths = nodes.depths();
    Words deepest = all(shape.depth);
    std::size_t leaves = 0;
    for (std::size_t at = 0; at < nodes.size(); at += lanes) {
        const Words used = first_lanes(nodes.size() - at);
        const Words leaf = _mm256_cmpeq_epi32(load(counts + at), _mm256_setzero_si256());
        leaves += static_cast<std::size_t>(std::popcount(bits(_mm256_and_si256(leaf, used))));
        deepest = _mm256_max_epu32(deepest, _mm256_and_si256(load(depths + at), used));
    }
    std::array<std::uint32_t, lanes> deepest_of_lane;
    store(deepest_of_lane.data(), deepest);
    shape.nodes += nodes.size();
    shape.leaves += leaves;
    shape.depth = *std::max_element(deepest_of_lane.begin(), deepest_of_lane.end());
}

}  // namespace

const BatchCode avx2_batches = {expand, append_inner, add};

}  // namespace scrump::uts

#endif
