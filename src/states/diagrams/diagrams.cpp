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

detail::DiagramHandle::DiagramHandle(Diagrams& home, Edge edge, DiagramKind kind)
    : home_(&home), slot_(home.handles_.add(edge, kind)) {}

detail::DiagramHandle::DiagramHandle(const DiagramHandle& other)
    : home_(other.home_),
      slot_(home_ == nullptr ? 0 : home_->handles_.add(other.edge(), home_->handles_.kind(other.slot_))) {}

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
    detail::expect_variable(variable);
    return carry_out([&](Fork&) {
        detail::DiagramWorker& worker = locality_.worker(0);
        const Level level = locality_.variables().used(variable);
        if (worker.level(low.edge()) <= level || worker.level(high.edge()) <= level) {
            throw UsageError("a node of variable " + std::to_string(variable) +
                             " leads to functions of later variables, and one of these has an earlier one");
        }
        return worker.make(level, low.edge(), high.edge());
    });
}

Bdd Diagrams::cube(std::vector<unsigned> variables) {
    for (const unsigned each : variables) detail::expect_variable(each);
    return carry_out([&](Fork&) {
        std::vector<Level> levels(variables.size());
        std::ranges::transform(variables, levels.begin(),
                               [this](unsigned each) { return locality_.variables().used(each); });
        std::sort(levels.begin(), levels.end(), std::greater<>());
        levels.erase(std::unique(levels.begin(), levels.end()), levels.end());
        Edge all = Edge::yes();
        for (const Level each : levels) all = locality_.worker(0).make(each, Edge::no(), all);
        return all;
    });
}

Bdd Diagrams::successors(const Bdd& states, const TransitionRelation& by) {
    return carry_out([&](Fork& fork) {
        locality_.variables().expect_pairs();
        return fork.call<detail::image<detail::Direction::forward>>(states.edge(), by.relation.edge(), by.cube.edge());
    });
}

Bdd Diagrams::predecessors(const Bdd& states, const TransitionRelation& by) {
    return carry_out([&](Fork& fork) {
        locality_.variables().expect_pairs();
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
    locality_.variables().expect_pairs();
    detail::Relations relations;
    for (const TransitionRelation& each : all)
        relations.push_back({each.relation.edge(), each.cube.edge(), locality_.worker(0).level(each.cube.edge())});
    return relations;
}

// --- The order of the variables

ReorderStatistics Diagrams::reorder(const ReorderOptions& options) {
    return locality_.reorder(options);
}

void Diagrams::set_order(std::span<const unsigned> variables) {
    locality_.set_order(variables);
}

void Diagrams::reorder_automatically(const std::optional<Reordering>& when, const ReorderOptions& how) {
    locality_.reorder_automatically(when, how);
}

std::vector<unsigned> Diagrams::order() const {
    return locality_.variables().all();
}

unsigned Diagrams::level(unsigned variable) const {
    return locality_.variables().level_of(variable);
}

// --- Nodes

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

bool Bdd::is_cube() const {
    detail::DiagramWorker& worker = home_->locality_.worker(0);
    Edge at = edge();
    while (!at.is_constant()) {
        worker.heed_end();
        const detail::Cofactors of = worker.cofactors(at);
        if (of.low != Edge::no()) return false;
        at = of.high;
    }
    return at == Edge::yes();
}

void Bdd::expect_cube() const {
    if (!is_cube()) throw UsageError("the function is not a cube; expected the result of Diagrams::cube()");
}

Bdd Bdd::exists(const Bdd& cube) const {
    cube.expect_cube();
    return home_->carry_out([&](Fork& fork) { return fork.call<detail::exists>(edge(), cube.edge()); });
}

Bdd Bdd::for_all(const Bdd& cube) const {
    cube.expect_cube();
    return home_->carry_out([&](Fork& fork) { return !fork.call<detail::exists>(!edge(), cube.edge()); });
}

Bdd Bdd::and_exists(const Bdd& other, const Bdd& cube) const {
    cube.expect_cube();
    return home_->carry_out(
        [&](Fork& fork) { return fork.call<detail::exists_both>(edge(), other.edge(), cube.edge()); });
}

}  // namespace scrump
