#pragma once
// What must hold of the protocols of steal stacks over any network: scripts that tests follow in process and over MPI.

#include "search/scripted_stacks.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <utility>
#include <vector>

namespace scrump::test {

using namespace detail;

/// Worker 0 has nine chunks to spare (33 nodes, of which it keeps two chunks), worker 1 steals once: figure 3 of the
/// paper says how many chunks it gets.
inline void steal_once(Network& network, unsigned workers, StealProtocol::Kind kind) {
    using Kind = StealProtocol::Kind;
    using Layout = StealStackLayout;
    constexpr unsigned chunk = 3;
    const bool by_message = kind == Kind::message_passing;
    const std::uint32_t chunks = kind == Kind::rapid_diffusion || kind == Kind::distributed_memory ? 4 : 1;

    ScriptedStacks stacks(network, workers, {.kind = kind, .chunk = chunk, .poll = 1});
    if (stacks.size() < 2) return;
    stacks.run([&](ScriptedStacks::Member& self) {
        if (self.self() == 1) {
            EXPECT_TRUE(self.stack->refill());
            self.tell();
            return;
        }
        if (self.self() == 0) self.push(11 * chunk);
        self.poll_until([&] { return self.told(); });
    });
    if (const auto* const victim = stacks.member(0)) {
        EXPECT_EQ(victim->stack->counts().releases, by_message ? 1U : 9U);
        EXPECT_EQ(victim->nodes.size(), by_message ? 10 * chunk : 2 * chunk);
        if (!by_message) {
            EXPECT_EQ(victim->word(Layout::available), 9 - chunks);
            EXPECT_EQ(victim->word(Layout::head), chunks);
        }
    }
    if (const auto* const thief = stacks.member(1)) {
        EXPECT_EQ(thief->labels(), first_labels(chunks * chunk));
        EXPECT_EQ(thief->stack->counts().steals, 1U);
        EXPECT_EQ(thief->stack->counts().chunks_stolen, chunks);
        ASSERT_FALSE(thief->tries.empty());
        EXPECT_EQ(thief->tries.back(), (std::pair{0U, std::size_t{chunks * chunk}}));
        EXPECT_TRUE(thief->entered(ScriptedStacks::State::stealing));
    }
}

/// All but worker 0 wait at the barrier until it has something to spare. Then they come for it, and go back to wait;
/// that several times.
inline void come_back_from_barrier(Network& network, unsigned workers, StealProtocol::Kind kind) {
    using Layout = StealStackLayout;
    constexpr unsigned chunk = 2;
    constexpr std::uint32_t chunks = 12;
    constexpr std::uint32_t rounds = 3;
    const StealProtocol protocol = {.kind = kind, .chunk = chunk};
    const bool cancellable = protocol.termination() == StealProtocol::Termination::cancellable;

    ScriptedStacks stacks(network, workers, protocol);
    const unsigned size = stacks.size();
    if (size < 2) return;
    stacks.run([&](ScriptedStacks::Member& self) {
        if (self.self() != 0) {
            while (self.stack->refill()) {
                // Neither this one nor worker 0 waits.
                EXPECT_LE(self.endpoint.read(0, Layout::barrier), size - 2) << "who leaves is counted off";
                self.report(self.nodes.size() / chunk);
                self.nodes.clear();
            }
            return;
        }
        const auto over = [&] { return self.word(Layout::terminated) != 0; };
        for (std::uint32_t round = 1; round <= rounds; ++round) {
            // The streamlined barrier is entered only while nobody seems to have any work.
            if (!cancellable) self.endpoint.words()[Layout::available] = Layout::no_work;
            self.poll_until([&] { return self.word(Layout::barrier) == size - 1 || over(); });
            EXPECT_FALSE(over()) << "an end while somebody works";
            self.push((chunks + 2) * chunk);
            self.stack->poll(1);
            EXPECT_EQ(self.stack->counts().releases, round * chunks);
            self.poll_until([&] { return self.word(Layout::available) == 0 || over(); });
            EXPECT_EQ(self.word(Layout::available), 0U) << "an end while there is work";
            self.poll_until([&] { return self.reported() == round * chunks || over(); });
            self.nodes.clear();
        }
        EXPECT_FALSE(self.stack->refill());
    });
    if (const auto* const keeper = stacks.member(0)) {
        EXPECT_EQ(keeper->word(Layout::returned), rounds * chunks);
        EXPECT_LE(keeper->word(Layout::barrier), size);
        EXPECT_EQ(keeper->word(Layout::cancelled), cancellable ? rounds : 0U);
    }
    for (const auto& member : stacks.members()) {
        if (member->self() == 0) continue;
        EXPECT_TRUE(member->entered(ScriptedStacks::State::terminating));
        EXPECT_EQ(member->entered(ScriptedStacks::State::stealing), !member->tries.empty());
    }
}

/// All but worker 0 have something to spare. It steals from its own host if anybody else is there.
inline void steal_from_neighbours(Network& network, unsigned workers, StealProtocol::Kind kind) {
    constexpr unsigned chunk = 3;
    for (std::uint64_t seed = 0; seed < 5; ++seed) {
        ScriptedStacks stacks(network, workers,
                              {.kind = kind, .chunk = chunk, .poll = 1, .probe = StealProtocol::Probe::near_first}, 1,
                              seed);
        if (stacks.size() < 2) return;
        stacks.run([&](ScriptedStacks::Member& self) {
            if (self.self() == 0) {
                self.wait_until([&] { return self.reported() == self.endpoint.size() - 1; });
                EXPECT_TRUE(self.stack->refill());
                self.tell();
                return;
            }
            self.push(11 * chunk);
            self.stack->poll(1);
            self.report(1);
            self.poll_until([&] { return self.told(); });
        });
        const auto* const thief = stacks.member(0);
        if (thief == nullptr) continue;
        ASSERT_FALSE(thief->tries.empty());
        for (unsigned other = 1; other < thief->endpoint.size(); ++other) {
            if (!thief->endpoint.same_host(other)) continue;
            EXPECT_TRUE(thief->endpoint.same_host(thief->tries.front().first)) << thief->tries.front().first;
        }
    }
}

}  // namespace scrump::test
