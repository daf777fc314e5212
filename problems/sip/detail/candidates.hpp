#pragma once
// The vertices of a target that can be images at all, by their labels, their loops and the degrees around them. The
// others are left out of a search before anything is computed for pairs of vertices, which makes its sets narrow and
// refutes many problems at once.
//
// An image has as many neighbours as its vertex, and their degrees, falling, are at least those of the vertex's
// neighbours, one by one. (Zampelli, Deville and Solnon, "Solving subgraph isomorphism problems with constraint
// programming", Constraints 15, 2010.) All images and the edges between them are among the candidates, so degrees are
// counted among these alone: they fall as vertices are left out, until nothing changes.

#include <scrump/problems/sip/problem.hpp>

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace scrump::sip {

class Candidates {
  public:
    explicit Candidates(const Problem& problem);

    /// Whether each vertex of the pattern has a candidate, and those that look the same have enough of them.
    bool enough() const { return enough_; }

    /// The vertices of the target that are left, by their falling degrees among these.
    const std::vector<std::uint32_t>& vertices() const { return vertices_; }

    /// Where the candidates for vertex `v` of the pattern stand in vertices(), as bits. Only if there are enough.
    std::span<const std::uint64_t> of(std::size_t v) const {
        return std::span(sets_).subspan(looks_[v] * words_, words_);
    }

  private:
    class Reduction;

    bool enough_ = true;
    std::size_t words_ = 0;
    std::vector<std::uint32_t> vertices_;
    std::vector<std::uint32_t> looks_;  // the set of each vertex of the pattern
    std::vector<std::uint64_t> sets_;
};

}  // namespace scrump::sip
