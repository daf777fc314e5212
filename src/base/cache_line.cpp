#include <scrump/base/detail/cache_line.hpp>

#include "sanitizers.hpp"
#include "thread_exit.hpp"

#include <algorithm>
#include <array>
#include <memory>

namespace scrump::detail {
namespace {

// Sanitizers are to see what is used after its end.
constexpr std::size_t most_kept = under_memory_checker || under_thread_sanitizer ? 0 : 24;

// What precedes an object.
struct Header {
    void* memory;
    std::size_t bytes;  // of the memory
};

/// Memory of objects that have ended on a thread, for the next of the same sizes. Trivial, so that it can be used while
/// the thread's other objects are destroyed.
struct Shelf {
    std::array<Header, std::max<std::size_t>(most_kept, 1)> kept;
    std::size_t count;
    bool closed;  // the thread ends

    void free_all() {
        while (count > 0) ::operator delete(kept[--count].memory);
    }
};
constinit thread_local Shelf shelf{};
thread_local ThreadExit<Shelf> closing{shelf};

void* take(std::size_t bytes) {
    for (std::size_t i = shelf.count; i-- > 0;) {
        if (shelf.kept[i].bytes != bytes) continue;
        void* const memory = shelf.kept[i].memory;
        shelf.kept[i] = shelf.kept[--shelf.count];
        return memory;
    }
    return ::operator new(bytes);
}

}  // namespace

void* AlignedObject::operator new(std::size_t bytes, std::align_val_t alignment) {
    const auto to = static_cast<std::size_t>(alignment);
    std::size_t room = bytes + to;
    const std::size_t all = sizeof(Header) + room;
    void* const memory = take(all);
    void* place = static_cast<Header*>(memory) + 1;
    std::align(to, bytes, place, room);
    static_cast<Header*>(place)[-1] = {memory, all};
    return place;
}

void AlignedObject::operator delete(void* object, std::align_val_t /*alignment*/) noexcept {
    const Header header = static_cast<Header*>(object)[-1];
    if (shelf.closed || shelf.count >= most_kept) return ::operator delete(header.memory);
    if (shelf.count == 0) closing.touch();
    shelf.kept[shelf.count++] = header;
}

}  // namespace scrump::detail
