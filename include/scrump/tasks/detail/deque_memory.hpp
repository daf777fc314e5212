#pragma once
// The memory of a worker's deque: arrays of descriptors, each aligned to its size, so that the address of any descriptor
// leads to what there is to say of its array, which lies at the array's start.

#include <scrump/base/cache_line.hpp>
#include <scrump/tasks/detail/descriptor.hpp>

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <new>

namespace scrump::detail {

class TaskWorker;

/// The steal boundary is the one word that a sync looks at: tasks below it are not simply the worker's own, as they were
/// stolen. It is also the worker's attention flag. Whoever wants something of the worker first writes down what, and
/// then raises the boundary above all addresses, so that the next sync leaves its fast path; there the worker first
/// exchanges the boundary for its true value and then looks for wishes, again until there are none. raise() releases and
/// the exchange acquires, so whatever was written before is seen; a wish that is written later raises the boundary again.
struct alignas(cache_line) DequeHead {
    static constexpr std::uintptr_t raised = std::numeric_limits<std::uintptr_t>::max();

    explicit DequeHead(TaskWorker& worker) : owner(worker) {}

    std::atomic<std::uintptr_t> boundary = raised;
    TaskWorker& owner;

    void raise() { boundary.store(raised, std::memory_order_release); }
};

inline constexpr std::size_t array_bytes = std::size_t{1} << 24;
/// How many descriptors there are in an array.
inline constexpr std::size_t array_capacity = (array_bytes - sizeof(DequeHead)) / sizeof(Descriptor);

inline std::uintptr_t address(const Descriptor* place) {
    return reinterpret_cast<std::uintptr_t>(place);
}

/// Whether an array ends here.
inline bool at_end(const Descriptor* top) {
    return (address(top) & (array_bytes - 1)) == 0;
}

/// The head of the array that a descriptor is in.
inline DequeHead& head_of(const Descriptor* place) {
    return *reinterpret_cast<DequeHead*>(address(place) & ~(array_bytes - 1));
}
/// The same for what may be the array's end: what lies before it is a descriptor or the head.
inline DequeHead& head_below(const Descriptor* top) {
    return head_of(top - 1);
}

/// Whether the steal boundary is above a task: a sync has to look closer, then. Relaxed: who looks closer synchronises.
inline bool is_raised_above(const Descriptor* place) {
    return address(place) < head_of(place).boundary.load(std::memory_order_relaxed);
}

/// One array. Pages that no task reaches are never touched.
class DequeMemory {
  public:
    /// With room for so many tasks, at most array_capacity: a smaller one begins nearer to the end.
    DequeMemory(TaskWorker& owner, std::size_t tasks)
        : memory_(static_cast<std::byte*>(::operator new(array_bytes, std::align_val_t(array_bytes)))),
          head_(new (memory_.get()) DequeHead(owner)),
          end_(reinterpret_cast<Descriptor*>(memory_.get() + array_bytes)),
          first_(end_ - tasks) {}

    DequeHead& head() const { return *head_; }
    Descriptor* first() const { return first_; }
    Descriptor* end() const { return end_; }

  private:
    struct Free {
        void operator()(std::byte* memory) const { ::operator delete(memory, std::align_val_t(array_bytes)); }
    };

    std::unique_ptr<std::byte, Free> memory_;
    DequeHead* head_;
    Descriptor* end_;
    Descriptor* first_;
};

}  // namespace scrump::detail
