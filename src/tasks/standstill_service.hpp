#pragma once
// The service for the workers of all localities that stand still for one of them: calls those of others for a worker of
// this locality, and those of this one for others. The protocol is that of common_standstill.hpp.

#include <scrump/runtime/detail/component.hpp>
#include <scrump/runtime/detail/message_dispatcher.hpp>
#include <scrump/tasks/detail/common_standstill.hpp>
#include <scrump/tasks/detail/task_locality.hpp>

#include <deque>
#include <utility>

namespace scrump::detail {

class StandstillService final : public Component {
  public:
    StandstillService(MessageDispatcher& messages, TaskLocality& home, CommonStandstill& common)
        : messages_(messages), home_(home), common_(common) {
        messages.handle(call, [this](auto, unsigned from, const Bytes&) { callers_.push_back(from); });
        messages.handle(standing, [this](auto, unsigned, const Bytes&) { common_.note_standing(); });
        messages.handle(ask, [this](auto, unsigned from, const Bytes&) { tell(from); });
        messages.handle(said, [this](auto, unsigned from, Bytes what) { common_.note_said(from, std::move(what)); });
        messages.handle(go_on, [this](auto, unsigned, const Bytes&) { end_call(); });
    }

    bool on_time(Clock::time_point) override {
        const bool fulfilled = fulfil();
        return come() || fulfilled;
    }
    bool awaits_reply() const override {
        return !callers_.empty() || common_.wish() != CommonStandstill::Wish::nothing;
    }
    void on_end(bool /*complete*/) override {
        while (!callers_.empty()) end_call();
    }

  private:
    using Wish = CommonStandstill::Wish;
    enum class Stage : std::uint8_t { none, called, answered };

    static constexpr Tag call{"tasks-stand-still"};
    static constexpr Tag standing{"tasks-standing"};
    static constexpr Tag ask{"tasks-standing-ask"};
    static constexpr Tag said{"tasks-standing-said"};
    static constexpr Tag go_on{"tasks-go-on"};

    // The request of a worker of this locality.
    bool fulfil() {
        const Wish wish = common_.wish();
        if (wish == Wish::nothing || wish == Wish::wait) return false;
        messages_.broadcast(wish == Wish::call ? call : wish == Wish::ask ? ask : go_on, {});
        common_.fulfil(wish == Wish::let_go ? Wish::nothing : Wish::wait);
        return true;
    }
    // The action of another locality: the workers of this one have to finish their own first.
    bool come() {
        if (callers_.empty()) return false;
        if (stage_ == Stage::none && home_.begin_standstill()) {
            stage_ = Stage::called;
        } else if (stage_ == Stage::called && home_.standstill().all_stand()) {
            stage_ = Stage::answered;
            messages_.send(callers_.front(), standing, {});
        } else {
            return false;
        }
        return true;
    }
    void tell(unsigned to) {
        if (stage_ == Stage::answered) messages_.send(to, said, home_.tell_standing());
    }
    // If the run has ended here, that was before its caller reports it.
    void end_call() {
        if (callers_.empty()) return;
        callers_.pop_front();
        const Stage stage = std::exchange(stage_, Stage::none);
        if (stage == Stage::answered) home_.catch_up();
        if (stage != Stage::none) home_.standstill().end();
    }

    MessageDispatcher& messages_;
    TaskLocality& home_;
    CommonStandstill& common_;
    std::deque<unsigned> callers_;  // in the order of their turns
    Stage stage_ = Stage::none;
};

}  // namespace scrump::detail
