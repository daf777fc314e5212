#pragma once
// Diagrams that were taken out of the node table in order to change the order of their levels: nodes in a unique table
// for each variable, with the number of edges that lead to each. A swap of two neighbouring levels (Rudell, ICCAD 1993)
// rewrites those nodes of the upper one that lead to the lower one, and leaves all others as they are. A node stays the
// same function under its number, so a swap changes nothing for the holders of nodes.

#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

namespace scrump::detail {

class LevelledNodes {
  public:
    using Number = std::uint32_t;  ///< 0 is the constant false
    using Place = std::uint32_t;   ///< of a level, from the top
    /// 2 * number of a node, + 1 for its complement.
    using Link = std::uint32_t;

    static constexpr Number most = Number{1} << 31U;
    /// Instead of a variable: the constant and other nodes without links.
    static constexpr std::uint32_t leaf = 0xffff'ffff;

    struct Node {
        Link low = 0;  ///< never a complement
        Link high = 0;
        Number next = 0;          // in its bucket, in a list of nodes to be rewritten, or of numbers to be used again
        std::uint32_t links = 0;  // number of edges to it; 0: it does not exist
        std::uint32_t variable = leaf;
    };

    /// `calm`: called after a while during swaps; may throw.
    LevelledNodes(std::uint32_t variables, std::function<void()> calm);

    // --- What is taken: all nodes get numbers from 1 on, then their contents

    Number add();
    void set(Number number, std::uint32_t variable, Link low, Link high);
    /// To be called once for each node that is held.
    void hold(Number number);
    /// When all is there: finds out which variables some held function depends on together.
    void find_interactions();

    // --- Levels

    std::uint32_t variables() const { return static_cast<std::uint32_t>(at_.size()); }
    std::uint32_t variable_at(Place place) const { return at_[place]; }
    Place place_of(std::uint32_t variable) const { return places_[variable]; }
    /// Number of nodes, without leaves.
    std::uint64_t size() const { return size_; }
    std::uint64_t size_of(std::uint32_t variable) const { return tables_[variable].size; }
    /// Whether a held function depends on both; if not, a swap of their levels changes no node.
    bool interact(std::uint32_t one, std::uint32_t other) const {
        return (interactions_[one * row_words_ + other / word_bits] >> other % word_bits & 1U) != 0;
    }
    /// The level at this place and the one below.
    void swap(Place upper);
    std::uint64_t swaps() const { return swaps_; }

    /// Number of nodes that have been numbered.
    Number end() const { return static_cast<Number>(nodes_.size()); }
    bool has(Number number) const { return nodes_[number].links > 0; }
    const Node& operator[](Number number) const { return nodes_[number]; }

  private:
    static constexpr unsigned word_bits = 64;

    struct Table {
        std::vector<Number> buckets = std::vector<Number>(4);
        std::uint64_t size = 0;
    };

    std::uint64_t& row(std::uint32_t variable, std::uint32_t word) {
        return interactions_[std::size_t{variable} * row_words_ + word];
    }
    Number& bucket_of(Table& table, Link low, Link high);
    void resize(Table& table);
    void insert(Number number);
    void take_out(Number number);
    Number take_those_above(std::uint32_t upper, std::uint32_t lower);
    void rewrite(Number number, std::uint32_t upper, std::uint32_t lower);
    bool is_at(Link link, std::uint32_t variable) const { return nodes_[link / 2].variable == variable; }
    Link make(std::uint32_t variable, Link low, Link high);
    Link linked(Link link) {
        ++nodes_[link / 2].links;
        return link;
    }
    void unlink(Link link);

    std::function<void()> calm_;
    std::vector<Node> nodes_;
    std::vector<Table> tables_;      // of variables
    std::vector<std::uint32_t> at_;  // variables by places
    std::vector<Place> places_;      // of variables
    std::vector<Number> held_;
    std::size_t row_words_;
    std::vector<std::uint64_t> interactions_;  // a row of bits for each variable
    Number free_ = 0;                          // numbers to be used again, as a list
    std::uint64_t size_ = 0;
    std::uint64_t swaps_ = 0;
};

}  // namespace scrump::detail
