#include <scrump/problems/sip/solve.hpp>

#include <scrump/base/error.hpp>
#include <scrump/problems/sip/detail/generator.hpp>
#include <scrump/problems/sip/detail/restart_generator.hpp>
#include <scrump/search.hpp>
#include <scrump/search/estimate.hpp>
#include <scrump/search/ext/preparation.hpp>
#include <scrump/search/restarting_search.hpp>

#include <algorithm>
#include <mutex>
#include <numeric>
#include <stdexcept>
#include <stop_token>
#include <string>
#include <utility>

namespace scrump::sip {
namespace {

/// Adds up what nodes say that there is in them.
struct CountSolutions {
    using Value = std::uint64_t;

    Value identity() const { return 0; }
    void add(Value& value, const Node& node, unsigned) const { merge(value, node.solutions); }
    void merge(Value& value, const Value& other) const {
        if (__builtin_add_overflow(value, other, &value)) throw_too_many();
    }
};

/// Lists the solutions, each of which is a node.
struct CollectSolutions {
    using Value = Mappings;

    const Space* space;

    Value identity() const { return Mappings(space->pattern_size()); }
    void add(Value& value, const Node& node, unsigned) const {
        if (node.solutions > 0) value.add(space->mapping(node));
    }
    void merge(Value& value, const Value& other) const { value.add(other); }
    bool valid(const Value& value) const { return value.are_of(space->pattern_size(), space->target_size()); }
};

void verify(const Problem& problem, std::span<const std::uint32_t> mapping) {
    if (!is_solution(problem, mapping))
        throw std::logic_error("subgraph isomorphism: the answer is not such a mapping; this is a defect of Scrump");
}

/// To whom workers tell solutions, until one call says that these are enough.
class Listener {
  public:
    Listener(const Problem& problem, const Tell& tell) : problem_(problem), tell_(tell) {}

    /// Whether it was told.
    bool take(std::span<const std::uint32_t> mapping) {
        const std::lock_guard one_at_a_time(mutex_);
        const bool told = !stop_.stop_requested();
        if (told) {
            verify(problem_, mapping);
            if (!tell_(mapping)) stop_.request_stop();
        }
        ended_early_ |= stop_.stop_requested();
        return told;
    }
    /// Whether somebody had enough while there were solutions: the search may have come to its end all the same.
    bool ended_early() const { return ended_early_; }
    void stop() { stop_.request_stop(); }
    std::stop_token stopped() const { return stop_.get_token(); }

  private:
    const Problem& problem_;
    const Tell& tell_;
    std::mutex mutex_;
    std::stop_source stop_;
    bool ended_early_ = false;
};

/// Counts the solutions that somebody was told of.
struct TellSolutions : CountSolutions {
    const Space* space;
    Listener* listener;

    TellSolutions(const Space& of, Listener& to) : space(&of), listener(&to) {}
    void add(Value& value, const Node& node, unsigned) const {
        if (node.solutions > 0 && listener->take(space->mapping(node))) ++value;
    }
};

/// What comes before each search: the space, on the clock of its options.
class Prepared {
  public:
    Prepared(const Problem& problem, Goal goal, const std::string& question, const SearchOptions& given)
        : options_(timed(given)), space_(checked(problem), goal) {
        // Nodes are told in the numbers of those vertices of the target that are left.
        if (compares_problem(options_))
            options_.checkpoints.problem = question + " of " + problem.describe() + ", among vertices like its own";
    }

    const Space& space() const { return space_; }
    const SearchOptions& options() const { return options_; }

  private:
    static SearchOptions timed(SearchOptions options) {
        options.start_clock();
        return options;
    }
    static const Problem& checked(const Problem& problem) {
        problem.check();
        return problem;
    }

    SearchOptions options_;
    Space space_;
};

/// The objective of a mapping of the whole pattern.
std::int32_t complete(const Space& space) {
    return static_cast<std::int32_t>(space.pattern_size());
}

/// Prepares, lets `search` decide, and verifies what it finds.
template <class Search>
Answer<std::optional<Mapping>> find_by(const Problem& problem, const std::string& question,
                                       const SearchOptions& options, const Search& search) {
    auto found = scrump::prepare_and(options, [&] {
        const Prepared prepared(problem, Goal::find, question, options);
        const Space& space = prepared.space();
        auto result = search(space, prepared.options());
        std::optional<Mapping> mapping;
        if (result.node) mapping = space.mapping(*result.node);
        return answer(result, std::move(mapping));
    });
    if (found.value) verify(problem, *found.value);
    return found;
}

}  // namespace

Answer<std::optional<Mapping>> find(const Problem& problem, const SearchOptions& options) {
    return find_by(problem, "a mapping", options, [](const Space& space, const SearchOptions& prepared) {
        return decide<Generator>(space, space.root(), complete(space), prepared);
    });
}

RestartedMapping find_with_restarts(const Problem& problem, const SearchOptions& options, const Restarts& restarts) {
    check_restarts(options, restarts);  // before the preparation
    RestartStatistics used;
    auto found =
        find_by(problem, "a mapping, with restarts", options, [&](const Space& space, const SearchOptions& prepared) {
            auto decided = decide_with_restarts<RestartGenerator>(space, RestartNode{space.root(), {}}, complete(space),
                                                                  prepared, restarts);
            used = decided.restarts;
            return decided;
        });
    return {std::move(found), used};
}

EnumerationResult<std::uint64_t> count(const Problem& problem, const SearchOptions& options) {
    const auto search = [&] {
        const Prepared prepared(problem, Goal::count, "the number of mappings", options);
        const Space& space = prepared.space();
        return enumerate<Generator>(space, space.root(), CountSolutions{}, prepared.options());
    };
    return scrump::prepare_and(options, search);
}

EnumerationResult<Mappings> all(const Problem& problem, const SearchOptions& options) {
    const auto search = [&] {
        const Prepared prepared(problem, Goal::see, "all mappings", options);
        const Space& space = prepared.space();
        return enumerate<Generator>(space, space.root(), CollectSolutions{&space}, prepared.options());
    };
    auto result = scrump::prepare_and(options, search, [&](Status status, Statistics cost) {
        return EnumerationResult<Mappings>{status, Mappings(problem.pattern.size()), std::move(cost)};
    });
    result.value.sort();
    for (std::size_t i = 0; i < result.value.size(); ++i) verify(problem, result.value[i]);
    return result;
}

EnumerationResult<std::uint64_t> each(const Problem& problem, const Tell& tell, const SearchOptions& given) {
    Listener listener(problem, tell);
    const std::stop_callback with_the_caller(given.stop, [&] { listener.stop(); });
    SearchOptions options = given;
    options.stop = listener.stopped();
    refuse_estimate(options, "a search that reports each mapping");
    options.estimates = false;
    if (has_other_runs(options)) {
        throw UsageError("a search that reports each mapping has no checkpoints, shards or incumbents: leave them out");
    }
    const auto search = [&] {
        const Prepared prepared(problem, Goal::see, "each mapping", options);
        const Space& space = prepared.space();
        return enumerate<Generator>(space, space.root(), TellSolutions(space, listener), prepared.options());
    };
    auto result = scrump::prepare_and(options, search, [](Status status, Statistics cost) {
        return EnumerationResult<std::uint64_t>{status, 0, std::move(cost)};
    });
    if (listener.ended_early() && result.status == Status::complete) result.status = Status::cancelled;
    return result;
}

void Mappings::add(std::span<const std::uint32_t> mapping) {
    images_.insert(images_.end(), mapping.begin(), mapping.end());
    ++size_;
}

bool Mappings::are_of(std::size_t pattern_size, std::size_t target_size) const {
    return pattern_size_ == pattern_size && size_ <= std::max<std::size_t>(images_.size(), 1) &&
           images_.size() == size_ * pattern_size_ &&
           std::ranges::all_of(images_, [&](std::uint32_t image) { return image < target_size; });
}

void Mappings::add(const Mappings& others) {
    images_.insert(images_.end(), others.images_.begin(), others.images_.end());
    size_ += others.size_;
}

void Mappings::sort() {
    std::vector<std::size_t> order(size_);
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::ranges::sort(order, [&](std::size_t a, std::size_t b) {
        return std::ranges::lexicographical_compare((*this)[a], (*this)[b]);
    });
    Mappings sorted(pattern_size_);
    sorted.images_.reserve(images_.size());
    for (const std::size_t index : order) sorted.add((*this)[index]);
    *this = std::move(sorted);
}

}  // namespace scrump::sip
