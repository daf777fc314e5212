#pragma once
// The binary formats in which models are passed around as decision diagrams; their files usually have names that end in
// `.bdd`. All numbers are little-endian.
//
// distbdd, as the tool DistBDD reads: all entries of a state have the same number of bits.
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
// sylvan, as the package Sylvan and the tool LTSmin write:
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
// A node's number is its place in its diagram, from 1. The trailer may be missing, or end before the labels; what it
// says is not kept.
//
// distdd, as earlier versions of LTSmin write and the tool DistDD reads: nodes as in sylvan, numbers as in distbdd.
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
// In all, number 0 is the constant false, and bit 63 of a root complements it. All are read as one and the same
// SymbolicModel, so bit j of the state has variable 2j and its next-state copy 2j + 1, but in distbdd files.

#include <scrump/base/error.hpp>
#include <scrump/states/diagrams/model.hpp>

#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace scrump {

/// The formats of files that hold models: the page on decision diagrams says what writes them.
enum class ModelFormat { distbdd, sylvan, distdd };

/// A format, and how it is called.
struct NamedModelFormat {
    ModelFormat format;      ///< which one it is
    std::string_view name;   ///< as a user gives it
    std::string_view about;  ///< for help
};

/// All of them.
std::span<const NamedModelFormat> model_formats();

/// The format of a file, by what it begins with, whatever its name; the name is a hint where that says nothing, and
/// what messages call the file. Throws Error for bytes that are not a model.
ModelFormat detect_model_format(std::string_view bytes, const std::string& name);

/// Reads a model, of this format or else of the one that detect_model_format() finds; `name` is what messages call the
/// file. Throws Error "NAME: byte OFFSET: …" for bytes that are not a model: whatever is accepted is as model.hpp says.
/// Memory is taken for what the bytes hold, never for what they announce. Takes time linear in the sizes of the
/// diagrams, each counted with all nodes that it shares.
SymbolicModel read_model(std::string_view bytes, const std::string& name, std::optional<ModelFormat> format = {});

/// Reads the file. Throws Error if it cannot be read, too.
SymbolicModel read_model_file(const std::string& path, std::optional<ModelFormat> format = {});

/// The bytes of a model that is as model.hpp says, with the nodes that its diagrams reach, in their order: what was
/// read becomes what it was. A distbdd file says less than a sylvan file: not which entries are only read or only
/// written; and where entries differ in their bits, each bit becomes an entry. The same holds for a distdd file. Throws
/// UsageError for a model whose bits have places of their own, unless it is to be a distbdd file.
std::string write_model(const SymbolicModel& model, ModelFormat format);

/// The format in which a file of this name is written: sylvan for NAME.bdd, and each format for NAME.FORMAT.bdd, in
/// letters of any case. Throws Error for other names.
ModelFormat model_format(std::string_view path);

/// Makes the file, as replace_file() does, in the format that model_format() says.
void write_model_file(const SymbolicModel& model, const std::string& path);

}  // namespace scrump
