#pragma once
// Memory of every locality that all others can read and change.

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>

namespace scrump {

/// How localities that share memory use each other's windows: by atomic operations, or by messages as if they did not
/// share any.
enum class AccessMode : std::uint8_t { direct, messages };

/// So many words of 64 bits in each locality, zero at first. Where two localities share memory, operations are direct
/// atomics and done at once; elsewhere they are messages that the owner's serving thread answers, so that nothing is
/// needed of the network but messages.
///
/// A locality's own thread that uses the transport is the only one to call the operations; any thread may use the words
/// that direct() gives. Opening and closing a window is collective: all localities do both, in the same order, and
/// close it before its network.
class Window {
  public:
    using Word = std::uint64_t;
    /// What is called with the outcome: before the operation returns where it is direct, otherwise from within
    /// Transport::receive(). Never called after the window is closed.
    using Then = std::function<void(std::span<const Word>)>;

    Window() = default;
    Window(const Window&) = delete;
    Window& operator=(const Window&) = delete;
    virtual ~Window() = default;

    virtual std::size_t words() const = 0;

    /// The words of `owner` themselves, or null where they are out of direct reach. Never null for a locality's own.
    virtual std::atomic<Word>* direct(unsigned owner) = 0;

    /// Reads `count` words from `first` on; each is whole, together they may be a moment apart.
    virtual void get(unsigned owner, std::size_t first, std::size_t count, Then then) = 0;
    /// Writes `values` from `first` on; `then` gets no words.
    virtual void put(unsigned owner, std::size_t first, std::span<const Word> values, Then then) = 0;
    /// Writes `desired` if the word is `expected`; `then` gets the word as it was.
    virtual void compare_and_swap(unsigned owner, std::size_t index, Word expected, Word desired, Then then) = 0;
    /// Adds, modulo 2^64; `then` gets the word as it was.
    virtual void fetch_add(unsigned owner, std::size_t index, Word amount, Then then) = 0;
};

}  // namespace scrump
