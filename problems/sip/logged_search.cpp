#include <scrump/problems/sip/logged_search.hpp>

#include <algorithm>
#include <bit>
#include <functional>
#include <numeric>

namespace scrump::sip {
namespace {

constexpr std::size_t image_bits = graph::Graph::word_bits;

bool has_image(const std::uint64_t* set, std::size_t t) {
    return (set[t / image_bits] >> (t % image_bits) & 1) != 0;
}

std::size_t count_bits(const std::uint64_t* set, std::size_t words) {
    std::size_t count = 0;
    for (std::size_t w = 0; w < words; ++w) count += static_cast<std::size_t>(std::popcount(set[w]));
    return count;
}

template <class Visit>
void for_each_image(const std::uint64_t* set, std::size_t words, const Visit& visit) {
    for (std::size_t w = 0; w < words; ++w)
        for (std::uint64_t left = set[w]; left != 0; left &= left - 1)
            visit(w * image_bits + static_cast<std::size_t>(std::countr_zero(left)));
}

std::vector<std::uint32_t> degrees_of(const graph::Graph& graph) {
    std::vector<std::uint32_t> degrees(graph.size());
    for (std::size_t v = 0; v < degrees.size(); ++v) degrees[v] = static_cast<std::uint32_t>(graph.degree(v));
    return degrees;
}

/// Of each vertex the degrees of its neighbours, falling.
std::vector<std::vector<std::uint32_t>> degrees_around(const graph::Graph& graph) {
    const std::vector<std::uint32_t> degrees = degrees_of(graph);
    std::vector<std::vector<std::uint32_t>> around(graph.size());
    for (std::size_t v = 0; v < around.size(); ++v) {
        const auto row = graph.row(v);
        for_each_image(row.data(), row.size(), [&](std::size_t u) { around[v].push_back(degrees[u]); });
        std::ranges::sort(around[v], std::greater<>());
    }
    return around;
}

}  // namespace

bool alike(const Problem& problem, std::size_t p, std::size_t t) {
    const bool loops_agree = problem.pattern.loop(p) == problem.target.loop(t);
    return problem.pattern.label(p) == problem.target.label(t) &&
           (loops_agree || (!problem.induced && problem.target.loop(t)));
}

std::vector<DegreeFact> degree_facts(const Problem& problem) {
    const auto pattern = degrees_around(problem.pattern.edges);
    const auto target = degrees_around(problem.target.edges);
    std::vector<DegreeFact> plain;
    std::vector<DegreeFact> others;
    for (std::uint32_t p = 0; p < pattern.size(); ++p) {
        for (std::uint32_t t = 0; t < target.size(); ++t) {
            if (pattern[p].size() > target[t].size()) {
                plain.push_back({p, t, 0});
                continue;
            }
            const auto less = std::ranges::mismatch(pattern[p], target[t], std::less_equal<>()).in1;
            if (less != pattern[p].end()) others.push_back({p, t, *less});
        }
    }
    plain.insert(plain.end(), others.begin(), others.end());
    return plain;
}

LoggedSpace::LoggedSpace(const Problem& problem, proof::TreeLog& log)
    : problem_(&problem),
      log_(&log),
      words_((problem.target.size() + image_bits - 1) / image_bits),
      order_(problem.target.size()),
      degrees_(degrees_of(problem.pattern.edges)),
      facts_(degree_facts(problem)) {
    const std::vector<std::uint32_t> degrees = degrees_of(problem.target.edges);
    std::iota(order_.begin(), order_.end(), 0U);
    std::ranges::stable_sort(order_, std::greater<>(), [&](std::uint32_t t) { return degrees[t]; });
}

LoggedNode LoggedSpace::root(bool& possible) const {
    LoggedNode node;
    node.open = static_cast<std::uint32_t>(pattern_size());
    node.images.assign(pattern_size(), LoggedNode::none);
    node.domains.assign(pattern_size() * words_, 0);
    for (std::size_t p = 0; p < pattern_size(); ++p)
        for (std::size_t t = 0; t < target_size(); ++t)
            if (alike(*problem_, p, t))
                node.domains[p * words_ + t / image_bits] |= std::uint64_t{1} << (t % image_bits);
    for (const DegreeFact& fact : facts_)
        node.domains[fact.p * words_ + fact.t / image_bits] &= ~(std::uint64_t{1} << (fact.t % image_bits));
    possible = settle(node);
    return node;
}

bool LoggedSpace::assign(const LoggedNode& parent, std::size_t p, std::size_t t, LoggedNode& child) const {
    child.open = parent.open;
    child.images = parent.images;
    child.domains = parent.domains;
    child.hall_sets.clear();
    return give(child, p, t) && settle(child);
}

/// Draws conclusions until there are none.
bool LoggedSpace::settle(LoggedNode& node) const {
    bool changed = true;
    while (changed) {
        if (!give_single_images(node)) return false;
        changed = false;
        if (!take_hall_sets(node, changed)) return false;
    }
    return true;
}

/// `p` goes to `t`; the others keep what goes with it.
bool LoggedSpace::give(LoggedNode& node, std::size_t p, std::size_t t) const {
    node.images[p] = static_cast<std::uint32_t>(t);
    --node.open;
    const auto row = problem_->target.edges.row(t);
    for (std::size_t q = 0; q < pattern_size(); ++q) {
        if (node.images[q] != LoggedNode::none) continue;
        std::uint64_t* const domain = node.domains.data() + q * words_;
        if (problem_->pattern.edges.adjacent(p, q)) {
            for (std::size_t w = 0; w < words_; ++w) domain[w] &= row[w];
        } else if (problem_->induced) {
            for (std::size_t w = 0; w < words_; ++w) domain[w] &= ~row[w];
        }
        domain[t / image_bits] &= ~(std::uint64_t{1} << (t % image_bits));
        if (count_bits(domain, words_) == 0) return false;
    }
    return true;
}

bool LoggedSpace::give_single_images(LoggedNode& node) const {
    for (bool changed = true; changed;) {
        changed = false;
        for (std::size_t p = 0; p < pattern_size(); ++p) {
            if (node.images[p] != LoggedNode::none) continue;
            const std::uint64_t* const domain = node.domains.data() + p * words_;
            const std::size_t size = count_bits(domain, words_);
            if (size == 0) return false;
            if (size > 1) continue;
            std::size_t only = 0;
            for_each_image(domain, words_, [&](std::size_t t) { only = t; });
            if (!give(node, p, only)) return false;
            changed = true;
        }
    }
    return true;
}

/// All-different by counting: if the smallest domains hold no more images together than they are, the others may have
/// none of these. (McCreesh and Prosser 2015; see kernels.cpp.)
bool LoggedSpace::take_hall_sets(LoggedNode& node, bool& changed) const {
    struct Domain {
        std::size_t size;
        std::size_t p;
    };
    std::vector<Domain> domains;
    for (std::size_t p = 0; p < pattern_size(); ++p) {
        if (node.images[p] != LoggedNode::none) continue;
        const std::size_t size = count_bits(node.domains.data() + p * words_, words_);
        if (size <= node.open) domains.push_back({size, p});
    }
    std::ranges::sort(domains,
                      [](const Domain& a, const Domain& b) { return a.size != b.size ? a.size < b.size : a.p < b.p; });
    std::vector<std::uint16_t> members;
    Images together(words_);
    for (const Domain& next : domains) {
        members.push_back(static_cast<std::uint16_t>(next.p));
        for (std::size_t w = 0; w < words_; ++w) together[w] |= node.domains[next.p * words_ + w];
        const std::size_t images = count_bits(together.data(), words_);
        if (images > members.size()) continue;
        bool used = images < members.size();
        bool possible = !used;
        for (std::size_t q = 0; q < pattern_size() && possible; ++q) {
            if (node.images[q] != LoggedNode::none) continue;
            if (std::ranges::find(members, static_cast<std::uint16_t>(q)) != members.end()) continue;
            std::uint64_t* const domain = node.domains.data() + q * words_;
            for (std::size_t w = 0; w < words_; ++w) {
                used = used || (domain[w] & together[w]) != 0;
                domain[w] &= ~together[w];
            }
            possible = count_bits(domain, words_) > 0;
        }
        if (!used) continue;
        node.hall_sets.push_back(static_cast<std::uint16_t>(members.size()));
        node.hall_sets.push_back(static_cast<std::uint16_t>(images));
        node.hall_sets.insert(node.hall_sets.end(), members.begin(), members.end());
        for_each_image(together.data(), words_,
                       [&](std::size_t t) { node.hall_sets.push_back(static_cast<std::uint16_t>(t)); });
        changed = true;
        // What follows is counted anew, in domains that are smaller.
        return possible;
    }
    return true;
}

std::size_t LoggedSpace::to_branch_on(const LoggedNode& node) const {
    std::size_t best = 0;
    std::size_t fewest = std::numeric_limits<std::size_t>::max();
    for (std::size_t p = 0; p < pattern_size(); ++p) {
        if (node.images[p] != LoggedNode::none) continue;
        const std::size_t size = count_bits(node.domains.data() + p * words_, words_);
        if (size > fewest || (size == fewest && degrees_[p] <= degrees_[best])) continue;
        fewest = size;
        best = p;
    }
    return best;
}

LoggedGenerator::LoggedGenerator(const Space& space, const Node& parent)
    : space_(&space),
      parent_(&parent),
      next_(parent.open == 0 ? space.order().size() : 0),
      self_(space.log().writer().add(parent.parent, parent.choice, parent.hall_sets)) {
    if (parent.open > 0) vertex_ = space.to_branch_on(parent);
}

bool LoggedGenerator::next(Node& child) {
    const std::uint64_t* const domain = parent_->domains.data() + vertex_ * space_->words();
    while (next_ < space_->order().size()) {
        const std::size_t t = space_->order()[next_++];
        if (!has_image(domain, t)) continue;
        child.choice = rank_of(vertex_, t);
        child.parent = self_;
        if (space_->assign(*parent_, vertex_, t, child)) return true;
        space_->log().writer().add(self_, child.choice, child.hall_sets);
    }
    return false;
}

bool LoggedGenerator::valid(const Space& space, const Node& node) {
    if (node.images.size() != space.pattern_size() || node.domains.size() != space.pattern_size() * space.words() ||
        std::ranges::count(node.images, LoggedNode::none) != static_cast<std::ptrdiff_t>(node.open))
        return false;
    const std::size_t last_bits = space.target_size() % image_bits;
    const std::uint64_t beyond = last_bits == 0 ? 0 : ~std::uint64_t{0} << last_bits;
    for (std::size_t p = 0; p < node.images.size(); ++p) {
        if (node.images[p] != LoggedNode::none && node.images[p] >= space.target_size()) return false;
        if ((node.domains[(p + 1) * space.words() - 1] & beyond) != 0) return false;
    }
    return true;
}

}  // namespace scrump::sip
