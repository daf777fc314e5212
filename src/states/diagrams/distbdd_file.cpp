#include <scrump/states/diagrams/labels.hpp>

#include "formats.hpp"
#include "stored_diagrams.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <numeric>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

namespace scrump::detail {
namespace {

// What a set or a relation takes at least: two counts and a root.
constexpr std::size_t least_diagram_bytes = 3 * sizeof(std::uint64_t);

// What the beginning of the file says: entries of as many bits each, and the variables of all bits.
struct DistbddLayout {
    std::vector<std::uint32_t> bits;                             // of each entry
    std::vector<std::uint32_t> places;                           // of each bit, by the order of their variables
    std::vector<std::uint32_t> bit_at;                           // of each place
    std::unordered_map<std::uint32_t, std::uint32_t> variables;  // as they are here, of those of the file

    bool is_plain() const { return std::ranges::is_sorted(places); }
};

std::vector<std::uint32_t> read_variables(FileBytes& file, std::uint64_t bits) {
    std::vector<std::uint32_t> variables;
    for (std::uint64_t bit = 0; bit < bits; ++bit)
        variables.push_back(file.number<std::uint32_t>("the variables of the state"));
    return variables;
}

DistbddLayout read_distbdd_layout(FileBytes& file) {
    const std::size_t from = file.at();
    const auto length = file.number<std::uint64_t>("the length of the state vector");
    const auto bits = file.number<std::uint64_t>("the bits of each entry");
    const std::uint64_t fit = std::min(max_state_bits, file.left() / (2 * sizeof(std::uint32_t)));
    if (length == 0 || bits == 0 || length > fit / bits) {
        file.fail(from, "expected a state vector, of whose bits " + std::to_string(fit) + " fit into the file, found " +
                            std::to_string(length) + " entries of " + std::to_string(bits) + " bits");
    }
    const std::size_t variables_at = file.at();
    const std::vector<std::uint32_t> state = read_variables(file, length * bits);
    const std::vector<std::uint32_t> next = read_variables(file, length * bits);
    DistbddLayout layout{.bits = std::vector<std::uint32_t>(length, static_cast<std::uint32_t>(bits)),
                         .places = std::vector<std::uint32_t>(state.size()),
                         .bit_at = std::vector<std::uint32_t>(state.size()),
                         .variables = {}};
    std::iota(layout.bit_at.begin(), layout.bit_at.end(), 0U);
    std::ranges::sort(layout.bit_at, {}, [&](std::uint32_t bit) { return state[bit]; });
    for (std::uint32_t place = 0; place < layout.bit_at.size(); ++place) {
        const std::uint32_t bit = layout.bit_at[place];
        const bool is_last = place + 1 == layout.bit_at.size();
        if (next[bit] <= state[bit] || (!is_last && state[layout.bit_at[place + 1]] <= next[bit])) {
            file.fail(variables_at + sizeof(std::uint32_t) * (state.size() + bit),
                      "bit " + std::to_string(bit) + " has variable " + std::to_string(state[bit]) + ", and " +
                          std::to_string(next[bit]) +
                          " in the next state; expected one behind it and before those of other bits");
        }
        layout.places[bit] = place;
        layout.variables.emplace(state[bit], 2 * place);
        layout.variables.emplace(next[bit], 2 * place + 1);
    }
    return layout;
}

class DistbddReader {
  public:
    DistbddReader(FileBytes& file, const DistbddLayout& layout)
        : file_(file), layout_(layout), entry_bits_(layout.bits), diagrams_(file, entry_bits_, layout.bit_at) {}

    SymbolicModel read() {
        SymbolicModel model;
        const std::size_t from = file_.at();
        model.initial.root = diagram();
        const std::size_t length = list_length(1);
        model.initial.entries = entries(length, 0);
        diagrams_.expect_variables(from, model.initial.root, model.initial.entries, DiagramReader::Variables::states);
        const std::size_t relations = file_.count<std::int32_t>("relations", least_diagram_bytes);
        model.relations.reserve(relations);
        for (std::size_t i = 0; i < relations; ++i) model.relations.push_back(relation());
        file_.expect_end();
        model.nodes = diagrams_.take();
        return model;
    }

  private:
    StoredRelation relation() {
        StoredRelation relation;
        const std::size_t from = file_.at();
        relation.root = diagram();
        const std::size_t length = list_length(2);
        relation.read = entries(length, 0);
        const std::size_t next_from = file_.at();
        relation.written = entries(length, 1);
        if (relation.written != relation.read)
            file_.fail(next_from, "the next-state variables are not those of the same entries as the state variables");
        diagrams_.expect_variables(from, relation.root, relation.read, DiagramReader::Variables::transitions);
        return relation;
    }

    StoredEdge diagram() {
        const std::size_t nodes = file_.count<std::uint64_t>("nodes", node_bytes);
        for (std::size_t i = 0; i < nodes; ++i) node();
        const std::size_t at = file_.at();
        return diagrams_.root(at, file_.number<std::uint64_t>("a root"));
    }

    void node() {
        const std::size_t at = file_.at();
        const auto x = file_.number<std::uint64_t>("a node");
        const auto y = file_.number<std::uint64_t>("a node");
        if ((y & ~number_mask & ~complement_bit) != 0) file_.fail(at, "a node has bits that mean nothing");
        diagrams_.add(at, {.variable = variable_of(at, static_cast<std::uint32_t>(x >> number_bits)),
                           .low = y & number_mask,
                           .high = {.node = x & number_mask, .complemented = (y & complement_bit) != 0}});
    }

    // Number of entries that follow, in as many lists of their variables.
    std::size_t list_length(std::size_t lists) {
        return file_.count<std::uint64_t>("entries", lists * bits_each() * sizeof(std::uint32_t));
    }

    // As it is here.
    std::uint32_t variable_of(std::size_t at, std::uint32_t in_file) const {
        const auto found = layout_.variables.find(in_file);
        if (found == layout_.variables.end())
            file_.fail(at, "variable " + std::to_string(in_file) + " does not belong to the state");
        return found->second;
    }

    // That many entries, each given by all its variables: those of the state, or of the next state.
    std::vector<std::uint32_t> entries(std::size_t length, std::uint32_t is_next) {
        std::vector<std::uint32_t> entries;
        for (std::size_t i = 0; i < length; ++i) {
            const std::size_t at = file_.at();
            const std::uint32_t first = bit(is_next);
            if (first % bits_each() != 0) fail_whole(at);
            for (std::uint32_t more = 1; more < bits_each(); ++more) {
                const std::size_t next_at = file_.at();
                if (bit(is_next) != first + more) fail_whole(next_at);
            }
            entries.push_back(first / bits_each());
        }
        const std::size_t behind = file_.at();
        std::ranges::sort(entries);
        if (std::ranges::adjacent_find(entries) != entries.end()) file_.fail(behind, "an entry is listed twice");
        return entries;
    }

    // The bit whose variable comes next.
    std::uint32_t bit(std::uint32_t is_next) {
        const std::size_t at = file_.at();
        const auto in_file = file_.number<std::uint32_t>("variables");
        const std::uint32_t variable = variable_of(at, in_file);
        if (variable % 2 != is_next) {
            file_.fail(at, std::string("expected a variable of the ") + (is_next == 1 ? "next state" : "state") +
                               ", found " + std::to_string(in_file));
        }
        return layout_.bit_at[variable / 2];
    }
    [[noreturn]] void fail_whole(std::size_t at) const {
        file_.fail(at, "expected the variables of whole entries, each of all its bits in their order");
    }

    std::uint32_t bits_each() const { return layout_.bits.front(); }

    FileBytes& file_;
    const DistbddLayout& layout_;
    const EntryBits entry_bits_;
    DiagramReader diagrams_;
};

class DistbddWriter {
  public:
    explicit DistbddWriter(const SymbolicModel& model)
        : model_(model),
          layout_(model.bits),
          reachable_(model.nodes),
          numbers_(model.nodes.size() + 1),
          bits_each_(common_bits(model)) {}

    std::string write() {
        put<std::uint64_t>(bytes_, layout_.bits() / bits_each_);
        put<std::uint64_t>(bytes_, bits_each_);
        for (const std::uint32_t next : {0U, 1U})
            for (std::uint32_t bit = 0; bit < layout_.bits(); ++bit)
                put<std::uint32_t>(bytes_, 2 * place_of(model_, bit) + next);
        diagram(model_.initial.root);
        variables(model_.initial.entries, {0});
        put<std::int32_t>(bytes_, static_cast<std::int32_t>(model_.relations.size()));
        for (const StoredRelation& relation : model_.relations) {
            diagram(relation.root);
            variables(entries_of(relation), {0, 1});
        }
        return std::move(bytes_);
    }

  private:
    // The nodes that no diagram before had.
    void diagram(StoredEdge root) {
        const std::vector<std::uint64_t> nodes = reachable_.find(root);
        put<std::uint64_t>(bytes_, nodes.size());
        for (const std::uint64_t number : nodes) {
            const StoredNode& node = model_.nodes[number - 1];
            put<std::uint64_t>(bytes_, std::uint64_t{node.variable} << number_bits | numbers_[node.high.node]);
            put<std::uint64_t>(bytes_, numbers_[node.low] | (node.high.complemented ? complement_bit : 0));
            numbers_[number] = ++written_;
        }
        put<std::uint64_t>(bytes_, root_word(root, numbers_[root.node]));
    }

    void variables(const std::vector<std::uint32_t>& entries, std::initializer_list<std::uint32_t> copies) {
        std::vector<std::uint32_t> variables;
        for (const std::uint32_t entry : entries)
            for (std::uint32_t bit = layout_.first(entry); bit < layout_.first(entry + 1); ++bit)
                variables.push_back(2 * place_of(model_, bit));
        put<std::uint64_t>(bytes_, variables.size() / bits_each_);
        for (const std::uint32_t copy : copies)
            for (const std::uint32_t variable : variables) put<std::uint32_t>(bytes_, variable + copy);
    }

    const SymbolicModel& model_;
    EntryBits layout_;
    Reachable reachable_;
    std::vector<std::uint64_t> numbers_;  // of nodes, in the file
    const std::uint32_t bits_each_;
    std::uint64_t written_ = 0;
    std::string bytes_;
};

}  // namespace

// Two numbers of 64 bits, of which the first is small; other formats have two of 32 bits there that are not 0.
bool looks_like_distbdd(std::string_view bytes) {
    const std::string name;
    FileBytes file(bytes, name);
    if (bytes.size() < 2 * sizeof(std::uint64_t)) return false;
    const auto length = file.number<std::uint64_t>("");
    const auto bits = file.number<std::uint64_t>("");
    return length > 0 && bits > 0 && length <= max_state_bits && bits <= max_state_bits;
}

SymbolicModel read_distbdd(std::string_view bytes, const std::string& name) {
    FileBytes file(bytes, name);
    DistbddLayout layout = read_distbdd_layout(file);
    SymbolicModel model = DistbddReader(file, layout).read();
    model.bits = layout.bits;
    if (!layout.is_plain()) model.places = layout.places;
    return model;
}

std::string write_distbdd(const SymbolicModel& model) {
    return DistbddWriter(model.label_bits == 0 ? model : without_labels(model)).write();
}

}  // namespace scrump::detail
