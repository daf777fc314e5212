#pragma once
// Forced and open edges, and their direct consequences: a city has two edges in a tour, and a tour closes only when it
// has all cities.

#include <scrump/problems/tsp/detail/node.hpp>

#include <cstddef>
#include <span>
#include <vector>

namespace scrump::tsp {

/// The cycle of edges through city 0, if each city has at most two of them; otherwise nothing.
Tour tour_along(std::span<const Edge> edges, std::size_t cities);

class EdgeSet {
  public:
    /// Takes over a subproblem of at least three cities.
    void assign(std::size_t cities, std::span<const Edge> forced, std::span<const Edge> open);

    std::span<const Edge> forced() const { return forced_; }
    std::span<const Edge> open() const { return open_; }

    /// Removes the open edges for which `gone(edge)` is true.
    template <class Gone>
    void remove_if(const Gone& gone) {
        std::erase_if(open_, gone);
    }

    /// Propagates: open edges that no tour can have are removed, and those that every tour must have are forced.
    /// Returns false if no tour exists. To be called after each change.
    bool propagate();

    /// Forces an edge, which must no longer be open; returns false if that leaves no tour.
    bool force(Edge edge);

  private:
    bool is_possible(Edge edge) const;
    bool force_where_two_are_left(bool& changed);

    std::size_t cities_ = 0;
    std::vector<Edge> forced_;
    std::vector<Edge> open_;
    bool possible_ = true;
    std::vector<City> far_end_;           // other end of the path of forced edges that ends here
    std::vector<std::uint8_t> degree_;    // number of forced edges at a city
    std::vector<std::uint16_t> choices_;  // number of forced and open edges at a city
};

}  // namespace scrump::tsp
