#include <scrump/states/diagrams/labels.hpp>

#include "formats.hpp"
#include "stored_diagrams.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <string>
#include <utility>
#include <vector>

namespace scrump::detail {
namespace {

// What a set or a relation takes at least: two counts and a root.
constexpr std::size_t least_diagram_bytes = 3 * sizeof(std::uint64_t);

// The bits of each entry, from the beginning of the file.
std::vector<std::uint32_t> read_distbdd_layout(FileBytes& file) {
    const std::size_t from = file.at();
    const auto length = file.number<std::uint64_t>("the length of the state vector");
    const auto bits = file.number<std::uint64_t>("the bits of each entry");
    const std::uint64_t fit = std::min(max_state_bits, file.left() / (2 * sizeof(std::uint32_t)));
    if (length == 0 || bits == 0 || length > fit / bits) {
        file.fail(from, "expected a state vector, of whose bits " + std::to_string(fit) + " fit into the file, found " +
                            std::to_string(length) + " entries of " + std::to_string(bits) + " bits");
    }
    for (const std::uint32_t next : {0U, 1U}) {
        for (std::uint32_t bit = 0; bit < length * bits; ++bit) {
            const std::size_t at = file.at();
            const auto variable = file.number<std::uint32_t>("the variables of the state");
            if (variable != 2 * bit + next) {
                file.fail(at, "bit " + std::to_string(bit) + " has variable " + std::to_string(variable) +
                                  ", expected " + std::to_string(2 * bit + next));
            }
        }
    }
    return std::vector<std::uint32_t>(length, static_cast<std::uint32_t>(bits));
}

class DistbddReader {
  public:
    DistbddReader(FileBytes& file, const EntryBits& layout) : file_(file), layout_(layout), diagrams_(file, layout) {}

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
        diagrams_.add(at, {.variable = static_cast<std::uint32_t>(x >> number_bits),
                           .low = y & number_mask,
                           .high = {.node = x & number_mask, .complemented = (y & complement_bit) != 0}});
    }

    // How many entries follow, in so many lists of their variables.
    std::size_t list_length(std::size_t lists) {
        return file_.count<std::uint64_t>("entries", lists * bits_each() * sizeof(std::uint32_t));
    }

    // So many entries, each given by all its variables: state variables, or those one above.
    std::vector<std::uint32_t> entries(std::size_t length, std::uint32_t above) {
        std::vector<std::uint32_t> entries;
        for (std::size_t i = 0; i < length; ++i) {
            const std::size_t at = file_.at();
            const auto first = file_.number<std::uint32_t>("variables");
            const std::uint32_t entry = first / 2 / bits_each();
            expect_variable(at, first, 2 * entry * bits_each() + above);
            if (entry >= layout_.entries() || (!entries.empty() && entry <= entries.back()))
                file_.fail(at,
                           "variable " + std::to_string(first) + " is that of no further entry of the state vector");
            entries.push_back(entry);
            for (std::uint32_t bit = 1; bit < bits_each(); ++bit) {
                const std::size_t next_at = file_.at();
                expect_variable(next_at, file_.number<std::uint32_t>("variables"), first + 2 * bit);
            }
        }
        return entries;
    }

    void expect_variable(std::size_t at, std::uint32_t found, std::uint32_t expected) const {
        if (found != expected) {
            file_.fail(at, "expected the variables of whole entries, here " + std::to_string(expected) + ", found " +
                               std::to_string(found));
        }
    }

    std::uint32_t bits_each() const { return layout_.first(1); }

    FileBytes& file_;
    const EntryBits& layout_;
    DiagramReader diagrams_;
};

class DistbddWriter {
  public:
    explicit DistbddWriter(const SymbolicModel& model)
        : model_(model), layout_(model.bits), reachable_(model.nodes), numbers_(model.nodes.size() + 1) {
        const auto differs = [&](std::uint32_t bits) { return bits != model.bits.front(); };
        bits_each_ = std::any_of(model.bits.begin(), model.bits.end(), differs) ? 1 : model.bits.front();
    }

    std::string write() {
        put<std::uint64_t>(bytes_, layout_.bits() / bits_each_);
        put<std::uint64_t>(bytes_, bits_each_);
        for (const std::uint32_t next : {0U, 1U})
            for (std::uint32_t bit = 0; bit < layout_.bits(); ++bit) put<std::uint32_t>(bytes_, 2 * bit + next);
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
        const std::vector<std::uint32_t> variables = state_variables(model_, entries);
        put<std::uint64_t>(bytes_, variables.size() / bits_each_);
        for (const std::uint32_t copy : copies)
            for (const std::uint32_t variable : variables) put<std::uint32_t>(bytes_, variable + copy);
    }

    const SymbolicModel& model_;
    EntryBits layout_;
    Reachable reachable_;
    std::vector<std::uint64_t> numbers_;  // of nodes, in the file
    std::uint64_t written_ = 0;
    std::uint32_t bits_each_ = 1;
    std::string bytes_;
};

}  // namespace

SymbolicModel read_distbdd(std::string_view bytes, const std::string& name) {
    FileBytes file(bytes, name);
    std::vector<std::uint32_t> bits = read_distbdd_layout(file);
    const EntryBits layout(bits);
    SymbolicModel model = DistbddReader(file, layout).read();
    model.bits = std::move(bits);
    return model;
}

std::string write_distbdd(const SymbolicModel& model) {
    return DistbddWriter(model.label_bits == 0 ? model : without_labels(model)).write();
}

}  // namespace scrump::detail
