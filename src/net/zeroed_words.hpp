#pragma once
// Words of a window in this process alone: on cache lines of their own, zero at first. What is large is the system's,
// and takes no pages where it is not used.

#include <scrump/base/detail/cache_line.hpp>
#include <scrump/net/detail/window.hpp>

#include <atomic>
#include <cstddef>
#include <cstdlib>
#include <memory>
#include <new>

namespace scrump::detail {

class ZeroedWords {
  public:
    using Word = Window::Word;

    explicit ZeroedWords(std::size_t words) : all_(std::calloc(words + in_line, sizeof(Word))) {
        if (all_ == nullptr) throw std::bad_alloc();
        void* first = all_.get();
        std::size_t room = (words + in_line) * sizeof(Word);
        first_ = static_cast<std::atomic<Word>*>(std::align(cache_line, words * sizeof(Word), first, room));
    }

    std::atomic<Word>* data() const { return first_; }

    static constexpr std::size_t in_line = cache_line / sizeof(Word);

  private:
    struct Free {
        void operator()(void* memory) const { std::free(memory); }
    };

    std::unique_ptr<void, Free> all_;
    std::atomic<Word>* first_;
};

}  // namespace scrump::detail
