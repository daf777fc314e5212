#pragma once
// Binary files, little-endian whatever the machine is: taken apart from front to back, with the byte at fault in every
// message, and put together.

#include <scrump/base/error.hpp>

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

namespace scrump::detail {

/// The bytes of a file that are read. They and the name must outlive it.
class FileBytes {
  public:
    FileBytes(std::string_view bytes, const std::string& name) : bytes_(bytes), name_(name) {}

    /// Where the next number begins.
    std::size_t at() const { return at_; }
    std::size_t left() const { return bytes_.size() - at_; }

    /// The next number. `what` it is, for the message if the file ends before it does.
    template <std::integral Number>
    Number number(const char* what) {
        if (left() < sizeof(Number)) fail(bytes_.size(), std::string("the file ends within ") + what);
        const auto number = peek<Number>();
        at_ += sizeof(Number);
        return number;
    }

    /// Takes the next number if it is this one, and says whether it was.
    template <std::integral Number>
    bool take_if(std::type_identity_t<Number> expected) {
        if (left() < sizeof(Number) || peek<Number>() != expected) return false;
        at_ += sizeof(Number);
        return true;
    }

    /// The next number, which says how many of `what` follow, of so many bytes each at least. No more than the file can
    /// hold.
    template <std::integral Number>
    std::size_t count(const char* what, std::size_t bytes_each) {
        const std::size_t from = at_;
        const auto count = number<Number>(what);
        if (std::cmp_less(count, 0) || std::cmp_greater(count, left() / bytes_each)) {
            fail(from, std::string("expected the number of ") + what + ", of which " +
                           std::to_string(left() / bytes_each) + " fit into the rest of the file, found " +
                           std::to_string(count));
        }
        return static_cast<std::size_t>(count);
    }

    /// That many bytes, of which there are no fewer.
    void skip(std::size_t bytes) { at_ += bytes; }

    void expect_end() const {
        if (left() > 0) fail(at_, "expected the end of the file, found " + std::to_string(left()) + " more bytes");
    }

    /// Throws Error "NAME: byte AT: what".
    [[noreturn]] void fail(std::size_t at, const std::string& what) const {
        throw Error(name_ + ": byte " + std::to_string(at) + ": " + what);
    }

  private:
    template <std::integral Number>
    Number peek() const {
        using Unsigned = std::make_unsigned_t<Number>;
        Unsigned value = 0;
        for (std::size_t i = 0; i < sizeof(Number); ++i)
            value |= static_cast<Unsigned>(static_cast<Unsigned>(static_cast<std::uint8_t>(bytes_[at_ + i])) << 8 * i);
        return static_cast<Number>(value);
    }

    std::string_view bytes_;
    const std::string& name_;
    std::size_t at_ = 0;
};

/// Puts a number behind the bytes.
template <std::integral Number>
void put(std::string& bytes, std::type_identity_t<Number> number) {
    const auto value = static_cast<std::make_unsigned_t<Number>>(number);
    for (std::size_t i = 0; i < sizeof(Number); ++i) bytes.push_back(static_cast<char>(value >> 8 * i & 0xff));
}

}  // namespace scrump::detail
