#pragma once
// Optional members of a generator or a fold are found by their names, and a search works without those that are
// missing. A member that exists but cannot be used (private, not static, not const, with other parameters) would be
// ignored as well, and nobody would notice: a search that never calls its bound gives the same answer, years later. So
// that does not compile, and a sentence explains why.

#include <scrump/search/fold.hpp>
#include <scrump/search/generator.hpp>

#include <concepts>
#include <cstddef>
#include <type_traits>

namespace scrump::detail {

// Whether C has a visible member of that name, usable or not.
template <class C>
concept ShowsRemaining = requires {
    &C::remaining;
};
template <class C>
concept ShowsPruned = requires {
    &C::pruned;
};
template <class C>
concept ShowsBatchSize = requires {
    &C::batch_size;
};
template <class C>
concept ShowsStealStacks = requires {
    &C::steal_stacks;
};
template <class C>
concept ShowsAddMany = requires {
    &C::add_many;
};
template <class C>
concept ShowsAddColumns = requires {
    &C::add_columns;
};

/// Stands for an argument of any type.
struct Anything {
    template <class T>
    operator T&() const;
};

// The same for functions that should be static. g++ 12 allows taking the address of one that a `requires` rules out, so
// these are called.
template <class C>
concept ShowsEnter = requires(Anything any) {
    C::enter(any);
}
|| requires {
    requires std::is_member_pointer_v<decltype(&C::enter)>;
};
template <class C>
concept ShowsExpand = requires(Anything any) {
    C::expand(any, any, any, any, any);
}
|| requires {
    requires std::is_member_pointer_v<decltype(&C::expand)>;
};
template <class C>
concept ShowsAppendInner = requires(Anything any) {
    C::append_inner(any, any, any);
}
|| requires {
    requires std::is_member_pointer_v<decltype(&C::append_inner)>;
};

template <class C>
concept ShowsValid = requires {
    &C::valid;
};

// Asked one after the other: a function that returns `auto` and is called with any argument is compiled with that.
template <class G>
concept EnterFits = EntersInstructionSet<G> || !ShowsEnter<G>;
template <class G>
concept ExpandFits = GeneratesBatches<G> || !ShowsExpand<G>;
template <class G>
concept AppendInnerFits = DropsChildless<G> || !ShowsAppendInner<G>;

struct BoundingNames {
    int bound, dual_bound, bounds_never_improve;
};
/// A name that C also has, accessible or not, is ambiguous here.
template <class C>
struct NamesTwice : C, BoundingNames {};

template <class C>
concept CanBeBase = std::is_class_v<C> && !std::is_final_v<C>;

/// Whether C has a member of that name, even if it is private, overloaded or excluded by a `requires` for these
/// arguments. For a final class it can only be determined whether the member is public and not overloaded.
template <class C>
concept NamesBound = (CanBeBase<C> && !requires { &NamesTwice<C>::bound; }) || requires {
    &C::bound;
};
template <class C>
concept NamesDualBound = (CanBeBase<C> && !requires { &NamesTwice<C>::dual_bound; }) || requires {
    &C::dual_bound;
};
template <class C>
concept NamesBoundsNeverImprove = (CanBeBase<C> && !requires { &NamesTwice<C>::bounds_never_improve; }) || requires {
    &C::bounds_never_improve;
};

// Names that are easily mistaken for the optional ones. Only members that could be used under the right name count: a
// helper with other parameters does not matter.
template <class G>
concept MisspellsBound = requires(const typename G::Space& space, const typename G::Node& node) {
    G::upper_bound(space, node);
}
|| requires(const typename G::Space& space, const typename G::Node& node) {
    G::lower_bound(space, node);
}
|| requires(const typename G::Space& space, const typename G::Node& node) {
    G::upperBound(space, node);
}
|| requires(const typename G::Space& space, const typename G::Node& node) {
    G::lowerBound(space, node);
}
|| requires(const typename G::Space& space, const typename G::Node& node) {
    G::bounds(space, node);
}
|| requires(const typename G::Space& space, const typename G::Node& node) {
    G::bounding(space, node);
}
|| requires(const typename G::Space& space, const typename G::Node& node) {
    G::Bound(space, node);
}
|| requires(const typename G::Space& space, const typename G::Node& node) {
    G::get_bound(space, node);
};
template <class G>
concept MisspellsDualBound = requires(const typename G::Space& space, const typename G::Node& node) {
    G::dualBound(space, node);
}
|| requires(const typename G::Space& space, const typename G::Node& node) {
    G::dual_bounds(space, node);
}
|| requires(const typename G::Space& space, const typename G::Node& node) {
    G::dualbound(space, node);
};
template <class G>
concept MisspellsBoundsNeverImprove = requires {
    G::bound_never_improve;
}
|| requires {
    G::bound_never_improves;
}
|| requires {
    G::bounds_never_improves;
}
|| requires {
    G::bounds_never_improved;
}
|| requires {
    G::boundsNeverImprove;
}
|| requires {
    G::never_improve;
};
template <class G>
concept MisspellsRemaining = requires(const G& generator) {
    generator.remains();
}
|| requires(const G& generator) {
    generator.remain();
}
|| requires(const G& generator) {
    generator.remaining_children();
}
|| requires(const G& generator) {
    generator.children_left();
}
|| requires(const G& generator) {
    generator.Remaining();
};
template <class G>
concept MisspellsPruned = requires(const G& generator) {
    generator.prunes();
}
|| requires(const G& generator) {
    generator.has_pruned();
}
|| requires(const G& generator) {
    generator.is_pruned();
};
template <class G>
concept MisspellsValid = requires(const typename G::Space& space, const typename G::Node& node) {
    G::is_valid(space, node);
}
|| requires(const typename G::Space& space, const typename G::Node& node) {
    G::isValid(space, node);
}
|| requires(const typename G::Space& space, const typename G::Node& node) {
    G::validate(space, node);
}
|| requires(const typename G::Space& space, const typename G::Node& node) {
    G::is_valid(space, node, 0U);
};
template <class G>
concept MisspellsStealStacks = requires {
    G::steal_stack;
}
|| requires {
    G::steals_stacks;
};
template <class G>
concept MisspellsBatchSize = requires {
    G::batchsize;
}
|| requires {
    G::batchSize;
};

/// Stands for a number of any type that a constructor takes.
struct AnyNumber {
    template <class T>
    requires std::is_arithmetic_v<T>
    operator T&() const;
};

/// Stands for a value of any type that is moved.
struct AnyTemporary {
    template <class T>
    operator T&&() const;
};

/// Whether a generator is made from its two arguments and one more, in any order.
template <class G, class Third>
concept MadeWith = std::constructible_from<G, typename G::Space&, typename G::Node&, Third> ||
    std::constructible_from<G, typename G::Node&, typename G::Space&, Third> ||
    std::constructible_from<G, typename G::Space&, Third, typename G::Node&>;

/// Whether it has a constructor that seems intended to know the incumbent. Members of an aggregate may have any types
/// except numbers.
template <class G>
concept TakesThird = MadeWith<G, AnyNumber> ||
    (!std::is_aggregate_v<G> && (MadeWith<G, Anything> || MadeWith<G, AnyTemporary>));

/// Members that every search looks for in its generator.
template <class G>
consteval bool optional_members_fit() {
    static_assert(CountsChildren<G> || !ShowsRemaining<G>,
                  "the generator has a member `remaining` that is not used: it must be a public member function that "
                  "can be called as `std::uint64_t remaining() const`");
    static_assert(ReportsPruning<G> || !ShowsPruned<G>,
                  "the generator has a member `pruned` that is not used: it must be a public member function that can "
                  "be called as `bool pruned() const`");
    static_assert(
        ChecksNodes<G> || ChecksDepths<G> || !ShowsValid<G>,
        "the generator has a member `valid` that is not used: it must be a public static member function that "
        "can be called as `valid(const Space&, const Node&)` or `valid(const Space&, const Node&, unsigned "
        "depth)` and returns a bool");
    static_assert(EnterFits<G>,
                  "the generator has a member `enter` that is not used: it must be a public static member function "
                  "that can be called as `enter(f)`");
    static_assert(
        ShowsRemaining<G> || !MisspellsRemaining<G>,
        "the generator has a member whose name is like `remaining`, and none called so: name it `remaining` to "
        "have it used, or make it private");
    static_assert(
        ChecksNodes<G> || ChecksDepths<G> || !MisspellsValid<G>,
        "the generator has a member whose name is like `valid`, and none called so: name it `valid` to have it "
        "used, or make it private");
    return true;
}

/// Members that pruning searches look for.
template <HasObjective G>
consteval bool bounding_members_fit() {
    static_assert(sizeof(ObjectiveOf<G>) <= 8, "an objective is a number of at most 8 bytes, as all workers share it");
    static_assert(HasBound<G> || !NamesBound<G>,
                  "the generator has a member `bound` that is not used: it must be a public static member function "
                  "that can be called as `bound(const Space&, const Node&)` and has the type of `objective`");
    static_assert(
        HasDualBound<G> || !NamesDualBound<G>,
        "the generator has a member `dual_bound` that is not used: it must be a public static member function "
        "that can be called as `dual_bound(const Space&, const Node&)` and has the type of `objective`, beside "
        "`bound`");
    static_assert(
        !NamesBoundsNeverImprove<G> ||
            requires { typename std::bool_constant<static_cast<bool>(G::bounds_never_improve)>; },
        "the generator has a member `bounds_never_improve` that is not used: it must be a public `static "
        "constexpr bool`");
    static_assert(HasBound<G> || !NamesBoundsNeverImprove<G>,
                  "`bounds_never_improve` is said of `bound(space, node)`, which the generator does not have");
    static_assert(KnowsIncumbent<G> || !TakesThird<G>,
                  "the generator has a constructor with three parameters that is not used: to know the incumbent it "
                  "must be callable as `G(const Space&, const Node&, to_beat)`, the last parameter of exactly the type "
                  "of `objective`");
    static_assert(
        NamesBound<G> || !MisspellsBound<G>,
        "the generator has a member whose name is like `bound` (`upper_bound`, `lower_bound`, `bounds`, ...), and "
        "none called so: name it `bound` to have it used, or make it private");
    static_assert(
        NamesDualBound<G> || !MisspellsDualBound<G>,
        "the generator has a member whose name is like `dual_bound`, and none called so: name it `dual_bound` "
        "to have it used, or make it private");
    static_assert(NamesBoundsNeverImprove<G> || !MisspellsBoundsNeverImprove<G>,
                  "the generator has a member whose name is like `bounds_never_improve`, and none called so: name it "
                  "`bounds_never_improve` to have it used, or make it private");
    static_assert(
        ShowsPruned<G> || !MisspellsPruned<G>,
        "the generator has a member whose name is like `pruned`, and none called so: name it `pruned` to have "
        "it used, or make it private");
    return optional_members_fit<G>();
}

/// Members that enumerations look for.
template <class G, class F>
consteval bool counting_members_fit() {
    static_assert(
        ExpandFits<G>,
        "the generator has a member `expand` that is not used: it must be a public static member function "
        "that can be called as `expand(const Space&, const NodeColumns<Node>&, std::size_t first, std::size_t "
        "count, NodeColumns<Node>& children)`, and the node trivially copyable");
    static_assert(AppendInnerFits<G>,
                  "the generator has a member `append_inner` that is not used: it must be a public static member "
                  "function that can be called as `append_inner(const Space&, const NodeColumns<Node>&, "
                  "NodeColumns<Node>&)`, beside `expand`");
    static_assert(
        !ShowsBatchSize<G> || requires { typename std::integral_constant<std::size_t, G::batch_size>; },
        "the generator has a member `batch_size` that is not used: it must be a public `static constexpr "
        "std::size_t`");
    static_assert(
        !ShowsStealStacks<G> || requires { typename std::bool_constant<G::steal_stacks>; },
        "the generator has a member `steal_stacks` that is not used: it must be a public `static constexpr bool`");
    static_assert(ShowsStealStacks<G> || !MisspellsStealStacks<G>,
                  "the generator has a member whose name is like `steal_stacks`, and none called so: name it "
                  "`steal_stacks` to have it used, or make it private");
    static_assert(
        ShowsBatchSize<G> || !MisspellsBatchSize<G>,
        "the generator has a member whose name is like `batch_size`, and none called so: name it `batch_size` "
        "to have it used, or make it private");
    static_assert(ChecksValues<F> || !ShowsValid<F>,
                  "the fold has a member `valid` that is not used: it must be a public member function that can be "
                  "called as `bool valid(const Value&) const`");
    static_assert(FoldsByDepth<F> || !ShowsAddMany<F>,
                  "the fold has a member `add_many` that is not used: it must be a public member function that can be "
                  "called as `add_many(Value&, std::uint64_t count, unsigned depth) const`");
    static_assert(FoldsColumns<F, typename G::Node> || !ColumnNode<typename G::Node> || !ShowsAddColumns<F>,
                  "the fold has a member `add_columns` that is not used: it must be a public member function that can "
                  "be called as `add_columns(Value&, const NodeColumns<Node>&) const`");
    return optional_members_fit<G>();
}

}  // namespace scrump::detail
