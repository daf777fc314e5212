#pragma once
// Random formulas, and their values by a plain evaluation on a graph of all markings.

#include <scrump/problems/petri/formula.hpp>
#include <scrump/problems/petri/net.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <random>
#include <utility>
#include <vector>

namespace scrump::petri::test {

/// Whether a sum is at most another one.
inline Formula at_most(Sum left, Sum right) {
    Formula formula{.kind = Formula::Kind::at_most};
    formula.left = std::move(left);
    formula.right = std::move(right);
    return formula;
}

/// All markings of a bounded net, the initial one first, and where transitions lead from each.
class PlainGraph {
  public:
    explicit PlainGraph(const Net& net) : net_(net) {
        std::vector<Tokens> initial;
        for (const Place& place : net.places) initial.push_back(place.tokens);
        std::map<std::vector<Tokens>, std::size_t> known{{initial, 0}};
        markings_.push_back(initial);
        for (std::size_t i = 0; i < markings_.size(); ++i) {
            next_.emplace_back();
            for (const Transition& transition : net.transitions) {
                if (!is_enabled(transition, markings_[i])) continue;
                std::vector<Tokens> next = markings_[i];
                for (const Arc& arc : transition.takes) next[arc.place] -= arc.weight;
                for (const Arc& arc : transition.puts) next[arc.place] += arc.weight;
                const auto [at, is_new] = known.emplace(next, markings_.size());
                if (is_new) markings_.push_back(next);
                next_[i].push_back(at->second);
            }
        }
    }

    static bool is_enabled(const Transition& transition, const std::vector<Tokens>& marking) {
        return std::ranges::all_of(transition.takes, [&](const Arc& arc) { return marking[arc.place] >= arc.weight; });
    }
    const std::vector<std::vector<Tokens>>& markings() const { return markings_; }
    const std::vector<std::size_t>& next(std::size_t marking) const { return next_[marking]; }

    /// The markings in which a formula of CTL holds. A path ends where no transition is enabled, and only there.
    std::vector<bool> values(const Formula& formula) const {
        using Kind = Formula::Kind;
        switch (formula.kind) {
            case Kind::negation:
                return opposite(values(formula.parts.front()));
            case Kind::all:
            case Kind::any: {
                std::vector<bool> all(markings_.size(), formula.kind == Kind::all);
                for (const Formula& part : formula.parts) {
                    const std::vector<bool> each = values(part);
                    for (std::size_t i = 0; i < all.size(); ++i)
                        all[i] = formula.kind == Kind::all ? all[i] && each[i] : all[i] || each[i];
                }
                return all;
            }
            case Kind::some_path:
                return some_path(formula.parts.front());
            case Kind::every_path:
                return every_path(formula.parts.front());
            default: {
                std::vector<bool> all;
                for (std::size_t i = 0; i < markings_.size(); ++i) all.push_back(holds(formula, i));
                return all;
            }
        }
    }

  private:
    // As few lines as possible, and not those that are tested.
    bool holds(const Formula& formula, std::size_t marking) const {
        using Kind = Formula::Kind;
        const auto value = [&](const Sum& sum) {
            std::int64_t result = sum.constant;
            for (const std::uint32_t place : sum.places) result += markings_[marking][place];
            return result;
        };
        if (formula.kind == Kind::at_most) return value(formula.left) <= value(formula.right);
        if (formula.kind == Kind::deadlock) return next_[marking].empty();
        for (const std::uint32_t transition : formula.transitions)
            if (is_enabled(net_.transitions[transition], markings_[marking])) return true;
        return formula.kind == Kind::yes;
    }

    static std::vector<bool> opposite(std::vector<bool> values) {
        values.flip();
        return values;
    }
    // Least or greatest fixed point.
    template <class Step>
    std::vector<bool> fixed_point(bool from, const Step& step) const {
        std::vector<bool> values(markings_.size(), from);
        for (bool changed = true; changed;) {
            changed = false;
            for (std::size_t i = 0; i < values.size(); ++i) {
                const bool now = step(i, values);
                changed = changed || now != values[i];
                values[i] = now;
            }
        }
        return values;
    }
    bool some_next(std::size_t marking, const std::vector<bool>& values) const {
        return std::ranges::any_of(next_[marking], [&](std::size_t each) { return values[each]; });
    }
    bool every_next(std::size_t marking, const std::vector<bool>& values) const {
        return std::ranges::all_of(next_[marking], [&](std::size_t each) { return values[each]; });
    }

    std::vector<bool> some_path(const Formula& path) const {
        using Kind = Formula::Kind;
        const std::vector<bool> first = values(path.parts.front());
        const std::vector<bool> last = values(path.parts.back());
        if (path.kind == Kind::next) {
            std::vector<bool> all;
            for (std::size_t i = 0; i < markings_.size(); ++i) all.push_back(some_next(i, last));
            return all;
        }
        return fixed_point(path.kind == Kind::always, [&](std::size_t i, const std::vector<bool>& values) {
            if (path.kind == Kind::always) return first[i] && (next_[i].empty() || some_next(i, values));
            return last[i] || ((path.kind == Kind::eventually || first[i]) && some_next(i, values));
        });
    }
    std::vector<bool> every_path(const Formula& path) const {
        using Kind = Formula::Kind;
        const std::vector<bool> first = values(path.parts.front());
        const std::vector<bool> last = values(path.parts.back());
        if (path.kind == Kind::next) {
            std::vector<bool> all;
            for (std::size_t i = 0; i < markings_.size(); ++i) all.push_back(every_next(i, last));
            return all;
        }
        return fixed_point(path.kind == Kind::always, [&](std::size_t i, const std::vector<bool>& values) {
            const bool goes_on = !next_[i].empty() && every_next(i, values);
            if (path.kind == Kind::always) return first[i] && every_next(i, values);
            return last[i] || ((path.kind == Kind::eventually || first[i]) && goes_on);
        });
    }

    const Net& net_;
    std::vector<std::vector<Tokens>> markings_;
    std::vector<std::vector<std::size_t>> next_;
};

/// Makes random formulas about a net.
class RandomFormulas {
  public:
    RandomFormulas(const Net& net, std::uint64_t seed) : net_(net), random_(seed) {}

    /// Of a marking.
    Formula of_marking(unsigned depth) {
        using Kind = Formula::Kind;
        if (depth == 0 || below(4) == 0) return atom();
        switch (below(5)) {
            case 0:
                return {.kind = Kind::negation, .parts = {of_marking(depth - 1)}};
            case 1:
            case 2:
                return {.kind = Kind::all, .parts = {of_marking(depth - 1), of_marking(depth - 1)}};
            default:
                return {.kind = Kind::any, .parts = {of_marking(depth - 1), of_marking(depth - 1)}};
        }
    }
    /// Of CTL.
    Formula of_ctl(unsigned depth) {
        using Kind = Formula::Kind;
        if (depth == 0) return atom();
        if (below(2) == 0) {
            const Kind kind = below(3) == 0 ? Kind::negation : below(2) == 0 ? Kind::all : Kind::any;
            Formula formula{.kind = kind, .parts = {of_ctl(depth - 1)}};
            if (kind != Kind::negation) formula.parts.push_back(of_ctl(depth - 1));
            return formula;
        }
        Formula path = temporal([&] { return of_ctl(depth - 1); });
        return {.kind = below(2) == 0 ? Kind::some_path : Kind::every_path, .parts = {std::move(path)}};
    }
    /// Of a path, without A and E.
    Formula of_path(unsigned depth) {
        using Kind = Formula::Kind;
        if (depth == 0) return atom();
        switch (below(5)) {
            case 0:
                return {.kind = Kind::negation, .parts = {of_path(depth - 1)}};
            case 1:
                return {.kind = below(2) == 0 ? Kind::all : Kind::any,
                        .parts = {of_path(depth - 1), of_path(depth - 1)}};
            default:
                return temporal([&] { return of_path(depth - 1); });
        }
    }
    Sum sum() {
        Sum sum{.constant = below(4) == 0 ? below(3) : 0};
        for (std::uint32_t places = below(3); places > 0; --places) sum.places.push_back(below(size(net_.places)));
        std::ranges::sort(sum.places);
        return sum;
    }

  private:
    std::uint32_t below(std::uint64_t limit) { return static_cast<std::uint32_t>(random_() % limit); }
    template <class Nodes>
    static std::uint32_t size(const Nodes& nodes) {
        return static_cast<std::uint32_t>(nodes.size());
    }

    Formula atom() {
        using Kind = Formula::Kind;
        const std::uint32_t which = below(12);
        if (which == 0) return {.kind = below(2) == 0 ? Kind::yes : Kind::no};
        if (which == 1) return {.kind = Kind::deadlock};
        if (which < 6) {
            Formula formula{.kind = Kind::enabled};
            for (std::uint32_t i = 0; i < 1 + below(2); ++i)
                formula.transitions.push_back(below(size(net_.transitions)));
            std::ranges::sort(formula.transitions);
            return formula;
        }
        Sum constant{.constant = 1 + below(2)};
        Formula formula{.kind = Kind::at_most, .left = sum(), .right = below(2) == 0 ? sum() : constant};
        if (below(2) == 0) std::swap(formula.left, formula.right);
        return formula;
    }
    template <class Part>
    Formula temporal(const Part& part) {
        using Kind = Formula::Kind;
        switch (below(4)) {
            case 0:
                return {.kind = Kind::next, .parts = {part()}};
            case 1:
                return {.kind = Kind::eventually, .parts = {part()}};
            case 2:
                return {.kind = Kind::always, .parts = {part()}};
            default:
                return {.kind = Kind::until, .parts = {part(), part()}};
        }
    }

    const Net& net_;
    std::mt19937_64 random_;
};

}  // namespace scrump::petri::test
