#pragma once
// Solves the symmetric travelling salesman problem: local search for a good tour, then branch and bound for the proof.

#include <scrump/problems/several/ext/several.hpp>
#include <scrump/problems/tsp/fixed_edges.hpp>
#include <scrump/problems/tsp/instance.hpp>
#include <scrump/problems/tsp/tour.hpp>
#include <scrump/search/best_wanted.hpp>
#include <scrump/search/options.hpp>
#include <scrump/search/result.hpp>

#include <optional>

namespace scrump::tsp {

struct Settings {
    SearchOptions search{};
    /// Whether local search looks for good tours: some before the exact search, and then a little on one worker's time.
    /// The `ordered` skeleton uses only the part before the search. Without local search, the search starts from an
    /// arbitrary tour.
    bool local_search = true;
    /// A known tour: only shorter ones are searched for. Must be the same on all processes.
    Tour known{};
    /// Only tours that have all of these edges are searched for. Must be the same on all processes.
    FixedEdges fixed{};
};

/// A tour with its length.
struct TourOfLength {
    Tour tour;  ///< from city 0 on, to the lesser of its neighbours first; checked
    Length length = 0;
};

/// Finds a shortest tour of the instance; the shortest known one if the search is stopped. One city: length 0; two:
/// there and back. Throws Error for an instance without cities and for fixed edges that no tour can have,
/// std::invalid_argument if `settings.known` is not a tour of it with its fixed edges, UsageError as search.hpp. A
/// stopped search ends between two nodes, which take milliseconds with 100 cities, and up to seconds with 1000;
/// the first node may take a minute then, if a checkpoint is wanted.
Answer<TourOfLength> find_shortest_tour(const Instance& instance, const Settings& settings = {});

/// Finds a tour of length `most` or less, or proves that none exists. Throws as find_shortest_tour().
Answer<std::optional<TourOfLength>> find_tour(const Instance& instance, Length most, const Settings& settings = {});

/// Finds several tours, none of which is the reverse of another; `wanted.at_least` is the largest acceptable length. A
/// shortest one is found first, unless that is given: if it is, checkpoints can store the search, and only the fixed
/// edges and options of `settings` are used. Throws as find_shortest_tour(), and UsageError for a gap and a depth
/// limit.
Several<TourOfLength> find_best_tours(const Instance& instance, const BestWanted<Length>& wanted,
                                      const Settings& settings = {});

}  // namespace scrump::tsp
