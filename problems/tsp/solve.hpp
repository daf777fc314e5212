#pragma once
// The symmetric travelling salesman problem solved: local search for a good tour, then branch and bound for the proof.

#include <scrump/problems/several/several.hpp>
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
    /// Local search for good tours: some before the exact search, and then a little of it on one worker's time. The
    /// `ordered` skeleton uses only what comes before. Without it the search starts from a tour that is no better than
    /// any.
    bool local_search = true;
    /// A tour that is known already: only shorter ones are searched for. The same on all processes.
    Tour known{};
    /// Only tours that have all of these are searched for. The same on all processes.
    FixedEdges fixed{};
};

struct ShortestTour {
    Status status = Status::complete;  ///< complete: proved to be the shortest
    Tour tour;                         ///< from city 0 on; it was checked
    Length length = 0;                 ///< of `tour`
    Statistics statistics;             ///< its seconds include local search
};

/// A shortest tour of the instance; the shortest known if the search is stopped. One city: length 0; two: there and
/// back. Throws Error for an instance without cities and for fixed edges that no tour can have, std::invalid_argument
/// where `settings.known` is no tour of it with its fixed edges, UsageError as search.hpp. A search that is told to
/// stop does so between two nodes, which take milliseconds with 100 cities, and up to seconds with 2000.
ShortestTour find_shortest_tour(const Instance& instance, const Settings& settings = {});

struct ShortTour {
    Status status = Status::complete;  ///< complete without a tour: proved that there is none
    std::optional<Tour> tour;          ///< from city 0 on; it was checked
    Length length = 0;                 ///< of `tour`, if there is one
    Statistics statistics;
};

/// A tour of length `most` or less, or the proof that there is none. Throws as find_shortest_tour().
ShortTour find_tour(const Instance& instance, Length most, const Settings& settings = {});

struct TourOfLength {
    Tour tour;  ///< from city 0 on, and to the lesser of its neighbours
    Length length = 0;
};

/// Several tours, none of which is another one backwards; `wanted.at_least` is the length of the longest that is good
/// enough. First a shortest one is found, unless that is given: with it, checkpoints can keep the search, and
/// `settings` is used for its fixed edges and options alone. Throws as find_shortest_tour(), and UsageError for a gap
/// and a depth limit.
Several<TourOfLength> find_best_tours(const Instance& instance, const BestWanted<Length>& wanted,
                                      const Settings& settings = {});

}  // namespace scrump::tsp
