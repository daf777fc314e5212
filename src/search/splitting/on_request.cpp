#include "split_policies.hpp"

namespace scrump::detail {
namespace {

class OnRequest final : public SplitPolicy {
  public:
    explicit OnRequest(bool whole_levels) : share_(whole_levels ? Split::level() : Split::one()) {}

    Split split(const SplitView& view) override {
        return view.anybody_idle() && view.waiting == 0 ? share_ : Split::nothing();
    }
    bool on_request() const override { return true; }
    bool needs_time() const override { return false; }

  private:
    const Split share_;
};

}  // namespace

SplitPolicyFactory splitting_on_request(bool whole_levels) {
    return [whole_levels] { return std::make_unique<OnRequest>(whole_levels); };
}

}  // namespace scrump::detail
