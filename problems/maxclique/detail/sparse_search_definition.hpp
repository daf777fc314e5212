#pragma once
// The definition of search_sparse(), for the files that compile it.

#include <scrump/problems/maxclique/detail/sparse_generator.hpp>
#include <scrump/problems/maxclique/detail/sparse_search.hpp>
#include <scrump/search.hpp>

#include <utility>

namespace scrump::maxclique::detail {

template <std::size_t W>
Solution search_sparse(const SparseSpace& space, std::optional<std::int32_t> target, const SearchOptions& options,
                       const Clique& good) {
    using G = SparseGenerator<W>;
    SearchHints<G> hints{.start = good.empty() ? known_node<W>(space) : node_of<W>(space, good)};
    hints.bound = [&space, colours = std::optional<std::int32_t>()]() mutable {
        if (!colours) colours = static_cast<std::int32_t>(count_colours(space.graph()));
        return *colours;
    };
    Solution solution;
    const auto take = [&](auto result) {
        std::optional<Clique> clique;
        if (result.node) clique = vertices_of(space, *result.node);
        solution = answer(result, std::move(clique));
    };
    if (!target) {
        take(maximise<G>(space, root<W>(space), options, std::move(hints)));
    } else {
        take(decide<G>(space, root<W>(space), *target, options, std::move(hints)));
    }
    return solution;
}

}  // namespace scrump::maxclique::detail
