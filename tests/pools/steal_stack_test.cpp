#include "support/sanitized.hpp"

#include <scrump/base/random.hpp>
#include <scrump/pools/detail/steal_stack.hpp>
#include <scrump/pools/node_columns.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <mutex>
#include <numeric>
#include <thread>
#include <vector>

namespace scrump::detail {
namespace {

struct Node {
    std::uint32_t label = 0;
    std::uint32_t complement = 0;  // so that torn nodes show

    static Node number(std::uint32_t label) { return {label, ~label}; }
};
using Columns = NodeColumns<Node>;
using Layout = StealStackLayout;
using Word = Layout::Word;

// A stack of nodes with numbers, and the words that others see.
struct Stack {
    explicit Stack(unsigned chunk)
        : layout(local.packed_words(chunk)),
          words(new std::atomic<Word>[layout.words()]()),
          stack(local, chunk, words.get()),
          nodes_in_chunk(chunk) {}

    void push(std::uint32_t label) { local.push(Node::number(label), label % 100); }
    void release(std::uint64_t chunks) {
        EXPECT_EQ(stack.stage(chunks), chunks);
        stack.show(chunks);
    }

    // What a thief does with what it was given.
    std::vector<std::uint32_t> fetch(Layout::Grant grant) const {
        Columns to;
        std::vector<Word> copy(layout.chunk_words());
        for (std::uint32_t i = 0; i < grant.count; ++i) {
            const std::size_t first = layout.first_word(grant.first + i);
            for (std::size_t w = 0; w < copy.size(); ++w) copy[w] = words[first + w].load(std::memory_order_relaxed);
            to.unpack(nodes_in_chunk, copy);
        }
        words[Layout::returned].fetch_add(grant.count, std::memory_order_acq_rel);
        return labels(to);
    }
    static std::vector<std::uint32_t> labels(const Columns& nodes) {
        std::vector<std::uint32_t> all;
        for (std::size_t i = 0; i < nodes.size(); ++i) {
            const Node node = nodes.node(i);
            EXPECT_EQ(node.complement, ~node.label);
            EXPECT_EQ(nodes.depth(i), node.label % 100);
            all.push_back(node.label);
        }
        return all;
    }

    Columns local;
    Layout layout;
    std::unique_ptr<std::atomic<Word>[]> words;
    StealStack stack;
    unsigned nodes_in_chunk;
};

TEST(StealStackLayout, HoldsSeveralChunksOfAnySize) {
    for (const std::size_t columns : {std::size_t{1}, std::size_t{8}, std::size_t{100}}) {
        for (const unsigned chunk : {1U, 2U, 3U, 20U, 1000U, 10'000U}) {
            const Layout layout(WordColumns::packed_words(columns, chunk));
            EXPECT_GE(layout.slots(), 16U);
            EXPECT_GE(layout.chunk_words() * sizeof(Word), columns * chunk * 4);
            EXPECT_EQ(layout.first_word(layout.slots()), layout.first_word(0));
            EXPECT_LE(layout.first_word(layout.slots() - 1) + layout.chunk_words(), layout.words());
        }
    }
}

TEST(StealStack, GrantsAreOneWord) {
    const Layout::Grant grant = Layout::Grant::unpack(Layout::Grant{1023, 512}.pack());
    EXPECT_EQ(grant.first, 1023U);
    EXPECT_EQ(grant.count, 512U);
    EXPECT_NE((Layout::Grant{0, 1}.pack()), 0U);
    EXPECT_NE((Layout::Grant{1023, 1024}.pack()), Layout::denied);
}

// Figure 2: the oldest nodes are shared, thieves get the oldest of these, the owner gets the newest back.
TEST(StealStack, ReleasesTheOldestAndReacquiresTheNewest) {
    Stack s(3);
    for (std::uint32_t label = 0; label < 14; ++label) s.push(label);
    EXPECT_EQ(s.stack.shared(), 0U);
    s.release(3);
    EXPECT_EQ(s.stack.shared(), 3U);
    EXPECT_EQ(Stack::labels(s.local), (std::vector<std::uint32_t>{9, 10, 11, 12, 13}));
    EXPECT_EQ(s.fetch(s.stack.grant(1)), (std::vector<std::uint32_t>{0, 1, 2}));
    EXPECT_EQ(s.stack.shared(), 2U);
    EXPECT_EQ(s.stack.reacquire(1), 1U);
    EXPECT_EQ(Stack::labels(s.local), (std::vector<std::uint32_t>{9, 10, 11, 12, 13, 6, 7, 8}));
    EXPECT_EQ(s.stack.reacquire(7), 1U);
    EXPECT_EQ(s.stack.reacquire(7), 0U);
    EXPECT_EQ(s.local.size(), 11U);
    s.stack.set_working(false);
    EXPECT_EQ(s.words[Layout::available], Layout::no_work);
    EXPECT_EQ(s.stack.shared(), 0U);
}

// A slot is not used again as long as somebody may still read it.
TEST(StealStack, KeepsWhatIsBeingFetched) {
    Stack s(1);
    const std::uint64_t slots = s.layout.slots();
    std::uint32_t next = 0;
    const auto fill = [&](std::uint64_t chunks) {
        for (std::uint64_t i = 0; i < chunks; ++i) s.push(next++);
        s.release(chunks);
    };
    EXPECT_EQ(s.stack.room(), slots);
    fill(slots);
    EXPECT_EQ(s.stack.room(), 0U);
    const Layout::Grant first = s.stack.grant(2);
    const Layout::Grant second = s.stack.grant(3);
    EXPECT_EQ(s.stack.room(), 0U);
    EXPECT_EQ(s.fetch(second), (std::vector<std::uint32_t>{2, 3, 4}));
    EXPECT_EQ(s.stack.room(), 0U) << "the first is still being fetched";
    EXPECT_EQ(s.fetch(first), (std::vector<std::uint32_t>{0, 1}));
    EXPECT_EQ(s.stack.room(), 5U);
    fill(5);
    // Round the end of the ring.
    const std::vector<std::uint32_t> rest = s.fetch(s.stack.grant(slots));
    for (std::uint32_t i = 0; i < slots; ++i) EXPECT_EQ(rest[i], 5 + i);
}

TEST(StealStack, DoesWhatAQueueOfChunksDoes) {
    for (const unsigned chunk : {1U, 2U, 5U}) {
        SplitMix64 random(chunk);
        Stack s(chunk);
        std::deque<std::uint32_t> shared;
        std::vector<std::uint32_t> seen;
        std::uint32_t next = 0;
        for (int step = 0; step < (test::sanitized ? 300 : 2000); ++step) {
            for (unsigned i = random.below(4 * chunk); i > 0; --i) s.push(next++);
            const std::uint64_t chunks = std::min<std::uint64_t>(s.local.size() / chunk, s.stack.room());
            const std::uint64_t amount = random.below(4);
            switch (random.below(4)) {
                case 0:
                case 1: {
                    const std::vector<std::uint32_t> before = Stack::labels(s.local);
                    const std::uint64_t count = std::min(chunks, amount);
                    s.release(count);
                    shared.insert(shared.end(), before.begin(),
                                  before.begin() + static_cast<std::ptrdiff_t>(count * chunk));
                    break;
                }
                case 2: {
                    const std::size_t before = s.local.size();
                    const std::uint64_t count = s.stack.reacquire(amount);
                    EXPECT_EQ(count, std::min<std::uint64_t>(amount, shared.size() / chunk));
                    for (std::uint64_t back = 0; back < count; ++back) {
                        for (unsigned i = 0; i < chunk; ++i)
                            EXPECT_EQ(s.local.node(before + back * chunk + i).label, shared[shared.size() - chunk + i]);
                        shared.resize(shared.size() - chunk);
                    }
                    break;
                }
                default: {
                    const std::uint64_t count = std::min(amount, s.stack.shared());
                    if (count == 0) break;
                    const std::vector<std::uint32_t> got = s.fetch(s.stack.grant(count));
                    ASSERT_EQ(got.size(), count * chunk);
                    for (const std::uint32_t label : got) {
                        EXPECT_EQ(label, shared.front());
                        shared.pop_front();
                        seen.push_back(label);
                    }
                }
            }
            ASSERT_EQ(s.stack.shared(), shared.size() / chunk);
        }
        const std::vector<std::uint32_t> own = Stack::labels(s.local);
        seen.insert(seen.end(), own.begin(), own.end());
        seen.insert(seen.end(), shared.begin(), shared.end());
        std::sort(seen.begin(), seen.end());
        std::vector<std::uint32_t> all(next);
        std::iota(all.begin(), all.end(), 0U);
        EXPECT_EQ(seen, all);
    }
}

// Thieves that reserve under a lock and fetch outside it, while the owner releases and reacquires.
TEST(StealStack, ThievesFetchWhileItsOwnerGoesOn) {
    constexpr unsigned chunk = 2;
    constexpr std::uint32_t nodes = 40'000;
    constexpr unsigned thieves = 3;
    Stack s(chunk);
    std::mutex lock;
    std::atomic<bool> done = false;
    std::vector<std::vector<std::uint32_t>> got(thieves + 1);
    std::vector<std::jthread> threads;
    for (unsigned thief = 0; thief < thieves; ++thief) {
        threads.emplace_back([&, thief] {
            while (!done || s.stack.shared() > 0) {
                if (s.stack.shared() == 0) {
                    std::this_thread::yield();
                    continue;
                }
                Layout::Grant grant{};
                {
                    const std::lock_guard guard(lock);
                    const std::uint64_t available = s.stack.shared();
                    if (available == 0) continue;
                    grant = s.stack.grant(std::max<std::uint64_t>(available / 2, 1));
                }
                for (const std::uint32_t label : s.fetch(grant)) got[thief].push_back(label);
            }
        });
    }
    SplitMix64 random(5);
    std::vector<std::uint32_t>& own = got.back();
    for (std::uint32_t next = 0; next < nodes;) {
        for (unsigned i = 0; i < 10 && next < nodes; ++i) s.push(next++);
        const std::uint64_t chunks = std::min<std::uint64_t>(s.local.size() / chunk, s.stack.room());
        ASSERT_EQ(s.stack.stage(chunks), chunks);
        const std::lock_guard guard(lock);
        s.stack.show(chunks);
        if (random.below(3) == 0) s.stack.reacquire(2);
    }
    done = true;
    threads.clear();
    for (const std::uint32_t label : Stack::labels(s.local)) own.push_back(label);
    std::vector<std::uint32_t> all;
    for (const auto& each : got) all.insert(all.end(), each.begin(), each.end());
    std::sort(all.begin(), all.end());
    ASSERT_EQ(all.size(), nodes);
    for (std::uint32_t label = 0; label < nodes; ++label) ASSERT_EQ(all[label], label);
}

}  // namespace
}  // namespace scrump::detail
