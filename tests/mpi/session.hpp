#pragma once
// The session that all MPI tests run in: every process runs every test.

#include <scrump/net/codec.hpp>
#include <scrump/net/detail/network.hpp>
#include <scrump/runtime/session.hpp>

#include <chrono>
#include <cstdlib>
#include <functional>
#include <optional>
#include <string_view>
#include <utility>

namespace scrump::test {

using namespace detail;

Session& session();

/// What the first process has, in all of them.
template <class T>
T of_the_first(const T& value) {
    return Decoder(session().broadcast(Encoder().put(value).take())).template get<T>();
}

/// Whether processes act as if each were on a host of its own.
inline bool by_messages() {
    const char* const net = std::getenv("SCRUMP_NET");
    return net != nullptr && std::string_view(net) == "messages";
}

/// Receives until `done()`, sleeping as a run does.
template <class Done, class Handle>
void serve_until(Network& network, const Done& done, const Handle& handle) {
    while (true) {
        const EventCount::Key key = network.events().prepare_wait();
        bool busy = false;
        while (std::optional<Message> message = network.endpoint(0).receive()) {
            handle(std::move(*message));
            busy = true;
        }
        if (busy || done()) network.events().cancel_wait();
        if (done()) return;
        if (busy) continue;
        const auto patience = network.patience(true);
        if (patience < std::chrono::hours(1)) {
            network.events().wait(key, Clock::now() + patience);
        } else {
            network.events().wait(key);
        }
    }
}

}  // namespace scrump::test
