#pragma once
// XML files of nets and of questions about them, read with pugixml, with line numbers for messages.

#include <cstddef>
#include <pugixml.hpp>
#include <string>
#include <string_view>
#include <vector>

namespace scrump::petri {

/// A parsed text.
class XmlText {
  public:
    /// `name` stands for the text in messages. Throws Error "name:line: …" if it is not well-formed.
    XmlText(std::string_view text, std::string name);

    pugi::xml_node root() const { return document_.document_element(); }

    /// Throws Error "name:line: what" for the line of an element.
    [[noreturn]] void fail(const pugi::xml_node& at, const std::string& what) const { fail(at.offset_debug(), what); }
    /// "name:line" for the line of an element.
    std::string where(const pugi::xml_node& at) const { return where(at.offset_debug()); }

  private:
    [[noreturn]] void fail(std::ptrdiff_t offset, const std::string& what) const;
    std::string where(std::ptrdiff_t offset) const;

    std::string name_;
    pugi::xml_document document_;
    std::vector<std::ptrdiff_t> line_ends_;
};

/// A text without line ends, and without blanks at its ends.
std::string on_one_line(std::string text);

}  // namespace scrump::petri
