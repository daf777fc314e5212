#include <scrump/problems/petri/detail/xml_text.hpp>

#include <scrump/base/error.hpp>
#include <scrump/base/text.hpp>

#include <algorithm>
#include <cstdint>
#include <new>
#include <utility>

namespace scrump::petri {
namespace {

// The numbers of a text: bytes, or what UTF-16 and UTF-32 have in their place.
class Units {
  public:
    Units(std::string_view text, pugi::xml_encoding encoding) : text_(text) {
        using enum pugi::xml_encoding;
        if (encoding == encoding_utf16_le || encoding == encoding_utf16_be) width_ = 2;
        if (encoding == encoding_utf32_le || encoding == encoding_utf32_be) width_ = 4;
        low_first_ = encoding == encoding_utf16_le || encoding == encoding_utf32_le;
        is_utf8_ = width_ == 1 && encoding != encoding_latin1;
    }

    std::size_t size() const { return text_.size() / width_; }
    std::uint32_t operator[](std::size_t index) const {
        std::uint32_t unit = 0;
        for (std::size_t i = 0; i < width_; ++i) {
            const std::size_t byte = width_ * index + (low_first_ ? width_ - 1 - i : i);
            unit = (unit << 8U) | static_cast<unsigned char>(text_[byte]);
        }
        return unit;
    }
    // How many bytes it is in UTF-8. Of a character of two units each is half.
    std::ptrdiff_t bytes_in_utf8(std::uint32_t unit) const {
        if (is_utf8_ || unit < 0x80) return 1;
        if (unit < 0x800 || (unit >= 0xd800 && unit < 0xe000)) return 2;
        return unit < 0x10000 ? 3 : 4;
    }

  private:
    std::string_view text_;
    std::size_t width_ = 1;
    bool low_first_ = false;
    bool is_utf8_ = false;
};

// Where lines end in the text, which the parser has in UTF-8, whatever it was.
std::vector<std::ptrdiff_t> line_ends(const Units& text) {
    std::vector<std::ptrdiff_t> ends;
    std::ptrdiff_t offset = 0;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const std::uint32_t unit = text[i];
        if (unit == '\n') ends.push_back(offset);
        offset += text.bytes_in_utf8(unit);
    }
    return ends;
}

}  // namespace

XmlText::XmlText(std::string_view text, std::string name) : name_(std::move(name)) {
    const pugi::xml_parse_result parsed = document_.load_buffer(text.data(), text.size());
    if (parsed.status == pugi::status_out_of_memory) throw std::bad_alloc();
    line_ends_ = line_ends(Units(text, parsed.encoding));
    if (!parsed) fail(parsed.offset, std::string("not well-formed XML: ") + parsed.description());
}

void XmlText::fail(std::ptrdiff_t offset, const std::string& what) const {
    throw Error(where(offset) + ": " + what);
}

std::string XmlText::where(std::ptrdiff_t offset) const {
    const auto line = std::ranges::lower_bound(line_ends_, offset) - line_ends_.begin() + 1;
    return name_ + ":" + std::to_string(line);
}

std::string on_one_line(std::string text) {
    std::ranges::replace(text, '\n', ' ');
    std::string words;
    Line line(text);
    while (!line.empty()) words.append(words.empty() ? "" : " ").append(line.word());
    return words;
}

}  // namespace scrump::petri
