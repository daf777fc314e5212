#pragma once
// The smallest companion of a computation's localities: each worker has its locality and its number at hand.

#include <scrump/tasks/detail/task_locality.hpp>
#include <scrump/tasks/ext/companion.hpp>
#include <scrump/tasks/ext/task_run.hpp>
#include <scrump/tasks/options.hpp>

#include <functional>
#include <memory>
#include <thread>
#include <vector>

namespace scrump::test {

struct AtHand {
    detail::TaskLocality& home;
    unsigned worker = 0;
    std::thread::id thread{};  ///< that was seen to use it
};

class SmallCompanion final : public detail::Companion {
  public:
    explicit SmallCompanion(detail::TaskLocality& home) {
        for (unsigned worker = 0; worker < home.size(); ++worker)
            at_hand_.push_back(std::make_unique<AtHand>(AtHand{.home = home, .worker = worker}));
    }

    void* context(unsigned worker) override { return at_hand_[worker].get(); }

  private:
    std::vector<std::unique_ptr<AtHand>> at_hand_;
};

inline AtHand& at_hand(const Fork& fork) {
    return detail::context_of<AtHand>(fork);
}

/// Runs a first task in localities with small companions.
inline detail::TasksOutcome run_with_companion(const TaskOptions& options, const std::function<void(Fork)>& first) {
    return detail::run_first_task(options, {.call = first},
                                  [](detail::TaskLocality& home) { return std::make_unique<SmallCompanion>(home); });
}

}  // namespace scrump::test
