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

// Nodes that were made together, and are asked for together, lie side by side.
std::size_t NodeNumbers::place(std::uint64_t index) const {
    constexpr std::uint64_t together = 8;
    std::size_t place = (mix(index / together, 0) * together + index % together) & (entries_.size() - 1);
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

const CommonNodes& CommonNodes::none() {
    static const CommonNodes nodes;
    return nodes;
}

void CommonNodes::add(std::span<const Edge> nodes) {
    for (const Edge node : nodes) {
        if (find(node) != 0) continue;
        numbers_.add(node.index());
        nodes_.push_back(node);
    }
}

std::uint32_t PackedNodes::add(Edge edge) {
    const std::uint32_t complement = edge.is_complemented() ? 1 : 0;
    if (edge.is_constant()) return complement;
    if (const std::uint32_t number = common_.find(edge); number != 0) return number << 1U | complement;
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
        nodes_.push_back(edge.regular());
    }
    return static_cast<std::uint32_t>(common_.size() + number) << 1U | complement;
}

namespace {

Bytes bytes_of(const std::vector<std::uint32_t>& words) {
    return {reinterpret_cast<const char*>(words.data()), words.size() * sizeof(std::uint32_t)};
}

std::vector<std::uint32_t> words_in(const Bytes& bytes) {
    std::vector<std::uint32_t> words(bytes.size() / sizeof(std::uint32_t));
    if (!words.empty()) std::memcpy(words.data(), bytes.data(), words.size() * sizeof(std::uint32_t));
    return words;
}

}  // namespace

UnpackedNodes::UnpackedNodes(DiagramWorker& worker, std::span<const std::uint32_t> words, const CommonNodes& common,
                             std::size_t known)
    : worker_(worker), common_(common), known_(known) {
    if (known > common.size()) throw Error("a diagram from another process refers to nodes that have not come");
    nodes().reserve(words.size() / words_of_node);
    try {
        for (; words.size() >= words_of_node; words = words.subspan(words_of_node)) make_next(words.data());
    } catch (...) {
        nodes().clear();
        throw;
    }
}

// As it was: of some kinds of diagrams nodes lead twice to the same.
void UnpackedNodes::make_next(const std::uint32_t* words) {
    if (words[0] == of_value) {
        nodes().push_back(worker_.make_terminal(words[1] | std::uint64_t{words[2]} << 32U));
    } else {
        nodes().push_back(worker_.make_node(words[0], edge(words[1]), edge(words[2])));
    }
}

Edge UnpackedNodes::edge(std::uint64_t name) const {
    const Edge complemented = (name & 1U) != 0 ? Edge::yes() : Edge::no();
    const std::uint64_t number = name >> 1U;
    if (number == 0) return complemented;
    if (number <= known_) return common_[number].complemented_as(complemented);
    if (number - known_ > nodes().size())
        throw Error("a diagram from another process refers to a node that it does not have");
    return nodes()[number - known_ - 1].complemented_as(complemented);
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

std::uint64_t NodesTranslator::starts_now() const {
    return home_.starts();
}

NodesTranslator::Thief& NodesTranslator::thief_of(unsigned worker, unsigned thief) {
    Peers& peers = peers_[worker];
    if (std::exchange(peers.starts, starts_now()) != peers.starts) peers.thieves.clear();
    return peers.thieves[thief];
}

// Those of the results that have come, as far as there is room; the thief forgets the others.
void NodesTranslator::add_results(Thief& thief, std::size_t most, std::vector<std::uint32_t>& words) {
    words.push_back(static_cast<std::uint32_t>(thief.results.size()));
    for (const Result& result : std::exchange(thief.results, {})) {
        const bool becomes_common = thief.common.size() + result.nodes.size() <= most;
        if (becomes_common) thief.common.add(result.nodes);
        words.push_back(result.number << 1U | (becomes_common ? 1 : 0));
    }
}

// Words: the number of common nodes; whether these are to be forgotten; the results; whether the nodes that follow
// become common.
Bytes NodesTranslator::pack_arguments(unsigned worker, unsigned thief, const References& arguments) {
    Thief& with = thief_of(worker, thief);
    const std::size_t most = home_.most_remembered();
    const bool anew = with.begins_anew && with.tasks == 0;
    if (anew) with.common = {};
    std::vector<std::uint32_t> words = {static_cast<std::uint32_t>(with.common.size()), anew ? 1U : 0U};
    add_results(with, most, words);
    PackedNodes packed(home_.worker(worker), with.common);
    for (std::uint64_t* each : arguments) *each = packed.add({*each});
    const bool become_common = with.common.size() + packed.nodes().size() <= most;
    words.push_back(become_common ? 1 : 0);
    words.insert(words.end(), packed.words().begin(), packed.words().end());
    if (become_common) with.common.add(packed.nodes());
    with.begins_anew = (with.begins_anew && !anew) || !become_common;
    ++with.tasks;
    return bytes_of(words);
}

// Returns how many words there were.
std::size_t NodesTranslator::take_results(Victim& victim, std::span<const std::uint32_t> words) {
    const std::size_t results = words.front();
    if (words.size() <= results) throw Error("a task from another process came without its operands");
    for (const std::uint32_t each : words.subspan(1, results)) {
        const auto result = victim.results.extract(each >> 1U);
        if (result.empty()) throw Error("a task from another process refers to a result that was not sent");
        victim.nodes_of_results -= result.mapped().size();
        if ((each & 1U) != 0) victim.common.add(result.mapped());
    }
    return 1 + results;
}

// Where there is no room for all, this worker has nothing in common with the victim any more: that begins anew, as the
// task fails.
void NodesTranslator::unpack_arguments(unsigned worker, unsigned victim, Bytes data, const References& arguments) {
    const std::vector<std::uint32_t> words = words_in(data);
    if (words.size() < 4) throw Error("a task from another process came without its operands");
    Victim& with = peers_[worker].victims[victim];
    const bool anew = words[1] != 0;
    if (anew) with.common = {};
    if (words[0] != with.common.size()) throw Error("a task from another process refers to nodes that have not come");
    try {
        const std::size_t next = 2 + take_results(with, std::span(words).subspan(2));
        if (anew) {
            with.results.clear();
            with.nodes_of_results = 0;
        }
        if (next >= words.size()) throw Error("a task from another process came without its operands");
        const UnpackedNodes unpacked(home_.worker(worker), std::span(words).subspan(next + 1), with.common,
                                     with.common.size());
        for (std::uint64_t* each : arguments) *each = unpacked.edge(*each).bits;
        if (words[next] != 0) with.common.add(unpacked.nodes());
    } catch (...) {
        with.common = {};
        throw;
    }
}

// Words: the number of common nodes; the number of the result, or 0 if its nodes will not be common.
Bytes NodesTranslator::pack_result(unsigned worker, unsigned victim, const References& result) {
    Victim& with = peers_[worker].victims[victim];
    PackedNodes packed(home_.worker(worker), with.common);
    for (std::uint64_t* each : result) *each = packed.add({*each});
    const std::size_t nodes = packed.nodes().size();
    const bool held = with.common.size() + with.nodes_of_results + nodes <= home_.most_remembered();
    std::vector<std::uint32_t> words = {static_cast<std::uint32_t>(with.common.size()), held ? ++with.numbered : 0};
    words.insert(words.end(), packed.words().begin(), packed.words().end());
    if (held) {
        with.results.emplace(with.numbered, packed.nodes());
        with.nodes_of_results += nodes;
    }
    return bytes_of(words);
}

void NodesTranslator::unpack_result(unsigned worker, unsigned thief, Bytes data, const References& result) {
    const std::vector<std::uint32_t> words = words_in(data);
    if (words.size() < 2) throw Error("a result from another process came without its nodes");
    Thief& with = peers_[worker].thieves[thief];
    const UnpackedNodes unpacked(home_.worker(worker), std::span(words).subspan(2), with.common, words[0]);
    for (std::uint64_t* each : result) *each = unpacked.edge(*each).bits;
    if (words[1] != 0) with.results.push_back({words[1], unpacked.nodes()});
    --with.tasks;
}

void NodesTranslator::note_failure(unsigned worker, unsigned thief) {
    Thief& with = peers_[worker].thieves[thief];
    with.begins_anew = true;
    --with.tasks;
}

void NodesTranslator::forget_victims() {
    for (Peers& each : peers_) each.victims.clear();
}

void NodesTranslator::hold(unsigned worker, const References& arguments) {
    for (const std::uint64_t* each : arguments) home_.worker(worker).hold({*each});
}

void NodesTranslator::release(unsigned worker, std::size_t arguments) {
    home_.worker(worker).release(arguments);
}

}  // namespace scrump::detail
