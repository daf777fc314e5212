#include <scrump/states/diagrams/labels.hpp>

#include "stored_diagrams.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <unordered_map>
#include <utility>
#include <vector>

namespace scrump {
namespace {

struct HashOfNode {
    std::size_t operator()(const StoredNode& node) const {
        std::size_t hash = node.variable;
        for (const std::uint64_t part : {node.low, node.high.node, std::uint64_t{node.high.complemented}})
            hash = (hash ^ part) * 0x9e3779b97f4a7c15 + (hash >> 32);
        return hash;
    }
};

// Makes nodes, each once.
class UniqueNodes {
  public:
    StoredEdge make(std::uint32_t variable, StoredEdge low, StoredEdge high) {
        if (low == high) return low;
        const bool flip = low.complemented;
        high.complemented ^= flip;
        const StoredNode node = {.variable = variable, .low = low.node, .high = high};
        const auto [found, is_new] = numbers_.try_emplace(node, nodes_.size() + 1);
        if (is_new) nodes_.push_back(node);
        return {.node = found->second, .complemented = flip};
    }

    std::vector<StoredNode> take() { return std::move(nodes_); }

  private:
    std::vector<StoredNode> nodes_;
    std::unordered_map<StoredNode, std::uint64_t, HashOfNode> numbers_;
};

// Quantifies labels away. They are below all else, and no node is a constant: what speaks of labels alone is true for
// some. A function and its complement have different answers, which are found where they are needed.
class WithoutLabels {
  public:
    explicit WithoutLabels(const std::vector<StoredNode>& nodes)
        : nodes_(nodes), reachable_(nodes), answers_(nodes.size() + 1) {
        answers_[0] = {{{.edge = {0, false}}, {.edge = {0, true}}}};
    }

    StoredEdge of(StoredEdge root) {
        const std::vector<std::uint64_t> numbers = reachable_.find(root);
        reachable_.forget();
        need(root);
        for (std::size_t i = numbers.size(); i-- > 0;)
            for (const bool complemented : {false, true})
                if (answer({numbers[i], complemented}).needed) need_children({numbers[i], complemented});
        for (const std::uint64_t number : numbers)
            for (const bool complemented : {false, true})
                if (answer({number, complemented}).needed) find({number, complemented});
        return answer(root).edge;
    }

    std::vector<StoredNode> take() { return made_.take(); }

  private:
    struct Answer {
        StoredEdge edge;
        bool needed = false;
    };

    static StoredEdge complement_if(bool complemented, StoredEdge edge) {
        return {.node = edge.node, .complemented = edge.complemented != complemented};
    }
    StoredEdge low(StoredEdge edge) const {
        return complement_if(edge.complemented, {nodes_[edge.node - 1].low, false});
    }
    StoredEdge high(StoredEdge edge) const { return complement_if(edge.complemented, nodes_[edge.node - 1].high); }

    Answer& answer(StoredEdge edge) { return answers_[edge.node][edge.complemented ? 1 : 0]; }
    void need(StoredEdge edge) { answer(edge).needed = true; }
    void need_children(StoredEdge edge) {
        need(low(edge));
        need(high(edge));
    }

    void find(StoredEdge edge) {
        const std::uint32_t variable = nodes_[edge.node - 1].variable;
        answer(edge).edge = variable >= first_label_variable
                                ? StoredEdge{0, true}
                                : made_.make(variable, answer(low(edge)).edge, answer(high(edge)).edge);
    }

    const std::vector<StoredNode>& nodes_;
    detail::Reachable reachable_;
    std::vector<std::array<Answer, 2>> answers_;  // for each node, and for its complement
    UniqueNodes made_;
};

}  // namespace

SymbolicModel without_labels(const SymbolicModel& model) {
    SymbolicModel result = model;
    WithoutLabels of_nodes(model.nodes);
    result.initial.root = of_nodes.of(model.initial.root);
    for (StoredRelation& relation : result.relations) relation.root = of_nodes.of(relation.root);
    result.nodes = of_nodes.take();
    result.label_bits = 0;
    return result;
}

}  // namespace scrump
