#include <scrump/problems/sip/detail/logged_search.hpp>

#include <scrump/problems/sip/detail/pair_counts.hpp>

#include <algorithm>
#include <bit>
#include <functional>
#include <numeric>
#include <stdexcept>

namespace scrump::sip {
namespace {

constexpr std::size_t image_bits = graph::Graph::word_bits;
/// Fewer than places in the trail can be told: all other vertices may still get images.
constexpr std::size_t max_trail = 0xffffU - max_pattern;

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
      pattern_words_((problem.pattern.size() + image_bits - 1) / image_bits),
      order_(problem.target.size()),
      degrees_(degrees_of(problem.pattern.edges)),
      start_(problem.pattern.size() * words_) {
    const std::vector<std::uint32_t> degrees = degrees_of(problem.target.edges);
    std::iota(order_.begin(), order_.end(), 0U);
    std::ranges::stable_sort(order_, std::greater<>(), [&](std::uint32_t t) { return degrees[t]; });
    for (std::size_t p = 0; p < pattern_size(); ++p)
        for (std::size_t t = 0; t < target_size(); ++t)
            if (alike(problem, p, t)) start_[p * words_ + t / image_bits] |= std::uint64_t{1} << (t % image_bits);
    for (const DegreeFact& fact : degree_facts(problem))
        start_[fact.p * words_ + fact.t / image_bits] &= ~(std::uint64_t{1} << (fact.t % image_bits));
}

LoggedNode LoggedSpace::root(bool& possible) const {
    LoggedNode node;
    node.open = static_cast<std::uint32_t>(pattern_size());
    node.images.assign(pattern_size(), LoggedNode::none);
    node.domains = start_;
    possible = settle(node);
    return node;
}

bool LoggedSpace::assign(const LoggedNode& parent, std::size_t p, std::size_t t, LoggedNode& child) const {
    child.open = parent.open;
    child.images = parent.images;
    child.domains = parent.domains;
    child.trail = parent.trail;
    child.hall_sets = parent.hall_sets;
    child.record.clear();
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
    node.trail.push_back(rank_of(p, t));
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
        if (count_bits(domain, words_) == 0) return tell_nothing_left(node, q);
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
            if (size == 0) return tell_nothing_left(node, p);
            if (size > 1) continue;
            std::size_t only = 0;
            for_each_image(domain, words_, [&](std::size_t t) { only = t; });
            put(node.record, Told::image);
            put(node.record, only);
            explain(node, p, this->domain(node, p), node.record);
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
        const auto is_other = [&](std::size_t q) {
            return node.images[q] == LoggedNode::none &&
                   std::ranges::find(members, static_cast<std::uint16_t>(q)) == members.end();
        };
        const auto has_some = [&](std::size_t q) {
            for (std::size_t w = 0; w < words_; ++w)
                if ((node.domains[q * words_ + w] & together[w]) != 0) return true;
            return false;
        };
        // Where all that is left to one more is among them, there are too few for these together.
        const auto has_others = [&](std::size_t q) {
            for (std::size_t w = 0; w < words_; ++w)
                if ((node.domains[q * words_ + w] & ~together[w]) != 0) return true;
            return false;
        };
        bool possible = images == members.size();
        bool used = false;
        for (std::size_t q = 0; q < pattern_size() && possible; ++q) {
            if (!is_other(q)) continue;
            used = used || has_some(q);
            if (has_others(q)) continue;
            members.push_back(static_cast<std::uint16_t>(q));
            possible = false;
        }
        if (possible && !used) continue;
        // Places in the trail are told in 16 bits.
        if (node.trail.size() >= max_trail) return true;
        put(node.record, possible ? Told::hall_set : Told::too_few);
        tell_hall_set(node, members, together);
        if (!possible) return false;
        for (std::size_t q = 0; q < pattern_size(); ++q) {
            if (!is_other(q)) continue;
            for (std::size_t w = 0; w < words_; ++w) node.domains[q * words_ + w] &= ~together[w];
        }
        changed = true;
        // What follows is counted anew, in domains that are smaller.
        return true;
    }
    return true;
}

void LoggedSpace::tell_hall_set(LoggedNode& node, std::span<const std::uint16_t> members,
                                const Images& together) const {
    put(node.record, members.size());
    put(node.record, count_bits(together.data(), words_));
    for (const std::uint16_t p : members) explain(node, p, together, node.record);
    for_each_image(together.data(), words_, [&](std::size_t t) { put(node.record, t); });
    node.trail.push_back(rank_of(hall_set, node.hall_sets.size() / hall_set_words()));
    node.hall_sets.resize(node.hall_sets.size() + pattern_words_);
    std::uint64_t* const vertices = &node.hall_sets.back() + 1 - pattern_words_;
    for (const std::uint16_t p : members) vertices[p / image_bits] |= std::uint64_t{1} << (p % image_bits);
    node.hall_sets.insert(node.hall_sets.end(), together.begin(), together.end());
}

bool LoggedSpace::tell_nothing_left(LoggedNode& node, std::size_t p) const {
    put(node.record, Told::nothing_left);
    explain(node, p, domain(node, p), node.record);
    return false;
}

void LoggedSpace::explain(const LoggedNode& node, std::size_t p, std::span<const std::uint64_t> allowed,
                          std::vector<std::uint16_t>& record) const {
    put(record, p);
    const std::size_t count_at = record.size();
    put(record, 0);
    Images gone(start_.begin() + static_cast<std::ptrdiff_t>(p * words_),
                start_.begin() + static_cast<std::ptrdiff_t>((p + 1) * words_));
    std::uint64_t any = 0;
    for (std::size_t w = 0; w < words_; ++w) any |= gone[w] &= ~allowed[w];
    for (std::size_t place = 0; any != 0 && place < node.trail.size(); ++place) {
        bool took = false;
        any = 0;
        for_what_it_took(node, node.trail[place], p, [&](std::size_t w, std::uint64_t images) {
            took = took || (gone[w] & images) != 0;
            any |= gone[w] &= ~images;
        });
        if (took) put(record, place);
    }
    if (any != 0) throw std::logic_error("images went without a reason; this is a defect of Scrump");
    record[count_at] = static_cast<std::uint16_t>(record.size() - count_at - 1);
}

/// Calls `visit(word, images)` for each word of the set of images that the event took from `p`.
template <class Visit>
void LoggedSpace::for_what_it_took(const LoggedNode& node, std::uint32_t event, std::size_t p,
                                   const Visit& visit) const {
    const std::size_t q = vertex_of(event);
    const std::size_t t = image_of(event);
    if (q == hall_set) {
        const std::uint64_t* const vertices = node.hall_sets.data() + t * hall_set_words();
        const std::uint64_t* const images = vertices + pattern_words_;
        const bool member = has_image(vertices, p);
        for (std::size_t w = 0; w < words_; ++w) visit(w, member ? 0 : images[w]);
        return;
    }
    for_excluded(*problem_, q, t, p, visit);
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
    : space_(&space), parent_(&parent), next_(parent.open == 0 ? space.order().size() : 0) {
    std::vector<std::uint16_t> record = parent.record;
    if (parent.open > 0) {
        vertex_ = space.to_branch_on(parent);
        put(record, Told::branched);
        space.explain(parent, vertex_, space.domain(parent, vertex_), record);
    }
    self_ = space.log().writer().add(parent.parent, parent.choice, record);
}

bool LoggedGenerator::next(Node& child) {
    const std::uint64_t* const domain = parent_->domains.data() + vertex_ * space_->words();
    while (next_ < space_->order().size()) {
        const std::size_t t = space_->order()[next_++];
        if (!has_image(domain, t)) continue;
        child.choice = rank_of(vertex_, t);
        child.parent = self_;
        if (space_->assign(*parent_, vertex_, t, child)) return true;
        space_->log().writer().add(self_, child.choice, child.record);
    }
    return false;
}

bool LoggedGenerator::valid(const Space& space, const Node& node) {
    if (node.images.size() != space.pattern_size() || node.domains.size() != space.pattern_size() * space.words() ||
        std::ranges::count(node.images, LoggedNode::none) != static_cast<std::ptrdiff_t>(node.open) ||
        node.hall_sets.size() % space.hall_set_words() != 0)
        return false;
    for (const std::uint32_t event : node.trail) {
        const bool is_set = vertex_of(event) == hall_set;
        const std::size_t end = is_set ? node.hall_sets.size() / space.hall_set_words() : space.target_size();
        if ((!is_set && vertex_of(event) >= space.pattern_size()) || image_of(event) >= end) return false;
    }
    const std::size_t last_bits = space.target_size() % image_bits;
    const std::uint64_t beyond = last_bits == 0 ? 0 : ~std::uint64_t{0} << last_bits;
    for (std::size_t p = 0; p < node.images.size(); ++p) {
        if (node.images[p] != LoggedNode::none && node.images[p] >= space.target_size()) return false;
        if ((node.domains[(p + 1) * space.words() - 1] & beyond) != 0) return false;
    }
    return true;
}

}  // namespace scrump::sip
