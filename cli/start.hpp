#pragma once
// Solutions that a search is to begin with, from files: --start.

#include "live_search.hpp"

#include <scrump/problems/graph/graph.hpp>
#include <scrump/problems/graph/sparse_graph.hpp>
#include <scrump/problems/graph/vertex_names.hpp>
#include <scrump/problems/tsp/instance.hpp>
#include <scrump/problems/tsp/tour.hpp>

#include <cstddef>
#include <string>
#include <vector>

namespace scrump::cli {

/// The words of a file, or what stands under `solution` in the JSON of an earlier run.
class StartFile {
  public:
    /// Collective: only the first process reads the file. Throws Error.
    StartFile(const std::string& file, const LiveSearch& live);

    /// What is in a file of that name.
    StartFile(const std::string& text, const std::string& file);

    struct Word {
        std::string text;
        std::size_t line;
    };
    const std::vector<Word>& words() const { return words_; }

    /// Throws Error "file:line: what".
    [[noreturn]] void fail(std::size_t line, const std::string& what) const;

    std::size_t last_line() const { return words_.empty() ? 1 : words_.back().line; }

  private:
    void take_json(const std::string& text);

    std::string title_;
    std::vector<Word> words_;
};

/// Vertices of `graph` as the file of the graph calls them, with the lines where they stand.
struct ListedVertices {
    std::vector<std::size_t> vertices;
    std::vector<std::size_t> lines;
};

/// Throws Error for what is none of the `size` vertices, or is there twice.
ListedVertices vertices_in(const StartFile& start, const graph::VertexNames& names, std::size_t size);

/// The vertices of a clique, or of an independent set if `adjacent` is false. Throws Error where two of them are not
/// adjacent, or are.
template <class Graph>
std::vector<std::size_t> start_set(const StartFile& start, const graph::VertexNames& names, const Graph& graph,
                                   bool adjacent) {
    ListedVertices listed = vertices_in(start, names, graph.size());
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

/// The colour of each vertex, from 0; in the file, from 1. Throws Error where two neighbours have the same.
std::vector<std::size_t> start_colouring(const StartFile& start, const graph::VertexNames& names,
                                         const graph::Graph& graph);

/// A tour in TSPLIB's format, or of an earlier run.
tsp::Tour start_tour(const std::string& file, const tsp::Instance& instance, const LiveSearch& live);

}  // namespace scrump::cli
