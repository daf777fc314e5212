#pragma once
// What check() answers, compared with a graph of all markings.

#include "plain_formulas.hpp"
#include "plain_witness.hpp"
#include "random_nets.hpp"

#include <scrump/problems/petri/check.hpp>
#include <scrump/problems/petri/formula_text.hpp>
#include <scrump/problems/petri/ltl.hpp>
#include <scrump/problems/petri/questions.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace scrump::petri::test {

inline CheckOptions with_workers(unsigned workers) {
    CheckOptions options;
    options.reach.diagrams.tasks.workers = workers;
    options.reach.diagrams.buckets = 1024;
    return options;
}

inline Formula quantified(Formula::Kind quantifier, Formula::Kind temporal, Formula part) {
    Formula path{.kind = temporal};
    path.parts.push_back(std::move(part));
    Formula result{.kind = quantifier};
    result.parts.push_back(std::move(path));
    return result;
}

inline Property asked(Formula formula) {
    Property property{.id = "formula"};
    property.formula = std::move(formula);
    return property;
}

inline Property question(const std::string& name) {
    return properties_of({}, {.names = {name}}).front();
}

/// AX F EF deadlock.
inline Formula of_neither_ctl_nor_ltl() {
    Formula path = quantified(
        Formula::Kind::every_path, Formula::Kind::eventually,
        quantified(Formula::Kind::some_path, Formula::Kind::eventually, Formula{.kind = Formula::Kind::deadlock}));
    Formula mixed{.kind = Formula::Kind::next};
    mixed.parts.push_back(std::move(path.parts.front()));
    Formula whole{.kind = Formula::Kind::every_path};
    whole.parts.push_back(std::move(mixed));
    return whole;
}

inline std::vector<Tokens> initial_of(const Net& net) {
    std::vector<Tokens> marking;
    for (const Place& place : net.places) marking.push_back(place.tokens);
    return marking;
}

/// The marking at the end of a path; none if a transition is not enabled.
inline std::optional<std::vector<Tokens>> fire(const Net& net, const std::vector<std::uint32_t>& path) {
    std::vector<Tokens> marking = initial_of(net);
    for (const std::uint32_t number : path) {
        const Transition& transition = net.transitions.at(number);
        if (!PlainGraph::is_enabled(transition, marking)) return std::nullopt;
        for (const Arc& arc : transition.takes) marking[arc.place] -= arc.weight;
        for (const Arc& arc : transition.puts) marking[arc.place] += arc.weight;
    }
    return marking;
}

inline std::int64_t value(const Sum& sum, const std::vector<Tokens>& marking) {
    std::int64_t result = sum.constant;
    for (const std::uint32_t place : sum.places) result += marking[place];
    return result;
}

/// Answers by a graph of all markings.
class PlainAnswers {
  public:
    explicit PlainAnswers(const Net& net) : net_(net), graph_(net) {}

    bool holds(const Property& property) const {
        switch (property.kind) {
            case Property::Kind::deadlock:
                return any_marking([&](std::size_t i) { return graph_.next(i).empty(); });
            case Property::Kind::one_safe:
                return !any_marking([&](std::size_t i) { return std::ranges::max(graph_.markings()[i]) > 1; });
            case Property::Kind::stable_marking:
                for (std::size_t place = 0; place < net_.places.size(); ++place)
                    if (!any_marking(
                            [&](std::size_t i) { return graph_.markings()[i][place] != net_.places[place].tokens; }))
                        return true;
                return false;
            case Property::Kind::quasi_live:
                return all_transitions([&](const Formula& enabled) {
                    return quantified(Formula::Kind::some_path, Formula::Kind::eventually, enabled);
                });
            case Property::Kind::live:
                return all_transitions([&](const Formula& enabled) {
                    return quantified(Formula::Kind::every_path, Formula::Kind::always,
                                      quantified(Formula::Kind::some_path, Formula::Kind::eventually, enabled));
                });
            default:
                if (is_ctl(property.formula)) return graph_.values(property.formula)[0];
                return *check_ltl(net_, property.formula, {.workers = 1}).holds;
        }
    }
    std::int64_t bound(const Sum& sum) const {
        std::int64_t most = value(sum, graph_.markings().front());
        for (const std::vector<Tokens>& marking : graph_.markings()) most = std::max(most, value(sum, marking));
        return most;
    }

  private:
    template <class IsSo>
    bool any_marking(const IsSo& is_so) const {
        for (std::size_t i = 0; i < graph_.markings().size(); ++i)
            if (is_so(i)) return true;
        return false;
    }
    template <class Make>
    bool all_transitions(const Make& make) const {
        for (std::uint32_t i = 0; i < net_.transitions.size(); ++i) {
            Formula enabled{.kind = Formula::Kind::enabled};
            enabled.transitions.push_back(i);
            if (!graph_.values(make(enabled))[0]) return false;
        }
        return true;
    }

    const Net& net_;
    PlainGraph graph_;
};

/// A path of LTL ends in a cycle or a deadlock.
inline void expect_end_of_lasso(const Net& net, std::vector<std::uint32_t> path,
                                const std::vector<std::uint32_t>& cycle) {
    const auto marking = fire(net, path);
    path.insert(path.end(), cycle.begin(), cycle.end());
    ASSERT_TRUE(marking);
    EXPECT_EQ(fire(net, path), marking) << "the cycle does not close";
    if (!cycle.empty()) return;
    EXPECT_TRUE(std::ranges::none_of(net.transitions,
                                     [&](const Transition& each) { return PlainGraph::is_enabled(each, *marking); }));
}

/// Whether a path shows the answer. Such a property is of one marking.
inline void expect_path_shows(const Net& net, const Property& property, const Verdict& verdict) {
    const auto marking = fire(net, *verdict.path);
    ASSERT_TRUE(marking) << "a transition is not enabled";
    const auto is_stuck = [&] {
        return std::ranges::none_of(net.transitions,
                                    [&](const Transition& each) { return PlainGraph::is_enabled(each, *marking); });
    };
    switch (property.kind) {
        case Property::Kind::deadlock:
            EXPECT_TRUE(*verdict.holds && is_stuck());
            break;
        case Property::Kind::one_safe:
            EXPECT_TRUE(!*verdict.holds && std::ranges::max(*marking) > 1);
            break;
        case Property::Kind::bound:
            EXPECT_EQ(value(property.sum, *marking), static_cast<std::int64_t>(*verdict.bound));
            break;
        case Property::Kind::live: {
            EXPECT_FALSE(*verdict.holds);
            Net from_there = net;
            for (std::size_t place = 0; place < net.places.size(); ++place)
                from_there.places[place].tokens = (*marking)[place];
            EXPECT_FALSE(PlainAnswers(from_there).holds({.kind = Property::Kind::quasi_live}));
            break;
        }
        case Property::Kind::formula: {
            const Formula simple = simplified(property.formula);
            if (is_of_marking(property.formula)) break;
            if (!is_ctl(simple)) {
                expect_end_of_lasso(net, *verdict.path, verdict.cycle);
                break;
            }
            const PlainGraph graph(net);
            const PlainWitness witness(net, graph, *verdict.path, verdict.cycle);
            EXPECT_TRUE(witness.is_path());
            EXPECT_TRUE(witness.shows(simple, *verdict.holds)) << to_string(net, simple);
            break;
        }
        default:
            ADD_FAILURE() << "no path shows it";
    }
}

inline std::vector<Property> random_properties(const Net& net, std::uint64_t seed) {
    RandomFormulas random(net, seed);
    std::vector<Property> all;
    for (int i = 0; i < 3; ++i) {
        all.push_back(asked(quantified(Formula::Kind::some_path, Formula::Kind::eventually, random.of_marking(2))));
        all.push_back(asked(quantified(Formula::Kind::every_path, Formula::Kind::always, random.of_marking(2))));
        all.push_back(asked(random.of_ctl(3)));
        Formula until{.kind = Formula::Kind::until};
        until.parts = {random.of_marking(1), random.of_marking(1)};
        all.push_back(asked(Formula{.kind = Formula::Kind::every_path}));
        all.back().formula.parts.push_back(std::move(until));
        Formula on_paths{.kind = i == 0 ? Formula::Kind::some_path : Formula::Kind::every_path};
        on_paths.parts.push_back(random.of_path(3));
        all.push_back(asked(std::move(on_paths)));
        all.push_back({.id = "bound", .kind = Property::Kind::bound, .formula = {}, .sum = random.sum()});
    }
    std::ranges::move(properties_of(net, {}), std::back_inserter(all));
    return all;
}

inline Net random_net_of(std::uint64_t seed) {
    return seed % 3 == 0 ? random_cycles(seed) : random_net(seed, 1 + static_cast<Tokens>(seed % 3));
}

/// How many answers each method gave.
inline std::map<Method, std::size_t> expect_plain_answers(const Net& net, const std::vector<Property>& properties,
                                                          const Checked& found) {
    const PlainAnswers plainly(net);
    std::map<Method, std::size_t> methods;
    EXPECT_EQ(found.verdicts.size(), properties.size());
    for (std::size_t i = 0; i < properties.size(); ++i) {
        const Property& property = properties[i];
        const Verdict& verdict = found.verdicts[i];
        SCOPED_TRACE(property.id + ": " + to_string(net, property.formula) + " by " + name(verdict.method));
        EXPECT_EQ(verdict.id, property.id);
        if (!verdict.is_known()) continue;
        ++methods[verdict.method];
        if (property.kind == Property::Kind::bound) {
            EXPECT_EQ(static_cast<std::int64_t>(verdict.bound.value()), plainly.bound(property.sum));
        } else {
            EXPECT_EQ(verdict.holds, plainly.holds(property));
        }
        if (verdict.path) expect_path_shows(net, property, verdict);
        // One path shows E that holds and A that does not.
        const Formula simple = simplified(property.formula);
        const bool is_shown = property.kind == Property::Kind::formula && verdict.method == Method::diagrams &&
                              is_ctl(simple) &&
                              simple.kind == (*verdict.holds ? Formula::Kind::some_path : Formula::Kind::every_path);
        EXPECT_TRUE(verdict.path || !is_shown);
    }
    return methods;
}

}  // namespace scrump::petri::test
