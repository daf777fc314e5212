// Operations by messages, step by step: workers and serving threads are all played by the test's own thread.

#include <scrump/net/detail/in_process.hpp>
#include <scrump/runtime/detail/remote_memory.hpp>
#include <scrump/states/table/detail/far_operation.hpp>
#include <scrump/states/table/state_table.hpp>

#include <gtest/gtest.h>

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace scrump::detail {
namespace {

using Word = std::uint64_t;

// Three localities of one worker: the last owns the states, the others look for them.
class FarOperations {
  public:
    static constexpr unsigned localities = 3;
    static constexpr unsigned owner = 2;

    explicit FarOperations(TableOptions options) : options_(std::move(options)) {
        for (unsigned self = 0; self < localities; ++self) {
            memories_.push_back(std::make_unique<RemoteMemory>(network_.endpoint(self), 1, network_.events()));
            arrays_.push_back(&memories_.back()->open("by hand", table_array(options_).words));
        }
        for (RemoteArray* const array : arrays_)
            cores_.push_back(std::make_unique<TableCore>(options_, array->access(0), 1));
    }

    TableCore& core(unsigned self) { return *cores_[self]; }
    const RemoteArray::Sent& sent(unsigned self) { return arrays_[self]->sent(); }
    Word bucket(std::size_t index) { return arrays_[owner]->own()[TableCore::word_of_bucket(index)]; }
    void take(std::size_t index) {
        arrays_[owner]->own()[TableCore::word_of_bucket(index)] = Bucket::of_state(~index >> 1U);
    }

    void begin(FarOperation& operation, std::size_t home, std::vector<Word> state, bool puts = true) const {
        operation.begin({.owner = owner, .bucket = home}, state, hash_of(std::span<const Word>(state)), puts);
    }
    // So that a worker need not wait for a block.
    void give_room(unsigned self, std::size_t first, std::size_t words) {
        core(self).space.give_back(owner, first, words);
    }
    // Until nothing is on its way.
    void serve() {
        bool busy = true;
        while (busy) {
            busy = false;
            for (const auto& memory : memories_) busy |= memory->serve();
            for (unsigned self = 0; self < localities; ++self) EXPECT_FALSE(network_.endpoint(self).receive());
            for (const auto& memory : memories_) busy |= memory->awaits_reply();
        }
    }
    // How often it waited for an answer.
    int finish(FarOperation& operation) {
        int waits = 0;
        for (; !operation.go_on(); ++waits) serve();
        return waits;
    }
    TableResult put(std::size_t home, std::vector<Word> state) {
        FarOperation operation(core(0));
        begin(operation, home, std::move(state));
        finish(operation);
        return operation.result();
    }
    void end() { memories_[0]->end(); }

  private:
    TableOptions options_;
    InProcessNetwork network_{Topology::apart(localities), AccessMode::messages};
    std::vector<std::unique_ptr<RemoteMemory>> memories_;
    std::vector<RemoteArray*> arrays_;
    std::vector<std::unique_ptr<TableCore>> cores_;
};

TEST(FarOperation, PutsAStateInByAChunkAndASwap) {
    FarOperations table({.buckets = 64});
    FarOperation operation(table.core(0));
    table.begin(operation, 10, {7});
    EXPECT_EQ(table.finish(operation), 2);
    EXPECT_EQ(operation.result().outcome, TableOutcome::inserted);
    EXPECT_EQ(operation.result().place, Place(FarOperations::owner, 0, 10));
    EXPECT_EQ(table.bucket(10), Bucket::of_state(7));
    table.begin(operation, 10, {7});
    EXPECT_EQ(table.finish(operation), 1);
    EXPECT_EQ(operation.result().outcome, TableOutcome::found);
    EXPECT_EQ(table.core(0).counts.demanded_chunks, 2U);
    EXPECT_EQ(table.core(0).counts.inserted, 1U);
}

TEST(FarOperation, OfTwoThatWantABucketOneIsToldWhatIsThere) {
    for (const bool same : {true, false}) {
        for (const std::size_t words : {0U, 2U}) {
            FarOperations table({.buckets = 64, .state_words = words});
            FarOperation first(table.core(0));
            FarOperation second(table.core(1));
            const std::vector<Word> state(std::max<std::size_t>(words, 1), 7);
            table.give_room(0, 10, words);
            table.give_room(1, 20, words);
            table.begin(first, 10, state);
            table.begin(second, 10, same ? state : std::vector<Word>(state.size(), 8));
            table.serve();
            EXPECT_FALSE(first.go_on()) << "both saw it empty, and ask for it";
            EXPECT_FALSE(second.go_on());
            table.finish(first);
            table.finish(second);
            EXPECT_EQ(first.result().outcome, TableOutcome::inserted);
            EXPECT_EQ(second.result().outcome, same ? TableOutcome::found : TableOutcome::inserted);
            EXPECT_EQ(first.result().place == second.result().place, same);
            EXPECT_EQ(table.core(0).counts.lost_swaps, 0U);
            EXPECT_EQ(table.core(1).counts.lost_swaps, 1U);
            EXPECT_EQ(table.bucket(11) == Bucket::empty, same);
        }
    }
}

TEST(FarOperation, RequestsTheNextChunkAheadIfItIsToldTo) {
    for (const ChunkPrefetch prefetch : {ChunkPrefetch::always, ChunkPrefetch::never}) {
        FarOperations table({.buckets = 64, .chunk = 8, .prefetch = prefetch});
        for (std::size_t i = 0; i < 24; ++i) table.take(i);
        const bool ahead = prefetch == ChunkPrefetch::always;
        EXPECT_EQ(table.put(0, {7}).place.index(), 24U);
        const TableCounts& counts = table.core(0).counts;
        EXPECT_EQ(counts.demanded_chunks, ahead ? 1U : 4U);
        EXPECT_EQ(counts.prefetched_chunks, ahead ? 4U : 0U);
        EXPECT_EQ(counts.unused_chunks, ahead ? 1U : 0U);
        EXPECT_EQ(counts.chunk_buckets, ahead ? 40U : 32U);
    }
}

TEST(FarOperation, AChunkThatWrapsAroundComesInTwoParts) {
    FarOperations table({.buckets = 64, .chunk = 24});
    for (std::size_t i = 56; i < 64; ++i) table.take(i);
    for (std::size_t i = 0; i < 9; ++i) table.take(i);
    EXPECT_EQ(table.put(58, {7}).place.index(), 10U) << "the home's place in its line comes first in each";
    EXPECT_EQ(table.core(0).counts.split_chunks, 1U);
    EXPECT_EQ(table.core(0).counts.demanded_chunks, 1U);
    EXPECT_EQ(table.core(0).counts.lost_swaps, 0U) << "both parts are there before it is looked through";
}

// The second part of a chunk that nobody waited for may come at any time, and must not be taken for one of the next.
TEST(FarOperation, WhatWasRequestedForNothingIsNotTakenForAnotherChunk) {
    FarOperations table({.buckets = 128, .chunk = 16});
    FarOperation operation(table.core(0));
    for (int i = 0; i < 1000; ++i) table.core(0).choice.note(16, 16);
    table.begin(operation, 104, {1});  // the next chunk wraps around, is requested ahead, and not needed
    table.finish(operation);
    EXPECT_EQ(table.core(0).counts.split_chunks, 1U);
    EXPECT_EQ(table.core(0).counts.unused_chunks, 1U);
    table.core(0).choice.forget();
    for (std::size_t i = 8; i < 72; ++i) table.take(i);
    table.begin(operation, 8, {2});
    while (!operation.go_on()) {
        table.serve();
        operation.wait();
    }
    EXPECT_EQ(operation.result().place.index(), 72U);
    EXPECT_EQ(table.core(0).counts.lost_swaps, 0U) << "it takes a bucket for empty that is not";
}

TEST(FarOperation, AFullTableIsLookedThroughOnce) {
    FarOperations table({.buckets = 64, .chunk = 24});
    for (std::size_t i = 0; i < 64; ++i) table.take(i);
    EXPECT_EQ(table.put(30, {7}).outcome, TableOutcome::full);
    EXPECT_EQ(table.core(0).counts.chunk_buckets, 64U);
    FarOperation operation(table.core(0));
    table.begin(operation, 30, {7}, false);
    table.finish(operation);
    EXPECT_EQ(operation.result().outcome, TableOutcome::absent);
    FarOperations short_sighted({.buckets = 64, .chunk = 8, .max_chunks = 2});
    for (std::size_t i = 0; i < 16; ++i) short_sighted.take(i);
    EXPECT_EQ(short_sighted.put(0, {7}).outcome, TableOutcome::full);
    EXPECT_EQ(short_sighted.put(8, {7}).outcome, TableOutcome::inserted);
}

TEST(FarOperation, WordsAndTheSwapThatMakesThemKnownAreOneMessage) {
    FarOperations table({.buckets = 64, .state_words = 3});
    FarOperation operation(table.core(0));
    table.give_room(0, 9, 3);
    table.begin(operation, 0, {1, 2, 3});
    table.serve();
    const std::uint64_t messages = table.sent(0).messages;
    EXPECT_FALSE(operation.go_on());
    table.serve();
    EXPECT_EQ(table.sent(0).messages, messages + 1);
    EXPECT_TRUE(operation.go_on());
    EXPECT_EQ(operation.result().place, Place(FarOperations::owner, 3, 9));
    // Found by comparison, which is one more round trip.
    FarOperation other(table.core(1));
    table.begin(other, 0, {1, 2, 3});
    EXPECT_EQ(table.finish(other), 2);
    EXPECT_EQ(other.result().outcome, TableOutcome::found);
    EXPECT_EQ(table.core(1).counts.records_compared, 1U);
}

TEST(FarOperation, IsOverWhenTheRunEnds) {
    FarOperations table({.buckets = 64});
    FarOperation operation(table.core(0));
    table.begin(operation, 0, {7});
    EXPECT_FALSE(operation.go_on());
    table.end();
    EXPECT_EQ(operation.finish().outcome, TableOutcome::full);
    EXPECT_FALSE(operation.result().place);
}

}  // namespace
}  // namespace scrump::detail
