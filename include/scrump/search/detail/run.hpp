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
    /// Number of words that each worker needs for others to read and write under a protocol of steal stacks; null if
    /// its nodes cannot be on such stacks.
    std::size_t (*stack_words)(const StealProtocol& protocol) = nullptr;
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

template <class Search>
SearchOutcome<Search> RunOf<Search>::run(const SearchOptions& options, const typename Search::Node& root,
                                         const std::function<std::unique_ptr<Search>()>& make) {
    Capabilities capabilities{.transferable = Search::transferable, .resumable = Search::resumable};
    if constexpr (Bounded<Search>) capabilities.bounded = Search::bounded;
    if constexpr (Search::stackable) {
        static_assert(has_steal_stacks<Search>());
        capabilities.stack_words = &StackWorker<Search>::shared_words;
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
