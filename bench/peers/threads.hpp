#pragma once
// What peers need around their tasks, so that only scheduling is compared: threads bound to cores as Scrump binds its
// workers, and a sum for each thread.

#include <scrump/base/detail/cache_line.hpp>
#include <scrump/base/detail/processing_units.hpp>

#include <thread>
#include <utility>
#include <vector>

namespace scrump::peers {

/// Binds the calling thread as Scrump would bind worker `index` of `workers`: one worker alone is not bound.
inline void bind_like_a_worker(unsigned index, unsigned workers) {
    if (workers > 1 && workers <= detail::processing_units().size() && index < workers)
        detail::bind_this_thread(detail::processing_units()[index]);
}

/// Runs `f` on a new thread and waits for it. A runtime binds the thread that it is called from; that one must not be a
/// thread that measures something else later.
template <class F>
void on_a_thread_of_its_own(F&& f) {
    std::jthread thread(std::forward<F>(f));
}

/// One value a thread, added up at the end.
template <class Value>
class Slots {
  public:
    explicit Slots(unsigned workers) : slots_(workers) {}

    Value& operator[](unsigned index) { return slots_[index].value; }

    template <class Add>
    Value sum(Add&& add) const {
        Value all{};
        for (const Slot& slot : slots_) add(all, slot.value);
        return all;
    }

  private:
    struct alignas(detail::cache_line) Slot {
        Value value{};
    };
    std::vector<Slot> slots_;
};

}  // namespace scrump::peers
