// Diagrams that go to another table and come to be the same functions there, also if it is collected meanwhile.

#include <scrump/states/diagrams/detail/travelling_nodes.hpp>

#include <scrump/base/memory.hpp>
#include <scrump/states/diagrams/detail/diagram_locality.hpp>
#include <scrump/tasks.hpp>
#include <scrump/tasks/detail/task_locality.hpp>

#include "changing_functions.hpp"
#include "ways.hpp"

#include "support/message_of.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <functional>
#include <limits>
#include <memory>
#include <random>
#include <utility>
#include <vector>

namespace scrump::detail {
namespace {

TEST(NodeNumbers, FollowOneAnotherAndAreFoundAgain) {
    NodeNumbers numbers;
    constexpr std::uint32_t many = 10'000;
    for (std::uint32_t each = 1; each <= many; ++each) {
        const std::uint64_t index = std::uint64_t{each} * each << 10U;
        EXPECT_EQ(numbers.find(index), 0U);
        EXPECT_EQ(numbers.add(index), each);
    }
    for (std::uint32_t each = 1; each <= many; ++each) EXPECT_EQ(numbers.find(std::uint64_t{each} * each << 10U), each);
    EXPECT_EQ(numbers.size(), many);
}

class TravellingNodes : public testing::Test {
  protected:
    void run(const std::function<void(Fork, DiagramWorker&)>& first) {
        const DiagramOptions options{.buckets = 1024, .max_buckets = 1024};
        HeldByHandles handles;
        DiagramStatistics figures;
        DiagramLocality* locality = nullptr;
        run_first_task({.workers = 1}, {.call = [&](Fork fork) { first(std::move(fork), locality->worker(0)); }},
                       [&](TaskLocality& home) {
                           auto made = std::make_unique<DiagramLocality>(home, options, addresses_for_arrays(), handles,
                                                                         figures);
                           locality_ = locality = made.get();
                           return made;
                       });
    }
    // Some functions of the levels from this one on; nobody holds them.
    static std::vector<Edge> functions(DiagramWorker& worker, Level first, Level levels, unsigned seed) {
        std::mt19937 random(seed);
        std::vector<Edge> all = {Edge::no(), Edge::yes()};
        for (Level level = first + levels; level-- > first;) {
            const Edge low = all[random() % all.size()];
            const Edge high = all[random() % all.size()];
            all.push_back(worker.make(level, random() % 2 == 0 ? low : !low, random() % 2 == 0 ? high : !high));
        }
        return all;
    }
    // Whether two edges lead to the same function, where it is not known that the table tells that.
    static bool alike(DiagramWorker& worker, Edge a, const std::vector<std::uint32_t>& words, std::uint32_t name) {
        if (a.is_constant() || name < 2) return name == (a == Edge::yes() ? 1U : 0U) && a.is_constant();
        const Cofactors of = worker.cofactors(a);
        const std::uint32_t* const node = &words[3 * ((name >> 1U) - 1)];
        const std::uint32_t complement = name & 1U;
        return of.level == node[0] && alike(worker, of.low, words, node[1] ^ complement) &&
               alike(worker, of.high, words, node[2] ^ complement);
    }

    DiagramLocality* locality_ = nullptr;
};

TEST_F(TravellingNodes, ArePackedOnceEachAndNamedAsTheyAre) {
    run([](const Fork& /*fork*/, DiagramWorker& worker) {
        const std::vector<Edge> all = functions(worker, 3, 40, 1);
        PackedNodes packed(worker);
        std::vector<std::uint32_t> names;
        for (const Edge each : all) names.push_back(packed.add(each));
        EXPECT_EQ(packed.words().size(), 3 * worker.counts().inserted);
        for (std::size_t i = 0; i < all.size(); ++i) {
            EXPECT_TRUE(alike(worker, all[i], packed.words(), names[i])) << i;
            EXPECT_EQ(packed.add(!all[i]), names[i] ^ 1U);
        }
        const UnpackedNodes unpacked(worker, packed.words());
        for (std::size_t i = 0; i < all.size(); ++i) EXPECT_EQ(unpacked.edge(names[i]), all[i]);
    });
}

TEST_F(TravellingNodes, ComeIntoATableThatIsCollectedMeanwhile) {
    run([this](const Fork& /*fork*/, DiagramWorker& worker) {
        for (unsigned seed = 1; seed <= 20; ++seed) {
            locality_->collect();
            const std::vector<Edge> made = functions(worker, 3, 100, seed);
            PackedNodes packed(worker);
            std::vector<std::uint32_t> names;
            for (const Edge each : made) names.push_back(packed.add(each));
            // All of them are garbage from here on, as are others that fill the table.
            locality_->collect();
            const std::uint64_t before = locality_->statistics().collections;
            for (Level level = 200; locality_->statistics().nodes < 740; ++level)
                worker.make(level, Edge::no(), Edge::yes());
            const UnpackedNodes unpacked(worker, packed.words());
            EXPECT_GT(locality_->statistics().collections, before);
            PackedNodes again(worker);
            for (const std::uint32_t name : names) ASSERT_EQ(again.add(unpacked.edge(name)), name) << seed;
            ASSERT_EQ(again.words(), packed.words()) << seed;
        }
    });
}

TEST_F(TravellingNodes, AreRefusedWhereWordsAreNotOnesThatWerePacked) {
    run([](const Fork& /*fork*/, DiagramWorker& worker) {
        const std::array<std::uint32_t, 6> words = {7, 0, 1, 3, 4, 2};  // the second node refers to itself
        EXPECT_EQ(test::message_of([&] { const UnpackedNodes unpacked(worker, words); }),
                  "a diagram from another process refers to a node that it does not have");
        EXPECT_TRUE(worker.arriving().empty());
    });
}

TEST_F(TravellingNodes, AreCountedUpToANumber) {
    run([](const Fork& /*fork*/, DiagramWorker& worker) {
        Edge chain = Edge::yes();
        for (Level level = 20; level-- > 10;) chain = worker.make(level, Edge::no(), chain);
        const std::array edges = {chain, !chain, Edge::yes()};
        EXPECT_TRUE(has_nodes(worker, edges, 10));
        EXPECT_FALSE(has_nodes(worker, edges, 11));
        EXPECT_TRUE(has_nodes(worker, {}, 0));
    });
}

TEST_F(TravellingNodes, OfArgumentsComeOnceToAThief) {
    run([this](const Fork& /*fork*/, DiagramWorker& worker) {
        const std::vector<Edge> all = functions(worker, 3, 40, 1);
        const Edge more = worker.make(2, all.back(), Edge::yes());
        NodesTranslator translator(*locality_, 1, 1);
        NodesTranslator elsewhere(*locality_, 1, 1);
        const auto pack = [&](Edge edge, std::uint64_t& word) {
            word = edge.bits;
            return translator.pack_arguments(0, 7, {&word});
        };
        const auto unpack = [](NodesTranslator& at, const Bytes& data, std::uint64_t word) {
            at.unpack_arguments(0, 5, data, {&word});
            return Edge{word};
        };
        PackedNodes whole(worker);
        whole.add(all.back());
        const std::size_t bytes = sizeof(std::uint32_t) * whole.words().size();
        constexpr std::size_t head = 4 * sizeof(std::uint32_t);

        std::uint64_t word = 0;
        Bytes data = pack(all.back(), word);
        EXPECT_EQ(data.size(), head + bytes);
        EXPECT_EQ(unpack(elsewhere, data, word), all.back());
        data = pack(!all.back(), word);
        EXPECT_EQ(data.size(), head);
        EXPECT_EQ(unpack(elsewhere, data, word), !all.back());
        data = pack(more, word);
        EXPECT_EQ(data.size(), head + 3 * sizeof(std::uint32_t));
        EXPECT_EQ(unpack(elsewhere, data, word), more);

        EXPECT_EQ(test::message_of([&] { unpack(translator, data, word); }),
                  "a task from another process refers to nodes that have not come");
        for (int task = 0; task < 3; ++task) translator.note_failure(0, 7);
        data = pack(all.back(), word);
        EXPECT_EQ(data.size(), head + bytes);
        EXPECT_EQ(unpack(elsewhere, data, word), all.back());
    });
}

// What a thief got, and what it gave once its victim says that this has come.
TEST_F(TravellingNodes, OfResultsAreThoseThatAreNotCommon) {
    run([this](const Fork& /*fork*/, DiagramWorker& worker) {
        const Edge operand = functions(worker, 3, 40, 1).back();
        const Edge result = worker.make(2, operand, Edge::yes());
        const Edge next = worker.make(1, result, Edge::no());
        NodesTranslator here(*locality_, 1, 1);
        NodesTranslator elsewhere(*locality_, 1, 1);
        const auto give = [&](Edge edge) {
            std::uint64_t word = edge.bits;
            const Bytes data = here.pack_arguments(0, 7, {&word});
            elsewhere.unpack_arguments(0, 5, data, {&word});
            EXPECT_EQ(Edge{word}, edge);
            return data.size();
        };
        const auto give_back = [&](Edge edge, std::uint64_t& word) {
            word = edge.bits;
            return elsewhere.pack_result(0, 5, {&word});
        };
        const auto come_back = [&](const Bytes& data, std::uint64_t word) {
            here.unpack_result(0, 7, data, {&word});
            return Edge{word};
        };
        constexpr std::size_t node = 3 * sizeof(std::uint32_t);
        std::uint64_t first_word = 0;
        std::uint64_t second_word = 0;
        give(operand);
        EXPECT_EQ(give(operand), 16U);
        const Bytes first = give_back(result, first_word);
        const Bytes second = give_back(!next, second_word);
        EXPECT_EQ(first.size(), 8U + node);
        EXPECT_EQ(second.size(), 8U + 2 * node);
        EXPECT_EQ(come_back(second, second_word), !next);
        EXPECT_EQ(come_back(first, first_word), result);
        EXPECT_EQ(give(next), 16U + 2 * sizeof(std::uint32_t));
        EXPECT_EQ(give_back(next, first_word).size(), 8U);
    });
}

// So that what a thief remembers takes a small part of its table.
TEST_F(TravellingNodes, AreNotRememberedWhereTheyAreMany) {
    run([this](const Fork& /*fork*/, DiagramWorker& worker) {
        Edge chain = Edge::yes();
        for (Level level = 200; level-- > 0;) chain = worker.make(level, Edge::no(), chain);
        NodesTranslator translator(*locality_, 1, 1);
        NodesTranslator elsewhere(*locality_, 1, 1);
        for (int time = 0; time < 2; ++time) {
            std::uint64_t word = chain.bits;
            const Bytes data = translator.pack_arguments(0, 7, {&word});
            EXPECT_EQ(data.size(), 16U + 12U * 200U);
            elsewhere.unpack_arguments(0, 5, data, {&word});
            EXPECT_EQ(Edge{word}, chain);
        }
        for (const NodesTranslator* each : {&translator, &elsewhere}) {
            std::uint64_t held = 0;
            each->each_held([&](Edge) { ++held; });
            EXPECT_EQ(held, 0U);
        }
    });
}

// In the middle of operations, with a thief and with a victim; between them the first locality forgets it, and says so
// to all.
class CommonNodesInLocalities : public testing::TestWithParam<bool> {};
INSTANTIATE_TEST_SUITE_P(Of, CommonNodesInLocalities, testing::Bool(),
                         [](const auto& of) { return of.param ? "AThief" : "AVictim"; });

TEST_P(CommonNodesInLocalities, OutliveCollections) {
    Session session(std::make_unique<GroupOfOne>(AccessMode::messages));
    const DiagramOptions options{.buckets = 1U << 14U, .max_buckets = 1U << 14U};
    HeldByHandles handles;
    std::array<DiagramStatistics, 2> figures;
    std::array<DiagramLocality*, 2> localities{};
    TaskLocality* home = nullptr;
    const auto first = [&](Fork /*fork*/) {
        DiagramWorker& worker = localities[0]->worker(0);
        auto& translator = static_cast<NodesTranslator&>(*localities[0]->translator());
        NodesTranslator elsewhere(*localities[0], 1, 1);  // what it has in common is not held
        NodesTranslator& thief = GetParam() ? elsewhere : translator;
        NodesTranslator& victim = GetParam() ? translator : elsewhere;
        Edge chain = Edge::yes();
        for (Level level = 20; level-- > 0;) chain = worker.make(level, Edge::no(), chain);
        PackedNodes before(worker);
        before.add(chain);
        std::uint64_t word = chain.bits;
        thief.unpack_arguments(0, 1, victim.pack_arguments(0, 1, {&word}), {&word});
        while (!home->alone([&] { localities[0]->collect_in_operations({}); })) {
        }
        for (Level level = 30; level < 5000; ++level) worker.make(level, Edge::no(), Edge::yes());
        word = chain.bits;
        const Bytes result = thief.pack_result(0, 1, {&word});
        EXPECT_EQ(result.size(), 8U);
        victim.unpack_result(0, 1, result, {&word});
        PackedNodes after(worker);
        after.add({word});
        EXPECT_EQ(after.words(), before.words());

        EXPECT_EQ(localities[1]->starts(), 0U);
        localities[0]->collect();
        std::uint64_t held = 0;
        translator.each_held([&](Edge) { ++held; });
        EXPECT_EQ(held, 0U);
        for (const DiagramLocality* each : localities) EXPECT_EQ(each->starts(), 1U);
    };
    run_first_task(
        {.workers = 1, .localities = 2, .session = &session, .pin = false}, {.call = first}, [&](TaskLocality& at) {
            const unsigned number = at.is_first() ? 0 : 1;
            if (at.is_first()) home = &at;
            auto made =
                std::make_unique<DiagramLocality>(at, options, addresses_for_arrays(), handles, figures[number]);
            localities[number] = made.get();
            return made;
        });
}

// Functions of few nodes, so that a thief remembers them while tables are collected in the middle of operations.
TEST(TravellingFunctions, StayWhatTheyAreWhereTablesAreCollected) {
    std::uint64_t stolen = 0;
    std::uint64_t collections = 0;
    for (std::uint64_t seed = 1; stolen < 30 || collections < 10; ++seed) {
        const test::Way way{.workers = 1, .localities = 2, .access_mode = AccessMode::messages};
        const auto result =
            test::run_in(way, {.buckets = 1U << 12U, .max_buckets = 1U << 12U}, [&](Diagrams& diagrams) {
                test::ChangingFunctions functions(diagrams, 8, 4, seed);
                for (int step = 0; step < 300; ++step) ASSERT_TRUE(functions.change()) << seed << ' ' << step;
                collections += diagrams.statistics().collections;
            });
        for (const LocalityStatistics& each : result.statistics.localities) stolen += each.traffic.steals_won;
        ASSERT_FALSE(testing::Test::HasFailure());
    }
}

// Otherwise one is taken sooner or later.
TEST(TravelFrom, TasksOfFewerNodesStay) {
    for (const bool some_travel : {false, true}) {
        std::uint64_t stolen = 0;
        for (std::uint64_t seed = 1; some_travel ? stolen == 0 : seed <= 3; ++seed) {
            Session session(std::make_unique<GroupOfOne>(AccessMode::messages));
            DiagramOptions options{.buckets = 1U << 16U};
            options.tasks.workers = 1;
            options.tasks.localities = 2;
            options.tasks.session = &session;
            options.tasks.pin = false;
            options.travel_from = some_travel ? 1 : std::numeric_limits<std::uint64_t>::max();
            const auto result = run_diagrams(options, [&](Diagrams& diagrams) {
                test::ChangingFunctions functions(diagrams, 10, 4, seed);
                for (int step = 0; step < 20; ++step) ASSERT_TRUE(functions.change());
                EXPECT_TRUE(functions.are_right());
            });
            for (const LocalityStatistics& each : result.statistics.localities) stolen += each.traffic.steals_won;
        }
        EXPECT_EQ(stolen > 0, some_travel);
    }
}

}  // namespace
}  // namespace scrump::detail
