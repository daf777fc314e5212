#include <scrump/problems/petri/properties.hpp>

#include <scrump/base/error.hpp>
#include <scrump/base/text.hpp>
#include <scrump/problems/petri/detail/groups.hpp>
#include <scrump/problems/petri/detail/making.hpp>
#include <scrump/problems/petri/detail/node_names.hpp>
#include <scrump/problems/petri/detail/xml_text.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <set>
#include <utility>

namespace scrump::petri {
namespace {

using pugi::xml_node;
using Kind = Formula::Kind;

// Elements within elements: what works on formulas goes into their depth.
constexpr std::size_t max_depth = 1'000;

// Properties of whole nets, by their elements.
constexpr std::array whole_nets{
    std::pair{"one-safe", Property::Kind::one_safe}, std::pair{"quasi-liveness", Property::Kind::quasi_live},
    std::pair{"liveness", Property::Kind::live}, std::pair{"stable-marking", Property::Kind::stable_marking}};

constexpr std::array operators_of_formulas{std::pair{"negation", Kind::negation},
                                           std::pair{"conjunction", Kind::all},
                                           std::pair{"disjunction", Kind::any},
                                           std::pair{"exists-path", Kind::some_path},
                                           std::pair{"all-paths", Kind::every_path},
                                           std::pair{"next", Kind::next},
                                           std::pair{"finally", Kind::eventually},
                                           std::pair{"globally", Kind::always},
                                           std::pair{"until", Kind::until},
                                           std::pair{"true", Kind::yes},
                                           std::pair{"false", Kind::no},
                                           std::pair{"deadlock", Kind::deadlock},
                                           std::pair{"integer-le", Kind::at_most},
                                           std::pair{"is-fireable", Kind::enabled}};

class PropertyReader {
  public:
    PropertyReader(std::string_view text, const std::string& name, const Net& net)
        : net_(net),
          xml_(text, name),
          places_(NodeNames::of_places(net)),
          transitions_(NodeNames::of_transitions(net)) {}

    std::vector<Property> read() {
        const xml_node root = xml_.root();
        if (std::string_view(root.name()) != "property-set")
            xml_.fail(root, "expected the element 'property-set', found " + in_quotes(root.name()));
        std::vector<Property> properties;
        for (const xml_node& element : elements_of(root)) {
            if (std::string_view(element.name()) != "property") refuse(element, "an element 'property'");
            properties.push_back(read_property(element));
        }
        return properties;
    }

  private:
    static std::vector<xml_node> elements_of(const xml_node& parent) {
        std::vector<xml_node> elements;
        for (const xml_node& each : parent.children())
            if (each.type() == pugi::node_element) elements.push_back(each);
        return elements;
    }
    [[noreturn]] void refuse(const xml_node& element, const std::string& expected) const {
        xml_.fail(element, "expected " + expected + ", found " + in_quotes(element.name()));
    }
    std::vector<xml_node> expect_elements(const xml_node& parent, std::size_t count) const {
        std::vector<xml_node> elements = elements_of(parent);
        if (elements.size() != count)
            xml_.fail(parent, "expected " + std::to_string(count) + (count == 1 ? " element in " : " elements in ") +
                                  in_quotes(parent.name()) + ", found " + std::to_string(elements.size()));
        return elements;
    }
    // The only element of a parent.
    xml_node expect_element(const xml_node& parent) const { return expect_elements(parent, 1).front(); }
    // An element of this name, and in it one other.
    xml_node expect_element(const xml_node& element, const char* name) const {
        if (std::string_view(element.name()) != name) refuse(element, std::string("the element '") + name + "'");
        return expect_element(element);
    }

    Property read_property(const xml_node& element) {
        Property property{.id = on_one_line(element.child("id").text().get())};
        if (property.id.empty()) xml_.fail(element, "expected an element 'id' with the name of the property");
        if (!ids_.insert(property.id).second)
            xml_.fail(element, "a second property with the id " + in_quotes(property.id));
        const xml_node formula = element.child("formula");
        if (!formula) xml_.fail(element, "expected an element 'formula' in the property " + in_quotes(property.id));
        read_question(expect_element(formula), property);
        return property;
    }

    void read_question(const xml_node& element, Property& property) const {
        const std::string_view what = element.name();
        const auto* const whole =
            std::ranges::find_if(whole_nets, [&](const auto& each) { return each.first == what; });
        if (what == "place-bound") {
            property.kind = Property::Kind::bound;
            property.sum.places = read_places(element);
        } else if (what == "k-safe") {
            property.formula = k_safe(expect_element(element));
        } else if (whole != whole_nets.end()) {
            property.kind = whole->second;
        } else {
            property.formula = read_formula(element, 0);
        }
    }

    // No place ever holds more tokens than this.
    Formula k_safe(const xml_node& bound) const {
        Formula all{.kind = Kind::all};
        const Sum most = read_sum(bound, 0);
        const Groups places = Groups::of_places(net_);
        for (std::size_t group = 0; group < places.size(); ++group)
            all.parts.push_back(at_most({.places = places.members(group)}, most));
        return with(Kind::every_path, with(Kind::always, std::move(all)));
    }

    Formula read_formula(const xml_node& element, std::size_t depth) const {
        expect_depth(element, depth);
        const auto found = std::ranges::find_if(
            operators_of_formulas, [&](const auto& each) { return std::string_view(each.first) == element.name(); });
        if (found == operators_of_formulas.end()) refuse(element, "a formula");
        Formula formula{.kind = found->second};
        switch (formula.kind) {
            case Kind::yes:
            case Kind::no:
            case Kind::deadlock:
                expect_elements(element, 0);
                break;
            case Kind::at_most: {
                const std::vector<xml_node> sides = expect_elements(element, 2);
                formula.left = read_sum(sides.front(), depth + 1);
                formula.right = read_sum(sides.back(), depth + 1);
                break;
            }
            case Kind::enabled:
                formula.transitions = read_names(element, "transition", transitions_);
                std::ranges::sort(formula.transitions);
                break;
            case Kind::all:
            case Kind::any:
                for (const xml_node& part : elements_of(element))
                    formula.parts.push_back(read_formula(part, depth + 1));
                if (formula.parts.empty()) xml_.fail(element, "expected formulas in " + in_quotes(element.name()));
                break;
            case Kind::until: {
                const std::vector<xml_node> parts = expect_elements(element, 2);
                formula.parts.push_back(read_formula(expect_element(parts.front(), "before"), depth + 1));
                formula.parts.push_back(read_formula(expect_element(parts.back(), "reach"), depth + 1));
                break;
            }
            default:
                formula.parts.push_back(read_formula(expect_element(element), depth + 1));
        }
        return formula;
    }

    Sum read_sum(const xml_node& element, std::size_t depth) const {
        expect_depth(element, depth);
        const std::string_view what = element.name();
        if (what == "integer-constant") return {.constant = read_constant(element)};
        if (what == "tokens-count") return {.places = read_places(element)};
        if (what != "integer-sum") refuse(element, "a number of tokens");
        Sum sum;
        for (const xml_node& each : elements_of(element)) {
            Sum part = read_sum(each, depth + 1);
            if (sum.constant > max_constant - part.constant)
                xml_.fail(each, "a sum of more than " + std::to_string(max_constant));
            sum.constant += part.constant;
            sum.places.insert(sum.places.end(), part.places.begin(), part.places.end());
        }
        std::ranges::sort(sum.places);
        return sum;
    }
    std::int64_t read_constant(const xml_node& element) const {
        const std::string said = on_one_line(element.text().get());
        Line line(said);
        const std::optional<std::int64_t> number = line.integer();
        if (!number || !line.empty() || *number < -max_constant || *number > max_constant)
            xml_.fail(element, "expected a whole number of at most " + std::to_string(max_constant) +
                                   " as integer-constant, found " + in_quotes(said));
        return *number;
    }

    void expect_depth(const xml_node& element, std::size_t depth) const {
        if (depth > max_depth)
            xml_.fail(element, "a formula with more than " + std::to_string(max_depth) + " elements within each other");
    }

    std::vector<std::uint32_t> read_places(const xml_node& element) const {
        std::vector<std::uint32_t> places = read_names(element, "place", places_);
        std::ranges::sort(places);
        return places;
    }
    std::vector<std::uint32_t> read_names(const xml_node& parent, const char* kind, const NodeNames& names) const {
        std::vector<std::uint32_t> indices;
        for (const xml_node& element : elements_of(parent)) {
            if (std::string_view(element.name()) != kind) refuse(element, std::string("an element '") + kind + "'");
            const std::string given = element.text().get();
            std::optional<NodeNames::Range> range = names.find(given);
            if (!range) range = names.find(on_one_line(given));
            if (!range) refuse_name(element, on_one_line(given), names);
            for (std::uint32_t i = 0; i < range->count; ++i) indices.push_back(range->first + i);
        }
        return indices;
    }
    [[noreturn]] void refuse_name(const xml_node& element, const std::string& given, const NodeNames& names) const {
        xml_.fail(element, names.complaint(element.name(), given));
    }

    static constexpr std::int64_t max_constant = std::numeric_limits<Tokens>::max();

    const Net& net_;
    XmlText xml_;
    NodeNames places_;
    NodeNames transitions_;
    std::set<std::string> ids_;
};

}  // namespace

std::vector<Property> parse_properties(std::string_view text, const std::string& name, const Net& net) {
    return PropertyReader(text, name, net).read();
}

}  // namespace scrump::petri
