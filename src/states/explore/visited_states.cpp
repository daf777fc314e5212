#include "visited_states.hpp"

#include "bit_field.hpp"
#include "gathered_states.hpp"

#include <scrump/states/explore/detail/any_model.hpp>
#include <scrump/states/table/state_stream.hpp>
#include <scrump/states/table/state_table.hpp>

#include <algorithm>
#include <array>
#include <utility>

namespace scrump::detail {
namespace {

using Word = std::uint64_t;

constexpr Word highest_bit = Word{1} << 63U;
constexpr std::size_t first_buckets = std::size_t{1} << 19U;
// Room is made before more of the buckets than this are taken, so that most states are found in one cache line.
constexpr double most_load = 0.75;
// And all meet to make room where the table fills up to this before they meet anyway.
constexpr double crowded_load = 0.85;

// Size of a table within the bytes that each locality has for it.
TableOptions table_of(const VisitedShape& shape, const char* name, std::size_t state_words) {
    const std::size_t max_words = std::max<std::size_t>(shape.memory / sizeof(Word), buckets_of_a_line);
    return {.name = name,
            .buckets = std::min(first_buckets, max_words / 8),
            .max_buckets = max_words,
            .state_words = state_words,
            .record_words = state_words == 0 ? 0 : std::min(max_words, Place::max_index),
            .max_chunks = 8};
}

TableOptions low_table(const VisitedShape& shape) {
    return table_of(shape, "visited states", 0);
}
TableOptions high_table(const VisitedShape& shape) {
    return table_of(shape, "visited states with the highest bit", 0);
}
TableOptions record_table(const VisitedShape& shape) {
    return table_of(shape, "visited states", shape.width == 0 ? most_words_of_state : shape.width);
}

// A table, and how many states this worker may put into it until all meet again.
class RoomyTable {
  public:
    RoomyTable(const TableOptions& options, const SpmdWorker& self, RemoteAccess& array)
        : table_(options, {.locality = self.locality, .index = self.index, .workers = self.workers}, array),
          stream_(table_, Note{*this}),
          localities_(self.localities),
          workers_(std::uint64_t{self.localities} * self.workers) {
        renew(0, workers_);
    }

    // What comes of states that are visited from now on will be in `visits` when finish() has been called.
    void begin(Visits& visits) { visits_ = &visits; }
    template <class State>
    void visit(const State& state, std::size_t index) {
        if (left_ == 0 && may_grow_) return visits_->full.push_back(static_cast<std::uint32_t>(index));
        stream_.find_or_put(state, index);
    }
    void finish() { stream_.finish(); }

    TableAccess& table() { return table_; }
    std::uint64_t inserted() const { return inserted_; }
    std::uint64_t memory() const { return table_.buckets() / localities_ * sizeof(Word); }

    // Takes the memory that it needs from what there is.
    bool make_room(const RoomWanted& wanted, std::uint64_t& memory_left) {
        bool more = false;
        const auto all = static_cast<double>(wanted.states + wanted.expected);
        while (all > most_load * static_cast<double>(table_.buckets()) || (wanted.needed && !more)) {
            // While it grows, what it holds is there twice.
            const std::uint64_t takes = memory();
            if (!may_grow_ || 2 * takes > memory_left || !table_.grow()) {
                // Its last buckets cost longer searches.
                more = more || std::exchange(may_grow_, false);
                break;
            }
            memory_left -= takes;
            more = true;
        }
        renew(wanted.states, wanted.by_one ? 1 : workers_);
        return more;
    }

  private:
    // Takes the result for a state.
    struct Note {
        RoomyTable& of;

        void operator()(const StreamedState& came) const {
            if (came.result.outcome == TableOutcome::found) return;
            const auto index = static_cast<std::uint32_t>(came.token);
            if (came.result.outcome != TableOutcome::inserted) return of.visits_->full.push_back(index);
            of.visits_->first.push_back(index);
            ++of.inserted_;
            if (of.left_ > 0) --of.left_;
        }
    };

    // This worker's part of the room, if `parts` workers put states into it.
    void renew(std::uint64_t states, std::uint64_t parts) {
        const auto most = static_cast<std::uint64_t>(crowded_load * static_cast<double>(table_.buckets()));
        left_ = states < most ? (most - states) / parts : 0;
    }

    TableAccess table_;
    StateStream<Note> stream_;
    const unsigned localities_;
    const std::uint64_t workers_;
    Visits* visits_ = nullptr;
    std::uint64_t inserted_ = 0;
    std::uint64_t left_ = 0;
    bool may_grow_ = true;
};

// States that are one word lie in their buckets, which have 63 bits for them: in one of two tables by the highest bit.
class WordStates final : public VisitedStates {
  public:
    WordStates(const VisitedShape& shape, const SpmdWorker& self)
        : tables_{{{low_table(shape), self, *self.arrays[0]}, {high_table(shape), self, *self.arrays[1]}}} {}

    void visit(const StateBuffer& states, Visits& visits) override {
        visits.clear();
        for (RoomyTable& each : tables_) each.begin(visits);
        for (std::size_t i = 0; i < states.size(); ++i) {
            const Word state = states[i].front();
            tables_[state >> 63U].visit(state & ~highest_bit, i);
        }
        for (RoomyTable& each : tables_) each.finish();
    }

    std::uint64_t in_second() const override { return tables_[1].inserted(); }
    using VisitedStates::meet;
    void meet(const std::function<void()>& meanwhile) override { tables_[0].table().meet(meanwhile); }
    bool make_room(const RoomWanted& wanted) override {
        std::uint64_t memory_left = wanted.memory;
        // What comes is divided as what there is. As long as there is nothing, all may come to either.
        const auto part = [&](std::uint64_t states) {
            RoomWanted some = wanted;
            some.states = states;
            some.needed = wanted.needed && states > 0;
            if (wanted.states > 0)
                some.expected =
                    static_cast<std::uint64_t>(static_cast<double>(wanted.expected) * static_cast<double>(states) /
                                               static_cast<double>(wanted.states));
            return some;
        };
        const bool first = tables_[0].make_room(part(wanted.states - wanted.in_second), memory_left);
        const bool second = tables_[1].make_room(part(wanted.in_second), memory_left);
        return first || second;
    }
    std::uint64_t memory() const override {
        return tables_[0].memory() + (tables_[1].inserted() > 0 ? tables_[1].memory() : 0);
    }
    std::size_t memory_of_word() const override { return 0; }

  private:
    std::array<RoomyTable, 2> tables_;
};

// In one table, by what Key makes of them.
template <class Key>
class KeyedStates final : public VisitedStates {
  public:
    KeyedStates(const TableOptions& options, const SpmdWorker& self) : table_(options, self, *self.arrays[0]) {}

    void visit(const StateBuffer& states, Visits& visits) override {
        visits.clear();
        table_.begin(visits);
        for (std::size_t i = 0; i < states.size(); ++i) table_.visit(Key::of(states[i]), i);
        table_.finish();
    }
    using VisitedStates::meet;
    void meet(const std::function<void()>& meanwhile) override { table_.table().meet(meanwhile); }
    bool make_room(const RoomWanted& wanted) override {
        std::uint64_t memory_left = wanted.memory;
        return table_.make_room(wanted, memory_left);
    }
    std::uint64_t memory() const override { return table_.memory(); }
    std::size_t memory_of_word() const override { return Key::lies_beside ? sizeof(Word) : 0; }

  private:
    RoomyTable table_;
};

// The whole state: its bucket says where it lies.
struct Whole {
    static StateWordsSpan of(StateWordsSpan state) { return state; }
    static constexpr bool lies_beside = true;
};

// A hash of 63 bits, which lies in its bucket.
struct Hash {
    static Word of(StateWordsSpan state) { return hash_of(state) >> 1U; }
    static constexpr bool lies_beside = false;
};

// Three bits of one word of a field for each state, whose hash says where: a Bloom filter, in blocks of a word so that
// each state takes one operation.
class BitStates final : public VisitedStates {
  public:
    BitStates(const VisitedShape& shape, const SpmdWorker& self)
        : self_(self.locality),
          index_(self.index),
          workers_(self.workers),
          words_(*self.arrays[0]),
          field_(shape.field_words()),
          meetings_(no_table(), {.locality = self.locality, .index = self.index, .workers = self.workers},
                    *self.arrays[1]) {
        renew(0, false);
    }

    void visit(const StateBuffer& states, Visits& visits) override {
        visits.clear();
        for (std::size_t i = 0; i < states.size(); ++i) {
            const auto index = static_cast<std::uint32_t>(i);
            if (left_ == 0 && field_.can_grow()) {
                visits.full.push_back(index);
                continue;
            }
            const Word hash = hash_of(states[i]);
            const auto owner = static_cast<unsigned>(high_product(hash, words_.owners()));
            const Bits bits{.of = index, .owner = owner, .place = field_.place(hash, hash * words_.owners())};
            if (std::atomic<Word>* const words = words_.direct(owner)) {
                if (set_near(words[bits.place.word], bits.place.bits)) note_first(visits, index);
            } else {
                far_.push_back(bits);
            }
        }
        set_far(visits);
    }

    using VisitedStates::meet;
    void meet(const std::function<void()>& meanwhile) override { meetings_.meet(meanwhile); }
    bool make_room(const RoomWanted& wanted) override {
        // Half of the memory limit is the field's.
        bool more = false;
        for (; field_.can_grow() && (wanted.states + wanted.expected > room() || (wanted.needed && !more)); more = true)
            grow();
        renew(wanted.states, wanted.by_one);
        return more;
    }
    std::uint64_t memory() const override { return field_.words() * sizeof(Word); }
    std::size_t memory_of_word() const override { return 0; }

  private:
    struct Bits {
        std::uint32_t of;  // which state
        unsigned owner;
        BitField::Place place;
        Word seen = 0;  // what the word is thought to be
    };

    void note_first(Visits& visits, std::uint32_t index) {
        visits.first.push_back(index);
        if (left_ > 0) --left_;
    }

    // Whether one was not set.
    static bool set_near(std::atomic<Word>& word, Word bits) {
        if ((word.load(std::memory_order_relaxed) & bits) == bits) return false;
        return (word.fetch_or(bits, std::memory_order_relaxed) & bits) != bits;
    }

    // By compare-and-swaps that are under way together; those that came too late know the word better.
    void set_far(Visits& visits) {
        std::vector<RemoteHandle> swaps;
        while (!far_.empty() && !words_.ending()) {
            swaps.clear();
            for (const auto& [of, owner, place, seen] : far_)
                swaps.push_back(words_.compare_and_swap(owner, place.word, seen, seen | place.bits));
            std::size_t left = 0;
            for (std::size_t i = 0; i < far_.size(); ++i) {
                Bits each = far_[i];
                const Word was = swaps[i].wait();
                if (was == each.seen) {
                    note_first(visits, each.of);
                } else if ((was & each.place.bits) != each.place.bits) {
                    each.seen = was;
                    far_[left++] = each;
                }
            }
            far_.resize(left);
        }
        far_.clear();
    }

    // Of all localities.
    std::uint64_t room() const { return std::uint64_t{field_.room()} * words_.owners(); }
    void renew(std::uint64_t states, bool by_one) {
        const std::uint64_t parts = by_one ? 1 : std::uint64_t{workers_} * words_.owners();
        left_ = states < room() ? (room() - states) / parts : 0;
    }

    // Each worker copies its share of its locality's.
    void grow() {
        std::atomic<Word>* const own = words_.direct(self_);
        const std::size_t before = field_.words();
        const std::size_t end = before * (index_ + 1) / workers_;
        for (std::size_t i = before * index_ / workers_; i < end; ++i)
            own[before + i].store(own[i].load(std::memory_order_relaxed), std::memory_order_relaxed);
        field_.grow();
        meet();
    }

    const unsigned self_;
    const unsigned index_;
    const unsigned workers_;
    RemoteAccess& words_;
    BitField field_;
    std::uint64_t left_ = 0;  // states for which there is room until all meet again
    TableAccess meetings_;
    std::vector<Bits> far_;
};

}  // namespace

TableOptions no_table() {
    return {.name = "where workers meet", .buckets = buckets_of_a_line};
}

std::size_t VisitedShape::field_words() const {
    return std::max<std::size_t>(memory / sizeof(Word), 1);
}

std::vector<RemoteArrayShape> VisitedShape::arrays() const {
    if (disk != nullptr) return {table_array(no_table())};
    if (storage == StateStorage::bit_state) return {{"visited states", field_words()}, table_array(no_table())};
    if (storage == StateStorage::hash_compaction) return {table_array(low_table(*this))};
    if (width != 1) return {table_array(record_table(*this))};
    return {table_array(low_table(*this)), table_array(high_table(*this))};
}

std::unique_ptr<VisitedStates> VisitedStates::make(const VisitedShape& shape, const SpmdWorker& self) {
    if (shape.disk != nullptr) return std::make_unique<GatheredStates>(*shape.disk, self);
    if (shape.storage == StateStorage::bit_state) return std::make_unique<BitStates>(shape, self);
    if (shape.storage == StateStorage::hash_compaction)
        return std::make_unique<KeyedStates<Hash>>(low_table(shape), self);
    if (shape.width != 1) return std::make_unique<KeyedStates<Whole>>(record_table(shape), self);
    return std::make_unique<WordStates>(shape, self);
}

}  // namespace scrump::detail
