// Several colourings are those that trying all finds.

#include <scrump/problems/colouring/solve.hpp>
#include <scrump/search.hpp>

#include <gtest/gtest.h>

#include "problems/colouring/graphs.hpp"
#include "problems/several.hpp"

#include <algorithm>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace scrump::colouring {
namespace {

using Wish = BestWanted<std::size_t>;

/// Colours numbered as vertices come to have them.
Colouring renamed(const Colouring& colouring) {
    std::map<std::size_t, std::size_t> names;
    Colouring result;
    for (const std::size_t colour : colouring) result.push_back(names.try_emplace(colour, names.size()).first->second);
    return result;
}

void add_all(const graph::Graph& graph, Colouring& colouring, scrump::test::All<Colouring, std::size_t>& all) {
    const std::size_t vertex = colouring.size();
    const std::size_t used = count_colours(colouring);
    if (vertex == graph.size()) {
        all[colouring] = used;
        return;
    }
    for (std::size_t colour = 0; colour <= used; ++colour) {
        bool free = true;
        for (std::size_t v = 0; v < vertex; ++v) free = free && !(graph.adjacent(v, vertex) && colouring[v] == colour);
        if (!free) continue;
        colouring.push_back(colour);
        add_all(graph, colouring, all);
        colouring.pop_back();
    }
}

scrump::test::All<Colouring, std::size_t> all_colourings(const graph::Graph& graph) {
    scrump::test::All<Colouring, std::size_t> all;
    Colouring none;
    add_all(graph, none, all);
    return all;
}

std::vector<std::pair<Colouring, std::size_t>> answered(const Several<Colouring>& found) {
    std::vector<std::pair<Colouring, std::size_t>> pairs;
    for (const Colouring& each : found.value) pairs.emplace_back(renamed(each), count_colours(each));
    return pairs;
}

TEST(SeveralColourings, AreThoseOfAllColourings) {
    for (std::uint64_t seed = 0; seed < 40; ++seed) {
        const graph::Graph graph = test::random_graph(seed % 8, 0.2 + 0.02 * static_cast<double>(seed), seed);
        const auto all = all_colourings(graph);
        for (const Wish& wish : scrump::test::wishes_for(test::chromatic_number(graph) + 1)) {
            const auto found = find_best_colourings(graph, wish, {.skeleton = Skeleton::sequential()});
            EXPECT_EQ(found.status, Status::complete);
            scrump::test::expect_wanted<Minimise>(
                all, wish, answered(found), "seed " + std::to_string(seed) + ", " + scrump::test::described(wish));
        }
    }
}

TEST(SeveralColourings, HoweverManySearch) {
    const graph::Graph graph = test::cycle(8);
    const auto all = all_colourings(graph);
    for (const SearchOptions& way : scrump::test::ways_to_several()) {
        for (const Wish& wish : scrump::test::wishes_for(std::size_t{3}))
            scrump::test::expect_wanted<Minimise>(all, wish, answered(find_best_colourings(graph, wish, way)),
                                                  scrump::test::described(wish));
    }
}

TEST(SeveralColourings, NoneHasFewerColoursThanACliqueHasVertices) {
    for (std::size_t clique = 1; clique <= 9; ++clique) {
        graph::Graph graph(clique + 3);
        for (std::size_t a = 0; a < clique; ++a)
            for (std::size_t b = 0; b < a; ++b) graph.add_edge(a, b);
        for (const SearchOptions& way : scrump::test::ways_to_several()) {
            for (std::size_t most = 0; most <= clique; ++most) {
                const auto found = find_best_colourings(graph, {.most = 1, .at_least = most}, way);
                EXPECT_EQ(found.status, Status::complete);
                EXPECT_EQ(found.value.size(), most < clique ? 0U : 1U) << most << " of " << clique;
            }
        }
    }
}

// Of the chromatic polynomial of the Petersen graph: 120 colourings with three named colours.
TEST(SeveralColourings, OfThePetersenGraph) {
    EXPECT_EQ(find_best_colourings(test::petersen(), {.equal = true}).value.size(), 20U);
}

}  // namespace
}  // namespace scrump::colouring
