#pragma once
// States that a worker has found, as those who visit states see them: none is known to be new before all are sorted and
// merged with the visited ones on disk (disk_states.hpp). So they are only gathered, until memory is full.

#include "disk_states.hpp"
#include "record_buffer.hpp"
#include "visited_states.hpp"

#include <scrump/base/error.hpp>
#include <scrump/states/table/state_table.hpp>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>

namespace scrump::detail {

class GatheredStates final : public VisitedStates {
  public:
    using Word = std::uint64_t;

    GatheredStates(DiskStates& disk, const SpmdWorker& self)
        : shape_(disk.shape()),
          most_words_(disk.most_words_of_record()),
          words_(disk.buffer_words()),
          memory_(std::make_unique_for_overwrite<Word[]>(words_)),
          buffer_(shape_, {memory_.get(), words_}),
          meetings_(no_table(), {.locality = self.locality, .index = self.index, .workers = self.workers},
                    *self.arrays[0]) {}

    /// Those for which memory has no room are `full`.
    void visit(const StateBuffer& states, Visits& visits) override {
        visits.clear();
        for (std::size_t i = 0; i < states.size(); ++i) {
            if (shape_.size_for(states[i].size()) > most_words_)
                throw Error("visited states: a state has 1 to " + std::to_string(most_words_of_state) + " words");
            if (!visits.full.empty() || !buffer_.add(states[i])) visits.full.push_back(static_cast<std::uint32_t>(i));
        }
    }
    using VisitedStates::meet;
    void meet(const std::function<void()>& meanwhile) override { meetings_.meet(meanwhile); }
    bool make_room(const RoomWanted& /*wanted*/) override { return false; }
    std::uint64_t memory() const override { return 0; }
    std::size_t memory_of_word() const override { return 0; }

    RecordBuffer& buffer() { return buffer_; }
    /// For other purposes while the buffer is empty.
    std::span<Word> spare_memory() { return {memory_.get(), words_}; }

  private:
    const RecordShape shape_;
    const std::size_t most_words_;  // of a record
    const std::size_t words_;
    const std::unique_ptr<Word[]> memory_;
    RecordBuffer buffer_;
    TableAccess meetings_;
};

}  // namespace scrump::detail
