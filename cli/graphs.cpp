#include "graphs.hpp"

#include <scrump/problems/graph/dimacs.hpp>
#include <scrump/problems/graph/generate.hpp>
#include <scrump/problems/graph/source.hpp>

namespace scrump::cli {

graph::Graph load_graph(const std::string& source, std::uint64_t seed, Session& session) {
    const bool is_file = session.broadcast(session.first() && graph::names_file(source) ? "f" : "") == "f";
    if (is_file) return graph::parse_dimacs(session.read_file(source), source);
    return graph::generate(source, seed);
}

}  // namespace scrump::cli
