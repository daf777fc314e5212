#pragma once
// Proofs that one graph is in another, or that it is not, for VeriPB.
//
// The variable xP_T says that vertex P of the pattern goes to vertex T of the target, both counted from 0. Each P goes
// to exactly one T; at most one goes to a T; and if P goes to T, a neighbour of P goes to a neighbour of T. With that,
// forward checking and single images follow by unit propagation, and Hall sets and degrees from sums of constraints.
// What was chosen above a node that fails is a clause, and so is, when all children have theirs, what was chosen above
// an inner node. (Gocht, McCreesh and Nordström, "Subgraph isomorphism meets cutting planes: solving with certified
// solutions", IJCAI 2020.)

#include <scrump/problems/proof/text.hpp>
#include <scrump/problems/proof/tree_log.hpp>
#include <scrump/problems/sip/problem.hpp>

#include <cstddef>
#include <cstdint>
#include <iosfwd>
#include <span>
#include <vector>

namespace scrump::sip {

/// The constraints that say what a mapping is, by number, in the order in which they are written.
class MappingConstraints {
  public:
    /// `problem` must outlive it.
    explicit MappingConstraints(const Problem& problem);

    std::uint64_t count() const { return count_; }
    /// Pattern vertex `p` goes somewhere.
    proof::Constraint somewhere(std::size_t p) const { return p + 1; }
    /// At most one pattern vertex goes to `t`.
    proof::Constraint at_most_one(std::size_t t) const { return 2 * problem_->pattern.size() + t + 1; }
    /// If `p` goes to `t`, its neighbour `q` goes to a neighbour of `t`.
    proof::Constraint beside(std::size_t p, std::size_t t, std::size_t q) const;

    /// Writes the problem.
    void write(std::ostream& out) const;

    const Problem& problem() const { return *problem_; }

  private:
    const Problem* problem_;
    std::vector<std::vector<std::uint32_t>> neighbours_;  ///< of the pattern's vertices
    std::vector<std::uint64_t> first_beside_;             ///< of each pattern vertex; and one more
    std::uint64_t unlike_ = 0;                            ///< pairs that labels or loops forbid
    std::uint64_t count_ = 0;
};

/// Writes the proof that there is no mapping, and returns the number of its steps.
std::uint64_t write_refutation(std::ostream& out, const MappingConstraints& constraints, const proof::LoggedTree& tree);
/// Writes the proof that there is one.
std::uint64_t write_witness(std::ostream& out, const MappingConstraints& constraints, const Mapping& mapping);

}  // namespace scrump::sip
