#include <scrump/tasks/detail/deque_memory.hpp>

#include <sys/mman.h>

#include <algorithm>
#include <array>
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
    return static_cast<std::byte*>(::operator new(array_bytes, std::align_val_t(array_bytes)));
}

void leave_array(std::byte* memory) noexcept {
    if (shrink(memory)) {
        if (const std::unique_lock lock(arrays_mutex, std::try_to_lock); lock && number_of_arrays < most_arrays) {
            arrays[number_of_arrays++] = memory;
            return;
        }
    }
    ::operator delete(memory, std::align_val_t(array_bytes));
}

}  // namespace scrump::detail
