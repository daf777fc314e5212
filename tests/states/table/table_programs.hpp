#pragma once
// What all workers of a run do with a table, and what must then be in it. For one process and for several.

#include <scrump/states/table/state_stream.hpp>
#include <scrump/states/table/state_table.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <random>
#include <set>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

namespace scrump::test {

using State = std::vector<std::uint64_t>;

/// Different states by their numbers.
struct States {
    std::size_t words = 0;  ///< as TableOptions::state_words
    bool vary = false;      ///< in length

    State operator()(std::uint64_t number) const {
        if (words == 0) return {number * 0x9e3779b97f4a7c15 >> 1U};
        State state(vary ? 1 + number % words : words, number);
        for (std::size_t i = 1; i < state.size(); ++i) state[i] = state[i - 1] / 3;
        return state;
    }
    std::string name() const {
        return words == 0 ? "inline" : std::to_string(words) + (vary ? " words at most" : " words");
    }

    static std::vector<States> all() { return {{}, {.words = 1}, {.words = 5}, {.words = 4, .vary = true}}; }
};

inline TableResult find_or_put(TableAccess& table, const States& states, std::uint64_t number) {
    const State state = states(number);
    return states.words == 0 ? table.find_or_put(state.front()) : table.find_or_put(std::span(state));
}

inline TableResult find(TableAccess& table, const States& states, std::uint64_t number) {
    const State state = states(number);
    return states.words == 0 ? table.find(state.front()) : table.find(std::span(state));
}

inline State read(TableAccess& table, Place place) {
    State state(table.read(place, {}));
    table.read(place, state);
    return state;
}

/// With the number of the worker among all, and how many there are.
using TableProgram = std::function<void(TableAccess& table, unsigned number, unsigned all)>;

inline void run_table_program(const Settings& settings, const TableOptions& options, const TableProgram& program) {
    const Status status = run_with_table(settings, options, [&](const SpmdWorker& self, TableAccess& table) {
        program(table, self.locality * self.workers + self.index, self.localities * self.workers);
        if (testing::Test::HasFatalFailure()) throw std::runtime_error("as was told");  // else others wait for it
    });
    EXPECT_EQ(status, Status::complete);
}

/// Each puts most of the same states, in an order of its own: each is inserted once, found ever after, and read back
/// from its place; what nobody put is absent.
inline void put_the_same(const Settings& settings, const States& states, TableOptions options, std::uint64_t count) {
    options.state_words = states.words;
    run_table_program(settings, options, [&](TableAccess& table, unsigned number, unsigned all) {
        std::vector<std::uint64_t> order;
        for (std::uint64_t i = 0; i < count; ++i)
            if (all == 1 || i % all != number) order.push_back(i);
        std::shuffle(order.begin(), order.end(), std::mt19937(number + 1));
        for (const std::uint64_t i : order) {
            const TableResult put = find_or_put(table, states, i);
            ASSERT_TRUE(put.outcome == TableOutcome::inserted || put.outcome == TableOutcome::found) << i;
            const TableResult again = find_or_put(table, states, i);
            ASSERT_EQ(again.outcome, TableOutcome::found) << i;
            ASSERT_EQ(again.place, put.place) << i;
            ASSERT_LT(again.place.owner(), settings.localities + 64);
        }
        table.meet();
        EXPECT_EQ(table.size(), count);
        for (std::uint64_t i = 0; i < count; ++i) {
            const TableResult found = find(table, states, i);
            ASSERT_EQ(found.outcome, TableOutcome::found) << i;
            if (i % 8 == number % 8) {
                ASSERT_EQ(read(table, found.place), states(i)) << i;
            }
        }
        for (std::uint64_t i = count; i < count + 100; ++i) {
            const TableResult missing = find(table, states, i);
            ASSERT_EQ(missing.outcome, TableOutcome::absent) << i;
            ASSERT_FALSE(missing.place);
        }
        table.meet();
        EXPECT_EQ(table.size(), count) << "to look puts nothing in";
    });
}

/// The same with so many operations of a worker under way: all is told once, with its state and token.
inline void stream_the_same(const Settings& settings, const States& states, StreamOptions under_way,
                            std::uint64_t count) {
    run_table_program(settings, {.buckets = 2 * count, .state_words = states.words},
                      [&](TableAccess& table, unsigned number, unsigned all) {
                          std::vector<int> told(count);
                          std::vector<Place> places(count);
                          std::uint64_t inserted = 0;
                          StateStream stream(
                              table,
                              [&](const StreamedState& done) {
                                  ++told.at(done.token);
                                  places[done.token] = done.result.place;
                                  EXPECT_EQ(State(done.state.begin(), done.state.end()), states(done.token));
                                  EXPECT_NE(done.result.outcome, TableOutcome::full);
                                  inserted += done.result.outcome == TableOutcome::inserted ? 1U : 0U;
                              },
                              under_way);
                          std::size_t most_under_way = 0;
                          for (std::uint64_t i = 0; i < count; ++i) {
                              const std::uint64_t one = (i + number * count / all) % count;
                              const State state = states(one);
                              if (states.words == 0) {
                                  stream.find_or_put(state.front(), one);
                              } else {
                                  stream.find_or_put(std::span(state), one);
                              }
                              most_under_way = std::max(most_under_way, stream.under_way());
                          }
                          stream.finish();
                          EXPECT_EQ(stream.under_way(), 0U);
                          EXPECT_LE(most_under_way, under_way.near + under_way.far);
                          EXPECT_EQ(told, std::vector<int>(count, 1));
                          EXPECT_EQ(table.counts().inserted, inserted);
                          table.meet();
                          EXPECT_EQ(table.size(), count);
                          for (std::uint64_t i = 0; i < count; ++i) {
                              ASSERT_EQ(find(table, states, i).place, places[i]) << i;
                          }
                          table.meet();
                      });
}

/// All shares together are all states, each met once with its place.
inline void visit_all(const Settings& settings, const States& states, std::uint64_t count) {
    run_table_program(settings, {.buckets = 4 * count, .state_words = states.words},
                      [&](TableAccess& table, unsigned number, unsigned all) {
                          for (std::uint64_t i = number; i < count; i += all) find_or_put(table, states, i);
                          table.meet();
                          std::set<State> met;
                          table.for_each_own([&](Place place, std::span<const std::uint64_t> state) {
                              met.insert(State(state.begin(), state.end()));
                              EXPECT_EQ(read(table, place), State(state.begin(), state.end()));
                          });
                          // Each of them is looked for by one worker of all: who met it.
                          std::uint64_t known = 0;
                          for (std::uint64_t i = 0; i < count; ++i) known += met.contains(states(i)) ? 1U : 0U;
                          EXPECT_EQ(known, met.size());
                          table.meet();
                          table.clear();
                          EXPECT_EQ(table.size(), 0U);
                          table.meet();
                          // A state for each that was met: the sum says that none was missed or met twice.
                          for (std::uint64_t i = 0; i < met.size(); ++i) find_or_put(table, states, i * all + number);
                          table.meet();
                          EXPECT_EQ(table.size(), count);
                      });
}

/// The table fills up, grows, and has all that was in it, with room for more; and is empty once it is cleared.
inline void grow_and_clear(const Settings& settings, const States& states) {
    constexpr std::size_t least = 32;
    constexpr std::size_t most = 250;
    const TableOptions options{.buckets = least, .max_buckets = most, .state_words = states.words};
    run_table_program(settings, options, [&](TableAccess& table, unsigned number, unsigned all) {
        for (int round = 0; round < 2; ++round) {
            std::uint64_t begun = 0;
            std::vector<Place> places;
            const std::size_t steps = round == 0 ? 4 : 1;
            for (std::size_t step = 0; step < steps; ++step) {
                const std::uint64_t wanted = table.buckets() * 3 / 4;
                for (; begun < wanted; ++begun) {
                    if (begun % all == number) {
                        ASSERT_NE(find_or_put(table, states, begun).outcome, TableOutcome::full);
                    }
                }
                table.meet();
                ASSERT_EQ(table.size(), wanted);
                for (std::uint64_t i = 0; i < wanted; ++i) {
                    const TableResult found = find(table, states, i);
                    ASSERT_EQ(found.outcome, TableOutcome::found) << i;
                    if (i < places.size() && states.words > 0) {
                        ASSERT_EQ(found.place, places[i]) << "moved by growth";
                    }
                    if (i >= places.size()) places.push_back(found.place);
                }
                const std::size_t before = table.buckets();
                const bool grows = table.grow();
                ASSERT_EQ(grows, step + 1 < steps);
                if (step + 2 < steps) {
                    ASSERT_EQ(table.buckets(), grows ? 2 * before : before);
                }
                ASSERT_EQ(table.size(), wanted);
                table.meet();
            }
            table.clear();
            ASSERT_EQ(table.size(), 0U);
            ASSERT_EQ(find(table, states, 1).outcome, TableOutcome::absent);
            table.meet();
        }
    });
}

/// Whoever comes too late is told that the table is full, and nothing is lost or there twice.
inline void fill_up(const Settings& settings, const States& states) {
    constexpr std::size_t buckets = 64;
    run_table_program(settings, {.buckets = buckets, .state_words = states.words},
                      [&](TableAccess& table, unsigned /*number*/, unsigned /*all*/) {
                          const std::uint64_t count = table.buckets() * 2;
                          std::uint64_t full = 0;
                          for (std::uint64_t i = 0; i < count; ++i)
                              full += find_or_put(table, states, i).outcome == TableOutcome::full ? 1U : 0U;
                          table.meet();
                          if (states.vary) {
                              EXPECT_GT(table.size(), table.buckets() / 2);
                          } else {
                              EXPECT_GT(table.size(), table.buckets() * 3 / 4);
                          }
                          EXPECT_LE(table.size(), table.buckets());
                          std::uint64_t there = 0;
                          for (std::uint64_t i = 0; i < count; ++i)
                              there += find(table, states, i).outcome == TableOutcome::found ? 1U : 0U;
                          EXPECT_EQ(there, table.size());
                          EXPECT_GE(full, count - there) << "said to be in";
                      });
}

/// One fails while the others look and put, or wait for it: all come back.
inline void fail_table_meanwhile(const Settings& settings, const States& states) {
    try {
        run_table_program(settings, {.buckets = 1 << 12, .state_words = states.words},
                          [&](TableAccess& table, unsigned number, unsigned all) {
                              table.meet();
                              if (number + 1 == all) throw std::runtime_error("one of them failed");
                              StateStream stream(table, [](const StreamedState& /*done*/) {});
                              for (std::uint64_t i = 0; !table.ending(); ++i) {
                                  find_or_put(table, states, i);
                                  const State state = states(i + 1);
                                  if (states.words == 0) {
                                      stream.find_or_put(state.front());
                                  } else {
                                      stream.find_or_put(std::span(state));
                                  }
                              }
                              stream.finish();
                              EXPECT_TRUE(table.ending());
                              table.meet();
                              table.clear();
                              table.grow();
                          });
        ADD_FAILURE() << "nobody failed";
    } catch (const std::exception& error) {
        EXPECT_NE(std::string(error.what()).find("one of them failed"), std::string::npos) << error.what();
    }
}

}  // namespace scrump::test
