#pragma once
// The state of a search as bytes: a sequence of records, each an answer found so far or a subtree that is not explored
// yet. States can be put one behind another: what they say together is what the whole says.

#include <scrump/net/codec.hpp>

#include <functional>
#include <initializer_list>
#include <string>

namespace scrump::detail {

/// What must be the same where a state is taken over: the kind of search, its types, and what else there is to say.
std::string form_of(const char* kind, std::initializer_list<const char*> types, const Bytes& rest);

class StateWriter {
  public:
    /// Begins the record of an answer, which is to be put next.
    Encoder& answer();
    /// Begins that of an unexplored subtree, whose root is to be put next: itself visited (folded, compared with the
    /// incumbent), or not.
    Encoder& subtree(unsigned depth, bool visited);

    Bytes take() { return bytes_.take(); }

  private:
    Encoder bytes_;
};

/// Reads what a StateWriter wrote: calls `answer` and `subtree` for each record, which must get from the decoder what
/// was put there. Throws Error where the bytes cannot be what a StateWriter wrote.
void read_state(Bytes bytes, const std::function<void(Decoder& from)>& answer,
                const std::function<void(Decoder& from, unsigned depth, bool visited)>& subtree);

}  // namespace scrump::detail
