#include <scrump/problems/sip/detail/kernels.hpp>

#include <scrump/base/cpu.hpp>
#include <scrump/base/error.hpp>
#include <scrump/problems/sip/detail/pair_classes.hpp>
#include <scrump/problems/sip/detail/space.hpp>

#include <algorithm>
#include <array>
#include <vector>

namespace scrump::sip {
namespace {

using Word = std::uint64_t;

[[gnu::always_inline]] inline Word bits_of(Word word) {
    return static_cast<Word>(__builtin_popcountll(word));
}

/// Conclusions drawn in one node, for sets of W words; 0: as many as the space says. Everything is inlined into the
/// kernels, and so compiled for their instruction sets.
template <std::size_t W>
class Propagation {
  public:
    [[gnu::always_inline]] Propagation(const Space& space, Node& node)
        : space_(space), node_(node), words_(W != 0 ? W : space.words()) {}

    [[gnu::always_inline]] bool assign(const Node& parent, std::size_t index, std::size_t value) {
        node_.images = parent.images;
        make_room(parent.open);
        node_.open = 0;
        const Word* from = parent.records.data();
        const std::uint32_t vertex = vertex_of(from + index * stride());
        node_.images[vertex] = static_cast<std::uint32_t>(value);
        const std::uint16_t* const classes = space_.classes(vertex);
        const Word* const compatible = space_.compatible(value);
        Word* to = node_.records.data();
        bool unit = false;
        for (std::size_t i = 0; i < parent.open; ++i, from += stride()) {
            if (i == index) continue;
            const std::uint32_t other = vertex_of(from);
            const Word size = narrow(from, to, compatible, classes[other], value);
            if (size == 0) return false;
            unit |= size == 1;
            to += stride();
        }
        node_.open = parent.open - 1;
        return settle(unit);
    }

    [[gnu::always_inline]] bool settle_all() {
        bool unit = false;
        make_room(node_.open);
        for (std::size_t i = 0; i < node_.open; ++i) {
            if (size_of(record(i)) == 0) return false;
            unit |= size_of(record(i)) == 1;
        }
        return settle(unit);
    }

  private:
    [[gnu::always_inline]] std::size_t words() const { return W != 0 ? W : words_; }
    [[gnu::always_inline]] std::size_t stride() const { return words() + 1; }
    [[gnu::always_inline]] Word* record(std::size_t index) const { return node_.records.data() + index * stride(); }
    /// Only wide sets have classes without a set.
    [[gnu::always_inline]] static bool is_free(std::size_t pair) {
        return W == 0 && pair == PairClasses::unconstrained;
    }
    /// Makes the record `to` of `from`: a vertex whose pair with one that got the image `value`, which goes with
    /// `compatible`, is of this class. Returns the number of images that are left.
    [[gnu::always_inline]] Word narrow(const Word* from, Word* to, const Word* compatible, std::size_t pair,
                                       std::size_t value) const {
        Word size = 0;
        if (is_free(pair)) {
            std::copy_n(from, stride(), to);
            size = size_of(to) - take_out(to, value);
        } else {
            const Word* const set = compatible + pair * words();
            for (std::size_t w = 0; w < words(); ++w) {
                to[1 + w] = from[1 + w] & set[w];
                size += bits_of(to[1 + w]);
            }
        }
        to[0] = vertex_of(from) | size << 32;
        return size;
    }
    /// Takes a value out of a domain, and returns how many it had of it.
    [[gnu::always_inline]] static Word take_out(Word* record, std::size_t value) {
        Word& word = record[1 + value / 64];
        const Word had = word >> (value % 64) & 1;
        word &= ~(had << (value % 64));
        return had;
    }
    static std::uint32_t vertex_of(const Word* record) { return static_cast<std::uint32_t>(record[0]); }
    static Word size_of(const Word* record) { return record[0] >> 32; }

    /// For `open` records, and behind them for a number for each and two sets, or for two more records.
    [[gnu::always_inline]] void make_room(std::size_t open) {
        node_.records.resize(open * (stride() + 1) + 2 * stride());
    }

    [[gnu::always_inline]] bool settle(bool unit) {
        do {
            while (unit) {
                if (!assign_units(unit)) return false;
            }
            if (!all_different(unit)) return false;
        } while (unit);
        return finish();
    }

    /// Gives the open vertices that have one image left that image.
    [[gnu::always_inline]] bool assign_units(bool& unit) {
        unit = false;
        for (std::size_t i = 0; i < node_.open;) {
            Word* const single = record(i);
            if (size_of(single) != 1) {
                ++i;
                continue;
            }
            const std::uint32_t vertex = vertex_of(single);
            std::size_t w = 0;
            while (single[1 + w] == 0) ++w;
            const std::size_t value = 64 * w + static_cast<std::size_t>(__builtin_ctzll(single[1 + w]));
            node_.images[vertex] = static_cast<std::uint32_t>(value);
            std::copy_n(record(--node_.open), stride(), single);
            if (!restrict(vertex, value, i, unit)) return false;
        }
        return true;
    }

    /// The others after `vertex` got the image `value`. `unit`: whether one before record `next` now has one image.
    [[gnu::always_inline]] bool restrict(std::uint32_t vertex, std::size_t value, std::size_t next, bool& unit) {
        const std::uint16_t* const classes = space_.classes(vertex);
        const Word* const compatible = space_.compatible(value);
        for (std::size_t i = 0; i < node_.open; ++i) {
            Word* const other = record(i);
            const std::uint32_t name = vertex_of(other);
            const Word size = is_free(classes[name]) ? size_of(other) - take_out(other, value)
                                                     : intersect(other + 1, compatible + classes[name] * words());
            if (size == 0) return false;
            unit |= size == 1 && i < next;
            other[0] = name | size << 32;
        }
        return true;
    }

    [[gnu::always_inline]] Word intersect(Word* set, const Word* other) const {
        Word size = 0;
        for (std::size_t w = 0; w < words(); ++w) {
            set[w] &= other[w];
            size += bits_of(set[w]);
        }
        return size;
    }

    /// Bit-parallel all-different by counting: if k of the smallest domains hold k images together, no other vertex may
    /// have one of these (a Hall set), and if they hold fewer, there is no solution. (McCreesh and Prosser 2015.)
    /// Domains of more images than there are open vertices are in no such set.
    [[gnu::always_inline]] bool all_different(bool& unit) {
        Word* const order = node_.records.data() + node_.open * stride();
        std::size_t small = 0;
        for (std::size_t i = 0; i < node_.open; ++i) {
            const Word size = size_of(record(i));
            if (size <= node_.open) order[small++] = size << 32 | i;
        }
        unit = false;
        if (small < 2) return true;
        std::sort(order, order + small);
        return take_hall_sets(order, small, unit);
    }

    [[gnu::always_inline]] bool take_hall_sets(Word* order, std::size_t small, bool& unit) {
        Word* const hall = order + node_.open;  // images that are spoken for
        Word* const together = hall + words();  // those of the domains since the last Hall set
        std::fill_n(hall, 2 * words(), Word{0});
        Word domains = 0;
        bool found = false;
        for (std::size_t k = 0; k < small; ++k) {
            Word* const domain = record(static_cast<std::uint32_t>(order[k]));
            if (found && !subtract(domain, hall, unit)) return false;
            ++domains;
            Word images = 0;
            for (std::size_t w = 0; w < words(); ++w) {
                together[w] |= domain[1 + w];
                images += bits_of(together[w]);
            }
            if (images < domains) return false;
            if (images > domains) continue;
            for (std::size_t w = 0; w < words(); ++w) {
                hall[w] |= together[w];
                together[w] = 0;
            }
            domains = 0;
            found = true;
        }
        if (!found) return true;
        const Word largest = node_.open;
        for (std::size_t i = 0; i < node_.open; ++i)
            if (size_of(record(i)) > largest && !subtract(record(i), hall, unit)) return false;
        return true;
    }

    [[gnu::always_inline]] bool subtract(Word* domain, const Word* images, bool& unit) const {
        Word size = 0;
        for (std::size_t w = 0; w < words(); ++w) {
            domain[1 + w] &= ~images[w];
            size += bits_of(domain[1 + w]);
        }
        domain[0] = vertex_of(domain) | size << 32;
        unit |= size == 1;
        return size != 0;
    }

    /// The first of the smallest is branched on. Ends the subtree if its solutions can be counted.
    [[gnu::always_inline]] bool finish() {
        node_.branching = 0;
        for (std::size_t i = 1; i < node_.open; ++i)
            if (record(i)[0] < record(node_.branching)[0]) node_.branching = static_cast<std::uint32_t>(i);
        node_.solutions = node_.open == 0 ? 1 : 0;
        const bool possible = node_.open == 0 || space_.goal() != Goal::count || count();
        node_.records.resize(node_.open * stride());
        return possible;
    }

    /// Counts what is simple enough; false if there is nothing.
    [[gnu::always_inline]] bool count() {
        const Word* const first = record(node_.branching);
        if (node_.open == 1) {
            node_.solutions = size_of(first);
            return true;
        }
        const Word* const second = record(node_.branching == 0 ? 1 : 0);
        if (node_.open == 2) {
            node_.solutions = count_pairs(first, second);
            return node_.solutions > 0;
        }
        const Word* const third = record(node_.branching <= 1 ? 2 : 1);
        // Nothing that a search could not be stopped in.
        constexpr Word most_steps = Word{1} << 18;
        if (node_.open == 3 && size_of(first) * std::min(size_of(second), size_of(third)) * words() <= most_steps) {
            node_.solutions = count_triples(first, second, third);
            return node_.solutions > 0;
        }
        if (!space_.constrained(vertex_of(first), vertex_of(second))) node_.solutions = count_free();
        return true;
    }

    /// Ways to give the vertices of these records images: those of `first` one after another, and for each of them
    /// those of `second` that go with it at once.
    [[gnu::always_inline]] Word count_pairs(const Word* first, const Word* second) const {
        const std::size_t pair = space_.classes(vertex_of(first))[vertex_of(second)];
        Word ways = 0;
        if (is_free(pair)) {
            Word both = 0;
            for (std::size_t w = 0; w < words(); ++w) both += bits_of(first[1 + w] & second[1 + w]);
            return size_of(first) * size_of(second) - both;
        }
        for_each(
            first + 1, [&](std::size_t value) __attribute__((always_inline)) {
                const Word* const set = space_.compatible(value) + pair * words();
                for (std::size_t w = 0; w < words(); ++w) ways += bits_of(set[w] & second[1 + w]);
            });
        return ways;
    }

    [[gnu::always_inline]] Word count_triples(const Word* first, const Word* second, const Word* third) {
        if (size_of(third) < size_of(second)) std::swap(second, third);
        const std::uint16_t* const classes = space_.classes(vertex_of(first));
        const std::size_t with_second = classes[vertex_of(second)];
        const std::size_t with_third = classes[vertex_of(third)];
        // The second and third as records of their own, where all_different() had its sets.
        Word* const left_second = node_.records.data() + node_.open * stride();
        Word* const left_third = left_second + stride();
        Word ways = 0;
        for_each(
            first + 1, [&](std::size_t value) __attribute__((always_inline)) {
                const Word* const compatible = space_.compatible(value);
                narrow(second, left_second, compatible, with_second, value);
                if (narrow(third, left_third, compatible, with_third, value) != 0)
                    ways += count_pairs(left_second, left_third);
            });
        return ways;
    }

    template <class Visit>
    [[gnu::always_inline]] void for_each(const Word* set, const Visit& visit) const {
        for (std::size_t w = 0; w < words(); ++w)
            for (Word left = set[w]; left != 0; left &= left - 1)
                visit(64 * w + static_cast<std::size_t>(__builtin_ctzll(left)));
    }

    Word count_free() const;

    const Space& space_;
    Node& node_;
    const std::size_t words_;
};

/// Ways to give vertices different images when nothing else is asked for, if domains are nested; otherwise 0: not
/// counted. Leaves of one vertex, and vertices without edges, come to this.
template <std::size_t W>
Word Propagation<W>::count_free() const {
    std::vector<const Word*> domains;
    for (std::size_t i = 0; i < node_.open; ++i) {
        domains.push_back(record(i));
        for (std::size_t k = 0; k < i; ++k)
            if (space_.constrained(vertex_of(record(i)), vertex_of(record(k)))) return 0;
    }
    std::ranges::sort(domains, {}, [](const Word* record) { return record[0]; });
    Word ways = 1;
    for (std::size_t i = 0; i < domains.size(); ++i) {
        if (i > 0 && !std::equal(domains[i - 1] + 1, domains[i - 1] + 1 + words(), domains[i] + 1,
                                 [](Word smaller, Word larger) { return (smaller & ~larger) == 0; }))
            return 0;
        if (__builtin_mul_overflow(ways, size_of(domains[i]) - i, &ways)) throw_too_many();
    }
    return ways;
}

template <std::size_t W>
bool assign_plain(const Space& space, const Node& parent, std::size_t index, std::size_t value, Node& child) {
    return Propagation<W>(space, child).assign(parent, index, value);
}

template <std::size_t W>
bool settle_plain(const Space& space, Node& node) {
    return Propagation<W>(space, node).settle_all();
}

#if defined(__x86_64__) && defined(__GNUC__)

template <std::size_t W>
[[gnu::target("avx2,bmi,bmi2,popcnt")]] bool assign_avx2(const Space& space, const Node& parent, std::size_t index,
                                                         std::size_t value, Node& child) {
    return Propagation<W>(space, child).assign(parent, index, value);
}

#endif

/// Widths with kernels of their own.
constexpr std::array<std::size_t, 3> widths = {1, 2, 4};

using Widths = std::array<Kernels, widths.size() + 1>;  // the last: any

const Kernels& choose(const Widths& kernels, std::size_t words) {
    const auto at = std::ranges::find(widths, words) - widths.begin();
    return kernels[static_cast<std::size_t>(at)];
}

}  // namespace

void throw_too_many() {
    throw Error("subgraph isomorphism: there are more mappings than 64 bits can count");
}

std::size_t words_for(std::size_t bits) {
    const std::size_t words = (bits + 63) / 64;
    const auto* const width = std::ranges::find_if(widths, [&](std::size_t each) { return each >= words; });
    return width != widths.end() ? *width : words;
}

const Kernels& plain_kernels_for(std::size_t words) {
    static constexpr Widths kernels = {{{assign_plain<1>, settle_plain<1>},
                                        {assign_plain<2>, settle_plain<2>},
                                        {assign_plain<4>, settle_plain<4>},
                                        {assign_plain<0>, settle_plain<0>}}};
    return choose(kernels, words);
}

const Kernels& kernels_for(std::size_t words) {
#if defined(__x86_64__) && defined(__GNUC__)
    static constexpr Widths kernels = {{{assign_avx2<1>, settle_plain<1>},
                                        {assign_avx2<2>, settle_plain<2>},
                                        {assign_avx2<4>, settle_plain<4>},
                                        {assign_avx2<0>, settle_plain<0>}}};
    if (cpu::has_avx2()) return choose(kernels, words);
#endif
    return plain_kernels_for(words);
}

}  // namespace scrump::sip
