// Steal stacks step by step between processes: on one host, and by messages where SCRUMP_NET says so.

#include "search/stack_scripts.hpp"
#include "session.hpp"

#include <gtest/gtest.h>

namespace scrump::test {

using namespace detail;
namespace {

template <class Script>
void with_every_protocol(const Script& script) {
    for (std::size_t kind = 0; kind < StealProtocol::names.size(); ++kind) {
        for (const unsigned workers : {1U, 2U}) {
            SCOPED_TRACE(std::string(StealProtocol::names[kind]) + " " + std::to_string(workers));
            const std::unique_ptr<Network> network = session().group().connect(1);
            script(*network, workers, static_cast<StealProtocol::Kind>(kind));
        }
    }
}

TEST(MpiStacks, AThiefGetsWhatTheProtocolSays) {
    with_every_protocol(steal_once);
}

TEST(MpiStacks, WhoWaitsComesBackForWork) {
    with_every_protocol([](Network& network, unsigned workers, StealProtocol::Kind kind) {
        if (kind != StealProtocol::Kind::message_passing) come_back_from_barrier(network, workers, kind);
    });
}

TEST(MpiStacks, ThoseNearbyAreLookedAtFirst) {
    with_every_protocol(steal_from_neighbours);
}

}  // namespace
}  // namespace scrump::test
