#pragma once
// Work for other localities, and from them: answers their steal requests, and makes this locality's own requests by its
// policy (thief.hpp).

#include "snapshots.hpp"
#include "termination.hpp"

#include <scrump/runtime/detail/component.hpp>
#include <scrump/runtime/detail/locality.hpp>
#include <scrump/runtime/detail/message_dispatcher.hpp>
#include <scrump/runtime/detail/thief.hpp>

#include <deque>
#include <functional>
#include <optional>
#include <utility>

namespace scrump::detail {

class Stealing final : public Component {
  public:
    Stealing(MessageDispatcher& messages, Locality& home, Thief& thief, Termination& termination, Snapshots& snapshots);

    bool on_time(Clock::time_point now) override;
    std::optional<Clock::time_point> deadline() const override;
    bool awaits_reply() const override { return thief_.awaits_reply(); }

    /// For a client that distinguishes the localities that ask, and whose localities append data to their requests and
    /// answers. Each function is called by the thread that serves the locality.
    struct Conversation {
        /// Data appended to a request to a victim.
        std::function<Bytes()> news;
        /// Data received with a request of a thief, before it is answered.
        std::function<void(Bytes news)> heard;
        /// In place of Locality::give_tasks().
        std::function<Locality::StealReply(unsigned thief)> give;
        /// Called when the tasks that `give` returned have been handed to the network.
        std::function<void()> sent;
    };
    /// To be called before anything is stolen.
    void converse(Conversation conversation) { conversation_ = std::move(conversation); }

    /// Whether tasks are expected at any moment and nothing else is to be done here: sleeping would only take longer.
    bool expects_tasks(Clock::time_point now) const;

    /// Nothing is given or requested any more.
    void on_end(bool /*complete*/) override { ended_ = true; }

  private:
    static constexpr Tag request{"steal"};
    static constexpr Tag reply{"tasks"};

    struct Waiting {
        unsigned thief;
        Clock::time_point until;
    };

    bool steal(Clock::time_point now);
    void answer(unsigned thief, Clock::time_point now);
    void answer_waiting(Clock::time_point now);
    bool give(unsigned thief);
    void send_tasks(unsigned thief, Locality::StealReply tasks);
    void take(Clock::time_point now, unsigned victim, Bytes tasks);

    MessageDispatcher& messages_;
    Locality& home_;
    Thief& thief_;
    Termination& termination_;
    Snapshots& snapshots_;
    std::optional<Conversation> conversation_;
    std::deque<Waiting> waiting_;  // thieves that wait for an answer, the longest waiting first
    bool ended_ = false;
};

}  // namespace scrump::detail
