#pragma once

// Include it for models of decision diagrams in files.
//
// The binary formats in which models are exchanged as decision diagrams; their files usually have names that end in
// `.bdd`. All numbers are little-endian.
//
// distbdd, the format of the tool DistBDD: all entries of a state have the same number of bits.
//
//     u64 n, u64 b            entries of the state vector, bits of each
//     n·b u32, n·b u32        the variable of each bit in the state; that in the next state, which is above the former
//                             and below those of other bits
//     set                     the initial states
//     i32, relations
//
//     set:       diagram; u64 k; k·b u32 state variables
//     relation:  diagram; u64 k; k·b u32 state variables; k·b u32 next-state variables
//     diagram:   u64 count; for each node u64 x, y; u64 root
//     node:      x = variable << 40 | high,  y = complement of high << 63 | low
//
// A node's number is its place among all nodes of the file, from 1: a diagram may share those of earlier ones.
//
// sylvan, the format of the package Sylvan and the tool LTSmin:
//
//     i32 n; n i32            entries of the state vector; bits of each
//     i32                     bits of a transition's label, whose variables are 1000000, 1000001 …
//     set                     the initial states
//     i32; for each relation  i32 r, i32 w; r i32 entries read, w i32 entries written
//     for each relation       diagram
//     trailer
//
//     set:       i32 k, k i32 entries, or -1 for all of them; diagram
//     diagram:   u64 count; for each node u64 x, y; i32 1; u64 root
//     node:      x = complement of high << 63 | high,  y = variable << 40 | low
//     trailer:   i32: 0, or a set of reachable states follows; i32 labels, each u32 length and as many bytes
//
// A node's number is its place in its diagram, from 1. The trailer may be missing, or end before the labels; its
// contents are not kept.
//
// distdd, the format of earlier versions of LTSmin and the tool DistDD: nodes as in sylvan, numbers as in distbdd.
//
//     i32 n, i32 b, i32       entries of the state vector, bits of each; bits of a label
//     set                     the initial states
//     i32, relations
//     trailer                 as in sylvan
//
//     set:       nodes; u64 root; u64 k, entries; u64 root of their variables
//     relation:  nodes; u64 root; u64 root of its variables, of the state and of the next one
//     nodes:     u64 count; for each node u64 x, y
//
// Variables are listed by a diagram that is true where all of them are.
//
// In all these, number 0 is the constant false, and bit 63 of a root complements it. All are read as the same
// SymbolicModel, so bit j of the state has variable 2j and next-state variable 2j + 1, except in distbdd files.
//
// ldd, the format of Sylvan's program lddmc and of LTSmin, whose names end in `.ldd`: list decision diagrams.
//
//     i32 n                   entries of the state vector
//     set                     the initial states
//     i32; for each relation  i32 r, i32 w; r i32 entries read, w i32 entries written
//     for each relation       diagram
//     trailer                 as in sylvan
//
//     set:       i32 -1; diagram
//     diagram:   u64 count; for each node u64 x, y; u64 root
//     node:      x = value << 48 | right << 1,  y = down << 17 | copies << 16 | value >> 16
//
// A node's number is its place among all nodes of the file, from 2; 0 is the empty set, 1 that of the vector without
// elements. The vectors of a relation are as in list_model.hpp, with a label or without. Before 2017, n was a u64; a
// set was diagram, u64 root of its entries, i32 n; and a relation was diagram, u64 root of a diagram that has one
// vector: for each entry 0, if it is not touched, 3, if it is read, 4, if it is written, or 1 and then 2, if both.

#include <scrump/base/error.hpp>
#include <scrump/states/diagrams/list_model.hpp>
#include <scrump/states/diagrams/model.hpp>

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>

namespace scrump {

/// The formats of model files; docs/diagrams.md lists the programs that write them.
enum class ModelFormat { distbdd, sylvan, distdd, ldd };

/// A format and its name.
struct NamedModelFormat {
    ModelFormat format;      ///< format
    std::string_view name;   ///< name for users
    std::string_view about;  ///< description for help
};

/// All formats with their names.
std::span<const NamedModelFormat> model_formats();

/// The format of a file, detected from its first bytes, whatever its name; the name is a hint if these are ambiguous,
/// and stands for the file in messages. Throws Error for bytes that are not a model.
ModelFormat detect_model_format(std::string_view bytes, const std::string& name);

/// A model of binary or of list decision diagrams.
using AnyModel = std::variant<SymbolicModel, ListModel>;

/// Reads a model of binary decision diagrams in the given format, or else in the one that detect_model_format() finds;
/// `name` stands for the file in messages. Throws Error "NAME: byte OFFSET: …" for bytes that are not a model: every
/// accepted model satisfies model.hpp. Memory is allocated for the bytes that are there, never for announced sizes.
/// Takes time linear in the sizes of the diagrams, each counted with all nodes that it shares.
SymbolicModel read_model(std::string_view bytes, const std::string& name, std::optional<ModelFormat> format = {});

/// Reads the file. Also throws Error if it cannot be read.
SymbolicModel read_model_file(const std::string& path, std::optional<ModelFormat> format = {});

/// Reads a model of any format, likewise; one of lists satisfies list_model.hpp.
AnyModel read_any_model(std::string_view bytes, const std::string& name, std::optional<ModelFormat> format = {});

/// Reads the file. Also throws Error if it cannot be read.
AnyModel read_any_model_file(const std::string& path, std::optional<ModelFormat> format = {});

/// The bytes of a model that satisfies model.hpp, with the nodes that its diagrams reach, in their order: a model that
/// was read is written back unchanged. A distbdd file holds less than a sylvan file: not which entries are only read or
/// only written; and if entries differ in their number of bits, each bit becomes an entry. The same holds for a distdd
/// file. Throws UsageError for a model whose bits have places of their own, unless the format is distbdd, and for ldd.
std::string write_model(const SymbolicModel& model, ModelFormat format);

/// The format of a file to be written, by its name: sylvan for NAME.bdd, and each format for NAME.FORMAT.bdd, in
/// letters of any case. Throws Error for other names.
ModelFormat model_format(std::string_view path);

/// Writes the file, by replace_file(), in the format that model_format() gives.
void write_model_file(const SymbolicModel& model, const std::string& path);

}  // namespace scrump
