#include <scrump/problems/maxclique/certified.hpp>

#include <scrump/base/error.hpp>
#include <scrump/problems/graph/ext/describe.hpp>
#include <scrump/problems/maxclique/detail/logged_generator.hpp>
#include <scrump/problems/maxclique/detail/maxclique.hpp>
#include <scrump/problems/maxclique/detail/proof.hpp>
#include <scrump/problems/maxclique/detail/scheduled_local_search.hpp>
#include <scrump/problems/maxclique/detail/size_class.hpp>
#include <scrump/problems/maxclique/detail/solve_class.hpp>
#include <scrump/problems/maxclique/ext/greedy.hpp>
#include <scrump/problems/proof/ext/certify.hpp>
#include <scrump/runtime/session.hpp>
#include <scrump/search.hpp>
#include <scrump/search/ext/preparation.hpp>

#include <algorithm>
#include <cstdint>
#include <ostream>
#include <stdexcept>
#include <utility>
#include <vector>

namespace scrump::maxclique {
namespace {

#ifdef SCRUMP_FEW_SIZE_CLASSES
using CertifiedSizeClasses = std::index_sequence<64>;
#else
using CertifiedSizeClasses = std::index_sequence<4, 13, 64>;
#endif

template <std::size_t W>
LoggedNode<W> logged_node_of(const LoggedSpace<W>& space, const Clique& clique) {
    const Node<W> plain = node_of(space.graph, clique);
    LoggedNode<W> node = root(space);
    node.candidates = plain.candidates;
    node.clique = plain.clique;
    node.size = plain.size;
    return node;
}

/// Of either question: the answer, and the vertices in the order of the log.
struct LoggedSolution {
    detail::Solution solution;
    std::vector<std::uint32_t> order{};
};

template <std::size_t W>
LoggedSolution search_logged(const graph::Graph& graph, std::optional<std::int32_t> target, const Settings& settings,
                             proof::TreeLog& log) {
    using G = LoggedGenerator<W>;
    SearchOptions options = settings.search;
    options.start_clock();
    options.check = false;  // who looks at a node has it logged
    const SearchOrder order = search_order(graph);
    const LoggedSpace<W> space{make_space<W>(graph, order), &log};
    const auto to_node = [&](const Clique& clique) { return logged_node_of(space, clique); };
    SearchHints<G> hints;
    if (!settings.known.empty()) hints.start = to_node(settings.known);
    std::optional<detail::ScheduledLocalSearch<LocalSearch>> local;
    const bool leads = options.session == nullptr || options.session->first();
    if (settings.local_search && leads && graph.size() > 0) {
        local.emplace(graph, LocalSearch(graph, options.seed, order.bound()));
        hints = local->guide<G>(settings.known, options, to_node);
    }
    LoggedSolution found;
    const auto take = [&](auto result) {
        found.solution = answer(result, std::optional<Clique>());
        if (!result.node) return;
        Clique clique;
        result.node->clique.for_each([&](std::size_t v) { clique.push_back(space.graph.original(v)); });
        std::ranges::sort(clique);
        found.solution.value = std::move(clique);
    };
    if (!target) {
        take(maximise<G>(space, root(space), options, std::move(hints)));
    } else {
        take(decide<G>(space, root(space), *target, options, std::move(hints)));
    }
    for (std::size_t v = 0; v < graph.size(); ++v)
        found.order.push_back(static_cast<std::uint32_t>(space.graph.original(v)));
    return found;
}

/// The answer, if the search came to its end, and the certificate.
std::pair<detail::Solution, std::optional<proof::Certificate>> solve_certified(const graph::Graph& graph,
                                                                               std::optional<std::size_t> k,
                                                                               const std::string& name,
                                                                               Settings settings) {
    if (graph.size() == 0 || graph.size() > max_certified_vertices) {
        throw Error("the graph has " + std::to_string(graph.size()) + " vertices; proofs are written for 1 to " +
                    std::to_string(max_certified_vertices));
    }
    if (!is_clique(graph, settings.known))
        throw std::invalid_argument("the known clique is not a clique of this graph");
    const proof::Target to{name};
    proof::check(to, settings.search);
    std::optional<std::int32_t> target;
    if (k) target = static_cast<std::int32_t>(std::min(*k, graph.size() + 1));
    if (compares_problem(settings.search)) {
        settings.search.checkpoints.problem =
            "proof of " + (k ? "clique of " + std::to_string(*k) + " vertices" : std::string("maximum clique")) +
            " of " + graph::describe(graph);
    }
    Session* const session = settings.search.session;
    proof::TreeLog log(name, session == nullptr ? 0 : session->self());
    const auto search = [&] {
        return with_size_class<CertifiedSizeClasses>(
            graph.size(), [&](auto words) { return search_logged<words>(graph, target, settings, log); });
    };
    const auto give_up = [](Status status, Statistics cost) {
        return LoggedSolution{{status, std::nullopt, std::move(cost)}};
    };
    LoggedSolution found = scrump::prepare_and(settings.search, search, give_up);
    if (found.solution.value && !is_clique(graph, *found.solution.value)) {
        throw std::logic_error("maximum clique: the answer is not a clique; this is a defect of Scrump");
    }
    const NonEdges edges(graph);
    const auto write = [&](std::ostream& out, const proof::LoggedTree& tree) {
        if (!k) return write_maximum_proof(out, edges, found.solution.value.value_or(Clique{}), tree, found.order);
        if (found.solution.value) return write_witness(out, edges, *found.solution.value);
        return write_refutation(out, edges, *k, tree, found.order);
    };
    auto certificate = proof::certify(to, log, settings.search, found.solution.status == Status::complete,
                                      {[&](std::ostream& out) { write_problem(out, edges, k); }, write});
    return {detail::with_what_is_known(std::move(found.solution), graph, target, settings), std::move(certificate)};
}

}  // namespace

CertifiedMaximumClique certify_maximum_clique(const graph::Graph& graph, const std::string& name,
                                              const Settings& settings) {
    auto [solution, certificate] = solve_certified(graph, std::nullopt, name, settings);
    return {std::move(solution).transform(detail::or_no_vertices), std::move(certificate)};
}

CertifiedKClique certify_clique(const graph::Graph& graph, std::size_t k, const std::string& name,
                                const Settings& settings) {
    auto [solution, certificate] = solve_certified(graph, k, name, settings);
    return {detail::of_k_vertices(std::move(solution), k), std::move(certificate)};
}

}  // namespace scrump::maxclique
