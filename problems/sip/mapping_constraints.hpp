#pragma once
// The constraints that say what a mapping is, for VeriPB.
//
// The variable xP_T says that vertex P of the pattern goes to vertex T of the target, both counted from 0. Each P goes
// to exactly one T; at most one goes to a T; and if P goes to T, a neighbour of P goes to a neighbour of T; of induced
// subgraphs, what is no neighbour of P to what is none of T.

#include <scrump/problems/proof/text.hpp>
#include <scrump/problems/sip/problem.hpp>

#include <cstddef>
#include <cstdint>
#include <iosfwd>
#include <vector>

namespace scrump::sip {

/// By number, in the order in which they are written.
class MappingConstraints {
  public:
    /// `problem` must outlive it.
    explicit MappingConstraints(const Problem& problem);

    std::uint64_t count() const { return count_; }
    /// Pattern vertex `p` goes somewhere.
    proof::Constraint somewhere(std::size_t p) const { return p + 1; }
    /// It goes to at most one target vertex.
    proof::Constraint one_image(std::size_t p) const { return problem_->pattern.size() + p + 1; }
    /// At most one pattern vertex goes to `t`.
    proof::Constraint at_most_one(std::size_t t) const { return 2 * problem_->pattern.size() + t + 1; }
    /// Labels or loops forbid that `p` goes to `t`; only of such a pair.
    proof::Constraint unlike(std::size_t p, std::size_t t) const;
    /// If `p` goes to `t`, its neighbour `q` goes to a neighbour of `t`; of induced subgraphs, if `q` is no neighbour
    /// of `p`, to what is none of `t`.
    proof::Constraint follows(std::size_t p, std::size_t t, std::size_t q) const;

    /// Writes the problem.
    void write(std::ostream& out) const;

    const Problem& problem() const { return *problem_; }

  private:
    const Problem* problem_;
    std::vector<std::uint64_t> first_unlike_;  ///< of each pattern vertex
    std::vector<std::uint64_t> first_beside_;  ///< of each pattern vertex about its neighbours
    std::vector<std::uint64_t> first_apart_;   ///< of each pattern vertex about the others
    std::uint64_t count_ = 0;
};

/// How a step or a constraint names what says that `p` goes to `t`.
struct Variable {
    std::size_t p;
    std::size_t t;
};

inline proof::Text& operator<<(proof::Text& text, Variable variable) {
    return text << 'x' << std::uint64_t{variable.p} << '_' << std::uint64_t{variable.t};
}

}  // namespace scrump::sip
