#pragma once
// States that are values of Python, as bytes and back. Two values have the same bytes if they are equal and of the same
// types, so that an exploration, which identifies states by their bytes, counts each once: sets and dicts in any order.
//
//     state := tag, what is behind it
//
//     none, false, true     nothing
//     16 to 255             the integers from -16 to 223, nothing
//     integer               a varint: the number 2n, or -2n - 1 for negative ones
//     long integer          how many bytes as a varint, and these: two's complement, the lowest first
//     real                  8 bytes
//     text, bytes           how many bytes (UTF-8) as a varint, and these
//     tuple, list           how many as a varint, and each
//     set, frozen set       likewise, in the order of their bytes
//     dict                  likewise, of pairs: a key and what it is mapped to

#include <nanobind/nanobind.h>

#include <cstddef>
#include <string>
#include <string_view>

namespace scrump::python {

namespace nb = nanobind;

/// Appends a value. Throws UsageError for one of any other type; `what` begins the message: "the state". Python's lock
/// must be held, here and below.
void put_value(nb::handle value, const char* what, std::string& to);

/// A value in words, up to a limited length: its type if it cannot be shown.
std::string shown_value(nb::handle value, std::size_t most);

/// The value written by put_value(). Throws Error for other bytes.
nb::object value_of_bytes(std::string_view bytes);

}  // namespace scrump::python
