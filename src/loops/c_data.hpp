#pragma once
// The data of a loop as described by a C program: an array, a cube, or objects by call-backs. Each is a LoopPart whose
// iterations a thief runs in its own array: stolen data stand there while a chunk of them is run.

#include "../net/element_layout.hpp"

#include <scrump/loops/detail/part_run.hpp>
#include <scrump/net/codec.hpp>

#include <cstddef>
#include <cstdint>
#include <memory>

namespace scrump::detail {

class CData {
  public:
    CData() = default;
    CData(const CData&) = delete;
    CData& operator=(const CData&) = delete;
    virtual ~CData() = default;

    /// Bytes of iterations of this rank's part that travel, and their way back.
    virtual LoopPart part(std::uint64_t size) = 0;

    /// The place where a chunk can be run, and the number of other ranks' iterations for which there is room.
    virtual std::uint64_t room(std::uint64_t own) const = 0;

    /// Prepares a stolen chunk to be run: returns the place of its first iteration, as the program counts.
    virtual std::uint64_t bring(const StolenData& stolen, ChunkRule::Range place) = 0;
    /// Called after the chunk was run.
    virtual void take_back(const StolenData& stolen, ChunkRule::Range place) = 0;
    /// Address of a chunk's objects; `stolen` null: this rank's own.
    virtual void* objects(const StolenData* stolen) = 0;
};

/// As MPI's call-backs, but without regard to the type: bytes.
using CMap = void (*)(void* in, int start, int end, void* out_type, void** out, int* len);

/// An element for each iteration; `results` null: in place. Gaps between the bytes of elements are left unchanged.
/// Throws UsageError for elements that overlap or do not follow each other.
std::unique_ptr<CData> make_array(void* data, void* results, const ElementLayout& element);
/// Gaps between the bytes of an element travel with it. Throws UsageError for invalid extents or an invalid axis, and
/// for elements that reach beyond their extent.
std::unique_ptr<CData> make_cube(void* data, int x, int y, int z, const ElementLayout& element, int axis);
std::unique_ptr<CData> make_objects(void* data, CMap to_bytes, CMap from_bytes);

}  // namespace scrump::detail
