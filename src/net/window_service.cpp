#include "window_service.hpp"

#include <scrump/base/error.hpp>

#include <cstring>
#include <unordered_map>
#include <utility>

namespace scrump::detail {
namespace {

using Word = Window::Word;

enum : std::uint32_t { request_tag = first_reserved_tag, reply_tag };

}  // namespace

// What requests and replies end with.
struct WindowService::Stamp {
    std::uint32_t window = 0;
    std::uint32_t number = 0;

    void add_to(Bytes& bytes) const { bytes.append(reinterpret_cast<const char*>(this), sizeof(Stamp)); }

    static Stamp of(const Bytes& bytes) {
        Stamp stamp;
        if (bytes.size() < sizeof(Stamp)) throw Error("a message of " + std::to_string(bytes.size()) + " bytes");
        std::memcpy(&stamp, bytes.data() + bytes.size() - sizeof(Stamp), sizeof(Stamp));
        return stamp;
    }
    static Stamp take_from(Bytes& bytes) {
        const Stamp stamp = of(bytes);
        bytes.resize(bytes.size() - sizeof(Stamp));
        return stamp;
    }
};

class WindowService::Opened final : public Window {
  public:
    Opened(WindowService& service, std::uint32_t number, unsigned self, std::size_t words, Memory memory)
        : service_(service), number_(number), self_(self), words_(words), memory_(std::move(memory)) {
        service_.opened_.emplace(number_, this);
    }
    Opened(const Opened&) = delete;
    Opened& operator=(const Opened&) = delete;
    ~Opened() override { service_.opened_.erase(number_); }

    std::size_t words() const override { return words_; }
    std::atomic<Word>* direct(unsigned owner) override { return memory_.words[owner]; }

    void execute(unsigned owner, RemoteOperations operations, Then then) override {
        if (std::atomic<Word>* const words = direct(owner))
            return then(RemoteOperations::execute(operations.take(), {words, words_}));
        const Stamp stamp{.window = number_, .number = next_request_++};
        waiting_.emplace(stamp.number, Waiting{operations.yields(), std::move(then)});
        Bytes request = operations.take();
        stamp.add_to(request);
        service_.send_(owner, request_tag, std::move(request));
    }

    std::vector<Word> execute_here(const Bytes& operations) {
        try {
            return RemoteOperations::execute(operations, {memory_.words[self_], words_});
        } catch (const Error& error) {
            throw Error("window " + std::to_string(number_) + " of locality " + std::to_string(self_) + ": " +
                        error.what());
        }
    }

    // The window may be closed from within `then`.
    void answered(std::uint32_t request, const Bytes& reply) {
        const auto found = waiting_.find(request);
        if (found == waiting_.end() || reply.size() != found->second.yields * sizeof(Word))
            throw Error("an answer of " + std::to_string(reply.size()) + " bytes to request " +
                        std::to_string(request));
        std::vector<Word> words(found->second.yields);
        if (!words.empty()) std::memcpy(words.data(), reply.data(), reply.size());
        const Then then = std::move(found->second.then);
        waiting_.erase(found);
        then(words);
    }

  private:
    struct Waiting {
        std::size_t yields;
        Then then;
    };

    WindowService& service_;
    const std::uint32_t number_;
    const unsigned self_;
    const std::size_t words_;
    const Memory memory_;
    std::uint32_t next_request_ = 0;
    std::unordered_map<std::uint32_t, Waiting> waiting_;
};

std::unique_ptr<Window> WindowService::open(unsigned self, std::size_t words, Memory memory) {
    auto window = std::make_unique<Opened>(*this, next_++, self, words, std::move(memory));
    for (Message& request : std::exchange(early_, {})) handle(std::move(request));
    return window;
}

bool WindowService::handles(std::uint32_t tag) {
    return tag == request_tag || tag == reply_tag;
}

bool WindowService::serves(std::uint32_t tag) {
    return tag == request_tag;
}

void WindowService::handle(Message message) {
    if (message.tag == reply_tag) return take(std::move(message.payload));
    const unsigned asker = message.source;
    try {
        if (Stamp::of(message.payload).window >= next_) {
            early_.push_back(std::move(message));
        } else {
            answer(asker, std::move(message.payload));
        }
    } catch (const Error& error) {
        if (!refused_.empty()) return;
        refused_ = "locality " + std::to_string(asker) + " asks for what cannot be done: " + error.what();
    }
}

void WindowService::check() const {
    if (!refused_.empty()) throw Error(refused_);
}

void WindowService::answer(unsigned asker, Bytes operations) {
    const Stamp stamp = Stamp::take_from(operations);
    const auto window = opened_.find(stamp.window);
    if (window == opened_.end()) return;
    const std::vector<Word> yielded = window->second->execute_here(operations);
    Bytes reply;
    reply.reserve(yielded.size() * sizeof(Word) + sizeof(Stamp));
    reply.append(reinterpret_cast<const char*>(yielded.data()), yielded.size() * sizeof(Word));
    stamp.add_to(reply);
    send_(asker, reply_tag, std::move(reply));
}

void WindowService::take(Bytes reply) {
    const Stamp stamp = Stamp::take_from(reply);
    if (const auto window = opened_.find(stamp.window); window != opened_.end())
        window->second->answered(stamp.number, reply);
}

}  // namespace scrump::detail
