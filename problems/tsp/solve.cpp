#include <scrump/problems/tsp/solve.hpp>

#include <scrump/base/digest.hpp>
#include <scrump/problems/tsp/detail/generator.hpp>
#include <scrump/problems/tsp/detail/local_search.hpp>
#include <scrump/problems/tsp/detail/tours.hpp>
#include <scrump/runtime/session.hpp>
#include <scrump/search.hpp>
#include <scrump/search/best.hpp>

#include <algorithm>
#include <cstdint>
#include <functional>
#include <limits>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace scrump::tsp {
namespace {

/// Several walks of local search in turn, as one alone may be caught near a tour that is not the best.
class Walks {
  public:
    Walks(const Space& space, std::uint64_t seed) : space_(space), drawn_(drawn_together(space.instance, space.fixed)) {
        for (const Edge edge : space.fixed)
            shorter_by_ += space.instance.distance(edge.a, edge.b) - drawn_.distance(edge.a, edge.b);
        SplitMix64 seeds(seed);
        walks_.reserve(walks);
        for (std::size_t i = 0; i < walks; ++i) walks_.emplace_back(drawn_, seeds());
    }
    Walks(const Walks&) = delete;
    Walks& operator=(const Walks&) = delete;
    ~Walks() = default;

    /// The walks that come before the exact search: as long as `go_on()`, but a tour comes out of it in any case.
    template <class GoOn>
    Node begin(const GoOn& go_on) {
        Node best = node_of(space_.instance, any_tour(space_.instance, space_.fixed));
        if (auto better = improve(walks_.front(), 0, best.length)) best = std::move(*better);
        const std::size_t kicks = std::min(kicks_per_city * best.tour.size(), most_kicks);
        for (std::size_t made = 0; made < kicks && go_on(); made += kicks_at_once) {
            if (auto better = next(best.length)) best = std::move(*better);
        }
        return best;
    }

    /// To be called every `period` backtracks, which keeps it to a few hundredths of the time.
    std::optional<Node> next(Length best_so_far) {
        LocalSearch& walk = walks_[turn_];
        turn_ = (turn_ + 1) % walks_.size();
        return improve(walk, kicks_at_once, best_so_far);
    }

    static constexpr std::uint64_t period = 256;

  private:
    static constexpr std::size_t walks = 4;
    static constexpr std::size_t kicks_at_once = 100;
    static constexpr std::size_t kicks_per_city = 40;
    static constexpr std::size_t most_kicks = 10'000;

    std::optional<Node> improve(LocalSearch& walk, std::size_t kicks, Length best_so_far) {
        auto tour = walk.improve(kicks, best_so_far - shorter_by_);
        if (!tour || !has_all(*tour, space_.fixed)) return std::nullopt;
        return node_of(space_.instance, std::move(*tour));
    }

    const Space& space_;
    const Instance drawn_;   // where they walk
    Length shorter_by_ = 0;  // tours with all fixed edges are, there
    std::vector<LocalSearch> walks_;
    std::size_t turn_ = 0;
};

std::string describe(const Space& space, const std::string& sought) {
    const Instance& instance = space.instance;
    const std::string_view bytes{reinterpret_cast<const char*>(instance.row(0)),
                                 instance.size() * instance.size() * sizeof(Distance)};
    // Earlier versions had other nodes, without cuts.
    std::string text = sought + " by cuts, of " + std::to_string(instance.size()) + " cities, " + digest(bytes);
    if (!space.fixed.empty()) text += ", fixed edges";
    for (const Edge edge : space.fixed)
        text.append(" ").append(std::to_string(edge.a)).append("-").append(std::to_string(edge.b));
    return text;
}

using Solution = Answer<std::optional<TourOfLength>>;

/// No tour is shorter or longer than these limits; so the one to beat is never taken for the worst of all.
Length possible(const Instance& instance, Length length) {
    const Length limit = static_cast<Length>(instance.size()) * longest;
    return std::clamp(length, -limit - 1, limit);
}

SearchHints<Generator> hints_of(Walks& walks, const auto& go_on) {
    SearchHints<Generator> hints;
    hints.start = walks.begin(go_on);
    hints.primal_heuristic = {.run = [&](Length to_beat) { return walks.next(to_beat); }, .period = Walks::period};
    return hints;
}

/// Whether nodes are to be got over with, to be asked while `options` live. What a checkpoint leaves to another run is
/// to be as good as ever, and all shards must divide the same tree.
std::function<bool()> hurry(const SearchOptions& options) {
    if (options.checkpoints.wanted() || options.shard) return {};
    return [&options] { return options.should_stop(); };
}

Solution search(const Instance& instance, std::optional<Length> most, const Settings& settings) {
    SearchOptions options = settings.search;
    options.start_clock();
    const Space space(instance, hurry(options), settings.fixed, std::nullopt, !options.shard);
    if (!settings.known.empty() && !(is_tour(instance, settings.known) && has_all(settings.known, space.fixed)))
        throw std::invalid_argument("the known tour is not a tour of this instance");
    if (compares_problem(options)) {
        options.checkpoints.problem =
            describe(space, most ? "tour of at most " + std::to_string(*most) : "shortest tour");
    }
    SearchHints<Generator> hints;
    std::optional<Walks> walks;
    // Of several processes, the first one looks for good tours; the others learn of them.
    if (options.session == nullptr || options.session->first()) {
        hints.start = node_of(instance, any_tour(instance, space.fixed));
        if (settings.local_search) {
            walks.emplace(space, options.seed);
            hints = hints_of(*walks, [&] { return !options.should_stop(); });
        }
        if (!settings.known.empty() && length_of(instance, settings.known) < hints.start->length)
            hints.start = node_of(instance, settings.known);
    }

    Solution solution;
    const auto take = [&](auto result) {
        std::optional<TourOfLength> tour;
        if (result.node) tour = TourOfLength{normalised(result.node->tour)};
        solution = answer(result, std::move(tour));
    };
    if (most) {
        take(decide<Generator, Minimise>(space, root(space), possible(instance, *most), options, std::move(hints)));
    } else {
        take(minimise<Generator>(space, root(space), options, std::move(hints)));
    }
    return solution;
}

void check(const Instance& instance, const Tour& tour, const FixedEdges& fixed) {
    if (!is_tour(instance, tour) || !has_all(tour, fixed)) {
        throw std::logic_error("travelling salesman: the answer is not a tour; this is a defect of Scrump");
    }
}

Solution solve(const Instance& instance, std::optional<Length> most, const Settings& settings) {
    Solution solution = search(instance, most, settings);
    if (!solution.value) return solution;
    TourOfLength& found = *solution.value;
    check(instance, found.tour, settings.fixed);
    found.length = length_of(instance, found.tour);
    if (most && found.length > *most) {
        throw std::logic_error("travelling salesman: the answer is too long; this is a defect of Scrump");
    }
    return solution;
}

/// `shortest`: no tour is shorter.
Several<TourOfLength> search_several(const Instance& instance, const BestWanted<Length>& wanted, Length shortest,
                                     const Settings& settings) {
    SearchOptions options = settings.search;
    options.start_clock();
    const Space space(instance, hurry(options), settings.fixed, longest_tour(instance), !options.shard);
    if (compares_problem(options)) options.checkpoints.problem = describe(space, "several tours");
    const ToursSpace tours{space, shortest};
    auto result = best<ToursGenerator, Minimise>(tours, root(space), wanted, options);
    std::vector<TourOfLength> several;
    for (const auto& [length, node] : result.solutions) {
        several.push_back({normalised(node.tour), length});
        check(instance, node.tour, settings.fixed);
        if (length_of(instance, node.tour) != length)
            throw std::logic_error("travelling salesman: a tour of another length; this is a defect of Scrump");
    }
    return answer(result, std::move(several));
}

}  // namespace

Answer<TourOfLength> find_shortest_tour(const Instance& instance, const Settings& settings) {
    return solve(instance, std::nullopt, settings).transform([](std::optional<TourOfLength> found) {
        return std::move(found).value_or(TourOfLength{});
    });
}

Answer<std::optional<TourOfLength>> find_tour(const Instance& instance, Length most, const Settings& settings) {
    return solve(instance, most, settings);
}

Several<TourOfLength> find_best_tours(const Instance& instance, const BestWanted<Length>& wanted,
                                      const Settings& settings) {
    expect_fit_for_several("travelling salesman", settings.search);
    BestWanted<Length> others = wanted;
    if (wanted.at_least) {
        others.at_least = possible(instance, *wanted.at_least);
        return search_several(instance, others, possible(instance, std::numeric_limits<Length>::lowest()), settings);
    }
    const auto with = [&](const SearchOptions& options) {
        Settings changed = settings;
        changed.search = options;
        return changed;
    };
    const auto find_best = [&](const SearchOptions& given) {
        return as_several(find_shortest_tour(instance, with(given)));
    };
    const auto find_others = [&](const TourOfLength& shortest, const SearchOptions& left) {
        others.at_least =
            wanted.equal ? shortest.length : kth_near(instance, shortest.tour, settings.fixed, wanted.most);
        return search_several(instance, others, shortest.length, with(left));
    };
    return best_and_others("travelling salesman", settings.search, find_best, find_others);
}

}  // namespace scrump::tsp
