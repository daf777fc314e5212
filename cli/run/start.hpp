#pragma once
// Solutions that a search is to begin with, from files: --start.

#include "run/graphs.hpp"
#include "run/live_search.hpp"

#include <scrump/problems/described/ext/problem.hpp>

#include <cstddef>
#include <string>
#include <vector>

namespace scrump::cli {

/// The known solution in the file that --start names, for a problem of its own format; none if no file is given: a file
/// of an earlier run, of the problem's own format, or of the numbers of things one after another. `source` names the
/// instance. Collective: only the first process reads the file. Throws Error.
std::vector<std::size_t> start_numbers(const std::string& file, const described::Problem& problem,
                                       const described::Instance& instance, const std::string& source,
                                       const LiveSearch& live);

/// The same for a problem of a graph: a file of an earlier run, of vertices as the file of the graph calls them, or of
/// colours. A solution that is not one in this graph is refused with its line.
std::vector<std::size_t> start_vertices(const std::string& file, const described::Problem& problem,
                                        const AnyGraph& graph, const LiveSearch& live);

}  // namespace scrump::cli
