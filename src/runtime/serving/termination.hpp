#pragma once
// Detects that all work is done, everywhere (runtime/termination.hpp). The code that sends or receives work informs it.

#include "agreement_exchange.hpp"

#include <scrump/runtime/detail/component.hpp>
#include <scrump/runtime/detail/message_dispatcher.hpp>
#include <scrump/runtime/detail/termination.hpp>

#include <functional>
#include <utility>

namespace scrump::detail {

class Termination final : public Component {
  public:
    /// `ends()` is called once, at locality 0.
    Termination(MessageDispatcher& messages, const AgreementExchange& agreement, std::function<void()> ends)
        : messages_(messages),
          agreement_(agreement),
          ends_(std::move(ends)),
          detector_(messages.self(), messages.size()) {
        messages.handle(token, [this](auto, unsigned, Bytes payload) {
            detector_.received_token(Decoder(std::move(payload)).get<TerminationToken>());
        });
    }

    void sent_work() { detector_.sent_work(); }
    void received_work() { detector_.received_work(); }

    /// Whether the locality has no work at all; checked before anything else is done at this time.
    void look(bool passive) { passive_ = passive; }

    bool on_time(Clock::time_point) override {
        if (!passive_ || !may_begin()) return false;
        const TerminationDetector::Action action = detector_.passive();
        if (action.token) messages_.send(action.to, token, Encoder().put(*action.token).take());
        if (action.terminated) ends_();
        return action.token.has_value() || action.terminated;
    }

  private:
    static constexpr Tag token{"token"};

    // The token sets out from locality 0. A worker that belongs to its caller may have done all that there was before
    // the others have joined; the run would then end without a look at what they were about to do.
    bool may_begin() const { return messages_.self() != 0 || agreement_.agreed(); }

    MessageDispatcher& messages_;
    const AgreementExchange& agreement_;
    std::function<void()> ends_;
    TerminationDetector detector_;
    bool passive_ = false;
};

}  // namespace scrump::detail
