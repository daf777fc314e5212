#include <scrump/states/diagrams/detail/travelling_nodes.hpp>

#include <scrump/base/error.hpp>
#include <scrump/states/diagrams/detail/diagram_locality.hpp>

#include <cstring>
#include <utility>

namespace scrump::detail {
namespace {

constexpr std::size_t words_of_node = 3;
constexpr Level of_value = level_limit;  // in place of a level: the other words are a value's bits

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
        if (worker_.is_value(edge)) {
            const std::uint64_t bits = of.low.bits | of.high.bits << Edge::index_bits;
            words_.insert(words_.end(),
                          {of_value, static_cast<std::uint32_t>(bits), static_cast<std::uint32_t>(bits >> 32U)});
        } else {
            const std::uint32_t low = add(of.low);
            const std::uint32_t high = add(of.high);
            words_.insert(words_.end(), {of.level, low, high});
        }
        number = numbers_.add(edge.index());
    }
    return number << 1U | complement;
}

namespace {

Edge edge_named(std::uint64_t name, const std::vector<Edge>& nodes) {
    const Edge complemented = (name & 1U) != 0 ? Edge::yes() : Edge::no();
    if (name >> 1U == 0) return complemented;
    if (name >> 1U > nodes.size()) throw Error("a diagram from another process refers to a node that it does not have");
    return nodes[(name >> 1U) - 1].complemented_as(complemented);
}

// Makes the next node of the words, as it was: of some kinds of diagrams nodes lead twice to the same.
void make_next(DiagramWorker& worker, const std::uint32_t* words, std::vector<Edge>& nodes) {
    if (words[0] == of_value) {
        nodes.push_back(worker.make_terminal(words[1] | std::uint64_t{words[2]} << 32U));
    } else {
        nodes.push_back(worker.make_node(words[0], edge_named(words[1], nodes), edge_named(words[2], nodes)));
    }
}

Bytes bytes_of(const std::vector<std::uint32_t>& words) {
    return {reinterpret_cast<const char*>(words.data()), words.size() * sizeof(std::uint32_t)};
}

std::vector<std::uint32_t> words_in(const Bytes& bytes) {
    std::vector<std::uint32_t> words(bytes.size() / sizeof(std::uint32_t));
    if (!words.empty()) std::memcpy(words.data(), bytes.data(), words.size() * sizeof(std::uint32_t));
    return words;
}

}  // namespace

UnpackedNodes::UnpackedNodes(DiagramWorker& worker, std::span<const std::uint32_t> words) : worker_(worker) {
    std::vector<Edge>& nodes = worker.arriving();
    nodes.reserve(words.size() / words_of_node);
    try {
        for (; words.size() >= words_of_node; words = words.subspan(words_of_node))
            make_next(worker, words.data(), nodes);
    } catch (...) {
        nodes.clear();
        throw;
    }
}

Edge UnpackedNodes::edge(std::uint64_t name) const {
    return edge_named(name, worker_.arriving());
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
        if (worker.is_value(edge)) continue;
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

Bytes NodesTranslator::pack_arguments(unsigned worker, unsigned thief, const References& arguments) {
    Peers& peers = peers_[worker];
    if (std::exchange(peers.starts, home_.starts()) != home_.starts()) peers.sent.clear();
    PackedNodes& packed = peers.sent.try_emplace(thief, home_.worker(worker)).first->second;
    std::vector<std::uint32_t> words = {static_cast<std::uint32_t>(packed.size()), 0};
    for (std::uint64_t* each : arguments) *each = packed.add({*each});
    words.insert(words.end(), packed.words().begin(), packed.words().end());
    packed.words().clear();
    words[1] = packed.size() <= home_.most_remembered() ? 1 : 0;
    if (words[1] == 0) peers.sent.erase(thief);
    return bytes_of(words);
}

void NodesTranslator::unpack_arguments(unsigned worker, unsigned victim, Bytes data, const References& arguments) {
    const std::vector<std::uint32_t> words = words_in(data);
    if (words.size() < 2) throw Error("a task from another process came without its operands");
    auto& [nodes, pending] = peers_[worker].came[victim];
    if (words[0] == 0) {
        nodes.clear();
        pending.clear();
    }
    if (words[0] != nodes.size() + pending.size() / words_of_node)
        throw Error("a task from another process refers to nodes that have not come");
    pending.insert(pending.end(), words.begin() + 2, words.end());
    std::size_t next = 0;
    try {
        for (; pending.size() - next >= words_of_node; next += words_of_node)
            make_next(home_.worker(worker), &pending[next], nodes);
    } catch (...) {
        pending.erase(pending.begin(), pending.begin() + static_cast<std::ptrdiff_t>(next));
        throw;
    }
    pending.clear();
    for (std::uint64_t* each : arguments) *each = edge_named(*each, nodes).bits;
    if (words[1] == 0) nodes.clear();
}

Bytes NodesTranslator::pack_result(unsigned worker, const References& result) {
    PackedNodes packed(home_.worker(worker));
    for (std::uint64_t* each : result) *each = packed.add({*each});
    return bytes_of(packed.words());
}

void NodesTranslator::unpack_result(unsigned worker, Bytes data, const References& result) {
    const UnpackedNodes unpacked(home_.worker(worker), words_in(data));
    for (std::uint64_t* each : result) *each = unpacked.edge(*each).bits;
}

void NodesTranslator::forget_sent() {
    for (Peers& each : peers_) each.sent.clear();
}

void NodesTranslator::forget_came() {
    for (Peers& each : peers_) each.came.clear();
}

void NodesTranslator::hold(unsigned worker, const References& arguments) {
    for (const std::uint64_t* each : arguments) home_.worker(worker).hold({*each});
}

void NodesTranslator::release(unsigned worker, std::size_t arguments) {
    home_.worker(worker).release(arguments);
}

}  // namespace scrump::detail
