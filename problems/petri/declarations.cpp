#include <scrump/problems/petri/detail/declarations.hpp>

#include <scrump/base/text.hpp>

#include <algorithm>
#include <limits>
#include <utility>

namespace scrump::petri {
namespace {

using pugi::xml_node;

// Components of tuples, those of components among them: names of colours are as long.
constexpr std::size_t max_width = 1'000;
constexpr std::uint32_t no_class = std::numeric_limits<std::uint32_t>::max();

std::string name_of(const xml_node& element) {
    const char* const name = element.attribute("name").value();
    return *name == '\0' ? element.attribute("id").value() : name;
}

}  // namespace

std::vector<xml_node> elements_of(const xml_node& parent) {
    std::vector<xml_node> elements;
    for (const xml_node& each : parent.children())
        if (each.type() == pugi::node_element) elements.push_back(each);
    return elements;
}

xml_node only_element(const XmlText& xml, const xml_node& parent) {
    const std::vector<xml_node> elements = elements_of(parent);
    if (elements.size() != 1)
        xml.fail(parent,
                 "expected one element in " + in_quotes(parent.name()) + ", found " + std::to_string(elements.size()));
    return elements.front();
}

Declarations::Declarations(const XmlText& xml, const std::vector<xml_node>& pages, std::size_t limit)
    : xml_(xml), limit_(limit) {
    dot_ = add({.name = "dot"}, 1);
    boolean_ = add({.kind = Sort::Kind::boolean, .name = "bool", .size = 2}, 1);
    for (const xml_node& page : pages) collect(page);
    for (const xml_node& element : in_order_) declare(element);
}

void Declarations::collect(const xml_node& page) {
    for (const xml_node& label : page.children("declaration")) {
        for (const xml_node& element : elements_of(label.child("structure").child("declarations"))) {
            const std::string_view what = element.name();
            if (what != "namedsort" && what != "partition" && what != "variabledecl")
                xml_.fail(element, "expected a declaration of a sort, a partition or a variable, found " +
                                       in_quotes(element.name()));
            in_order_.push_back(element);
            if (what == "variabledecl") continue;
            const std::string id = expect_attribute(xml_, element, "id");
            if (!declared_.emplace(id, Declared{.element = element}).second)
                xml_.fail(element, "a second sort with the id " + in_quotes(id));
        }
    }
}

void Declarations::declare(const xml_node& element) {
    const std::string id = expect_attribute(xml_, element, "id");
    if (std::string_view(element.name()) != "variabledecl") {
        sort_named(element, id);
    } else if (!variable_named_.emplace(id, static_cast<std::uint32_t>(variables_.size())).second) {
        xml_.fail(element, "a second variable with the id " + in_quotes(id));
    } else {
        variables_.push_back({name_of(element), read_sort(only_element(xml_, element))});
    }
}

// Sorts of the same content are one, except enumerations and partitions.
std::uint32_t Declarations::add(Sort sort, std::size_t width) {
    const bool may_be_there = sort.kind == Sort::Kind::range || sort.kind == Sort::Kind::product;
    for (std::uint32_t each = 0; may_be_there && each < sorts_.size(); ++each) {
        const Sort& other = sorts_[each];
        if (other.kind == sort.kind && other.size == sort.size && other.first == sort.first &&
            other.parts == sort.parts)
            return each;
    }
    sorts_.push_back(std::move(sort));
    widths_.push_back(width);
    return static_cast<std::uint32_t>(sorts_.size() - 1);
}

std::uint32_t Declarations::sort_named(const xml_node& from, const std::string& id, std::size_t depth) {
    const auto found = declared_.find(id);
    if (found == declared_.end()) xml_.fail(from, "no sort has the id " + in_quotes(id));
    Declared& declared = found->second;
    if (declared.sort) return *declared.sort;
    if (declared.in_progress) xml_.fail(declared.element, "the sort " + in_quotes(id) + " is a part of itself");
    declared.in_progress = true;
    const bool is_partition = std::string_view(declared.element.name()) == "partition";
    declared.sort = is_partition ? read_partition(declared.element, depth + 1)
                                 : read_sort(only_element(xml_, declared.element), depth + 1);
    if (sorts_[*declared.sort].name.empty()) sorts_[*declared.sort].name = name_of(declared.element);
    return *declared.sort;
}

std::uint32_t Declarations::read_sort(const xml_node& element, std::size_t depth) {
    if (depth > max_term_depth)
        xml_.fail(element, "sorts with more than " + std::to_string(max_term_depth) + " parts within each other");
    const std::string_view what = element.name();
    if (what == "usersort") return sort_named(element, expect_attribute(xml_, element, "declaration"), depth + 1);
    if (what == "dot") return dot_;
    if (what == "bool") return boolean_;
    if (what == "finiteintrange") return read_range(element);
    if (what == "cyclicenumeration" || what == "finiteenumeration") return read_enumeration(element);
    if (what != "productsort")
        xml_.fail(element, "expected a sort of symmetric nets, found " + in_quotes(element.name()));
    std::vector<std::uint32_t> parts;
    for (const xml_node& part : elements_of(element)) parts.push_back(read_sort(part, depth + 1));
    return product_of(element, parts);
}

std::uint32_t Declarations::product_of(const xml_node& element, const std::vector<std::uint32_t>& parts) {
    if (parts.empty()) xml_.fail(element, "expected parts in " + in_quotes(element.name()) + ", found none");
    Sort sort{.kind = Sort::Kind::product, .parts = parts};
    std::size_t width = 0;
    for (const std::uint32_t part : parts) {
        const Colour size = sorts_[part].size;
        if (sort.size > max_colours / size)
            xml_.fail(element, "a sort of more than " + std::to_string(max_colours) + " colours");
        sort.size *= size;
        width += widths_[part];
        sort.name += (sort.name.empty() ? "" : ", ") + sorts_[part].name;
    }
    if (width > max_width)
        xml_.fail(element, "a sort of tuples of more than " + std::to_string(max_width) + " components");
    sort.name = '(' + sort.name + ')';
    return add(std::move(sort), width);
}

std::int64_t Declarations::number_in(const xml_node& element, const char* attribute) const {
    const std::string said = expect_attribute(xml_, element, attribute);
    Line line(said);
    const std::optional<std::int64_t> number = line.integer();
    if (!number || !line.empty() || *number < -std::int64_t{max_colours / 2} || *number > std::int64_t{max_colours / 2})
        xml_.fail(element, std::string("expected a whole number as ") + attribute + ", found " + in_quotes(said));
    return *number;
}

std::uint32_t Declarations::read_range(const xml_node& element) {
    const std::int64_t first = number_in(element, "start");
    const std::int64_t last = number_in(element, "end");
    if (last < first) xml_.fail(element, "expected an 'end' that is not before the 'start'");
    const auto size = static_cast<Colour>(last - first) + 1;
    if (size > max_colours) xml_.fail(element, "a sort of more than " + std::to_string(max_colours) + " colours");
    return add({.kind = Sort::Kind::range,
                .name = std::to_string(first) + ".." + std::to_string(last),
                .size = size,
                .first = first},
               1);
}

void Declarations::add_constant(const xml_node& element, Constant constant) {
    const std::string id = expect_attribute(xml_, element, "id");
    if (!constants_.emplace(id, constant).second) xml_.fail(element, "a second constant with the id " + in_quotes(id));
}

std::uint32_t Declarations::read_enumeration(const xml_node& element) {
    Sort sort{.kind = Sort::Kind::enumeration};
    const auto number = static_cast<std::uint32_t>(sorts_.size());
    for (const xml_node& each : elements_of(element)) {
        if (std::string_view(each.name()) != "feconstant")
            xml_.fail(each, "expected an element 'feconstant', found " + in_quotes(each.name()));
        add_constant(each, {number, sort.names.size()});
        sort.names.push_back(name_of(each));
    }
    if (sort.names.empty()) xml_.fail(element, "expected constants in " + in_quotes(element.name()) + ", found none");
    sort.size = sort.names.size();
    return add(std::move(sort), 1);
}

std::uint32_t Declarations::read_partition(const xml_node& element, std::size_t depth) {
    Sort sort{.kind = Sort::Kind::partition, .name = name_of(element)};
    std::vector<xml_node> classes;
    for (const xml_node& each : elements_of(element)) {
        if (std::string_view(each.name()) == "partitionelement") {
            classes.push_back(each);
        } else if (sort.parts.empty()) {
            sort.parts.push_back(read_sort(each, depth + 1));
        } else {
            xml_.fail(each, "expected an element 'partitionelement', found " + in_quotes(each.name()));
        }
    }
    if (sort.parts.empty()) xml_.fail(element, "expected the sort that the partition divides");
    if (classes.empty()) xml_.fail(element, "expected elements 'partitionelement' in 'partition', found none");
    const Colour divided = sorts_[sort.parts.front()].size;
    if (divided > limit_) xml_.fail(element, "a partition of more than " + std::to_string(limit_) + " colours");
    sort.classes.assign(divided, no_class);
    for (const xml_node& each : classes) read_class(each, sort);
    const auto left_out = std::ranges::find(sort.classes, no_class);
    if (left_out != sort.classes.end())
        xml_.fail(element,
                  "the partition leaves out colours of the sort " + in_quotes(sorts_[sort.parts.front()].name));
    sort.size = sort.names.size();
    const auto number = static_cast<std::uint32_t>(sorts_.size());
    for (std::size_t i = 0; i < classes.size(); ++i) add_constant(classes[i], {number, i});
    return add(std::move(sort), 1);
}

void Declarations::read_class(const xml_node& element, Sort& partition) {
    for (const xml_node& each : elements_of(element)) {
        const std::optional<Constant> member = read_constant(each);
        if (!member || member->sort != partition.parts.front())
            xml_.fail(each, "expected a constant of the sort " + in_quotes(sorts_[partition.parts.front()].name));
        std::uint32_t& its_class = partition.classes[member->colour];
        if (its_class != no_class) xml_.fail(each, "a colour that is already in an element of the partition");
        its_class = static_cast<std::uint32_t>(partition.names.size());
    }
    partition.names.push_back(name_of(element));
}

std::optional<Declarations::Constant> Declarations::read_constant(const xml_node& element) {
    const std::string_view what = element.name();
    if (what == "dotconstant") return Constant{dot_, 0};
    if (what == "finiteintrangeconstant") return read_number(element);
    if (what == "booleanconstant") {
        const std::string value = expect_attribute(xml_, element, "value");
        if (value != "true" && value != "false")
            xml_.fail(element, "expected 'true' or 'false' as value, found " + in_quotes(value));
        return Constant{boolean_, value == "true" ? 1U : 0U};
    }
    if (what != "useroperator") return std::nullopt;
    const std::string id = expect_attribute(xml_, element, "declaration");
    const auto found = constants_.find(id);
    if (found == constants_.end()) xml_.fail(element, "no constant has the id " + in_quotes(id));
    return found->second;
}

Declarations::Constant Declarations::read_number(const xml_node& element) {
    const std::int64_t value = number_in(element, "value");
    const std::uint32_t number = read_sort(only_element(xml_, element));
    const Sort& range = sorts_[number];
    if (range.kind != Sort::Kind::range)
        xml_.fail(element, "expected an element 'finiteintrange' in 'finiteintrangeconstant'");
    if (value < range.first || static_cast<Colour>(value - range.first) >= range.size)
        xml_.fail(element, "expected a number within " + range.name + ", found " + std::to_string(value));
    return {number, static_cast<Colour>(value - range.first)};
}

std::uint32_t Declarations::variable(const xml_node& element) const {
    const std::string id = expect_attribute(xml_, element, "refvariable");
    const auto found = variable_named_.find(id);
    if (found == variable_named_.end()) xml_.fail(element, "no variable has the id " + in_quotes(id));
    return found->second;
}

}  // namespace scrump::petri
