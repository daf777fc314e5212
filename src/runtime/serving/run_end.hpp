#pragma once
// How a run ends everywhere: a locality that wants it to end asks locality 0, which tells all; each then sends it its
// results, and gets the combined ones.

#include <scrump/runtime/detail/component.hpp>
#include <scrump/runtime/detail/locality.hpp>
#include <scrump/runtime/detail/message_dispatcher.hpp>
#include <scrump/runtime/detail/statistics_message.hpp>

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace scrump::detail {

class RunEnd final : public Component {
  public:
    /// `ends(status)` is called when the run ends here, before workers are released; `closes()` when none is left and
    /// their results were combined; `own()` gives this locality's figures.
    struct Calls {
        std::function<void(Status status)> ends;
        std::function<void()> closes;
        std::function<LocalityStatistics()> own;
    };

    RunEnd(MessageDispatcher& messages, Locality& home, Calls calls);

    /// Ends the run if this locality wants that; once it has ended, waits for the last worker.
    bool on_time(Clock::time_point now) override;

    /// Ends the run everywhere.
    void stop_all(Status status);
    /// Asks locality 0 to stop the run, because this process was told to or a limit is reached.
    void ask_to_stop(Status why);
    /// Locality 0: whether any locality asked for that, and why.
    std::optional<Status> wanted_stop() const { return wanted_stop_; }

    bool ended() const { return ended_; }
    /// Whether the run has ended, and no worker is left.
    bool closed() const { return closed_; }
    Status status() const { return status_; }

    /// Locality 0: whether all localities have sent their results. They are merged into its own.
    bool complete() const { return closed_ && gathered_ + 1 == messages_.size(); }
    /// Locality 0, once: the figures of all.
    std::vector<LocalityStatistics> localities();
    /// The figures of this locality.
    LocalityStatistics own() const { return calls_.own(); }
    /// Locality 0: the failure of another locality, unless another one found the goal of the search.
    const std::string& failure() const { return found_ ? none_ : failure_; }

    /// Locality 0: sends the results of the run to all others, from `first` on.
    void announce(const Bytes& outcome, unsigned first);
    /// Others: the announcement of locality 0.
    const std::optional<Bytes>& announced() const { return announced_; }

  private:
    static constexpr Tag stop{"stop"};
    static constexpr Tag cancel{"cancel"};
    static constexpr Tag result{"result"};
    static constexpr Tag outcome_is{"outcome"};

    void end(Status status);
    bool close();
    void send_result();
    void take_result(unsigned source, Bytes payload);

    MessageDispatcher& messages_;
    Locality& home_;
    Calls calls_;
    bool asked_to_stop_ = false;
    bool ended_ = false;
    bool closed_ = false;
    Status status_ = Status::complete;

    // Used in locality 0 alone.
    std::optional<Status> wanted_stop_;
    std::map<unsigned, LocalityStatistics> results_;  // of the others
    unsigned gathered_ = 0;
    bool found_ = false;
    std::string failure_;
    const std::string none_;

    std::optional<Bytes> announced_;
};

}  // namespace scrump::detail
