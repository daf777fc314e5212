// How many assignments satisfy a function, and which.

#include <scrump/states/diagrams/bdd.hpp>

#include <scrump/base/error.hpp>
#include <scrump/states/diagrams/detail/diagram_locality.hpp>

#include "solutions.hpp"

#include <gmpxx.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <numeric>
#include <string>
#include <utility>

namespace scrump {
namespace {

using detail::Cofactors;
using detail::DiagramWorker;
using detail::Edge;
using detail::Level;

// Variables by their places in an order.
class Places {
  public:
    Places(std::span<const unsigned> variables, const detail::VariableOrder& order) : order_(order) {
        if (!std::is_sorted(variables.begin(), variables.end(), std::less_equal<>()))
            throw UsageError("expected the variables of the assignments in ascending order, each once");
        for (const unsigned each : variables) levels_.push_back(order.level_of(each));
        numbers_.resize(levels_.size());
        std::iota(numbers_.begin(), numbers_.end(), std::size_t{0});
        if (order.is_given()) return;
        std::ranges::sort(numbers_, {}, [&](std::size_t number) { return levels_[number]; });
        std::ranges::sort(levels_);
    }

    std::size_t size() const { return levels_.size(); }
    /// Number of variables between two places, which are skipped where they do not matter.
    static std::size_t either(std::size_t from, std::size_t to) { return to - from; }
    /// Of the variable of a level; at the end for the constant.
    std::size_t of(Level level) const {
        if (level == detail::below_all) return size();
        const auto found = std::lower_bound(levels_.begin(), levels_.end(), level);
        if (found == levels_.end() || *found != level) {
            throw UsageError("the function depends on variable " + std::to_string(order_.variable_at(level)) +
                             ", which is not among the variables of the assignments");
        }
        return static_cast<std::size_t>(found - levels_.begin());
    }
    /// Number of the variable at a place among those given.
    std::size_t number(std::size_t place) const { return numbers_[place]; }

  private:
    const detail::VariableOrder& order_;
    std::vector<Level> levels_{};
    std::vector<std::size_t> numbers_{};
};

// Assignments in increasing order, until somebody has seen enough. Says whether to go on.
class Enumeration {
  public:
    Enumeration(DiagramWorker& worker, const Places& places, const std::function<bool(const std::vector<bool>&)>& see)
        : worker_(worker), places_(places), see_(see), values_(places.size()) {}

    bool from(Edge edge, std::size_t place) {
        if (edge == Edge::no()) return true;
        worker_.heed_end();
        const Cofactors of = worker_.cofactors(edge);
        const bool here = places_.of(of.level) == place;
        if (place == places_.size()) return see_(values_);
        for (const bool value : {false, true}) {
            values_[places_.number(place)] = value;
            if (!from(here ? (value ? of.high : of.low) : edge, place + 1)) return false;
        }
        return true;
    }

  private:
    DiagramWorker& worker_;
    const Places& places_;
    const std::function<bool(const std::vector<bool>&)>& see_;
    std::vector<bool> values_;
};

}  // namespace

Count Diagrams::count(const Bdd& function, std::span<const unsigned> variables) {
    const Places places(variables, locality_.variables());
    return detail::count_of(
        detail::SolutionCounter<mpz_class, Places>(locality_.worker(0), places).count(function.edge(), 0));
}

double Diagrams::count_roughly(const Bdd& function, std::span<const unsigned> variables) {
    const Places places(variables, locality_.variables());
    return detail::SolutionCounter<double, Places>(locality_.worker(0), places).count(function.edge(), 0);
}

void Diagrams::each(const Bdd& function, std::span<const unsigned> variables,
                    const std::function<bool(const std::vector<bool>&)>& see) {
    const Places places(variables, locality_.variables());
    const detail::DiagramLocality::OrderKept kept(locality_);
    Enumeration(locality_.worker(0), places, see).from(function.edge(), 0);
}

std::optional<std::vector<bool>> Diagrams::pick(const Bdd& function, std::span<const unsigned> variables) {
    std::optional<std::vector<bool>> first;
    each(function, variables, [&](const std::vector<bool>& values) {
        first = values;
        return false;
    });
    return first;
}

std::vector<std::vector<bool>> Diagrams::sample(const Bdd& function, std::span<const unsigned> variables,
                                                std::size_t count, std::uint64_t seed) {
    std::vector<std::vector<bool>> all;
    if (function.is_false()) return all;
    const Places places(variables, locality_.variables());
    detail::SolutionSampler<Places> sampler(locality_.worker(0), places, seed);
    while (all.size() < count) {
        std::vector<bool>& values = all.emplace_back(places.size());
        sampler.draw(function.edge(), [&](std::size_t place, bool value) { values[places.number(place)] = value; });
    }
    return all;
}

}  // namespace scrump
