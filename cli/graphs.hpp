#pragma once
// Graphs as users name them on the command line.

#include <scrump/problems/graph/graph.hpp>
#include <scrump/runtime/session.hpp>

#include <cstdint>
#include <string>

namespace scrump::cli {

/// What a graph may be, for the help of an option.
inline constexpr const char* graph_help =
    "DIMACS file, - for standard input, or a generator: random:n=300,p=0.7,seed=1";

/// Collective: the graph that `source` names; `seed` is for generators whose spec gives none. Only the first process
/// reads files: they need not be there for the others. Throws Error.
graph::Graph load_graph(const std::string& source, std::uint64_t seed, Session& session);

}  // namespace scrump::cli
