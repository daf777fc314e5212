#include <scrump/problems/sip/detail/mapping_constraints.hpp>

#include <scrump/problems/sip/detail/logged_search.hpp>
#include <scrump/problems/sip/detail/pair_counts.hpp>

#include <bit>
#include <ostream>

namespace scrump::sip {
namespace {

/// How many neighbours of `p` are smaller than `q`.
std::size_t neighbours_before(const graph::Graph& graph, std::size_t p, std::size_t q) {
    const auto row = graph.row(p);
    std::size_t count = 0;
    for (std::size_t w = 0; w < q / graph::Graph::word_bits; ++w)
        count += static_cast<std::size_t>(std::popcount(row[w]));
    const std::uint64_t below = (std::uint64_t{1} << (q % graph::Graph::word_bits)) - 1;
    return count + static_cast<std::size_t>(std::popcount(row[q / graph::Graph::word_bits] & below));
}

}  // namespace

MappingConstraints::MappingConstraints(const Problem& problem) : problem_(&problem) {
    const std::size_t patterns = problem.pattern.size();
    const std::size_t targets = problem.target.size();
    std::uint64_t next = 2 * patterns + targets + 1;
    for (std::size_t p = 0; p < patterns; ++p) {
        first_unlike_.push_back(next);
        for (std::size_t t = 0; t < targets; ++t) next += alike(problem, p, t) ? 0U : 1U;
    }
    for (std::size_t p = 0; p < patterns; ++p) {
        first_beside_.push_back(next);
        next += problem.pattern.edges.degree(p) * targets;
    }
    for (std::size_t p = 0; problem.induced && p < patterns; ++p) {
        first_apart_.push_back(next);
        next += (patterns - 1 - problem.pattern.edges.degree(p)) * targets;
    }
    count_ = next - 1;
}

proof::Constraint MappingConstraints::unlike(std::size_t p, std::size_t t) const {
    std::uint64_t place = first_unlike_[p];
    for (std::size_t other = 0; other < t; ++other) place += alike(*problem_, p, other) ? 0U : 1U;
    return place;
}

proof::Constraint MappingConstraints::follows(std::size_t p, std::size_t t, std::size_t q) const {
    const std::size_t before = neighbours_before(problem_->pattern.edges, p, q);
    if (problem_->pattern.edges.adjacent(p, q)) return first_beside_[p] + before * problem_->target.size() + t;
    const std::size_t others = q - before - (p < q ? 1 : 0);
    return first_apart_[p] + others * problem_->target.size() + t;
}

void MappingConstraints::write(std::ostream& out) const {
    proof::Text text(out);
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
        for (std::size_t q = 0; q < patterns; ++q) {
            if (!problem_->pattern.edges.adjacent(p, q)) continue;
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

}  // namespace scrump::sip
