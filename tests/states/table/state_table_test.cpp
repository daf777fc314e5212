#include <scrump/base/error.hpp>
#include <scrump/net/detail/group_of_one.hpp>
#include <scrump/net/detail/in_process.hpp>
#include <scrump/runtime/detail/remote_memory.hpp>
#include <scrump/runtime/session.hpp>
#include <scrump/states/table/state_table.hpp>

#include "support/sanitized.hpp"
#include "table_programs.hpp"

#include <gtest/gtest.h>

#include <functional>
#include <memory>
#include <mutex>
#include <random>
#include <set>
#include <string>
#include <unordered_set>
#include <vector>

namespace scrump::test {
namespace {

using detail::AccessMode;

class Tables : public testing::TestWithParam<AccessMode> {
  protected:
    using Program = std::function<void(const Settings&, const States&)>;

    void for_all_shapes(const Program& program) {
        for (unsigned localities = 1; localities <= 3; ++localities) {
            for (const unsigned workers : {1U, 2U, 4U}) {
                if (sanitized && !is_enough_for_sanitizers(workers * localities)) continue;
                for (const States& states : States::all()) {
                    SCOPED_TRACE(std::to_string(localities) + " localities of " + std::to_string(workers) + ", " +
                                 states.name());
                    program({.workers = workers, .localities = localities, .session = &session_}, states);
                }
            }
        }
    }

    // Few do nothing at the same time that more do not; many mostly wait for each other.
    static constexpr bool is_enough_for_sanitizers(unsigned workers) { return workers == 4; }

    Session session_{std::make_unique<detail::GroupOfOne>(GetParam())};
};

INSTANTIATE_TEST_SUITE_P(AccessModes, Tables, testing::Values(AccessMode::direct, AccessMode::messages),
                         [](const testing::TestParamInfo<AccessMode>& tested) {
                             return tested.param == AccessMode::direct ? "direct" : "messages";
                         });

TEST_P(Tables, AStateIsInsertedOnceAndFoundEverAfter) {
    for_all_shapes(
        [](const Settings& settings, const States& states) { put_the_same(settings, states, {.buckets = 400}, 300); });
}

TEST_P(Tables, EachChunkSizeAndPrefetchFindsTheSame) {
    const Settings settings{.workers = 2, .localities = 2, .session = &session_};
    for (const std::size_t chunk : {8U, 24U, 128U}) {
        for (const ChunkPrefetch prefetch : {ChunkPrefetch::always, ChunkPrefetch::when_needed, ChunkPrefetch::never}) {
            for (const States& states : States::all())
                put_the_same(settings, states, {.buckets = 200, .chunk = chunk, .prefetch = prefetch}, 300);
        }
    }
}

TEST_P(Tables, AStreamTellsOfEachStateOnce) {
    for_all_shapes([](const Settings& settings, const States& states) {
        for (const std::size_t under_way : {1U, 16U})
            stream_the_same(settings, states, {.near = under_way, .far = 4 * under_way}, 300);
    });
}

TEST_P(Tables, TheSharesOfAllWorkersAreAllStates) {
    for_all_shapes([](const Settings& settings, const States& states) { visit_all(settings, states, 200); });
}

TEST_P(Tables, AGrownTableHasWhatWasInIt) {
    for_all_shapes(grow_and_clear);
}

TEST_P(Tables, AFullTableSaysSo) {
    for_all_shapes(fill_up);
}

TEST_P(Tables, ARunEndsWhateverIsUnderWay) {
    for_all_shapes(fail_table_meanwhile);
}

// One worker, any operations, beside the standard's set.
TEST_P(Tables, AgreesWithASetOfTheStandard) {
    for (const States& states : States::all()) {
        SCOPED_TRACE(states.name());
        for (const unsigned localities : {1U, 3U}) {
            run_table_program(
                {.workers = 1, .localities = localities, .session = &session_},
                {.buckets = 256, .max_buckets = 1024, .state_words = states.words},
                [&](TableAccess& table, unsigned number, unsigned all) {
                    std::mt19937_64 random(number + 7);
                    std::unordered_set<std::uint64_t> set;
                    for (int phase = 0; phase < 4; ++phase) {
                        for (int i = 0; i < 400; ++i) {
                            const std::uint64_t state = random() % 500 * all + number;  // nobody else's
                            if (random() % 3 == 0) {
                                ASSERT_EQ(find(table, states, state).outcome == TableOutcome::found,
                                          set.contains(state));
                            } else {
                                ASSERT_EQ(find_or_put(table, states, state).outcome,
                                          set.insert(state).second ? TableOutcome::inserted : TableOutcome::found);
                            }
                        }
                        if (phase == 1) {
                            table.clear();
                            set.clear();
                        } else {
                            ASSERT_EQ(table.grow(), phase < 3);
                        }
                    }
                });
        }
    }
}

// All put the same states in the same order, again and again, so that they often want a bucket at once.
TEST_P(Tables, StatesAreThereOnceWhoeverPutsThemAtTheSameTime) {
    constexpr std::uint64_t count = 2000;
    for (const States& states : States::all()) {
        SCOPED_TRACE(states.name());
        run_table_program({.workers = 2, .localities = 2, .session = &session_},
                          {.buckets = 1500, .state_words = states.words},
                          [&](TableAccess& table, unsigned /*number*/, unsigned /*all*/) {
                              for (int round = 0; round < 4; ++round) {
                                  for (std::uint64_t i = 0; i < count; ++i) find_or_put(table, states, i);
                                  table.meet();
                                  ASSERT_EQ(table.size(), count);
                                  table.clear();
                              }
                          });
    }
}

TEST(StateTable, IsMadeWithTheMemoryOfALocality) {
    detail::InProcessNetwork network(Topology::one_host(2));
    std::vector<std::unique_ptr<detail::RemoteMemory>> memories;
    std::vector<std::unique_ptr<StateTable>> tables;
    for (unsigned self = 0; self < 2; ++self) {
        memories.push_back(std::make_unique<detail::RemoteMemory>(network.endpoint(self), 3, network.events()));
        tables.push_back(std::make_unique<StateTable>(*memories[self], TableOptions{.buckets = 64, .state_words = 2}));
    }
    for (std::uint64_t i = 0; i < 60; ++i) {
        const State state = {i, i};
        TableAccess& one = tables[i % 2]->access(static_cast<unsigned>(i % 3));
        TableAccess& other = tables[1 - i % 2]->access(2);
        const TableResult put = one.find_or_put(std::span(state));
        ASSERT_EQ(put.outcome, TableOutcome::inserted);
        ASSERT_EQ(other.find(std::span(state)).place, put.place);
        ASSERT_EQ(read(other, put.place), state);
    }
    std::size_t shown = 0;
    for (const auto& table : tables)
        for (unsigned worker = 0; worker < 3; ++worker)
            table->access(worker).for_each_own([&](Place, std::span<const std::uint64_t>) { ++shown; });
    EXPECT_EQ(shown, 60U);
    EXPECT_THROW(StateTable(*memories[0], {.buckets = 0}), UsageError);
}

TEST(StateTable, TheProtocolIsUsed) {
    Session session(std::make_unique<detail::GroupOfOne>(AccessMode::messages));
    TableCounts sum;
    std::mutex mutex;
    constexpr std::uint64_t count = 1700;
    run_table_program({.workers = 2, .localities = 2, .session = &session},
                      {.buckets = 1000, .chunk = 16, .prefetch = ChunkPrefetch::always},
                      [&](TableAccess& table, unsigned /*number*/, unsigned /*all*/) {
                          for (std::uint64_t i = 0; i < count; ++i) table.find_or_put(i);
                          table.meet();
                          EXPECT_EQ(table.counts().operations, count);
                          const std::scoped_lock lock(mutex);
                          sum += table.counts();
                      });
    EXPECT_EQ(sum.operations, 4 * count);
    EXPECT_EQ(sum.inserted, count);
    EXPECT_GT(sum.far, count);
    EXPECT_LT(sum.far, 3 * count);
    EXPECT_GE(sum.demanded_chunks, sum.far) << "the first of each";
    EXPECT_GT(sum.prefetched_chunks, sum.unused_chunks);
    EXPECT_GT(sum.unused_chunks, 0U);
    EXPECT_GT(sum.split_chunks, 0U);
    EXPECT_GE(sum.chunk_buckets, 8 * (sum.demanded_chunks + sum.prefetched_chunks));
    EXPECT_GE(sum.lines, sum.operations - sum.far);
}

TEST(StateTable, WhatCannotBeIsRefused) {
    const auto refused = [](const std::function<void()>& call) -> std::string {
        try {
            call();
        } catch (const Error& error) {
            return error.what();
        }
        return "nothing";
    };
    EXPECT_EQ(refused([] { table_array({.buckets = 0}); }), "table 'states': there must be buckets");
    EXPECT_EQ(refused([] { table_array({.name = "mine", .buckets = 8, .chunk = 12}); }),
              "table 'mine': chunks of 12 buckets: a multiple of 8");
    EXPECT_EQ(refused([] { table_array({.buckets = 16, .max_buckets = 8}); }),
              "table 'states': it cannot grow from 16 to 8 buckets");
    EXPECT_EQ(refused([] { table_array({.state_words = 4096}); }),
              "table 'states': states of 4096 words: at most 4095");
    EXPECT_EQ(refused([] { table_array({.state_words = 3, .record_words = 2}); }),
              "table 'states': no room for one state of 3 words");
    const Settings settings{.workers = 1};
    const State two = {1, 2};
    run_table_program(settings, {}, [&](TableAccess& table, unsigned, unsigned) {
        EXPECT_EQ(refused([&] { table.find_or_put(std::uint64_t{1} << 63U); }),
                  "table 'states': a state is a word below 2^63, and this one is 9223372036854775808");
        EXPECT_EQ(refused([&] { table.find(std::span(two)); }),
                  "table 'states': a state is a word below 2^63, not words");
        EXPECT_EQ(refused([&] { table.read(Place(0, 2, 3)); }).substr(0, 16), "table 'states': ");
        EXPECT_EQ(refused([&] { table.read(Place()); }).substr(0, 16), "table 'states': ");
        EXPECT_EQ(table.find_or_put((std::uint64_t{1} << 63U) - 1).outcome, TableOutcome::inserted);
        EXPECT_EQ(table.find_or_put(0).outcome, TableOutcome::inserted);
        EXPECT_EQ(table.size(), 2U);
    });
    run_table_program(settings, {.state_words = 1}, [&](TableAccess& table, unsigned, unsigned) {
        EXPECT_EQ(refused([&] { table.find_or_put(1); }), "table 'states': a state has 1 to 1 words");
        EXPECT_EQ(refused([&] { table.find_or_put(std::span(two)); }), "table 'states': a state has 1 to 1 words");
        EXPECT_EQ(refused([&] { table.find_or_put(std::span(two).first(0)); }),
                  "table 'states': a state has 1 to 1 words");
    });
}

}  // namespace
}  // namespace scrump::test
