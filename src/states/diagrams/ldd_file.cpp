#include "entry_lists.hpp"
#include "file_bytes.hpp"
#include "formats.hpp"
#include "stored_diagrams.hpp"

#include <scrump/base/error.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace scrump::detail {
namespace {

constexpr std::int32_t whole_vectors = -1;
constexpr std::uint32_t most_entries = 1'000'000;

// What a relation takes at least: the numbers of its entries, or of its other root; the number of nodes, and a root.
constexpr std::size_t least_ldd_relation = 3 * sizeof(std::uint64_t);

// What the older format says of an entry, one number after the other; and the end.
enum class Touch : std::uint32_t { none, read_first, written_then, only_read, only_written, label, end = ~0U };

class LddReader {
  public:
    explicit LddReader(FileBytes& file) : file_(file) {}

    ListModel read() {
        begin();
        const std::size_t relations = file_.count<std::int32_t>("relations", least_ldd_relation);
        EntryLists entries(file_, model_.entries);
        for (std::size_t i = 0; i < relations; ++i)
            model_.relations.push_back(older_ ? older_relation() : entries.relation<StoredListRelation>());
        if (!older_)
            for (StoredListRelation& relation : model_.relations) read_diagram(relation);
        const std::size_t own = model_.nodes.size();
        skip_trailer(file_, [this] { states(); });
        model_.nodes.resize(own);
        return std::move(model_);
    }

    /// Reads the number of entries, and the initial states.
    void begin() {
        const std::size_t from = file_.at();
        const auto entries = file_.number<std::uint32_t>("the number of entries");
        if (entries < 1 || entries > most_entries) {
            file_.fail(from, "expected a state vector of 1 to " + std::to_string(most_entries) + " entries, found " +
                                 std::to_string(entries));
        }
        model_.entries = entries;
        older_ = file_.take_if<std::uint32_t>(0);  // the upper half of a longer number
        model_.initial = states();
    }

  private:
    // --- Nodes

    void nodes() {
        const std::size_t count = file_.count<std::uint64_t>("nodes", node_bytes);
        for (std::size_t i = 0; i < count; ++i) node();
    }

    // Bits of the first word: a mark, 47 of the rest of the list, the lower 16 of the value; of the second: the upper
    // 16 of the value, one of copies, 47 of what follows.
    void node() {
        const std::size_t at = file_.at();
        const auto x = file_.number<std::uint64_t>("a node");
        const auto y = file_.number<std::uint64_t>("a node");
        const StoredListNode node{.value = static_cast<std::uint32_t>(x >> 48U | (y & 0xffffU) << 16U),
                                  .copies = (y >> 16U & 1U) != 0,
                                  .down = y >> 17U,
                                  .right = (x & ((std::uint64_t{1} << 48U) - 1)) >> 1U};
        check(at, node);
        lengths_.push_back(lengths_[node.down] + 1);
        has_copies_.push_back(node.copies || has_copies_[node.down] || has_copies_[node.right]);
        model_.nodes.push_back(node);
    }

    void check(std::size_t at, const StoredListNode& node) const {
        for (const std::uint64_t child : {node.down, node.right}) {
            if (child >= lengths_.size()) {
                file_.fail(at, "a node leads to number " + std::to_string(child) + ", but only " +
                                   std::to_string(lengths_.size()) + " come before it");
            }
        }
        if (node.down == 0) file_.fail(at, "a node leads to the empty set");
        if (node.copies && node.value != 0) file_.fail(at, "a node that copies has a value");
        if (node.right == 0) return;
        if (node.right < first_list_node || lengths_[node.right] != lengths_[node.down] + 1)
            file_.fail(at, "the vectors of a list differ in their length");
        const StoredListNode& next = model_.nodes[node.right - first_list_node];
        if (next.copies || (!node.copies && next.value <= node.value))
            file_.fail(at, "the values of a list do not ascend");
    }

    std::uint64_t root() {
        const std::size_t at = file_.at();
        const auto number = file_.number<std::uint64_t>("a root");
        if (number >= lengths_.size()) {
            file_.fail(at, "expected one of " + std::to_string(lengths_.size()) + " diagrams, found number " +
                               std::to_string(number));
        }
        return number;
    }

    // --- Sets and relations

    std::uint64_t states() {
        const std::size_t from = file_.at();
        if (!older_ && !file_.take_if<std::int32_t>(whole_vectors))
            file_.fail(from, "expected -1, as states have all entries");
        nodes();
        const std::size_t at = file_.at();
        const std::uint64_t set = root();
        if (older_) {
            static_cast<void>(root());  // of the entries
            const std::size_t size_at = file_.at();
            const auto size = file_.number<std::uint32_t>("the number of entries");
            if (size != model_.entries) {
                file_.fail(size_at, "expected states of " + std::to_string(model_.entries) + " entries, found " +
                                        std::to_string(size));
            }
        }
        if (set != 0 && lengths_[set] != model_.entries) {
            file_.fail(at, "expected states of " + std::to_string(model_.entries) + " entries, found " +
                               std::to_string(lengths_[set]));
        }
        if (has_copies_[set]) file_.fail(at, "states have nodes that copy, which only relations may have");
        return set;
    }

    void read_diagram(StoredListRelation& relation) {
        nodes();
        const std::size_t at = file_.at();
        relation.root = root();
        expect_length(at, relation);
    }

    // Its vectors may have a label.
    void expect_length(std::size_t at, StoredListRelation& relation) const {
        const std::size_t length = relation.read.size() + relation.written.size();
        if (relation.root == 0) return;
        relation.labelled = lengths_[relation.root] == length + 1;
        if (!relation.labelled && lengths_[relation.root] != length) {
            file_.fail(at, "expected a relation of " + std::to_string(length) +
                               " values, or of these and a label; found " + std::to_string(lengths_[relation.root]));
        }
    }

    // The second root says which entries are touched.
    StoredListRelation older_relation() {
        nodes();
        const std::size_t at = file_.at();
        StoredListRelation relation{.root = root()};
        const std::size_t touches_at = file_.at();
        add_touched(touches_at, root(), relation);
        expect_length(at, relation);
        return relation;
    }

    void add_touched(std::size_t at, std::uint64_t touches, StoredListRelation& relation) const {
        std::uint32_t entry = 0;
        for (; touches >= first_list_node; touches = model_.nodes[touches - first_list_node].down) {
            const StoredListNode& node = model_.nodes[touches - first_list_node];
            const auto touch = Touch{node.value};
            if (touch == Touch::end || touch == Touch::label) return;
            const bool reads = touch == Touch::read_first || touch == Touch::only_read;
            const bool writes = touch == Touch::written_then || touch == Touch::only_written;
            const bool second = !relation.read.empty() && relation.read.back() == entry;
            if (node.right != 0 || entry >= model_.entries || second != (touch == Touch::written_then) ||
                touch > Touch::only_written)
                break;
            if (reads) relation.read.push_back(entry);
            if (writes) relation.written.push_back(entry);
            if (touch != Touch::read_first) ++entry;
        }
        if (touches >= first_list_node) file_.fail(at, "expected a diagram of what a relation reads and writes");
    }

    FileBytes& file_;
    ListModel model_;
    bool older_ = false;
    std::vector<std::uint32_t> lengths_ = {0, 0};  // of vectors, by number
    std::vector<bool> has_copies_ = {false, false};
};

}  // namespace

// A number of entries, and -1 or the initial states. Other formats have no -1 there.
bool looks_like_ldd(std::string_view bytes) {
    const std::string name;
    FileBytes file(bytes, name);
    try {
        if (file.number<std::int32_t>("entries") > 0 && file.take_if<std::int32_t>(whole_vectors)) return true;
        FileBytes again(bytes, name);
        LddReader(again).begin();
        return true;
    } catch (const Error&) {
        return false;
    }
}

ListModel read_ldd(std::string_view bytes, const std::string& name) {
    FileBytes file(bytes, name);
    return LddReader(file).read();
}

}  // namespace scrump::detail
