#pragma once
// A window's words of several localities that share memory, each locality's on cache lines of their own, one after the
// other without a gap where they fill their lines.

#include <scrump/base/detail/cache_line.hpp>
#include <scrump/base/detail/page_memory.hpp>
#include <scrump/net/detail/window.hpp>

#include <algorithm>
#include <array>
#include <atomic>
#include <cstddef>
#include <optional>
#include <vector>

namespace scrump::detail {

class WindowMemory {
  public:
    using Word = Window::Word;

    WindowMemory(unsigned localities, std::size_t words)
        : apart_(std::max<std::size_t>((words * sizeof(Word) + cache_line - 1) / cache_line, 1) * cache_line),
          lines_(localities * apart_ <= few_bytes ? localities * apart_ / cache_line : 0) {
        if (lines_.empty()) pages_.emplace(localities * apart_);
    }

    std::atomic<Word>* of(unsigned locality) {
        if (lines_.empty()) return reinterpret_cast<std::atomic<Word>*>(pages_->data() + locality * apart_);
        return lines_[locality * apart_ / cache_line].words.data();
    }

  private:
    struct alignas(cache_line) Line {
        std::array<std::atomic<Word>, cache_line / sizeof(Word)> words{};
    };
    // Pages of their own, had from the system for each window, would be most of the time that a tiny run takes.
    static constexpr std::size_t few_bytes = std::size_t{1} << 16U;

    std::size_t apart_;  // bytes
    std::vector<Line> lines_;
    std::optional<PageMemory> pages_;
};

}  // namespace scrump::detail
