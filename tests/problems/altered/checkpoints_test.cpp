// Checkpoints that were altered, and sealed again with a right checksum: a search may refuse them or come to its end,
// nothing else. Under AddressSanitizer this finds what a problem does not check of its nodes.

#include <scrump/base/file.hpp>
#include <scrump/base/random.hpp>
#include <scrump/problems/colouring/solve.hpp>
#include <scrump/problems/flowshop/solve.hpp>
#include <scrump/problems/flowshop/source.hpp>
#include <scrump/problems/graph/sparse_graph.hpp>
#include <scrump/problems/knapsack/detail/generator.hpp>
#include <scrump/problems/knapsack/generate.hpp>
#include <scrump/problems/maxclique/all_cliques.hpp>
#include <scrump/problems/maxclique/detail/all_cliques_search.hpp>
#include <scrump/problems/maxclique/detail/sparse_search.hpp>
#include <scrump/problems/maxclique/detail/sparse_space.hpp>
#include <scrump/problems/maxclique/solve.hpp>
#include <scrump/problems/maxclique/weighted.hpp>
#include <scrump/problems/mcs/solve.hpp>
#include <scrump/problems/queens/solve.hpp>
#include <scrump/problems/semigroups/solve.hpp>
#include <scrump/problems/sip/solve.hpp>
#include <scrump/problems/tsp/solve.hpp>
#include <scrump/problems/tsp/source.hpp>
#include <scrump/problems/uts/solve.hpp>
#include <scrump/search.hpp>
#include <scrump/search/detail/checkpoint_file.hpp>

#include <gtest/gtest.h>

#include <problems/random_graph.hpp>
#include <support/folder.hpp>
#include <support/sanitized.hpp>

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <exception>
#include <fstream>
#include <functional>
#include <string>
#include <utility>
#include <vector>

namespace scrump::detail {
namespace {

struct Search {
    std::string name;
    std::uint64_t first_nodes;  ///< of the run that leaves the checkpoint
    std::function<Status(const SearchOptions&)> run;
};

/// With arcs of three labels.
graph::LabelledGraph graph_of_many_kinds(std::uint32_t size, std::uint64_t seed) {
    std::vector<graph::Arc> arcs;
    SplitMix64 random(seed);
    for (std::uint32_t a = 0; a < size; ++a)
        for (std::uint32_t b = 0; b < size; ++b)
            if (a != b && random.below(4) == 0) arcs.push_back({a, b, random.below(3)});
    return {size, graph::Arcs(std::move(arcs), true)};
}

graph::SparseGraph sparse_graph() {
    std::vector<graph::SparseGraph::Edge> edges;
    SplitMix64 random(2);
    for (std::uint32_t a = 0; a < 120; ++a)
        for (std::uint32_t b = a + 1; b < std::min(a + 40, 120U); ++b)
            if (random.below(100) < 70) edges.push_back({a, b});
    return {120, edges};
}

std::vector<maxclique::Weight> weights(std::size_t vertices) {
    std::vector<maxclique::Weight> weights(vertices);
    for (std::size_t v = 0; v < vertices; ++v) weights[v] = static_cast<maxclique::Weight>(1 + v % 7);
    return weights;
}

sip::Problem subgraph(std::size_t pattern, std::size_t target, double density = 0.3, bool induced = false) {
    return {.pattern = sip::LabelledGraph(test::random_graph(pattern, density, 1)),
            .target = sip::LabelledGraph(test::random_graph(target, 0.5, 2)),
            .induced = induced};
}

std::vector<Search> searches() {
    static const graph::SparseGraph sparse = sparse_graph();
    static const maxclique::OrderedGraph ordered(sparse);
    static const graph::Graph dense = test::random_graph(70, 0.8, 3);
    static const knapsack::Space sack(knapsack::generate("strongly-correlated-span:n=150,range=1000,seed=2", 1), 16);
    const auto alone = [](const SearchOptions& options) { return maxclique::Settings{options, false}; };
    return {
        {"queens", 300, [](const SearchOptions& options) { return queens::count_by_row(9, options).status; }},
        {"a placement", 100, [](const SearchOptions& options) { return queens::find(24, options).status; }},
        {"semigroups", 300,
         [](const SearchOptions& options) { return semigroups::count_by_genus(30, options).status; }},
        {"large semigroups", 300,
         [](const SearchOptions& options) { return semigroups::count_by_genus(90, options).status; }},
        {"geometric tree", 300,
         [](const SearchOptions& options) { return uts::measure({.b0 = 3, .max_depth = 6}, options).status; }},
        {"binomial tree", 300,
         [](const SearchOptions& options) {
             return uts::measure({.law = uts::Law::binomial, .b0 = 200, .q = 0.12, .m = 8}, options).status;
         }},
        {"knapsack", 200,
         [](const SearchOptions& options) {
             return maximise<knapsack::Generator>(sack, {}, options, {.start = knapsack::Node{}}).status;
         }},
        {"tour", 6,
         [](const SearchOptions& options) {
             return tsp::find_shortest_tour(tsp::random_points(30, 100, 1), {options, false}).status;
         }},
        {"flow shop", 200,
         [](const SearchOptions& options) {
             return flowshop::find_best_order(flowshop::taillard(20, 5, 495070989), {options, false}).status;
         }},
        {"common subgraph", 20,
         [](const SearchOptions& options) {
             return mcs::find_maximum_common_subgraph(graph_of_many_kinds(12, 1), graph_of_many_kinds(14, 2),
                                                      {.search = options})
                 .status;
         }},
        {"connected common subgraph", 20,
         [](const SearchOptions& options) {
             return mcs::find_maximum_common_subgraph(graph_of_many_kinds(12, 1), graph_of_many_kinds(14, 2),
                                                      {.search = options, .connected = true})
                 .status;
         }},
        {"colouring", 50,
         [](const SearchOptions& options) {
             return colouring::find_fewest_colours(test::random_graph(70, 0.5, 3), options).status;
         }},
        {"a mapping", 20,
         [](const SearchOptions& options) { return sip::find(subgraph(12, 40, 0.5, true), options).status; }},
        {"number of mappings", 100,
         [](const SearchOptions& options) { return sip::count(subgraph(8, 14), options).status; }},
        {"all mappings", 100, [](const SearchOptions& options) { return sip::all(subgraph(6, 70), options).status; }},
        {"clique", 30,
         [=](const SearchOptions& options) { return maxclique::find_maximum_clique(dense, alone(options)).status; }},
        {"weighted clique", 30,
         [=](const SearchOptions& options) {
             return maxclique::find_maximum_weight_clique(dense, weights(dense.size()), alone(options)).status;
         }},
        {"all cliques", 100,
         [](const SearchOptions& options) { return maxclique::find_all_cliques(dense, 12, 20, options).status; }},
        {"clique of a sparse graph", 200,
         [](const SearchOptions& options) {
             return maxclique::detail::search_sparse<4>(maxclique::SparseSpace(ordered, 0, {}), std::nullopt, options,
                                                        {})
                 .status;
         }},
        {"all cliques of a sparse graph", 200,
         [](const SearchOptions& options) {
             return maxclique::detail::search_all_sparse<4>(maxclique::SparseSpace(ordered, 8, {}), 9, 20, options)
                 .status;
         }},
    };
}

/// Alters a few bytes, or many: as a broken disk, a wrong program or somebody who tries would.
void alter(Bytes& part, SplitMix64& random) {
    static constexpr std::uint64_t extremes[] = {
        0, 1, 0x7f, 0xff, 0x7fffffff, 0xfffffffe, ~std::uint64_t{0}, std::uint64_t{1} << 63};
    if (part.empty()) return;
    const std::size_t at = random.below(static_cast<std::uint32_t>(part.size()));
    const std::size_t left = part.size() - at;
    switch (random.below(6)) {
        case 0:
            part[at] = static_cast<char>(part[at] ^ (1 << random.below(8)));
            break;
        case 1:
            part[at] = static_cast<char>(random.below(256));
            break;
        case 2: {
            const std::uint64_t number = extremes[random.below(8)];
            std::memcpy(part.data() + at, &number, std::min<std::size_t>(left, random.below(2) == 0 ? 4 : 8));
            break;
        }
        case 3: {  // something from elsewhere
            const std::size_t from = random.below(static_cast<std::uint32_t>(part.size()));
            std::memmove(part.data() + at, part.data() + from,
                         std::min({left, part.size() - from, std::size_t{1} << random.below(8)}));
            break;
        }
        case 4:
            part.resize(at);
            break;
        default:
            part[at] = static_cast<char>(part[at] + (random.below(2) == 0 ? 1 : -1));
    }
}

/// How the runs of altered checkpoints went.
struct Ends {
    unsigned refused = 0;
    unsigned ended = 0;
};

Ends resume_altered(const Search& search, unsigned times) {
    const test::Folder folder;
    SearchOptions options{.skeleton = Skeleton::sequential(), .pin = false, .node_limit = search.first_nodes};
    options.checkpoints = {.file = folder / "whole", .problem = search.name};
    EXPECT_EQ(search.run(options), Status::node_limit) << search.name;
    const CheckpointFile whole = unpack(read_file(folder / "whole"), "whole");

    options.node_limit = 2'000;
    options.checkpoints = {.resume = folder / "whole", .problem = search.name};
    EXPECT_NO_THROW(search.run(options)) << search.name << ": what was not altered is refused";
    Ends ends;
    SplitMix64 random(std::hash<std::string>()(search.name));
    for (unsigned i = 0; i < times; ++i) {
        CheckpointFile altered = whole;
        for (unsigned changes = 1 + random.below(3); changes > 0; --changes)
            alter(altered.parts[random.below(static_cast<std::uint32_t>(altered.parts.size()))], random);
        std::ofstream(folder / "altered", std::ios::binary) << pack(altered);
        options.checkpoints.resume = folder / "altered";
        try {
            search.run(options);
            ++ends.ended;
        } catch (const std::exception&) {
            ++ends.refused;
        }
    }
    return ends;
}

TEST(AlteredCheckpoints, AreRefusedOrSearchedToAnEnd) {
    for (const Search& search : searches()) {
        constexpr unsigned often = test::sanitized ? 40 : 100;
        const Ends ends = resume_altered(search, often);
        EXPECT_EQ(ends.refused + ends.ended, often);
        EXPECT_GT(ends.refused, often / 4) << search.name;
    }
}

}  // namespace
}  // namespace scrump::detail
