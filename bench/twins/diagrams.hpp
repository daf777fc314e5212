#pragma once
// The sequential twin of decision diagrams: the textbook package (Brace, Rudell and Bryant, 1990) with complemented
// edges, one table and one cache, nothing atomic and no tasks. It is made for a construction and thrown away: nodes
// are never collected.

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <utility>
#include <vector>

namespace scrump::twins {

class SequentialDiagrams {
  public:
    /// A node's place, and whether it is complemented, in the lowest bit. Place 0 is the constant false.
    using Function = std::uint32_t;

    SequentialDiagrams() : buckets_(table_size), cache_(table_size) { forget(); }

    Function variable(unsigned number) { return make(number, 0, 1); }
    static Function constant(bool value) { return value ? 1 : 0; }
    static Function negation(Function f) { return f ^ 1U; }
    Function disjunction(Function f, Function g) { return negation(conjunction(negation(f), negation(g))); }

    Function conjunction(Function f, Function g) {
        if (f == 1 || f == g) return g;
        if (g == 1) return f;
        if (f == 0 || g == 0 || f == negation(g)) return 0;
        if (g < f) std::swap(f, g);
        return remembered({f, g, conjunction_mark}, [&] {
            const unsigned level = std::min(level_of(f), level_of(g));
            const Function low = conjunction(low_at(level, f), low_at(level, g));
            return make(level, low, conjunction(high_at(level, f), high_at(level, g)));
        });
    }

    Function exclusive_or(Function f, Function g) {
        const Function flip = (f ^ g) & 1U;
        f &= ~1U;
        g &= ~1U;
        if (f == g) return flip;
        if (f == 0 || g == 0) return (f | g) ^ flip;
        if (g < f) std::swap(f, g);
        return flip ^ remembered({f, g, exclusive_or_mark}, [&] {
                   const unsigned level = std::min(level_of(f), level_of(g));
                   const Function low = exclusive_or(low_at(level, f), low_at(level, g));
                   return make(level, low, exclusive_or(high_at(level, f), high_at(level, g)));
               });
    }

    Function if_then_else(Function f, Function g, Function h) {
        if (f <= 1) return f == 1 ? g : h;
        if (g == h) return g;
        if (g == f || g == 1) return disjunction(f, h);
        if (g == negation(f) || g == 0) return conjunction(negation(f), h);
        if (h == f || h == 0) return conjunction(f, g);
        if (h == negation(f) || h == 1) return disjunction(negation(f), g);
        if (g == negation(h)) return exclusive_or(f, h);
        if ((f & 1U) != 0) {
            f = negation(f);
            std::swap(g, h);
        }
        const Function flip = g & 1U;
        g ^= flip;
        h ^= flip;
        return flip ^ remembered({f, g, h}, [&] {
                   const unsigned level = std::min({level_of(f), level_of(g), level_of(h)});
                   const Function low = if_then_else(low_at(level, f), low_at(level, g), low_at(level, h));
                   return make(level, low, if_then_else(high_at(level, f), high_at(level, g), high_at(level, h)));
               });
    }

    double count(Function f, unsigned variables) {
        std::vector<double> shares(2 * nodes_.size(), -1);
        shares[0] = 0;
        shares[1] = 1;
        double all = 1;
        for (unsigned i = 0; i < variables; ++i) all *= 2;
        return all * share(f, shares);
    }

    void forget() {
        nodes_.assign(1, {.level = std::numeric_limits<unsigned>::max(), .low = 0, .high = 0, .next = 0});
        std::ranges::fill(buckets_, 0);
        std::ranges::fill(cache_, Entry{});
    }

  private:
    static constexpr std::size_t table_size = std::size_t{1} << 22U;

    struct Node {
        unsigned level;
        Function low;  // not complemented
        Function high;
        std::uint32_t next;  // in its bucket
    };

    using Key = std::array<Function, 3>;
    // In place of a third function; none has so large a number.
    static constexpr Function conjunction_mark = 0xffffffff;
    static constexpr Function exclusive_or_mark = 0xfffffffd;

    struct Entry {
        Key key{};  // no key is all zeros
        Function result = 0;
    };

    static std::size_t place_of(const Key& key) {
        const std::uint64_t mixed =
            (key[0] * 0x9e3779b97f4a7c15U + key[1]) * 0xd1b54a32d192ed03U + key[2] * 0xff51afd7ed558ccdU;
        return (mixed ^ (mixed >> 32U)) * 0x9e3779b97f4a7c15U >> 42U;
    }

    unsigned level_of(Function f) const { return nodes_[f >> 1U].level; }
    Function low_at(unsigned level, Function f) const {
        const Node& node = nodes_[f >> 1U];
        return node.level == level ? node.low ^ (f & 1U) : f;
    }
    Function high_at(unsigned level, Function f) const {
        const Node& node = nodes_[f >> 1U];
        return node.level == level ? node.high ^ (f & 1U) : f;
    }

    template <class Find>
    Function remembered(const Key& key, const Find& find) {
        Entry& entry = cache_[place_of(key)];
        if (entry.key == key) return entry.result;
        const Function result = find();
        entry = {key, result};
        return result;
    }

    Function make(unsigned level, Function low, Function high) {
        if (low == high) return low;
        const Function flip = low & 1U;
        low ^= flip;
        high ^= flip;
        std::uint32_t& first = buckets_[place_of({level, low, high})];
        for (std::uint32_t at = first; at != 0; at = nodes_[at].next) {
            const Node& node = nodes_[at];
            if (node.level == level && node.low == low && node.high == high) return at << 1U | flip;
        }
        const auto at = static_cast<std::uint32_t>(nodes_.size());
        nodes_.push_back({.level = level, .low = low, .high = high, .next = first});
        first = at;
        return at << 1U | flip;
    }

    // Of all assignments, the part with which a function is true. That of its complement is not what it leaves of 1: of
    // the digits of a small part none would be left.
    double share(Function f, std::vector<double>& shares) const {
        double& known = shares[f];
        if (known < 0) {
            const unsigned level = level_of(f);
            const double low = share(low_at(level, f), shares);
            known = (low + share(high_at(level, f), shares)) / 2;
        }
        return known;
    }

    std::vector<Node> nodes_;
    std::vector<std::uint32_t> buckets_;  // the first node of each; 0 for none
    std::vector<Entry> cache_;
};

}  // namespace scrump::twins
