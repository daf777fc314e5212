#pragma once
// Records in memory, in any order, until it is full: then they come out sorted, each once. They are divided by the
// highest bits of their first words, in place, and the parts by the next bits, until few are left. Records of one word
// are sorted themselves; of others their first words and places, which lie at the end of the memory.

#include "state_records.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <utility>

namespace scrump::detail {

class RecordBuffer {
  public:
    using Word = RecordShape::Word;

    RecordBuffer(RecordShape shape, std::span<Word> memory) : shape_(shape), memory_(memory) {}

    /// Adds a state. Returns false if there is no room for it.
    bool add(StateWordsSpan state) {
        const std::size_t words = shape_.size_for(state.size());
        const std::size_t extra = shape_.width() == 1 ? 0 : entry_words;
        if (used_ + words + (count_ + 1) * extra > memory_.size()) return false;
        Word* const record = memory_.data() + used_;
        shape_.write(state, record);
        used_ += words;
        ++count_;
        if (extra > 0) std::construct_at(entries(), Entry{.first = *record, .record = record});
        return true;
    }
    bool empty() const { return count_ == 0; }
    /// Number of words that are used.
    std::size_t used() const { return used_ + (shape_.width() == 1 ? 0 : count_ * entry_words); }

    /// Calls `put` with each record once, in ascending order, and forgets them all. Calls `goes_on` from time to time,
    /// and returns false as soon as it does.
    template <class Put, class GoesOn>
    bool drain(const Put& put, const GoesOn& goes_on) {
        const std::size_t count = std::exchange(count_, 0);
        used_ = 0;
        if (shape_.width() == 1) return drain(memory_.first(count), put, goes_on);
        return drain(std::span(first_entry(count), count), put, goes_on);
    }

  private:
    struct Entry {
        Word first;
        const Word* record;
    };
    static_assert(sizeof(Entry) == 2 * sizeof(Word) && alignof(Entry) == alignof(Word));
    static constexpr std::size_t entry_words = 2;
    static constexpr unsigned part_bits = 8;
    static constexpr std::size_t parts = std::size_t{1} << part_bits;
    static constexpr unsigned highest = 64 - part_bits;
    static constexpr std::size_t sorted_by_comparison = 256;

    static Word first_of(Word record) { return record; }
    static Word first_of(const Entry& entry) { return entry.first; }
    static const Word* record_of(const Word& record) { return &record; }
    static const Word* record_of(const Entry& entry) { return entry.record; }
    static bool less(Word a, Word b) { return a < b; }
    bool less(const Entry& a, const Entry& b) const {
        return a.first != b.first ? a.first < b.first : shape_.less(a.record, b.record);
    }

    Entry* first_entry(std::size_t count) const {
        return reinterpret_cast<Entry*>(memory_.data() + memory_.size() - count * entry_words);
    }
    Entry* entries() const { return first_entry(count_); }

    template <class Item, class Put, class GoesOn>
    bool drain(std::span<Item> all, const Put& put, const GoesOn& goes_on) {
        std::array<std::size_t, parts + 1> begins{};
        divide(all, highest, begins);
        const Item* last = nullptr;
        for (std::size_t part = 0; part < parts; ++part) {
            if (!goes_on()) return false;
            const auto some = all.subspan(begins[part], begins[part + 1] - begins[part]);
            sort(some, highest - part_bits);
            for (const Item& each : some) {
                if (last == nullptr || less(*last, each)) put(record_of(each));
                last = &each;
            }
        }
        return true;
    }

    // By the bits from `shift` on.
    template <class Item>
    void sort(std::span<Item> some, unsigned shift) const {
        if (some.size() <= sorted_by_comparison || shift == 0)
            return std::sort(some.begin(), some.end(), [&](const Item& a, const Item& b) { return less(a, b); });
        std::array<std::size_t, parts + 1> begins{};
        divide(some, shift, begins);
        for (std::size_t part = 0; part < parts; ++part)
            sort(some.subspan(begins[part], begins[part + 1] - begins[part]), shift - part_bits);
    }

    // In cycles: each item is put into its part, and that which was there is taken on.
    template <class Item>
    static void divide(std::span<Item> all, unsigned shift, std::array<std::size_t, parts + 1>& begins) {
        const auto part_of = [shift](const Item& item) { return (first_of(item) >> shift) % parts; };
        for (const Item& each : all) ++begins[part_of(each) + 1];
        for (std::size_t part = 0; part < parts; ++part) begins[part + 1] += begins[part];
        auto next = begins;
        for (std::size_t part = 0; part < parts; ++part) {
            while (next[part] < begins[part + 1]) {
                Item item = all[next[part]];
                for (std::size_t to = part_of(item); to != part; to = part_of(item)) std::swap(item, all[next[to]++]);
                all[next[part]++] = item;
            }
        }
    }

    RecordShape shape_;
    std::span<Word> memory_;
    std::size_t used_ = 0;   // number of words of records
    std::size_t count_ = 0;  // number of records
};

}  // namespace scrump::detail
