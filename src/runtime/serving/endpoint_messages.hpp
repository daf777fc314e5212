#pragma once
// Messages between workers with steal stacks of different localities (runtime/worker_endpoints.hpp).

#include <scrump/runtime/detail/component.hpp>
#include <scrump/runtime/detail/message_dispatcher.hpp>
#include <scrump/runtime/detail/worker_endpoints.hpp>

#include <utility>

namespace scrump::detail {

class EndpointMessages final : public Component {
  public:
    /// `endpoints` are null if workers are not connected: messages then come from a process that runs something else,
    /// and will be told so.
    EndpointMessages(MessageDispatcher& messages, WorkerEndpoints* endpoints)
        : messages_(messages), endpoints_(endpoints) {
        messages.handle(to_worker, [this](auto, unsigned, Bytes message) {
            if (endpoints_ != nullptr) endpoints_->deliver(std::move(message));
        });
    }

    bool on_time(Clock::time_point) override {
        return endpoints_ != nullptr && endpoints_->serve([this](unsigned to, Bytes message) {
            messages_.send(to, to_worker, std::move(message));
        });
    }
    bool awaits_reply() const override { return endpoints_ != nullptr && endpoints_->awaits_reply(); }

  private:
    static constexpr Tag to_worker{"worker-message"};

    MessageDispatcher& messages_;
    WorkerEndpoints* endpoints_;
};

}  // namespace scrump::detail
