#pragma once
// Tells all localities how good the best known solution is: its objective alone, at once, along a binary tree whose
// root is the locality that found it. A locality that already knows something better passes nothing on: that is on its
// way, too. The node stays where it was found; only if it is watched, or told to other runs, does it go to locality 0.
// Searches with restarts tell their nogoods in the same way.

#include "../../runtime/serving/agreement_exchange.hpp"

#include <scrump/runtime/detail/component.hpp>
#include <scrump/runtime/detail/message_dispatcher.hpp>
#include <scrump/search/detail/search_locality.hpp>

#include <exception>
#include <optional>
#include <utility>

namespace scrump::detail {

class Incumbents final : public Component {
  public:
    Incumbents(MessageDispatcher& messages, SearchLocality& home, const AgreementExchange& agreement)
        : messages_(messages), home_(home), agreement_(agreement) {
        messages.handle(better, [this](auto, unsigned, Bytes message) {
            Decoder from(std::move(message));
            const auto finder = from.get<unsigned>();
            const Bytes objective = from.rest();
            if (!home_.learn(objective)) return;
            home_.call_attention();
            pass_on(finder, objective);
        });
        messages.handle(node, [this](auto, unsigned, Bytes found) {
            telling([&] {
                home_.merge(found);
                home_.tell(std::move(found));
            });
        });
    }

    void on_close() override { tell(); }

    bool on_time(Clock::time_point) override {
        if (!agreement_.agreed()) return false;
        tell();
        if (messages_.size() == 1) return false;
        while (const std::optional<Bytes> found = home_.improvement()) pass_on(messages_.self(), *found);
        return false;
    }

  private:
    static constexpr Tag better{"incumbent"};
    static constexpr Tag node{"incumbent-node"};

    void tell() {
        if (!agreement_.agreed() || !home_.gathers_nodes()) return;
        if (messages_.self() == 0) return telling([this] { home_.tell_own(); });
        if (std::optional<Bytes> found = home_.untold()) messages_.send(0, node, std::move(*found));
    }
    // An exception of the user's function ends the run as if a worker had thrown it; the function is not called again
    // then.
    template <class Action>
    void telling(const Action& action) {
        if (home_.failure()) return;
        try {
            action();
        } catch (...) {
            home_.fail(std::current_exception());
        }
    }

    void pass_on(unsigned finder, const Bytes& objective) {
        const unsigned size = messages_.size();
        const unsigned place = (messages_.self() + size - finder) % size;  // position in the tree
        for (unsigned child = 2 * place + 1; child <= 2 * place + 2 && child < size; ++child)
            messages_.send((finder + child) % size, better, Encoder().put(finder).append(objective).take());
    }

    MessageDispatcher& messages_;
    SearchLocality& home_;
    const AgreementExchange& agreement_;
};

}  // namespace scrump::detail
