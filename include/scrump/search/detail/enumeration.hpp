#pragma once
// The search type that folds every node of the tree into a monoid.

#include <scrump/base/clock.hpp>
#include <scrump/net/codec.hpp>
#include <scrump/pools/column_node.hpp>
#include <scrump/search/detail/checks.hpp>
#include <scrump/search/detail/engine.hpp>
#include <scrump/search/detail/optional_members.hpp>
#include <scrump/search/detail/state.hpp>
#include <scrump/search/fold.hpp>
#include <scrump/search/result.hpp>

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <typeinfo>
#include <utility>
#include <vector>

namespace scrump::detail {

/// One locality's side of an enumeration.
template <NodeGenerator G, Fold<typename G::Node> F>
class Enumeration {
  public:
    using Generator = G;
    using Space = typename G::Space;
    using Node = typename G::Node;
    using Answer = typename F::Value;
    struct Start {};   // an ordered task needs no knowledge,
    struct Finish {};  // and provides none that another one could use

    /// Whether nodes are visited batch by batch (see batch_engine.hpp).
    static constexpr bool batched = GeneratesBatches<G>;
    /// Whether steal stacks hold nodes in columns (see batch_explorer.hpp), not tasks.
    static constexpr bool stackable = GeneratesBatches<G> || AsksForStealStacks<G>;
    static_assert(!stackable || ColumnNode<Node>, "with `steal_stacks = true` nodes must be trivially copyable");
    static constexpr bool transferable = Transferable<Node> && Transferable<Answer>;
    static constexpr bool resumable = transferable && std::copy_constructible<G>;
    static_assert(std::constructible_from<G, const Space&, const Node&>,
                  "an enumeration makes its generators as G(space, parent)");
    static_assert(counting_members_fit<G, F>());

    Enumeration(const Space& space, F fold) : space_(space), fold_(std::move(fold)), answer_(fold_.identity()) {}

    /// A worker's side. The value folded so far stays with the worker until collect().
    class Visitor {
      public:
        static constexpr bool folds_children = FoldsByDepth<F> && CountsChildren<G>;

        explicit Visitor(Enumeration& search) : space_(search.space_), fold_(search.fold_), value_(fold_.identity()) {}

        Verdict visit(const Node& node, unsigned depth) {
            fold_.add(value_, node, depth);
            return Verdict::descend;
        }
        /// Adds all nodes of the columns.
        template <class Columns>
        void visit_columns(const Columns& nodes) {
            if constexpr (FoldsColumns<F, Node>) {
                fold_.add_columns(value_, nodes);
            } else if constexpr (FoldsByDepth<F>) {
                for (std::size_t index = 0; index < nodes.size(); ++index)
                    fold_.add_many(value_, 1, nodes.depth(index));
            } else {
                for (std::size_t index = 0; index < nodes.size(); ++index)
                    fold_.add(value_, nodes.node(index), nodes.depth(index));
            }
        }
        void fold_children(std::uint64_t count, unsigned depth) { fold_.add_many(value_, count, depth); }
        [[gnu::always_inline]] G expand(const Node& node) { return G(space_, node); }
        static G expand_anew(const Space& space, const Node& node) { return G(space, node); }
        const Space& space() const { return space_; }

        // Nothing outside a worker changes its work.
        void refresh() {}
        bool worth(const Node&) const { return true; }
        void begin_ordered(const Start&) {}
        Finish end_ordered() { return {}; }
        std::uint64_t heuristic_period() const { return 0; }
        Verdict run_heuristic() { return Verdict::descend; }

        std::uint64_t improvements() const { return 0; }

        /// This worker's own part of the answer.
        const Answer& answer() const { return value_; }

      private:
        const Space& space_;
        const F& fold_;
        Answer value_;
    };

    void collect(const Visitor& visitor) { merge(visitor.answer()); }
    [[gnu::cold]] void merge(const Answer& other) { fold_.merge(answer_, other); }
    Answer take_answer() { return std::move(answer_); }

    /// The part of the answer known outside the workers.
    const Answer& answer() const { return answer_; }
    /// Takes over the answer of an earlier run.
    void resume(const Answer& before) { merge(before); }
    /// Whether a node, or an answer, can belong to this search.
    [[gnu::cold]] bool accepts(const Node& node, unsigned depth) const {
        return may_be_searched<G>(space_, node, depth);
    }
    [[gnu::cold]] bool accepts(const Answer& answer) const {
        if constexpr (ChecksValues<F>) return fold_.valid(answer);
        return true;
    }
    bool accepts(const Finish&) const { return true; }
    /// Whether there is nothing left to look for.
    bool nothing_left_to_find() const { return false; }
    const Space& space() const { return space_; }
    static std::string kind() { return "enumeration"; }
    /// Properties that must be the same when a state of this search is taken over.
    [[gnu::cold]] std::string type_names() const {
        return form_of("enumeration ", {typeid(Node).name(), typeid(F).name()}, Encoder().put(sizeof(Answer)).take());
    }

    // Ordered tasks need no knowledge of each other, and improve nothing.
    Start first_start() const { return {}; }
    static Start plan_start() { return {}; }
    static Start next_start(const Start& start, const Finish&) { return start; }
    static bool ends_search(const Finish&) { return false; }
    void commit(const Finish&) {}
    static const Answer* answer_in(const Finish&) { return nullptr; }
    static void encode(Encoder&, const Start&) {}
    static void encode(Encoder&, const Finish&) {}
    static void decode(Decoder&, Start&) {}
    static void decode(Decoder&, Finish&) {}
    [[gnu::cold]] static void encode(Encoder& to, const Answer& answer) { to.put(answer); }
    [[gnu::cold]] static void decode(Decoder& from, Answer& answer) { answer = from.get<Answer>(); }

    // There is no incumbent to share.
    std::optional<double> incumbent() const { return std::nullopt; }
    std::vector<Improvement> improvements(Clock::time_point) const { return {}; }
    void merge_improvements(const std::vector<Improvement>&) {}
    std::optional<Bytes> improvement() { return std::nullopt; }
    bool learn(const Bytes&) { return false; }

  private:
    const Space& space_;
    F fold_;
    Answer answer_;
};

}  // namespace scrump::detail
