#pragma once
// Diagrams in the form of both formats of models: nodes in the order of their numbers, referenced by 40 bits, and
// roots.

#include <scrump/states/diagrams/model.hpp>

#include "entry_bits.hpp"
#include "file_bytes.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace scrump::detail {

inline constexpr unsigned number_bits = 40;
inline constexpr std::uint64_t number_mask = (std::uint64_t{1} << number_bits) - 1;
inline constexpr std::uint64_t complement_bit = std::uint64_t{1} << 63;
inline constexpr std::size_t node_bytes = 2 * sizeof(std::uint64_t);

/// Largest number of bits of a state, whose variables are above those of labels.
inline constexpr std::uint64_t max_state_bits = first_label_variable / 2;

/// Finds the nodes of diagrams that share some.
class Reachable {
  public:
    /// `nodes` must outlive it, and may grow.
    explicit Reachable(const std::vector<StoredNode>& nodes) : nodes_(nodes) {}

    /// The numbers of the nodes to which `root` leads, ascending, except those found since forget().
    std::vector<std::uint64_t> find(StoredEdge root);
    void forget() { ++round_; }

  private:
    bool note(std::uint64_t number);

    const std::vector<StoredNode>& nodes_;
    std::vector<std::uint32_t> found_in_;  // the round in which each number was found last
    std::uint32_t round_ = 1;
};

/// Assembles the nodes that are read, and rejects those that no ordered diagram has.
class DiagramReader {
  public:
    /// `bit_at` has the bit of each place; none if all are at their own.
    DiagramReader(const FileBytes& file, const EntryBits& entries, std::span<const std::uint32_t> bit_at = {})
        : file_(file), entries_(entries), bit_at_(bit_at) {}

    /// Allows relations to depend on this number of bits of labels, too.
    void allow_labels(std::uint32_t bits) { label_bits_ = bits; }

    /// From here on, the file counts nodes from 1 again.
    void count_anew() { base_ = nodes_.size(); }

    /// A node that was read at byte `at`, with the numbers of the file.
    void add(std::size_t at, StoredNode node);

    /// A root, as in the file.
    StoredEdge root(std::size_t at, std::uint64_t word) const;

    /// Variables on which a diagram may depend: the state variables of its entries; also the next-state ones and
    /// labels.
    enum class Variables { states, transitions };

    /// Fails at byte `at` if the diagram depends on others than those of `entries`.
    void expect_variables(std::size_t at, StoredEdge root, const std::vector<std::uint32_t>& entries, Variables which);

    const std::vector<StoredNode>& nodes() const { return nodes_; }
    std::vector<StoredNode> take() { return std::move(nodes_); }

  private:
    bool knows(std::uint32_t variable) const;
    bool may_speak_of(std::uint32_t variable, const std::vector<std::uint32_t>& entries, Variables which) const;
    void expect_below(std::size_t at, std::uint32_t variable, std::uint64_t child) const;
    std::uint64_t number(std::uint64_t in_file) const { return in_file == 0 ? 0 : base_ + in_file; }

    const FileBytes& file_;
    const EntryBits& entries_;
    std::span<const std::uint32_t> bit_at_;
    std::vector<StoredNode> nodes_;
    std::size_t base_ = 0;  // number of nodes before those that the file counts
    std::uint32_t label_bits_ = 0;
    Reachable reachable_{nodes_};
};

/// Skips the optional end of a model, which is not part of it: the reachable states, as `skip_states` reads them, and
/// the names of labels.
template <class SkipStates>
void skip_trailer(FileBytes& file, const SkipStates& skip_states) {
    if (file.left() > 0 && file.number<std::int32_t>("whether reachable states follow") != 0) skip_states();
    if (file.left() > 0) {
        const std::size_t labels = file.count<std::int32_t>("labels", sizeof(std::uint32_t));
        for (std::size_t i = 0; i < labels; ++i) file.skip(file.count<std::uint32_t>("characters of a label", 1));
    }
    file.expect_end();
}

/// The bits of each entry in a format where all have the same number: if they differ, each bit becomes an entry.
std::uint32_t common_bits(const SymbolicModel& model);

/// `root` as in a file, where its node has `number`.
std::uint64_t root_word(StoredEdge root, std::uint64_t number);

}  // namespace scrump::detail
