#pragma once
// Whether a product has an accepting cycle, by all workers together: they find the components of the pairs that may be
// on one, until one component has edges of all acceptance sets (Bloemen and van de Pol, Multi-core SCC-based LTL model
// checking, HVC 2016). Each worker takes time linear in the number of edges at most.

#include "product.hpp"
#include "shared_components.hpp"

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

namespace scrump::detail {

/// What workers share.
struct SharedCycleSearch {
    using Node = SharedComponents::Node;

    explicit SharedCycleSearch(unsigned of) : workers(of) {}

    /// Makes room for the nodes of the components. By one worker.
    void resize(std::size_t nodes);

    /// Memory for a node, in bytes.
    static constexpr std::size_t bytes_of_node = SharedComponents::bytes_of_node + sizeof(Product::Pair);
    static constexpr std::uint64_t none = ~std::uint64_t{0};

    const unsigned workers;
    SharedComponents components{};
    std::unique_ptr<Product::Pair[]> pairs{};  ///< by node NOLINT(modernize-avoid-c-arrays): not set to 0
    std::size_t room = 0;                      ///< number of these
    std::vector<Node> before{};                ///< by word of the bits of pairs: number of nodes of the words before
    std::atomic<std::size_t> next_words = 0;
    std::atomic<std::uint64_t> accepting = none;  ///< a node of a component with edges of all acceptance sets
};

class CycleSearch {
  public:
    using Pair = Product::Pair;

    /// `seen` has all pairs; `left` is for this search.
    CycleSearch(SharedCycleSearch& shared, StateGraph& graph, const Product& product, unsigned worker,
                const SharedBits& seen, const SharedBits& left)
        : shared_(shared), graph_(graph), product_(product), worker_(worker), seen_(seen), left_(left) {}

    /// Whether there is an accepting cycle. Then each of the pairs that are left can reach each other one by way of
    /// these, and among the edges between them are some of each acceptance set. To be called by all workers once they
    /// have met; they have met again when it returns. The result is meaningless if the run ends meanwhile.
    bool run();

  private:
    using Node = SharedComponents::Node;

    // A node that the search has come to, and the acceptance sets of the edge by which it came.
    struct Way {
        Node node;
        std::uint64_t sets;
    };
    // A call of the search: for which node, and which node of the same set it follows the edges of. Of these edges
    // `taken` have been followed before a further call was made.
    struct Call {
        Node node;
        Node followed;
        std::uint64_t taken;
    };

    void begin_scan();
    template <class Visit>
    void scan(const Visit& visit);
    void choose_pairs();
    void number_pairs();
    void make_sets();
    void search();
    void search_from(Node node);
    void begin_call(Node node, std::uint64_t sets);
    void resume();
    void follow_edges_of(const Call& call);
    void follow(const ProductEdge& edge);
    void close_cycle(Node node, std::uint64_t sets);
    void keep_component();
    Node number_of(Pair pair) const;
    void prefetch(NearEdges edges) const;
    bool is_found() const { return shared_.accepting.load(std::memory_order_relaxed) != SharedCycleSearch::none; }

    SharedCycleSearch& shared_;
    StateGraph& graph_;
    const Product& product_;
    const unsigned worker_;
    const SharedBits& seen_;
    const SharedBits& left_;
    std::vector<Way> path_;    // a node of each set on this worker's path, and perhaps further ones
    std::vector<Call> calls_;  // the last one is carried out
    NearEdges edges_;          // that it has not followed
};

}  // namespace scrump::detail
