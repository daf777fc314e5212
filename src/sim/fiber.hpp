#pragma once
// A thread of a simulated machine: a stack of its own, on which it continues from where it stopped. Only one fiber runs
// at a time, until it suspends itself.
//
// Boost.Context switches stacks. The other data of a thread belong to the running fiber, and are switched here: the
// exceptions that are under way, and the thread's settings.

#include <scrump/base/detail/thread.hpp>

#include <boost/context/fiber.hpp>
#include <boost/context/protected_fixedsize_stack.hpp>

#include <cxxabi.h>

#include <cstddef>
#include <cstring>
#include <functional>
#include <memory>
#include <utility>
#include <vector>

#if defined(__SANITIZE_ADDRESS__)
#define SCRUMP_FIBERS_OF_ASAN
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define SCRUMP_FIBERS_OF_ASAN
#endif
#endif
#ifdef SCRUMP_FIBERS_OF_ASAN
#include <sanitizer/asan_interface.h>
#include <sanitizer/common_interface_defs.h>
#include <sanitizer/lsan_interface.h>
#endif

namespace scrump::detail {

class Fiber {
  public:
    /// `work` must not throw.
    Fiber(std::function<void()> work, std::size_t stack_bytes)
        : work_(std::move(work)),
          here_(std::make_unique<Context>(std::allocator_arg, Stacks(*this, stack_bytes), [this](Context&& back) {
              back_ = std::move(back);
              arrived();
              work_();
              work_ = nullptr;
              ended_ = true;
              leaving();
              return std::move(back_);
          })) {}
    Fiber(const Fiber&) = delete;
    Fiber& operator=(const Fiber&) = delete;
    /// A fiber that has not ended stays suspended for ever: nothing on its stack is destroyed.
    ~Fiber() {
        if (!ended_) leave_alone(std::move(here_));
    }

    bool ended() const { return ended_; }

    /// Resumes it until it suspends itself or ends. Must not be called by a fiber.
    void resume() {
        swap_own();
        start_switch(&outside_, bottom_, size_);
        *here_ = std::move(*here_).resume();
        finish_switch(outside_, nullptr, nullptr);
        swap_own();
    }
    /// To be called by the running fiber.
    void suspend() {
        start_switch(&inside_, outside_bottom_, outside_size_);
        back_ = std::move(back_).resume();
        arrived();
    }

  private:
    using Context = boost::context::fiber;

    // Records the place of the stack.
    class Stacks {
      public:
        Stacks(Fiber& fiber, std::size_t bytes) : fiber_(fiber), stacks_(bytes) {}
        boost::context::stack_context allocate() {
            const boost::context::stack_context stack = stacks_.allocate();
            fiber_.bottom_ = static_cast<char*>(stack.sp) - stack.size;
            fiber_.size_ = stack.size;
            return stack;
        }
        // The frames at its beginning never return: AddressSanitizer's records of them would be applied to the next use
        // of the memory.
        void deallocate(boost::context::stack_context& stack) noexcept {
#ifdef SCRUMP_FIBERS_OF_ASAN
            constexpr std::size_t beginning = std::size_t{64} << 10;
            __asan_unpoison_memory_region(static_cast<char*>(stack.sp) - beginning, beginning);
#endif
            stacks_.deallocate(stack);
        }

      private:
        Fiber& fiber_;
        boost::context::protected_fixedsize_stack stacks_;
    };

    // As in the C++ ABI for Itanium (2.2.2): those caught and not ended, and the number of uncaught ones.
    struct Exceptions {
        void* caught = nullptr;
        unsigned uncaught = 0;
    };
    void swap_own() {
        std::swap(works_under_, works_under);
        void* const present = abi::__cxa_get_globals();
        Exceptions other;
        std::memcpy(&other.caught, present, sizeof(other.caught));
        std::memcpy(&other.uncaught, static_cast<char*>(present) + sizeof(void*), sizeof(other.uncaught));
        std::memcpy(present, &exceptions_.caught, sizeof(other.caught));
        std::memcpy(static_cast<char*>(present) + sizeof(void*), &exceptions_.uncaught, sizeof(other.uncaught));
        exceptions_ = other;
    }

    // Where a leak checker sees the rest.
    void leave_alone(std::unique_ptr<Context> context) const {
        static auto& left = *new std::vector<std::unique_ptr<Context>>;
        left.push_back(std::move(context));
#ifdef SCRUMP_FIBERS_OF_ASAN
        __lsan_register_root_region(bottom_, size_);
#endif
    }

    void arrived() {
        finish_switch(inside_, &outside_bottom_, &outside_size_);
    }
    void leaving() {
        start_switch(nullptr, outside_bottom_, outside_size_);
    }

    // AddressSanitizer must know the current stack.
#ifdef SCRUMP_FIBERS_OF_ASAN
    static void start_switch(void** saved, const void* bottom, std::size_t size) {
        __sanitizer_start_switch_fiber(saved, bottom, size);
    }
    static void finish_switch(void* saved, const void** bottom, std::size_t* size) {
        __sanitizer_finish_switch_fiber(saved, bottom, size);
    }
#else
    static void start_switch(void** /*saved*/, const void* /*bottom*/, std::size_t /*size*/) {}
    static void finish_switch(void* /*saved*/, const void** /*bottom*/, std::size_t* /*size*/) {}
#endif

    std::function<void()> work_;
    const void* bottom_ = nullptr;
    std::size_t size_ = 0;
    const void* outside_bottom_ = nullptr;
    std::size_t outside_size_ = 0;
    void* outside_ = nullptr;
    void* inside_ = nullptr;
    bool ended_ = false;
    Exceptions exceptions_;
    WorksUnder works_under_;
    Context back_;
    std::unique_ptr<Context> here_;  // made last: its stack is recorded above
};

}  // namespace scrump::detail
