#pragma once
// Fast writing of many lines of numbers: streams are slow at single ones.

#include <array>
#include <charconv>
#include <cstddef>
#include <cstdint>
#include <ostream>
#include <string>
#include <string_view>

namespace scrump::graph {

class LineWriter {
  public:
    explicit LineWriter(std::ostream& out) : out_(out) { text_.reserve(2 * full); }

    LineWriter& operator<<(std::uint64_t number) {
        std::array<char, 20> digits;
        text_.append(digits.data(), std::to_chars(digits.data(), digits.data() + digits.size(), number).ptr);
        return *this;
    }

    LineWriter& operator<<(std::string_view text) {
        text_ += text;
        if (text_.size() > full) flush();
        return *this;
    }

    /// Writes the buffered rest.
    void flush() {
        out_ << text_;
        text_.clear();
    }

  private:
    static constexpr std::size_t full = std::size_t{1} << 16;

    std::ostream& out_;
    std::string text_;
};

}  // namespace scrump::graph
