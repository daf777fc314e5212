#pragma once
// Solutions that a search is to begin with, from files: --start.

#include "run/live_search.hpp"

#include <scrump/problems/flowshop/instance.hpp>
#include <scrump/problems/graph/graph.hpp>
#include <scrump/problems/graph/sparse_graph.hpp>
#include <scrump/problems/graph/vertex_names.hpp>
#include <scrump/problems/tsp/instance.hpp>
#include <scrump/problems/tsp/tour.hpp>

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace scrump::cli {

/// Which earlier runs a search can begin with.
struct Earlier {
    std::string label;                  ///< what people find their solution under
    std::vector<std::string> problems;  ///< whose they are
};

inline const Earlier earlier_cliques{"vertices", {"maxclique", "kclique"}};
inline const Earlier earlier_sets{"vertices", {"independent-set"}};
inline const Earlier earlier_covers{"vertices", {"vertex-cover"}};
inline const Earlier earlier_colourings{"colour", {"colouring"}};
inline const Earlier earlier_tours{"tour", {"tsp"}};
inline const Earlier earlier_orders{"order", {"flowshop"}};

/// The words of a file, or those of the solution in what an earlier run printed: with --json, with --quiet, or for
/// people.
class StartFile {
  public:
    /// Collective: only the first process reads the file. Throws Error.
    StartFile(const std::string& file, const Earlier& earlier, const LiveSearch& live);

    /// What is in a file of that name.
    StartFile(const std::string& text, const std::string& file, const Earlier& earlier);

    struct Word {
        std::string text;
        std::size_t line;
    };
    const std::vector<Word>& words() const { return words_; }

    /// Whether an earlier run printed it for people.
    bool is_for_people() const { return for_people_; }

    /// Throws Error "file:line: what".
    [[noreturn]] void fail(std::size_t line, const std::string& what) const;

    std::size_t last_line() const { return words_.empty() ? 1 : words_.back().line; }

  private:
    void take_json(const std::string& text, const Earlier& earlier);

    std::string title_;
    std::vector<Word> words_;
    bool for_people_ = false;
};

/// Vertices of `graph` as the file of the graph calls them, with the lines where they stand.
struct ListedVertices {
    std::vector<std::size_t> vertices;
    std::vector<std::size_t> lines;
};

/// The vertices that `words` of a file name. Throws Error for one that is not among the `size` vertices, or that stands
/// there twice.
ListedVertices vertices_in(const StartFile& start, std::span<const StartFile::Word> words,
                           const graph::VertexNames& names, std::size_t size);

/// The vertices of a clique, or of an independent set if `adjacent` is false. Throws Error where two of them are not
/// adjacent, or are.
template <class Graph>
std::vector<std::size_t> start_set(const StartFile& start, const graph::VertexNames& names, const Graph& graph,
                                   bool adjacent) {
    ListedVertices listed = vertices_in(start, start.words(), names, graph.size());
    for (std::size_t i = 0; i < listed.vertices.size(); ++i) {
        for (std::size_t j = 0; j < i; ++j) {
            if (graph.adjacent(listed.vertices[i], listed.vertices[j]) == adjacent) continue;
            start.fail(listed.lines[i], names.name(listed.vertices[j]) + " and " + names.name(listed.vertices[i]) +
                                            (adjacent ? " are not adjacent; expected a clique"
                                                      : " are adjacent; expected an independent set"));
        }
    }
    return std::move(listed.vertices);
}

/// The vertices outside of a cover: an independent set. Throws Error where an edge has no end in the cover.
std::vector<std::size_t> start_outside_of_cover(const StartFile& start, const graph::VertexNames& names,
                                                const graph::Graph& graph);

/// The colour of each vertex, from 0; in the file, from 1, or the vertices of each colour in lines as scrump colouring
/// prints them. Throws Error where two neighbours have the same.
std::vector<std::size_t> start_colouring(const StartFile& start, const graph::VertexNames& names,
                                         const graph::Graph& graph);

/// A tour in TSPLIB's format, of an earlier run, or cities one after another, of which the first has that number.
tsp::Tour start_tour(const std::string& file, const tsp::Instance& instance, std::uint64_t first_city,
                     const LiveSearch& live);

/// An order of an earlier run, or jobs one after another, from 1.
flowshop::Order start_order(const std::string& file, const flowshop::Instance& instance, const LiveSearch& live);

}  // namespace scrump::cli
