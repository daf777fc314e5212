#include <scrump/states/diagrams/detail/travelling_nodes.hpp>

#include <scrump/base/error.hpp>
#include <scrump/states/diagrams/detail/diagram_locality.hpp>

#include <cstring>
#include <utility>

namespace scrump::detail {
namespace {

constexpr std::size_t words_of_node = 3;

}  // namespace

std::size_t NodeNumbers::place(std::uint64_t index) const {
    std::size_t place = mix(index, 0) & (entries_.size() - 1);
    while (entries_[place].number != 0 && entries_[place].index != index) place = (place + 1) & (entries_.size() - 1);
    return place;
}

std::uint32_t NodeNumbers::add(std::uint64_t index) {
    if (2 * (size_ + 1) > entries_.size()) {
        std::vector<Entry> before = std::exchange(entries_, std::vector<Entry>(4 * entries_.size()));
        for (const Entry& each : before)
            if (each.number != 0) entries_[place(each.index)] = each;
    }
    const auto number = static_cast<std::uint32_t>(++size_);
    entries_[place(index)] = {index, number};
    return number;
}

std::uint32_t PackedNodes::add(Edge edge) {
    const std::uint32_t complement = edge.is_complemented() ? 1 : 0;
    if (edge.is_constant()) return complement;
    std::uint32_t number = numbers_.find(edge.index());
    if (number == 0) {
        const Cofactors of = worker_.cofactors(edge.regular());
        const std::uint32_t low = add(of.low);
        const std::uint32_t high = add(of.high);
        words_.insert(words_.end(), {of.level, low, high});
        number = numbers_.add(edge.index());
    }
    return number << 1U | complement;
}

UnpackedNodes::UnpackedNodes(DiagramWorker& worker, std::span<const std::uint32_t> words) : worker_(worker) {
    std::vector<Edge>& nodes = worker.arriving();
    nodes.reserve(words.size() / words_of_node);
    try {
        for (; !words.empty(); words = words.subspan(words_of_node))
            nodes.push_back(worker.make(words[0], edge(words[1]), edge(words[2])));
    } catch (...) {
        nodes.clear();
        throw;
    }
}

Edge UnpackedNodes::edge(std::uint64_t name) const {
    const std::vector<Edge>& nodes = worker_.arriving();
    const Edge complemented = (name & 1U) != 0 ? Edge::yes() : Edge::no();
    if (name >> 1U == 0) return complemented;
    if (name >> 1U > nodes.size()) throw Error("a diagram from another process refers to a node that it does not have");
    return nodes[(name >> 1U) - 1].complemented_as(complemented);
}

// Depth first, as diagrams are rather deep than wide above.
bool has_nodes(DiagramWorker& worker, std::span<const Edge> edges, std::size_t nodes) {
    NodeNumbers seen;
    std::vector<Edge> open(edges.begin(), edges.end());
    while (!open.empty() && seen.size() < nodes) {
        const Edge edge = open.back();
        open.pop_back();
        if (edge.is_constant() || seen.find(edge.index()) != 0) continue;
        seen.add(edge.index());
        const Cofactors of = worker.cofactors(edge);
        open.insert(open.end(), {of.low, of.high});
    }
    return seen.size() >= nodes;
}

// --- NodesTranslator

bool NodesTranslator::is_worth_sending(unsigned worker, const References& arguments) {
    std::vector<Edge> edges;
    for (const std::uint64_t* each : arguments) edges.push_back({*each});
    return has_nodes(home_.worker(worker), edges, least_nodes_);
}

Bytes NodesTranslator::pack(unsigned worker, const References& references) {
    PackedNodes packed(home_.worker(worker));
    for (std::uint64_t* each : references) *each = packed.add({*each});
    return {reinterpret_cast<const char*>(packed.words().data()), packed.words().size() * sizeof(std::uint32_t)};
}

void NodesTranslator::unpack(unsigned worker, Bytes data, const References& references) {
    std::vector<std::uint32_t> words(data.size() / (words_of_node * sizeof(std::uint32_t)) * words_of_node);
    std::memcpy(words.data(), data.data(), words.size() * sizeof(std::uint32_t));
    const UnpackedNodes unpacked(home_.worker(worker), words);
    for (std::uint64_t* each : references) *each = unpacked.edge(*each).bits;
}

void NodesTranslator::hold(unsigned worker, const References& arguments) {
    for (const std::uint64_t* each : arguments) home_.worker(worker).hold({*each});
}

void NodesTranslator::release(unsigned worker, std::size_t arguments) {
    home_.worker(worker).release(arguments);
}

}  // namespace scrump::detail
