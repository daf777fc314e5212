#pragma once
// find-or-put in buckets that are out of direct reach: part 1 of the distributed symbolic reachability slides. Chunks
// of buckets are copied, the next one under way while the present one is looked through; a bucket that is empty in the
// copy is claimed by compare-and-swap, and the word that this returns decides. The protocol is that of near_probe.hpp:
// a copy may be old, but a bucket that it has as taken is taken for good, and one that it has as empty is only claimed
// if it still is.
//
// A state of several words is written where its owner has room for it, and the swap that makes it known follows in the
// same message, because what one worker asks of one owner is done in order.
//
// An operation is a state machine, so that a worker can have many under way. It is used again for the next one.

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

    /// Begins to look for a state, of which it keeps a copy; `puts`: it is inserted if it is absent. The one before has
    /// to be over.
    void begin(const TableCore::Home& home, std::span<const Word> state, Word hash, bool puts);
    /// Goes on as far as answers have come; says whether it is over.
    bool go_on();
    /// Sleeps until the answer has come that it needs next, or the run ends.
    void wait();
    /// The same until it is over.
    TableResult finish();

    /// Once it is over.
    const TableResult& result() const { return result_; }
    std::span<const Word> state() const { return state_; }

  private:
    enum class Phase : std::uint8_t {
        reading,    // waits for a chunk
        comparing,  // for the words of a state that may be the one looked for
        claiming,   // for the outcome of a swap
        over,
    };
    // A chunk that is requested, or is there.
    struct Chunk {
        std::size_t from = 0;  // how far from the state's home
        std::size_t size = 0;  // none: 0
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
    Word wanted_ = 0;  // what its bucket holds; of a record, without its place
    bool puts_ = false;
    std::size_t most_examined_ = 0;
    std::size_t chunk_size_ = 0;
    bool ahead_ = false;

    Phase phase_ = Phase::over;
    std::array<Chunk, 2> chunks_;
    unsigned present_ = 0;
    std::size_t examined_ = 0;  // of the present chunk
    RemoteHandle answer_;       // of a swap or a comparison
    Word tried_ = 0;            // the bucket whose state is compared, or with which one is claimed
    std::vector<Word> record_;  // the state that is compared
    std::optional<std::size_t> room_;
    TableResult result_;
};

}  // namespace scrump::detail
