#pragma once
// Binary files, little-endian on any machine: taken apart from front to back, with the position of the faulty byte in
// every message, and put together.

#include <scrump/base/error.hpp>

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

namespace scrump::detail {

/// The bytes of a file to be read. They and the name must outlive this object.
class FileBytes {
  public:
    FileBytes(std::string_view bytes, const std::string& name) : bytes_(bytes), name_(name) {}

    /// Position of the next number.
    std::size_t at() const { return at_; }
    std::size_t left() const { return bytes_.size() - at_; }

    /// The next number. `what` names it in the message if the file ends early.
    template <std::integral Number>
    Number number(const char* what) {
        if (left() < sizeof(Number)) fail(bytes_.size(), std::string("the file ends within ") + what);
        const auto number = peek<Number>();
        at_ += sizeof(Number);
        return number;
    }

    /// Consumes the next number if it is this one, and returns whether it was.
    template <std::integral Number>
    bool take_if(std::type_identity_t<Number> expected) {
        if (left() < sizeof(Number) || peek<Number>() != expected) return false;
        at_ += sizeof(Number);
        return true;
    }

    /// The next number, which is that of the `what` that follow, each of at least the given number of bytes. It cannot
    /// exceed what the file can hold.
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

    /// The next bytes, of which there must be enough.
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

/// Appends a number to the bytes.
template <std::integral Number>
void put(std::string& bytes, std::type_identity_t<Number> number) {
    const auto value = static_cast<std::make_unsigned_t<Number>>(number);
    for (std::size_t i = 0; i < sizeof(Number); ++i) bytes.push_back(static_cast<char>(value >> 8 * i & 0xff));
}

}  // namespace scrump::detail
