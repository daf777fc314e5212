#pragma once
// The format of checkpoint files: a search's state between two runs as bytes, and back. Reads and writes no file
// itself.
//
//     8 bytes  "SCRUMPCP"
//     u32      version of the format: 1
//     u32      0x01020304, in the byte order of the machine, as all numbers
//     u64      length of the body
//     u64      checksum of the body
//     body     problem, signature, the counters in order, seconds, runs, number of parts, parts
//
// In the body a number takes 8 bytes; a text or a part its length and then its bytes. One state has one representation.

#include <scrump/metrics/counters.hpp>
#include <scrump/net/codec.hpp>

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace scrump::detail {

/// What a checkpoint file holds: the state of a search as its localities packed it, and what it belongs to.
struct CheckpointFile {
    std::string problem;       ///< what was searched, as the user named it
    std::string signature;     ///< digest of what else must be the same to resume: types, root, limits
    Counters counters;         ///< of all workers in all runs so far
    double seconds = 0;        ///< of all runs so far; finite, not negative
    std::uint64_t runs = 1;    ///< how many runs it took so far; at least one
    std::vector<Bytes> parts;  ///< the localities', opaque here

    bool operator==(const CheckpointFile&) const = default;
};

/// The file's bytes.
Bytes pack(const CheckpointFile& contents);

/// What `pack` made the bytes of. Throws Error, with `name` in front, that says what is wrong: never are damaged bytes
/// taken for a state, nor memory for more than they are.
CheckpointFile unpack(std::string_view bytes, const std::string& name);

/// Whether the bytes are the beginning of a file of this kind, be it ever so short.
bool may_be_checkpoint(std::string_view bytes);

}  // namespace scrump::detail
