// Sixteen nodes at a time, with AVX-512.

#if defined(__x86_64__)

#include <immintrin.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

#include "detail/batches.hpp"
#include "detail/pieces.hpp"
#include "detail/sha1_many.hpp"
#include "detail/space.hpp"

namespace scrump::uts {

namespace {

using Words = __m512i;
constexpr std::size_t lanes = 16;

[[gnu::target("avx512f,avx512dq,bmi2,popcnt"), gnu::always_inline]] inline Words all(std::uint32_t value) {
    return _mm512_set1_epi32(static_cast<int>(value));
}

[[gnu::target("avx512f,avx512dq,bmi2,popcnt"), gnu::always_inline]] inline Words load(const std::uint32_t* from) {
    return _mm512_loadu_si512(from);
}
[[gnu::target("avx512f,avx512dq,bmi2,popcnt"), gnu::always_inline]] inline void store(std::uint32_t* to, Words words) {
    _mm512_storeu_si512(to, words);
}
[[gnu::target("avx512f,avx512dq,bmi2,popcnt"), gnu::always_inline]] inline Words upwards() {
    return _mm512_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
}

// Some instructions are asked for with a mask that leaves out nothing: without one, the compiler's header makes them
// from a variable that is never set, of which g++ warns.
constexpr __mmask16 every_lane = 0xffff;

template <unsigned Bits>
[[gnu::target("avx512f,avx512dq,bmi2,popcnt"), gnu::always_inline]] inline Words shift_right(Words x) {
    return _mm512_maskz_srli_epi32(every_lane, x, Bits);
}

// Lane i is word `order`[i] of these.
[[gnu::target("avx512f,avx512dq,bmi2,popcnt"), gnu::always_inline]] inline Words ordered(const std::uint32_t* words,
                                                                                         Words order) {
    return _mm512_maskz_permutexvar_epi32(every_lane, order, load(words));
}

// The first of sixteen lanes that stand for nodes.
[[gnu::target("avx512f,avx512dq,bmi2,popcnt"), gnu::always_inline]] inline __mmask16 first_lanes(std::size_t count) {
    return static_cast<__mmask16>(_bzhi_u32(0xffff, static_cast<unsigned>(std::min(count, lanes))));
}

// Draws one by one what the tables do not tell.
[[gnu::target("avx512f,avx512dq,bmi2,popcnt"), gnu::noinline]] void draw_singly(const Space& space, __mmask16 which,
                                                                                Words values, Words depths,
                                                                                std::uint32_t* counts) {
    alignas(64) std::uint32_t value[lanes];
    alignas(64) std::uint32_t depth[lanes];
    _mm512_store_si512(value, values);
    _mm512_store_si512(depth, depths);
    for (std::uint32_t left = which; left != 0; left &= left - 1) {
        const int lane = std::countr_zero(left);
        counts[lane] = space.children({0, 0, 0, 0, value[lane]}, depth[lane]);
    }
}

// By the binomial law.
[[gnu::target("avx512f,avx512dq,bmi2,popcnt"), gnu::always_inline]] inline Words draw_binomial(const Space& space,
                                                                                               Words values) {
    const __mmask16 has_some = _mm512_cmplt_epu32_mask(values, all(space.binomial_threshold()));
    return _mm512_maskz_mov_epi32(has_some, all(space.tree().m));
}

struct Drawn {
    Words counts;
    __mmask16 untold;  // these are to be drawn singly
};

// By the first table, for the nodes in `which`. The number of thresholds that a value reaches is found by bisection,
// among the first 31 of them: permutations of two registers cost less than to load sixteen words.
[[gnu::target("avx512f,avx512dq,bmi2,popcnt"), gnu::always_inline]] inline Drawn draw_by_one_table(const Space& space,
                                                                                                   Words values,
                                                                                                   __mmask16 which) {
    constexpr std::uint32_t most = 2 * lanes - 1;
    const std::uint32_t* const thresholds = space.table().thresholds().data();
    Words counts =
        _mm512_maskz_mov_epi32(_mm512_mask_cmpge_epu32_mask(which, values, all(thresholds[lanes - 1])), all(lanes));
    for (std::uint32_t step = lanes / 2; step > 0; step /= 2) {
        const Words reached =
            _mm512_permutex2var_epi32(load(thresholds + step - 1), counts, load(thresholds + step - 1 + lanes));
        const __mmask16 more = _mm512_mask_cmpge_epu32_mask(which, values, reached);
        counts = _mm512_mask_add_epi32(counts, more, counts, all(step));
    }
    return {counts, _mm512_cmpeq_epu32_mask(counts, all(most))};
}

// Words of a table, zeros where they are not wanted. Without optimisation the instruction is a macro of g++, which
// converts the mask to a signed number.
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wsign-conversion"
[[gnu::target("avx512f,avx512dq,bmi2,popcnt"), gnu::always_inline]] inline Words gather(const std::uint32_t* from,
                                                                                        Words places, __mmask16 which) {
    return _mm512_mask_i32gather_epi32(_mm512_setzero_si512(), which, places, from, 4);
}
#pragma GCC diagnostic pop

// By the table of the depth, for the nodes in `which`.
[[gnu::target("avx512f,avx512dq,bmi2,popcnt"), gnu::always_inline]] inline Drawn draw_by_tables(const Space& space,
                                                                                                Words values,
                                                                                                Words depths,
                                                                                                __mmask16 which) {
    const auto depths_told = static_cast<std::uint32_t>(space.table_of_depth().size());
    const __mmask16 told = _mm512_mask_cmplt_epu32_mask(which, depths, all(depths_told));
    const Words tables = gather(space.table_of_depth().data(), depths, told);
    const Words places = _mm512_add_epi32(shift_right<GeometricTable::low_bits>(values),
                                          _mm512_mullo_epi32(tables, all(Space::table_stride)));
    const Words entries = gather(space.entries(), places, told);
    const Words base =
        _mm512_and_si512(shift_right<GeometricTable::base_shift>(entries), all(GeometricTable::base_mask));
    const Words low = _mm512_and_si512(values, all(GeometricTable::low_mask));
    const Words step = _mm512_and_si512(entries, all(GeometricTable::step_mask));
    const __mmask16 stepped = _mm512_mask_cmpge_epu32_mask(told, low, step);
    const auto untold = static_cast<__mmask16>((which & ~told) | _mm512_movepi32_mask(entries));
    return {_mm512_mask_add_epi32(base, stepped, base, all(1)), untold};
}

// Writes the numbers of children of sixteen nodes, of which those in `used` stand for nodes.
template <Draw draw>
[[gnu::target("avx512f,avx512dq,bmi2,popcnt"), gnu::always_inline]] inline void write_counts(const Space& space,
                                                                                             Words states, Words depths,
                                                                                             __mmask16 used,
                                                                                             std::uint32_t* counts) {
    if constexpr (draw == Draw::balanced) {
        const __mmask16 inner = _mm512_cmplt_epu32_mask(depths, all(space.tree().max_depth));
        return store(counts, _mm512_maskz_mov_epi32(inner, all(space.balanced_children())));
    }
    const Words values = _mm512_and_si512(states, all(0x7fffffff));
    if constexpr (draw == Draw::binomial) {
        store(counts, draw_binomial(space, values));
    } else {
        __mmask16 geometric = used;
        if constexpr (draw != Draw::tables)
            geometric = _mm512_mask_cmplt_epu32_mask(used, depths, all(space.geometric_depths()));
        Drawn drawn{};
        if constexpr (draw == Draw::one_table)
            drawn = draw_by_one_table(space, values, geometric);
        else
            drawn = draw_by_tables(space, values, depths, geometric);
        if constexpr (draw == Draw::hybrid)
            drawn.counts = _mm512_mask_mov_epi32(draw_binomial(space, values), geometric, drawn.counts);
        store(counts, drawn.counts);
        if (drawn.untold != 0) [[unlikely]]
            draw_singly(space, drawn.untold, values, depths, counts);
    }
}

template <Draw draw>
[[gnu::target("avx512f,avx512dq,bmi2,popcnt")]] void expand_by(const Space& space, const Nodes& nodes,
                                                               std::size_t first, std::size_t count, Nodes& children) {
    const Columns<const std::uint32_t> from(nodes, first);
    Layout layout(from[children_column], count);
    PieceMessages messages;
    while (layout.next()) {
        const Columns<std::uint32_t> to(children, children.size());
        for (std::size_t at = 0; at < layout.size(); at += lanes) {
            // Each lane's parent, counted from that of the first lane; it is one of the next few.
            const std::uint32_t nearest = *layout.parents(at);
            const Words parent =
                _mm512_sub_epi32(_mm512_maskz_cvtepu8_epi32(
                                     every_lane, _mm_loadu_si128(reinterpret_cast<const __m128i*>(layout.parents(at)))),
                                 all(nearest));
            const std::size_t base = layout.first() + nearest;
            for (std::size_t word = 0; word < state_words; ++word)
                store(&messages.words[word][at], ordered(from[word] + base, parent));
            const Words place = _mm512_add_epi32(upwards(), all(static_cast<std::uint32_t>(at)));
            store(&messages.words[state_words][at], _mm512_sub_epi32(place, ordered(layout.starts(nearest), parent)));
            for (const std::size_t column : {depth_column, Nodes::words})
                store(to[column] + at, _mm512_add_epi32(ordered(from[column] + base, parent), all(1)));
        }
        space.hash_children(messages.columns(), {to[0], to[1], to[2], to[3], to[4]}, layout.size());
        for (std::size_t at = 0; at < layout.size(); at += lanes)
            write_counts<draw>(space, load(to[state_words - 1] + at), load(to[depth_column] + at),
                               first_lanes(layout.size() - at), to[children_column] + at);
        children.extend(layout.size());
    }
}

[[gnu::target("avx512f,avx512dq,bmi2,popcnt")]] void expand(const Space& space, const Nodes& nodes, std::size_t first,
                                                            std::size_t count, Nodes& children) {
    const Census census = take_census(nodes.column(children_column) + first, count);
    if (census.has_leaves) [[unlikely]] {
        const Nodes inner = inner_nodes(nodes, first, count);
        return expand(space, inner, 0, inner.size(), children);
    }
    children.reserve(census.children);
    with_draw(space.draw(), [&]<Draw draw>() { expand_by<draw>(space, nodes, first, count, children); });
}

[[gnu::target("avx512f,avx512dq,bmi2,popcnt")]] void append_inner(const Nodes& nodes, Nodes& stack) {
    stack.reserve(nodes.size());
    const Columns<const std::uint32_t> from(nodes, 0);
    const Columns<std::uint32_t> to(stack, stack.size());
    std::size_t kept = 0;
    for (std::size_t at = 0; at < nodes.size(); at += lanes) {
        const Words children = load(from[children_column] + at);
        const __mmask16 inner = _mm512_mask_test_epi32_mask(first_lanes(nodes.size() - at), children, children);
        // One compression gives the order for all columns, and then a permutation is cheaper.
        const Words order = _mm512_maskz_compress_epi32(inner, upwards());
        for (std::size_t column = 0; column < all_columns; ++column)
            store(to[column] + kept, ordered(from[column] + at, order));
        kept += static_cast<std::size_t>(std::popcount(static_cast<std::uint32_t>(inner)));
    }
    stack.extend(kept);
}

[[gnu::target("avx512f,avx512dq,bmi2,popcnt")]] void add(Shape& shape, const Nodes& nodes) {
    const std::uint32_t* const counts = nodes.column(children_column);
    const std::uint32_t* const depths = nodes.depths();
    Words deepest = all(shape.depth);
    std::size_t leaves = 0;
    for (std::size_t at = 0; at < nodes.size(); at += lanes) {
        const __mmask16 used = first_lanes(nodes.size() - at);
        const Words children = load(counts + at);
        const std::uint32_t none = _mm512_mask_testn_epi32_mask(used, children, children);
        leaves += static_cast<std::size_t>(std::popcount(none));
        deepest = _mm512_mask_max_epu32(deepest, used, deepest, load(depths + at));
    }
    shape.nodes += nodes.size();
    shape.leaves += leaves;
    alignas(64) std::array<std::uint32_t, lanes> deepest_of_lane;
    _mm512_store_si512(deepest_of_lane.data(), deepest);
    shape.depth = *std::max_element(deepest_of_lane.begin(), deepest_of_lane.end());
}

}  // namespace

const BatchCode avx512_batches = {expand, append_inner, add};

}  // namespace scrump::uts

#endif
