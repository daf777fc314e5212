#pragma once
// What is known before a search for few colours: a part of the graph that determines the number, bounds from both
// sides, and walks that look for better colourings.

#include <scrump/problems/colouring/colouring.hpp>
#include <scrump/problems/colouring/detail/effort.hpp>
#include <scrump/problems/colouring/detail/kernel.hpp>
#include <scrump/problems/colouring/ext/tabu.hpp>
#include <scrump/problems/graph/graph.hpp>
#include <scrump/problems/maxclique/solve.hpp>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

namespace scrump::colouring {

/// All of it, except `best` and `at_least`, follows from the graph and the target alone, whatever the limits are: all
/// processes, and runs that resume others, must come to the same space. Bounds may differ: each is right.
struct Start {
    Kernel kernel;
    std::vector<std::size_t> clique;  ///< of the kernel
    std::size_t at_least;             ///< colours that the kernel needs
    std::size_t known;                ///< that a colouring of the kernel has
    std::size_t reduced_for;          ///< colours that were known to be needed when the graph was reduced to it
    Colouring best;                   ///< of the kernel
};

/// A large clique: every colouring gives its vertices different colours. Local search alone finds it, for a fixed
/// number of steps: where a search is stopped by a limit is not the same everywhere.
maxclique::Clique find_clique(const graph::Graph& graph);

/// With a target, only colourings with at most `target` colours are wanted.
Start prepare(const graph::Graph& graph, std::optional<std::size_t> target);

/// The same colours, numbered one after another.
Colouring compact(Colouring colouring);

/// A colouring of the whole graph becomes the start on the kernel, if it is better there than the start.
void take_known(Start& start, const Colouring& known);

/// Looks for colourings of the kernel with ever fewer colours, down to `enough`, while `go_on()` returns true.
void improve(Start& start, std::size_t enough, std::uint64_t seed, const std::function<bool()>& go_on);

/// Raises the number of colours that the kernel needs, up to `enough`, where a part of it shows that; may find a better
/// colouring.
void raise_bound(Start& start, std::size_t enough, Effort& effort);

/// Tabu search beside an exact search.
class Walks {
  public:
    /// `start` must outlive the walks.
    Walks(const Start& start, std::uint64_t seed) : start_(start), seed_(seed) {}

    /// To be called every `period` backtracks: a colouring of the kernel with at most `colours`, if it is found now.
    std::optional<Colouring> next(std::size_t colours);

    static constexpr std::uint64_t period = 1024;

  private:
    const Start& start_;
    std::uint64_t seed_;
    std::size_t colours_ = 0;
    std::uint64_t left_ = 0;  // effort until the walk begins anew
    std::uint64_t whole_ = 0;
    std::optional<TabuSearch> walk_;
};

}  // namespace scrump::colouring
