#pragma once
// A thread of a simulated machine: a stack of its own, on which it continues from where it stopped. Only one fiber runs
// at a time, until it suspends itself.
//
// Boost.Context switches stacks. The other data of a thread belong to the running fiber, and are switched here.

#include "../base/asan_fibers.hpp"
#include "../base/thread_state.hpp"

#include <boost/context/fiber.hpp>
#include <boost/context/protected_fixedsize_stack.hpp>

#include <cstddef>
#include <functional>
#include <memory>
#include <utility>
#include <vector>

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
        state_.swap();
        start_switch(&outside_, bottom_, size_);
        *here_ = std::move(*here_).resume();
        finish_switch(outside_, nullptr, nullptr);
        state_.swap();
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
        void deallocate(boost::context::stack_context& stack) noexcept {
            forget_frames(stack.sp);
            stacks_.deallocate(stack);
        }

      private:
        Fiber& fiber_;
        boost::context::protected_fixedsize_stack stacks_;
    };

    // Where a leak checker sees the rest.
    void leave_alone(std::unique_ptr<Context> context) const {
        static auto& left = *new std::vector<std::unique_ptr<Context>>;
        left.push_back(std::move(context));
        keep_for_ever(bottom_, size_);
    }

    void arrived() { finish_switch(inside_, &outside_bottom_, &outside_size_); }
    void leaving() { start_switch(nullptr, outside_bottom_, outside_size_); }

    std::function<void()> work_;
    const void* bottom_ = nullptr;
    std::size_t size_ = 0;
    const void* outside_bottom_ = nullptr;
    std::size_t outside_size_ = 0;
    void* outside_ = nullptr;
    void* inside_ = nullptr;
    bool ended_ = false;
    ThreadState state_;
    Context back_;
    std::unique_ptr<Context> here_;  // made last: its stack is recorded above
};

}  // namespace scrump::detail
