#include <scrump/problems/sip/detail/start_domains.hpp>

#include <scrump/problems/sip/detail/pair_counts.hpp>

#include <algorithm>
#include <stdexcept>

namespace scrump::sip {

using proof::Constraint;

StartDomains::StartDomains(proof::Proof& proof, const MappingConstraints& constraints)
    : proof_(proof),
      constraints_(constraints),
      derived_(constraints.problem().pattern.size()),
      images_(derived_.size()) {
    for (const DegreeFact& fact : degree_facts(constraints.problem())) facts_.push_back({fact});
    std::ranges::sort(facts_, {}, [](const Fact& each) { return rank_of(each.fact.p, each.fact.t); });
}

Constraint StartDomains::of(std::size_t p) {
    if (derived_[p] != 0) return derived_[p];
    const Problem& problem = constraints_.problem();
    std::vector<Constraint> sum = {constraints_.somewhere(p)};
    for (std::size_t t = 0; t < problem.target.size(); ++t) {
        if (!alike(problem, p, t)) {
            sum.push_back(constraints_.unlike(p, t));
        } else if (Fact* const fact = fact_about(p, t); fact != nullptr) {
            sum.push_back(derive(*fact));
        }
    }
    derived_[p] = sum.size() == 1 ? sum[0] : add(sum);
    return derived_[p];
}

const Images& StartDomains::images(std::size_t p) {
    const Problem& problem = constraints_.problem();
    constexpr std::size_t bits = graph::Graph::word_bits;
    Images& left = images_[p];
    if (!left.empty()) return left;
    left.resize((problem.target.size() + bits - 1) / bits);
    for (std::size_t t = 0; t < problem.target.size(); ++t)
        if (alike(problem, p, t) && fact_about(p, t) == nullptr) left[t / bits] |= std::uint64_t{1} << (t % bits);
    return left;
}

StartDomains::Fact* StartDomains::fact_about(std::size_t p, std::size_t t) {
    const auto rank = [](const Fact& each) { return rank_of(each.fact.p, each.fact.t); };
    const auto place = std::ranges::lower_bound(facts_, rank_of(p, t), {}, rank);
    return place == facts_.end() || rank(*place) != rank_of(p, t) ? nullptr : &*place;
}

/// The neighbours of p that have the degree need as many such neighbours of t, and there are fewer.
Constraint StartDomains::derive(Fact& known) {
    if (known.constraint != 0) return known.constraint;
    const DegreeFact& fact = known.fact;
    const graph::Graph& pattern = constraints_.problem().pattern.edges;
    const graph::Graph& target = constraints_.problem().target.edges;
    std::vector<Constraint> sum;
    for_each_neighbour(pattern, fact.p, [&](std::size_t q) {
        if (pattern.degree(q) < fact.degree) return;
        sum.push_back(constraints_.follows(fact.p, fact.t, q));
        // Vertices of less degree than q cannot be its images.
        for_each_neighbour(target, fact.t, [&](std::size_t u) {
            if (target.degree(u) >= fact.degree) return;
            Fact* const other = fact_about(q, u);
            if (other == nullptr) {
                throw std::logic_error("a fact about degrees lacks another; this is a defect of Scrump");
            }
            sum.push_back(derive(*other));
        });
    });
    for_each_neighbour(target, fact.t, [&](std::size_t u) {
        if (target.degree(u) >= fact.degree) sum.push_back(constraints_.at_most_one(u));
    });
    const Constraint added = add(sum);
    proof_.text() << "rup 1 ~" << Variable{fact.p, fact.t} << " >= 1 : " << added << ";\n";
    known.constraint = proof_.derived();
    proof_.forget(added, added + 1);
    return known.constraint;
}

Constraint StartDomains::add(std::span<const Constraint> constraints) {
    proof_.text() << "pol " << constraints[0];
    for (const Constraint each : constraints.subspan(1)) proof_.text() << ' ' << each << " +";
    proof_.text() << ";\n";
    return proof_.derived();
}

}  // namespace scrump::sip
