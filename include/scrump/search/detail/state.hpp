#pragma once
// The state of a search as bytes: a sequence of records, each an answer found so far or an unexplored subtree. States
// can be concatenated: together they are the whole.
//
// If no run will resume from a state, and only the possible quality of the answer is wanted, each record is just a
// bound.

#include <scrump/net/codec.hpp>
#include <scrump/search/shard.hpp>

#include <algorithm>
#include <functional>
#include <initializer_list>
#include <limits>
#include <string>

namespace scrump::detail {

/// The score of a state with neither a subtree nor an answer.
inline constexpr double nothing_left = -std::numeric_limits<double>::infinity();

/// Properties that must be the same when a state is taken over: the kind of search, its types, and further ones.
std::string form_of(const char* kind, std::initializer_list<const char*> types, const Bytes& rest);

class StateWriter {
  public:
    explicit StateWriter(bool bounds_only = false) : bounds_only_(bounds_only) {}

    /// Adds how the tree was divided into shards.
    void division(const ShardStatistics& division);
    /// Begins the record of an answer, which must be put next.
    Encoder& answer();
    /// Begins the record of an unexplored subtree, whose root must be put next: itself visited (folded, compared with
    /// the incumbent), or not.
    Encoder& subtree(unsigned depth, bool visited);

    /// Whether bounds are put in place of answers and subtrees: the best score (dual_bound.hpp) in each.
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

/// Reads the output of a StateWriter: calls `answer` and `subtree` for each record, which must get its contents from
/// the decoder, and `division` where it has one. Throws Error if the bytes cannot be such an output.
void read_state(Bytes bytes, const std::function<void(Decoder& from)>& answer,
                const std::function<void(Decoder& from, unsigned depth, bool visited)>& subtree,
                const std::function<void(const ShardStatistics&)>& division = {});

}  // namespace scrump::detail
