// The code for processors without wide vectors, and the choice.

#include "detail/batches.hpp"

#include <scrump/base/error.hpp>

#include <algorithm>
#include <array>
#include <cstdint>
#include <string>

#include "detail/sha1_many.hpp"
#include "detail/space.hpp"

namespace scrump::uts {

namespace {

// Messages are laid out for this number of children at a time: they stay in the first cache, also those of a root that
// has a thousand million children.
constexpr std::size_t piece = 256;

std::uint64_t count_children(const Nodes& nodes, std::size_t first, std::size_t count) {
    std::uint64_t sum = 0;
    for (std::size_t i = 0; i < count; ++i) sum += nodes.column(children_column)[first + i];
    return sum;
}

/// The children of some nodes, piece by piece.
void expand(const Space& space, const Nodes& nodes, std::size_t first, std::size_t count, Nodes& children) {
    children.reserve(count_children(nodes, first, count));
    alignas(64) std::array<std::array<std::uint32_t, piece + Kernel::granularity>, 6> messages;
    std::array<std::uint32_t, piece> parents;
    std::size_t parent = first;
    std::uint32_t index = 0;
    while (parent < first + count) {
        std::size_t size = 0;
        while (parent < first + count && size < piece) {
            const std::uint32_t left = nodes.column(children_column)[parent] - index;
            const auto here = static_cast<std::uint32_t>(std::min<std::size_t>(left, piece - size));
            for (std::uint32_t i = 0; i < here; ++i) {
                for (std::size_t word = 0; word < state_words; ++word)
                    messages[word][size + i] = nodes.column(word)[parent];
                messages[state_words][size + i] = index + i;
                parents[size + i] = static_cast<std::uint32_t>(parent - first);
            }
            size += here;
            index += here;
            if (here == left) {
                ++parent;
                index = 0;
            }
        }
        Messages in;
        for (std::size_t word = 0; word < in.size(); ++word) in[word] = messages[word].data();
        Digests out;
        for (std::size_t word = 0; word < out.size(); ++word) out[word] = children.column(word) + children.size();
        space.hash_children(in, out, size);
        std::uint32_t* const counts = children.column(children_column) + children.size();
        std::uint32_t* const depths = children.column(depth_column) + children.size();
        std::uint32_t* const levels = children.depths() + children.size();
        for (std::size_t i = 0; i < size; ++i) {
            const std::size_t from = first + parents[i];
            depths[i] = nodes.column(depth_column)[from] + 1;
            levels[i] = nodes.depths()[from] + 1;
            counts[i] = space.children({0, 0, 0, 0, out[4][i]}, depths[i]);
        }
        children.extend(size);
    }
}

void append_inner(const Nodes& nodes, Nodes& stack) {
    stack.reserve(nodes.size());
    std::array<const std::uint32_t*, all_columns> from;
    std::array<std::uint32_t*, all_columns> to;
    for (std::size_t column = 0; column < all_columns; ++column) {
        from[column] = nodes.column(column);
        to[column] = stack.column(column) + stack.size();
    }
    // All are written, and the next one over those without children: which they are cannot be foreseen.
    std::size_t kept = 0;
    for (std::size_t i = 0; i < nodes.size(); ++i) {
        for (std::size_t column = 0; column < all_columns; ++column) to[column][kept] = from[column][i];
        kept += from[children_column][i] != 0;
    }
    stack.extend(kept);
}

void add(Shape& shape, const Nodes& nodes) {
    const std::uint32_t* const counts = nodes.column(children_column);
    const std::uint32_t* const depths = nodes.depths();
    std::uint32_t leaves = 0;
    std::uint32_t deepest = shape.depth;
    for (std::size_t i = 0; i < nodes.size(); ++i) {
        leaves += counts[i] == 0;
        deepest = std::max(deepest, depths[i]);
    }
    shape.nodes += nodes.size();
    shape.leaves += leaves;
    shape.depth = deepest;
}

}  // namespace

const BatchCode portable_batches = {expand, append_inner, add};

const BatchCode& batch_code_for(HashChoice hash) {
    if (!available(hash)) throw UsageError("uts: this processor lacks the hash \"" + std::string(name_of(hash)) + '"');
#if defined(__x86_64__)
    if (hash == HashChoice::avx512) return avx512_batches;
    if (hash == HashChoice::avx2) return avx2_batches;
#endif
    return portable_batches;
}

}  // namespace scrump::uts
