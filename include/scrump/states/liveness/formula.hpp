#pragma once
// Formulas of linear temporal logic (Pnueli 1977): what must hold along every path of a model.

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace scrump {

/// A formula of linear temporal logic over named propositions. It holds, or does not, at the beginning of an infinite
/// path. Copies are cheap: they share their parts.
class LtlFormula {
  public:
    /// Kind of the outermost operator. All others are written with these: G f is `no` R f, and F f is `yes` U f.
    enum class Kind : std::uint8_t { yes, no, proposition, negation, conjunction, disjunction, next, until, release };

    /// The proposition of that name, which is not empty.
    explicit LtlFormula(std::string proposition);
    /// A formula that always holds, or never.
    template <std::same_as<bool> Bool>
    explicit LtlFormula(Bool holds) : LtlFormula(Node{.kind = holds ? Kind::yes : Kind::no}) {}

    /// Outermost operator.
    Kind kind() const { return node_->kind; }
    /// Name of the proposition, if it is one.
    const std::string& name() const { return node_->name; }
    /// First operand, if there is one.
    const LtlFormula& left() const { return node_->parts.at(0); }
    /// Second operand, if there are two.
    const LtlFormula& right() const { return node_->parts.at(1); }

    /// Names of all propositions in it, ascending, each once.
    std::vector<std::string> names() const;
    /// Number of operators and propositions.
    std::size_t size() const { return node_->size; }
    /// Whether both are written in the same way.
    bool operator==(const LtlFormula& other) const;

    /// It does not hold.
    friend LtlFormula operator!(LtlFormula formula);
    /// Both hold.
    friend LtlFormula operator&&(LtlFormula left, LtlFormula right);
    /// One of them holds.
    friend LtlFormula operator||(LtlFormula left, LtlFormula right);

    /// For the functions of namespace ltl.
    static LtlFormula of(Kind kind, std::vector<LtlFormula> parts);

  private:
    struct Node {
        Kind kind = Kind::yes;
        std::string name{};
        std::vector<LtlFormula> parts{};
        std::size_t size = 1;
    };

    explicit LtlFormula(Node node) : node_(std::make_shared<const Node>(std::move(node))) {}

    std::shared_ptr<const Node> node_;
};

/// The operators of linear temporal logic.
namespace ltl {

/// X: the formula holds from the next state on.
LtlFormula next(LtlFormula formula);
/// G: the formula holds from every state on.
LtlFormula always(LtlFormula formula);
/// F: the formula holds from this state or a later one on.
LtlFormula eventually(LtlFormula formula);
/// U: `last` holds from some state on, and `first` from every state before it.
LtlFormula until(LtlFormula first, LtlFormula last);
/// R: `kept` holds up to and including the first state at which `released` holds, for ever if there is none.
LtlFormula release(LtlFormula released, LtlFormula kept);
/// ->: `then` holds if `condition` does.
LtlFormula implies(LtlFormula condition, LtlFormula then);
/// Weak fairness: what is enabled without interruption is taken again and again. `enabled` and `taken` are formulas
/// of states or steps, usually propositions.
LtlFormula weakly_fair(LtlFormula enabled, LtlFormula taken);
/// Strong fairness: what is enabled again and again is taken again and again.
LtlFormula strongly_fair(LtlFormula enabled, LtlFormula taken);

}  // namespace ltl

/// Reads a formula, such as `G (request -> F grant)`: !, X, G and F before a formula; between two, from the tightest
/// to the loosest, U, R and W (weak until), &&, ||, -> and <->. U, R, W and -> group to the right. Propositions are
/// words of letters, digits and underscores, or any text in double quotes; `true` and `false` are constants. Throws
/// UsageError that says where the text is not a formula.
LtlFormula parse_ltl(std::string_view text);

/// A formula as parse_ltl() reads it.
std::string to_string(const LtlFormula& formula);

}  // namespace scrump
