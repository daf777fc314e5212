#pragma once
// A window's words of several localities that share memory, each locality's on cache lines of their own, one after the
// other without a gap where they fill their lines.

#include <scrump/base/detail/cache_line.hpp>
#include <scrump/base/detail/page_memory.hpp>
#include <scrump/net/detail/window.hpp>

#include <algorithm>
#include <atomic>
#include <cstddef>

namespace scrump::detail {

class WindowMemory {
  public:
    using Word = Window::Word;

    WindowMemory(unsigned localities, std::size_t words)
        : apart_(std::max<std::size_t>((words * sizeof(Word) + cache_line - 1) / cache_line, 1) * cache_line),
          all_(localities * apart_) {}

    std::atomic<Word>* of(unsigned locality) {
        return reinterpret_cast<std::atomic<Word>*>(all_.data() + locality * apart_);
    }

  private:
    std::size_t apart_;  // bytes
    PageMemory all_;
};

}  // namespace scrump::detail
