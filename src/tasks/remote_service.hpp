#pragma once
// The service for the workers of a locality that steal from other localities, and are stolen from: sends and receives
// their messages, and informs those that are asked for a task.

#include <scrump/runtime/detail/component.hpp>
#include <scrump/runtime/detail/message_dispatcher.hpp>
#include <scrump/tasks/detail/remote_stealing.hpp>
#include <scrump/tasks/detail/task_locality.hpp>
#include <scrump/tasks/detail/task_worker.hpp>

#include <chrono>
#include <optional>
#include <utility>

namespace scrump::detail {

class RemoteService final : public Component {
  public:
    RemoteService(MessageDispatcher& messages, TaskLocality& home, LocalityStealing& stealing)
        : messages_(messages), home_(home), stealing_(stealing) {
        messages.handle(notify, [](auto, unsigned, const Bytes&) {});  // on_time() looks
        messages.handle(contents, [this](auto, unsigned, Bytes content) {
            const TaskMessages::Address to = stealing_.messages.deliver(std::move(content));
            RemoteCells::announce(stealing_.array, to);
            home_.task_worker(to.index).wake();
        });
    }

    bool on_time(Clock::time_point now) override {
        bool asked = false;
        for (unsigned index = 0; index < home_.size(); ++index) {
            if (!RemoteCells::is_asked(stealing_.array, index)) continue;
            asked = true;
            home_.task_worker(index).want_attention();
        }
        reminds_.reset();
        if (asked && stealing_.translator != nullptr) reminds_ = now + pause;
        return send();
    }
    std::optional<Clock::time_point> deadline() const override { return reminds_; }
    bool awaits_reply() const override { return stealing_.expecting.load(std::memory_order_relaxed) > 0; }

  private:
    static constexpr Tag notify{"task-asked-for"};
    static constexpr Tag contents{"task-contents"};
    static constexpr std::chrono::microseconds pause{100};

    bool send() {
        TaskMessages::Outgoing outgoing = stealing_.messages.take_outgoing();
        for (const unsigned locality : outgoing.to_notify) messages_.send(locality, notify, {});
        for (auto& [locality, content] : outgoing.messages) messages_.send(locality, contents, std::move(content));
        return !outgoing.to_notify.empty() || !outgoing.messages.empty();
    }

    MessageDispatcher& messages_;
    TaskLocality& home_;
    LocalityStealing& stealing_;
    std::optional<Clock::time_point> reminds_;  // the workers of requests that they have left
};

}  // namespace scrump::detail
