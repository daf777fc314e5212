#pragma once
// Victim selection: one after the other. The asynchronous round robin of Kumar, Grama and Vempaty (Journal of Parallel
// and Distributed Computing 22, 1994): each thief has a pointer of its own, which begins at its successor and advances
// with every request, successful or not, so that requests are spread over all even when some always have work.

#include <scrump/stealing/victim_selector.hpp>

namespace scrump::detail {

class RoundRobin final : public VictimSelector {
  public:
    RoundRobin(unsigned self, unsigned size) : self_(self), size_(size), last_(self) {}

    std::optional<unsigned> choose() override {
        if (size_ < 2) return std::nullopt;
        last_ = after(last_);
        if (last_ == self_) last_ = after(last_);
        return last_;
    }

  private:
    unsigned after(unsigned candidate) const { return candidate + 1 == size_ ? 0 : candidate + 1; }

    unsigned self_;
    unsigned size_;
    unsigned last_;
};

}  // namespace scrump::detail
