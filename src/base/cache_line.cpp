#include <scrump/base/detail/cache_line.hpp>

#include <memory>

namespace scrump::detail {

// The object's address is preceded by that of its memory.
void* AlignedObject::operator new(std::size_t bytes, std::align_val_t alignment) {
    const auto to = static_cast<std::size_t>(alignment);
    std::size_t room = bytes + to;
    void* const memory = ::operator new(sizeof memory + room);
    void* place = static_cast<void**>(memory) + 1;
    std::align(to, bytes, place, room);
    static_cast<void**>(place)[-1] = memory;
    return place;
}

void AlignedObject::operator delete(void* object, std::align_val_t /*alignment*/) noexcept {
    ::operator delete(static_cast<void**>(object)[-1]);
}

}  // namespace scrump::detail
