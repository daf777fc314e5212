#pragma once
// The session that all MPI tests run in: every process runs every test.

#include <scrump/net/network.hpp>
#include <scrump/runtime/session.hpp>

#include <functional>

namespace scrump::test {

Session& session();

/// Receives until `done()`, sleeping on the bell as a run does.
template <class Done, class Handle>
void serve_until(Network& network, const Done& done, const Handle& handle) {
    while (true) {
        const Doorbell::Ticket ticket = network.bell().listen();
        bool busy = false;
        while (std::optional<Message> message = network.endpoint(0).receive()) {
            handle(std::move(*message));
            busy = true;
        }
        if (busy || done()) network.bell().cancel();
        if (done()) return;
        if (busy) continue;
        const auto patience = network.patience(true);
        if (patience < std::chrono::hours(1)) {
            network.bell().wait(ticket, Doorbell::Clock::now() + patience);
        } else {
            network.bell().wait(ticket);
        }
    }
}

}  // namespace scrump::test
