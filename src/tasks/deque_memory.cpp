#include <scrump/tasks/detail/deque_memory.hpp>

#include <sys/mman.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <mutex>
#include <new>

namespace scrump::detail {
namespace {

constexpr std::size_t first_bytes = std::size_t{1} << 16U;
static_assert(first_bytes % sizeof(Descriptor) == 0);
constexpr std::size_t most_arrays = 64;

std::mutex arrays_mutex;
std::array<std::byte*, most_arrays> arrays;  // guarded by the mutex
std::size_t number_of_arrays = 0;            // likewise

// From the system: an allocator keeps what it cuts off for alignment, and may use that, which has no pages yet, before
// memory that has. Twice as many bytes contain an aligned array, wherever they begin; the rest is unmapped.
std::byte* map_array() {
    void* const mapped =
        ::mmap(nullptr, 2 * array_bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (mapped == MAP_FAILED) throw std::bad_alloc();
    auto* const begin = static_cast<std::byte*>(mapped);
    const std::size_t before = -reinterpret_cast<std::uintptr_t>(begin) % array_bytes;
    if (before > 0) ::munmap(begin, before);
    ::munmap(begin + before + array_bytes, array_bytes - before);
    return begin + before;
}

// Gives back what takes memory beyond the first pages. A task there has left its function's address behind, and pages
// are zero before.
bool shrink(std::byte* memory) {
    const std::byte* const first = memory + first_bytes;
    if (std::all_of(first, first + sizeof(Descriptor), [](std::byte each) { return each == std::byte{}; })) return true;
    return ::madvise(memory + first_bytes, array_bytes - first_bytes, MADV_DONTNEED) == 0;
}

}  // namespace

// In a process that was forked while another thread held the lock it stays locked: then none are kept.
std::byte* take_array() {
    if (const std::unique_lock lock(arrays_mutex, std::try_to_lock); lock && number_of_arrays > 0)
        return arrays[--number_of_arrays];
    return map_array();
}

void leave_array(std::byte* memory) noexcept {
    if (shrink(memory)) {
        if (const std::unique_lock lock(arrays_mutex, std::try_to_lock); lock && number_of_arrays < most_arrays) {
            arrays[number_of_arrays++] = memory;
            return;
        }
    }
    ::munmap(memory, array_bytes);
}

}  // namespace scrump::detail
