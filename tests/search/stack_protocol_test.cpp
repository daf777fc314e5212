// Each step of the protocols of steal stacks by itself: what moves, how much of it, who has a hand in it, and who waits
// for what.

#include "search/scripted_stacks.hpp"
#include "search/stack_scripts.hpp"
#include "support/faulty_network.hpp"

#include <scrump/base/error.hpp>
#include <scrump/net/detail/in_process.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <set>
#include <string>
#include <thread>
#include <tuple>
#include <utility>
#include <vector>

namespace scrump::test {

using namespace detail;
namespace {

using Kind = StealProtocol::Kind;
using Layout = StealStackLayout;
using Word = Layout::Word;
using State = ScriptedStacks::State;
using Member = ScriptedStacks::Member;

constexpr unsigned chunk = 3;

StealProtocol protocol_of(Kind kind) {
    return {.kind = kind, .chunk = chunk, .poll = 1};
}

std::string name_of(const testing::TestParamInfo<Kind>& info) {
    std::string name(StealProtocol{.kind = info.param}.name());
    std::replace(name.begin(), name.end(), '-', '_');
    return name;
}

class Protocols : public testing::TestWithParam<Kind> {
  protected:
    StealProtocol protocol = protocol_of(GetParam());
};
class SharingProtocols : public Protocols {};
class LockingProtocols : public Protocols {};

INSTANTIATE_TEST_SUITE_P(All, Protocols,
                         testing::Values(Kind::shared_memory, Kind::message_passing, Kind::streamlined_termination,
                                         Kind::rapid_diffusion, Kind::distributed_memory),
                         name_of);
INSTANTIATE_TEST_SUITE_P(All, SharingProtocols,
                         testing::Values(Kind::shared_memory, Kind::streamlined_termination, Kind::rapid_diffusion,
                                         Kind::distributed_memory),
                         name_of);
INSTANTIATE_TEST_SUITE_P(All, LockingProtocols,
                         testing::Values(Kind::shared_memory, Kind::streamlined_termination, Kind::rapid_diffusion),
                         name_of);

// --- On one thread

TEST_P(SharingProtocols, ReleaseAllThatIsAboveTheComfortableDepth) {
    InProcessNetwork network(1);
    ScriptedStacks stacks(network, 2, protocol);
    Member& owner = *stacks.member(0);
    owner.push(3 * chunk - 1);
    owner.stack->poll(1);
    EXPECT_EQ(owner.word(Layout::available), 0U);
    EXPECT_EQ(owner.stack->counts().releases, 0U);
    owner.push(1 + 8 * chunk);
    owner.stack->poll(1);
    EXPECT_EQ(owner.word(Layout::available), 9U);
    EXPECT_EQ(owner.stack->counts().releases, 9U);
    EXPECT_EQ(owner.nodes.size(), 2 * chunk);
}

TEST_P(SharingProtocols, TakeTheNewestChunkBack) {
    InProcessNetwork network(1);
    ScriptedStacks stacks(network, 2, protocol);
    Member& owner = *stacks.member(0);
    owner.push(11 * chunk);
    owner.stack->poll(1);
    owner.nodes.clear();
    ASSERT_TRUE(owner.stack->refill());
    EXPECT_EQ(owner.labels(), (std::vector<std::uint32_t>{24, 25, 26}));
    EXPECT_EQ(owner.word(Layout::available), 8U);
    EXPECT_EQ(owner.stack->counts().reacquires, 1U);
    EXPECT_EQ(owner.stack->counts().steals, 0U);
}

// However many nodes make a batch: who has none tells who keeps all of them that they are wanted.
TEST_P(SharingProtocols, PartWithTheirLastChunksWhenOthersHaveNone) {
    InProcessNetwork network(1);
    ScriptedStacks stacks(network, 2, protocol, 64);
    stacks.run([&](Member& self) {
        if (self.self() == 1) {
            EXPECT_TRUE(self.stack->refill());
            EXPECT_GE(self.stack->counts().failed_probes, 1U);
            return;
        }
        self.push(2 * chunk);
        self.poll_until([&] { return self.word(Layout::head) > 0; });
        EXPECT_EQ(self.nodes.size(), chunk);
    });
    // Which of the two it was, nobody knows: an owner takes back what nobody took for a while, and parts with the
    // other.
    EXPECT_EQ(stacks.member(1)->nodes.size(), chunk);
}

TEST_P(SharingProtocols, KeepWholeBatchesAgainWhenNobodyTakesAny) {
    InProcessNetwork network(1);
    ScriptedStacks stacks(network, 2, protocol, 64);
    Member& owner = *stacks.member(0);
    owner.push(10 * chunk);
    stacks.member(1)->endpoint.write(0, Layout::wanted, 1);
    owner.stack->poll(64);
    EXPECT_EQ(owner.word(Layout::available), 9U);
    EXPECT_EQ(owner.word(Layout::wanted), 1U);
    for (unsigned poll = 0; poll < 100; ++poll) owner.stack->poll(64);
    EXPECT_EQ(owner.word(Layout::wanted), 0U);
    EXPECT_EQ(owner.word(Layout::available), 0U) << "taken back";
    EXPECT_EQ(owner.nodes.size(), 10 * chunk);
}

// Section 3.1: from two chunks on, one is released; one is taken back when there is no node left. However many nodes
// are explored at once.
TEST_P(SharingProtocols, MoveOneChunkAtATimeOnThePapersStack) {
    protocol.stack = StealProtocol::Stack::paper;
    for (const std::size_t batch : {std::size_t{1}, std::size_t{64}}) {
        InProcessNetwork network(1);
        ScriptedStacks stacks(network, 2, protocol, batch);
        Member& owner = *stacks.member(0);
        owner.push(2 * chunk - 1);
        owner.stack->poll(9);
        EXPECT_EQ(owner.word(Layout::available), 0U);
        owner.push(1);
        owner.stack->poll(9);
        EXPECT_EQ(owner.word(Layout::available), 1U);
        EXPECT_EQ(owner.nodes.size(), chunk);
        owner.push(10 * chunk);
        owner.stack->poll(1);
        EXPECT_EQ(owner.word(Layout::available), 2U) << "one for each node that was explored";
        owner.stack->poll(4);
        EXPECT_EQ(owner.word(Layout::available), 6U);
        owner.nodes.drop_back(owner.nodes.size() - 1);
        owner.stack->poll(1);
        EXPECT_EQ(owner.word(Layout::available), 6U) << "there is a node left";
        owner.nodes.clear();
        ASSERT_TRUE(owner.stack->refill());
        EXPECT_EQ(owner.nodes.size(), chunk);
        EXPECT_EQ(owner.word(Layout::available), 5U);
    }
}

TEST_P(SharingProtocols, KeepWholeBatchesElsewhere) {
    constexpr std::size_t batch = 64;
    InProcessNetwork network(1);
    ScriptedStacks stacks(network, 2, protocol, batch);
    Member& owner = *stacks.member(0);
    owner.push(2 * batch + chunk - 1);
    owner.stack->poll(1);
    EXPECT_EQ(owner.word(Layout::available), 0U);
    owner.push(1000);
    owner.stack->poll(1);
    const Word shown = owner.word(Layout::available);
    EXPECT_EQ(shown, 2 + 2 * batch / chunk) << "what makes a good steal, and no more";
    owner.nodes.drop_back(owner.nodes.size() - batch / 4);
    owner.stack->poll(1);
    EXPECT_EQ(owner.word(Layout::available), shown - (batch + chunk - 1) / chunk);
    EXPECT_GE(owner.nodes.size(), batch);
}

// Nodes that must be drawn are drawn to be shared, unless the stack is the paper's, which has all of them.
TEST_P(SharingProtocols, AskForWhatTheyCanShare) {
    constexpr std::uint64_t seed = 1;
    constexpr std::uint32_t shared = 4 * chunk;
    InProcessNetwork network(1);
    ScriptedStacks stacks(network, 2, protocol, 1, seed, true);
    Member& owner = *stacks.member(0);
    EXPECT_EQ(owner.stack->stock(), shared);
    owner.push(shared + chunk + 1);
    owner.stack->poll(1);
    EXPECT_EQ(owner.word(Layout::available), 4U);
    EXPECT_EQ(owner.nodes.size(), chunk + 1) << "no more than that is shared";
    EXPECT_EQ(owner.stack->stock(), 0U);
    owner.nodes.clear();
    owner.stack->poll(1);
    EXPECT_EQ(owner.word(Layout::available), 4U) << "its own subtree is not explored yet";
    ASSERT_TRUE(owner.stack->refill());
    EXPECT_EQ(owner.labels(), (std::vector<std::uint32_t>{9, 10, 11}));
    EXPECT_EQ(owner.stack->stock(), chunk);
}

TEST_P(SharingProtocols, AskForAllNodesOnThePapersStack) {
    protocol.stack = StealProtocol::Stack::paper;
    InProcessNetwork network(1);
    ScriptedStacks stacks(network, 2, protocol, 1, 1, true);
    Member& owner = *stacks.member(0);
    EXPECT_GT(owner.stack->stock(), 1'000'000U);
    owner.push(2 * chunk - 1);
    owner.stack->poll(1);
    EXPECT_EQ(owner.word(Layout::available), 0U) << "two chunks stay";
}

TEST_P(Protocols, AskForNothingOfAWorkerAlone) {
    InProcessNetwork network(1);
    ScriptedStacks stacks(network, 1, protocol, 1, 1, true);
    EXPECT_EQ(stacks.member(0)->stack->stock(), 0U);
}

TEST_P(LockingProtocols, LetAThiefHelpItself) {
    InProcessNetwork network(1);
    ScriptedStacks stacks(network, 2, protocol);
    Member& owner = *stacks.member(0);
    owner.push(11 * chunk);
    owner.stack->poll(1);
    Member& thief = *stacks.member(1);
    ASSERT_TRUE(thief.stack->refill());  // the owner does nothing meanwhile
    const std::uint32_t chunks = protocol.kind == Kind::rapid_diffusion ? 4 : 1;
    EXPECT_EQ(thief.labels(), first_labels(chunks * chunk));
    EXPECT_EQ(owner.word(Layout::available), 9 - chunks);
    EXPECT_EQ(owner.word(Layout::returned), chunks);
    EXPECT_EQ(owner.word(Layout::lock), 0U);
}

// Section 3.3.3: without the owner nothing comes off its stack.
TEST(DistributedMemory, AsksTheOwner) {
    InProcessNetwork network(1);
    ScriptedStacks stacks(network, 2, protocol_of(Kind::distributed_memory));
    Member& owner = *stacks.member(0);
    owner.push(11 * chunk);
    owner.stack->poll(1);
    stacks.run([&](Member& self) {
        if (self.self() == 1) {
            EXPECT_TRUE(self.stack->refill());
            return;
        }
        self.wait_until([&] { return self.word(Layout::request) != 0; });
        EXPECT_EQ(self.word(Layout::request), 2U);
        EXPECT_EQ(self.word(Layout::available), 9U);
        EXPECT_EQ(self.word(Layout::head), 0U);
        self.stack->poll(1);
        EXPECT_EQ(self.word(Layout::request), 0U);
        EXPECT_EQ(self.word(Layout::available), 5U);
    });
    EXPECT_EQ(stacks.member(1)->labels(), first_labels(4 * chunk));
}

// Section 3.2: a victim looks for messages every so many nodes.
TEST(MessagePassing, LooksForMessagesEverySoOften) {
    InProcessNetwork network(1);
    StealProtocol protocol = protocol_of(Kind::message_passing);
    protocol.poll = 100;
    ScriptedStacks stacks(network, 2, protocol);
    stacks.run([&](Member& self) {
        if (self.self() == 1) {
            EXPECT_TRUE(self.stack->refill());
            return;
        }
        self.push(11 * chunk);
        self.wait_until([&] { return self.endpoint.has_message(); });
        self.stack->poll(60);
        self.stack->poll(39);
        EXPECT_TRUE(self.endpoint.has_message());
        EXPECT_EQ(self.stack->counts().releases, 0U);
        self.stack->poll(1);
        EXPECT_FALSE(self.endpoint.has_message());
        EXPECT_EQ(self.stack->counts().releases, 1U);
        EXPECT_EQ(self.nodes.size(), 10 * chunk);
    });
    EXPECT_EQ(stacks.member(1)->labels(), first_labels(chunk));
}

// What stays is enough to go on with: a chunk.
TEST(MessagePassing, GivesFromTwoChunksOn) {
    for (const auto stack : {StealProtocol::Stack::roomy, StealProtocol::Stack::paper}) {
        InProcessNetwork network(1);
        StealProtocol protocol = protocol_of(Kind::message_passing);
        protocol.stack = stack;
        ScriptedStacks stacks(network, 2, protocol, 64);
        stacks.run([&](Member& self) {
            constexpr unsigned least = 2 * chunk;
            if (self.self() == 1) {
                EXPECT_TRUE(self.stack->refill());
                EXPECT_GE(self.stack->counts().failed_probes, 1U);
                return;
            }
            self.push(least - 1);
            self.wait_until([&] { return self.endpoint.has_message(); });
            self.stack->poll(1);
            EXPECT_EQ(self.stack->counts().releases, 0U);
            self.push(1);
            self.poll_until([&] { return self.stack->counts().releases > 0; });
            EXPECT_EQ(self.nodes.size(), least - chunk);
        });
    }
}

// As from a process with another chunk size, or whose memory went wrong.
TEST(MessagePassing, TakesChunksOfItsOwnSizeOnly) {
    for (const unsigned other : {chunk - 1, chunk + 1}) {
        InProcessNetwork network(1);
        ScriptedStacks stacks(network, 2, protocol_of(Kind::message_passing));
        Member& thief = *stacks.member(1);
        StealProtocol differing = protocol_of(Kind::message_passing);
        differing.chunk = other;
        thief.stack =
            StackProtocol::make({.protocol = differing, .enter = [](State) {}, .tried = [](unsigned, std::size_t) {}},
                                thief.nodes, thief.endpoint);
        stacks.run([&](Member& self) {
            if (&self == &thief) {
                EXPECT_THROW(self.stack->refill(), Error);
                return;
            }
            self.push(11 * chunk);
            self.poll_until([&] { return self.stack->counts().releases > 0; });
        });
        EXPECT_EQ(thief.nodes.size(), 0U);
    }
}

// As from a process whose memory went wrong.
TEST(DistributedMemory, ThievesFetchFromTheRingOnly) {
    static constexpr std::uint32_t many = 1 << 20;
    for (const Layout::Grant grant :
         {Layout::Grant{.first = many, .count = 1}, Layout::Grant{.first = 0, .count = many}}) {
        InProcessNetwork network(1);
        ScriptedStacks stacks(network, 2, protocol_of(Kind::distributed_memory));
        stacks.run([&](Member& self) {
            if (self.self() == 1) {
                EXPECT_THROW(self.stack->refill(), Error);
                return;
            }
            self.endpoint.write(0, Layout::available, 1);
            self.wait_until([&] { return self.word(Layout::request) != 0; });
            self.endpoint.write(1, Layout::response, grant.pack());
        });
    }
}

// --- Whom a thief looks at

// Two localities of two workers on one host, and another one elsewhere.
Topology two_hosts() {
    return {.places = {{.host = 0}, {.host = 0}, {.host = 1}}};
}
constexpr unsigned first_far = 4;

// Who was robbed by worker 0, by seed, when all from `first` on have something to take.
std::set<unsigned> victims_of_first(StealProtocol protocol, StealProtocol::Probe probe, unsigned first) {
    protocol.probe = probe;
    std::set<unsigned> victims;
    for (std::uint64_t seed = 0; seed < 20; ++seed) {
        InProcessNetwork network(two_hosts());
        ScriptedStacks stacks(network, 2, protocol, 1, seed);
        stacks.run([&](Member& self) {
            if (self.self() == 0) {
                self.wait_until([&] { return self.reported() == self.endpoint.size() - 1; });
                EXPECT_TRUE(self.stack->refill());
                self.tell();
                return;
            }
            if (self.self() >= first) self.push(11 * chunk);
            self.stack->poll(1);
            self.report(1);
            self.poll_until([&] { return self.told(); });
        });
        for (const auto& [victim, nodes] : stacks.member(0)->tries) {
            if (nodes > 0) victims.insert(victim);
        }
    }
    return victims;
}

TEST_P(Protocols, LookAtAnybodyInRandomOrder) {
    const std::set<unsigned> victims = victims_of_first(protocol, StealProtocol::Probe::random, 1);
    EXPECT_GE(*victims.rbegin(), first_far);
    EXPECT_LT(*victims.begin(), first_far);
}

TEST_P(Protocols, LookAtAllOthersOnceThoseOfTheirHostHaveNothing) {
    for (const unsigned victim : victims_of_first(protocol, StealProtocol::Probe::near_first, first_far))
        EXPECT_GE(victim, first_far);
}

// --- The end

// Section 3.3.1: as long as anybody works there is no barrier to wait at. With messages instead of shared memory the
// test brings on each look of a worker at another.
TEST_P(SharingProtocols, WaitAtABarrierOnlyWhereItIsCancelled) {
    InProcessNetwork network(Topology::apart(2), AccessMode::messages);
    ScriptedStacks stacks(network, 1, protocol);
    Member& works = *stacks.member(0);
    std::jthread idle([&] { EXPECT_FALSE(stacks.member(1)->stack->refill()); });
    constexpr int looks = 200;
    for (int moved = 0; moved < looks;) moved += stacks.serve() ? 1 : 0;
    EXPECT_EQ(works.word(Layout::barrier), protocol.kind == Kind::shared_memory ? 1U : 0U);
    stacks.end();
}

// --- All at once

struct Net {
    const char* name;
    AccessMode access_mode;
    bool faulty;
    unsigned localities;
    unsigned workers;
};

class ScriptsOverNetworks : public testing::TestWithParam<std::tuple<Kind, Net>> {
  protected:
    Kind kind() const { return std::get<0>(GetParam()); }
    template <class Test>
    void run(const Test& test) {
        const Net& net = std::get<1>(GetParam());
        const Topology topology = net.access_mode == AccessMode::direct ? Topology::one_host(net.localities)
                                                                        : Topology::apart(net.localities);
        if (net.faulty) {
            FaultyNetwork network(1, topology, net.access_mode);
            test(network, net.workers);
        } else {
            InProcessNetwork network(topology, net.access_mode);
            test(network, net.workers);
        }
    }
};

INSTANTIATE_TEST_SUITE_P(All, ScriptsOverNetworks,
                         testing::Combine(testing::Values(Kind::shared_memory, Kind::message_passing,
                                                          Kind::streamlined_termination, Kind::rapid_diffusion,
                                                          Kind::distributed_memory),
                                          testing::Values(Net{"threads", AccessMode::direct, false, 1, 4},
                                                          Net{"processes", AccessMode::direct, false, 3, 1},
                                                          Net{"hosts", AccessMode::messages, false, 2, 2},
                                                          Net{"slow_hosts", AccessMode::messages, true, 3, 1})),
                         [](const auto& each) {
                             return name_of({std::get<0>(each.param), 0}) + "_" + std::get<1>(each.param).name;
                         });

TEST_P(ScriptsOverNetworks, AThiefGetsWhatTheProtocolSays) {
    run([&](Network& network, unsigned workers) { steal_once(network, workers, kind()); });
}

TEST_P(ScriptsOverNetworks, WhoWaitsComesBackForWork) {
    if (kind() == Kind::message_passing) GTEST_SKIP() << "has no barrier";
    run([&](Network& network, unsigned workers) { come_back_from_barrier(network, workers, kind()); });
}

TEST_P(ScriptsOverNetworks, ThoseNearbyAreLookedAtFirst) {
    run([&](Network& network, unsigned workers) { steal_from_neighbours(network, workers, kind()); });
}

}  // namespace
}  // namespace scrump::test
