#include <scrump/problems/maxclique/detail/proof.hpp>

#include <scrump/problems/maxclique/detail/refutation.hpp>

#include <bit>
#include <string>
#include <utility>

namespace scrump::maxclique {
namespace {

using proof::Constraint;
using proof::Text;

constexpr std::size_t row_bits = graph::Graph::word_bits;

/// All variables: those of the clique and, negated, the others.
std::string assignment(std::size_t vertices, std::span<const std::size_t> clique) {
    std::vector<bool> in(vertices);
    for (const std::size_t vertex : clique) in[vertex] = true;
    std::string text;
    for (std::size_t v = 0; v < vertices; ++v) text.append(in[v] ? " x" : " ~x").append(std::to_string(v + 1));
    return text;
}

}  // namespace

NonEdges::NonEdges(const graph::Graph& graph) : graph_(&graph), words_((graph.size() + row_bits - 1) / row_bits) {
    before_.push_back(0);
    before_words_.reserve(graph.size() * words_);
    for (std::size_t u = 0; u < graph.size(); ++u) {
        std::uint64_t row = 0;
        for (std::size_t w = 0; w < words_; ++w) {
            before_words_.push_back(static_cast<std::uint32_t>(row));
            row += static_cast<std::uint64_t>(std::popcount(strangers_above(u, w)));
        }
        before_.push_back(before_.back() + row);
    }
}

/// Word `w` of the set of those after `u` that are not adjacent to it.
std::uint64_t NonEdges::strangers_above(std::size_t u, std::size_t w) const {
    std::uint64_t mask = ~std::uint64_t{0};
    if (w < u / row_bits) return 0;
    if (w == u / row_bits) mask = u % row_bits == row_bits - 1 ? 0 : mask << (u % row_bits + 1);
    const std::size_t end = graph_->size();
    if (w == end / row_bits) mask &= (std::uint64_t{1} << (end % row_bits)) - 1;
    return mask & ~graph_->row(u)[w];
}

proof::Constraint NonEdges::of(std::size_t u, std::size_t v) const {
    if (u > v) std::swap(u, v);
    const std::size_t w = v / row_bits;
    const std::uint64_t lower = (std::uint64_t{1} << (v % row_bits)) - 1;
    return before_[u] + before_words_[u * words_ + w] +
           static_cast<std::uint64_t>(std::popcount(strangers_above(u, w) & lower)) + 1;
}

void write_problem(std::ostream& out, const NonEdges& edges, std::optional<std::size_t> k) {
    Text text(out);
    const graph::Graph& graph = edges.graph();
    const auto write_all = [&](const char* coefficient) {
        for (std::size_t v = 0; v < graph.size(); ++v) text << coefficient << v + 1;
    };
    text << "* #variable= " << graph.size() << " #constraint= " << edges.count() + (k ? 1 : 0) << '\n';
    if (!k) {
        text << "min:";
        write_all(" -1 x");
        text << " ;\n";
    }
    for (std::size_t u = 0; u < graph.size(); ++u)
        for (std::size_t v = u + 1; v < graph.size(); ++v)
            if (!graph.adjacent(u, v)) text << "1 ~x" << u + 1 << " 1 ~x" << v + 1 << " >= 1 ;\n";
    if (k) {
        write_all(" 1 x");
        text << " >= " << *k << " ;\n";
    }
}

std::uint64_t write_maximum_proof(std::ostream& out, const NonEdges& edges, std::span<const std::size_t> clique,
                                  const proof::LoggedTree& tree, std::span<const std::uint32_t> order) {
    proof::Proof proof(out, edges.count());
    proof.text() << "soli" << assignment(edges.graph().size(), clique) << ";\n";
    const Constraint larger = proof.derived();
    refute(proof, edges, tree, order, {larger, clique.size() + 1});
    const std::string size = std::to_string(-static_cast<std::int64_t>(clique.size()));
    proof.conclude("BOUNDS " + size + " : " + std::to_string(proof.last()) + ' ' + size);
    return proof.steps();
}

std::uint64_t write_refutation(std::ostream& out, const NonEdges& edges, std::size_t k, const proof::LoggedTree& tree,
                               std::span<const std::uint32_t> order) {
    const Constraint so_many = edges.count() + 1;
    proof::Proof proof(out, so_many);
    const Constraint contradiction = refute(proof, edges, tree, order, {so_many, k});
    proof.conclude("UNSAT : " + std::to_string(contradiction));
    return proof.steps();
}

std::uint64_t write_witness(std::ostream& out, const NonEdges& edges, std::span<const std::size_t> clique) {
    proof::Proof proof(out, edges.count() + 1);
    proof.conclude("SAT :" + assignment(edges.graph().size(), clique));
    return proof.steps();
}

}  // namespace scrump::maxclique
