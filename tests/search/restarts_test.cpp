// Decisions with restarts decide as those without, however often they begin again, and with any number of workers.

#include "search/problems.hpp"
#include "support/faulty_network.hpp"
#include "support/message_of.hpp"
#include "support/sanitized.hpp"

#include <scrump/base/random.hpp>
#include <scrump/runtime/session.hpp>
#include <scrump/search/restarting_search.hpp>

#include <gtest/gtest.h>

#include <array>
#include <bit>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace scrump::detail {
namespace {

constexpr unsigned size = 16;
constexpr unsigned colours = 3;

// A graph whose vertices are to be coloured, adjacent ones differently.
struct Graph {
    std::array<std::uint16_t, size> neighbours{};
};

// With about 2.35 edges a vertex, half of such graphs have a colouring.
Graph random_graph(std::uint64_t seed) {
    SplitMix64 random(seed);
    Graph graph;
    for (unsigned edge = 0; edge < 36; ++edge) {
        const std::uint32_t one = random.below(size);
        const std::uint32_t other = random.below(size);
        if (one == other) continue;
        graph.neighbours[one] |= static_cast<std::uint16_t>(1U << other);
        graph.neighbours[other] |= static_cast<std::uint16_t>(1U << one);
    }
    return graph;
}

struct Coloured {
    std::array<std::uint16_t, colours> with{};  // the vertices of each colour

    std::uint16_t all() const { return with[0] | with[1] | with[2]; }
};

// Colours a vertex with the fewest colours left.
class Colouring {
  public:
    using Space = Graph;
    using Node = Coloured;

    Colouring(const Graph& graph, const Coloured& parent) : graph_(&graph), parent_(&parent), colour_(colours) {
        unsigned fewest = colours + 1;
        for (unsigned vertex = 0; vertex < size; ++vertex) {
            if ((parent.all() >> vertex & 1U) != 0 || left(vertex) >= fewest) continue;
            fewest = left(vertex);
            vertex_ = vertex;
            colour_ = 0;
        }
    }

    bool next(Coloured& child) {
        while (colour_ < colours && !fits(vertex_, colour_)) ++colour_;
        if (colour_ == colours) return false;
        child = *parent_;
        child.with[colour_++] |= static_cast<std::uint16_t>(1U << vertex_);
        return true;
    }

    static bool accept(const Graph&, const Coloured& node) { return std::popcount(node.all()) == size; }
    static std::vector<Literal> conflict(const Graph&, const Coloured& node) {
        std::vector<Literal> literals;
        for (unsigned vertex = 0; vertex < size; ++vertex)
            for (unsigned colour = 0; colour < colours; ++colour)
                if ((node.with[colour] >> vertex & 1U) != 0) literals.push_back(vertex * colours + colour);
        return literals;
    }

  private:
    bool fits(unsigned vertex, unsigned colour) const {
        return (parent_->with[colour] & graph_->neighbours[vertex]) == 0;
    }
    unsigned left(unsigned vertex) const {
        unsigned number = 0;
        for (unsigned colour = 0; colour < colours; ++colour) number += fits(vertex, colour) ? 1U : 0U;
        return number;
    }

    const Graph* graph_;
    const Coloured* parent_;
    unsigned vertex_ = 0;
    unsigned colour_;
};
static_assert(TellsConflicts<Colouring> && !UsesNogoods<Colouring>);
static_assert(!TellsConflicts<test::TreeGenerator<true>>);

const SearchOptions alone{.workers = 1, .pin = false};

bool is_colouring(const Graph& graph, const Coloured& node) {
    for (unsigned vertex = 0; vertex < size; ++vertex)
        for (const std::uint16_t with : node.with)
            if ((with >> vertex & 1U) != 0 && (with & graph.neighbours[vertex]) != 0) return false;
    return std::popcount(node.all()) == size;
}

void expect_same(const Graph& graph, const SearchOptions& options, std::uint64_t unit) {
    const bool expected = decide<Colouring>(graph, {}, alone).node.has_value();
    const auto found = decide_with_restarts<Colouring>(graph, {}, options, {.unit = unit});
    EXPECT_EQ(found.status, Status::complete);
    ASSERT_EQ(found.node.has_value(), expected);
    EXPECT_TRUE(!expected || is_colouring(graph, *found.node));
}

TEST(Restarts, DecideAsTheSearchWithoutThem) {
    unsigned yes = 0;
    RestartStatistics sum;
    for (std::uint64_t seed = 0; seed < (test::sanitized ? 200 : 2000); ++seed) {
        SCOPED_TRACE(seed);
        const Graph graph = random_graph(seed);
        SearchOptions options = alone;
        options.seed = seed;
        expect_same(graph, options, 1 + seed % 3);
        const auto found = decide_with_restarts<Colouring>(graph, {}, options, {.unit = 1 + seed % 3});
        yes += found.node ? 1U : 0U;
        sum += found.restarts;
    }
    EXPECT_GT(yes, 20U);
    EXPECT_GT(sum.restarts, 1000U);
    EXPECT_GT(sum.nogoods, 1000U);
    EXPECT_GT(sum.excluded, 100U);
    EXPECT_EQ(sum.received, 0U);
}

TEST(Restarts, WorkersAndLocalitiesShareWhatTheyLearn) {
    for (std::uint64_t seed = 0; seed < (test::sanitized ? 5 : 50); ++seed) {
        for (const unsigned workers : {1U, 2U, 3U}) {
            for (const unsigned localities : {1U, 2U, 4U}) {
                SCOPED_TRACE(std::to_string(seed) + ": " + std::to_string(localities) + " x " +
                             std::to_string(workers));
                expect_same(random_graph(seed), {.workers = workers, .localities = localities, .pin = false}, 1);
            }
        }
    }
}

TEST(Restarts, DelaysChangeNoDecision) {
    std::uint64_t received = 0;
    for (std::uint64_t seed = 0; seed < (test::sanitized ? 10 : 200) || (received == 0 && seed < 600); ++seed) {
        SCOPED_TRACE(seed);
        Session session(std::make_unique<test::FaultyGroup>(seed));
        const SearchOptions options{
            .workers = 1, .localities = 2 + static_cast<unsigned>(seed % 3), .session = &session, .pin = false};
        const Graph graph = random_graph(seed);
        const auto found = decide_with_restarts<Colouring>(graph, {}, options, {.unit = 1});
        EXPECT_EQ(found.status, Status::complete);
        ASSERT_EQ(found.node.has_value(), decide<Colouring>(graph, {}, alone).node.has_value());
        received += found.restarts.received;
    }
    EXPECT_GT(received, 0U);
}

// What the tests above would notice: a nogood that is wrong.
TEST(Restarts, AWrongNogoodHidesWhatThereIs) {
    std::uint64_t seed = 0;
    while (!decide<Colouring>(random_graph(seed), {}, alone).node) ++seed;
    const Graph graph = random_graph(seed);
    using Search = RestartSearch<AcceptingGenerator<Colouring>, Maximise>;
    NogoodBatch wrong;
    for (Literal colour = 0; colour < colours; ++colour) {
        for (Literal other = 0; other < colours; ++other)
            wrong.add(std::array{5 * colours + colour, 9 * colours + other});
    }
    const Bytes message = Encoder().put(true).put(wrong).take();
    const auto outcome = RunOf<Search>::run(with_restarts(alone), {}, [&] {
        auto search = std::make_unique<Search>(graph, Search::Settings{.to_beat = 0, .first_ends = true}, Restarts{});
        search->learn(message);
        return search;
    });
    EXPECT_EQ(outcome.outcome.status, Status::complete);
    EXPECT_FALSE(outcome.answer) << "nobody looked at the nogoods";
    EXPECT_GT(outcome.answer.statistics.excluded, 0U);
    EXPECT_EQ(outcome.answer.statistics.received, 9U);
}

TEST(Restarts, OptionsThatTheyCannotHaveAreRefused) {
    const auto message = [](const SearchOptions& options, const Restarts& restarts) {
        return test::message_of<UsageError>([&] { decide_with_restarts<Colouring>(Graph{}, {}, options, restarts); });
    };
    EXPECT_NE(message({}, {.unit = 0}).find("at least 1 backtrack"), std::string::npos);
    EXPECT_NE(message({.checkpoints = {.file = "x", .problem = "y"}}, {}).find("no checkpoints"), std::string::npos);
    EXPECT_NE(message({.checkpoints = {.resume = "x", .problem = "y"}}, {}).find("no checkpoints"), std::string::npos);
    EXPECT_NE(message({.shard = Shard{1, 2}}, {}).find("no shards"), std::string::npos);
    EXPECT_NE(message({.estimate = std::chrono::seconds(1)}, {}).find("no estimate"), std::string::npos);
    EXPECT_NE(message({.gap = 0.1}, {}).find("no gap"), std::string::npos);
    EXPECT_NE(message({.depth_limit = 3}, {}).find("no depth limit"), std::string::npos);
    EXPECT_NE(message({.skeleton = Skeleton::budget(7)}, {}).find("no skeleton"), std::string::npos);
}

TEST(Restarts, AStoppedRunDecidesNothing) {
    std::uint64_t seed = 0;
    while (decide<Colouring>(random_graph(seed), {}, alone).node) ++seed;
    SearchOptions options = alone;
    options.node_limit = 2;
    const auto stopped = decide_with_restarts<Colouring>(random_graph(seed), {}, options, {.unit = 1000});
    EXPECT_EQ(stopped.status, Status::node_limit);
    EXPECT_FALSE(stopped.node);
    std::stop_source source;
    source.request_stop();
    options = alone;
    options.stop = source.get_token();
    EXPECT_EQ(decide_with_restarts<Colouring>(random_graph(seed), {}, options).status, Status::cancelled);
}

}  // namespace
}  // namespace scrump::detail
