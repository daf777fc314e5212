#include <scrump/stealing/steal_protocol.hpp>

#include <gtest/gtest.h>

namespace scrump::detail {
namespace {

using ProtocolKind = StealProtocol::Kind;
using Access = StealProtocol::Access;
using Termination = StealProtocol::Termination;

TEST(StealProtocol, EachRefinementIsApart) {
    struct Expected {
        ProtocolKind kind;
        const char* name;
        Access access;
        Termination termination;
        std::uint64_t of_nine;  // chunks of nine that a thief gets
    };
    // Figure 3 of the paper.
    const Expected table[] = {
        {ProtocolKind::shared_memory, "shared-memory", Access::locked, Termination::cancellable, 1},
        {ProtocolKind::message_passing, "message-passing", Access::by_message, Termination::token, 1},
        {ProtocolKind::streamlined_termination, "streamlined-termination", Access::locked, Termination::streamlined, 1},
        {ProtocolKind::rapid_diffusion, "rapid-diffusion", Access::locked, Termination::streamlined, 4},
        {ProtocolKind::distributed_memory, "distributed-memory", Access::on_request, Termination::streamlined, 4},
    };
    for (const Expected& row : table) {
        const StealProtocol protocol{.kind = row.kind};
        EXPECT_EQ(protocol.name(), row.name);
        EXPECT_EQ(protocol.access(), row.access) << row.name;
        EXPECT_EQ(protocol.termination(), row.termination) << row.name;
        EXPECT_EQ(protocol.amount(9), row.of_nine) << row.name;
    }
}

TEST(StealProtocol, AThiefGetsHalfButAtLeastOne) {
    const StealProtocol half{.kind = ProtocolKind::distributed_memory};
    EXPECT_EQ(half.amount(1), 1U);
    EXPECT_EQ(half.amount(2), 1U);
    EXPECT_EQ(half.amount(3), 1U);
    EXPECT_EQ(half.amount(1000), 500U);
    EXPECT_EQ(StealProtocol{.kind = ProtocolKind::shared_memory}.amount(1000), 1U);
}

}  // namespace
}  // namespace scrump::detail
