#pragma once
// The state of a search as bytes: a sequence of records, each an answer found so far or a subtree that is not explored
// yet. States can be put one behind another: what they say together is what the whole says.
//
// Where nobody is to go on from a state, and it is only asked how good an answer can still be, each record is a bound
// alone.

#include <scrump/net/codec.hpp>

#include <algorithm>
#include <functional>
#include <initializer_list>
#include <limits>
#include <string>

namespace scrump::detail {

/// The score of what has neither a subtree nor an answer in it.
inline constexpr double nothing_left = -std::numeric_limits<double>::infinity();

/// What must be the same where a state is taken over: the kind of search, its types, and what else there is to say.
std::string form_of(const char* kind, std::initializer_list<const char*> types, const Bytes& rest);

class StateWriter {
  public:
    explicit StateWriter(bool bounds_only = false) : bounds_only_(bounds_only) {}

    /// Begins the record of an answer, which is to be put next.
    Encoder& answer();
    /// Begins that of an unexplored subtree, whose root is to be put next: itself visited (folded, compared with the
    /// incumbent), or not.
    Encoder& subtree(unsigned depth, bool visited);

    /// Whether bounds are to be put in place of answers and subtrees: the best score (dual_bound.hpp) in each.
    bool bounds_only() const { return bounds_only_; }
    void bound(double score) { best_ = std::max(best_, score); }

    Bytes take();

  private:
    Encoder bytes_;
    const bool bounds_only_;
    double best_ = nothing_left;
};

/// The best score in a state of bounds; minus infinity if there is none.
double best_score_in(Bytes bounds);

/// Reads what a StateWriter wrote: calls `answer` and `subtree` for each record, which must get from the decoder what
/// was put there. Throws Error where the bytes cannot be what a StateWriter wrote.
void read_state(Bytes bytes, const std::function<void(Decoder& from)>& answer,
                const std::function<void(Decoder& from, unsigned depth, bool visited)>& subtree);

}  // namespace scrump::detail
