// What must not compile: each of the lines at the end is one error. Compiled by optional_members_test.cpp only.

#include <scrump/pools/node_columns.hpp>
#include <scrump/search/detail/branch_and_bound.hpp>
#include <scrump/search/detail/enumeration.hpp>

#include <atomic>
#include <cstdint>
#include <memory>
#include <string>

using scrump::NodeColumns;

struct Space {};
struct Node {
    int number = 0;
};

struct Plain {
    using Space = ::Space;
    using Node = ::Node;

    Plain(const Space&, const Node&) {}
    bool next(Node&) { return false; }
    static int objective(const Space&, const Node& node) { return node.number; }
};

struct Sixteen : Plain {
    using Plain::Plain;
    static long double objective(const Space&, const Node&) { return 0; }
};
struct NotStatic : Plain {
    using Plain::Plain;
    int bound(const Space&, const Node&) const { return 0; }
};
class Private : public Plain {
  public:
    using Plain::Plain;

  private:
    static int bound(const Space&, const Node&) { return 0; }
};
struct WantsToChange : Plain {
    using Plain::Plain;
    static int bound(Space&, const Node&) { return 0; }
};
struct Swapped : Plain {
    using Plain::Plain;
    static int bound(const Node&, const Space&) { return 0; }
};
struct OtherType : Plain {
    using Plain::Plain;
    static long bound(const Space&, const Node&) { return 0; }
};
struct Overloaded : Plain {
    using Plain::Plain;
    static int bound(const Space&) { return 0; }
    static int bound(const Node&) { return 0; }
};
struct OfAnything : Plain {
    using Plain::Plain;
    template <class T>
    static int bound(const T&) {
        return 0;
    }
};
struct Final final : Plain {
    using Plain::Plain;
    static int bound(const Node&, const Space&) { return 0; }
};

struct Wider : Plain {
    Wider(const Space&, const Node&, long) : Plain({}, {}) {}
    using Plain::Plain;
};
struct Fraction : Plain {
    Fraction(const Space&, const Node&, const double&) : Plain({}, {}) {}
    using Plain::Plain;
};
struct Refers : Plain {
    Refers(Space&, const Node&, int) : Plain({}, {}) {}
    using Plain::Plain;
};
struct Early : Plain {
    Early(const Space&, int, const Node&) : Plain({}, {}) {}
    using Plain::Plain;
};

template <class Third>
struct Takes : Plain {
    Takes(const Space&, const Node&, Third) : Plain({}, {}) {}
    using Plain::Plain;
};

struct NeverAlone : Plain {
    using Plain::Plain;
    static constexpr bool bounds_never_improve = true;
};
struct NeverKnown : Plain {
    using Plain::Plain;
    static int bound(const Space&, const Node&) { return 0; }
    bool bounds_never_improve = true;
};

struct DualAlone : Plain {
    using Plain::Plain;
    static int dual_bound(const Space&, const Node&) { return 0; }
};

struct CountsAndChanges : Plain {
    using Plain::Plain;
    std::uint64_t remaining() { return 0; }
};
struct SaysHowMany : Plain {
    using Plain::Plain;
    int pruned() const { return 0; }
};
struct BelievesAll : Plain {
    using Plain::Plain;
    static int valid(const Space&, const Node&) { return 1; }
};
struct EntersNothing : Plain {
    using Plain::Plain;
    void enter(void (*)()) const {}
};

struct ExpandsToo : Plain {
    using Plain::Plain;
    static void expand(const Space&, NodeColumns<Node>&, std::size_t, std::size_t, NodeColumns<Node>&) {}
};
struct AppendsToWhat : Plain {
    using Plain::Plain;
    static void append_inner(const NodeColumns<Node>&, const Space&, NodeColumns<Node>&) {}
};
struct FindsOutSize : Plain {
    using Plain::Plain;
    static std::size_t batch_size;
};

struct AsksForStacks : Plain {
    using Plain::Plain;
    bool steal_stacks = true;
};

struct Sum {
    using Value = std::uint64_t;
    Value identity() const { return 0; }
    void add(Value&, const Node&, unsigned) const {}
    void merge(Value&, const Value&) const {}
};
struct ChangesValues : Sum {
    bool valid(Value&) const { return true; }
};
struct ManyAtOnce : Sum {
    void add_many(Value&, std::uint64_t, unsigned) {}
};
struct ColumnsOfWords : Sum {
    void add_columns(Value&, const scrump::detail::WordColumns*) const {}
};

// Names that are like those that are looked for.
struct UpperBound : Plain {
    using Plain::Plain;
    static int upper_bound(const Space&, const Node&) { return 0; }
};
struct CamelDual : Plain {
    using Plain::Plain;
    static int bound(const Space&, const Node&) { return 0; }
    static int dualBound(const Space&, const Node&) { return 0; }
};
struct OneBoundNeverImproves : CamelDual {
    using CamelDual::CamelDual;
    static constexpr bool bound_never_improve = true;
    static int dual_bound(const Space&, const Node&) { return 0; }
};
struct SaysWhetherItPruned : Plain {
    using Plain::Plain;
    bool has_pruned() const { return false; }
};
struct CountsChildrenLeft : Plain {
    using Plain::Plain;
    std::uint64_t remaining_children() const { return 0; }
};
struct ChecksByAnotherName : Plain {
    using Plain::Plain;
    static bool is_valid(const Space&, const Node&) { return true; }
};
struct OneStack : Plain {
    using Plain::Plain;
    static constexpr bool steal_stack = true;
};

template <class G>
using Optimisation = scrump::detail::BranchAndBound<G, scrump::Maximise>;
template <class G, class F = Sum>
using Enumeration = scrump::detail::Enumeration<G, F>;

// `objective`
static_assert(sizeof(Optimisation<Sixteen>) > 0);

// `bound`
static_assert(sizeof(Optimisation<NotStatic>) > 0);
static_assert(sizeof(Optimisation<Private>) > 0);
static_assert(sizeof(Optimisation<WantsToChange>) > 0);
static_assert(sizeof(Optimisation<Swapped>) > 0);
static_assert(sizeof(Optimisation<OtherType>) > 0);
static_assert(sizeof(Optimisation<Overloaded>) > 0);
static_assert(sizeof(Optimisation<OfAnything>) > 0);
static_assert(sizeof(Optimisation<Final>) > 0);

// `dual_bound`, beside no `bound`
static_assert(sizeof(Optimisation<DualAlone>) > 0);

// a constructor with three parameters
static_assert(sizeof(Optimisation<Wider>) > 0);
static_assert(sizeof(Optimisation<Fraction>) > 0);
static_assert(sizeof(Optimisation<Refers>) > 0);
static_assert(sizeof(Optimisation<Early>) > 0);
static_assert(sizeof(Optimisation<Takes<const Node&>>) > 0);
static_assert(sizeof(Optimisation<Takes<const int*>>) > 0);
static_assert(sizeof(Optimisation<Takes<const std::atomic<int>&>>) > 0);
static_assert(sizeof(Optimisation<Takes<std::string>>) > 0);
static_assert(sizeof(Optimisation<Takes<std::unique_ptr<int>>>) > 0);

// `bounds_never_improve`: said of nothing; not static
static_assert(sizeof(Optimisation<NeverAlone>) > 0);
static_assert(sizeof(Optimisation<NeverKnown>) > 0);

// `remaining`; `pruned`; `enter`
static_assert(sizeof(Optimisation<CountsAndChanges>) > 0);
static_assert(sizeof(Optimisation<SaysHowMany>) > 0);
static_assert(sizeof(Enumeration<EntersNothing>) > 0);

// `valid`, of generators and of folds
static_assert(sizeof(Optimisation<BelievesAll>) > 0);
static_assert(sizeof(Enumeration<Plain, ChangesValues>) > 0);

// `expand`; `append_inner`; `batch_size`; `steal_stacks`; `add_many`; `add_columns`
static_assert(sizeof(Enumeration<ExpandsToo>) > 0);
static_assert(sizeof(Enumeration<AppendsToWhat>) > 0);
static_assert(sizeof(Enumeration<FindsOutSize>) > 0);
static_assert(sizeof(Enumeration<AsksForStacks>) > 0);
static_assert(sizeof(Enumeration<Plain, ManyAtOnce>) > 0);
static_assert(sizeof(Enumeration<Plain, ColumnsOfWords>) > 0);

// Misspelt: `bound`; `dual_bound`; `bounds_never_improve`; `pruned`; `remaining`; `valid`; `steal_stacks`
static_assert(sizeof(Optimisation<UpperBound>) > 0);
static_assert(sizeof(Optimisation<CamelDual>) > 0);
static_assert(sizeof(Optimisation<OneBoundNeverImproves>) > 0);
static_assert(sizeof(Optimisation<SaysWhetherItPruned>) > 0);
static_assert(sizeof(Optimisation<CountsChildrenLeft>) > 0);
static_assert(sizeof(Enumeration<ChecksByAnotherName>) > 0);
static_assert(sizeof(Enumeration<OneStack>) > 0);
