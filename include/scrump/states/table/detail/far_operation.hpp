#pragma once
// find-or-put in buckets that are out of direct reach: part 1 of the distributed symbolic reachability slides. Chunks
// of buckets are copied, the next one under way while the current one is examined; a bucket that is empty in the copy
// is claimed by compare-and-swap, and the word that this returns decides. The protocol is that of near_probe.hpp: a
// copy may be old, but a bucket that is taken in it is taken for good, and one that is empty in it is only claimed if
// it still is.
//
// A state of several words is written where its owner has room for it, and the swap that publishes it follows in the
// same message, because one worker's requests to one owner are carried out in order.
//
// An operation is a state machine, so that a worker can have many under way. It is reused for the next one.

#include <scrump/runtime/remote_array.hpp>
#include <scrump/states/table/detail/table_core.hpp>
#include <scrump/states/table/place.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace scrump::detail {

class FarOperation {
  public:
    using Word = TableCore::Word;

    explicit FarOperation(TableCore& core) : core_(core) {}

    /// Begins to look for a state, of which it keeps a copy; `puts`: it is inserted if it is absent. The previous one
    /// must have ended.
    void begin(const TableCore::Home& home, std::span<const Word> state, Word hash, bool puts);
    /// Continues as far as answers have arrived; returns whether it has ended.
    bool go_on();
    /// Sleeps until the next needed answer has arrived, or the run ends.
    void wait();
    /// The same until it has ended.
    TableResult finish();

    /// The result, once it has ended.
    const TableResult& result() const { return result_; }
    std::span<const Word> state() const { return state_; }

  private:
    enum class Phase : std::uint8_t {
        reading,    // waits for a chunk
        comparing,  // waits for the words of a state that may be the wanted one
        claiming,   // waits for the outcome of a swap
        over,
    };
    // A chunk that is requested, or has arrived.
    struct Chunk {
        std::size_t from = 0;  // distance from the state's home
        std::size_t size = 0;  // 0: none
        bool is_split = false;
        std::array<RemoteHandle, 2> parts{};
        std::vector<Word> copy{};
    };

    std::size_t bucket() const;
    bool may_be_wanted(Word bucket) const;
    Chunk& present() { return chunks_[present_]; }
    Chunk& next() { return chunks_[1 - present_]; }

    void request(Chunk& chunk, std::size_t from);
    void request_next(bool ahead);
    void go_to_next();
    bool answered();

    void look_through();
    void meet(Word bucket);
    void note_comparison();
    void claim();
    bool take_room();
    void note_swap();
    void end(TableOutcome outcome, Word word);

    TableCore& core_;
    TableCore::Home home_;
    std::vector<Word> state_;
    Word wanted_ = 0;  // contents of its bucket; for a record, without its place
    bool puts_ = false;
    std::size_t most_examined_ = 0;
    std::size_t chunk_size_ = 0;
    bool ahead_ = false;

    Phase phase_ = Phase::over;
    std::array<Chunk, 2> chunks_;
    unsigned present_ = 0;
    std::size_t examined_ = 0;  // number of examined buckets of the current chunk
    RemoteHandle answer_;       // answer of a swap or a comparison
    Word tried_ = 0;            // the bucket whose state is compared, or the value with which one is claimed
    std::vector<Word> record_;  // the state that is compared
    std::optional<std::size_t> room_;
    TableResult result_;
};

}  // namespace scrump::detail
