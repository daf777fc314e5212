#include <scrump/problems/maxclique/detail/refutation.hpp>

#include <scrump/problems/maxclique/detail/conflict.hpp>
#include <scrump/problems/maxclique/detail/independent_sets.hpp>
#include <scrump/problems/maxclique/detail/log_reader.hpp>

#include <algorithm>
#include <bit>
#include <cstddef>
#include <vector>

namespace scrump::maxclique {
namespace {

using proof::Address;
using proof::Constraint;

/// A set of vertices, by their numbers in the log.
class VertexSet {
  public:
    explicit VertexSet(std::size_t words) : words_(words) {}

    bool has(std::size_t vertex) const { return (words_[vertex / 64] >> (vertex % 64) & 1) != 0; }
    void insert(std::size_t vertex) { words_[vertex / 64] |= std::uint64_t{1} << (vertex % 64); }
    void remove(std::size_t vertex) { words_[vertex / 64] &= ~(std::uint64_t{1} << (vertex % 64)); }
    bool empty() const {
        return std::ranges::all_of(words_, [](std::uint64_t word) { return word == 0; });
    }
    /// The smallest; only if there is any.
    std::size_t first() const {
        std::size_t w = 0;
        while (words_[w] == 0) ++w;
        return w * 64 + static_cast<std::size_t>(std::countr_zero(words_[w]));
    }
    /// Becomes those of `others` that are in `row`, or that are not.
    void become_within(const VertexSet& others, LoggedGraph::Row row) {
        for (std::size_t w = 0; w < words_.size(); ++w) words_[w] = others.words_[w] & row[w];
    }
    void become_without(const VertexSet& others, LoggedGraph::Row row) {
        for (std::size_t w = 0; w < words_.size(); ++w) words_[w] = others.words_[w] & ~row[w];
    }

  private:
    std::vector<std::uint64_t> words_;
};

class Refutation {
  public:
    Refutation(proof::Proof& proof, const NonEdges& edges, const proof::LoggedTree& tree,
               std::span<const std::uint32_t> order)
        : proof_(proof),
          tree_(tree),
          order_(order),
          graph_(edges.graph(), order),
          sets_(proof, edges, order),
          conflicts_(graph_, sets_),
          candidates_(graph_.words()),
          strangers_(graph_.words()),
          open_(graph_.words()) {}

    Constraint derive(SoMany needed) {
        for (std::size_t v = 0; v < graph_.size(); ++v) candidates_.insert(v);
        const proof::LoggedNode root = tree_[tree_.root()];
        push(root, needed.constraint, needed.count, true);
        while (depth_ > 0) {
            sets_.trim();
            if (top().child != 0) {
                visit_child();
            } else {
                settle();
            }
        }
        return proof_.last();
    }

  private:
    /// A node that the walk is at or below.
    struct Frame {
        Constraint open;          // sum of `left` + multiples of the ~x of the clique >= `needed`
        std::uint64_t needed;     // how many of `left` a larger clique has
        bool decides;             // the node's clause will be its parent's as well; true of the root
        Address child;            // the next to be visited
        std::size_t first_piece;  // of the steps for this node, to be forgotten with it
        std::span<const std::uint16_t> payload;
        VertexSet left;  // the candidates but those whose children have been visited
    };

    /// Constraints with successive numbers.
    struct Piece {
        Constraint first;
        Constraint end;
    };

    Frame& top() { return path_[depth_ - 1]; }

    /// Goes to a node with children, or the root, whose candidates are `candidates_`.
    void push(const proof::LoggedNode& node, Constraint open, std::uint64_t needed, bool decides) {
        if (depth_ == path_.size()) path_.push_back({0, 0, false, 0, 0, {}, VertexSet(graph_.words())});
        ++depth_;
        Frame& here = top();
        here.open = open;
        here.needed = needed;
        here.decides = decides;
        here.child = node.first_child;
        here.first_piece = pieces_.size();
        here.payload = node.payload;
        std::swap(here.left, candidates_);
    }

    void visit_child() {
        Frame& here = top();
        const proof::LoggedNode child = tree_[here.child];
        here.child = child.next_sibling;
        const std::size_t vertex = child.rank;
        if (vertex >= graph_.size() || !here.left.has(vertex)) throw_incomplete_log();
        here.left.remove(vertex);
        candidates_.become_within(here.left, graph_.row(vertex));
        group_strangers(vertex);
        // The first group cancels the vertex itself; without more, the clause says nothing of it.
        const bool decides = groups_.size() < 2;
        const std::uint64_t needed = here.needed - 1;
        step_.clear();
        if (child.first_child != 0) {
            add_open(here, vertex);
            const Constraint open = proof_.derive(step_);
            push(child, open, needed, decides);
            return keep(open);
        }
        if (!decides) step_.add(here.open);
        step_.begin();
        add_open(here, vertex);
        conclude(child.payload, candidates_, needed, decides);
    }

    /// Puts the vertices of the last node that are not adjacent to `vertex` into independent sets, each with it.
    void group_strangers(std::size_t vertex) {
        groups_.clear();
        strangers_.become_without(top().left, graph_.row(vertex));
        while (!strangers_.empty()) {
            members_.clear();
            open_ = strangers_;
            while (!open_.empty()) {
                const std::size_t next = open_.first();
                members_.push_back(static_cast<std::uint16_t>(next));
                strangers_.remove(next);
                open_.remove(next);
                open_.become_without(open_, graph_.row(next));
            }
            const auto own = static_cast<std::uint16_t>(vertex);
            members_.insert(std::ranges::lower_bound(members_, own), own);
            groups_.push_back(sets_.of(members_));
        }
    }

    /// What the open constraint of `here` says once `vertex` is in the clique.
    void add_open(const Frame& here, std::size_t vertex) {
        step_.add(here.open);
        for (const Constraint group : groups_) step_.add(group);
        if (groups_.empty()) step_.add_at_most_one(order_[vertex] + std::uint64_t{1});
    }

    /// All children of the last node of the path have been visited.
    void settle() {
        Frame& here = top();
        std::swap(candidates_, here.left);
        step_.clear();
        --depth_;
        if (!here.decides) step_.add(top().open);
        step_.begin();
        step_.add(here.open);
        conclude(here.payload, candidates_, here.needed, here.decides, here.first_piece);
    }

    /// Ends the step of a node whose record settles all that is left of its candidates.
    void conclude(std::span<const std::uint16_t> payload, VertexSet& left, std::uint64_t needed, bool decides) {
        conclude(payload, left, needed, decides, pieces_.size());
    }
    void conclude(std::span<const std::uint16_t> payload, VertexSet& left, std::uint64_t needed, bool decides,
                  std::size_t first_piece) {
        add_bound(payload, left, needed);
        step_.end();
        const Constraint derived = proof_.derive(step_);
        forget(first_piece);
        if (decides) {
            take_clause(derived);
        } else {
            top().open = derived;
            keep(derived);
        }
    }

    /// Adds that the candidates, those of the record, have fewer than `needed` vertices of a clique: what remains is
    /// the clause.
    void add_bound(std::span<const std::uint16_t> payload, VertexSet& left, std::uint64_t needed) {
        record_.read(payload);
        const std::size_t classes = record_.classes.size();
        if (needed <= classes) throw_incomplete_log();
        const auto settles = [&](std::size_t vertex) {
            if (vertex >= graph_.size() || !left.has(vertex)) throw_incomplete_log();
            left.remove(vertex);
        };
        in_conflict_.assign(classes, false);
        for (const LoggedConflict& conflict : record_.conflicts) {
            settles(conflict.vertex);
            in_conflict_[conflict.emptied] = true;
            for (std::size_t i = 0; i < conflict.forced.size(); i += 2) in_conflict_[conflict.forced[i]] = true;
            conflicts_.add(step_, conflict, record_.classes);
        }
        for (std::size_t c = 0; c < classes; ++c) {
            for (const std::uint16_t vertex : record_.classes[c]) settles(vertex);
            if (!in_conflict_[c]) sets_.add(step_, record_.classes[c]);
        }
        if (!left.empty()) throw_incomplete_log();
        step_.saturate();
        step_.divide(needed - classes);
    }

    /// A child's clause is that of the last node of the path, and of those above it as long as they decide.
    void take_clause(Constraint clause) {
        std::size_t first_piece = pieces_.size();
        const auto pop = [&] {
            --depth_;
            first_piece = path_[depth_].first_piece;
        };
        while (depth_ > 0 && top().decides) pop();
        if (depth_ == 0) return;
        pop();
        step_.clear();
        step_.add(top().open);
        step_.add(clause);
        keep(clause);
        top().open = proof_.derive(step_);
        forget(first_piece);
        keep(top().open);
    }

    /// A constraint was derived for the last node.
    void keep(Constraint constraint) {
        if (pieces_.size() > top().first_piece && pieces_.back().end == constraint) {
            ++pieces_.back().end;
        } else {
            pieces_.push_back({constraint, constraint + 1});
        }
    }

    /// Forgets the pieces from `first` on.
    void forget(std::size_t first) {
        forgotten_.clear();
        for (std::size_t i = first; i < pieces_.size(); ++i) {
            if (pieces_[i].end - pieces_[i].first == 1) {
                forgotten_.push_back(pieces_[i].first);
            } else {
                proof_.forget(pieces_[i].first, pieces_[i].end);
            }
        }
        proof_.forget(forgotten_);
        pieces_.resize(first);
    }

    proof::Proof& proof_;
    const proof::LoggedTree& tree_;
    std::span<const std::uint32_t> order_;
    LoggedGraph graph_;
    IndependentSets sets_;
    ConflictSteps conflicts_;
    std::vector<Frame> path_;  // the first `depth_`; the others keep their memory
    std::size_t depth_ = 0;
    std::vector<Piece> pieces_;
    std::vector<Constraint> forgotten_;

    proof::Sum step_;
    ReadRecord record_;
    std::vector<bool> in_conflict_;
    VertexSet candidates_;
    VertexSet strangers_;
    VertexSet open_;
    std::vector<std::uint16_t> members_;
    std::vector<Constraint> groups_;  // at most one of a set of strangers and the vertex branched on
};

}  // namespace

Constraint refute(proof::Proof& proof, const NonEdges& edges, const proof::LoggedTree& tree,
                  std::span<const std::uint32_t> order, SoMany needed) {
    return Refutation(proof, edges, tree, order).derive(needed);
}

}  // namespace scrump::maxclique
