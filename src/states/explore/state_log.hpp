#pragma once
// The states that a worker has found, in the order in which it found them: those left to be expanded, and, if paths are
// wanted, the origin of each state. All logs lie in remote memory: an idle worker copies a section of another worker's
// log, and a path is followed backwards through all of them.
//
// An entry is the number of the entry from which the state was found, if paths are wanted, and the state's words. If
// states have different numbers of words, a second array has the beginning of each entry. Only its owner appends;
// entries are read by others once all have met since they were written.
//
// Without paths, a log has two sides: one is expanded while the other one is written.

#include <scrump/runtime/remote_array.hpp>
#include <scrump/runtime/spmd.hpp>
#include <scrump/states/explore/detail/any_model.hpp>

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace scrump::detail {

/// An entry of a log, as a number that is the same everywhere.
class EntryNumber {
  public:
    /// No entry.
    constexpr EntryNumber() = default;
    explicit constexpr EntryNumber(std::uint64_t bits) : bits_(bits) {}
    constexpr EntryNumber(unsigned locality, unsigned worker, std::uint64_t entry)
        : bits_(std::uint64_t{locality} << 52U | std::uint64_t{worker} << 40U | entry) {}

    explicit constexpr operator bool() const { return bits_ != none; }
    constexpr unsigned locality() const { return static_cast<unsigned>(bits_ >> 52U); }
    constexpr unsigned worker() const { return static_cast<unsigned>(bits_ >> 40U & 0xfffU); }
    constexpr std::uint64_t entry() const { return bits_ & most_entries; }
    constexpr std::uint64_t bits() const { return bits_; }
    constexpr EntryNumber plus(std::uint64_t entries) const { return EntryNumber(bits_ + entries); }

    static constexpr unsigned most_localities = (1U << 12U) - 1;
    static constexpr unsigned most_workers = 1U << 12U;
    static constexpr std::uint64_t most_entries = (std::uint64_t{1} << 40U) - 1;

  private:
    static constexpr std::uint64_t none = ~std::uint64_t{0};

    std::uint64_t bits_ = none;
};

/// The common properties of all logs.
struct LogShape {
    std::size_t width = 1;    ///< number of words of each state; 0: varies
    bool parents = true;      ///< whether paths are wanted
    unsigned workers = 1;     ///< workers per locality
    std::size_t words = 0;    ///< number of words in each log, on both sides together
    std::size_t entries = 0;  ///< likewise for entries, if widths differ

    std::size_t sides() const { return parents ? 1 : 2; }
    /// In remote memory.
    std::vector<RemoteArrayShape> arrays() const;
};

/// Copied entries.
class Entries {
  public:
    std::size_t size() const { return size_; }
    StateWordsSpan operator[](std::size_t i) const {
        const std::size_t begin = starts_.empty() ? i * stride_ : starts_[i] - starts_.front();
        const std::size_t end = starts_.empty() ? begin + stride_ : starts_[i + 1] - starts_.front();
        return {words_.data() + begin + skipped_, end - begin - skipped_};
    }
    EntryNumber number(std::size_t i) const { return first_.plus(i); }
    EntryNumber parent(std::size_t i) const { return EntryNumber(*((*this)[i].data() - 1)); }

  private:
    friend class StateLogs;

    EntryNumber first_{};
    std::size_t size_ = 0;
    std::size_t stride_ = 0;
    std::size_t skipped_ = 0;
    std::vector<std::uint64_t> words_;
    std::vector<std::uint64_t> starts_;
};

/// A worker's own log, and its access to all of them.
class StateLogs {
  public:
    using Word = std::uint64_t;

    /// `arrays` are the worker's access to those of the shape.
    StateLogs(const LogShape& shape, std::span<RemoteAccess* const> arrays, unsigned locality, unsigned worker);

    // --- Its own

    /// Whether there is room for another state of this number of words.
    bool has_room(std::size_t words) const {
        return used_ + words + skipped() <= shape_.words / shape_.sides() && count_ + 1 < most_entries_;
    }
    EntryNumber append(StateWordsSpan state, EntryNumber parent) {
        std::atomic<Word>* to = words_ + used_;
        if (shape_.parents) (to++)->store(parent.bits(), std::memory_order_relaxed);
        for (const Word word : state) (to++)->store(word, std::memory_order_relaxed);
        used_ = static_cast<std::size_t>(to - words_);
        ++count_;
        if (starts_ != nullptr) starts_[count_].store(used_, std::memory_order_relaxed);
        return {locality_, worker_, count_ - 1};
    }
    /// Number of entries on the side that is written.
    std::uint64_t size() const { return count_; }
    /// The words of its entry `entry`, on the side that is written.
    void read_own(std::uint64_t entry, std::vector<Word>& state) const;
    /// Switches writing to the other side, if there is one. Returns the number of the next entry.
    std::uint64_t turn();
    /// Size of the memory that has been used, in bytes.
    std::uint64_t memory() const;

    // --- Anybody's

    /// Copies `count` entries from the first one on, from the side that is written or the other one. Returns false if
    /// the run ends before they are there.
    bool copy(EntryNumber first, std::size_t count, bool other_side, Entries& to);
    /// The states from the initial one to that of an entry. None if the run ends before they are there.
    std::optional<std::vector<std::vector<Word>>> path_to(EntryNumber last);

  private:
    std::size_t skipped() const { return shape_.parents ? 1 : 0; }
    std::size_t first_word(unsigned worker, unsigned side) const {
        return worker * shape_.words + side * (shape_.words / 2);
    }
    std::size_t first_start(unsigned worker, unsigned side) const {
        return worker * shape_.entries + side * (shape_.entries / 2);
    }
    void use_side();

    const LogShape shape_;
    RemoteAccess& word_array_;
    RemoteAccess* const start_array_;  // null if all states have the same number of words
    const unsigned locality_;
    const unsigned worker_;
    unsigned side_ = 0;
    std::atomic<Word>* words_ = nullptr;   // of this side
    std::atomic<Word>* starts_ = nullptr;  // likewise
    std::size_t most_entries_;
    std::size_t used_ = 0;  // number of words
    std::uint64_t count_ = 0;
    std::array<std::size_t, 2> most_used_{};  // number of words, by side, up to the last turn
};

}  // namespace scrump::detail
