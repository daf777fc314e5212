#pragma once
// The load of a locality as visible to the others: its current counts of waiting tasks and idle workers, and its last
// published work rate. The counts are the very ones with which the locality works, so that showing them costs nothing.

#include <scrump/stealing/load_summary.hpp>

#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>

namespace scrump::detail {

class PublishedLoad {
  public:
    using Word = std::uint64_t;  // that of a window
    /// Each count has a cache line to itself; the published values share the third.
    static constexpr std::size_t words = 24;

    /// In the locality's own words of a window, or in memory of its own.
    explicit PublishedLoad(std::atomic<Word>* shown = nullptr)
        : own_(shown ? nullptr : std::make_unique<Own>()), words_(shown ? shown : own_->data()) {}

    std::atomic<Word>& waiting_tasks() { return words_[0]; }
    std::atomic<Word>& idle_workers() { return words_[8]; }
    const std::atomic<Word>& waiting_tasks() const { return words_[0]; }
    const std::atomic<Word>& idle_workers() const { return words_[8]; }

    /// `splitting` is the number of workers that split their work when asked, `held` that of tasks kept outside pools.
    void publish(std::uint64_t splitting, std::uint64_t held, double work_rate, std::uint64_t first_task) {
        words_[16].store(splitting, std::memory_order_relaxed);
        words_[17].store(held, std::memory_order_relaxed);
        words_[18].store(std::bit_cast<Word>(work_rate), std::memory_order_relaxed);
        words_[19].store(first_task, std::memory_order_relaxed);
    }

    /// The summary in such words: its own, or another locality's.
    template <class Words>
    static LoadSummary read(const Words& shown) {
        const Word splitting = value(shown[16]);
        const Word idle = std::min(value(shown[8]), splitting);
        return {.work_rate = std::bit_cast<double>(value(shown[18])),
                .tasks = value(shown[0]) + value(shown[17]) + (splitting - idle),
                .first_task = value(shown[19])};
    }
    LoadSummary read() const { return read(words_); }

  private:
    struct alignas(64) Own : std::array<std::atomic<Word>, words> {};

    static Word value(Word word) { return word; }
    static Word value(const std::atomic<Word>& word) { return word.load(std::memory_order_relaxed); }

    std::unique_ptr<Own> own_;
    std::atomic<Word>* words_;
};

}  // namespace scrump::detail
