#pragma once
// Memory of every locality that all others can read and change.

#include <scrump/net/detail/remote_operations.hpp>

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>

namespace scrump::detail {

/// How localities that share memory use each other's windows: by atomic operations, or by messages as if they did not
/// share any.
enum class AccessMode : std::uint8_t { direct, messages };

/// The same number of 64-bit words in each locality, initially zero. If two localities share memory, operations are
/// direct atomics and done at once; otherwise they travel as a message that the owner's serving thread answers, so that
/// the network needs nothing but messages.
///
/// Only a locality's own thread that uses the transport may call execute(); any thread may use the words that direct()
/// returns. Opening and closing a window is collective: all localities do both, in the same order, and close it before
/// its network.
class Window {
  public:
    using Word = RemoteOperations::Word;
    /// Called with the results of operations: before execute() returns if it is direct, otherwise from within
    /// Transport::receive(). Never called after the window is closed.
    using Then = std::function<void(std::span<const Word>)>;

    Window() = default;
    Window(const Window&) = delete;
    Window& operator=(const Window&) = delete;
    virtual ~Window() = default;

    virtual std::size_t words() const = 0;

    /// The words of `owner` themselves, or null if they are out of direct reach. Never null for a locality's own.
    virtual std::atomic<Word>* direct(unsigned owner) = 0;

    /// Executes operations on the words of `owner`, in the order of the requests, within a call and between calls.
    /// Indices out of range are an Error: of this call if it is direct, otherwise of the owner, in receive().
    virtual void execute(unsigned owner, RemoteOperations operations, Then then) = 0;
};

}  // namespace scrump::detail
