#pragma once
// All cliques of one size as the nodes of a tree: that of the search for a larger clique than one vertex fewer, in
// which no incumbent ever changes the size to beat.

#include <scrump/problems/maxclique/solve.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace scrump::maxclique {

/// `Larger` is the generator of the search for a larger clique: Generator<W>, or SparseGenerator<W>.
template <class Larger>
struct AllCliquesSpace {
    typename Larger::Space graph;
    std::int32_t size = 0;  ///< size of the wanted cliques
};

/// Yields the children of a clique that may be in one of the wanted size. Each of that size is made once.
template <class Larger>
class AllCliquesGenerator {
  public:
    using Space = AllCliquesSpace<Larger>;
    using Node = typename Larger::Node;

    AllCliquesGenerator(const Space& space, const Node& node) : larger_(space.graph, node, space.size - 1) {}

    bool next(Node& child) { return larger_.next(child); }
    static bool valid(const Space& space, const Node& node, unsigned depth) {
        return Larger::valid(space.graph, node, depth);
    }
    /// Not if children would have to be made twice to see whether they have children of their own.
    std::uint64_t remaining() const requires(!requires { Larger::opens_problems; }) { return larger_.remaining(); }

  private:
    Larger larger_;
};

/// Counts cliques of one size and keeps the first of them in ascending order.
template <class Larger>
class KeepCliques {
  public:
    struct Value {
        std::uint64_t count = 0;
        std::vector<std::uint32_t> vertices;  ///< clique after clique, each ascending

        template <class Archive>
        void serialize(Archive& archive) {
            archive(count, vertices);
        }
    };

    KeepCliques(const AllCliquesSpace<Larger>& space, std::size_t wanted)
        : space_(&space), size_(static_cast<std::size_t>(space.size)), wanted_(wanted) {}

    Value identity() const { return {}; }
    void add(Value& value, const typename Larger::Node& node, unsigned) const {
        if (Larger::objective(space_->graph, node) != space_->size) return;
        ++value.count;
        if (wanted_ == 0) return;
        for (const std::size_t vertex : vertices_of(space_->graph, node))
            value.vertices.push_back(static_cast<std::uint32_t>(vertex));
        if (size_ > 0 && value.vertices.size() / size_ / 2 >= wanted_) keep_first(value);
    }
    void merge(Value& value, const Value& other) const {
        value.count += other.count;
        value.vertices.insert(value.vertices.end(), other.vertices.begin(), other.vertices.end());
        keep_first(value);
    }

    /// Whether this number of vertices can be that of the stored cliques: of as many as are wanted, or of all.
    bool valid(const Value& value) const {
        if (wanted_ == 0 || size_ == 0) return value.vertices.empty();
        const std::size_t kept = value.vertices.size() / size_;
        return value.vertices.size() == kept * size_ && kept <= value.count &&
               kept >= std::min<std::uint64_t>(value.count, wanted_);
    }

    /// Sorts the cliques and drops those that are not wanted.
    void keep_first(Value& value) const {
        if (size_ == 0 || value.vertices.empty()) return;
        using Vertices = const std::uint32_t*;
        std::vector<Vertices> cliques;
        cliques.reserve(value.vertices.size() / size_);
        for (std::size_t i = 0; i < value.vertices.size(); i += size_) cliques.push_back(value.vertices.data() + i);
        std::sort(cliques.begin(), cliques.end(),
                  [&](Vertices a, Vertices b) { return std::lexicographical_compare(a, a + size_, b, b + size_); });
        cliques.resize(std::min(cliques.size(), wanted_));
        std::vector<std::uint32_t> kept;
        kept.reserve(cliques.size() * size_);
        for (const Vertices clique : cliques) kept.insert(kept.end(), clique, clique + size_);
        value.vertices = std::move(kept);
    }

  private:
    const AllCliquesSpace<Larger>* space_;
    std::size_t size_;
    std::size_t wanted_;
};

}  // namespace scrump::maxclique
