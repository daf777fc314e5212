#include <scrump/problems/maxclique/detail/proof.hpp>

#include <algorithm>
#include <bit>
#include <numeric>
#include <stdexcept>
#include <string>
#include <utility>

namespace scrump::maxclique {
namespace {

using proof::Address;
using proof::Constraint;
using proof::Text;

constexpr std::size_t row_bits = graph::Graph::word_bits;

/// A set of vertices.
class VertexSet {
  public:
    explicit VertexSet(std::size_t vertices) : words_((vertices + row_bits - 1) / row_bits) {}

    bool has(std::size_t vertex) const { return (words_[vertex / row_bits] >> (vertex % row_bits) & 1) != 0; }
    void insert(std::size_t vertex) { words_[vertex / row_bits] |= std::uint64_t{1} << (vertex % row_bits); }
    void remove(std::size_t vertex) { words_[vertex / row_bits] &= ~(std::uint64_t{1} << (vertex % row_bits)); }
    bool empty() const {
        return std::ranges::all_of(words_, [](std::uint64_t word) { return word == 0; });
    }
    template <class Visit>
    void for_each(const Visit& visit) const {
        for (std::size_t w = 0; w < words_.size(); ++w)
            for (std::uint64_t left = words_[w]; left != 0; left &= left - 1)
                visit(w * row_bits + static_cast<std::size_t>(std::countr_zero(left)));
    }

  private:
    std::vector<std::uint64_t> words_;
};

/// All variables: those of the clique and, negated, the others.
std::string assignment(std::size_t vertices, std::span<const std::size_t> clique) {
    std::vector<bool> in(vertices);
    for (const std::size_t vertex : clique) in[vertex] = true;
    std::string text;
    for (std::size_t v = 0; v < vertices; ++v) text.append(in[v] ? " x" : " ~x").append(std::to_string(v + 1));
    return text;
}

[[noreturn]] void throw_incomplete() {
    throw std::logic_error("the log of a clique search lacks a node; this is a defect of Scrump");
}

/// A proof by contradiction from one constraint: that a clique has at least a number of vertices.
class CliqueRefutation {
  public:
    CliqueRefutation(proof::Proof& proof, const NonEdges& edges, const proof::LoggedTree& tree,
                     std::span<const std::uint32_t> order)
        : proof_(proof), text_(proof.text()), edges_(edges), tree_(tree), order_(order) {}

    /// Derives 0 >= 1 from the constraint `first`, which says that `needed` vertices are in a clique. Returns its
    /// number.
    Constraint derive(Constraint first, std::uint64_t needed) {
        VertexSet all(order_.size());
        for (std::size_t v = 0; v < order_.size(); ++v) all.insert(v);
        const proof::LoggedNode root = tree_[tree_.root()];
        path_.push_back({first, first, needed, 0, true, root.first_child, root.payload, std::move(all)});
        while (!path_.empty()) {
            if (path_.back().child != 0) {
                visit_child(path_.back());
            } else {
                settle();
            }
        }
        return proof_.last();
    }

  private:
    /// A node that the walk is at or below.
    struct Frame {
        Constraint opened;     // the first that is derived for this node
        Constraint open;       // sum of `left` + multiples of the ~x of the clique >= `needed`
        std::uint64_t needed;  // how many of `left` a larger clique has
        std::size_t vertex;    // branched on; of no meaning at the root
        bool decides;          // the node's clause will be its parent's as well; true of the root
        Address child;         // the next to be visited
        std::span<const std::uint16_t> payload;
        VertexSet left;  // the candidates but those whose children have been visited
    };

    void visit_child(Frame& here) {
        const proof::LoggedNode child = tree_[here.child];
        here.child = child.next_sibling;
        const std::size_t vertex = child.rank;
        if (vertex >= order_.size() || !here.left.has(vertex)) throw_incomplete();
        here.left.remove(vertex);
        strangers_.clear();
        VertexSet candidates(order_.size());
        here.left.for_each([&](std::size_t other) {
            if (edges_.graph().adjacent(order_[vertex], order_[other])) {
                candidates.insert(other);
            } else {
                strangers_.push_back(other);
            }
        });
        // The first stranger cancels the vertex itself; without more, the clause says nothing of it.
        const bool decides = strangers_.size() < 2;
        const std::uint64_t needed = here.needed - 1;
        text_ << "pol ";
        if (child.first_child != 0) {
            write_open(here, vertex);
            text_ << ";\n";
            const Constraint open = proof_.derived();
            path_.push_back(
                {open, open, needed, vertex, decides, child.first_child, child.payload, std::move(candidates)});
            return;
        }
        if (!decides) text_ << here.open << ' ';
        write_open(here, vertex);
        write_settled(child.payload, std::move(candidates), needed);
        text_ << (decides ? ";\n" : " +;\n");
        const Constraint derived = proof_.derived();
        if (decides) {
            take_clause(derived);
        } else {
            here.open = derived;
        }
    }

    /// What the open constraint of `here` says once `vertex` is in the clique.
    void write_open(const Frame& here, std::size_t vertex) {
        text_ << here.open;
        for (const std::size_t stranger : strangers_)
            text_ << ' ' << edges_.of(order_[vertex], order_[stranger]) << " +";
        if (strangers_.empty()) text_ << " x" << std::size_t{order_[vertex]} + 1 << " w";
    }

    /// Adds the classes, which have all that is left of the candidates: what remains is the clause.
    void write_settled(std::span<const std::uint16_t> payload, VertexSet left, std::uint64_t needed) {
        const std::size_t classes = payload[0];
        if (needed <= classes) throw_incomplete();
        const auto sizes = payload.subspan(1, classes);
        const auto* const vertices = payload.data() + 1 + classes;
        const auto* next = vertices;
        for (const std::size_t size : sizes) {
            members_.clear();
            for (std::size_t i = 0; i < size; ++i, ++next) {
                if (!left.has(*next)) throw_incomplete();
                left.remove(*next);
                members_.push_back(order_[*next]);
            }
            text_ << ' ';
            if (size == 1) {
                text_ << 'x' << members_[0] + 1 << " w";
            } else {
                write_at_most_one(text_, edges_, members_);
                text_ << " +";
            }
        }
        if (!left.empty()) throw_incomplete();
        text_ << " s";
        if (needed - classes > 1) text_ << ' ' << needed - classes << " d";
    }

    /// All children of the last node of the path have been visited.
    void settle() {
        Frame here = std::move(path_.back());
        path_.pop_back();
        text_ << "pol ";
        if (!here.decides) text_ << path_.back().open << ' ';
        text_ << here.open;
        write_settled(here.payload, std::move(here.left), here.needed);
        text_ << (here.decides ? ";\n" : " +;\n");
        const Constraint derived = proof_.derived();
        if (here.decides) {
            take_clause(derived);
        } else {
            path_.back().open = derived;
            proof_.forget(here.opened, derived);
        }
    }

    /// A child's clause is that of the last node of the path, and of those above it as long as they decide.
    void take_clause(Constraint clause) {
        while (!path_.empty() && path_.back().decides) path_.pop_back();
        if (path_.empty()) return;
        const Constraint opened = path_.back().opened;
        path_.pop_back();
        text_ << "pol " << path_.back().open << ' ' << clause << " +;\n";
        path_.back().open = proof_.derived();
        proof_.forget(opened, path_.back().open);
    }

    proof::Proof& proof_;
    Text& text_;
    const NonEdges& edges_;
    const proof::LoggedTree& tree_;
    std::span<const std::uint32_t> order_;
    std::vector<Frame> path_;
    std::vector<std::size_t> strangers_;
    std::vector<std::size_t> members_;
};

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

// From at most one of n: n-1 times that, and a non-edge with each of the n, are n times at most one of n+1, except
// for rounding.
void write_at_most_one(proof::Text& text, const NonEdges& edges, std::span<const std::size_t> vertices) {
    text << edges.of(vertices[0], vertices[1]);
    for (std::size_t n = 2; n < vertices.size(); ++n) {
        if (n > 2) text << ' ' << n - 1 << " *";
        for (std::size_t i = 0; i < n; ++i) text << ' ' << edges.of(vertices[i], vertices[n]) << " +";
        text << ' ' << n << " d";
    }
}

std::uint64_t write_maximum_proof(std::ostream& out, const NonEdges& edges, std::span<const std::size_t> clique,
                                  const proof::LoggedTree& tree, std::span<const std::uint32_t> order) {
    proof::Proof proof(out, edges.count());
    proof.text() << "soli" << assignment(edges.graph().size(), clique) << ";\n";
    const Constraint larger = proof.derived();
    CliqueRefutation(proof, edges, tree, order).derive(larger, clique.size() + 1);
    const std::string size = std::to_string(-static_cast<std::int64_t>(clique.size()));
    proof.conclude("BOUNDS " + size + " : " + std::to_string(proof.last()) + ' ' + size);
    return proof.steps();
}

std::uint64_t write_refutation(std::ostream& out, const NonEdges& edges, std::size_t k, const proof::LoggedTree& tree,
                               std::span<const std::uint32_t> order) {
    const Constraint so_many = edges.count() + 1;
    proof::Proof proof(out, so_many);
    const Constraint contradiction = CliqueRefutation(proof, edges, tree, order).derive(so_many, k);
    proof.conclude("UNSAT : " + std::to_string(contradiction));
    return proof.steps();
}

std::uint64_t write_witness(std::ostream& out, const NonEdges& edges, std::span<const std::size_t> clique) {
    proof::Proof proof(out, edges.count() + 1);
    proof.conclude("SAT :" + assignment(edges.graph().size(), clique));
    return proof.steps();
}

}  // namespace scrump::maxclique
