#include "window_service.hpp"

#include <cstring>
#include <unordered_map>
#include <utility>

namespace scrump {
namespace {

using Word = Window::Word;

enum : std::uint32_t { request_tag = first_reserved_tag, reply_tag };

enum class Operation : std::uint32_t { get, put, compare_and_swap, fetch_add };

struct Request {
    std::uint32_t window = 0;
    Operation operation = Operation::get;
    std::uint64_t number = 0;
    std::uint64_t first = 0;
    std::uint64_t count = 0;  ///< of words to get, or of those that follow
    Word expected = 0;
    Word value = 0;
};

struct Reply {
    std::uint32_t window = 0;
    std::uint32_t count = 0;  ///< of words that follow
    std::uint64_t number = 0;
};

template <class Head>
Bytes packed(const Head& head, std::span<const Word> words) {
    Bytes bytes(sizeof(Head) + words.size_bytes(), '\0');
    std::memcpy(bytes.data(), &head, sizeof(Head));
    if (!words.empty()) std::memcpy(bytes.data() + sizeof(Head), words.data(), words.size_bytes());
    return bytes;
}

template <class Head>
Head head_of(const Bytes& bytes) {
    Head head;
    std::memcpy(&head, bytes.data(), sizeof(Head));
    return head;
}

template <class Head>
std::vector<Word> words_after(const Bytes& bytes, std::uint64_t count) {
    std::vector<Word> words(count);
    if (count != 0) std::memcpy(words.data(), bytes.data() + sizeof(Head), count * sizeof(Word));
    return words;
}

// The four operations on words within reach; each says what `then` gets.

std::vector<Word> get_words(const std::atomic<Word>* from, std::size_t count) {
    std::vector<Word> words(count);
    for (std::size_t i = 0; i < count; ++i) words[i] = from[i].load(std::memory_order_acquire);
    return words;
}

void put_words(std::atomic<Word>* to, std::span<const Word> values) {
    for (std::size_t i = 0; i < values.size(); ++i) to[i].store(values[i], std::memory_order_release);
}

Word swap_if(std::atomic<Word>& word, Word expected, Word desired) {
    word.compare_exchange_strong(expected, desired, std::memory_order_acq_rel, std::memory_order_acquire);
    return expected;
}

Word add(std::atomic<Word>& word, Word amount) {
    return word.fetch_add(amount, std::memory_order_acq_rel);
}

}  // namespace

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

    void get(unsigned owner, std::size_t first, std::size_t count, Then then) override {
        if (const std::atomic<Word>* words = direct(owner)) return then(get_words(words + first, count));
        ask(owner, {.operation = Operation::get, .first = first, .count = count}, {}, std::move(then));
    }
    void put(unsigned owner, std::size_t first, std::span<const Word> values, Then then) override {
        if (std::atomic<Word>* words = direct(owner)) {
            put_words(words + first, values);
            return then({});
        }
        ask(owner, {.operation = Operation::put, .first = first, .count = values.size()}, values, std::move(then));
    }
    void compare_and_swap(unsigned owner, std::size_t index, Word expected, Word desired, Then then) override {
        if (std::atomic<Word>* words = direct(owner)) {
            const Word before = swap_if(words[index], expected, desired);
            return then({&before, 1});
        }
        ask(owner, {.operation = Operation::compare_and_swap, .first = index, .expected = expected, .value = desired},
            {}, std::move(then));
    }
    void fetch_add(unsigned owner, std::size_t index, Word amount, Then then) override {
        if (std::atomic<Word>* words = direct(owner)) {
            const Word before = add(words[index], amount);
            return then({&before, 1});
        }
        ask(owner, {.operation = Operation::fetch_add, .first = index, .value = amount}, {}, std::move(then));
    }

    std::atomic<Word>* own() const { return memory_.words[self_]; }

    // The window may be closed from within `then`.
    void answered(std::uint64_t request, std::span<const Word> words) {
        const auto found = waiting_.find(request);
        const Then then = std::move(found->second);
        waiting_.erase(found);
        then(words);
    }

  private:
    void ask(unsigned owner, Request request, std::span<const Word> values, Then then) {
        request.window = number_;
        request.number = next_request_++;
        waiting_.emplace(request.number, std::move(then));
        service_.send_(owner, request_tag, packed(request, values));
    }

    WindowService& service_;
    const std::uint32_t number_;
    const unsigned self_;
    const std::size_t words_;
    const Memory memory_;
    std::uint64_t next_request_ = 0;
    std::unordered_map<std::uint64_t, Then> waiting_;
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
    if (message.tag == reply_tag) {
        const Reply reply = head_of<Reply>(message.payload);
        const auto found = opened_.find(reply.window);
        if (found == opened_.end()) return;
        found->second->answered(reply.number, words_after<Reply>(message.payload, reply.count));
        return;
    }
    const std::uint32_t number = head_of<Request>(message.payload).window;
    if (number >= next_) {
        early_.push_back(std::move(message));
    } else if (const auto found = opened_.find(number); found != opened_.end()) {
        serve(*found->second, message);
    }
}

void WindowService::serve(const Opened& window, const Message& message) {
    const Request request = head_of<Request>(message.payload);
    std::atomic<Word>* const words = window.own() + request.first;
    std::vector<Word> answer;
    switch (request.operation) {
        case Operation::get:
            answer = get_words(words, request.count);
            break;
        case Operation::put:
            put_words(words, words_after<Request>(message.payload, request.count));
            break;
        case Operation::compare_and_swap:
            answer.push_back(swap_if(*words, request.expected, request.value));
            break;
        case Operation::fetch_add:
            answer.push_back(add(*words, request.value));
            break;
    }
    const Reply reply{
        .window = request.window, .count = static_cast<std::uint32_t>(answer.size()), .number = request.number};
    send_(message.source, reply_tag, packed(reply, answer));
}

}  // namespace scrump
