#pragma once
// Declarations of a symmetric net in PNML: sorts, constants and variables.

#include <scrump/problems/petri/coloured.hpp>
#include <scrump/problems/petri/detail/pnml_graph.hpp>
#include <scrump/problems/petri/detail/xml_text.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace scrump::petri {

/// Elements within elements: what works on terms and sorts goes into their depth.
inline constexpr std::size_t max_term_depth = 1'000;

class Declarations {
  public:
    /// A colour that has a name or is written as a number.
    struct Constant {
        std::uint32_t sort = 0;
        Colour colour = 0;
    };

    /// Reads all declarations on the pages of a net; partitions divide sorts of at most `limit` colours.
    Declarations(const XmlText& xml, const std::vector<pugi::xml_node>& pages, std::size_t limit);

    const std::vector<Sort>& sorts() const { return sorts_; }
    const Sort& sort(std::uint32_t number) const { return sorts_[number]; }
    const std::vector<Variable>& variables() const { return variables_; }
    std::uint32_t boolean() const { return boolean_; }

    /// The sort that an element stands for, such as <usersort>.
    std::uint32_t read_sort(const pugi::xml_node& element, std::size_t depth = 0);
    /// The sort of tuples of these.
    std::uint32_t product_of(const pugi::xml_node& element, const std::vector<std::uint32_t>& parts);
    /// The sort of a declaration with this id.
    std::uint32_t sort_named(const pugi::xml_node& from, const std::string& id, std::size_t depth = 0);
    /// The constant that an element stands for; none if it is not an element of constants.
    std::optional<Constant> read_constant(const pugi::xml_node& element);
    /// The variable that an element names.
    std::uint32_t variable(const pugi::xml_node& element) const;

  private:
    struct Declared {
        pugi::xml_node element;
        std::optional<std::uint32_t> sort{};
        bool in_progress = false;
    };

    void collect(const pugi::xml_node& page);
    void declare(const pugi::xml_node& element);
    std::uint32_t add(Sort sort, std::size_t width);
    std::uint32_t read_range(const pugi::xml_node& element);
    std::uint32_t read_enumeration(const pugi::xml_node& element);
    std::uint32_t read_partition(const pugi::xml_node& element, std::size_t depth);
    void read_class(const pugi::xml_node& element, Sort& partition);
    void add_constant(const pugi::xml_node& element, Constant constant);
    std::int64_t number_in(const pugi::xml_node& element, const char* attribute) const;
    Constant read_number(const pugi::xml_node& element);

    const XmlText& xml_;
    std::size_t limit_;
    std::vector<Sort> sorts_;
    std::vector<std::size_t> widths_;  // components of the tuples of each sort
    std::vector<Variable> variables_;
    std::vector<pugi::xml_node> in_order_;  // all declarations
    std::unordered_map<std::string, Declared> declared_;
    std::unordered_map<std::string, Constant> constants_;
    std::unordered_map<std::string, std::uint32_t> variable_named_;
    std::uint32_t dot_ = 0, boolean_ = 0;
};

/// The elements in an element.
std::vector<pugi::xml_node> elements_of(const pugi::xml_node& parent);
/// The only element in an element. Throws Error if it has none or several.
pugi::xml_node only_element(const XmlText& xml, const pugi::xml_node& parent);

}  // namespace scrump::petri
