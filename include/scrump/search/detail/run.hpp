#pragma once
// Runs a search to its end.

#include <scrump/search/detail/locality_of.hpp>
#include <scrump/search/detail/outcome.hpp>
#include <scrump/search/options.hpp>

#include <cstddef>
#include <functional>
#include <memory>
#include <utility>

namespace scrump::detail {

/// Capabilities of a search.
struct Capabilities {
    bool transferable = false;  ///< whether its nodes and values can be sent to other localities
    bool resumable = false;     ///< whether, in addition, its generators can be copied
    bool bounded = false;       ///< whether it can bound its answer
    bool exchanges = false;     ///< whether it can exchange incumbents with other runs
    /// If steal stacks hold its nodes in columns: number of words of a chunk of this number of nodes.
    std::size_t (*column_words)(std::size_t chunk) = nullptr;
    /// Otherwise: number of bytes that a node has on a stack. The same in all processes.
    std::function<std::size_t()> open_bytes{};
};

/// Throws UsageError for invalid options of any search.
void check_options(const SearchOptions& options);

/// Makes the localities of this process, each by a call of `make`, makes sure that all processes search the same,
/// serves the localities until the run is over, and watches limits, cancellation, checkpoints and progress meanwhile.
/// At the end, `look` is called with the locality that has the answer. `types`, called at most once and before `make`,
/// identifies the search by its types. Rethrows what a worker or `make` throws; throws Error if the run failed
/// elsewhere, or if another process searches something else, and UsageError for invalid options.
Outcome run(const SearchOptions& options, const Capabilities& capabilities, const std::function<SearchTypes()>& types,
            const std::function<std::unique_ptr<SearchLocality>(Locality::Setup)>& make,
            const std::function<void(SearchLocality&)>& look);

/// The outcome of a search of any type.
template <class Search>
struct SearchOutcome {
    Outcome outcome;
    typename Search::Answer answer{};
};

/// The run of a search. `extern template struct RunOf<S>;` keeps it from being compiled again in another file.
template <class Search>
struct RunOf {
    /// Searches below and with `root`; `make()` makes one locality's side of the search.
    static SearchOutcome<Search> run(const SearchOptions& options, const typename Search::Node& root,
                                     const std::function<std::unique_ptr<Search>()>& make);
};

/// Number of bytes that a node, with its depth, has on a steal stack: enough for all nodes if they are trivially
/// copyable, and otherwise for most. They seldom grow to more than twice the larger one of the root and its first
/// child.
template <class Search>
std::size_t bytes_on_stack(const Search& search, const typename Search::Node& root) {
    using Node = typename Search::Node;
    std::size_t bytes = sizeof(Node);
    if constexpr (Search::transferable && !std::is_trivially_copyable_v<Node>) {
        constexpr std::size_t growth = 512;
        const auto encoded = [](const Node& node) { return Encoder().put(node).take().size(); };
        auto generator = Search::Visitor::expand_anew(search.space(), root);
        Node child{};
        bytes = 2 * std::max(encoded(root), generator.next(child) ? encoded(child) : 0) + growth;
    }
    return sizeof(unsigned) + bytes;
}

template <class Search>
SearchOutcome<Search> RunOf<Search>::run(const SearchOptions& options, const typename Search::Node& root,
                                         const std::function<std::unique_ptr<Search>()>& make) {
    Capabilities capabilities{.transferable = Search::transferable, .resumable = Search::resumable};
    if constexpr (Bounded<Search>) capabilities.bounded = Search::bounded;
    if constexpr (requires { Search::exchanges; }) capabilities.exchanges = Search::exchanges;
    if constexpr (Search::stackable) {
        static_assert(has_steal_stacks<Search>());
        capabilities.column_words = &BatchExplorer<Search>::chunk_words;
    } else {
        capabilities.open_bytes = [&] { return bytes_on_stack(*make(), root); };
    }
    SearchOutcome<Search> found;
    // One is made early, to identify the search.
    std::unique_ptr<Search> search;
    found.outcome = detail::run(
        options, capabilities,
        [&] {
            search = make();
            return LocalityOf<Search>::types(*search, options, root);
        },
        [&](Locality::Setup setup) {
            return std::make_unique<LocalityOf<Search>>(std::move(setup), options, search ? std::move(search) : make(),
                                                        root);
        },
        [&](SearchLocality& first) { found.answer = static_cast<LocalityOf<Search>&>(first).take_answer(); });
    return found;
}

}  // namespace scrump::detail
