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

    /// The same with what its user can do: "out of memory: the matrix … (512.0 MiB): give fewer vertices".
    OutOfMemory with_advice(std::string_view advice) const;

    const char* what() const noexcept override { return message_->c_str(); }

  private:
    explicit OutOfMemory(std::string message);

    std::shared_ptr<const std::string> message_;  // so that a copy throws nothing
};

/// Bytes that this process could still use without others having to give theirs: of the machine, or of what control
/// groups (containers, batch systems) and the limits of the process (ulimit -v, -d) leave of it.
std::size_t available_memory();

/// Bytes that this process may still reserve, be they used or not; the largest number without a limit.
std::size_t available_addresses();

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
