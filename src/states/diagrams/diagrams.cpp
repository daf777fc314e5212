#include <scrump/states/diagrams/bdd.hpp>

#include <scrump/base/error.hpp>
#include <scrump/states/diagrams/detail/diagram_locality.hpp>

#include "carry_out.hpp"
#include "operations.hpp"

#include <algorithm>
#include <string>
#include <utility>

namespace scrump {

using detail::Edge;
using detail::Level;

void detail::expect_variable(unsigned variable) {
    if (variable >= terminal_level) {
        throw UsageError("there are variables 0 to " + std::to_string(terminal_level - 1) + ", not " +
                         std::to_string(variable));
    }
}

// --- Handles

detail::DiagramHandle::DiagramHandle(Diagrams& home, Edge edge) : home_(&home), slot_(home.handles_.add(edge)) {}

detail::DiagramHandle::DiagramHandle(const DiagramHandle& other)
    : home_(other.home_), slot_(home_ == nullptr ? 0 : home_->handles_.add(other.edge())) {}

detail::DiagramHandle::DiagramHandle(DiagramHandle&& other) noexcept
    : home_(std::exchange(other.home_, nullptr)), slot_(other.slot_) {}

detail::DiagramHandle& detail::DiagramHandle::operator=(DiagramHandle other) noexcept {
    std::swap(home_, other.home_);
    std::swap(slot_, other.slot_);
    return *this;
}

detail::DiagramHandle::~DiagramHandle() {
    if (home_ != nullptr) home_->handles_.remove(slot_);
}

Edge detail::DiagramHandle::edge() const {
    return home_->handles_[slot_];
}

// --- Diagrams: the one place where operations begin

Bdd Diagrams::yes() {
    return hold(Edge::yes());
}

Bdd Diagrams::no() {
    return hold(Edge::no());
}

Bdd Diagrams::variable(unsigned variable) {
    return node(variable, no(), yes());
}

Bdd Diagrams::node(unsigned variable, const Bdd& low, const Bdd& high) {
    detail::DiagramWorker& worker = locality_.worker(0);
    detail::expect_variable(variable);
    if (worker.level(low.edge()) <= variable || worker.level(high.edge()) <= variable) {
        throw UsageError("a node of variable " + std::to_string(variable) +
                         " leads to functions of later variables, and one of these has an earlier one");
    }
    return carry_out([&](Fork&) { return worker.make(variable, low.edge(), high.edge()); });
}

Bdd Diagrams::cube(std::vector<unsigned> variables) {
    std::sort(variables.begin(), variables.end(), std::greater<>());
    variables.erase(std::unique(variables.begin(), variables.end()), variables.end());
    Bdd all = yes();
    for (const unsigned each : variables) all = node(each, no(), all);
    return all;
}

Bdd Diagrams::successors(const Bdd& states, const TransitionRelation& by) {
    return carry_out([&](Fork& fork) {
        return fork.call<detail::image<detail::Direction::forward>>(states.edge(), by.relation.edge(), by.cube.edge());
    });
}

Bdd Diagrams::predecessors(const Bdd& states, const TransitionRelation& by) {
    return carry_out([&](Fork& fork) {
        return fork.call<detail::image<detail::Direction::backward>>(states.edge(), by.relation.edge(), by.cube.edge());
    });
}

Bdd Diagrams::successors(const Bdd& states, std::span<const TransitionRelation> by) {
    if (by.empty()) return no();
    return carry_out([&](Fork& fork) {
        const std::uint64_t version = locality_.tell(relations_of(by));
        return fork.call<detail::images>(states.edge(), version, 0U, by.size());
    });
}

Bdd Diagrams::saturate(const Bdd& states, std::span<const TransitionRelation> by) {
    return carry_out([&](Fork& fork) {
        detail::Relations relations = relations_of(by);
        std::stable_sort(relations.begin(), relations.end(),
                         [](const auto& a, const auto& b) { return a.level < b.level; });
        const std::uint64_t version = locality_.tell(relations);
        return fork.call<detail::saturate>(states.edge(), version, 0U);
    });
}

detail::Relations Diagrams::relations_of(std::span<const TransitionRelation> all) const {
    detail::Relations relations;
    for (const TransitionRelation& each : all)
        relations.push_back({each.relation.edge(), each.cube.edge(), locality_.worker(0).level(each.cube.edge())});
    return relations;
}

void Diagrams::collect() {
    locality_.collect();
}

DiagramStatistics Diagrams::statistics() const {
    return locality_.statistics();
}

// --- Bdd

Bdd Bdd::operator!() const {
    return home_->hold(!edge());
}

Bdd Bdd::operator&(const Bdd& other) const {
    return home_->carry_out([&](Fork& fork) { return fork.call<detail::conjunction>(edge(), other.edge()); });
}

Bdd Bdd::operator|(const Bdd& other) const {
    return home_->carry_out([&](Fork& fork) { return fork.call<detail::disjunction>(edge(), other.edge()); });
}

Bdd Bdd::operator^(const Bdd& other) const {
    return home_->carry_out([&](Fork& fork) { return fork.call<detail::exclusive_or>(edge(), other.edge()); });
}

Bdd Bdd::implies(const Bdd& other) const {
    return home_->carry_out([&](Fork& fork) { return fork.call<detail::disjunction>(!edge(), other.edge()); });
}

Bdd Bdd::ite(const Bdd& then, const Bdd& otherwise) const {
    return home_->carry_out(
        [&](Fork& fork) { return fork.call<detail::if_then_else>(edge(), then.edge(), otherwise.edge()); });
}

bool Bdd::operator==(const Bdd& other) const {
    return edge() == other.edge();
}

bool Bdd::is_false() const {
    return edge() == Edge::no();
}

bool Bdd::is_true() const {
    return edge() == Edge::yes();
}

Bdd Bdd::exists(const Bdd& cube) const {
    return home_->carry_out([&](Fork& fork) { return fork.call<detail::exists>(edge(), cube.edge()); });
}

Bdd Bdd::for_all(const Bdd& cube) const {
    return home_->carry_out([&](Fork& fork) { return !fork.call<detail::exists>(!edge(), cube.edge()); });
}

Bdd Bdd::and_exists(const Bdd& other, const Bdd& cube) const {
    return home_->carry_out(
        [&](Fork& fork) { return fork.call<detail::exists_both>(edge(), other.edge(), cube.edge()); });
}

}  // namespace scrump
