#pragma once
// What serves the workers of a locality that steal from other localities, and are stolen from: sends off and takes in
// their mail, and lets those know who are asked for a task.

#include <scrump/runtime/detail/component.hpp>
#include <scrump/runtime/detail/message_dispatcher.hpp>
#include <scrump/tasks/detail/remote_stealing.hpp>
#include <scrump/tasks/detail/task_locality.hpp>
#include <scrump/tasks/detail/task_worker.hpp>

#include <utility>

namespace scrump::detail {

class RemoteService final : public Component {
  public:
    RemoteService(MessageDispatcher& messages, TaskLocality& home, RemoteGround& ground)
        : messages_(messages), home_(home), ground_(ground) {
        messages.handle(ring, [](auto, unsigned, const Bytes&) {});  // on_time() looks
        messages.handle(letter, [this](auto, unsigned, Bytes content) {
            RemoteCells::announce(ground_.array, ground_.mail.deliver(std::move(content)));
        });
    }

    bool on_time(Clock::time_point) override {
        for (unsigned index = 0; index < home_.size(); ++index) {
            if (RemoteCells::is_asked(ground_.array, index)) home_.task_worker(index).want_attention();
        }
        return send();
    }
    bool awaits_reply() const override { return ground_.expecting.load(std::memory_order_relaxed) > 0; }

  private:
    static constexpr Tag ring{"task-asked-for"};
    static constexpr Tag letter{"task-letter"};

    bool send() {
        TaskMail::Outgoing outgoing = ground_.mail.take_outgoing();
        for (const unsigned locality : outgoing.rings) messages_.send(locality, ring, {});
        for (auto& [locality, content] : outgoing.letters) messages_.send(locality, letter, std::move(content));
        return !outgoing.rings.empty() || !outgoing.letters.empty();
    }

    MessageDispatcher& messages_;
    TaskLocality& home_;
    RemoteGround& ground_;
};

}  // namespace scrump::detail
