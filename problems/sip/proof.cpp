#include <scrump/problems/sip/proof.hpp>

#include <scrump/problems/sip/logged_search.hpp>
#include <scrump/problems/sip/pair_counts.hpp>

#include <algorithm>
#include <stdexcept>
#include <string>

namespace scrump::sip {
namespace {

using proof::Address;
using proof::Constraint;
using proof::Text;

struct Variable {
    std::size_t p;
    std::size_t t;
};

Text& operator<<(Text& text, Variable variable) {
    return text << 'x' << std::uint64_t{variable.p} << '_' << std::uint64_t{variable.t};
}

std::vector<std::uint32_t> neighbours_of(const graph::Graph& graph, std::size_t v) {
    std::vector<std::uint32_t> neighbours;
    for_each_neighbour(graph, v, [&](std::size_t u) { neighbours.push_back(static_cast<std::uint32_t>(u)); });
    return neighbours;
}

/// A proof by contradiction that there is no mapping.
class MappingRefutation {
  public:
    MappingRefutation(proof::Proof& proof, const MappingConstraints& constraints, const proof::LoggedTree& tree)
        : proof_(proof), text_(proof.text()), constraints_(constraints), problem_(constraints.problem()), tree_(tree) {}

    void derive() {
        for (const DegreeFact& fact : degree_facts(problem_)) derive_degree(fact);
        enter(tree_.root());
        while (!path_.empty()) {
            const Address child = path_.back().child;
            if (child != 0) {
                path_.back().child = tree_[child].next_sibling;
                enter(child);
            } else {
                leave();
            }
        }
    }

  private:
    struct Frame {
        Constraint before;     // the last that was derived before the node
        std::uint32_t choice;  // of no meaning at the root
        Address child;         // the next to be visited
    };

    /// The neighbours of `p` that have the degree need as many such neighbours of `t`, and there are fewer.
    void derive_degree(const DegreeFact& fact) {
        const graph::Graph& pattern = problem_.pattern.edges;
        const graph::Graph& target = problem_.target.edges;
        const std::vector<std::uint32_t> images = neighbours_of(target, fact.t);
        text_ << "pol";
        bool first = true;
        for (const std::uint32_t q : neighbours_of(pattern, fact.p)) {
            if (pattern.degree(q) < fact.degree) continue;
            text_ << ' ' << constraints_.beside(fact.p, fact.t, q) << (first ? "" : " +");
            first = false;
            // Those of less degree than q has were shown to be none of its images before.
            for (const std::uint32_t u : images)
                if (target.degree(u) < fact.degree) text_ << ' ' << excluded(q, u) << " +";
        }
        for (const std::uint32_t u : images)
            if (target.degree(u) >= fact.degree) text_ << ' ' << constraints_.at_most_one(u) << " +";
        text_ << ";\n";
        const Constraint sum = proof_.derived();
        text_ << "rup 1 ~" << Variable{fact.p, fact.t} << " >= 1 : " << sum << ";\n";
        const Constraint excluding = proof_.derived();
        if (fact.degree == 0) excluded_.push_back({rank_of(fact.p, fact.t), excluding});
        proof_.forget(sum, sum + 1);
    }

    /// The constraint that `q` does not go to `u`, which has fewer neighbours. Facts come by rising p and t.
    Constraint excluded(std::size_t q, std::size_t u) const {
        const auto place = std::ranges::lower_bound(excluded_, rank_of(q, u), {}, &Excluded::rank);
        if (place == excluded_.end() || place->rank != rank_of(q, u)) {
            throw std::logic_error("a fact about degrees lacks another; this is a defect of Scrump");
        }
        return place->constraint;
    }

    void enter(Address address) {
        const proof::LoggedNode node = tree_[address];
        path_.push_back({proof_.last(), node.rank, node.first_child});
        HallSets::for_each(node.payload, [&](const HallSets::Set& set) { derive_hall_set(set); });
    }

    /// These vertices go somewhere, and nobody else where they go.
    void derive_hall_set(const HallSets::Set& set) {
        text_ << "pol " << constraints_.somewhere(set.vertices[0]);
        for (const std::uint16_t p : set.vertices.subspan(1)) text_ << ' ' << constraints_.somewhere(p) << " +";
        for (const std::uint16_t t : set.images) text_ << ' ' << constraints_.at_most_one(t) << " +";
        text_ << ";\n";
        proof_.derived();
    }

    void leave() {
        text_ << "rup";
        for (std::size_t i = 1; i < path_.size(); ++i) {
            text_ << " 1 ~" << Variable{vertex_of(path_[i].choice), image_of(path_[i].choice)};
        }
        text_ << " >= 1;\n";
        const Constraint clause = proof_.derived();
        proof_.forget(path_.back().before + 1, clause);
        path_.pop_back();
    }

    struct Excluded {
        std::uint32_t rank;
        Constraint constraint;
    };

    proof::Proof& proof_;
    Text& text_;
    const MappingConstraints& constraints_;
    const Problem& problem_;
    const proof::LoggedTree& tree_;
    std::vector<Excluded> excluded_;
    std::vector<Frame> path_;
};

}  // namespace

MappingConstraints::MappingConstraints(const Problem& problem) : problem_(&problem) {
    const std::size_t patterns = problem.pattern.size();
    const std::size_t targets = problem.target.size();
    for (std::size_t p = 0; p < patterns; ++p)
        for (std::size_t t = 0; t < targets; ++t) unlike_ += alike(problem, p, t) ? 0U : 1U;
    std::uint64_t next = 2 * patterns + targets + unlike_ + 1;
    for (std::size_t p = 0; p < patterns; ++p) {
        neighbours_.push_back(neighbours_of(problem.pattern.edges, p));
        first_beside_.push_back(next);
        next += neighbours_.back().size() * targets;
    }
    count_ = next - 1;
    if (problem.induced)
        for (const auto& neighbours : neighbours_) count_ += (patterns - 1 - neighbours.size()) * targets;
}

proof::Constraint MappingConstraints::beside(std::size_t p, std::size_t t, std::size_t q) const {
    const auto place = std::ranges::lower_bound(neighbours_[p], static_cast<std::uint32_t>(q));
    return first_beside_[p] + static_cast<std::uint64_t>(place - neighbours_[p].begin()) * problem_->target.size() + t;
}

void MappingConstraints::write(std::ostream& out) const {
    Text text(out);
    const std::size_t patterns = problem_->pattern.size();
    const std::size_t targets = problem_->target.size();
    const graph::Graph& target = problem_->target.edges;
    text << "* #variable= " << std::uint64_t{patterns * targets} << " #constraint= " << count_ << '\n';
    for (std::size_t p = 0; p < patterns; ++p) {
        for (std::size_t t = 0; t < targets; ++t) text << "1 " << Variable{p, t} << ' ';
        text << ">= 1 ;\n";
    }
    for (std::size_t p = 0; p < patterns; ++p) {
        for (std::size_t t = 0; t < targets; ++t) text << "1 ~" << Variable{p, t} << ' ';
        text << ">= " << std::uint64_t{targets - 1} << " ;\n";
    }
    for (std::size_t t = 0; t < targets; ++t) {
        for (std::size_t p = 0; p < patterns; ++p) text << "1 ~" << Variable{p, t} << ' ';
        text << ">= " << std::uint64_t{patterns - 1} << " ;\n";
    }
    for (std::size_t p = 0; p < patterns; ++p)
        for (std::size_t t = 0; t < targets; ++t)
            if (!alike(*problem_, p, t)) text << "1 ~" << Variable{p, t} << " >= 1 ;\n";
    for (std::size_t p = 0; p < patterns; ++p) {
        for (const std::uint32_t q : neighbours_[p]) {
            for (std::size_t t = 0; t < targets; ++t) {
                text << "1 ~" << Variable{p, t} << ' ';
                for_each_neighbour(target, t, [&](std::size_t u) { text << "1 " << Variable{q, u} << ' '; });
                text << ">= 1 ;\n";
            }
        }
    }
    if (!problem_->induced) return;
    for (std::size_t p = 0; p < patterns; ++p) {
        for (std::size_t q = 0; q < patterns; ++q) {
            if (q == p || problem_->pattern.edges.adjacent(p, q)) continue;
            for (std::size_t t = 0; t < targets; ++t) {
                text << "1 ~" << Variable{p, t} << ' ';
                for (std::size_t u = 0; u < targets; ++u)
                    if (u != t && !target.adjacent(t, u)) text << "1 " << Variable{q, u} << ' ';
                text << ">= 1 ;\n";
            }
        }
    }
}

std::uint64_t write_refutation(std::ostream& out, const MappingConstraints& constraints,
                               const proof::LoggedTree& tree) {
    proof::Proof proof(out, constraints.count());
    MappingRefutation(proof, constraints, tree).derive();
    proof.conclude("UNSAT : " + std::to_string(proof.last()));
    return proof.steps();
}

std::uint64_t write_witness(std::ostream& out, const MappingConstraints& constraints, const Mapping& mapping) {
    proof::Proof proof(out, constraints.count());
    std::string solution = "SAT :";
    for (std::size_t p = 0; p < mapping.size(); ++p)
        for (std::size_t t = 0; t < constraints.problem().target.size(); ++t)
            solution.append(mapping[p] == t ? " x" : " ~x")
                .append(std::to_string(p))
                .append("_")
                .append(std::to_string(t));
    proof.conclude(solution);
    return proof.steps();
}

}  // namespace scrump::sip
