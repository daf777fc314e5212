#pragma once
// Three models, and their files byte by byte: a switch, and a counter that jumps while the switch is on.

#include <scrump/states/diagrams/model.hpp>

#include <bit>
#include <cstdint>
#include <cstring>
#include <string>

namespace scrump::test {

/// A file, number by number.
class FileOf {
  public:
    FileOf& i32(std::initializer_list<std::int32_t> numbers) { return put(numbers); }
    FileOf& u32(std::initializer_list<std::uint32_t> numbers) { return put(numbers); }
    FileOf& u64(std::initializer_list<std::uint64_t> numbers) { return put(numbers); }

    const std::string& bytes() const { return bytes_; }

  private:
    template <class Numbers>
    FileOf& put(const Numbers& numbers) {
        for (const auto number : numbers)
            for (std::size_t i = 0; i < sizeof(number); ++i)
                bytes_.push_back(static_cast<char>(static_cast<std::uint64_t>(number) >> 8 * i & 0xff));
        return *this;
    }

    std::string bytes_;
};

inline constexpr std::uint64_t complement = std::uint64_t{1} << 63;

constexpr std::uint64_t at_variable(std::uint64_t variable) {
    return variable << 40;
}

inline constexpr StoredEdge stored_true = {.node = 0, .complemented = true};

/// An entry of one bit that is switched, and one of two bits that becomes 3 while the first is 1. Four states.
inline SymbolicModel sylvan_example() {
    return {.bits = {1, 2},
            .nodes = {{4, 0, stored_true},
                      {2, 1, stored_true},
                      {0, 2, stored_true},
                      {1, 0, stored_true},
                      {0, 4, {4, true}},
                      {5, 0, stored_true},
                      {3, 0, {6, false}},
                      {1, 0, {7, false}},
                      {0, 0, {8, false}}},
            .initial = {.entries = {0, 1}, .root = {3, true}},
            .relations = {{.read = {0}, .written = {0}, .root = {5, false}},
                          {.read = {0}, .written = {1}, .root = {9, false}}},
            .label_bits = 1};
}

inline std::string sylvan_example_file() {
    return FileOf()
        .i32({2, 1, 2, 1})
        .i32({-1})
        .u64({3, complement, at_variable(4), complement, at_variable(2) | 1, complement, at_variable(0) | 2})
        .i32({1})
        .u64({complement | 3})
        .i32({2, 1, 1, 0, 0, 1, 1, 0, 1})
        .u64({2, complement, at_variable(1), complement | 1, at_variable(0) | 1})
        .i32({1})
        .u64({2})
        .u64({4, complement, at_variable(5), 1, at_variable(3), 2, at_variable(1), 3, at_variable(0)})
        .i32({1})
        .u64({4})
        .i32({0, 0})
        .bytes();
}

/// Two entries of one bit. The first is switched; while it is 1, it may become 0 and the second whatever it likes. The
/// second relation shares a node of the first. Four states.
inline SymbolicModel distbdd_example() {
    return {
        .bits = {1, 1},
        .nodes = {{2, 0, stored_true}, {0, 1, stored_true}, {1, 0, stored_true}, {0, 3, {3, true}}, {0, 0, {3, true}}},
        .initial = {.entries = {0, 1}, .root = {2, true}},
        .relations = {{.read = {0}, .written = {0}, .root = {4, false}},
                      {.read = {0, 1}, .written = {0, 1}, .root = {5, false}}}};
}

inline std::string distbdd_example_file() {
    return FileOf()
        .u64({2, 1})
        .u32({0, 2, 1, 3})
        .u64({2, at_variable(2), complement, at_variable(0), complement | 1, complement | 2})
        .u64({2})
        .u32({0, 2})
        .i32({2})
        .u64({2, at_variable(1), complement, at_variable(0) | 3, complement | 3, 4})
        .u64({1})
        .u32({0, 1})
        .u64({1, at_variable(0) | 3, complement, 5})
        .u64({2})
        .u32({0, 2, 1, 3})
        .bytes();
}

/// An entry of one bit that is switched, and one that follows it: each of two relations, with labels. Four states.
inline SymbolicModel distdd_example() {
    return {.bits = {1, 1},
            .nodes =
                {{2, 0, stored_true}, {0, 1, stored_true}, {1, 0, stored_true}, {0, 3, {3, true}}, {3, 0, stored_true}},
            .initial = {.entries = {0, 1}, .root = {2, true}},
            .relations = {{.read = {0}, .written = {0}, .root = {4, false}},
                          {.read = {1}, .written = {1}, .root = {5, false}}},
            .label_bits = 2};
}

/// Without a trailer.
inline std::string distdd_example_file() {
    return FileOf()
        .i32({2, 1, 2})
        .u64({4, complement, at_variable(2), complement, at_variable(0) | 1, complement, at_variable(2), 3,
              at_variable(0)})
        .u64({complement | 2, 2, 4})
        .i32({2})
        .u64({4, complement, at_variable(1), complement | 5, at_variable(0) | 5, complement, at_variable(1), 7,
              at_variable(0)})
        .u64({6, 8})
        .u64({3, complement, at_variable(3), complement, at_variable(3), 10, at_variable(2)})
        .u64({9, 11})
        .bytes();
}

}  // namespace scrump::test
