// What diagrams are like, and functions with others in place of their variables.

#include <scrump/states/diagrams/bdd.hpp>

#include <scrump/base/error.hpp>
#include <scrump/states/diagrams/detail/diagram_locality.hpp>

#include "carry_out.hpp"
#include "each_node.hpp"
#include "operations.hpp"

#include <algorithm>
#include <iomanip>
#include <map>
#include <ostream>
#include <set>
#include <string>
#include <unordered_map>
#include <utility>

namespace scrump {
namespace {

using detail::Cofactors;
using detail::DiagramWorker;
using detail::each_node;
using detail::Edge;
using detail::Level;

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
        worker_.heed_end();
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
    return home_->locality_.variables().variable_at(level);
}

Bdd Bdd::low() const {
    return home_->hold(home_->locality_.worker(0).cofactors(edge()).low);
}

Bdd Bdd::high() const {
    return home_->hold(home_->locality_.worker(0).cofactors(edge()).high);
}

std::vector<unsigned> Bdd::support() const {
    std::set<Level> levels;
    each_node(home_->locality_.worker(0), {edge()},
              [&](std::uint64_t /*index*/, const Cofactors& node) { levels.insert(node.level); });
    return home_->locality_.variables().at(levels);
}

std::uint64_t detail::DiagramHandle::nodes() const {
    std::uint64_t count = 0;
    each_node(home_->locality_.worker(0), {edge()}, [&](std::uint64_t /*index*/, const Cofactors& node) {
        if (node.level != terminal_level) ++count;
    });
    return count;
}

bool Bdd::operator()(const std::vector<bool>& values) const {
    DiagramWorker& worker = home_->locality_.worker(0);
    Edge at = edge();
    while (!at.is_constant()) {
        const Cofactors node = worker.cofactors(at);
        const unsigned variable = home_->locality_.variables().variable_at(node.level);
        if (variable >= values.size()) {
            throw UsageError("the function depends on variable " + std::to_string(variable) +
                             ", which has no value among " + std::to_string(values.size()));
        }
        at = values[variable] ? node.high : node.low;
    }
    return at == Edge::yes();
}

Bdd Bdd::compose(std::span<const Substitution> substitutions) const {
    const std::function<Bdd(Edge)> hold = [this](Edge found) { return home_->hold(found); };
    return home_->carry_out([&](Fork& fork) {
        std::map<Level, Edge> by;
        for (const Substitution& each : substitutions) {
            if (!by.emplace(home_->locality_.variables().level_of(each.variable), each.by.edge()).second)
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

// The lowest ones come first.
StoredFunctions Diagrams::stored(std::span<const Bdd> functions) {
    std::vector<Edge> roots;
    for (const Bdd& each : functions) roots.push_back(each.edge());
    std::vector<std::pair<std::uint64_t, Cofactors>> nodes;
    each_node(locality_.worker(0), roots,
              [&](std::uint64_t index, const Cofactors& node) { nodes.emplace_back(index, node); });
    std::ranges::stable_sort(nodes, [](const auto& a, const auto& b) { return a.second.level > b.second.level; });
    std::unordered_map<std::uint64_t, std::uint64_t> numbers{{0, 0}};
    const auto edge_of = [&](Edge edge) {
        return StoredEdge{.node = numbers.at(edge.index()), .complemented = edge.is_complemented()};
    };
    StoredFunctions found;
    for (const auto& [index, node] : nodes) {
        locality_.worker(0).heed_end();
        const unsigned variable = locality_.variables().variable_at(node.level);
        found.nodes.push_back({variable, numbers.at(node.low.index()), edge_of(node.high)});
        numbers.emplace(index, found.nodes.size());
    }
    for (const Edge root : roots) found.roots.push_back(edge_of(root));
    return found;
}

std::vector<Bdd> Diagrams::restored(const StoredFunctions& functions) {
    std::vector<Bdd> nodes{no()};
    nodes.reserve(functions.nodes.size() + 1);
    const auto function_of = [&](StoredEdge edge) {
        if (edge.node >= nodes.size()) {
            throw UsageError("an edge leads to node " + std::to_string(edge.node) + ", which is not among the " +
                             std::to_string(nodes.size() - 1) + " before it");
        }
        return edge.complemented ? !nodes[edge.node] : nodes[edge.node];
    };
    for (const StoredNode& each : functions.nodes)
        nodes.push_back(variable(each.variable).ite(function_of(each.high), function_of({.node = each.low})));
    std::vector<Bdd> roots;
    for (const StoredEdge each : functions.roots) roots.push_back(function_of(each));
    return roots;
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
        locality_.worker(0).heed_end();
        to << "  " << NodeName{index} << " [label=\"" << locality_.variables().variable_at(node.level) << "\"];\n";
        write_edge(to, NodeName{index}, node.low, "dashed");
        write_edge(to, NodeName{index}, node.high, "solid");
    }
    to << "}\n";
}

}  // namespace scrump
