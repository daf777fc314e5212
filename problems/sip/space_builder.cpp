#include <scrump/problems/sip/detail/space.hpp>

#include <scrump/base/deadline.hpp>
#include <scrump/base/memory.hpp>
#include <scrump/problems/sip/detail/at_least.hpp>
#include <scrump/problems/sip/detail/candidates.hpp>
#include <scrump/problems/sip/detail/pair_classes.hpp>
#include <scrump/problems/sip/detail/pair_counts.hpp>
#include <scrump/problems/sip/detail/pair_kinds.hpp>
#include <scrump/problems/sip/detail/profiles.hpp>

#include <algorithm>
#include <bit>
#include <functional>
#include <limits>
#include <numeric>
#include <optional>
#include <string>
#include <utility>

namespace scrump::sip {
namespace {

/// Sets of more words are not intersected where nothing is asked for.
constexpr std::size_t narrow = 4;

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

/// The graph of these vertices, in this order.
graph::Graph renumbered(const graph::Graph& graph, const std::vector<std::uint32_t>& order) {
    constexpr std::size_t left_out = ~std::size_t{0};
    std::vector<std::size_t> place(graph.size(), left_out);
    for (std::size_t v = 0; v < order.size(); ++v) place[order[v]] = v;
    graph::Graph result(order.size());
    for (std::size_t v = 0; v < order.size(); ++v) {
        look_now_and_then(v);
        for_each_neighbour(graph, order[v], [&](std::size_t u) {
            if (place[u] != left_out) result.add_edge(v, place[u]);
        });
    }
    return result;
}

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

/// A node that has an open vertex without images, and so no children.
Node impossible(const Space& space) {
    Node node;
    node.open = 1;
    node.images.resize(space.pattern_size());
    node.records.resize(1 + space.words());
    return node;
}

}  // namespace

/// Makes a space, one vertex of the target after another: those that the most particular vertices of the pattern may go
/// to come first, so that much of the work is spared where these have no image.
class Space::Builder {
  public:
    Builder(Space& space, const Problem& problem, const Candidates& candidates)
        : space_(space),
          problem_(problem),
          candidates_(candidates),
          counts_(problem.induced ? counts_of_induced : counts_of_subgraphs) {
        if (problem.has_arcs()) kinds_.emplace(problem, space.pattern_order_, space.target_order_, space.words_);
    }

    void build() {
        const graph::Graph target = renumbered(problem_.target.edges, space_.target_order_);
        for (std::size_t a = 0; a < targets(); ++a) space_.target_degrees_.push_back(target.degree(a));
        const Effort effort = std::min(affordable(space_.pattern_), affordable(target));
        look_at_pattern(effort);
        if (!make_matrices(target, effort)) {
            space_.root_ = impossible(space_);
            return;
        }
        space_.pieces_ = Pieces::of(problem_, space_.pattern_order_, space_.pattern_, target);
        make_root();
    }

  private:
    std::size_t patterns() const { return space_.pattern_size(); }
    std::size_t targets() const { return space_.target_size(); }

    /// The largest number of matrices that fit.
    std::size_t most_classes() const {
        constexpr std::size_t budget = std::size_t{64} << 20;
        const std::size_t matrix = std::max<std::size_t>(targets() * space_.words_ * sizeof(std::uint64_t), 1);
        return std::clamp<std::size_t>(budget / matrix, 2, PairClasses::unconstrained);
    }

    void look_at_pattern(Effort effort) {
        PairCounter counter(space_.pattern_, problem_.induced, effort, 0);
        std::vector<Asked> pairs(patterns() * patterns());
        profiles_.resize(patterns());
        for (std::size_t v = 0; v < patterns(); ++v) {
            look_now_and_then(v);
            counter.count(v);
            Asked* const row = pairs.data() + v * patterns();
            for (const std::uint32_t u : counter.around())
                for (std::size_t count = 0; count < counts_; ++count) row[u].counts[count] = counter[count][u];
            for (std::size_t u = 0; kinds_ && u < patterns(); ++u) row[u].kind = kinds_->asked_for.of(v, u);
            profiles_[v].take(counter, patterns());
        }
        auto classes = PairClasses::of(pairs, patterns(), most_classes(), space_.words_ > narrow);
        space_.classes_ = std::move(classes.numbers);
        classes_ = std::move(classes.classes);
        space_.class_count_ = classes_.size();
    }

    std::vector<AtLeast> all_at_least() const {
        std::vector<AtLeast> all;
        for (std::size_t count = 0; count < counts_; ++count) {
            std::vector<std::uint16_t> asked;
            for (const Asked& each : classes_) asked.push_back(each.counts[count]);
            all.emplace_back(std::move(asked), targets(), space_.words_);
        }
        return all;
    }

    /// The vertices of the pattern, those with the fewest candidates first.
    std::vector<std::uint32_t> by_candidates() const {
        std::vector<std::size_t> sizes;
        for (const std::uint32_t v : space_.pattern_order_) {
            const auto set = candidates_.of(v);
            sizes.push_back(std::accumulate(set.begin(), set.end(), std::size_t{0}, [](std::size_t sum, auto word) {
                return sum + static_cast<std::size_t>(std::popcount(word));
            }));
        }
        std::vector<std::uint32_t> order(patterns());
        std::iota(order.begin(), order.end(), 0U);
        std::ranges::stable_sort(order, std::less<>(), [&](std::uint32_t v) { return sizes[v]; });
        return order;
    }

    /// Domains, and rows for the vertices that are in any of them. False if a vertex has no image.
    bool make_matrices(const graph::Graph& target, Effort effort) {
        PairCounter counter(target, problem_.induced, effort, std::numeric_limits<std::uint16_t>::max());
        const std::size_t words = targets() * classes_.size() * space_.words_;
        space_.compatible_ = allocate(
            words * sizeof(std::uint64_t),
            [&] { return std::to_string(classes_.size()) + " matrices of " + std::to_string(targets()) + " vertices"; },
            [&] { return std::shared_ptr<std::uint64_t[]>(new std::uint64_t[words]); });
        domains_.resize(patterns() * space_.words_);
        std::vector<AtLeast> at_least = all_at_least();
        std::vector<bool> seen(targets());
        std::size_t number = 0;
        for (const std::uint32_t v : by_candidates()) {
            for_each_of(candidates_.of(space_.pattern_order_[v]), [&](std::size_t a) {
                if (seen[a]) return;
                seen[a] = true;
                look_now_and_then(number++);
                counter.count(a);
                if (kinds_) kinds_->fitting.take(kinds_->target[a]);
                if (take_image(counter, a) && !counter.is_quick()) make_rows(counter, at_least, a);
            });
            const std::span<const std::uint64_t> domain = domain_of(v);
            if (std::ranges::all_of(domain, [](std::uint64_t word) { return word == 0; })) return false;
        }
        // Rows take longer than to count once more.
        for_each_of(counter.is_quick() ? space_.images_ : std::vector<std::uint64_t>(), [&](std::size_t a) {
            look_now_and_then(a);
            counter.count(a);
            if (kinds_) kinds_->fitting.take(kinds_->target[a]);
            make_rows(counter, at_least, a);
        });
        return true;
    }

    std::span<std::uint64_t> domain_of(std::size_t v) {
        return std::span(domains_).subspan(v * space_.words_, space_.words_);
    }

    /// Puts `a` into the domains of all vertices that may go to it, and returns whether there are any.
    bool take_image(const PairCounter& counter, std::size_t a) {
        image_profiles_.take(counter, patterns());
        const std::uint64_t bit = std::uint64_t{1} << (a % 64);
        bool any = false;
        for (std::size_t v = 0; v < patterns(); ++v) {
            if ((candidates_.of(space_.pattern_order_[v])[a / 64] & bit) == 0) continue;
            if (!profiles_[v].within(image_profiles_) || (kinds_ && !kinds_->fitting.enough_for(v))) continue;
            domain_of(v)[a / 64] |= bit;
            any = true;
        }
        if (any) space_.images_[a / 64] |= bit;
        return any;
    }

    /// For each class the images b so that all counts of (a, b) are at least those of the class, and its kind will do.
    void make_rows(const PairCounter& counter, std::vector<AtLeast>& at_least, std::size_t a) {
        for (std::size_t count = 0; count < counts_; ++count) at_least[count].take(counter[count], counter.around());
        const std::size_t words = space_.words_;
        std::uint64_t* row = space_.compatible_.get() + a * classes_.size() * words;
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

    void make_root() {
        Node& root = space_.root_;
        root.images.resize(patterns());
        root.open = static_cast<std::uint32_t>(patterns());
        for (std::size_t v = 0; v < patterns(); ++v) {
            const std::span<const std::uint64_t> domain = domain_of(v);
            std::uint64_t size = 0;
            for (const std::uint64_t word : domain) size += static_cast<std::uint64_t>(std::popcount(word));
            root.records.push_back(v | size << 32);
            root.records.insert(root.records.end(), domain.begin(), domain.end());
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
    const Candidates& candidates_;
    const std::size_t counts_;
    std::vector<Profiles> profiles_;  // of the pattern's vertices
    Profiles image_profiles_;
    std::vector<Asked> classes_;
    std::optional<Kinds> kinds_;
    std::vector<std::uint64_t> domains_;
};

Space::Space(const Problem& problem, Goal goal) : Space(problem, goal, Candidates(problem)) {}

Space::Space(const Problem& problem, Goal goal, const Candidates& candidates)
    : goal_(goal),
      induced_(problem.induced),
      pattern_order_(by_falling_degree(problem.pattern.edges)),
      target_order_(candidates.vertices()),
      pattern_(renumbered(problem.pattern.edges, pattern_order_)),
      words_(words_for(target_order_.size())),
      kernels_(&kernels_for(words_)) {
    images_.resize(words_);
    if (candidates.enough()) {
        Builder(*this, problem, candidates).build();
    } else {
        root_ = impossible(*this);
    }
}

}  // namespace scrump::sip
