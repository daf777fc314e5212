#include "searches.hpp"

#include <scrump/base/error.hpp>
#include <scrump/problems/graph/random_graphs.hpp>
#include <scrump/problems/maxclique/solve.hpp>
#include <scrump/problems/queens/solve.hpp>
#include <scrump/problems/semigroups/solve.hpp>
#include <scrump/problems/uts/solve.hpp>
#include <scrump/search.hpp>
#include <scrump/search/steal_stacks.hpp>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstdlib>
#include <memory>
#include <utility>

#include "knapsack.hpp"
#include "twins/queens.hpp"
#include "twins/semigroups.hpp"
#include "twins/uts.hpp"

namespace scrump::soak {
namespace {

using Numbers = std::vector<std::uint64_t>;

void check(bool right, const std::string& name, Status status, const std::string& found, const std::string& known) {
    if (right) return;
    throw Error(fmt::format("{}: a wrong answer, {} ({}): known is {}", name, found, scrump::name(status), known));
}

Instance counting(const std::string& name, Numbers known,
                  std::function<EnumerationResult<Numbers>(const SearchOptions&)> count) {
    return {name, [name, known = std::move(known), count = std::move(count)](const SearchOptions& options) {
                const auto [status, value, statistics] = count(options);
                const bool within = value.size() <= known.size() &&
                                    std::equal(value.begin(), value.end(), known.begin(),
                                               known.begin() + static_cast<std::ptrdiff_t>(value.size()),
                                               [](std::uint64_t some, std::uint64_t all) { return some <= all; });
                check(status == Status::complete ? value == known : within, name, status,
                      fmt::format("{}", fmt::join(value, " ")), fmt::format("{}", fmt::join(known, " ")));
                return status;
            }};
}

Instance semigroups_of(unsigned genus) {
    return counting(fmt::format("semigroups {}", genus), twins::count_semigroups_by_hand(genus),
                    [genus](const SearchOptions& options) { return semigroups::count_by_genus(genus, options); });
}

Instance queens_on(unsigned size) {
    return counting(fmt::format("queens {}", size), twins::count_queens_by_hand(size),
                    [size](const SearchOptions& options) { return queens::count_by_row(size, options); });
}

std::string as_text(const uts::Shape& shape) {
    return fmt::format("{} nodes, {} leaves, depth {}", shape.nodes, shape.leaves, shape.depth);
}

Instance tree(const std::string& title, const uts::Tree& tree) {
    return {title, [name = title, tree, known = twins::measure_uts_by_hand(tree)](const SearchOptions& options) {
                const auto [status, shape, statistics] = uts::measure(tree, options);
                const bool within =
                    shape.nodes <= known.nodes && shape.leaves <= known.leaves && shape.depth <= known.depth;
                check(status == Status::complete ? shape == known : within, name, status, as_text(shape),
                      as_text(known));
                return status;
            }};
}

// No two in a column or on a diagonal.
bool stand_in_peace(const queens::Placement& placement, unsigned size) {
    if (placement.rows != size) return false;
    for (unsigned row = 0; row < size; ++row) {
        for (unsigned above = 0; above < row; ++above) {
            const int apart = std::abs(placement.queens[row] - placement.queens[above]);
            if (apart == 0 || apart == static_cast<int>(row - above)) return false;
        }
    }
    return true;
}

/// Whether a decision of which it is known whether there is a witness may end like this.
bool may_be(Status status, bool found, bool exists) {
    return found ? exists : !exists || status != Status::complete;
}

Instance find_queens(unsigned size) {
    const bool possible = size != 2 && size != 3;
    const std::string title = fmt::format("find queens {}", size);
    return {title, [size, possible, name = title](const SearchOptions& options) {
                const auto [status, node, statistics] = queens::find(size, options);
                const bool right = !node || stand_in_peace(*node, size);
                check(right && may_be(status, node.has_value(), possible), name, status, node ? "one" : "none",
                      possible ? "that there are some" : "that there is none");
                return status;
            }};
}

// As many vertices as a clique among `candidates`, which come in the order of the graph, can have more; by trying all.
std::size_t largest_among(const graph::Graph& graph, const std::vector<std::size_t>& candidates, std::size_t to_beat) {
    std::size_t best = 0;
    for (std::size_t i = 0; i < candidates.size() && candidates.size() - i > std::max(best, to_beat); ++i) {
        std::vector<std::size_t> rest;
        std::copy_if(candidates.begin() + static_cast<std::ptrdiff_t>(i) + 1, candidates.end(),
                     std::back_inserter(rest), [&](std::size_t other) { return graph.adjacent(candidates[i], other); });
        const std::size_t wanted = std::max(best, to_beat);
        best = std::max(best, 1 + largest_among(graph, rest, wanted > 0 ? wanted - 1 : 0));
    }
    return best;
}

std::size_t clique_number(const graph::Graph& graph) {
    std::vector<std::size_t> vertices(graph.size());
    for (std::size_t i = 0; i < vertices.size(); ++i) vertices[i] = i;
    return largest_among(graph, vertices, 0);
}

void add_cliques(std::vector<Instance>& all, std::size_t vertices, double density) {
    const auto graph = std::make_shared<const graph::Graph>(graph::random_graph(vertices, density, vertices));
    const std::size_t known = clique_number(*graph);
    const std::string title = fmt::format("clique of G({}, {})", vertices, density);
    all.push_back({title, [graph, known, name = title](const SearchOptions& options) {
                       const auto found = maxclique::find_maximum_clique(*graph, {.search = options});
                       const std::size_t size = found.value.size();
                       check(found.status == Status::complete ? size == known : size <= known, name, found.status,
                             fmt::format("{}", size), fmt::format("{}", known));
                       return found.status;
                   }});
    for (const std::size_t wanted : {known, known + 1}) {
        const std::string of_size = fmt::format("{}-{}", wanted, title);
        all.push_back({of_size, [graph, known, wanted, name = of_size](const SearchOptions& options) {
                           const auto found = maxclique::find_clique(*graph, wanted, {.search = options});
                           const bool right = !found.value || found.value->size() >= wanted;
                           check(right && may_be(found.status, found.value.has_value(), wanted <= known), name,
                                 found.status, found.value ? "one" : "none", fmt::format("{}", known));
                           return found.status;
                       }});
    }
}

void add_knapsacks(std::vector<Instance>& all, unsigned items, std::uint64_t seed) {
    const Knapsack knapsack = Knapsack::random(items, seed);
    const std::int64_t known = knapsack.best();
    const Packing root{.room = knapsack.capacity};
    const std::string title = fmt::format("knapsack {}", items);
    all.push_back({title, [knapsack, known, root, name = title](const SearchOptions& options) {
                       const auto found = maximise<Pack>(knapsack, root, options);
                       const bool whole = found.status == Status::complete;
                       check(whole ? found.objective == known : !found.node || found.objective <= known, name,
                             found.status, fmt::format("{}", found.objective), fmt::format("{}", known));
                       return found.status;
                   }});
    for (const std::int64_t wanted : {known, known + 1}) {
        const std::string of_value = fmt::format("knapsack {} of {}", items, wanted);
        all.push_back({of_value, [knapsack, known, root, wanted, name = of_value](const SearchOptions& options) {
                           const auto found = decide<Pack>(knapsack, root, wanted, options);
                           const bool right = !found.node || found.node->value >= wanted;
                           check(right && may_be(found.status, found.node.has_value(), wanted <= known), name,
                                 found.status, found.node ? "one" : "none", fmt::format("{}", known));
                           return found.status;
                       }});
    }
}

constexpr const char* refusal = "a fold that refuses";

struct Refuse {
    using Value = std::uint64_t;

    unsigned refused;  // the depth

    Value identity() const { return 0; }
    void add(Value& /*value*/, const queens::Node& /*node*/, unsigned depth) const {
        if (depth == refused) throw std::runtime_error(refusal);
    }
    void merge(Value& /*value*/, const Value& /*other*/) const {}
};

}  // namespace

std::vector<Instance> instances() {
    std::vector<Instance> all;
    for (const unsigned genus : {16U, 24U, 28U, 33U}) all.push_back(semigroups_of(genus));
    for (const unsigned size : {8U, 10U, 12U}) all.push_back(queens_on(size));
    for (const unsigned size : {3U, 10U, 20U}) all.push_back(find_queens(size));
    for (const std::uint32_t depth : {5U, 8U}) {
        all.push_back(tree(fmt::format("tree of depth {}", depth), {.b0 = 4, .max_depth = depth, .seed = 19}));
    }
    all.push_back(tree("uneven tree", {.law = uts::Law::binomial, .b0 = 500, .q = 0.12, .m = 8, .seed = 42}));
    all.push_back(tree("T1", uts::named_tree("T1").tree));
    add_cliques(all, 60, 0.7);
    add_cliques(all, 150, 0.5);
    add_knapsacks(all, 20, 1);
    add_knapsacks(all, 35, 2);
    return all;
}

void fail_at(unsigned depth, const SearchOptions& options) {
    const queens::Space board(10);
    try {
        enumerate<queens::Generator>(board, {}, Refuse{.refused = depth}, options);
    } catch (const std::exception& error) {
        if (std::string(error.what()).find(refusal) != std::string::npos) return;
        throw;
    }
    throw Error("a search whose fold throws an exception has not thrown it");
}

}  // namespace scrump::soak
