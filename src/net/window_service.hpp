#pragma once
// The windows of one locality, over any way to send it messages. Words out of reach are requested from the owner, which
// answers when its thread next receives: a request is operations (net/remote_operations.hpp), and the reply their
// results; both end with the window's number and the request's.
//
// Windows are numbered in the order in which they are opened, which is the same everywhere. A request may be ahead of
// its window, opened by the requester but not here yet; it then waits. Replies for a closed window are dropped.

#include <scrump/net/detail/transport.hpp>

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace scrump::detail {

class WindowService {
  public:
    using Send = std::function<void(unsigned to, std::uint32_t tag, Bytes payload)>;

    /// The words that can be reached directly.
    struct Memory {
        std::vector<std::atomic<Window::Word>*> words;  ///< of each locality, or null
        std::shared_ptr<void> owner;                    ///< keeps them alive
    };

    explicit WindowService(Send send) : send_(std::move(send)) {}
    WindowService(const WindowService&) = delete;
    WindowService& operator=(const WindowService&) = delete;
    ~WindowService() = default;

    /// The number that the next window to be opened gets.
    std::uint32_t next() const { return next_; }
    /// `memory` reaches at least the words of this locality, `self`.
    std::unique_ptr<Window> open(unsigned self, std::size_t words, Memory memory);

    /// Whether a message's tag is for handle(), and whether it is one that calls no `then`.
    static bool handles(std::uint32_t tag);
    static bool serves(std::uint32_t tag);
    /// A request that cannot be served is left unanswered.
    void handle(Message message);
    /// Throws Error if there was such a request: to be called where that is expected.
    void check() const;

  private:
    class Opened;
    struct Stamp;

    void answer(unsigned asker, Bytes operations);
    void take(Bytes reply);

    Send send_;
    std::uint32_t next_ = 0;
    std::map<std::uint32_t, Opened*> opened_;
    std::vector<Message> early_;
    std::string refused_;  // why a request was not served
};

}  // namespace scrump::detail
