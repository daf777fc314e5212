#pragma once
// A locality's part in the trace of the run (runtime/recording.hpp), as messages.

#include <scrump/metrics/detail/counting.hpp>
#include <scrump/metrics/detail/worker_record.hpp>
#include <scrump/net/detail/transport.hpp>
#include <scrump/runtime/detail/component.hpp>
#include <scrump/runtime/detail/locality.hpp>
#include <scrump/runtime/detail/message_dispatcher.hpp>
#include <scrump/runtime/detail/recording.hpp>

#include <utility>
#include <vector>

namespace scrump::detail {

class TraceExchange final : public Component {
  public:
    TraceExchange(MessageDispatcher& messages, Locality& home, const Topology& topology)
        : messages_(messages),
          home_(home),
          recording_(home.settings().trace.wanted() && counting ? home.settings().trace.events : 0, messages.self(),
                     topology) {
        messages.record_in(recording_.timeline());
        messages.handle(ask_time, [this](auto, unsigned from, const Bytes& question) {
            messages_.send(from, tell_time, Recording::answer(question));
        });
        messages.handle(
            tell_time, [this](auto, unsigned from, Bytes answer) { recording_.learn(from, std::move(answer), ask()); });
        messages.handle(lane, [this](auto, unsigned from, Bytes piece) { recording_.take(from, std::move(piece)); });
    }

    bool on_time(Clock::time_point) override { return false; }

    /// The timeline of the serving thread; null if no trace is wanted.
    Timeline* timeline() { return recording_.timeline(); }

    /// Locality 0: begins to compare the clocks of all localities.
    void compare_clocks(ClockOffset::When when) {
        if (recording_.wanted()) recording_.compare(when, ask());
    }
    bool comparing_clocks() const { return recording_.comparing(); }
    /// Locality 0: the events of all threads, when the run is complete; and the names of messages among them.
    std::vector<TraceLane> take() { return recording_.lanes(); }

    /// Sends locality 0 the events recorded here, once no worker is left; nothing is recorded afterwards.
    void deliver() {
        messages_.record_in(nullptr);
        if (!recording_.wanted()) return;
        for (unsigned worker = 0; worker < home_.size(); ++worker)
            deliver(worker, home_.worker(worker).record().meter().timeline());
        deliver(TraceLane::communication, recording_.timeline());
    }

  private:
    static constexpr Tag ask_time{"ask-time"};
    static constexpr Tag tell_time{"time"};
    static constexpr Tag lane{"lane"};

    Recording::Send ask() {
        return [this](unsigned to, Bytes question) { messages_.send(to, ask_time, std::move(question)); };
    }
    void deliver(unsigned worker, const Timeline* timeline) {
        if (timeline == nullptr) return;
        recording_.deliver(worker, *timeline, [this](Bytes piece) {
            if (messages_.self() == 0) return recording_.take(0, std::move(piece));
            messages_.send(0, lane, std::move(piece));
        });
    }

    MessageDispatcher& messages_;
    Locality& home_;
    Recording recording_;
};

}  // namespace scrump::detail
