#pragma once
// The minimum 1-tree, a relaxation of the tour: M. Held and R. M. Karp, "The traveling-salesman problem and minimum
// spanning trees", Operations Research 18 (1970) and Mathematical Programming 1 (1971).
//
// A 1-tree is a spanning tree of all cities but one, and two edges at that one. A tour is a 1-tree, so a minimum 1-tree
// is no longer than a tour; and a tour changes by the same amount if each edge {a, b} is made longer by π(a) + π(b),
// because each city has two edges in it. So for all multipliers π
//
//     length(tree) + Σ π(v) (degree(v) − 2)  <=  length of the shortest tour.
//
// No sum overflows: distances are at most 10^9 · 2^16 < 2^46 when scaled, multipliers at most four times that
// (max_multiplier), weights so at most 9 times, and there are at most 2000 < 2^11 edges: 2^46 · (9 + 2 · 4) · 2^11 <
// 2^62.

#include <scrump/problems/tsp/detail/edge_set.hpp>
#include <scrump/problems/tsp/detail/node.hpp>

#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

namespace scrump::tsp {

inline constexpr Scaled max_multiplier = 4 * Scaled{longest} * scale;

/// The city that the tree omits.
inline constexpr City special_city = 0;

/// A weight that is never acceptable.
inline constexpr Scaled never = std::numeric_limits<Scaled>::max();

/// The minimum 1-tree for all edges of an instance. An object is reused, so that it need not allocate.
class CompleteOneTree {
  public:
    void load(const Instance& instance);

    /// Finds the minimum 1-tree; returns true, as one always exists. O(n²): Prim's algorithm.
    bool evaluate(std::span<const Scaled> multipliers);

    Scaled bound() const { return bound_; }  ///< no tour is shorter
    std::span<const int> degrees() const { return degrees_; }

    /// All edges that can be in a tour of length at most `limit`, judged by the last 1-tree. O(n²).
    std::vector<Edge> edges_within(Scaled limit, std::span<const Scaled> multipliers);

  private:
    Scaled weight(City a, City b, std::span<const Scaled> multipliers) const {
        return instance_->distance(a, b) * scale + multipliers[a] + multipliers[b];
    }
    void take(City city);
    void join_special(std::span<const Scaled> multipliers);
    void find_heaviest_from(City city);

    const Instance* instance_ = nullptr;
    Scaled bound_ = 0;
    Length length_ = 0;
    std::vector<int> degrees_;
    std::vector<City> order_;       // order in which cities joined the tree
    std::vector<City> parents_;     // city to which each was joined
    std::vector<Scaled> nearest_;   // the weight of the edge to it
    std::vector<City> outside_;     // cities not yet in the tree
    Scaled second_spoke_ = 0;       // the weight of the heavier edge at the special city
    std::vector<Scaled> heaviest_;  // edge on the path from one city to each
    std::vector<std::uint8_t> found_;
};

/// The minimum 1-tree for a set of edges, and the cost of changing it.
class OneTree {
  public:
    /// An open edge.
    struct Arc {
        Scaled weight = 0;
        Distance distance = 0;
        City a = 0;
        City b = 0;

        Edge edge() const { return {a, b}; }
    };

    /// Takes over edges after propagation.
    void load(const Instance& instance, const EdgeSet& edges);

    /// Finds the minimum 1-tree with all forced edges; returns false if there is none. Kruskal's algorithm: the order
    /// of the edges changes little from one call to the next, so sorting takes little time.
    bool evaluate(std::span<const Scaled> multipliers);

    Scaled bound() const { return bound_; }
    std::span<const int> degrees() const { return degrees_; }

    /// Finds for each open edge the least increase of the bound if it is put in when it is not in the 1-tree, or
    /// removed when it is: sensitivity analysis, as in A. Volgenant and R. Jonker, "A branch and bound algorithm for
    /// the symmetric traveling salesman problem based on the 1-tree relaxation", EJOR 9 (1982).
    void measure();

    /// Calls `visit(edge)` for each open edge that is in the 1-tree.
    template <class Visit>
    void for_each_in_tree(const Visit& visit) const {
        for (const Arcs* arcs : {&inner_, &spokes_})
            for (std::size_t i = 0; i < arcs->arcs.size(); ++i)
                if (arcs->in_tree[i] != 0) visit(arcs->arcs[i].edge());
    }

    /// Calls `visit(edge, in_tree, rise)` for each open edge, as measured.
    template <class Visit>
    void for_each_open(const Visit& visit) const {
        for (const Arcs* arcs : {&inner_, &spokes_})
            for (std::size_t i = 0; i < arcs->arcs.size(); ++i)
                visit(arcs->arcs[i].edge(), arcs->in_tree[i] != 0, arcs->rise[i]);
    }

  private:
    struct Arcs {
        std::vector<Arc> arcs;
        std::vector<std::uint8_t> in_tree;
        std::vector<Scaled> rise;

        void clear() { arcs.clear(); }
        void weigh(std::span<const Scaled> multipliers);
    };
    /// The edge from a city towards the root of the tree.
    struct Up {
        City parent = 0;
        std::uint32_t depth = 0;
        std::uint32_t arc = forced;
        Scaled weight = 0;
    };
    static constexpr std::uint32_t forced = std::numeric_limits<std::uint32_t>::max();

    City find(City city);
    bool span_inner();
    bool join_special();
    void add(const Arc& arc);
    void hang_up();
    void measure_inner();
    void measure_spokes();

    std::size_t cities_ = 0;
    std::vector<Edge> forced_;  // without those at the special city
    std::vector<City> forced_components_;
    std::vector<int> forced_degrees_;
    Length forced_length_ = 0;
    Arcs inner_;
    Arcs spokes_;

    Scaled bound_ = 0;
    Length length_ = 0;
    std::vector<int> degrees_;
    std::vector<City> components_;
    std::vector<std::uint32_t> tree_;  // open edges of the tree, as positions in inner_

    struct Neighbour {
        City city;
        std::uint32_t arc;
    };
    std::vector<std::uint32_t> first_neighbour_;
    std::vector<Neighbour> neighbours_;
    std::vector<City> queue_;
    std::vector<Up> up_;
};

}  // namespace scrump::tsp
