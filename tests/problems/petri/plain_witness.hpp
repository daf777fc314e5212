#pragma once
// Whether a path and a cycle after it show what a formula of CTL says, by values of its parts in a graph of all
// markings.

#include "plain_formulas.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace scrump::petri::test {

class PlainWitness {
  public:
    /// The transitions are fired from the initial marking on.
    PlainWitness(const Net& net, const PlainGraph& graph, const std::vector<std::uint32_t>& path,
                 const std::vector<std::uint32_t>& cycle)
        : graph_(graph) {
        std::vector<Tokens> marking = graph.markings().front();
        add(marking);
        for (const std::uint32_t each : path) fire(net, each, marking);
        const std::size_t begin = at_.back();
        for (const std::uint32_t each : cycle) fire(net, each, marking);
        is_endless_ = cycle.empty() ? graph.next(at_.back()).empty() : at_.back() == begin;
        is_path_ = is_path_ && (cycle.empty() || at_.back() == begin);
    }

    /// Whether all transitions can be fired, and the cycle is one.
    bool is_path() const { return is_path_; }

    bool shows(const Formula& formula, bool holds) const {
        using Kind = Formula::Kind;
        const std::vector<Formula>& parts = formula.parts;
        switch (formula.kind) {
            case Kind::negation:
                return shows(parts.front(), !holds);
            case Kind::all:
            case Kind::any: {
                const auto is_so = [&](const Formula& part) { return graph_.values(part)[0] == holds; };
                const auto is_shown = [&](const Formula& part) { return is_so(part) && shows(part, holds); };
                if ((formula.kind == Kind::any) == holds) return std::ranges::any_of(parts, is_shown);
                return std::ranges::all_of(parts, is_so) &&
                       std::ranges::count_if(parts, [](const Formula& part) { return !is_of_marking(part); }) <= 1 &&
                       std::ranges::all_of(parts, is_shown);
            }
            case Kind::some_path:
            case Kind::every_path:
                return (formula.kind == Kind::some_path) == holds && follows(parts.front(), holds);
            default:
                return true;
        }
    }

  private:
    void add(const std::vector<Tokens>& marking) {
        const auto found = std::ranges::find(graph_.markings(), marking);
        at_.push_back(static_cast<std::size_t>(found - graph_.markings().begin()));
    }
    void fire(const Net& net, std::uint32_t number, std::vector<Tokens>& marking) {
        const Transition& transition = net.transitions.at(number);
        if (!is_path_ || !PlainGraph::is_enabled(transition, marking)) {
            is_path_ = false;
            return;
        }
        for (const Arc& arc : transition.takes) marking[arc.place] -= arc.weight;
        for (const Arc& arc : transition.puts) marking[arc.place] += arc.weight;
        add(marking);
    }
    // The first marking on the path with that value; the end if there is none.
    std::size_t first(const Formula& formula, bool value) const {
        const std::vector<bool> values = graph_.values(formula);
        std::size_t i = 0;
        while (i < at_.size() && values[at_[i]] != value) ++i;
        return i;
    }
    // Whether the path has this form, or the opposite one.
    bool follows(const Formula& path, bool holds) const {
        using Kind = Formula::Kind;
        const std::size_t end = at_.size();
        const Formula& last = path.parts.back();
        switch (path.kind) {
            case Kind::next:
                return end > 1 && graph_.values(last)[at_[1]] == holds;
            case Kind::eventually:
                return holds ? first(last, true) < end : is_endless_ && first(last, true) == end;
            case Kind::always:
                return holds ? is_endless_ && first(last, false) == end : first(last, false) < end;
            default: {
                const std::size_t goal = first(last, true);
                const std::size_t stray = first(path.parts.front(), false);
                if (holds) return goal < end && stray >= goal;
                return goal == end ? is_endless_ || stray < end : stray < goal;
            }
        }
    }

    const PlainGraph& graph_;
    std::vector<std::size_t> at_;  // markings along the path and the cycle
    bool is_path_ = true;
    bool is_endless_ = false;
};

}  // namespace scrump::petri::test
