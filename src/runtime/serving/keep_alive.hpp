#pragma once
// Sends signs of life to the watchers of this locality, and detects silent ones (runtime/liveness.hpp).

#include <scrump/runtime/detail/component.hpp>
#include <scrump/runtime/detail/liveness.hpp>
#include <scrump/runtime/detail/message_dispatcher.hpp>

#include <chrono>
#include <optional>

namespace scrump::detail {

class KeepAlive final : public Component {
  public:
    KeepAlive(MessageDispatcher& messages, std::chrono::nanoseconds limit, Clock::time_point now)
        : messages_(messages), liveness_(messages.self(), messages.size(), limit, now) {
        messages.handle(alive, [](auto, unsigned, const Bytes&) {});  // its arrival is the whole message
        messages.observe([this](Clock::time_point heard_at, unsigned from) { liveness_.heard(from, heard_at); });
    }

    bool on_time(Clock::time_point now) override {
        if (liveness_.keep_alive_due(now)) {
            for (const unsigned watcher : liveness_.watchers()) messages_.send(watcher, alive, {});
        }
        return false;
    }
    std::optional<Clock::time_point> deadline() const override { return liveness_.deadline(); }

    /// A locality that this one watches and that does not respond any more.
    std::optional<unsigned> lost(Clock::time_point now) { return liveness_.lost(now); }

  private:
    static constexpr Tag alive{"keep-alive"};

    MessageDispatcher& messages_;
    Liveness liveness_;
};

}  // namespace scrump::detail
