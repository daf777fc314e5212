#pragma once
// Errors for running out of memory that name what was too large.

#include <cstddef>
#include <memory>
#include <new>
#include <string>
#include <string_view>
#include <utility>

namespace scrump {

/// Lack of memory for something large. Its message is like "out of memory: the matrix of 65536 vertices (512.0 MiB)".
class OutOfMemory : public std::bad_alloc {
  public:
    OutOfMemory(std::string_view what, std::size_t bytes);

    /// The same with advice for the user: "out of memory: the matrix … (512.0 MiB): give fewer vertices".
    OutOfMemory with_advice(std::string_view advice) const;

    const char* what() const noexcept override { return message_->c_str(); }

  private:
    explicit OutOfMemory(std::string message);

    std::shared_ptr<const std::string> message_;  // shared, so that copying throws nothing
};

/// Number of bytes that this process could still use without taking them from others: of the machine, or of the
/// remainder within control groups (containers, batch systems) and the limits of the process (ulimit -v, -d).
std::size_t available_memory();

/// Number of bytes that this process may still reserve, whether used or not; the largest number if there is no limit.
std::size_t available_addresses();
/// How much of it arrays may reserve before threads start: half, as stacks and what threads allocate need addresses,
/// too.
std::size_t addresses_for_arrays();

/// Returns `make()`, which needs about `bytes` bytes at once. Throws OutOfMemory if they are not available; then
/// `what()` is called for the name.
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
