#pragma once
// The definition of search_all(), for the files that compile it.

#include <scrump/problems/maxclique/all_cliques_generator.hpp>
#include <scrump/problems/maxclique/all_cliques_search.hpp>
#include <scrump/problems/maxclique/scheduled_local_search.hpp>
#include <scrump/search.hpp>

#include <algorithm>
#include <chrono>
#include <utility>

namespace scrump::maxclique::detail {

template <std::size_t W>
AllCliques search_all(const graph::Graph& graph, std::size_t k, std::size_t wanted, Options options) {
    using G = AllCliquesGenerator<W>;
    const auto began = std::chrono::steady_clock::now();
    const AllCliquesSpace<W> space{make_space<W>(graph), static_cast<std::int32_t>(std::min(k, graph.size() + 1))};
    take_off_limit(options, began);
    options.depth_limit = static_cast<unsigned>(std::min<std::size_t>(options.depth_limit, k));
    const KeepCliques<W> fold(space, wanted);
    auto result = enumerate<G>(space, root(space.graph), fold, options);
    fold.keep_first(result.value);

    AllCliques found;
    found.status = result.status;
    found.size = k;
    found.count = result.value.count;
    found.cliques.resize(std::min<std::uint64_t>(found.count, wanted));
    auto next = result.value.vertices.begin();
    for (Clique& clique : found.cliques) {
        clique.assign(next, next + static_cast<std::ptrdiff_t>(k));
        next += static_cast<std::ptrdiff_t>(k);
    }
    found.statistics = std::move(result.statistics);
    found.statistics.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count();
    return found;
}

}  // namespace scrump::maxclique::detail
