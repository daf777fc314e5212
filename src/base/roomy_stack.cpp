#include <scrump/base/detail/roomy_stack.hpp>

#include "asan_fibers.hpp"
#include "thread_stack.hpp"
#include "thread_state.hpp"

#include <boost/context/fiber.hpp>
#include <boost/context/preallocated.hpp>
#include <boost/context/stack_context.hpp>

#include <sys/mman.h>

#include <algorithm>
#include <array>
#include <mutex>

namespace scrump::detail {
namespace {

namespace context = boost::context;

// --- Memory

struct Memory {
    std::byte* lowest;  // above protected addresses
    std::size_t bytes;
};

constexpr std::size_t most_stacks = 16;
std::mutex kept_mutex;
std::array<Memory, most_stacks> kept;  // guarded by the mutex
std::size_t number_kept = 0;           // likewise

std::byte* map(std::size_t bytes) {
    const std::size_t all = bytes + stack_guard_bytes;
    void* const memory =
        ::mmap(nullptr, all, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_STACK, -1, 0);
    if (memory == MAP_FAILED) return nullptr;
    std::byte* const lowest = static_cast<std::byte*>(memory) + stack_guard_bytes;
    if (::mprotect(lowest, bytes, PROT_READ | PROT_WRITE) == 0) return lowest;
    ::munmap(memory, all);
    return nullptr;
}

// --- The switch

// Memory is neither made nor given back by the context.
struct NoAllocator {
    void deallocate(context::stack_context& /*stack*/) noexcept {}
};

}  // namespace

// In a process that was forked while another thread held the lock it stays locked: then none are kept.
RoomyStack RoomyStack::take() {
    constexpr std::size_t page = 4096;
    const std::size_t bytes = (thread_stack_bytes() + page - 1) / page * page;
    if (const std::unique_lock lock(kept_mutex, std::try_to_lock); lock) {
        auto* const end = kept.data() + number_kept;
        auto* const found = std::find_if(kept.data(), end, [=](const Memory& each) { return each.bytes == bytes; });
        if (found != end) {
            const Memory memory = std::exchange(*found, kept[--number_kept]);
            return {memory.lowest, memory.bytes};
        }
    }
    std::byte* const lowest = has_addresses_for_stacks() ? map(bytes) : nullptr;
    return lowest != nullptr ? RoomyStack(lowest, bytes) : RoomyStack();
}

RoomyStack::~RoomyStack() {
    if (lowest_ == nullptr) return;
    if (const std::unique_lock lock(kept_mutex, std::try_to_lock); lock && number_kept < most_stacks) {
        kept[number_kept++] = {lowest_, bytes_};
        return;
    }
    ::munmap(lowest_ - stack_guard_bytes, bytes_ + stack_guard_bytes);
}

void RoomyStack::call(const std::function<void()>& work) {
    void* saved = nullptr;
    context::stack_context stack;
    stack.sp = lowest_ + bytes_;
    stack.size = bytes_;
    context::fiber fiber(std::allocator_arg, context::preallocated(stack.sp, stack.size, stack), NoAllocator(),
                         [&work](context::fiber&& back) {
                             const void* bottom = nullptr;
                             std::size_t size = 0;
                             finish_switch(nullptr, &bottom, &size);
                             work();
                             start_switch(nullptr, bottom, size);
                             return std::move(back);
                         });
    const StackAlarm::Elsewhere alarm(lowest_, bytes_);
    ThreadState state;
    state.swap();
    start_switch(&saved, lowest_, bytes_);
    fiber = std::move(fiber).resume();
    finish_switch(saved, nullptr, nullptr);
    state.swap();
    forget_frames(stack.sp);
}

}  // namespace scrump::detail
