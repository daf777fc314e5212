#include "mpi_network.hpp"

#include <scrump/base/detail/cache_line.hpp>
#include <scrump/base/detail/page_memory.hpp>

#include <algorithm>
#include <utility>

namespace scrump::detail {
namespace {

using Word = Window::Word;

// How far apart the words of two processes of a host begin: no cache line belongs to two of them, and no page if there
// is more than one, so that each page can be near its owner.
std::size_t bytes_apart(std::size_t words) {
    constexpr std::size_t page = 4096;
    const std::size_t bytes = words * sizeof(Word);
    const std::size_t unit = bytes < page ? cache_line : page;
    return std::max<std::size_t>((bytes + unit - 1) / unit, 1) * unit;
}

}  // namespace

MpiNetwork::MpiNetwork(MpiGroup& group, std::uint32_t run)
    : group_(group),
      run_(run),
      windows_([this](unsigned to, std::uint32_t tag, Bytes payload) { send(to, tag, std::move(payload)); }) {}

void MpiNetwork::put(Message message) {
    if (WindowService::serves(message.tag)) {
        windows_.handle(std::move(message));
    } else {
        inbox_.push_back(std::move(message));
    }
}

void MpiNetwork::send(unsigned to, std::uint32_t tag, Bytes payload) {
    if (to != self()) return group_.send(to, run_, tag, std::move(payload));
    put({.source = to, .tag = tag, .payload = std::move(payload)});
    events().notify_all();
}

std::optional<Message> MpiNetwork::receive() {
    check();
    while (true) {
        while (std::optional<Message> message = take()) {
            if (!WindowService::handles(message->tag)) return message;
            windows_.handle(std::move(*message));
        }
        if (!group_.poll()) return std::nullopt;
        check();
    }
}

void MpiNetwork::check() const {
    group_.check(run_);
    windows_.check();
}

std::optional<Message> MpiNetwork::take() {
    if (inbox_.empty()) return std::nullopt;
    std::optional<Message> message = std::move(inbox_.front());
    inbox_.pop_front();
    return message;
}

std::unique_ptr<Window> MpiNetwork::open_window(std::size_t words) {
    WindowService::Memory memory{.words = std::vector<std::atomic<Word>*>(size()), .owner = nullptr};
    if (group_.host().sharing().size() > 1) reach_host(memory, words);
    if (!memory.owner) {
        auto own = std::make_shared<PageMemory>(std::max<std::size_t>(words, 1) * sizeof(Word));
        memory.words[self()] = reinterpret_cast<std::atomic<Word>*>(own->data());
        memory.owner = std::move(own);
    }
    return windows_.open(self(), words, std::move(memory));
}

void MpiNetwork::reach_host(WindowService::Memory& memory, std::size_t words) {
    const std::vector<unsigned>& sharing = group_.host().sharing();
    const std::size_t apart = bytes_apart(words);
    SharedMemory shared = group_.window_memory(run_, windows_.next(), apart * sharing.size());
    if (shared.data() == nullptr) return;
    for (std::size_t i = 0; i < sharing.size(); ++i) {
        memory.words[sharing[i]] = reinterpret_cast<std::atomic<Word>*>(shared.data() + i * apart);
    }
    memory.owner = std::make_shared<SharedMemory>(std::move(shared));
}

}  // namespace scrump::detail
