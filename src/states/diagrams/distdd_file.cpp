#include "formats.hpp"
#include "stored_diagrams.hpp"

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace scrump::detail {
namespace {

// What a relation takes at least: the count of nodes, a root and that of its variables.
constexpr std::size_t least_distdd_relation = 3 * sizeof(std::uint64_t);

// The beginning of the file.
struct DistddLayout {
    std::vector<std::uint32_t> bits;  // of each entry
    std::uint32_t label_bits;
};

DistddLayout read_distdd_layout(FileBytes& file) {
    const std::size_t from = file.at();
    const auto length = file.number<std::int32_t>("the length of the state vector");
    const auto bits = file.number<std::int32_t>("the bits of each entry");
    const std::size_t labels_at = file.at();
    const auto labels = file.number<std::int32_t>("the bits of a label");
    if (length < 1 || bits < 1 ||
        static_cast<std::uint64_t>(length) > max_state_bits / static_cast<std::uint64_t>(bits)) {
        file.fail(from, "expected a state vector of 1 to " + std::to_string(max_state_bits) + " bits, found " +
                            std::to_string(length) + " entries of " + std::to_string(bits) + " bits");
    }
    if (labels < 0) file.fail(labels_at, "a label has " + std::to_string(labels) + " bits, expected 0 at least");
    return {.bits = std::vector<std::uint32_t>(static_cast<std::size_t>(length), static_cast<std::uint32_t>(bits)),
            .label_bits = static_cast<std::uint32_t>(labels)};
}

class DistddReader {
  public:
    DistddReader(FileBytes& file, const EntryBits& layout, std::uint32_t label_bits)
        : file_(file), layout_(layout), diagrams_(file, layout) {
        diagrams_.allow_labels(label_bits);
    }

    SymbolicModel read() {
        SymbolicModel model;
        model.initial = states();
        const std::size_t relations = file_.count<std::int32_t>("relations", least_distdd_relation);
        model.relations.reserve(relations);
        for (std::size_t i = 0; i < relations; ++i) model.relations.push_back(relation());
        const std::size_t own = diagrams_.nodes().size();
        skip_trailer(file_, [this] { states(); });
        model.nodes = diagrams_.take();
        model.nodes.resize(own);
        return model;
    }

  private:
    StoredStates states() {
        StoredStates states;
        const std::size_t from = file_.at();
        nodes();
        states.root = root();
        const std::size_t at = file_.at();
        const auto length = file_.number<std::uint64_t>("the number of entries");
        states.entries = entries(1);
        if (length != states.entries.size()) {
            file_.fail(at, "expected " + std::to_string(states.entries.size()) +
                               " entries, of which the variables follow, found " + std::to_string(length));
        }
        diagrams_.expect_variables(from, states.root, states.entries, DiagramReader::Variables::states);
        return states;
    }

    StoredRelation relation() {
        StoredRelation relation;
        const std::size_t from = file_.at();
        nodes();
        relation.root = root();
        relation.read = entries(2);
        relation.written = relation.read;
        diagrams_.expect_variables(from, relation.root, relation.read, DiagramReader::Variables::transitions);
        return relation;
    }

    void nodes() {
        const std::size_t count = file_.count<std::uint64_t>("nodes", node_bytes);
        for (std::size_t i = 0; i < count; ++i) {
            const std::size_t at = file_.at();
            const auto x = file_.number<std::uint64_t>("a node");
            const auto y = file_.number<std::uint64_t>("a node");
            if ((x & ~number_mask & ~complement_bit) != 0) file_.fail(at, "a node has bits that mean nothing");
            diagrams_.add(at, {.variable = static_cast<std::uint32_t>(y >> number_bits),
                               .low = y & number_mask,
                               .high = {.node = x & number_mask, .complemented = (x & complement_bit) != 0}});
        }
    }

    StoredEdge root() {
        const std::size_t at = file_.at();
        return diagrams_.root(at, file_.number<std::uint64_t>("a root"));
    }

    // Those whose variables a diagram lists, which is true where all of them are: state variables, or these and
    // next-state ones.
    std::vector<std::uint32_t> entries(std::uint32_t copies) {
        const std::size_t at = file_.at();
        std::vector<std::uint32_t> variables = listed(at, root());
        std::erase_if(variables, [](std::uint32_t variable) { return variable >= first_label_variable; });
        std::vector<std::uint32_t> entries;
        for (std::size_t i = 0; i < variables.size();) {
            const std::uint32_t entry = layout_.entry_of(variables[i] / 2);
            for (std::uint32_t bit = layout_.first(entry); bit < layout_.first(entry + 1); ++bit) {
                for (std::uint32_t copy = 0; copy < copies; ++copy, ++i) {
                    if (i < variables.size() && variables[i] == 2 * bit + copy) continue;
                    file_.fail(at,
                               "expected the variables of whole entries, among them " + std::to_string(2 * bit + copy));
                }
            }
            entries.push_back(entry);
        }
        return entries;
    }

    std::vector<std::uint32_t> listed(std::size_t at, StoredEdge edge) const {
        std::vector<std::uint32_t> variables;
        while (edge.node != 0 && !edge.complemented) {
            const StoredNode& node = diagrams_.nodes()[edge.node - 1];
            if (node.low != 0) break;
            variables.push_back(node.variable);
            edge = node.high;
        }
        if (edge != StoredEdge{.node = 0, .complemented = true})
            file_.fail(at, "expected a diagram that lists variables, one that is true where all of them are");
        return variables;
    }

    FileBytes& file_;
    const EntryBits& layout_;
    DiagramReader diagrams_;
};

class DistddWriter {
  public:
    explicit DistddWriter(const SymbolicModel& model)
        : model_(model),
          layout_(model.bits),
          reachable_(model.nodes),
          numbers_(model.nodes.size() + 1),
          bits_each_(common_bits(model)) {}

    std::string write() {
        put_count(layout_.bits() / bits_each_);
        put_count(bits_each_);
        put_count(model_.label_bits);
        const std::vector<std::uint32_t> initial = state_variables(model_, model_.initial.entries);
        diagram(model_.initial.root, initial);
        put<std::uint64_t>(bytes_, initial.size() / bits_each_);
        put<std::uint64_t>(bytes_, list_);
        put_count(model_.relations.size());
        for (const StoredRelation& relation : model_.relations) {
            std::vector<std::uint32_t> variables;
            for (const std::uint32_t variable : state_variables(model_, entries_of(relation)))
                variables.insert(variables.end(), {variable, next_state_variable(variable)});
            diagram(relation.root, variables);
            put<std::uint64_t>(bytes_, list_);
        }
        return std::move(bytes_);
    }

  private:
    // The nodes that no diagram before had, those that list the variables, and the root.
    void diagram(StoredEdge root, const std::vector<std::uint32_t>& variables) {
        const std::vector<std::uint64_t> nodes = reachable_.find(root);
        put<std::uint64_t>(bytes_, nodes.size() + variables.size());
        for (const std::uint64_t number : nodes) {
            const StoredNode& node = model_.nodes[number - 1];
            put_node(node.variable, numbers_[node.low],
                     numbers_[node.high.node] | (node.high.complemented ? complement_bit : 0));
            numbers_[number] = written_;
        }
        list_ = complement_bit;  // true
        for (std::size_t i = variables.size(); i-- > 0;) {
            put_node(variables[i], 0, list_);
            list_ = written_;
        }
        put<std::uint64_t>(bytes_, root_word(root, numbers_[root.node]));
    }

    void put_node(std::uint32_t variable, std::uint64_t low, std::uint64_t high) {
        put<std::uint64_t>(bytes_, high);
        put<std::uint64_t>(bytes_, std::uint64_t{variable} << number_bits | low);
        ++written_;
    }

    void put_count(std::size_t count) { put<std::int32_t>(bytes_, static_cast<std::int32_t>(count)); }

    const SymbolicModel& model_;
    EntryBits layout_;
    Reachable reachable_;
    std::vector<std::uint64_t> numbers_;  // of nodes, in the file
    const std::uint32_t bits_each_;
    std::uint64_t written_ = 0;
    std::uint64_t list_ = 0;  // the root of the last list of variables
    std::string bytes_;
};

}  // namespace

// The initial set is a diagram of as many nodes as are said, behind which the number of entries stands once more.
bool looks_like_distdd(std::string_view bytes) {
    const std::string name;
    FileBytes file(bytes, name);
    try {
        const DistddLayout layout = read_distdd_layout(file);
        file.skip(node_bytes * file.count<std::uint64_t>("nodes", node_bytes));
        static_cast<void>(file.number<std::uint64_t>("a root"));
        return file.number<std::uint64_t>("entries") == layout.bits.size();
    } catch (const Error&) {
        return false;
    }
}

SymbolicModel read_distdd(std::string_view bytes, const std::string& name) {
    FileBytes file(bytes, name);
    DistddLayout layout = read_distdd_layout(file);
    const EntryBits entries(layout.bits);
    SymbolicModel model = DistddReader(file, entries, layout.label_bits).read();
    model.bits = std::move(layout.bits);
    model.label_bits = layout.label_bits;
    return model;
}

std::string write_distdd(const SymbolicModel& model) {
    return DistddWriter(model).write();
}

}  // namespace scrump::detail
