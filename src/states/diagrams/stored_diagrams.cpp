#include "stored_diagrams.hpp"

#include <algorithm>
#include <string>

namespace scrump::detail {

bool Reachable::note(std::uint64_t number) {
    if (number == 0 || found_in_[number] == round_) return false;
    found_in_[number] = round_;
    return true;
}

std::vector<std::uint64_t> Reachable::find(StoredEdge root) {
    found_in_.resize(nodes_.size() + 1);
    std::vector<std::uint64_t> found;
    if (note(root.node)) found.push_back(root.node);
    for (std::size_t i = 0; i < found.size(); ++i) {
        const StoredNode& node = nodes_[found[i] - 1];
        for (const std::uint64_t child : {node.low, node.high.node})
            if (note(child)) found.push_back(child);
    }
    std::sort(found.begin(), found.end());
    return found;
}

void DiagramReader::add(std::size_t at, StoredNode node) {
    if (!knows(node.variable)) {
        file_.fail(at, "a node has variable " + std::to_string(node.variable) + ", but a state has only " +
                           std::to_string(entries_.bits()) + " bits, and a label " + std::to_string(label_bits_));
    }
    for (const std::uint64_t child : {node.low, node.high.node}) expect_below(at, node.variable, child);
    if (node.low == node.high.node && !node.high.complemented) file_.fail(at, "both edges of a node are the same");
    node.low = number(node.low);
    node.high.node = number(node.high.node);
    nodes_.push_back(node);
}

bool DiagramReader::knows(std::uint32_t variable) const {
    if (variable < first_label_variable) return variable / 2 < entries_.bits();
    return variable - first_label_variable < label_bits_;
}

void DiagramReader::expect_below(std::size_t at, std::uint32_t variable, std::uint64_t child) const {
    const std::size_t own = nodes_.size() - base_ + 1;
    if (child >= own) {
        file_.fail(at, "node " + std::to_string(own) + " has an edge to node " + std::to_string(child) +
                           ", which does not come before it");
    }
    if (child == 0) return;
    const std::uint32_t below = nodes_[number(child) - 1].variable;
    if (below <= variable) {
        file_.fail(at, "a node of variable " + std::to_string(variable) + " has an edge to one of variable " +
                           std::to_string(below) + ", which is not below it");
    }
}

StoredEdge DiagramReader::root(std::size_t at, std::uint64_t word) const {
    const std::uint64_t in_file = word & ~complement_bit;
    if (in_file > nodes_.size() - base_) {
        file_.fail(at, "the root is node " + std::to_string(in_file) + ", but there are only " +
                           std::to_string(nodes_.size() - base_));
    }
    return {.node = number(in_file), .complemented = (word & complement_bit) != 0};
}

void DiagramReader::expect_variables(std::size_t at, StoredEdge root, const std::vector<std::uint32_t>& entries,
                                     Variables which) {
    reachable_.forget();
    for (const std::uint64_t number : reachable_.find(root)) {
        const std::uint32_t variable = nodes_[number - 1].variable;
        if (!may_speak_of(variable, entries, which))
            file_.fail(at, "the diagram depends on variable " + std::to_string(variable) + ", which it does not list");
    }
}

bool DiagramReader::may_speak_of(std::uint32_t variable, const std::vector<std::uint32_t>& entries,
                                 Variables which) const {
    if (which == Variables::states && (variable % 2 == 1 || variable >= first_label_variable)) return false;
    if (variable >= first_label_variable) return true;
    const std::uint32_t bit = bit_at_.empty() ? variable / 2 : bit_at_[variable / 2];
    return std::binary_search(entries.begin(), entries.end(), entries_.entry_of(bit));
}

std::uint32_t common_bits(const SymbolicModel& model) {
    const std::uint32_t bits = model.bits.front();
    return std::ranges::all_of(model.bits, [&](std::uint32_t each) { return each == bits; }) ? bits : 1;
}

std::uint64_t root_word(StoredEdge root, std::uint64_t number) {
    return number | (root.complemented ? complement_bit : 0);
}

}  // namespace scrump::detail
