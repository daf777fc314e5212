#pragma once
// Formulas in negation normal form, simplified; each is stored once, and known by its number.

#include <scrump/states/liveness/formula.hpp>

#include <cstdint>
#include <map>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

namespace scrump::detail {

class NormalForms {
  public:
    using Id = std::uint32_t;
    enum class Kind : std::uint8_t { yes, no, holds, lacks, conjunction, disjunction, next, until, release };
    struct Node {
        Kind kind;
        Id left;  // of `holds` and `lacks`: number of the proposition
        Id right;
        bool is_eventual;   // if it holds from a later state on, it holds from here on
        bool is_universal;  // if it holds from here on, it holds from every later state on
    };

    static constexpr Id no = 0;
    static constexpr Id yes = 1;

    /// `propositions` has the names of all, ascending.
    explicit NormalForms(std::vector<std::string> propositions);

    /// The normal form of a formula, or of its negation.
    Id of(const LtlFormula& formula, bool negated = false);

    const Node& operator[](Id id) const { return nodes_[id]; }
    /// Whether one formula implies another, as far as their forms show (Somenzi and Bloem 2000, section 3).
    bool implies(Id from, Id to);

  private:
    Id of_binary(LtlFormula::Kind kind, const LtlFormula& formula, bool negated);
    Id put(Kind kind, Id left, Id right);
    Id conjunction(Id a, Id b);
    Id disjunction(Id a, Id b);
    Id next(Id a);
    Id until(Id a, Id b);
    Id release(Id a, Id b);
    Id negation(Id a);
    bool shows(Id from, Id to);

    bool is(Id id, Kind kind) const { return nodes_[id].kind == kind; }

    std::vector<std::string> propositions_;
    std::vector<Node> nodes_;
    std::map<std::tuple<Kind, Id, Id>, Id> ids_;
    std::map<std::pair<Id, Id>, bool> implied_;
    std::map<Id, Id> negations_;
};

}  // namespace scrump::detail
