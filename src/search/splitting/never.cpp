#include "split_policies.hpp"

namespace scrump::detail {
namespace {

class Never final : public SplitPolicy {
  public:
    Split split(const SplitView& /*view*/) override { return Split::nothing(); }
    bool needs_time() const override { return false; }
};

}  // namespace

SplitPolicyFactory never_splitting() {
    return [] { return std::make_unique<Never>(); };
}

}  // namespace scrump::detail
