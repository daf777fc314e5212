#include <scrump/problems/petri/check.hpp>

#include "nets.hpp"
#include "plain_formulas.hpp"
#include "random_nets.hpp"
#include "support/message_of.hpp"
#include "support/sanitized.hpp"

#include <scrump/base/error.hpp>
#include <scrump/problems/petri/properties.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <map>
#include <optional>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

namespace scrump::petri {
namespace {

using Kind = Formula::Kind;
using Asked = Property::Kind;
using scrump::test::few_or;
using scrump::test::message_of;

CheckOptions with(unsigned workers) {
    CheckOptions options;
    options.reach.diagrams.tasks.workers = workers;
    options.reach.diagrams.buckets = 1024;
    return options;
}

Formula quantified(Kind quantifier, Kind temporal, Formula part) {
    Formula path{.kind = temporal};
    path.parts.push_back(std::move(part));
    Formula result{.kind = quantifier};
    result.parts.push_back(std::move(path));
    return result;
}

Property asked(Formula formula) {
    Property property{.id = "formula"};
    property.formula = std::move(formula);
    return property;
}

std::vector<Tokens> initial_of(const Net& net) {
    std::vector<Tokens> marking;
    for (const Place& place : net.places) marking.push_back(place.tokens);
    return marking;
}

// The marking at the end of a path; none if a transition is not enabled.
std::optional<std::vector<Tokens>> fire(const Net& net, const std::vector<std::uint32_t>& path) {
    std::vector<Tokens> marking = initial_of(net);
    for (const std::uint32_t number : path) {
        const Transition& transition = net.transitions.at(number);
        if (!test::PlainGraph::is_enabled(transition, marking)) return std::nullopt;
        for (const Arc& arc : transition.takes) marking[arc.place] -= arc.weight;
        for (const Arc& arc : transition.puts) marking[arc.place] += arc.weight;
    }
    return marking;
}

std::int64_t value(const Sum& sum, const std::vector<Tokens>& marking) {
    std::int64_t result = sum.constant;
    for (const std::uint32_t place : sum.places) result += marking[place];
    return result;
}

// Answers by a graph of all markings.
class Plainly {
  public:
    explicit Plainly(const Net& net) : net_(net), graph_(net) {}

    bool holds(const Property& property) const {
        switch (property.kind) {
            case Asked::deadlock:
                return any_marking([&](std::size_t i) { return graph_.next(i).empty(); });
            case Asked::one_safe:
                return !any_marking([&](std::size_t i) { return std::ranges::max(graph_.markings()[i]) > 1; });
            case Asked::stable_marking:
                for (std::size_t place = 0; place < net_.places.size(); ++place)
                    if (!any_marking(
                            [&](std::size_t i) { return graph_.markings()[i][place] != net_.places[place].tokens; }))
                        return true;
                return false;
            case Asked::quasi_live:
                return all_transitions(
                    [&](const Formula& enabled) { return quantified(Kind::some_path, Kind::eventually, enabled); });
            case Asked::live:
                return all_transitions([&](const Formula& enabled) {
                    return quantified(Kind::every_path, Kind::always,
                                      quantified(Kind::some_path, Kind::eventually, enabled));
                });
            default:
                return graph_.values(property.formula)[0];
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
            Formula enabled{.kind = Kind::enabled};
            enabled.transitions.push_back(i);
            if (!graph_.values(make(enabled))[0]) return false;
        }
        return true;
    }

    const Net& net_;
    test::PlainGraph graph_;
};

// Whether a path shows the answer. Such a property is of one marking.
void expect_path_shows(const Net& net, const Property& property, const Verdict& verdict) {
    const auto marking = fire(net, *verdict.path);
    ASSERT_TRUE(marking) << "a transition is not enabled";
    const auto is_stuck = [&] {
        return std::ranges::none_of(
            net.transitions, [&](const Transition& each) { return test::PlainGraph::is_enabled(each, *marking); });
    };
    switch (property.kind) {
        case Asked::deadlock:
            EXPECT_TRUE(*verdict.holds && is_stuck());
            break;
        case Asked::one_safe:
            EXPECT_TRUE(!*verdict.holds && std::ranges::max(*marking) > 1);
            break;
        case Asked::bound:
            EXPECT_EQ(value(property.sum, *marking), static_cast<std::int64_t>(*verdict.bound));
            break;
        case Asked::live: {
            EXPECT_FALSE(*verdict.holds);
            Net from_there = net;
            for (std::size_t place = 0; place < net.places.size(); ++place)
                from_there.places[place].tokens = (*marking)[place];
            EXPECT_FALSE(Plainly(from_there).holds({.kind = Asked::quasi_live}));
            break;
        }
        case Asked::formula: {
            const Formula simple = simplified(property.formula);
            if (is_of_marking(property.formula)) break;
            ASSERT_TRUE(simple.kind == (*verdict.holds ? Kind::some_path : Kind::every_path));
            const Formula part = simple.parts.front().parts.front();
            Net from_there = net;
            for (std::size_t place = 0; place < net.places.size(); ++place)
                from_there.places[place].tokens = (*marking)[place];
            EXPECT_EQ(Plainly(from_there).holds(asked(part)), *verdict.holds);
            break;
        }
        default:
            ADD_FAILURE() << "no path shows it";
    }
}

std::vector<Property> random_properties(const Net& net, std::uint64_t seed) {
    test::RandomFormulas random(net, seed);
    std::vector<Property> all;
    for (int i = 0; i < 3; ++i) {
        all.push_back(asked(quantified(Kind::some_path, Kind::eventually, random.of_marking(2))));
        all.push_back(asked(quantified(Kind::every_path, Kind::always, random.of_marking(2))));
        all.push_back(asked(random.of_ctl(3)));
        all.push_back({.id = "bound", .kind = Asked::bound, .formula = {}, .sum = random.sum()});
    }
    for (const std::string& name : property_names()) all.push_back(property_named(name));
    return all;
}

Net random_net_of(std::uint64_t seed) {
    return seed % 3 == 0 ? test::random_cycles(seed) : test::random_net(seed, 1 + static_cast<Tokens>(seed % 3));
}

// How many answers each method gave.
std::map<Method, std::size_t> expect_plain_answers(const Net& net, const std::vector<Property>& properties,
                                                   const Checked& found) {
    const Plainly plainly(net);
    std::map<Method, std::size_t> methods;
    EXPECT_EQ(found.verdicts.size(), properties.size());
    for (std::size_t i = 0; i < properties.size(); ++i) {
        const Property& property = properties[i];
        const Verdict& verdict = found.verdicts[i];
        SCOPED_TRACE(property.id + ": " + to_string(net, property.formula) + " by " + name(verdict.method));
        EXPECT_EQ(verdict.id, property.id);
        if (!verdict.is_known()) continue;
        ++methods[verdict.method];
        if (property.kind == Asked::bound) {
            EXPECT_EQ(static_cast<std::int64_t>(verdict.bound.value()), plainly.bound(property.sum));
        } else {
            EXPECT_EQ(verdict.holds, plainly.holds(property));
        }
        if (verdict.path) expect_path_shows(net, property, verdict);
    }
    return methods;
}

TEST(Check, AnswersAreThoseOfAPlainEvaluation) {
    std::map<Method, std::size_t> methods;
    for (std::uint64_t seed = 0; seed < few_or(300); ++seed) {
        SCOPED_TRACE(seed);
        const Net net = random_net_of(seed);
        const std::vector<Property> properties = random_properties(net, seed);
        CheckOptions options = with(1 + seed % 2);
        options.reach.join_places = seed % 5 != 0;
        const Checked found = check(net, properties, options);
        EXPECT_EQ(found.status, Status::complete);
        for (const auto& [method, count] : expect_plain_answers(net, properties, found)) methods[method] += count;
    }
    for (const Method method : {Method::structure, Method::walk, Method::diagrams})
        EXPECT_GT(methods[method], few_or(300) / 2) << name(method);
}

}  // namespace
}  // namespace scrump::petri
