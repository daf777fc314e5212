#pragma once
// The memory of a worker's deque: one array of descriptors in blocks, each block aligned to its size, so that the
// address of any descriptor leads to the data at its block's start.
//
// Thieves get tasks of the first block only. The boundary of the others stays raised, so that a sync runs their tasks
// on its slow path; it lies in the first word of the block's first descriptor, to which a spawning worker does not
// write. (A worker that drops a task writes its state there, which is the lower half: the boundary stays above all
// addresses.) So a deque continues from block to block without a test. Only the array ends, where its size divides the
// address.

#include <scrump/base/detail/cache_line.hpp>
#include <scrump/base/detail/same_page.hpp>
#include <scrump/tasks/detail/descriptor.hpp>

#include <atomic>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <new>
#include <optional>

namespace scrump::detail {

class TaskWorker;

/// The steal boundary is the one word that a sync checks: tasks below it are not simply the worker's own, as they may
/// be stolen. It is also the worker's attention flag. Another thread first writes down its request, and then raises the
/// boundary above all addresses, so that the next sync leaves its fast path; there the worker first exchanges the
/// boundary for its true value and then looks for requests, repeatedly until there are none. raise() releases and the
/// exchange acquires, so everything written before is seen; a request that is written later raises the boundary again.
struct StealBoundary {
    static constexpr std::uintptr_t raised = std::numeric_limits<std::uintptr_t>::max();

    std::atomic<std::uintptr_t> value = raised;

    /// Relaxed: the slow path synchronises. For g++ an atomic load counts as a call when it estimates how large a
    /// function is (flat.hpp); a load of an aligned volatile word is the same instruction.
    [[gnu::always_inline]] std::uintptr_t peek() const {
#if defined(__clang__) || defined(__SANITIZE_THREAD__)
        return value.load(std::memory_order_relaxed);
#else
        static_assert(sizeof value == sizeof(std::uintptr_t));
        return *reinterpret_cast<const volatile std::uintptr_t*>(&value);
#endif
    }
    void raise() {
        value.store(raised, std::memory_order_release);
    }
};

/// The data at the start of the array.
struct alignas(cache_line) DequeHead {
    StealBoundary boundary{};  // first: see DequeMemory::share()
    TaskWorker& owner;
    void* context = nullptr;  // see companion.hpp
};

inline constexpr std::size_t block_bytes = std::size_t{1} << 24;
inline constexpr std::size_t array_bytes = 4 * block_bytes;
/// Number of descriptors in the first block, and in all.
inline constexpr std::size_t block_capacity = (block_bytes - sizeof(DequeHead)) / sizeof(Descriptor);
inline constexpr std::size_t array_capacity = (array_bytes - sizeof(DequeHead)) / sizeof(Descriptor);

static_assert(std::endian::native == std::endian::little && offsetof(Descriptor, state) == 0);

inline std::uintptr_t address(const Descriptor* place) {
    return reinterpret_cast<std::uintptr_t>(place);
}

inline const std::byte* bytes_of(const Descriptor* place) {
    return reinterpret_cast<const std::byte*>(place);
}

/// Whether the array ends here.
[[gnu::always_inline]] inline bool at_end(const Descriptor* top) {
    return address(top) % array_bytes == 0;
}

/// The top of a fork that is in use elsewhere: at_end(), so that spawns are refused, and in no array.
inline Descriptor* lent() {
    // NOLINTNEXTLINE(performance-no-int-to-ptr): nothing is there
    return reinterpret_cast<Descriptor*>(array_bytes);
}

/// The head of the array that ends here or has something below.
[[gnu::always_inline]] inline const DequeHead& head_below(const Descriptor* top) {
    const Descriptor* const in_it = top - 1;
    return *reinterpret_cast<const DequeHead*>(bytes_of(in_it) - address(in_it) % array_bytes);
}

/// The worker that has it.
inline TaskWorker& owner_below(const Descriptor* top) {
    return head_below(top).owner;
}

/// Whether the steal boundary is above a task: a sync then has to take the slow path.
[[gnu::always_inline]] inline bool is_raised_above(const Descriptor* place) {
    const std::byte* const block = bytes_of(place) - address(place) % block_bytes;
    const auto* const boundary = reinterpret_cast<const StealBoundary*>(block);
    return address(place) < boundary->peek();
}

/// Memory for an array, which may have been one before. Throws std::bad_alloc.
std::byte* take_array();
/// Some are kept for the next computation: to have one from the system and to give it back takes longer than a short
/// computation. Of those, what lies beyond the first pages takes no memory.
void leave_array(std::byte* memory) noexcept;

/// Pages that no task reaches are never touched.
class DequeMemory {
  public:
    explicit DequeMemory(TaskWorker& owner)
        : memory_(take_array()), head_(new (memory_.get()) DequeHead{.owner = owner}) {
        for (std::byte* block = block_end(); block < memory_.get() + array_bytes; block += block_bytes)
            new (block) StealBoundary;
    }

    /// To be called before anything is spawned: places the first block's boundary in a page that other processes can
    /// also reach, as its first word. Returns whether it does.
    bool share(void* page) {
        shared_.emplace(memory_.get(), page);
        return static_cast<bool>(*shared_);
    }

    StealBoundary& boundary() const { return head_->boundary; }
    /// To be called before anything is spawned.
    void set_context(void* context) { head_->context = context; }
    /// The first block's.
    Descriptor* end() const { return reinterpret_cast<Descriptor*>(block_end()); }

  private:
    struct Leave {
        void operator()(std::byte* memory) const { leave_array(memory); }
    };

    std::byte* block_end() const { return memory_.get() + block_bytes; }

    std::unique_ptr<std::byte, Leave> memory_;
    DequeHead* head_;
    std::optional<SamePage> shared_;
};

}  // namespace scrump::detail
