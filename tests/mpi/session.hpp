#pragma once
// The session that all MPI tests run in: every process runs every test.

#include <scrump/net/detail/network.hpp>
#include <scrump/runtime/session.hpp>

#include <functional>

namespace scrump::test {

using namespace detail;

Session& session();

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
