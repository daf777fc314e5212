#pragma once
// Passes messages from other localities to the handlers of their kinds, and sends messages for all components.

#include <scrump/base/clock.hpp>
#include <scrump/metrics/detail/timeline.hpp>
#include <scrump/metrics/detail/trace.hpp>
#include <scrump/metrics/traffic.hpp>
#include <scrump/net/detail/tag.hpp>
#include <scrump/net/detail/transport.hpp>

#include <cstdint>
#include <deque>
#include <functional>
#include <optional>
#include <vector>

namespace scrump::detail {

class MessageDispatcher {
  public:
    using Handler = std::function<void(Clock::time_point now, unsigned from, Bytes payload)>;

    /// Counts sent messages in `traffic`.
    MessageDispatcher(Transport& transport, Traffic& traffic) : transport_(transport), traffic_(traffic) {}
    MessageDispatcher(const MessageDispatcher&) = delete;
    MessageDispatcher& operator=(const MessageDispatcher&) = delete;

    unsigned self() const { return transport_.self(); }
    unsigned size() const { return transport_.size(); }

    // --- Before anything is received

    /// Registers the handler of a kind of messages; throws Error if there already is one, or if two kinds have the same
    /// number.
    void handle(Tag tag, Handler handler);
    /// Called for each message as it arrives, before it is handled.
    using Observer = std::function<void(Clock::time_point now, unsigned from)>;
    void observe(Observer observer) { observers_.push_back(std::move(observer)); }
    /// While `hold()` is true, incoming messages are kept, and handled in their order later.
    void hold_while(std::function<bool()> hold) { hold_ = std::move(hold); }

    // --- While the run goes on

    void send(unsigned to, Tag tag, Bytes payload);
    /// Sends a message to all other localities.
    void broadcast(Tag tag, const Bytes& payload);

    /// Handles all messages that have arrived; returns whether there were any. Throws Error for a kind without a
    /// handler.
    bool receive(Clock::time_point now);
    /// When the message that is being handled began to arrive, if the network noticed.
    std::optional<Clock::time_point> arrival_began() const { return arrival_began_; }

    /// Records all messages from now on; null: no more.
    void record_in(Timeline* timeline) { timeline_ = timeline; }
    /// The names of all kinds, by number.
    MessageNames names() const;

  private:
    struct Kind {
        std::uint32_t number;
        const char* name;
        Handler handler;
    };

    const Kind* kind_of(std::uint32_t number) const;
    std::optional<Message> next(Clock::time_point now);
    void record(TimelineEvent::Kind kind, unsigned peer, std::uint32_t tag, std::size_t bytes);

    Transport& transport_;
    Traffic& traffic_;
    std::vector<Kind> kinds_;  // few: a run that is over at once should not pay for a tree of them
    std::vector<Observer> observers_;
    std::function<bool()> hold_ = [] { return false; };
    std::deque<Message> held_;
    std::optional<Clock::time_point> arrival_began_;
    Timeline* timeline_ = nullptr;
};

}  // namespace scrump::detail
