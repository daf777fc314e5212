#include "detail/kernels.hpp"

#include <scrump/base/cpu.hpp>

#include <algorithm>
#include <bit>

#if defined(__x86_64__)
#include <immintrin.h>
#endif

namespace scrump::queens {
namespace {

using Word = Boards::Word;

// A place in the columns of boards. The columns do not move while nothing is added to them beyond what was reserved.
template <class W>
struct Place {
    W* straight;
    W* rightward;
    W* leftward;
    W* depth;

    void advance(std::size_t boards) {
        straight += boards;
        rightward += boards;
        leftward += boards;
        depth += boards;
    }
};

template <class W, class B>
Place<W> place(B& boards, std::size_t index) {
    return {boards.column(0) + index, boards.column(1) + index, boards.column(2) + index, boards.depths() + index};
}

// Behind the last one, with room for `more`.
Place<Word> end_of(Boards& boards, std::size_t more) {
    boards.reserve(more);
    return place<Word>(boards, boards.size());
}

// What was written from the end of the boards up to a place belongs to them.
void end_at(Boards& boards, const Place<Word>& end) {
    boards.extend(static_cast<std::size_t>(end.depth - (boards.depths() + boards.size())));
}

std::size_t most_children(std::uint32_t columns, std::size_t boards) {
    return boards * static_cast<std::size_t>(std::popcount(columns));
}

bool everywhere() {
    return true;
}

void expand_one_by_one(std::uint32_t columns, const Boards& boards, std::size_t first, std::size_t count,
                       Boards& children) {
    auto from = place<const Word>(boards, first);
    Place<Word> to = end_of(children, most_children(columns, count));
    for (std::size_t board = 0; board < count; ++board, from.advance(1)) {
        const Node parent = {*from.straight, *from.rightward, *from.leftward};
        const Word depth = *from.depth + 1;
        for (Word free = columns & ~(parent.straight | parent.rightward | parent.leftward); free != 0;) {
            const Word column = free & (~free + 1);
            free ^= column;
            Node child;
            child.place(parent, column);
            *to.straight = child.straight;
            *to.rightward = child.rightward;
            *to.leftward = child.leftward;
            *to.depth = depth;
            to.advance(1);
        }
    }
    end_at(children, to);
}

void append_inner_one_by_one(std::uint32_t columns, const Boards& boards, Boards& inner) {
    auto from = place<const Word>(boards, 0);
    Place<Word> to = end_of(inner, boards.size());
    for (std::size_t board = 0; board < boards.size(); ++board, from.advance(1)) {
        *to.straight = *from.straight;
        *to.rightward = *from.rightward;
        *to.leftward = *from.leftward;
        *to.depth = *from.depth;
        // No branch: which boards are dead ends is hard to predict.
        to.advance((columns & ~(*from.straight | *from.rightward | *from.leftward)) != 0 ? 1 : 0);
    }
    end_at(inner, to);
}

#if defined(__x86_64__)

#define SCRUMP_AVX512 [[gnu::target("avx512f,avx512bw,avx512dq,avx512vl,avx2,bmi,bmi2,lzcnt,popcnt")]]

constexpr std::size_t lanes = 16;
constexpr __mmask16 all_lanes = 0xffff;

struct Sixteen {
    __m512i straight;
    __m512i rightward;
    __m512i leftward;
    __m512i depth;
};

SCRUMP_AVX512 inline std::size_t count(__mmask16 some) {
    return static_cast<std::size_t>(_mm_popcnt_u32(some));
}

// The first `boards` of `some` lanes.
SCRUMP_AVX512 inline __mmask16 first_of(__mmask16 some, std::size_t boards) {
    if (boards >= lanes) return some;
    return static_cast<__mmask16>(_pdep_u32((1U << boards) - 1, some));
}

// A whole vector even where there are fewer boards: the columns can be read beyond their ends.
SCRUMP_AVX512 inline void read(const Place<const Word>& from, Sixteen& boards) {
    boards.straight = _mm512_loadu_si512(from.straight);
    boards.rightward = _mm512_loadu_si512(from.rightward);
    boards.leftward = _mm512_loadu_si512(from.leftward);
    boards.depth = _mm512_loadu_si512(from.depth);
}

// `some` of the lanes take the next boards.
SCRUMP_AVX512 inline void refill(const Place<const Word>& from, __mmask16 some, Sixteen& boards) {
    boards.straight = _mm512_mask_expand_epi32(boards.straight, some, _mm512_loadu_si512(from.straight));
    boards.rightward = _mm512_mask_expand_epi32(boards.rightward, some, _mm512_loadu_si512(from.rightward));
    boards.leftward = _mm512_mask_expand_epi32(boards.leftward, some, _mm512_loadu_si512(from.leftward));
    boards.depth = _mm512_mask_expand_epi32(boards.depth, some, _mm512_loadu_si512(from.depth));
}

// Writes `some` of the lanes. What is written behind them means nothing and is written over.
SCRUMP_AVX512 inline void write(const Sixteen& boards, __mmask16 some, Place<Word>& to) {
    if (some == all_lanes) {
        _mm512_storeu_si512(to.straight, boards.straight);
        _mm512_storeu_si512(to.rightward, boards.rightward);
        _mm512_storeu_si512(to.leftward, boards.leftward);
        _mm512_storeu_si512(to.depth, boards.depth);
    } else {
        _mm512_storeu_si512(to.straight, _mm512_maskz_compress_epi32(some, boards.straight));
        _mm512_storeu_si512(to.rightward, _mm512_maskz_compress_epi32(some, boards.rightward));
        _mm512_storeu_si512(to.leftward, _mm512_maskz_compress_epi32(some, boards.leftward));
        _mm512_storeu_si512(to.depth, _mm512_maskz_compress_epi32(some, boards.depth));
    }
    to.advance(count(some));
}

SCRUMP_AVX512 inline __m512i free_columns(__m512i columns, const Sixteen& boards) {
    constexpr int none_of_three = 1;  // the truth table's only entry
    return _mm512_and_si512(
        columns, _mm512_ternarylogic_epi32(boards.straight, boards.rightward, boards.leftward, none_of_three));
}

// A queen in the first free column of each lane, which is then no longer free.
SCRUMP_AVX512 inline void place_queens(const Sixteen& parents, __m512i& free, Sixteen& children) {
    const __m512i column = _mm512_and_si512(free, _mm512_sub_epi32(_mm512_setzero_si512(), free));
    free = _mm512_xor_si512(free, column);
    children.straight = _mm512_or_si512(parents.straight, column);
    const __m512i rightward = _mm512_or_si512(parents.rightward, column);
    children.rightward = _mm512_add_epi32(rightward, rightward);
    // With all lanes in the mask it is the plain shift, of which g++ 12 says that it uses what is not initialised.
    children.leftward = _mm512_maskz_srli_epi32(all_lanes, _mm512_or_si512(parents.leftward, column), 1);
    children.depth = _mm512_add_epi32(parents.depth, _mm512_set1_epi32(1));
}

// A lane whose board has no free column left takes the next board, so that nearly always all lanes have a child to make
// and write.
SCRUMP_AVX512 void expand_by_sixteen(std::uint32_t columns, const Boards& boards, std::size_t first,
                                     std::size_t boards_left, Boards& children) {
    const __m512i all_columns = _mm512_set1_epi32(static_cast<int>(columns));
    auto from = place<const Word>(boards, first);
    Place<Word> to = end_of(children, most_children(columns, boards_left));
    Sixteen parents = {_mm512_setzero_si512(), _mm512_setzero_si512(), _mm512_setzero_si512(), _mm512_setzero_si512()};
    __m512i free = _mm512_setzero_si512();
    for (;;) {
        const __mmask16 done = _mm512_testn_epi32_mask(free, free);
        if (boards_left != 0) {
            const __mmask16 renewed = first_of(done, boards_left);
            refill(from, renewed, parents);
            from.advance(count(renewed));
            boards_left -= count(renewed);
            free = _mm512_mask_mov_epi32(free, renewed, free_columns(all_columns, parents));
        } else if (done == all_lanes) {
            break;
        }
        const __mmask16 placed = _mm512_test_epi32_mask(free, free);
        Sixteen made;
        place_queens(parents, free, made);
        write(made, placed, to);
    }
    end_at(children, to);
}

SCRUMP_AVX512 void append_inner_by_sixteen(std::uint32_t columns, const Boards& boards, Boards& inner) {
    const __m512i all_columns = _mm512_set1_epi32(static_cast<int>(columns));
    auto from = place<const Word>(boards, 0);
    Place<Word> to = end_of(inner, boards.size());
    for (std::size_t left = boards.size(); left != 0; left -= std::min(left, lanes), from.advance(lanes)) {
        Sixteen some;
        read(from, some);
        const __m512i free = free_columns(all_columns, some);
        write(some, _mm512_mask_test_epi32_mask(first_of(all_lanes, left), free, free), to);
    }
    end_at(inner, to);
}

#endif

constexpr Kernel all_kernels[] = {
#if defined(__x86_64__)
    {"avx512", cpu::has_avx512, expand_by_sixteen, append_inner_by_sixteen},
#endif
    {"one by one", everywhere, expand_one_by_one, append_inner_one_by_one},
};

}  // namespace

std::span<const Kernel> kernels() {
    return all_kernels;
}

const Kernel& best_kernel() {
    static const Kernel& best =
        *std::find_if(kernels().begin(), kernels().end(), [](const Kernel& kernel) { return kernel.available(); });
    return best;
}

}  // namespace scrump::queens
