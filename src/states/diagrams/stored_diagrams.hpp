#pragma once
// Diagrams as both formats of models have them: nodes in the order of their numbers, referred to by 40 bits, and roots.

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

/// So many bits of a state have variables above those of labels.
inline constexpr std::uint64_t max_state_bits = first_label_variable / 2;

/// Finds the nodes of diagrams that share some.
class Reachable {
  public:
    /// `nodes` must outlive it, and may grow.
    explicit Reachable(const std::vector<StoredNode>& nodes) : nodes_(nodes) {}

    /// The numbers of the nodes that `root` leads to, ascending, but for those that were found since forget().
    std::vector<std::uint64_t> find(StoredEdge root);
    void forget() { ++round_; }

  private:
    bool note(std::uint64_t number);

    const std::vector<StoredNode>& nodes_;
    std::vector<std::uint32_t> found_in_;  // the round in which a number was found last
    std::uint32_t round_ = 1;
};

/// Puts together the nodes that are read, and refuses those that no ordered diagram has.
class DiagramReader {
  public:
    /// `bit_at` has the bit of each place, or nothing where all are at their own.
    DiagramReader(const FileBytes& file, const EntryBits& entries, std::span<const std::uint32_t> bit_at = {})
        : file_(file), entries_(entries), bit_at_(bit_at) {}

    /// Relations speak of so many bits of labels, too.
    void allow_labels(std::uint32_t bits) { label_bits_ = bits; }

    /// From here on, the file counts nodes from 1 again.
    void count_anew() { base_ = nodes_.size(); }

    /// A node that was read at byte `at`, with numbers as the file has them.
    void add(std::size_t at, StoredNode node);

    /// A root, as the file has it.
    StoredEdge root(std::size_t at, std::uint64_t word) const;

    /// Of what a diagram may speak: the state variables of its entries; the next-state ones and labels, too.
    enum class Variables { states, transitions };

    /// Fails at byte `at` if the diagram speaks of any but those of `entries`.
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
    std::size_t base_ = 0;  // how many nodes come before those that the file counts
    std::uint32_t label_bits_ = 0;
    Reachable reachable_{nodes_};
};

/// What may follow the relations of a model, which says nothing of where it begins and of what may follow a state: the
/// states that can be reached, as `skip_states` reads them, and the names of labels. Nothing need follow.
template <class SkipStates>
void skip_trailer(FileBytes& file, const SkipStates& skip_states) {
    if (file.left() > 0 && file.number<std::int32_t>("whether reachable states follow") != 0) skip_states();
    if (file.left() > 0) {
        const std::size_t labels = file.count<std::int32_t>("labels", sizeof(std::uint32_t));
        for (std::size_t i = 0; i < labels; ++i) file.skip(file.count<std::uint32_t>("characters of a label", 1));
    }
    file.expect_end();
}

/// The bits that each entry has in a format where all have the same: where they differ, each bit becomes an entry.
std::uint32_t common_bits(const SymbolicModel& model);

/// `root` as a file has it, where its node has `number`.
std::uint64_t root_word(StoredEdge root, std::uint64_t number);

}  // namespace scrump::detail
