#pragma once
// The figures of all localities, for progress and observers: locality 0 asks, the others answer.

#include <scrump/runtime/detail/component.hpp>
#include <scrump/runtime/detail/locality.hpp>
#include <scrump/runtime/detail/message_dispatcher.hpp>
#include <scrump/runtime/detail/statistics_message.hpp>

#include <functional>
#include <optional>
#include <vector>

namespace scrump::detail {

class StatisticsExchange final : public Component {
  public:
    /// `own()` gives this locality's figures.
    StatisticsExchange(MessageDispatcher& messages, Locality& home, std::function<LocalityStatistics()> own,
                       Clock::time_point now);

    /// Makes all workers publish their figures, from time to time, if these are wanted.
    bool on_time(Clock::time_point now) override;
    std::optional<Clock::time_point> deadline() const override { return next_sample_; }

    /// Locality 0: the figures of all localities, each as last reported; all are asked to report again.
    ProgressReport report();

    /// Locality 0: asks all localities for all figures, unless that is under way.
    void ask();
    /// Locality 0: the answers, once they have come.
    std::optional<std::vector<LocalityStatistics>> take();

    /// No more reports.
    void on_end(bool /*complete*/) override { ended_ = true; }

  private:
    static constexpr Tag want_report{"want-report"};
    static constexpr Tag here_is_report{"report"};
    static constexpr Tag want_figures{"want-figures"};
    static constexpr Tag here_are_figures{"figures"};

    ProgressReport own_report() const;

    MessageDispatcher& messages_;
    Locality& home_;
    std::function<LocalityStatistics()> own_;
    std::optional<Clock::time_point> next_sample_;
    bool ended_ = false;

    // Used in locality 0 alone: with many localities in a process, copies in each of them would add up.
    std::vector<ProgressReport> reports_;
    std::vector<std::optional<LocalityStatistics>> figures_;  // on their way; empty if none were requested
};

}  // namespace scrump::detail
