#pragma once
// Running out of memory, with a name for what was too large.

#include <cstddef>
#include <memory>
#include <new>
#include <string>
#include <string_view>
#include <utility>

namespace scrump {

/// There was no memory for something large. Says "out of memory: the matrix of 65536 vertices (512.0 MiB)".
class OutOfMemory : public std::bad_alloc {
  public:
    OutOfMemory(std::string_view what, std::size_t bytes);

    const char* what() const noexcept override { return message_->c_str(); }

  private:
    std::shared_ptr<const std::string> message_;  // so that a copy throws nothing
};

/// Bytes that this process could still use without others having to give theirs: of the machine, or of the part of it
/// that a control group leaves.
std::size_t available_memory();

/// What `make()` returns, which needs about so many bytes at once. Throws OutOfMemory if they are not there; `what()`
/// is then called for the name.
template <class What, class Make>
auto allocate(std::size_t bytes, const What& what, Make&& make) {
    try {
        return std::forward<Make>(make)();
    } catch (const OutOfMemory&) {
        throw;
    } catch (const std::bad_alloc&) {
        throw OutOfMemory(what(), bytes);
    }
}

}  // namespace scrump
