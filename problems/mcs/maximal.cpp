#include <scrump/problems/mcs/detail/maximal.hpp>

#include <string>
#include <unordered_set>
#include <vector>

namespace scrump::mcs {

namespace {

/// Whether the tree ends there.
bool ends(const Space& space, const Node& node) {
    if (!space.connected() || node.matched.empty()) return node.classes.empty();
    return std::ranges::none_of(node.classes, [](const LabelClass& label) { return label.attached != 0; });
}

/// Of what kind the pairs of each of the matched vertices of its side and a vertex are, and behind that its own label.
std::string label_of(const Side& side, const std::vector<Vertex>& matched, Vertex vertex) {
    std::string label;
    for (const Vertex each : matched) label += static_cast<char>(side.row(vertex)[each]);
    return label + std::to_string(side.label(vertex));
}

/// Calls `visit` with the label of each vertex that is not matched, until it is true; says whether it was.
template <class Visit>
bool any_label(const Side& side, const std::vector<Vertex>& matched, const Visit& visit) {
    std::vector<bool> taken(side.size());
    for (const Vertex each : matched) taken[each] = true;
    for (std::size_t v = 0; v < side.size(); ++v)
        if (!taken[v] && visit(label_of(side, matched, static_cast<Vertex>(v)))) return true;
    return false;
}

}  // namespace

bool is_maximal(const Space& space, const Node& node) {
    if (!ends(space, node)) return false;
    std::vector<Vertex> left;
    std::vector<Vertex> right;
    for (const Pair& pair : node.matched) {
        left.push_back(pair.left);
        right.push_back(pair.right);
    }
    const bool attached = space.connected() && !node.matched.empty();
    std::unordered_set<std::string> labels;
    any_label(space.left(), left, [&](const std::string& label) {
        if (!attached || label.find_first_not_of('\0') < left.size()) labels.insert(label);
        return false;
    });
    return !any_label(space.right(), right, [&](const std::string& label) { return labels.contains(label); });
}

}  // namespace scrump::mcs
