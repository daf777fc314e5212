#include <scrump/problems/petri/detail/coloured_pnml.hpp>

#include <scrump/base/text.hpp>
#include <scrump/problems/petri/detail/declarations.hpp>
#include <scrump/problems/petri/detail/pnml_graph.hpp>

#include <algorithm>
#include <array>
#include <limits>
#include <string>
#include <string_view>
#include <utility>

namespace scrump::petri {
namespace {

using pugi::xml_node;
using TermKind = Term::Kind;

// Operators on colours: comparisons of the first part with the second, or, exchanged, of the second with the first.
struct Operator {
    const char* element;
    TermKind kind;
    std::size_t parts;  // 0: any number, but at least one
    bool exchanged = false;
    bool negated = false;
};
constexpr std::array operators{Operator{"successor", TermKind::successor, 1},
                               Operator{"predecessor", TermKind::predecessor, 1},
                               Operator{"partitionelementof", TermKind::class_of, 1},
                               Operator{"not", TermKind::negation, 1},
                               Operator{"and", TermKind::conjunction, 0},
                               Operator{"or", TermKind::disjunction, 0},
                               Operator{"imply", TermKind::implication, 2},
                               Operator{"equality", TermKind::equal, 2},
                               Operator{"inequality", TermKind::equal, 2, false, true},
                               Operator{"lessthan", TermKind::less, 2},
                               Operator{"lessthanorequal", TermKind::at_most, 2},
                               Operator{"greaterthan", TermKind::less, 2, true},
                               Operator{"greaterthanorequal", TermKind::at_most, 2, true},
                               Operator{"ltp", TermKind::less, 2},
                               Operator{"gtp", TermKind::less, 2, true}};

class TermReader {
  public:
    TermReader(const XmlText& xml, Declarations& declared) : xml_(xml), declared_(declared) {}

    // The term of a label; none if the element has no such label.
    std::optional<Term> read_label(const xml_node& element, const char* label) {
        const xml_node found = element.child(label);
        if (!found) return std::nullopt;
        return read(structure_of(found), 0);
    }
    xml_node structure_of(const xml_node& label) const {
        const xml_node structure = label.child("structure");
        if (!structure) xml_.fail(label, std::string("expected an element 'structure' in '") + label.name() + "'");
        return only_element(xml_, structure);
    }

    void expect_sort(const xml_node& element, const Term& term, std::uint32_t sort) const {
        if (term.sort != sort)
            xml_.fail(element, "expected a term of the sort " + in_quotes(declared_.sort(sort).name) +
                                   ", found one of " + in_quotes(declared_.sort(term.sort).name));
    }
    void expect_colour(const xml_node& element, const Term& term) const {
        if (term.is_multiset()) xml_.fail(element, "expected a colour, found a multiset");
    }

  private:
    Term read(const xml_node& element, std::size_t depth) {
        if (depth > max_term_depth)
            xml_.fail(element,
                      "a term with more than " + std::to_string(max_term_depth) + " elements within each other");
        const std::string_view what = element.name();
        if (const auto constant = declared_.read_constant(element)) {
            if (what == "useroperator" && !elements_of(element).empty())
                xml_.fail(element, "expected a constant, found an operator with parts");
            return {.kind = TermKind::constant, .sort = constant->sort, .number = constant->colour};
        }
        if (what == "variable") {
            const std::uint32_t variable = declared_.variable(element);
            return {.kind = TermKind::variable, .sort = declared_.variables()[variable].sort, .number = variable};
        }
        if (what == "all" || what == "empty")
            return {.kind = what == "all" ? TermKind::every : TermKind::none,
                    .sort = declared_.read_sort(only_element(xml_, element))};
        if (what == "tuple") return read_tuple(element, depth);
        if (what == "numberof" || what == "scalarproduct") return read_times(element, depth);
        if (what == "add" || what == "subtract") return read_sum(element, depth);
        const auto found = std::ranges::find_if(operators, [&](const Operator& each) { return what == each.element; });
        if (found == operators.end())
            xml_.fail(element, "expected a term of symmetric nets, found " + in_quotes(element.name()));
        return read_operator(element, *found, depth);
    }

    // The elements in the elements `subterm`; 0: any number, but at least one.
    std::vector<xml_node> parts_of(const xml_node& element, std::size_t count) const {
        std::vector<xml_node> parts;
        for (const xml_node& each : elements_of(element)) {
            if (std::string_view(each.name()) != "subterm")
                xml_.fail(each, "expected an element 'subterm', found " + in_quotes(each.name()));
            parts.push_back(only_element(xml_, each));
        }
        if (count == 0 ? parts.empty() : parts.size() != count) {
            const std::string expected = count == 0 ? "at least 1" : std::to_string(count);
            xml_.fail(element, "expected " + expected + (count <= 1 ? " element" : " elements") + " 'subterm' in " +
                                   in_quotes(element.name()) + ", found " + std::to_string(parts.size()));
        }
        return parts;
    }

    Term read_tuple(const xml_node& element, std::size_t depth) {
        Term tuple{.kind = TermKind::tuple};
        std::vector<std::uint32_t> sorts;
        for (const xml_node& part : parts_of(element, 0)) {
            sorts.push_back(tuple.parts.emplace_back(read(part, depth + 1)).sort);
            if (tuple.parts.back().is_multiset()) tuple.kind = TermKind::tuples;
        }
        tuple.sort = declared_.product_of(element, sorts);
        return tuple;
    }

    Term read_times(const xml_node& element, std::size_t depth) {
        const std::vector<xml_node> parts = parts_of(element, 2);
        if (std::string_view(parts.front().name()) != "numberconstant")
            xml_.fail(parts.front(), "expected an element 'numberconstant', found " + in_quotes(parts.front().name()));
        const std::string said = expect_attribute(xml_, parts.front(), "value");
        Line line(said);
        const auto number = line.number();
        if (!number || !line.empty() || *number > std::numeric_limits<Tokens>::max())
            xml_.fail(parts.front(),
                      "expected a whole number from 0 to 4294967295 as numberconstant, found " + in_quotes(said));
        Term term{.kind = TermKind::times, .number = *number};
        term.sort = term.parts.emplace_back(read(parts.back(), depth + 1)).sort;
        return term;
    }

    Term read_sum(const xml_node& element, std::size_t depth) {
        Term term{.kind = std::string_view(element.name()) == "add" ? TermKind::sum : TermKind::difference};
        for (const xml_node& part : parts_of(element, 0)) {
            term.parts.push_back(read(part, depth + 1));
            expect_sort(part, term.parts.back(), term.parts.front().sort);
        }
        term.sort = term.parts.front().sort;
        return term;
    }

    Term read_operator(const xml_node& element, const Operator& what, std::size_t depth) {
        Term term{.kind = what.kind, .sort = declared_.boolean()};
        const std::vector<xml_node> parts = parts_of(element, what.parts);
        for (const xml_node& part : parts) {
            term.parts.push_back(read(part, depth + 1));
            expect_colour(part, term.parts.back());
            expect_operand(part, what.kind, term.parts.back());
            if (what.parts == 2) expect_sort(part, term.parts.back(), term.parts.front().sort);
        }
        if (what.kind == TermKind::successor || what.kind == TermKind::predecessor) term.sort = term.parts.front().sort;
        if (what.kind == TermKind::class_of) {
            term.sort = declared_.sort_named(element, expect_attribute(xml_, element, "refpartition"));
            const Sort& partition = declared_.sort(term.sort);
            if (partition.kind != Sort::Kind::partition)
                xml_.fail(element, "expected a partition, found the sort " + in_quotes(partition.name));
            expect_sort(parts.front(), term.parts.front(), partition.parts.front());
        }
        if (what.exchanged) std::swap(term.parts.front(), term.parts.back());
        if (!what.negated) return term;
        Term negation{.kind = TermKind::negation, .sort = declared_.boolean()};
        negation.parts.push_back(std::move(term));
        return negation;
    }

    // Booleans are for logic; what has an order are enumerations, ranges and partitions.
    void expect_operand(const xml_node& element, TermKind kind, const Term& operand) const {
        const Sort::Kind sort = declared_.sort(operand.sort).kind;
        const bool moves = kind == TermKind::successor || kind == TermKind::predecessor;
        if (kind == TermKind::class_of || kind == TermKind::equal) return;
        if (moves || kind == TermKind::less || kind == TermKind::at_most) {
            const bool has_order = sort == Sort::Kind::enumeration || sort == Sort::Kind::range ||
                                   (!moves && sort == Sort::Kind::partition);
            if (!has_order)
                xml_.fail(element, "expected a colour of a sort with an order, found one of " +
                                       in_quotes(declared_.sort(operand.sort).name));
        } else {
            expect_sort(element, operand, declared_.boolean());
        }
    }

    const XmlText& xml_;
    Declarations& declared_;
};

class ColouredReader {
  public:
    ColouredReader(const XmlText& xml, PnmlGraph graph, std::size_t limit)
        : xml_(xml), graph_(std::move(graph)), declared_(xml, graph_.pages, limit), terms_(xml, declared_) {}

    ColouredNet read() {
        for (const PnmlNode& place : graph_.places) read_place(place);
        for (const PnmlNode& transition : graph_.transitions) read_transition(transition);
        for (const PnmlArc& arc : graph_.arcs) read_arc(arc);
        tell_places_apart(net_.places);
        net_.sorts = declared_.sorts();
        net_.variables = declared_.variables();
        return std::move(net_);
    }

  private:
    // Labels of place/transition nets, which would be passed over.
    void refuse_label(const xml_node& element, const char* label, const char* expected) const {
        if (const xml_node found = element.child(label))
            xml_.fail(found, std::string("expected an element '") + expected + "', found '" + label + "'");
    }

    void read_place(const PnmlNode& node) {
        refuse_label(node.element, "initialMarking", "hlinitialMarking");
        const xml_node type = node.element.child("type");
        if (!type) xml_.fail(node.element, "expected an element 'type' in 'place', found none");
        ColouredPlace place{.name = node.name,
                            .id = node.id,
                            .sort = declared_.read_sort(terms_.structure_of(type)),
                            .where = xml_.where(node.element)};
        place.initial = terms_.read_label(node.element, "hlinitialMarking");
        if (place.initial) {
            const xml_node label = node.element.child("hlinitialMarking");
            terms_.expect_sort(label, *place.initial, place.sort);
            if (has_variable(*place.initial)) xml_.fail(label, "expected initial tokens without variables");
        }
        net_.places.push_back(std::move(place));
    }
    static bool has_variable(const Term& term) {
        return term.kind == TermKind::variable || std::ranges::any_of(term.parts, has_variable);
    }

    void read_transition(const PnmlNode& node) {
        ColouredTransition transition{.name = node.name, .id = node.id, .where = xml_.where(node.element)};
        transition.guard = terms_.read_label(node.element, "condition");
        if (transition.guard) {
            const xml_node label = node.element.child("condition");
            terms_.expect_colour(label, *transition.guard);
            terms_.expect_sort(label, *transition.guard, declared_.boolean());
        }
        net_.transitions.push_back(std::move(transition));
    }

    void read_arc(const PnmlArc& arc) {
        refuse_label(arc.element, "inscription", "hlinscription");
        std::optional<Term> tokens = terms_.read_label(arc.element, "hlinscription");
        if (!tokens) xml_.fail(arc.element, "expected an element 'hlinscription' in 'arc', found none");
        terms_.expect_sort(arc.element.child("hlinscription"), *tokens, net_.places[arc.place].sort);
        net_.transitions[arc.transition].arcs.push_back({arc.place, arc.takes, std::move(*tokens)});
    }

    const XmlText& xml_;
    PnmlGraph graph_;
    Declarations declared_;
    TermReader terms_;
    ColouredNet net_;
};

}  // namespace

ColouredNet read_coloured(const XmlText& xml, const xml_node& net, std::size_t limit) {
    return ColouredReader(xml, read_graph(xml, net, limit), limit).read();
}

}  // namespace scrump::petri
