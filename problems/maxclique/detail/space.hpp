#pragma once
// The common data of all nodes of a clique search: the graph with its vertices renumbered, best first, as rows of bits.

#include <scrump/base/bitset.hpp>
#include <scrump/base/deadline.hpp>
#include <scrump/base/error.hpp>
#include <scrump/problems/graph/graph.hpp>
#include <scrump/problems/maxclique/detail/order.hpp>
#include <scrump/problems/maxclique/detail/strangers.hpp>

#include <atomic>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <new>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace scrump::maxclique {

namespace detail {
inline std::uint64_t next_serial() {
    static std::atomic<std::uint64_t> last{0};
    return last.fetch_add(1, std::memory_order_relaxed) + 1;
}

/// Throws OutOfMemory for the matrix of a search.
[[noreturn]] void throw_no_rows(std::size_t vertices, std::size_t bytes);

template <std::size_t W>
std::vector<BitSet<W>> make_rows(std::size_t vertices) {
    try {
        return std::vector<BitSet<W>>(vertices);
    } catch (const std::bad_alloc&) {
        throw_no_rows(vertices, vertices * sizeof(BitSet<W>));
    }
}
}  // namespace detail

/// By what a node is bounded, each including those before it.
enum class Effort : std::uint8_t { propagation, reasoning, filter };

/// A graph of at most 64·W vertices in the search's own numbers, never changed. Takes 8·W bytes per vertex.
template <std::size_t W>
class Space {
  public:
    /// `rows[v]`: the neighbours of v; `order[v]`: the vertex of the graph for which v stands; `coloured`: whether this
    /// is a colour order.
    Space(std::vector<BitSet<W>> rows, std::vector<std::uint32_t> order, bool coloured = false)
        : rows_(std::move(rows)),
          order_(std::move(order)),
          places_(order_.size()),
          serial_(detail::next_serial()),
          coloured_(coloured),
          strangers_(rows_),
          dense_(rows_.size() >= 200 && 20 * strangers_.total() < 3 * rows_.size() * rows_.size()) {
        for (std::size_t v = 0; v < order_.size(); ++v) places_[order_[v]] = static_cast<std::uint32_t>(v);
    }

    std::size_t size() const { return rows_.size(); }
    const BitSet<W>& row(std::size_t vertex) const { return rows_[vertex]; }
    const BitSet<W>* rows() const { return rows_.data(); }
    /// The vertex of the graph for which `vertex` stands, and the other way round.
    std::size_t original(std::size_t vertex) const { return order_[vertex]; }
    std::size_t vertex(std::size_t original) const { return places_[original]; }

    const Strangers& strangers() const { return strangers_; }

    /// How strong a bound (reasoning.hpp) pays for a node with this number of candidates, of which `classes` colour
    /// classes are to hold no larger clique. With the filter in graphs with a structure to be found, whose vertices are
    /// in colour order or whose strangers are few or clustered; without it in other large and dense graphs for large
    /// nodes with small classes. (Measured on random graphs: with 200 vertices and density 0.9 reasoning saves a fifth
    /// of the time, and the filter takes a tenth more; with density 0.75 reasoning takes a fifth more.)
    Effort effort(std::size_t candidates, std::size_t classes) const {
        if (coloured_ || strangers_.listed() || strangers_.clustered()) return Effort::filter;
        return dense_ && candidates > 64 && 2 * candidates < 7 * classes ? Effort::reasoning : Effort::propagation;
    }

    /// A number that is never 0 and never the same for two spaces of a process, except copies: threads keep data on a
    /// space under it.
    std::uint64_t serial() const { return serial_; }

    /// Whether the search is about to stop, so that nodes should be cut short: by the deadline under which the space
    /// was made.
    bool hurried() const { return deadline_.passed(); }

  private:
    std::vector<BitSet<W>> rows_;
    std::vector<std::uint32_t> order_;
    std::vector<std::uint32_t> places_;
    std::uint64_t serial_;
    bool coloured_;
    Strangers strangers_;
    bool dense_;  // of density 0.85 or more, and large
    Deadline deadline_ = Deadline::current();
};

/// The space of `graph`, its vertices in the given order, `coloured` if it is a colour order. Throws Error if `graph`
/// has more than 64·W vertices.
template <std::size_t W>
Space<W> make_space(const graph::Graph& graph, std::span<const std::size_t> order, bool coloured = false) {
    if (graph.size() > BitSet<W>::capacity)
        throw Error("maximum clique: a graph of " + std::to_string(graph.size()) + " vertices does not fit in " +
                    std::to_string(W) + " words of 64");
    std::vector<std::uint32_t> place(graph.size());
    for (std::size_t v = 0; v < order.size(); ++v) place[order[v]] = static_cast<std::uint32_t>(v);

    auto rows = detail::make_rows<W>(graph.size());
    for (std::size_t v = 0; v < order.size(); ++v) {
        Deadline::look();
        const auto row = graph.row(order[v]);
        for (std::size_t w = 0; w < row.size(); ++w)
            for (std::uint64_t left = row[w]; left != 0; left &= left - 1)
                rows[v].set(place[w * BitSet<W>::word_bits + static_cast<std::size_t>(std::countr_zero(left))]);
    }
    return Space<W>(std::move(rows), {order.begin(), order.end()}, coloured);
}

/// The same for a search of the whole graph.
template <std::size_t W>
Space<W> make_space(const graph::Graph& graph, const SearchOrder& order) {
    return make_space<W>(graph, order.order, order.coloured());
}

/// The space of `graph`, its vertices in degeneracy order. Throws as above.
template <std::size_t W>
Space<W> make_space(const graph::Graph& graph) {
    return make_space<W>(graph, degeneracy_order(graph));
}

}  // namespace scrump::maxclique
