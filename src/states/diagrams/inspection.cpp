// What diagrams are like, and functions with others in place of their variables.

#include <scrump/states/diagrams/bdd.hpp>

#include <scrump/base/error.hpp>
#include <scrump/states/diagrams/detail/diagram_locality.hpp>

#include "carry_out.hpp"
#include "operations.hpp"

#include <algorithm>
#include <iomanip>
#include <map>
#include <ostream>
#include <set>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <utility>

namespace scrump {
namespace {

using detail::Cofactors;
using detail::DiagramWorker;
using detail::Edge;
using detail::Level;

// Calls `see(index, node)` for each node below some edges, each once.
template <class See>
void each_node(DiagramWorker& worker, std::vector<Edge> open, const See& see) {
    std::unordered_set<std::uint64_t> seen;
    while (!open.empty()) {
        const Edge next = open.back().regular();
        open.pop_back();
        if (next.is_constant() || !seen.insert(next.index()).second) continue;
        const Cofactors node = worker.cofactors(next);
        see(next.index(), node);
        open.push_back(node.low);
        open.push_back(node.high);
    }
}

// A function with others in place of its variables: from the top down, each node once. What it has found is held by
// handles, as there is more of it than a task holds.
class Composition {
  public:
    Composition(Fork& fork, DiagramWorker& worker, const std::function<Bdd(Edge)>& hold,
                const std::map<Level, Edge>& by)
        : fork_(fork), worker_(worker), hold_(hold), by_(by) {}

    Edge of(Edge edge) {
        if (edge.is_constant()) return edge;
        const auto known = found_.find(edge.index());
        const Edge regular = known != found_.end() ? known->second.first : of_node(edge.regular());
        return regular.complemented_as(edge);
    }

  private:
    Edge of_node(Edge regular) {
        const Cofactors node = worker_.cofactors(regular);
        const Edge low = of(node.low);
        const Edge high = of(node.high);
        const auto replaced = by_.find(node.level);
        const Edge own = replaced != by_.end() ? replaced->second : worker_.make(node.level, Edge::no(), Edge::yes());
        const DiagramWorker::Held held(worker_, own);
        const Edge result = fork_.call<detail::if_then_else>(own, high, low);
        found_.emplace(regular.index(), std::pair(result, hold_(result)));
        return result;
    }

    Fork& fork_;
    DiagramWorker& worker_;
    const std::function<Bdd(Edge)>& hold_;
    const std::map<Level, Edge>& by_;
    std::unordered_map<std::uint64_t, std::pair<Edge, Bdd>> found_;
};

// What Graphviz calls it: node 0 is the constant.
struct NodeName {
    std::uint64_t index;

    friend std::ostream& operator<<(std::ostream& to, NodeName name) { return to << 'n' << name.index; }
};

template <class From>
void write_edge(std::ostream& to, const From& from, Edge edge, const char* style) {
    to << "  " << from << " -> " << NodeName{edge.index()} << " [style=" << style
       << (edge.is_complemented() ? ", arrowhead=dot" : "") << "];\n";
}

}  // namespace

unsigned Bdd::variable() const {
    const Level level = home_->locality_.worker(0).level(edge());
    if (level == detail::below_all) throw Error("a constant depends on no variable");
    return level;
}

Bdd Bdd::low() const {
    return home_->hold(home_->locality_.worker(0).cofactors(edge()).low);
}

Bdd Bdd::high() const {
    return home_->hold(home_->locality_.worker(0).cofactors(edge()).high);
}

std::vector<unsigned> Bdd::support() const {
    std::set<unsigned> levels;
    each_node(home_->locality_.worker(0), {edge()},
              [&](std::uint64_t /*index*/, const Cofactors& node) { levels.insert(node.level); });
    return {levels.begin(), levels.end()};
}

std::uint64_t Bdd::nodes() const {
    return home_->nodes({this, 1});
}

bool Bdd::operator()(const std::vector<bool>& values) const {
    DiagramWorker& worker = home_->locality_.worker(0);
    Edge at = edge();
    while (!at.is_constant()) {
        const Cofactors node = worker.cofactors(at);
        if (node.level >= values.size()) {
            throw UsageError("the function depends on variable " + std::to_string(node.level) +
                             ", which has no value among " + std::to_string(values.size()));
        }
        at = values[node.level] ? node.high : node.low;
    }
    return at == Edge::yes();
}

Bdd Bdd::compose(std::span<const Substitution> substitutions) const {
    const std::function<Bdd(Edge)> hold = [this](Edge found) { return home_->hold(found); };
    return home_->carry_out([&](Fork& fork) {
        std::map<Level, Edge> by;
        for (const Substitution& each : substitutions) {
            if (!by.emplace(each.variable, each.by.edge()).second)
                throw UsageError("variable " + std::to_string(each.variable) + " is replaced twice");
        }
        return Composition(fork, home_->locality_.worker(0), hold, by).of(edge());
    });
}

std::uint64_t Diagrams::nodes(std::span<const Bdd> functions) {
    std::vector<Edge> roots;
    for (const Bdd& each : functions) roots.push_back(each.edge());
    std::uint64_t count = 0;
    each_node(locality_.worker(0), std::move(roots), [&](std::uint64_t /*index*/, const Cofactors&) { ++count; });
    return count;
}

void Diagrams::write_dot(std::ostream& to, std::span<const Bdd> functions, std::span<const std::string> names) {
    if (functions.size() != names.size()) throw UsageError("each function that is written needs a name");
    std::map<Level, std::vector<std::uint64_t>> by_level;
    std::map<std::uint64_t, Cofactors> nodes;
    std::vector<Edge> roots;
    for (const Bdd& each : functions) roots.push_back(each.edge());
    each_node(locality_.worker(0), roots, [&](std::uint64_t index, const Cofactors& node) {
        by_level[node.level].push_back(index);
        nodes.emplace(index, node);
    });
    to << "digraph {\n  " << NodeName{0} << " [shape=box, label=\"0\"];\n";
    for (std::size_t each = 0; each < functions.size(); ++each) {
        to << "  " << std::quoted(names[each]) << " [shape=plaintext];\n";
        write_edge(to, std::quoted(names[each]), roots[each], "solid");
    }
    for (const auto& [level, indexes] : by_level) {
        to << "  { rank=same;";
        for (const std::uint64_t index : indexes) to << ' ' << NodeName{index};
        to << " }\n";
    }
    for (const auto& [index, node] : nodes) {
        to << "  " << NodeName{index} << " [label=\"" << node.level << "\"];\n";
        write_edge(to, NodeName{index}, node.low, "dashed");
        write_edge(to, NodeName{index}, node.high, "solid");
    }
    to << "}\n";
}

}  // namespace scrump
