#pragma once
// Pairs of vertices distinguished by the edges between them, if these have directions or labels: the requirements of a
// search for subgraphs on pairs beyond their counts (pair_counts.hpp).

#include <scrump/problems/sip/problem.hpp>

#include <cstddef>
#include <cstdint>
#include <map>
#include <span>
#include <tuple>
#include <utility>
#include <vector>

namespace scrump::sip {

/// The kind of an ordered pair (v, u): a number for the label of the edge from v to u, and of that from u to v; 0: no
/// edge.
struct PairKind {
    std::uint32_t there = 0;
    std::uint32_t back = 0;

    bool operator<(const PairKind& other) const { return std::tie(there, back) < std::tie(other.there, other.back); }
};

/// Numbers for the labels of a pattern's edges. All other labels share one number: none of the pattern has it.
class EdgeLabels {
  public:
    explicit EdgeLabels(const LabelledGraph& pattern);
    std::uint32_t number(std::uint64_t label) const;

  private:
    std::vector<std::uint64_t> labels_;
};

/// The kinds of all pairs with edges in one graph.
class KindsAround {
  public:
    struct Neighbour {
        std::uint32_t vertex = 0;
        PairKind kind{};
    };

    /// Vertex i stands for `order[i]` of the graph; others are left out. Takes 12 bytes for each pair.
    KindsAround(const LabelledGraph& graph, std::span<const std::uint32_t> order, const EdgeLabels& labels);

    /// The neighbours u of `v`, ascending, each with the kind of (v, u).
    std::span<const Neighbour> operator[](std::size_t v) const {
        return std::span(neighbours_).subspan(starts_[v], starts_[v + 1] - starts_[v]);
    }

  private:
    std::vector<Neighbour> neighbours_;
    std::vector<std::size_t> starts_;
};

/// The kinds of a pattern's pairs, numbered from 1; 0 is that of pairs without an edge.
class PatternKinds {
  public:
    /// `pattern` must outlive it. `induced`: only a pair of the same kind fits; otherwise also one with more edges.
    PatternKinds(const KindsAround& pattern, std::size_t size, bool induced);

    /// Number of kinds, without that of pairs without an edge.
    std::size_t size() const { return numbers_.size(); }

    /// Kind of (v, u).
    std::uint32_t of(std::size_t v, std::size_t u) const;

    /// Calls `visit(number)` for each kind of the pattern's pairs that the kind `image` fits.
    template <class Visit>
    void for_each_that_fits(PairKind image, const Visit& visit) const {
        const auto look = [&](PairKind kind) {
            if (const auto found = numbers_.find(kind); found != numbers_.end()) visit(found->second);
        };
        look(image);
        if (induced_ || image.there == 0 || image.back == 0) return;
        look({image.there, 0});
        look({0, image.back});
    }

    /// Number of pairs (v, u) whose images must fit a kind.
    struct Need {
        std::uint32_t kind = 0;
        std::uint32_t pairs = 0;
    };
    std::span<const Need> needs(std::size_t v) const { return needs_[v]; }

  private:
    const KindsAround& pattern_;
    bool induced_;
    std::map<PairKind, std::uint32_t> numbers_;
    std::vector<std::vector<Need>> needs_;
};

/// For one vertex `a` of a target and each kind of the pattern: the vertices b for which (a, b) fits.
class FittingPairs {
  public:
    FittingPairs(const PatternKinds& kinds, std::size_t words);

    void take(std::span<const KindsAround::Neighbour> around);

    /// These vertices as bits. `kind` is not 0.
    const std::uint64_t* set(std::uint32_t kind) const { return sets_.data() + (kind - 1) * words_; }

    /// Whether enough pairs of each kind exist for the pattern's vertex `v` to go to it.
    bool enough_for(std::size_t v) const;

  private:
    const PatternKinds& kinds_;
    std::size_t words_;
    std::vector<std::uint64_t> sets_;
    std::vector<std::uint32_t> sizes_;
};

}  // namespace scrump::sip
