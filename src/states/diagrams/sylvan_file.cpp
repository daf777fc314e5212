#include "entry_lists.hpp"
#include "formats.hpp"
#include "stored_diagrams.hpp"

#include <scrump/base/error.hpp>

#include <cstddef>
#include <cstdint>
#include <numeric>
#include <string>
#include <utility>
#include <vector>

namespace scrump::detail {
namespace {

constexpr std::uint64_t leaf_bit = std::uint64_t{1} << 62;
constexpr std::int32_t all_entries = -1;

// What a relation takes at least: two counts of entries; the count of nodes, that of roots and a root.
constexpr std::size_t least_sylvan_relation = 3 * sizeof(std::int32_t) + 2 * sizeof(std::uint64_t);

std::vector<std::uint32_t> read_sylvan_layout(FileBytes& file) {
    const std::size_t from = file.at();
    const std::size_t length = file.count<std::int32_t>("entries of the state vector", sizeof(std::int32_t));
    if (length == 0) file.fail(from, "the state vector has no entries");
    std::vector<std::uint32_t> bits;
    bits.reserve(length);
    std::uint64_t total = 0;
    for (std::size_t i = 0; i < length; ++i) {
        const std::size_t at = file.at();
        const auto of_entry = file.number<std::int32_t>("the bits of an entry");
        if (of_entry < 1) file.fail(at, "an entry has " + std::to_string(of_entry) + " bits, expected 1 at least");
        total += static_cast<std::uint64_t>(of_entry);
        if (total > max_state_bits) {
            file.fail(at, "a state has " + std::to_string(total) + " bits or more, expected " +
                              std::to_string(max_state_bits) + " at most");
        }
        bits.push_back(static_cast<std::uint32_t>(of_entry));
    }
    return bits;
}

class SylvanReader {
  public:
    SylvanReader(FileBytes& file, const EntryBits& layout) : file_(file), layout_(layout), diagrams_(file, layout) {}

    SymbolicModel read() {
        SymbolicModel model;
        model.label_bits = label_bits();
        diagrams_.allow_labels(model.label_bits);
        model.initial = states();
        const std::size_t relations = file_.count<std::int32_t>("relations", least_sylvan_relation);
        model.relations.reserve(relations);
        EntryLists entries(file_, layout_.entries());
        for (std::size_t i = 0; i < relations; ++i) model.relations.push_back(entries.relation<StoredRelation>());
        for (StoredRelation& relation : model.relations)
            relation.root = diagram(entries_of(relation), DiagramReader::Variables::transitions);
        const std::size_t own = diagrams_.nodes().size();
        skip_trailer(file_, [this] { states(); });
        model.nodes = diagrams_.take();
        model.nodes.resize(own);
        return model;
    }

  private:
    std::uint32_t label_bits() {
        const std::size_t at = file_.at();
        const auto bits = file_.number<std::int32_t>("the bits of a label");
        if (bits < 0) file_.fail(at, "a label has " + std::to_string(bits) + " bits, expected 0 at least");
        return static_cast<std::uint32_t>(bits);
    }

    StoredStates states() {
        StoredStates states;
        if (file_.take_if<std::int32_t>(all_entries)) {
            states.entries.resize(layout_.entries());
            std::iota(states.entries.begin(), states.entries.end(), 0);
        } else {
            states.entries = EntryLists(file_, layout_.entries()).list();
        }
        states.root = diagram(states.entries, DiagramReader::Variables::states);
        return states;
    }

    StoredEdge diagram(const std::vector<std::uint32_t>& entries, DiagramReader::Variables which) {
        const std::size_t from = file_.at();
        const std::size_t nodes = file_.count<std::uint64_t>("nodes", node_bytes);
        diagrams_.count_anew();
        for (std::size_t i = 0; i < nodes; ++i) node();
        const std::size_t roots_at = file_.at();
        const auto roots = file_.number<std::int32_t>("the number of roots");
        if (roots != 1) file_.fail(roots_at, "expected one root, found " + std::to_string(roots));
        const std::size_t at = file_.at();
        const StoredEdge root = diagrams_.root(at, file_.number<std::uint64_t>("a root"));
        diagrams_.expect_variables(from, root, entries, which);
        return root;
    }

    void node() {
        const std::size_t at = file_.at();
        const auto x = file_.number<std::uint64_t>("a node");
        const auto y = file_.number<std::uint64_t>("a node");
        if ((x & leaf_bit) != 0) file_.fail(at, "a leaf; diagrams of models have no leaves but false and true");
        if ((x & ~number_mask & ~complement_bit) != 0) file_.fail(at, "a node has bits that mean nothing");
        diagrams_.add(at, {.variable = static_cast<std::uint32_t>(y >> number_bits),
                           .low = y & number_mask,
                           .high = {.node = x & number_mask, .complemented = (x & complement_bit) != 0}});
    }

    FileBytes& file_;
    const EntryBits& layout_;
    DiagramReader diagrams_;
};

class SylvanWriter {
  public:
    explicit SylvanWriter(const SymbolicModel& model)
        : model_(model), reachable_(model.nodes), numbers_(model.nodes.size() + 1) {}

    std::string write() {
        put_count(model_.bits.size());
        for (const std::uint32_t bits : model_.bits) put_count(bits);
        put_count(model_.label_bits);
        states(model_.initial);
        put_count(model_.relations.size());
        for (const StoredRelation& relation : model_.relations) {
            put_count(relation.read.size());
            put_count(relation.written.size());
            put_entries(relation.read);
            put_entries(relation.written);
        }
        for (const StoredRelation& relation : model_.relations) diagram(relation.root);
        put_count(0);
        put_count(0);
        return std::move(bytes_);
    }

  private:
    void states(const StoredStates& states) {
        if (states.entries.size() == model_.bits.size()) {
            put<std::int32_t>(bytes_, all_entries);
        } else {
            put_count(states.entries.size());
            put_entries(states.entries);
        }
        diagram(states.root);
    }

    void put_count(std::size_t count) { put<std::int32_t>(bytes_, static_cast<std::int32_t>(count)); }

    void put_entries(const std::vector<std::uint32_t>& entries) {
        for (const std::uint32_t entry : entries) put<std::uint32_t>(bytes_, entry);
    }

    void diagram(StoredEdge root) {
        reachable_.forget();
        const std::vector<std::uint64_t> nodes = reachable_.find(root);
        put<std::uint64_t>(bytes_, nodes.size());
        std::uint64_t written = 0;
        for (const std::uint64_t number : nodes) {
            const StoredNode& node = model_.nodes[number - 1];
            put<std::uint64_t>(bytes_, numbers_[node.high.node] | (node.high.complemented ? complement_bit : 0));
            put<std::uint64_t>(bytes_, std::uint64_t{node.variable} << number_bits | numbers_[node.low]);
            numbers_[number] = ++written;
        }
        put_count(1);
        put<std::uint64_t>(bytes_, root_word(root, numbers_[root.node]));
    }

    const SymbolicModel& model_;
    Reachable reachable_;
    std::vector<std::uint64_t> numbers_;  // of nodes, in the diagram that is written
    std::string bytes_;
};

}  // namespace

// Entries of at least one bit each, and of a label. Other formats have a number of 64 bits in this place, of which the
// upper half is 0, or are recognised before.
bool looks_like_sylvan(std::string_view bytes) {
    const std::string name;
    FileBytes file(bytes, name);
    try {
        static_cast<void>(read_sylvan_layout(file));
        return file.number<std::int32_t>("a label") >= 0;
    } catch (const Error&) {
        return false;
    }
}

SymbolicModel read_sylvan(std::string_view bytes, const std::string& name) {
    FileBytes file(bytes, name);
    std::vector<std::uint32_t> bits = read_sylvan_layout(file);
    const EntryBits layout(bits);
    SymbolicModel model = SylvanReader(file, layout).read();
    model.bits = std::move(bits);
    return model;
}

std::string write_sylvan(const SymbolicModel& model) {
    return SylvanWriter(model).write();
}

}  // namespace scrump::detail
