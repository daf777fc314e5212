#pragma once
// The constraints that define a mapping, for VeriPB.
//
// The variable xP_T means that vertex P of the pattern goes to vertex T of the target, both counted from 0. Each P goes
// to exactly one T; at most one goes to a T; and if P goes to T, a neighbour of P goes to a neighbour of T; for induced
// subgraphs, a vertex not adjacent to P goes to one not adjacent to T.

#include <scrump/problems/proof/ext/text.hpp>
#include <scrump/problems/sip/problem.hpp>

#include <cstddef>
#include <cstdint>
#include <iosfwd>
#include <vector>

namespace scrump::sip {

/// The constraints by number, in the order in which they are written.
class MappingConstraints {
  public:
    /// `problem` must outlive it.
    explicit MappingConstraints(const Problem& problem);

    std::uint64_t count() const { return count_; }
    /// The constraint that pattern vertex `p` goes somewhere.
    proof::Constraint somewhere(std::size_t p) const { return p + 1; }
    /// The constraint that it goes to at most one target vertex.
    proof::Constraint one_image(std::size_t p) const { return problem_->pattern.size() + p + 1; }
    /// The constraint that at most one pattern vertex goes to `t`.
    proof::Constraint at_most_one(std::size_t t) const { return 2 * problem_->pattern.size() + t + 1; }
    /// The constraint that `p` does not go to `t`, because of labels or loops; only for such a pair.
    proof::Constraint unlike(std::size_t p, std::size_t t) const;
    /// The constraint that if `p` goes to `t`, its neighbour `q` goes to a neighbour of `t`; for induced subgraphs, if
    /// `q` is not adjacent to `p`, to a vertex not adjacent to `t`.
    proof::Constraint follows(std::size_t p, std::size_t t, std::size_t q) const;

    /// Writes the problem.
    void write(std::ostream& out) const;

    const Problem& problem() const { return *problem_; }

  private:
    const Problem* problem_;
    std::vector<std::uint64_t> first_unlike_;  ///< first constraint for each pattern vertex
    std::vector<std::uint64_t> first_beside_;  ///< first constraint for each pattern vertex about its neighbours
    std::vector<std::uint64_t> first_apart_;   ///< first constraint for each pattern vertex about the others
    std::uint64_t count_ = 0;
};

/// The name, in a step or a constraint, of the variable that `p` goes to `t`.
struct Variable {
    std::size_t p;
    std::size_t t;
};

inline proof::Text& operator<<(proof::Text& text, Variable variable) {
    return text << 'x' << std::uint64_t{variable.p} << '_' << std::uint64_t{variable.t};
}

}  // namespace scrump::sip
