#include <scrump/tasks/detail/future_memory.hpp>

#include "../base/sanitizers.hpp"
#include "../base/thread_exit.hpp"

#include <array>
#include <atomic>
#include <mutex>
#include <new>
#include <utility>

namespace scrump::detail {
namespace {

// Where a checker watches each block, its memory must not be used again by ourselves.
constexpr bool kept = !under_memory_checker;

constexpr std::size_t unit = 64;
constexpr std::size_t classes = 8;  // larger ones are rare
constexpr std::size_t magazine_size = 64;
constexpr std::size_t most_magazines = 1024;  // of a class, in the depot

struct Block {
    Block* next;
};

/// Free blocks of one class.
struct Magazine {
    Block* first = nullptr;
    std::size_t count = 0;

    void push(void* memory) {
        first = new (memory) Block{first};
        ++count;
    }
    void* pop() {
        --count;
        return std::exchange(first, first->next);
    }
    void free_all() {
        while (count > 0) ::operator delete(pop());
    }
};

/// Full magazines of one class. Never destroyed: futures may be dropped by destructors of static objects.
class Depot {
  public:
    /// Returns false if there is no room.
    bool put(const Magazine& full) {
        const std::lock_guard lock(mutex_);
        if (count_ == most_magazines) return false;
        magazines_[count_] = full.first;
        count_.store(count_ + 1, std::memory_order_relaxed);
        return true;
    }
    /// One with no blocks if there is none.
    Magazine take() {
        if (count_.load(std::memory_order_relaxed) == 0) return {};
        const std::lock_guard lock(mutex_);
        if (count_ == 0) return {};
        count_.store(count_ - 1, std::memory_order_relaxed);
        return {magazines_[count_], magazine_size};
    }

  private:
    std::mutex mutex_;
    std::array<Block*, most_magazines> magazines_{};
    std::atomic<std::size_t> count_ = 0;
};

Depot& depot(std::size_t of) {
    static auto* const all = new std::array<Depot, classes>;
    return (*all)[of];
}

/// Those of a thread. Trivial, so that they can be used while the thread's other objects are destroyed.
struct Shelf {
    std::array<Magazine, classes> used;
    std::array<Magazine, classes> other;  // full or empty
    bool closed;                          // the thread ends

    void free_all() {
        for (std::size_t of = 0; of < classes; ++of) {
            used[of].free_all();
            other[of].free_all();
        }
    }
};
constinit thread_local Shelf shelf{};
thread_local ThreadExit<Shelf> closing{shelf};

std::size_t class_of(std::size_t size) {
    return (size - 1) / unit;
}

void* make_block(std::size_t of) {
    Magazine& used = shelf.used[of];
    std::swap(used, shelf.other[of]);
    if (used.count == 0 && !shelf.closed) used = depot(of).take();
    return used.count > 0 ? used.pop() : ::operator new((of + 1) * unit);
}

void put_away(std::size_t of) {
    Magazine& used = shelf.used[of];
    Magazine& other = shelf.other[of];
    if (other.count > 0 && !depot(of).put(other)) other.free_all();
    other = std::exchange(used, {});
}

}  // namespace

void* allocate_future(std::size_t size) {
    const std::size_t of = class_of(size);
    if (!kept || of >= classes) return ::operator new(size);
    Magazine& used = shelf.used[of];
    return used.count > 0 ? used.pop() : make_block(of);
}

void free_future(void* memory, std::size_t size) noexcept {
    const std::size_t of = class_of(size);
    if (!kept || of >= classes || shelf.closed) return ::operator delete(memory);
    Magazine& used = shelf.used[of];
    if (used.count == 0) closing.touch();
    used.push(memory);
    if (used.count == magazine_size) put_away(of);
}

}  // namespace scrump::detail
