#include <scrump/states/diagrams/reachability.hpp>

#include <scrump/base/error.hpp>
#include <scrump/base/spec.hpp>
#include <scrump/states/diagrams/labels.hpp>

#include "state_search.hpp"

#include <algorithm>
#include <array>
#include <cstddef>

namespace scrump {
namespace {

struct Entry {
    std::string_view name;
    std::string_view help;
};

constexpr std::array strategies = {
    Entry{"bfs", "by levels; in each, one relation after the other"},
    Entry{"par", "by levels; in each, all relations at once"},
    Entry{"chaining", "one relation after the other, each from all states so far"},
    Entry{"saturation", "those of the lowest variables first, until these have no more to add"}};
static_assert(static_cast<std::size_t>(ReachStrategy::saturation) + 1 == strategies.size(), "in their order");

Bdd edge_of(const std::vector<Bdd>& nodes, StoredEdge edge) {
    return edge.complemented ? !nodes[edge.node] : nodes[edge.node];
}

std::vector<unsigned> as_variables(const std::vector<std::uint32_t>& all) {
    return {all.begin(), all.end()};
}

}  // namespace

std::string_view name(ReachStrategy strategy) {
    return strategies[static_cast<std::size_t>(strategy)].name;
}

ReachStrategy parse_reach_strategy(std::string_view text) {
    const auto* const entry = std::ranges::find(strategies, text, &Entry::name);
    if (entry == strategies.end()) {
        throw UsageError("unknown strategy '" + std::string(text) + "'; there are " +
                         join(strategies, [](const Entry& each) { return std::string(each.name); }));
    }
    return static_cast<ReachStrategy>(entry - strategies.begin());
}

std::vector<std::string> reach_strategy_names() {
    return names_of(strategies);
}

std::string reach_strategies_help() {
    std::string text;
    for (const Entry& each : strategies)
        text.append("  ").append(each.name).append(": ").append(each.help).append("\n");
    return text;
}

// --- Making the diagrams

SymbolicSystem::SymbolicSystem(Diagrams& diagrams, const SymbolicModel& labelled) : diagrams_(diagrams) {
    const SymbolicModel model = without_labels(labelled);
    bits_ = model.bits;
    places_ = model.places;
    std::vector<std::uint32_t> all_entries(bits_.size());
    for (std::uint32_t entry = 0; entry < bits_.size(); ++entry) all_entries[entry] = entry;
    variables_ = as_variables(state_variables(model, all_entries));

    std::vector<Bdd> nodes{diagrams.no()};
    nodes.reserve(model.nodes.size() + 1);
    for (const StoredNode& each : model.nodes)
        nodes.push_back(diagrams.node(each.variable, nodes[each.low], edge_of(nodes, each.high)));
    initial_ = edge_of(nodes, model.initial.root);
    for (const StoredRelation& each : model.relations) {
        relations_.push_back({.relation = edge_of(nodes, each.root),
                              .cube = diagrams.cube(as_variables(state_variables(model, entries_of(each))))});
    }
}

// --- Reaching all states

namespace {

class BinarySpace {
  public:
    using Set = Bdd;

    BinarySpace(Diagrams& diagrams, SymbolicSystem& system) : diagrams_(diagrams), system_(system) {}

    Bdd none() { return diagrams_.no(); }
    const Bdd& initial() const { return system_.initial(); }
    std::size_t relations() const { return system_.relations().size(); }

    static Bdd either(const Bdd& a, const Bdd& b) { return a | b; }
    static Bdd both(const Bdd& a, const Bdd& b) { return a & b; }
    static Bdd without(const Bdd& a, const Bdd& b) { return a & ~b; }
    static bool is_empty(const Bdd& set) { return set.is_false(); }

    Bdd after(const Bdd& set, std::size_t relation) { return diagrams_.successors(set, system_.relations()[relation]); }
    Bdd after(const Bdd& set) { return diagrams_.successors(set, system_.relations()); }
    Bdd before(const Bdd& set, std::size_t relation, const Bdd& within) {
        return diagrams_.predecessors(set, system_.relations()[relation]) & within;
    }
    Bdd enabling(const Bdd& set, std::size_t relation) { return before(diagrams_.yes(), relation, set); }
    Bdd saturated() { return diagrams_.saturate(initial(), system_.relations()); }

    Bdd state(const StateVector& values) { return system_.state(values); }
    StateVector pick(const Bdd& states) { return system_.pick(states); }

  private:
    Diagrams& diagrams_;
    SymbolicSystem& system_;
};

}  // namespace

Bdd SymbolicSystem::reachable(ReachStrategy strategy, const std::function<void(const Round&)>& see) {
    BinarySpace space(diagrams_, *this);
    return detail::reach_in_rounds(space, strategy, [&](unsigned number, const Bdd& reached, bool last) {
        if (see) see({.number = number, .reached = reached, .last = last});
    });
}

Bdd SymbolicSystem::deadlocks(const Bdd& states) {
    BinarySpace space(diagrams_, *this);
    return detail::find_deadlocks(space, states);
}

std::optional<std::vector<StateVector>> SymbolicSystem::path(const Bdd& reached, const Bdd& targets) {
    BinarySpace space(diagrams_, *this);
    return detail::find_path(space, reached, targets);
}

std::vector<std::size_t> SymbolicSystem::relations_of(std::span<const StateVector> path) {
    BinarySpace space(diagrams_, *this);
    return detail::find_relations(space, path);
}

// --- States

Bdd SymbolicSystem::state(const StateVector& values) {
    if (values.size() != bits_.size()) {
        throw UsageError("a state has " + std::to_string(bits_.size()) + " entries, not " +
                         std::to_string(values.size()));
    }
    std::vector<bool> is_set(variables_.size());  // by place
    std::size_t first = 0;
    for (std::size_t entry = 0; entry < values.size(); ++entry) {
        const std::uint64_t value = values[entry];
        if (bits_[entry] < 64 && value >> bits_[entry] != 0) {
            throw UsageError("entry " + std::to_string(entry) + " of a state has " + std::to_string(bits_[entry]) +
                             " bits, and no room for " + std::to_string(value));
        }
        first += bits_[entry];
        for (std::uint32_t bit = 0; bit < std::min(bits_[entry], 64U); ++bit)
            is_set[place(first - 1 - bit)] = (value >> bit & 1U) != 0;
    }
    Bdd state = diagrams_.yes();
    for (std::size_t at = variables_.size(); at-- > 0;)
        state =
            diagrams_.node(variables_[at], is_set[at] ? diagrams_.no() : state, is_set[at] ? state : diagrams_.no());
    return state;
}

StateVector SymbolicSystem::pick(const Bdd& states) {
    const std::optional<std::vector<bool>> values = diagrams_.pick(states, variables_);
    if (!values) throw Error("there is no state to be picked");
    StateVector state;
    std::size_t next = 0;
    for (const std::uint32_t bits : bits_) {
        std::uint64_t value = 0;
        for (std::uint32_t bit = 0; bit < bits; ++bit) value = value << 1U | std::uint64_t{(*values)[place(next++)]};
        state.push_back(value);
    }
    return state;
}

}  // namespace scrump
