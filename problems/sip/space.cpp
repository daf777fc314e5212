#include <scrump/problems/sip/detail/space.hpp>

#include <scrump/base/deadline.hpp>
#include <scrump/base/error.hpp>
#include <scrump/base/memory.hpp>
#include <scrump/problems/sip/detail/pair_counts.hpp>
#include <scrump/problems/sip/detail/pair_kinds.hpp>

#include <algorithm>
#include <array>
#include <bit>
#include <functional>
#include <limits>
#include <map>
#include <numeric>
#include <optional>
#include <string>
#include <utility>

namespace scrump::sip {
namespace {

constexpr std::uint16_t largest = std::numeric_limits<std::uint16_t>::max();

/// Of graphs that are soon done with, all is done.
void look_now_and_then(std::size_t vertex) {
    if (vertex % 64 == 63) Deadline::look();
}

std::vector<std::uint32_t> by_falling_degree(const graph::Graph& graph) {
    std::vector<std::size_t> degrees(graph.size());
    for (std::size_t v = 0; v < degrees.size(); ++v) degrees[v] = graph.degree(v);
    std::vector<std::uint32_t> order(graph.size());
    std::iota(order.begin(), order.end(), 0U);
    std::ranges::stable_sort(order, std::greater<>(), [&](std::uint32_t v) { return degrees[v]; });
    return order;
}

std::vector<std::size_t> degrees_of(const graph::Graph& graph, const std::vector<std::uint32_t>& vertices) {
    std::vector<std::size_t> degrees;
    degrees.reserve(vertices.size());
    for (const std::uint32_t v : vertices) degrees.push_back(graph.degree(v));
    return degrees;
}

graph::Graph renumbered(const graph::Graph& graph, const std::vector<std::uint32_t>& order) {
    std::vector<std::size_t> place(graph.size());
    for (std::size_t v = 0; v < order.size(); ++v) place[order[v]] = v;
    graph::Graph result(graph.size());
    for (std::size_t v = 0; v < order.size(); ++v) {
        look_now_and_then(v);
        for_each_neighbour(graph, order[v], [&](std::size_t u) { result.add_edge(v, place[u]); });
    }
    return result;
}

}  // namespace

namespace detail {

/// The largest numbers, falling: what an injection into others shows to be no larger than theirs, one by one.
class Profile {
  public:
    void clear() { numbers_.clear(); }
    void add(std::uint16_t number) {
        if (number > 0) numbers_.push_back(number);
    }
    /// Keeps the first `most`.
    void sort(std::size_t most) {
        if (numbers_.size() > most) {
            std::ranges::nth_element(numbers_, numbers_.begin() + static_cast<std::ptrdiff_t>(most), std::greater<>());
            numbers_.resize(most);
        }
        std::ranges::sort(numbers_, std::greater<>());
    }
    bool within(const Profile& other) const {
        return numbers_.size() <= other.numbers_.size() &&
               std::equal(numbers_.begin(), numbers_.end(), other.numbers_.begin(), std::less_equal<>());
    }

  private:
    std::vector<std::uint16_t> numbers_;
};

/// A profile for each count, and one of the neighbours' degrees.
using Profiles = std::array<Profile, counts_of_induced + 1>;

/// Kinds of pairs, of a problem that has any.
struct Kinds {
    Kinds(const Problem& problem, std::span<const std::uint32_t> pattern_order,
          std::span<const std::uint32_t> target_order, std::size_t words)
        : labels(problem.pattern),
          pattern(problem.pattern, pattern_order, labels),
          target(problem.target, target_order, labels),
          asked_for(pattern, pattern_order.size(), problem.induced),
          fitting(asked_for, words) {}
    Kinds(const Kinds&) = delete;
    Kinds& operator=(const Kinds&) = delete;

    EdgeLabels labels;
    KindsAround pattern;
    KindsAround target;
    PatternKinds asked_for;
    FittingPairs fitting;
};

}  // namespace detail

namespace {

using detail::Kinds;
using detail::Profile;
using detail::Profiles;

void take_profiles(const PairCounter& counter, std::size_t most, Profiles& profiles) {
    for (std::size_t count = 0; count < counts_of_induced; ++count) {
        profiles[count].clear();
        if (!counter.counts(count)) continue;
        for (const std::uint16_t number : counter[count]) profiles[count].add(number);
    }
    Profile& degrees = profiles.back();
    degrees.clear();
    for (std::size_t u = 0; u < counter[adjacent].size(); ++u)
        if (counter[adjacent][u] != 0)
            degrees.add(static_cast<std::uint16_t>(std::min<std::size_t>(counter.degree(u), largest)));
    for (Profile& profile : profiles) profile.sort(most);
}

bool within(const Profiles& pattern, const Profiles& target) {
    return std::equal(pattern.begin(), pattern.end(), target.begin(),
                      [](const Profile& p, const Profile& t) { return p.within(t); });
}

/// For one count: which vertices have at least k, for all k that a class asks for, as bits.
class AtLeast {
  public:
    /// `asked`: what classes ask for.
    AtLeast(std::vector<std::uint16_t> asked, std::size_t words) : words_(words) {
        asked.push_back(0);
        std::ranges::sort(asked);
        asked.erase(std::unique(asked.begin(), asked.end()), asked.end());
        for (std::size_t rank = 0; rank < asked.size(); ++rank) {
            ranks_.resize(asked[rank], static_cast<std::uint16_t>(rank == 0 ? 0 : rank - 1));
            ranks_.push_back(static_cast<std::uint16_t>(rank));
        }
        sets_.resize(asked.size() * words);
    }

    void take(std::span<const std::uint16_t> numbers) {
        if (ranks_.size() == 1 && taken_) return;  // nothing is asked for: the same whatever they are
        taken_ = true;
        std::ranges::fill(sets_, std::uint64_t{0});
        const auto top = static_cast<std::uint16_t>(ranks_.size() - 1);
        for (std::size_t b = 0; b < numbers.size(); ++b) {
            const std::size_t rank = ranks_[std::min(numbers[b], top)];
            sets_[rank * words_ + b / 64] |= std::uint64_t{1} << (b % 64);
        }
        for (std::size_t i = sets_.size() - words_; i-- > 0;) sets_[i] |= sets_[i + words_];
    }

    /// Vertices with at least `number`, one of those asked for.
    const std::uint64_t* set(std::uint16_t number) const { return sets_.data() + ranks_[number] * words_; }

  private:
    std::size_t words_;
    std::vector<std::uint16_t> ranks_;  // of a number: how many of those asked for, but 0, are no larger
    std::vector<std::uint64_t> sets_;   // for each rank
    bool taken_ = false;
};

/// A node that has an open vertex without images, and so no children.
Node impossible(const Space& space) {
    Node node;
    node.open = 1;
    node.images.resize(space.pattern_size());
    node.records.resize(1 + space.words());
    return node;
}

}  // namespace

/// Makes a space, one vertex of the target after another.
class Space::Builder {
  public:
    Builder(Space& space, const Problem& problem)
        : space_(space), problem_(problem), counts_(problem.induced ? counts_of_induced : counts_of_subgraphs) {
        if (problem.has_arcs()) kinds_.emplace(problem, space.pattern_order_, space.target_order_, space.words_);
    }

    void build() {
        const graph::Graph target = renumbered(problem_.target.edges, space_.target_order_);
        const Effort effort = std::min(affordable(space_.pattern_), affordable(target));
        look_at_pattern(effort);
        make_classes();
        make_matrices(target, effort);
        space_.pieces_ = Pieces::of(problem_, space_.pattern_order_, space_.pattern_, target);
        make_root();
    }

  private:
    std::size_t patterns() const { return space_.pattern_size(); }
    std::size_t targets() const { return space_.target_size(); }

    void look_at_pattern(Effort effort) {
        PairCounter counter(space_.pattern_, problem_.induced, effort, 0);
        pairs_.resize(patterns() * patterns());
        profiles_.resize(patterns());
        for (std::size_t v = 0; v < patterns(); ++v) {
            look_now_and_then(v);
            counter.count(v);
            for (std::size_t u = 0; u < patterns(); ++u)
                for (std::size_t count = 0; count < counts_; ++count)
                    pairs_[v * patterns() + u][count] = counter[count][u];
            take_profiles(counter, patterns(), profiles_[v]);
        }
    }

    /// What a class asks for: counts, and the number of a kind (pair_kinds.hpp).
    using Asked = std::pair<PairCounts, std::uint32_t>;

    /// Pairs with the same counts and of the same kind, where counts above some number are taken for that number: the
    /// largest for which the matrices fit.
    void make_classes() {
        constexpr std::size_t budget = std::size_t{64} << 20;
        const std::size_t matrix = std::max<std::size_t>(targets() * space_.words_ * sizeof(std::uint64_t), 1);
        const std::size_t most = std::clamp<std::size_t>(budget / matrix, 2, largest);
        constexpr std::array<std::uint16_t, 10> caps = {largest, 128, 64, 32, 16, 8, 4, 3, 2, 1};
        const bool fit = std::ranges::any_of(caps, [&](std::uint16_t cap) { return number_classes(cap, most); });
        if (!fit && !number_classes(0, largest))
            throw Error("subgraph isomorphism: the pattern has more than " + std::to_string(largest) +
                        " kinds of pairs by the labels of their edges");
        space_.class_count_ = classes_.size();
    }

    bool number_classes(std::uint16_t cap, std::size_t most) {
        std::map<Asked, std::uint16_t> numbers;
        classes_.clear();
        space_.classes_.assign(patterns() * patterns(), 0);
        for (std::size_t pair = 0; pair < pairs_.size(); ++pair) {
            if (pair % (patterns() + 1) == 0) continue;  // a vertex and itself
            PairCounts counts = pairs_[pair];
            for (std::size_t count = 0; count < counts_; ++count)
                if (count != adjacent && count != not_adjacent) counts[count] = std::min(counts[count], cap);
            const Asked asked{counts, kind_of(pair)};
            const auto [place, is_new] = numbers.try_emplace(asked, static_cast<std::uint16_t>(numbers.size()));
            if (is_new) classes_.push_back(asked);
            if (numbers.size() > most) {
                classes_.clear();
                return false;
            }
            space_.classes_[pair] = place->second;
        }
        return true;
    }

    std::uint32_t kind_of(std::size_t pair) const {
        return kinds_ ? kinds_->asked_for.of(pair / patterns(), pair % patterns()) : 0;
    }

    void make_matrices(const graph::Graph& target, Effort effort) {
        PairCounter counter(target, problem_.induced, effort, largest);
        const std::size_t words = targets() * classes_.size() * space_.words_;
        space_.compatible_ = allocate(
            words * sizeof(std::uint64_t),
            [&] { return std::to_string(classes_.size()) + " matrices of " + std::to_string(targets()) + " vertices"; },
            [&] { return std::vector<std::uint64_t>(words); });
        domains_.resize(patterns() * space_.words_);
        std::vector<AtLeast> at_least;
        for (std::size_t count = 0; count < counts_; ++count) {
            std::vector<std::uint16_t> asked;
            for (const auto& [counts, kind] : classes_) asked.push_back(counts[count]);
            at_least.emplace_back(std::move(asked), space_.words_);
        }
        Profiles profiles;
        for (std::size_t a = 0; a < targets(); ++a) {
            look_now_and_then(a);
            counter.count(a);
            for (std::size_t count = 0; count < counts_; ++count) at_least[count].take(counter[count]);
            if (kinds_) kinds_->fitting.take(kinds_->target[a]);
            make_rows(at_least, a);
            take_profiles(counter, patterns(), profiles);
            for (std::size_t v = 0; v < patterns(); ++v)
                if (alike(v, a) && within(profiles_[v], profiles) && (!kinds_ || kinds_->fitting.enough_for(v)))
                    domains_[v * space_.words_ + a / 64] |= std::uint64_t{1} << (a % 64);
        }
    }

    /// For each class the images b so that all counts of (a, b) are at least those of the class, and its kind will do.
    void make_rows(const std::vector<AtLeast>& at_least, std::size_t a) {
        const std::size_t words = space_.words_;
        std::uint64_t* row = space_.compatible_.data() + a * classes_.size() * words;
        for (const auto& [counts, kind] : classes_) {
            std::copy_n(at_least[adjacent].set(counts[adjacent]), words, row);
            for (std::size_t count = adjacent + 1; count < counts_; ++count) {
                const std::uint64_t* const set = at_least[count].set(counts[count]);
                for (std::size_t w = 0; w < words; ++w) row[w] &= set[w];
            }
            if (kind != 0) {
                const std::uint64_t* const set = kinds_->fitting.set(kind);
                for (std::size_t w = 0; w < words; ++w) row[w] &= set[w];
            }
            row[a / 64] &= ~(std::uint64_t{1} << (a % 64));
            row += words;
        }
    }

    /// What the vertices themselves say.
    bool alike(std::size_t v, std::size_t a) const {
        const std::size_t p = space_.pattern_order_[v];
        const std::size_t t = space_.target_order_[a];
        const bool loops_agree = problem_.pattern.loop(p) == problem_.target.loop(t);
        return problem_.pattern.label(p) == problem_.target.label(t) &&
               (loops_agree || (!problem_.induced && problem_.target.loop(t))) &&
               (!kinds_ || !problem_.pattern.loop(p) || problem_.pattern.edge(p, p) == problem_.target.edge(t, t));
    }

    void make_root() {
        Node& root = space_.root_;
        root.images.resize(patterns());
        root.open = static_cast<std::uint32_t>(patterns());
        for (std::size_t v = 0; v < patterns(); ++v) {
            std::uint64_t size = 0;
            const auto* const domain = domains_.data() + v * space_.words_;
            for (std::size_t w = 0; w < space_.words_; ++w)
                size += static_cast<std::uint64_t>(std::popcount(domain[w]));
            root.records.push_back(v | size << 32);
            root.records.insert(root.records.end(), domain, domain + space_.words_);
        }
        const bool possible = space_.kernels_->settle(space_, root) &&
                              (space_.pieces_ == nullptr || space_.pieces_->has_room(space_, root));
        if (!possible) {
            space_.root_ = impossible(space_);
        } else if (space_.pieces_ != nullptr) {
            space_.pieces_->complete(space_, root);
        }
    }

    Space& space_;
    const Problem& problem_;
    const std::size_t counts_;
    std::vector<PairCounts> pairs_;           // of the pattern
    std::vector<detail::Profiles> profiles_;  // of the pattern's vertices
    std::vector<Asked> classes_;
    std::optional<Kinds> kinds_;
    std::vector<std::uint64_t> domains_;
};

Space::Space(const Problem& problem, Goal goal)
    : goal_(goal),
      induced_(problem.induced),
      pattern_order_(by_falling_degree(problem.pattern.edges)),
      target_order_(by_falling_degree(problem.target.edges)),
      pattern_(renumbered(problem.pattern.edges, pattern_order_)),
      words_(words_for(problem.target.size())),
      kernels_(&kernels_for(words_)),
      target_degrees_(degrees_of(problem.target.edges, target_order_)) {
    if (pattern_size() > target_size()) {
        root_ = impossible(*this);
    } else {
        Builder(*this, problem).build();
    }
}

bool Space::has_node(const Node& node) const {
    if (node.open > pattern_size() || node.images.size() != pattern_size() ||
        node.records.size() != node.open * (words_ + 1))
        return false;
    if (node.ways == 0 || (node.ways != 1 && (goal_ != Goal::count || pieces_ == nullptr))) return false;
    if (node.open == 0 ? node.solutions != node.ways : node.branching >= node.open) return false;
    if (node.open > 0 && node.solutions > 0 && goal_ != Goal::count) return false;

    std::vector<const std::uint64_t*> domains(pattern_size());
    bool possible = true;
    for (std::size_t i = 0; i < node.open; ++i) {
        const std::uint64_t* const record = node.records.data() + i * (words_ + 1);
        const auto vertex = static_cast<std::uint32_t>(record[0]);
        if (vertex >= pattern_size() || domains[vertex] != nullptr) return false;
        domains[vertex] = record + 1;
        if (record[0] >> 32 != count_images(record + 1)) return false;
        possible = possible && record[0] >> 32 > 0;
    }
    return !possible || images_go_together(node, domains);  // else it has no children
}

// The number of vertices in a set; more than there are if there are others as well.
std::uint64_t Space::count_images(const std::uint64_t* set) const {
    std::uint64_t size = 0;
    for (std::size_t w = 0; w < words_; ++w) size += static_cast<std::uint64_t>(std::popcount(set[w]));
    for (std::size_t image = target_size(); image < 64 * words_; ++image)
        if ((set[image / 64] >> (image % 64) & 1U) != 0) return target_size() + 1;
    return size;
}

// `domains`: of the open vertices; null for those that have an image.
bool Space::images_go_together(const Node& node, std::span<const std::uint64_t* const> domains) const {
    const auto goes_with = [&](std::size_t v, std::size_t u) {
        const std::uint64_t* const set = compatible(node.images[v]) + classes(v)[u] * words_;
        return (set[node.images[u] / 64] >> (node.images[u] % 64) & 1U) != 0;
    };
    for (std::size_t v = 0; v < domains.size(); ++v) {
        if (domains[v] == nullptr && node.images[v] >= target_size()) return false;
    }
    for (std::size_t v = 0; v < domains.size(); ++v) {
        if (domains[v] != nullptr) continue;
        for (std::size_t u = 0; u < domains.size(); ++u) {
            if (u == v) continue;
            if (domains[u] == nullptr) {
                // Whichever was given its image first.
                if (node.images[u] == node.images[v] || (!goes_with(v, u) && !goes_with(u, v))) return false;
                continue;
            }
            const std::uint64_t* const set = compatible(node.images[v]) + classes(v)[u] * words_;
            for (std::size_t w = 0; w < words_; ++w)
                if ((domains[u][w] & ~set[w]) != 0) return false;
        }
    }
    return true;
}

Mapping Space::mapping(const Node& node) const {
    Mapping mapping(pattern_size());
    for (std::size_t v = 0; v < mapping.size(); ++v) mapping[pattern_order_[v]] = target_order_[node.images[v]];
    return mapping;
}

}  // namespace scrump::sip
