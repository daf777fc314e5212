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

/// So many words of 64 bits in each locality, zero at first. Where two localities share memory, operations are direct
/// atomics and done at once; elsewhere they travel as a message that the owner's serving thread answers, so that
/// nothing is needed of the network but messages.
///
/// A locality's own thread that uses the transport is the only one to call execute(); any thread may use the words that
/// direct() gives. Opening and closing a window is collective: all localities do both, in the same order, and close it
/// before its network.
class Window {
  public:
    using Word = RemoteOperations::Word;
    /// What is called with the words that operations yield: before execute() returns where it is direct, otherwise from
    /// within Transport::receive(). Never called after the window is closed.
    using Then = std::function<void(std::span<const Word>)>;

    Window() = default;
    Window(const Window&) = delete;
    Window& operator=(const Window&) = delete;
    virtual ~Window() = default;

    virtual std::size_t words() const = 0;

    /// The words of `owner` themselves, or null where they are out of direct reach. Never null for a locality's own.
    virtual std::atomic<Word>* direct(unsigned owner) = 0;

    /// Has operations done on the words of `owner`, in the order in which they are asked of it, here and in other
    /// calls. Those that reach beyond its words are an Error: of this call where it is direct, else of the owner, in
    /// receive().
    virtual void execute(unsigned owner, RemoteOperations operations, Then then) = 0;
};

}  // namespace scrump::detail
