#pragma once
// The two binary formats in which models are passed around as decision diagrams. All numbers are little-endian.
//
// distbdd (`*.distbdd.bdd`), where all entries of a state have the same number of bits:
//
//     u64 n, u64 b            entries of the state vector, bits of each
//     n·b u32, n·b u32        the variables of the state, those of the next state
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
// sylvan (`*.sylvan.bdd`), as the package Sylvan and the tool LTSmin write:
//
//     i32 n; n i32            entries of the state vector; bits of each
//     i32                     bits of a transition's label, whose variables are 1000000, 1000001 …
//     set                     the initial states
//     i32; for each relation  i32 r, i32 w; r i32 entries read, w i32 entries written
//     for each relation       diagram
//     i32 0, i32 0            neither reachable states nor labels follow
//
//     set:       i32 k, k i32 entries, or -1 for all of them; diagram
//     diagram:   u64 count; for each node u64 x, y; i32 1; u64 root
//     node:      x = complement of high << 63 | high,  y = variable << 40 | low
//
// A node's number is its place in its diagram, from 1.
//
// In both, number 0 is the constant false, and bit 63 of a root complements it. Both are read as one and the same
// SymbolicModel, so bit j of the state must have variable 2j in a distbdd file too, and its next-state copy 2j + 1.

#include <scrump/base/error.hpp>
#include <scrump/states/diagrams/model.hpp>

#include <string>
#include <string_view>

namespace scrump {

enum class ModelFormat { distbdd, sylvan };

/// The format that the file's name says. Throws Error if it says none.
ModelFormat model_format(std::string_view path);

/// Reads a model; `name` is what messages call the file. Throws Error "NAME: byte OFFSET: …" for bytes that are none:
/// whatever is accepted is as model.hpp says. Memory is taken for what the bytes hold, never for what they announce.
/// Takes time linear in the sizes of the diagrams, each counted with all nodes that it shares.
SymbolicModel read_model(std::string_view bytes, const std::string& name, ModelFormat format);

/// Reads the file. Throws Error if it cannot be read, too.
SymbolicModel read_model_file(const std::string& path);

/// The bytes of a model that is as model.hpp says, with the nodes that its diagrams reach, in their order: what was
/// read becomes what it was. A distbdd file says less than a sylvan file: not which entries are only read or only
/// written; and where entries differ in their bits, each bit becomes an entry.
std::string write_model(const SymbolicModel& model, ModelFormat format);

/// Makes the file, as replace_file() does, in the format that its name says.
void write_model_file(const SymbolicModel& model, const std::string& path);

}  // namespace scrump
