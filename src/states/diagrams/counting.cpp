// How many assignments satisfy a function, and which.

#include <scrump/states/diagrams/bdd.hpp>

#include <scrump/base/error.hpp>
#include <scrump/states/diagrams/detail/diagram_locality.hpp>

#include <gmpxx.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <string>
#include <unordered_map>
#include <utility>

namespace scrump {
namespace {

using detail::Cofactors;
using detail::DiagramWorker;
using detail::Edge;
using detail::Level;

double power_of_two(double /*type*/, std::size_t exponent) {
    return std::ldexp(1.0, static_cast<int>(std::min<std::size_t>(exponent, 1U << 20U)));
}
double times_power_of_two(double number, std::size_t exponent) {
    return number == 0 ? 0 : number * power_of_two({}, exponent);
}
mpz_class power_of_two(const mpz_class& /*type*/, std::size_t exponent) {
    return mpz_class(1) << exponent;
}
mpz_class times_power_of_two(const mpz_class& number, std::size_t exponent) {
    return number << exponent;
}

// Variables by their places in an order.
class Places {
  public:
    explicit Places(std::span<const unsigned> variables) : levels_(variables.begin(), variables.end()) {
        if (!std::is_sorted(levels_.begin(), levels_.end(), std::less_equal<>()))
            throw UsageError("expected the variables of the assignments in ascending order, each once");
    }

    std::size_t size() const { return levels_.size(); }
    /// Of the variable of a level; at the end for the constant.
    std::size_t of(Level level) const {
        if (level == detail::below_all) return size();
        const auto found = std::lower_bound(levels_.begin(), levels_.end(), level);
        if (found == levels_.end() || *found != level) {
            throw UsageError("the function depends on variable " + std::to_string(level) +
                             ", which is not among the variables of the assignments");
        }
        return static_cast<std::size_t>(found - levels_.begin());
    }

  private:
    std::vector<Level> levels_;
};

// Each function is counted once, over the variables from its own on; and so is its complement, as a difference would
// have lost what is small beside what is large, or be that of two infinite numbers.
template <class Number>
class Counter {
  public:
    Counter(DiagramWorker& worker, const Places& places) : worker_(worker), places_(places) {}

    /// Over the variables from a place on.
    Number count(Edge edge, std::size_t from) {
        if (edge == Edge::no()) return 0;
        if (edge == Edge::yes()) return power_of_two(Number(), places_.size() - from);
        const Cofactors of = worker_.cofactors(edge);
        const std::size_t place = places_.of(of.level);
        return times_power_of_two(from_own(edge, of, place), place - from);
    }

  private:
    const Number& from_own(Edge edge, const Cofactors& of, std::size_t place) {
        if (const auto known = counts_.find(edge.bits); known != counts_.end()) return known->second;
        Number both = count(of.low, place + 1);
        both += count(of.high, place + 1);
        return counts_.emplace(edge.bits, std::move(both)).first->second;
    }

    DiagramWorker& worker_;
    const Places& places_;
    std::unordered_map<std::uint64_t, Number> counts_;
};

// Assignments in increasing order, until somebody has seen enough. Says whether to go on.
class Enumeration {
  public:
    Enumeration(DiagramWorker& worker, const Places& places, const std::function<bool(const std::vector<bool>&)>& see)
        : worker_(worker), places_(places), see_(see), values_(places.size()) {}

    bool from(Edge edge, std::size_t place) {
        if (edge == Edge::no()) return true;
        const Cofactors of = worker_.cofactors(edge);
        const bool here = places_.of(of.level) == place;
        if (place == places_.size()) return see_(values_);
        for (const bool value : {false, true}) {
            values_[place] = value;
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
    const Places places(variables);
    const mpz_class exact = Counter<mpz_class>(locality_.worker(0), places).count(function.edge(), 0);
    return {.digits = exact.get_str(), .approximate = exact.get_d()};
}

double Diagrams::count_roughly(const Bdd& function, std::span<const unsigned> variables) {
    const Places places(variables);
    return Counter<double>(locality_.worker(0), places).count(function.edge(), 0);
}

void Diagrams::each(const Bdd& function, std::span<const unsigned> variables,
                    const std::function<bool(const std::vector<bool>&)>& see) {
    const Places places(variables);
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

}  // namespace scrump
