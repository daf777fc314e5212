#pragma once
// The definitions of search_all() and search_all_sparse(), for the files that compile them.

#include <scrump/problems/maxclique/detail/all_cliques_generator.hpp>
#include <scrump/problems/maxclique/detail/all_cliques_search.hpp>
#include <scrump/problems/maxclique/detail/maxclique.hpp>
#include <scrump/problems/maxclique/detail/scheduled_local_search.hpp>
#include <scrump/problems/maxclique/detail/sparse_generator.hpp>
#include <scrump/search.hpp>

#include <algorithm>
#include <utility>

namespace scrump::maxclique::detail {

template <class Larger>
[[gnu::cold]] Answer<AllCliques> search_all(const AllCliquesSpace<Larger>& space, const typename Larger::Node& root,
                                            std::size_t k, std::size_t wanted, SearchOptions options) {
    options.depth_limit = static_cast<unsigned>(std::min<std::size_t>(options.depth_limit, k));
    const KeepCliques<Larger> fold(space, wanted);
    auto result = enumerate<AllCliquesGenerator<Larger>>(space, root, fold, options);
    fold.keep_first(result.value);

    AllCliques found{.size = k, .count = result.value.count, .cliques = {}};
    found.cliques.resize(std::min<std::uint64_t>(found.count, wanted));
    auto next = result.value.vertices.begin();
    for (Clique& clique : found.cliques) {
        clique.assign(next, next + static_cast<std::ptrdiff_t>(k));
        next += static_cast<std::ptrdiff_t>(k);
    }
    return answer(result, std::move(found));
}

template <std::size_t W>
Answer<AllCliques> search_all(const graph::Graph& graph, std::size_t k, std::size_t wanted, SearchOptions options) {
    options.start_clock();
    const AllCliquesSpace<Generator<W>> space{make_space<W>(graph, search_order(graph)),
                                              static_cast<std::int32_t>(std::min(k, graph.size() + 1))};
    return search_all(space, root(space.graph), k, wanted, std::move(options));
}

template <std::size_t W>
Answer<AllCliques> search_all_sparse(SparseSpace space, std::size_t k, std::size_t wanted, SearchOptions options) {
    const AllCliquesSpace<SparseGenerator<W>> all{std::move(space), static_cast<std::int32_t>(k)};
    return search_all(all, root<W>(all.graph), k, wanted, std::move(options));
}

}  // namespace scrump::maxclique::detail
