#pragma once
// What a proof reads of the log of a search: its graph in the log's numbers, and the records of nodes.

#include <scrump/problems/graph/graph.hpp>
#include <scrump/problems/maxclique/detail/independent_sets.hpp>

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace scrump::maxclique {

[[noreturn]] void throw_incomplete_log();

/// The graph in the log's numbers, as rows of words.
class LoggedGraph {
  public:
    using Row = std::span<const std::uint64_t>;

    /// `order[v]`: the vertex for which the log's v stands.
    LoggedGraph(const graph::Graph& graph, std::span<const std::uint32_t> order);

    std::size_t size() const { return size_; }
    std::size_t words() const { return words_; }
    Row row(std::size_t vertex) const { return Row(rows_).subspan(vertex * words_, words_); }
    bool adjacent(std::size_t u, std::size_t v) const { return (rows_[u * words_ + v / 64] >> (v % 64) & 1) != 0; }

  private:
    std::size_t size_;
    std::size_t words_;
    std::vector<std::uint64_t> rows_;
};

/// The colour classes of a record (recorded_branching.hpp).
using LoggedClasses = std::vector<LoggedVertices>;

/// A conflict of a record.
struct LoggedConflict {
    std::uint16_t vertex = 0;
    std::uint16_t emptied = 0;                ///< number of the class that became empty
    std::span<const std::uint16_t> forced{};  ///< pairs of a class and the vertex that it was forced to give
};

/// A record of a node, taken apart.
struct ReadRecord {
    LoggedClasses classes{};
    std::vector<LoggedConflict> conflicts{};

    void read(std::span<const std::uint16_t> payload);
};

}  // namespace scrump::maxclique
