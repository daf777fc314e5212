#pragma once
// The children of one node, made repeatedly: in places where other nodes were, by copies, and by generators that are
// moved between two children. All have to be the same; also when they have travelled.

#include <scrump/net/codec.hpp>
#include <scrump/search/detail/findings.hpp>
#include <scrump/search/detail/node_look.hpp>

#include <array>
#include <concepts>
#include <cstddef>
#include <exception>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace scrump::detail {

template <NodeGenerator G, class Sense>
class ChildrenCheck {
  public:
    using Space = typename G::Space;
    using Node = typename G::Node;
    using Objective = typename Asked<G, Sense>::Objective;

    /// Generators that know the incumbent are made with `to_beat`.
    ChildrenCheck(const Space& space, const CheckOptions& options, Objective to_beat, Findings& findings)
        : space_(space), options_(options), to_beat_(to_beat), findings_(findings) {}

    /// Checks the first children of the node at the end of the path, which may have some.
    void look_below(const Node& parent, const NodePath& path) {
        parent_ = &parent;
        path_ = path;
        grandchildren_ = path.size() + 1 < options_.depth_limit;
        expected_.clear();
        EnteredGenerator<G> generator = make();
        for (Node child{}; expected_.size() < most && generator.next(child); child = Node{}) {
            expected_.push_back({child, look_at_child(child)});
        }
        // Children that differ by themselves prove nothing.
        if (!repeats() || expected_.empty()) return;
        into_what_was_there();
        if constexpr (std::copy_constructible<EnteredGenerator<G>> && std::copy_constructible<G>) by_copies();
        by_moved_ones();
        if constexpr (Transferable<Node> && !std::is_trivially_copyable_v<Node>) over_there();
    }

  private:
    using Generator = EnteredGenerator<G>;
    struct Seen {
        Node node;
        NodeLook look;
    };
    using Differs = std::optional<std::string>;

    static constexpr std::size_t most = 12;  // largest number of a node's children; more would reveal nothing new

    Generator make() const { return generator_of(*parent_); }
    Generator generator_of(const Node& node) const { return Asked<G, Sense>::generator(space_, node, to_beat_); }

    NodeLook look_at_child(const Node& child) const {
        findings_.stop_in_time();
        if (!grandchildren_) return look_at_alone<G, Sense>(space_, child);
        return look_at<G, Sense>(space_, child, generator_of(child));
    }
    Differs difference_of(const Node& child, std::size_t index) const {
        return difference(expected_[index].node, expected_[index].look, child, look_at_child(child));
    }

    // Draws the child of this number; returns how it differs, or that it is missing.
    Differs draw(Generator& generator, std::size_t index, Node& child) const {
        if (!generator.next(child)) return "does not come";
        return difference_of(child, index);
    }
    void tell(Contract contract, std::size_t index, const std::string& what) {
        NodePath path = path_;
        path.push_back(index);
        findings_.add(contract, path, what);
    }

    bool repeats() {
        Generator generator = make();
        for (std::size_t index = 0; index < expected_.size(); ++index) {
            Node child{};
            if (const Differs differs = draw(generator, index, child)) {
                if (options_.repeatable)
                    tell(Contract::repeat, index, *differs + " when its parent's generator is made a second time");
                return false;
            }
        }
        return true;
    }

    // As in the engine, which has one place for all nodes of a depth.
    void into_what_was_there() {
        if (findings_.has(Contract::reused_child)) return;
        Generator generator = make();
        Node place = other_ ? *other_ : *parent_;
        for (std::size_t index = 0; index < expected_.size(); ++index) {
            if (const Differs differs = draw(generator, index, place)) {
                return tell(Contract::reused_child, index,
                            *differs + " when it is written over another node: `next` must set all that matters");
            }
        }
        other_ = std::move(place);
    }

    void by_copies() {
        if (findings_.has(Contract::copy)) return;
        Generator generator = make();
        for (std::size_t index = 0; index < expected_.size(); ++index) {
            Generator copy(std::as_const(generator));
            Node by_copy{};
            if (const Differs differs = draw(copy, index, by_copy))
                return tell(Contract::copy, index, *differs + " when a copy of its parent's generator makes it");
            Node child{};
            if (const Differs differs = draw(generator, index, child)) {
                return tell(Contract::copy, index,
                            *differs + " when a copy of its parent's generator has made a child before");
            }
        }
    }

    // At the old place there is another generator, which has made nothing yet.
    void by_moved_ones() {
        if (findings_.has(Contract::move)) return;
        std::array<std::optional<Generator>, 2> places;
        std::optional<Generator>* from = &places[0];
        std::optional<Generator>* to = &places[1];
        from->emplace(make());
        for (std::size_t index = 0; index < expected_.size(); ++index) {
            to->reset();
            to->emplace(std::move(**from));
            from->reset();
            from->emplace(make());
            Node child{};
            if (const Differs differs = draw(**to, index, child))
                return tell(Contract::move, index, *differs + " when its parent's generator was moved before");
            std::swap(from, to);
        }
    }

    void over_there() {
        for (std::size_t index = 0; index < expected_.size() && !findings_.has(Contract::travel); ++index) {
            try {
                Decoder from(Encoder().put(expected_[index].node).take());
                if (const Differs differs = difference_of(from.get<Node>(), index)) {
                    tell(Contract::travel, index, *differs + " when it was serialised and read again");
                } else if (!from.at_end()) {
                    tell(Contract::travel, index, "reads less than it writes when it is serialised");
                }
            } catch (const std::exception& error) {
                tell(Contract::travel, index, std::string("cannot be read when it was serialised: ") + error.what());
            }
        }
    }

    const Space& space_;
    const CheckOptions& options_;
    const Objective to_beat_;
    Findings& findings_;
    const Node* parent_ = nullptr;
    NodePath path_;
    bool grandchildren_ = false;
    std::vector<Seen> expected_;
    std::optional<Node> other_;  // some node of the tree
};

}  // namespace scrump::detail
