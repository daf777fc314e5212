#pragma once
// Before the run: each process tells locality 0 what it is about to do, and learns from it that all do the same
// (runtime/agreement.hpp).

#include <scrump/runtime/detail/component.hpp>
#include <scrump/runtime/detail/message_dispatcher.hpp>

#include <utility>
#include <vector>

namespace scrump::detail {

class AgreementExchange final : public Component {
  public:
    /// What a process has to say may be sent before it has a locality.
    static constexpr Tag join{"join"};

    explicit AgreementExchange(MessageDispatcher& messages) : messages_(messages) {
        messages.handle(join, [this](auto, unsigned from, Bytes what) {
            if (messages_.self() != 0) return agree();
            joined_.emplace_back(from, std::move(what));
        });
    }

    bool on_time(Clock::time_point) override { return false; }

    /// Locality 0: the announcements of others since the last call, each with its locality.
    std::vector<std::pair<unsigned, Bytes>> take_joined() { return std::exchange(joined_, {}); }
    /// Whether all do the same: before that, local results mean nothing to others.
    void agree() { agreed_ = true; }
    bool agreed() const { return agreed_; }
    /// Locality 0: and lets the others know.
    void announce() {
        agree();
        messages_.broadcast(join, {});
    }

  private:
    MessageDispatcher& messages_;
    std::vector<std::pair<unsigned, Bytes>> joined_;
    bool agreed_ = false;
};

}  // namespace scrump::detail
